package license

import (
	"context"
	"strings"
	"testing"

	"luminos"
)

func TestOwnTerms(t *testing.T) {
	for text, want := range map[string]string{
		"X 3.9 can be copied and distributed freely for any\n   non-commercial purposes. It can only be sold with permission.": nonCommercial,
		"This program is free for personal and educational use.":                                                               nonCommercial,
		"X is free for academic use. Companies must ask.":                                                                      nonCommercial,
		"> The data is for research purposes only.":                                                                            nonCommercial,
		"You may use the software freely, but not for commercial purposes.":                                                    nonCommercial,
		"Commercial use of this software is strictly prohibited.":                                                              nonCommercial,
		"Permission is granted to anyone to use it for noncommercial ends.":                                                    nonCommercial,
		"May be freely copied.\n\nIt is not to be used for commercial purposes.":                                               nonCommercial,
		"I hereby release this work into the public domain.":                                                                   publicDomain,
		"All the code here is in the public\ndomain, do what you like.":                                                        publicDomain,
		"The programs have been placed in the public domain by their author.":                                                  publicDomain,
		"Everything is public domain.":                                                                                         publicDomain,
		"It may be copied and distributed freely.":                                                                             freelyCopied,
		"This can be freely redistributed.":                                                                                    freelyCopied,
		"You may copy, use and distribute it free of charge.":                                                                  freelyCopied,
		"The service is free for personal use.":                                                                                "",
		"It uses the X API, which is free for non-commercial use.":                                                             "",
		"Check whether the model is free for research use.":                                                                    "",
		"The program is free software and may be freely copied under the terms of the file COPYING.":                           "",
		"Commercial and non-commercial users alike.":                                                                           "",
		"Anyone may use it for any purpose, commercial or non-commercial, freely.":                                             "",
		"X is free for private use.\n\nIt may be copied freely.":                                                               nonCommercial,
		"Works with public domain books.":                                                                                      "",
		"Icons are released into the public domain.":                                                                           "",
		"```\nX may be copied freely.\n```":                                                                                    "",
		"You can copy files freely between hosts.":                                                                             "",
		"The free version. Distribution of non-commercial goods can be studied.":                                               "",
		"Use it. For non-commercial goods.":                                                                                    "",
		strings.Repeat("may be copied ", 5000):                                                                                 "",
		"All data are public domain unless stated otherwise.":                                                                  publicDomain,
		"You are free to use it. " + strings.Repeat("x ", 3000) + "It is free for private use.\n\nWhat is.":                    "",
	} {
		st, ok := ownTerms(luminos.Text{Path: "README", Content: text + "\n"})
		if ok != (want != "") || st.expr != want {
			t.Errorf("%.90q: %q, want %q", text, st.expr, want)
		}
	}
}

// Terms broken over lines are cited whole, where they stand.
func TestOwnTermsAreCited(t *testing.T) {
	src, scan := tree(t, "-- README --\nX\n\n  Policy:\n\n  X can be copied and distributed freely for any\n  non-commercial purposes.\n-- main.c --\nint main() {}\n")
	r, err := Read(context.Background(), src, scan, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.License != nonCommercial || len(r.Evidence) != 1 || *r.Evidence[0].Lines != (luminos.LineRange{First: 5, Last: 6}) {
		t.Errorf("licence %q by %+v", r.License, r.Evidence)
	}
}

// TestFuture checks that the later licence is a note with evidence, not the licence.
func TestFuture(t *testing.T) {
	for text, want := range map[string]string{
		"# Functional Source License, Version 1.1, ALv2 Future License\n\n## Grant\n\nAn additional license that is effective on the second\nanniversary of the date.\n": "becomes Apache-2.0 two years after each version was made available",
		"# Functional Source License, Version 1.1, MIT Future License\n":                                                                                                 "",
		"Business Source License 1.1\n\nParameters\n\nChange Date: 2030-01-01\nChange License:\n    Apache License, Version 2.0\n":                                       "becomes Apache-2.0 on the change date: 2030-01-01",
		"Business Source License 1.1\n\n**Change Date:** four years from release\n**Change License:** MPL 2.0\n":                                                         "becomes MPL-2.0 on the change date: four years from release",
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
