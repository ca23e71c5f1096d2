package content

import (
	"strings"
	"testing"
)

// TestTablesHaveUniqueKeys checks the lists that tables are made from: a key
// that occurs twice would mean the last one, and an extension must be a result
// of [extOf].
func TestTablesHaveUniqueKeys(t *testing.T) {
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

// TestDescribersIgnoreNames checks that renaming a format does not change its
// description otherwise.
func TestDescribersIgnoreNames(t *testing.T) {
	for mime := range describers {
		if !strings.Contains(mime, "/") || mime == unknownFormat.mime {
			t.Errorf("%q is not the MIME type of one format", mime)
		}
	}
}
