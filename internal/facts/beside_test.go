package facts

import (
	"testing"

	"luminos"
)

// A licence text that is a small part of a file can be one of several there, except a notice of GNU.
func TestLicenceBesideOthers(t *testing.T) {
	for _, c := range []struct {
		license  string
		coverage int
		want     bool
	}{{"HPND-sell-variant", 35, true}, {"HPND", 53, true}, {"HPND-sell-variant", 60, false}, {"ISC AND MIT", 40, false}, {"MIT", 0, false}, {"LGPL-2.1-or-later", 10, false}} {
		if got := beside(luminos.LicenseFile{License: c.license, Coverage: c.coverage}); got != c.want {
			t.Errorf("%s, %d %%: %v", c.license, c.coverage, got)
		}
	}
}
