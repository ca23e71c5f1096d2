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

// A name that is also the name of programs and packages needs a line of a script to be a language.
func TestNamesThatAreWords(t *testing.T) {
	for _, c := range []struct{ name, head, want string }{
		{"login", "login: elevated-privileges 4755 root/root [usr/bin/newgrp]\n", ""},
		{"profile", "Name: a profile\nIf so: be it\n", ""},
		{"man", "override_dh_auto\n", ""},
		{"profile", "# settings\n  export PATH\n", "Shell"},
		{"profile", "PATH=/bin\n", "Shell"},
		{"login", "if [ -t 0 ]; then\n", "Shell"},
		{"zshrc", "anything\n", "Shell"},
	} {
		if got := languageOf(c.name, []byte(c.head)); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.name, c.head, got, c.want)
		}
	}
}
