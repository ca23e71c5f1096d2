package content

import (
	"strings"
	"testing"
)

// TestTablesSayOneThing holds the lists to what the tables made of them need:
// a key that stood twice would mean whichever was taken last, and an extension
// is what [extOf] gives, from the last dot on.
func TestTablesSayOneThing(t *testing.T) {
	tables := map[string][]string{}
	for _, l := range extensionLists {
		tables["extensions"] = append(tables["extensions"], l.keys)
	}
	for _, l := range nameLists {
		tables["names"] = append(tables["names"], l.keys)
	}
	for _, l := range allowedLists {
		tables["allowed"] = append(tables["allowed"], l.extensions)
	}
	for name, lists := range tables {
		seen := map[string]bool{}
		for key := range strings.FieldsSeq(strings.Join(lists, " ")) {
			if seen[key] {
				t.Errorf("%s: %s stands twice", name, key)
			}
			seen[key] = true
			if name != "names" && extOf("x"+key) != key {
				t.Errorf("%s: %s is no extension, and never looked up", name, key)
			}
		}
	}
}

// TestDescribersKnowNoNames: what a format is called can change without what is
// said of it.
func TestDescribersKnowNoNames(t *testing.T) {
	for mime := range describers {
		if !strings.Contains(mime, "/") || mime == unknownFormat.mime {
			t.Errorf("%q is not the MIME type of one format", mime)
		}
	}
	for f := range formatDescribers {
		if describers[f.mime] != nil {
			t.Errorf("%s has two describers", f.name)
		}
	}
}
