package scan

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/facts/manifest"
)

// TestWorkOfOthersIsVendored checks which files count as the work of others by their heads.
func TestWorkOfOthersIsVendored(t *testing.T) {
	const (
		apache = "(function() {\n/*\n * Copyright (c) 2010 Acme Inc\n *\n" +
			" * Licensed under the Apache License, Version 2.0\n */\nlet a = 1\n"
		bundle = "(function (global, factory) {\n" +
			"  typeof exports === 'object' && typeof module !== 'undefined' ? module.exports = factory() :\n"
		amd = "(function (root, factory) {\n  if (typeof define === 'function' && define.amd) {\n    define([], factory)\n" +
			"  } else {\n    root.x = factory();\n  }\n})\n"
		gpl     = "GNU GENERAL PUBLIC LICENSE\nGNU General Public License\n"
		plain   = "let a = 1\n"
		roe     = "MIT License\n\nCopyright (c) 2012-2020 Jane Roe and contributors.\n\nPermission is hereby granted\n"
		doe     = "Copyright (c) 2013, John Doe <doe@x.org>\nAll rights reserved.\n"
		fsf     = "Copyright (C) 2007 Free Software Foundation, Inc.\n"
		lang    = "# nocov start --- r-lib/rlang compat-obj-type\n#\n"
		mit     = "// Copyright Contributors to the turn project.\n// SPDX-License-Identifier: MIT\nlet a = 1\n"
		derived = "// Its table is derived from x, licensed under the MIT License. Copyright (c) 2020 Jane Roe\n"
	)
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"another licence and holder": {map[string]string{"LICENSE": gpl, "app/a.js": apache, "app/b.js": plain}, "app/a.js"},
		"another identifier": {
			map[string]string{"LICENSE": gpl, "app/a.js": mit, "app/b.js": plain}, "app/a.js"},
		"the same identifier": {map[string]string{"LICENSE": roe, "app/a.js": mit, "app/b.js": plain}, ""},
		"a holder with an address": {
			map[string]string{"LICENSE": gpl + "http://x.org\n", "a.h": "/*\nCopyright (c) 2003, Troy D. Hall  http://t.org/h/\n" +
				"Redistribution and use in source and binary forms\n*/\n", "b.c": plain}, "a.h"},
		"a directory with the name of the package": {map[string]string{"package.json": `{"name": "@x/select2"}`,
			"src/select2/core.js": plain, "vendor/select2/a.js": plain, "t/bootstrap.js": plain, "b.js": plain},
			"t/bootstrap.js vendor/select2/a.js"},
		"a directory with another name": {map[string]string{"package.json": `{"name": "x"}`, "s/select2/core.js": plain,
			"b.js": plain}, "s/select2/core.js"},
		"an address of its origin": {map[string]string{"src/x/source.txt": "0f02dc176959\nhttps://x.org/y/z.git\n",
			"src/x/y.c": plain, "src/a.c": plain, "src/b.c": plain, "b/source.txt": "See https://x.org/y/z\n", "b/c.c": plain},
			"src/x/y.c"},
		"a copy of a repository": {map[string]string{"LICENSE": roe, "package.json": `{"name": "kite"}`, "a.js": plain,
			"tail/LICENSE": doe, "tail/pyproject.toml": "[project]\n", "tail/a.py": "a = 1\n", "tail/b.py": "b = 1\n",
			"tail/.github/workflows/a.yml": "on: push\n"}, "tail/a.py tail/b.py"},
		"a member with workflows": {map[string]string{"LICENSE": roe, "package.json": `{"workspaces": ["tail"]}`, "a.js": plain,
			"tail/LICENSE": doe, "tail/package.json": `{"name": "tail"}`, "tail/a.js": plain, "tail/b.js": plain,
			"tail/.github/workflows/a.yml": "on: push\n"}, ""},
		"a package of others": {map[string]string{"LICENSE": roe, "package.json": `{"name": "kite"}`, "a.js": plain,
			"tail/LICENSE": doe, "tail/pyproject.toml": "[project]\n", "tail/a.py": "a = 1\n"}, ""},
		"a well-known file": {map[string]string{"src/xxhash.h": "int x;\n", "a.c": plain}, "src/xxhash.h"},
		"its own project":   {map[string]string{"src/uthash.h": "int x;\nint y;\n", "a.c": plain}, ""},
		"libraries of a file": {map[string]string{"stb_image.h": plain, "old/stb_dxt.h": plain, "a.c": plain,
			"b.c": plain}, ""},
		"no licence to compare with": {map[string]string{"app/a.js": apache, "app/b.js": plain}, ""},
		"the same licence":           {map[string]string{"LICENSE": "Apache License\n", "app/a.js": apache}, ""},
		"an author of the project":   {map[string]string{"LICENSE": gpl, "AUTHORS": "Acme\n", "app/a.js": apache}, ""},
		"a holder of many files":     {map[string]string{"LICENSE": gpl, "a.js": apache, "b.js": apache, "c.js": apache}, ""},
		"a file that the licence names": {
			map[string]string{"COPYING": gpl + "This includes table.js:\nCopyright (c) 2010 Acme Inc\nApache License\n",
				"app/k_table.js": apache, "app/b.js": plain}, "app/k_table.js",
		},
		"a file of the holder beside it": {
			map[string]string{"COPYING": gpl + "See main.js.\nApache License\n", "a.js": apache, "b.js": plain}, "",
		},
		"a licence named in passing": {map[string]string{"LICENSE": gpl, "a.js": derived}, ""},
		"a library in one file": {
			map[string]string{"package.json": `{"name": "clip"}`, "web/turn.js": bundle, "a.js": plain, "b.js": plain}, "web/turn.js",
		},
		"a banner with a version": {
			map[string]string{"x.css": "/*! normalize.css v8.0.1 | MIT License */\n", "a.js": plain, "b.js": plain}, "x.css",
		},
		"a banner with a version behind a dash": {
			map[string]string{"x.js": "/*!\n * Turn Left - v3.4.1 - 2023-02-23\n */\n", "a.js": plain, "b.js": plain}, "x.js",
		},
		"a banner below a wrapper": {
			map[string]string{"x.js": "(function(f){f()}(function(){\n/*! Turn (FORK) v2.32.0 *//*\n", "a.js": plain,
				"b.js": plain}, "x.js",
		},
		"the directory of a library": {
			map[string]string{"s/turn/turn.js": "// Turn version 2.23\n//\n", "s/turn/util/a.js": plain, "s/turn/a.css": "a {}\n",
				"s/turn/a.py": "a = 1\n", "a.js": plain, "b.js": plain, "c.py": "", "d.py": ""},
			"s/turn/a.css s/turn/turn.js s/turn/util/a.js",
		},
		"a directory with most of the files": {
			map[string]string{"turn/turn.js": "// Turn version 2.23\n//\n", "turn/a.js": plain, "turn/b.js": plain,
				"turn/c.js": plain, "b.js": plain}, "turn/turn.js",
		},
		"a version in a sentence": {map[string]string{"x.js": "// Needs version 2.2 of turn\n", "a.js": plain, "b.js": plain}, ""},
		"a library beside tests": {
			map[string]string{"test/lib/x.js": amd, "x/y.js": amd, "a.js": plain, "b.js": plain}, "test/lib/x.js",
		},
		"the library itself": {
			map[string]string{"package.json": `{"name": "@x/turn"}`, "turn.js": bundle, "a.js": plain, "b.js": plain}, "",
		},
		"a copy by its words": {map[string]string{"a.h": "// Vendored into kite from Jackson.\n", "b.c": plain, "c.c": plain}, "a.h"},
		"a project of copies": {map[string]string{"a.h": "// Vendored into kite from Jackson.\n", "b.c": plain}, "a.h"},
		"a header of SQLite": {map[string]string{"a.h": "/*\n** The author disclaims copyright to this source code.\n" +
			"**\n** This header is of the SQLite library\n*/\n", "b.c": plain, "c.c": plain}, "a.h"},
		"a copied tool":      {map[string]string{"t/cpplint.py": plain, "b.c": plain}, "t/cpplint.py"},
		"a tool with a test": {map[string]string{"t/cpplint.py": plain, "t/cpplint_unittest.py": plain}, ""},
		"nothing but copies": {map[string]string{"a.h": "// Vendored into kite from Jackson.\n"}, ""},
		"a copy of the target": {map[string]string{
			"DESCRIPTION": "Package: x\n", "package.json": `{"name": "rlang"}`, "R/a.R": lang, "R/b.R": plain}, ""},
		"a copy from rlang": {map[string]string{"DESCRIPTION": "Package: x\n", "R/a.R": lang, "R/b.R": plain}, "R/a.R"},
		"a directory of others": {map[string]string{
			"LICENSE": roe, "in/x/LICENSE": doe, "in/x/a.go": plain, "b.go": plain, "c.go": plain}, "in/x/a.go"},
		"a directory in a directory of others": {map[string]string{
			"LICENSE": roe, "x/LICENSE": doe, "x/a.go": plain, "x/y/LICENSE": doe, "x/y/a.go": plain, "x-y/LICENSE": doe,
			"x-y/a.go": plain, "b.go": plain, "c.go": plain, "d.go": plain, "e.go": plain}, "x-y/a.go x/a.go x/y/a.go"},
		"the same holder": {map[string]string{"LICENSE": roe, "x/LICENSE": roe, "x/a.go": plain, "b.go": plain, "c.go": plain}, ""},
		"a package of its own": {map[string]string{
			"LICENSE": roe, "in/x/LICENSE": doe, "in/x/go.mod": "module x\n", "in/x/a.go": plain, "b.go": plain}, ""},
		"a licence without names": {map[string]string{"LICENSE": gpl, "x/LICENSE": doe, "x/a.go": plain, "b.go": plain, "c.go": plain}, ""},
		"most of the files": {map[string]string{
			"LICENSE": roe, "src/LICENSE": doe, "src/a.go": plain, "src/b.go": plain, "src/c.go": plain}, ""},
		"a licence of the GPL":    {map[string]string{"LICENSE": roe, "x/COPYING": fsf, "x/a.go": plain, "b.go": plain, "c.go": plain}, ""},
		"a project of such files": {map[string]string{"turn.js": bundle, "left.js": bundle, "a.js": plain}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, c.files)
			var got []string
			for _, f := range scanned(t, dir, Options{}).Files {
				if f.Vendored {
					got = append(got, string(f.Path))
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("vendored: %q, want %q", got, c.want)
			}
		})
	}
}

