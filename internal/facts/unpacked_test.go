package facts_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/facts/factstest"
)

// TestUnpackedPackage checks that the documents of the only package of a tree name and describe it, that the documents
// of several do not, and that a README about the packaging is no description.
func TestUnpackedPackage(t *testing.T) {
	const doc = "usr/share/doc/jo/"
	files := map[string]string{
		"usr/bin/jo": "x", doc + "changelog.Debian.gz": zipped(t, "jo (1.9-1) unstable; urgency=low\n"),
		doc + "copyright": "Format: https://example.org/copyright-format/1.0/\n\nFiles: *\n" +
			"License: GPL-2+ or Artistic-2.0\n\nFiles: b\nLicense: MIT\n",
		doc + "README.Debian": "This program is a part of another package now.\n",
		doc + "README":        "This program makes JSON of the words of a command line.\n",
	}
	check := func(kind, name, version, license, about string) {
		t.Helper()
		src, scan := factstest.Tree(t, files)
		f, err := facts.Of(t.Context(), src, scan, facts.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := [5]string{f.Kind, f.Name, f.Version, f.License, f.Description}
		if want := [5]string{kind, name, version, license, about}; got != want || f.Sort != luminos.SortSystem {
			t.Errorf("%q, want %q", got, want)
		}
	}
	check("unpacked Debian package", "jo", "1.9-1", "GPL-2.0-or-later OR Artistic-2.0",
		"This program makes JSON of the words of a command line.")
	files[doc+"README.Debian"] = "Notes\n-----\n\nThis package includes programs for JSON.\n"
	check("unpacked Debian package", "jo", "1.9-1", "GPL-2.0-or-later OR Artistic-2.0",
		"This program makes JSON of the words of a command line.")
	delete(files, doc+"README")
	check("unpacked Debian package", "jo", "1.9-1", "GPL-2.0-or-later OR Artistic-2.0",
		"This package includes programs for JSON.")
	files[doc+"copyright"] = "Format: https://example.org/copyright-format/1.0/\n\nFiles: *\nLicense: MIT/X11\n"
	check("unpacked Debian package", "jo", "1.9-1", "MIT/X11", "This package includes programs for JSON.")
	files[doc+"copyright"] = "Format: https://example.org/copyright-format/1.0/\n\nFiles: *\nLicense: LGPL-2.1-exception\n"
	files["usr/lib/python3/dist-packages/jo/a.py"], files["usr/lib/python3/dist-packages/jo/b.py"] = "x = 1\n", "y = 1\n"
	files[doc+"README.Debian"] = "# Purpose\n\nThis package includes some programs for texts in these forms:\n" +
		"- JSON: the first\n- YAML: the second form\n"
	check("unpacked Debian package", "jo", "1.9-1", "LGPL-2.1-exception",
		"This package includes some programs for texts in these forms")
	files[doc+"README.Debian"] = "This program is a part of another package now.\n"
	files[doc+"copyright"] = "This program is free software under the MIT license.\n"
	check("unpacked Debian package", "jo", "1.9-1", "MIT", "")
	files["usr/share/man/man1/jo.1.gz"], files["usr/bin/jo"] = zipped(t, ".SH NAME\njo \\- make JSON\n"), "x"
	check("unpacked Debian package", "jo", "1.9-1", "MIT", "make JSON")
	files[doc+"copyright"] = "This is the Debian prepackaged version of the package.\n\nLicense: GPL\n"
	delete(files, "usr/share/man/man1/jo.1.gz")
	check("unpacked Debian package", "jo", "1.9-1", "", "")
	files["usr/share/nodejs/jo/package.json"] = `{"name": "jo", "version": "1.9", "description": "Makes JSON of words"}`
	check("unpacked Debian package", "jo", "1.9-1", "", "Makes JSON of words")
	files["usr/share/nodejs/jo/package.json"] = `{"name": "joe", "version": "1.9", "description": "Makes JSON of words"}`
	check("unpacked Debian package", "jo", "1.9-1", "", "")
	const notice = "This program is free software; you can redistribute it and/or modify it under the terms of the GNU " +
		"General Public License as published by the Free Software Foundation; either version 2 of the License, or (at " +
		"your option) any later version.\n"
	files[doc+"copyright"] = notice
	check("unpacked Debian package", "jo", "1.9-1", "GPL-2.0-or-later", "")
	files[doc+"copyright"] = "License: MIT\n\nparser/gram.c:\n\n" + notice
	check("unpacked Debian package", "jo", "1.9-1", "", "")
	files[doc+"copyright"] = "License: LGPL-2 for GMP, see below for Jo\n"
	check("unpacked Debian package", "jo", "1.9-1", "", "")
	files["usr/share/pkgconfig/jo.pc"] = "Description: Description of jo\n"
	check("unpacked Debian package", "jo", "1.9-1", "", "")
	files["usr/share/doc/a/copyright"] = "x"
	check("part of the file system of a Unix machine", "", "", "", "")
	files = map[string]string{"usr/share/doc/jo-doc/copyright": notice + "\nYou may copy, distribute and/or modify this document " +
		"under the terms of the GNU Free\nDocumentation License, Version 1.3 or any later version.\n"}
	check("unpacked Debian package", "jo-doc", "", "GFDL-1.3-or-later", "")
}

// zipped returns the compressed form of a text.
func zipped(t *testing.T, s string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(s)); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPacked checks that only the time of archives makes files without a repository a package as it was published.
func TestPacked(t *testing.T) {
	npm := time.Date(1985, 10, 26, 8, 15, 0, 0, time.UTC)
	made := map[string]string{"x.js": "f()\n",
		"package.json": `{"name": "x", "main": "x.js", "packageManager": "pnpm@9.4.0"}`}
	for _, c := range []struct {
		files map[string]string
		when  time.Time
		want  string
	}{
		{made, npm,
			"library in an unpacked npm package"},
		{made, npm.AddDate(40, 0, 0),
			"library"},
		{map[string]string{"x.js": "f()\n"}, npm, ""},
	} {
		src, scan := factstest.Tree(t, c.files)
		for i := range scan.Files {
			scan.Files[i].ModTime = c.when
		}
		f, err := facts.Of(t.Context(), src, scan, facts.Options{})
		if err != nil || f.Kind != c.want {
			t.Errorf("%s: %q, want %q, %v", c.when, f.Kind, c.want, err)
		}
		if developed := len(f.Toolchains) > 0; developed != (c.want == "library") {
			t.Errorf("%s: toolchains %q", c.when, f.Toolchains)
		}
	}
}

// TestArchives checks the names, versions, descriptions and licences of an unpacked wheel and of an unpacked JAR.
func TestArchives(t *testing.T) {
	const wheel, jar = "jo-1.2.dist-info/METADATA", "META-INF/MANIFEST.MF"
	const maven = "META-INF/maven/org.example/jo/"
	data := "Metadata-Version: 2.1\nName: jo\nVersion: 1.2\nSummary: Makes JSON of words.\nLicense: MIT\n\nVersion: 3\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  [5]string
	}{
		"a wheel": {map[string]string{wheel: data, "jo/a.py": "x = 1\n"},
			[5]string{"unpacked Python wheel", "jo", "1.2", "MIT", "Makes JSON of words."}},
		"two wheels": {map[string]string{wheel: data, "x-1.dist-info/METADATA": data, "jo/a.py": "x = 1\n"},
			[5]string{"directory of installed Python packages"}},
		"a JAR": {map[string]string{
			jar: "Manifest-Version: 1.0\nBundle-Name: Jo\nBundle-Version: 1.2.0\n", "org/example/Jo.class": "\xca\xfe\xba\xbe",
			maven + "pom.properties": "version=1.2\n",
			maven + "pom.xml": "<project>\n<artifactId>jo</artifactId>\n" +
				"<description>Makes JSON.</description>\n</project>",
		}, [5]string{"unpacked JAR", "Jo", "1.2.0", "", "Makes JSON."}},
		"no name": {map[string]string{jar: "Manifest-Version: 1.0\n", "Jo.class": "\xca\xfe\xba\xbe"}, [5]string{}},
	} {
		src, scan := factstest.Tree(t, c.files)
		f, err := facts.Of(t.Context(), src, scan, facts.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := [5]string{f.Kind, f.Name, f.Version, f.License, f.Description}; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestInstalledTests checks that installed code with the names of tests counts as code, and examples do not.
func TestInstalledTests(t *testing.T) {
	const doc, lib = "usr/share/doc/jo/", "usr/lib/python3/dist-packages/jo/"
	src, scan := factstest.Tree(t, map[string]string{
		doc + "changelog.Debian.gz": zipped(t, "jo (1.9-1) unstable; urgency=low\n"), doc + "copyright": "x\n",
		doc + "examples/e.py": "x = 1\n", lib + "jo.py": strings.Repeat("x = 1\n", 900),
		lib + "scenario_tests/base.py": strings.Repeat("x = 1\n", 200), lib + "test_a.py": "x = 1\n",
	})
	f, err := facts.Of(t.Context(), src, scan, facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := luminos.CodeSize{All: 1102, Own: 1101, Languages: []luminos.LanguageCode{{Name: "Python", Code: 1101}}}
	if diff := cmp.Diff(want, f.Code); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
