package facts_test

import (
	"bytes"
	"compress/gzip"
	"testing"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/facts/factstest"
)

// TestUnpackedPackage checks that the documents of the only package of a tree name and describe it, that the documents
// of several do not, and that a README about the packaging is no description.
func TestUnpackedPackage(t *testing.T) {
	var log bytes.Buffer
	z := gzip.NewWriter(&log)
	if _, err := z.Write([]byte("jo (1.9-1) unstable; urgency=low\n")); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	const doc = "usr/share/doc/jo/"
	files := map[string]string{
		"usr/bin/jo": "x", doc + "changelog.Debian.gz": log.String(),
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
	check("unpacked Debian package", "jo", "1.9-1", "(GPL-2.0-or-later OR Artistic-2.0) AND MIT",
		"This program makes JSON of the words of a command line.")
	delete(files, doc+"README")
	files[doc+"copyright"] = "This program is free software under the MIT license.\n"
	check("unpacked Debian package", "jo", "1.9-1", "MIT", "")
	files["usr/share/doc/a/copyright"] = "x"
	check("part of the file system of a Unix machine", "", "", "", "")
}
