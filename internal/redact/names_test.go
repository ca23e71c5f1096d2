package redact

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// Names are cut into words before they are looked up: a word that is cut itself can
// never be found.
func TestWordsOfNamesAreWordsOfTheirOwn(t *testing.T) {
	var lists [][]string
	for _, list := range []string{keyWordsList, tailWordsList, otherTokensList, otherKeysList, otherPassesList} {
		lists = append(lists, strings.Fields(list))
	}
	for _, e := range []ending{passwordWords, secretWords, tokenWords} {
		lists = append(lists, slices.AppendSeq(slices.Clone(e.ends), maps.Keys(e.words)))
	}
	for _, list := range lists {
		for i, w := range list {
			if parts := split(w); len(parts) != 1 || parts[0] != w {
				t.Errorf("%q is cut into %q", w, parts)
			}
			if slices.Contains(list[:i], w) {
				t.Errorf("%q stands twice", w)
			}
		}
	}
}

func TestSplit(t *testing.T) {
	for name, want := range map[string][]string{
		"DB_PASSWORD": {"db", "password"}, "clientSecret": {"client", "secret"}, "api-key2": {"api", "key"}, "HTTPToken": {"http", "token"}, "KEY2A": {"key2a"}, "KEY2Abc": {"key", "abc"}, "": nil, "123": nil,
	} {
		if got := split(name); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
