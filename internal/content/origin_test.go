package content

import "testing"

// TestOrigin checks which first comments say that a file is copied from another project.
func TestOrigin(t *testing.T) {
	for head, want := range map[string]string{
		"// Vendored from Jackson\n// https://x.org/j/a.java\n/*\n * Copyright\n":                   "https://x.org/j/a.java",
		"// x: a parser.\n// Vendored into kite under the MIT License.\nint a;\n":                   "",
		"// Vendored into kite from Jackson.\nint a;\n":                                             "Jackson",
		"// Vendored into kite: https://x.org/a.h\nint a;\n":                                        "https://x.org/a.h",
		"// Vendored into kite under MIT (its option).\n// Upstream:\n// https://x.org/b\nint a;\n": "https://x.org/b",
		"// Copied from Jackson, which imported it.\nint a;\n":                                      "Jackson",
		"#ifndef A_H\n#define A_H\n\n/* This file is copied from https://x.org/a.h */\n":            "https://x.org/a.h",
		"/*\n * Roe's table.\n *\n * This file was taken from the NetBSD kernel.\n */\n":            "NetBSD",
		"// vendored from the go-enry codebase.\n\npackage a\n":                                     "go-enry",
		"# nocov start - compat-purrr.R\n# Latest version: https://x.org/rlang\n":                   "https://x.org/rlang",
		"# nocov start --- r-lib/rlang compat-obj-type\n#\n":                                        "r-lib/rlang compat-obj-type",
		"// From Kite\n// https://github.com/a/kite/blob/12/KiteMaker.java\npackage a\n":            "https://github.com/a/kite/blob/12/KiteMaker.java",
		"// See https://github.com/a/kite/blob/12ab/src/KiteMaker.java\npackage a\n":                "",
		"// This file is copied from src/b.c by make.\nint a;\n":                                    "",
		"// This file is copied from the parent directory.\nint a;\n":                               "",
		"// This file is copied from Setup.py.\nint a;\n":                                           "",
		"// This module is imported from Node only.\nimport 'a'\n":                                  "",
		"class A\n  # This code was copied from Rake.\n":                                            "",
		"int a;\n// This file is copied from https://x.org/a.h\n":                                   "",
		"// Values are copied from https://x.org at the start.\nint a;\n":                           "",
		"// This table is copied from the other.\nint a;\n":                                         "",
	} {
		if got := NoticeOf("src/KiteMakerElem.java", []byte(head)).Origin; got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
}
