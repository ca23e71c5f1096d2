package license

import (
	"context"
	"strings"
	"testing"
)

// TestFuture checks that the later licence is a note with evidence, not the licence.
func TestFuture(t *testing.T) {
	for text, want := range map[string]string{
		"# Functional Source License, Version 1.1, ALv2 Future License\n\n## Grant\n\nAn additional license that is effective on the second\nanniversary of the date.\n": "becomes Apache-2.0 two years after each version was made available",
		"# Functional Source License, Version 1.1, MIT Future License\n":                                                                                                 "",
		"Business Source License 1.1\n\nParameters\n\nChange Date: 2030-01-01\nChange License:\n    Apache License, Version 2.0\n":                                       "becomes Apache-2.0 on the change date: 2030-01-01",
		"Business Source License 1.1\n\nChange Date: 2030-01-01\nChange License: :\n":                                                                                    "",
		"Business Source License 1.1\n\n**Change Date:** four years from release\n**Change License:** MPL 2.0\n":                                                         "becomes MPL-2.0 on the change date: four years from release",
		"Business Source License 1.1\n\nChange Date: four years from publication.\nChange License: MPL 2.0\n":                                                            "becomes MPL-2.0 on the change date: four years from publication",
		"Business Source License 1.1\n\nChange License: MPL 2.0\n":                                                                                                       "",
		"Business Source License 1.1\n\nChange Date: " + strings.Repeat("x", 100) + "\nChange License: MPL 2.0\n":                                                        "",
	} {
		src, scan := tree(t, "-- LICENSE --\n"+text)
		r, err := Read(context.Background(), src, scan, nil)
		if err != nil {
			t.Fatal(err)
		}
		f := r.Files[0]
		if f.Note != want {
			t.Errorf("%q: note %q, want %q", text, f.Note, want)
		}
		if last := f.Evidence[len(f.Evidence)-1]; want != "" && !strings.Contains(strings.ToLower(last.Quote), "second") && !strings.Contains(last.Quote, "icense") {
			t.Errorf("%q: cited by %q", text, last.Quote)
		}
	}
}
