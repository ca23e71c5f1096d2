package investigate

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos/internal/redact"
)

// Readers that read more or less of a file, in any order, make the same list, and it
// is bounded.
func TestMaskedPlacesAreAListOfTheFirst(t *testing.T) {
	var all []redact.Secret
	for i := range 500 {
		all = append(all, redact.Secret{Kind: "password", Line: i + 1, Last: i + 1})
	}
	head := append([]redact.Secret{}, all[:7]...)
	all[6].Last = 9 // the head was cut within it
	one, other := &masked{}, &masked{}
	one.add("a", head)
	one.add("a", all)
	other.add("a", all)
	other.add("a", head)
	other.add("a", all[:1])
	if diff := cmp.Diff(one.first, other.first); diff != "" || one.places != 500 || other.places != 500 {
		t.Errorf("%d and %d places: %s", one.places, other.places, diff)
	}
	if n := len(one.first); n != maskedOfFile || one.first[n-1].Lines.First != n || one.first[6].Lines.Last != 9 {
		t.Errorf("%d are kept: %+v", n, one.first)
	}
}
