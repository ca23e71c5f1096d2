package license

import (
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// classifier finds the texts of known licences in texts. It builds scanners for the licences that a text can hold, since
// a scanner for all takes 1.5 s. One goroutine uses it at a time.
type classifier struct {
	all      []licensecheck.License
	common   []licensecheck.License
	scanners []scanner
	built    int // bytes of the patterns of all scanners
}

// scanner finds licences in texts.
type scanner struct {
	*licensecheck.Scanner
	full     bool // it has candidates of all licences, and not of the common ones only
	licences map[licensecheck.License]bool
}

// has reports whether the scanner finds all licences of list, which holds candidates of all licences if full is true,
// else of the common ones. A scanner for all could find a rare sibling in a text that is compared with the common ones.
func (s scanner) has(list []licensecheck.License, full bool) bool {
	return s.full == full && !slices.ContainsFunc(list, func(l licensecheck.License) bool { return !s.licences[l] })
}

// commonPrefixes are the beginnings of the identifiers of the licences of nearly all targets. They include whole
// families, so that a rare sibling (JSON, BSD-3-Clause-Clear) is not mistaken for the common one.
var commonPrefixes = []string{
	"MIT", "X11", "JSON", "ISC", "HPND", "BSD", "Apache", "GPL", "LGPL", "AGPL", "MPL", "Unlicense", "CC0", "CC-BY-4",
	"CC-BY-SA-4", "CC-BY-NC-4", "CC-BY-NC-SA-4", "Zlib", "0BSD", "BSL-1", "WTFPL", "EPL-2", "CommonsClause", "SSPL",
	"Artistic-2", "OFL-1.1", "PolyForm", "PostgreSQL",
}

func newClassifier() *classifier {
	c := &classifier{all: licensecheck.BuiltinLicenses()}
	for _, l := range c.all {
		if l.LRE != "" && slices.ContainsFunc(commonPrefixes, func(p string) bool { return strings.HasPrefix(l.ID, p) }) {
			c.common = append(c.common, l)
		}
	}
	return c
}

// maxBuilt is the number of bytes of patterns from which on no more scanners are built for single texts. The patterns
// of all licences have 3.4 MB.
const maxBuilt = 2 << 20

// scan compares s with the common licences, or with all if full is true, that are possible by the pairs of its words.
// It may compare s with others of them, which do not match, if a scanner with them exists.
func (c *classifier) scan(s string, have pairs, full bool) licensecheck.Coverage {
	list := c.common
	if full {
		list = c.all
	}
	if c.built < maxBuilt {
		list = have.candidates(list)
	}
	for _, made := range c.scanners {
		if made.has(list, full) {
			return made.Scan([]byte(s))
		}
	}
	made, err := licensecheck.NewScanner(list)
	if err != nil {
		panic(err) // the library's own patterns
	}
	licences := map[licensecheck.License]bool{}
	for _, l := range list {
		licences[l] = true
		c.built += len(l.LRE)
	}
	c.scanners = append(c.scanners, scanner{made, full, licences})
	return made.Scan([]byte(s))
}

// sure is the coverage from which a text is taken for the licences found in it,
// the threshold that pkg.go.dev uses with the same classifier.
const sure = 75

// classify returns the known licence texts that the classifier finds in s, and the percentage of s that they cover.
// It compares s with the common licences and, if these cover too little and full is true, with all.
func (c *classifier) classify(s string, full bool) (parts []part, percent float64) {
	have := pairsOf(s)
	cov := c.scan(s, have, false)
	if cov.Percent < sure && full {
		cov = c.scan(s, have, true)
	}
	for _, m := range cov.Match {
		if m.IsURL {
			continue
		}
		id := m.ID
		switch id {
		case "HPND": // its text differs from MIT-CMU by a few words
			if strings.Contains(s, "MIT-CMU") {
				id = "MIT-CMU"
			}
		case "CommonsClause":
			id = "Commons-Clause"
		case "GPL-2.0-or-3.0":
			id = "GPL-2.0-only OR GPL-3.0-only"
		}
		parts = append(parts, part{id: id, start: m.Start, end: m.End})
	}
	return parts, cov.Percent
}
