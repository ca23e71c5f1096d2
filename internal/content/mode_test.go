package content

import "testing"

// The first line of a file without an extension can name its language for Emacs.
func TestModeOfTheFirstLine(t *testing.T) {
	for head, want := range map[string]string{
		"# bash completion for x  -*- shell-script -*-\n\n_x()\n": "Shell",
		"# -*- mode: perl; tab-width: 4 -*-\n":                    "Perl",
		"# -*- coding: utf-8; mode: python -*-\n":                 "Python",
		"# -*- coding: utf-8 -*-\nplain text\n":                   "",
		"#compdef tar\n\n_arguments\n":                            "Shell",
		"#autoload\n":                                             "Shell",
		"#autoloads of x\n":                                       "",
		"# -*- nothing like it -*-\n":                             "",
		"first\n# -*- python -*-\n":                               "",
		"# -*- python\n -*-\n":                                    "",
	} {
		if got := languageOf("x", []byte(head)); got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
}