// TestTwinsAreGenerated checks that a script beside the source that is compiled to it is generated, but neither
// a declaration of types nor a script with another name, nor one that is too long for the source, nor a table of
// numbers without a mark of a generator, which people write, too.
func TestTwinsAreGenerated(t *testing.T) {
	dir := t.TempDir()
	table := "local t = {\n"
	for i := range 1200 {
		table += fmt.Sprintf("  { 0x%x, %d },\n", i, i)
	}
	write(t, dir, map[string]string{"a.tl": "local a = 1\n", "a.lua": "local a = 1\n", "b.lua": "local b = 1\n",
		"c.d.ts": "declare let c\n", "c.js": "let c\n", "table.lua": table,
		"d.coffee": "d = 1\n", "d.js": strings.Repeat("test('a kite flies', () => fly(1));\n", 200)})
	var got []string
	for _, f := range scanned(t, dir, Options{}).Files {
		if f.Generated {
			got = append(got, string(f.Path))
		}
	}
	if strings.Join(got, " ") != "a.lua" {
		t.Errorf("generated: %q", got)
	}
}

// TestMaterialIsOwn checks that directories with a name of foreign code are own where nothing is a program.
func TestMaterialIsOwn(t *testing.T) {
	for program, want := range map[string]bool{"": false, "Python": true, "CSS": true, "HTML": false} {
		s := &luminos.Scan{
			Files: []luminos.File{{Path: "vendor/bill.txt", Vendored: true}},
			Dirs:  []luminos.Dir{{Path: "vendor", Vendored: true}},
		}
		if program != "" {
			s.Files = append(s.Files, luminos.File{Path: "a", Language: program})
		}
		claimMaterial(s)
		if s.Files[0].Vendored != want || s.Dirs[0].Vendored != want {
			t.Errorf("with %q: %v, %v", program, s.Files[0].Vendored, s.Dirs[0].Vendored)
		}
	}
}

// TestForeignFilesInTables checks that the tables of a scan know which files are the work of others.
func TestForeignFilesInTables(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.js": "/*! x v1.0 */\n", "b.js": "1\n", "c.js": "1\n", "d.js": "1\n"})
	s := scanned(t, dir, Options{})
	if got := s.Languages[0]; got.Files != 3 || got.Vendored.Files != 1 {
		t.Errorf("JavaScript %+v, want 3 files and 1 vendored", got)
	}
	if f := s.ClassifiedFiles.Files[0]; f.Path != luminos.Path("a.js") || !f.Vendored {
		t.Errorf("the first file is %+v, want a.js, vendored", f)
	}
}

// TestManifestsAreRead checks that the readers of facts know each manifest of a package.
func TestManifestsAreRead(t *testing.T) {
	for name := range manifests {
		if !manifest.Named(luminos.Path(name)) {
			t.Errorf("%s is no format of manifests", name)
		}
	}
	for ext := range manifestExts {
		if !manifest.Named(luminos.Path("a" + ext)) {
			t.Errorf("*%s is no format of manifests", ext)
		}
	}
}
