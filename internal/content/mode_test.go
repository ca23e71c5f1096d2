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

// A file without an extension and a "#!" line is a script if it has functions of a shell.
func TestShellFunctions(t *testing.T) {
	for _, c := range []struct{ name, head, want string }{
		{"x-common", "# common functions\n\ndie() {\n\techo \"$1\" >&2\n}\n", "Shell"},
		{"exa", "_exa()\n{\n    local cur\n}\n", "Shell"},
		{"diff", "can_diff () {\n\tif test -n \"$1\"\n\tthen\n\t\tfalse\n\tfi\n}\n", "Shell"},
		{"x.local", "die() {\n\techo \"$1\"\n}\n", ""},
		{"notes", "main() {\n  return 0;\n}\n", ""},
		{"notes", "Call die() {\n\techo it\n", ""},
	} {
		if got := languageOf(c.name, []byte(c.head)); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.name, c.head, got, c.want)
		}
	}
}
