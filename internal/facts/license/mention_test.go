package license

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTermsInWords reads terms that stand in no licence file. "?" is a place that speaks of terms without a known name.
func TestTermsInWords(t *testing.T) {
	for name, tt := range map[string]struct{ path, text, want string }{
		"terms of another program": {"README.md", "## License\n\nCopyright (c) Ann.  Distributed under the same terms as Vim\nitself." +
			"  See `:help license`.\n", "Vim"},
		"terms of a language": {"README", "You can redistribute it under the same terms as Perl itself.\n",
			"Artistic-1.0-Perl OR GPL-1.0-or-later"},
		"a family":      {"README.md", "## License\n\nBSD licensed.\n", "BSD"},
		"a style":       {"README.md", "It is licensed under a BSD Style License.\n", "?"},
		"no version":    {"README.md", "It is distributed under the GPL.\n", "GPL"},
		"words":         {"README.md", "## License\n\nDo as you like, but buy Ann a beer.\n", "?"},
		"documentation": {"doc/kite.txt", "Copyright Ann. May be used freely; see |license|.\n", "?"},
		"tag":           {"kite.c", "// SPDX-License-Identifier: MIT\nint kite;\n", "MIT"},
		"header":        {"kite.c", "/* Kite is free software; copy it as you like. */\nint kite;\n", "?"},
		"none":          {"kite.c", "/* Copyright Ann */\nint kite;\n", ""},
		"own text":      {"LICENSE", "This software is licensed under a Kite Style License\n\nFly it.\n", "?"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, tt.path)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			src, scan := open(t, dir)
			r, err := Read(t.Context(), src, scan, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := r.License
			if got == "" && len(r.Terms) > 0 {
				got = "?"
			}
			if got != tt.want {
				t.Errorf("licence %q, want %q", got, tt.want)
			}
		})
	}
}

// TestKnown checks old names of licences in manifests.
func TestKnown(t *testing.T) {
	for declared, want := range map[string]string{
		"BSD3": "BSD-3-Clause", "BSD2": "BSD-2-Clause", "GPL-3": "GPL-3.0", "gpl_3": "GPL-3.0", "apache_2_0": "Apache-2.0",
		"mit": "MIT", "Apache License 2.0": "Apache-2.0", "GPLv2+": "GPL-2.0-or-later", "perl_5": "Artistic-1.0-Perl OR GPL-1.0-or-later",
		"freebsd": "BSD-2-Clause", "artistic_2": "Artistic-2.0", "Apache2": "Apache-2.0", "SEE LICENSE": "SEE LICENSE", "BSD": "BSD",
	} {
		if got := Known(declared); got != want {
			t.Errorf("%q is %q, want %q", declared, got, want)
		}
	}
}
