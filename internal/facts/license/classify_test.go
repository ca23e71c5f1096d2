package license

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/licensecheck"
)

// TestClassifierAgreesWithWholeScanner compares the findings of scanners for the candidates with the findings of a
// scanner for all common licences.
func TestClassifierAgreesWithWholeScanner(t *testing.T) {
	c := newClassifier()
	whole, err := licensecheck.NewScanner(c.common)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range texts(t) {
		c.built = 0 // never the whole scanner
		want := whole.Scan([]byte(text))
		if diff := cmp.Diff(want, c.scan(text, pairsOf(text), false)); diff != "" {
			t.Errorf("%v: (-whole +candidates)\n%s", name, diff)
		}
	}
}

// TestScannersForAll checks that a scanner for all licences serves no text that is compared with the common ones.
func TestScannersForAll(t *testing.T) {
	all := scanner{full: true}
	if all.has(nil, false) || !all.has(nil, true) {
		t.Errorf("for common licences %t, for all %t", all.has(nil, false), all.has(nil, true))
	}
}

// TestClassifierBuildsLittle bounds the patterns of which scanners are built. The patterns of all licences have 3.4 MB,
// for which a scanner takes 1.5 s to build.
func TestClassifierBuildsLittle(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
	}{
		{"All rights reserved. Ask Joe.", 40_000},
		{"MIT", 40_000},
		{"", 40_000},
		{texts(t)["bsd"], 40_000}, // with BSD-4-Clause a scanner takes ten times as long
	} {
		c := newClassifier()
		c.classify(tt.text, true)
		if c.built > tt.most {
			t.Errorf("%q: scanners of %d bytes of patterns, at most %d wanted", tt.text, c.built, tt.most)
		}
	}
}

// TestWithLater checks that the names in a text add "-or-later" to GNU licences, and only to them.
func TestWithLater(t *testing.T) {
	for _, c := range [][3]string{
		{"Apache-2.0 OR GPL-2.0", "under Apache-2.0 OR GPL-2.0-or-later", "Apache-2.0 OR GPL-2.0-or-later"},
		{"(MIT OR GPL-2.0) AND ISC", "GPL-2.0-or-later", "(MIT OR GPL-2.0-or-later) AND ISC"},
		{"LGPL-2.1", "GPL-2.1-or-later", "LGPL-2.1"}, {"GPL-3.0", "AGPL-3.0-or-later", "GPL-3.0"},
		{"GPL-2.0-only", "GPL-2.0-or-later", "GPL-2.0-only"},
	} {
		if got := withLater(c[0], c[1]); got != c[2] {
			t.Errorf("%s in %q: got %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
