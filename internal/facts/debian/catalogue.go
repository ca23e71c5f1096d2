package debian

import (
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	// catalogued matches the description of a program for catalogues (AppStream). The group is the name.
	catalogued = lazyregexp.Lazy(`^usr/share/(?:metainfo|appdata)/` +
		`(?:[a-z]+\.(?:[\w-]+\.)+)?([\w-]+)\.(?:appdata|metainfo)\.xml$`)
	// projectLicense matches the licence of the program in it, an expression of SPDX.
	projectLicense = lazyregexp.Lazy(`^\s*<project_license>([^<&]+)</project_license>\s*$`)
	// released matches a release of the program in it. The groups are attributes.
	released = lazyregexp.Lazy(`^\s*<release\s([^>]*)>`)
	version  = lazyregexp.Lazy(`\bversion="(\d[\w.+~-]{0,59})"`)
	day      = lazyregexp.Lazy(`\bdate="(\d{4}-\d\d-\d\d)[T"]`)
	// operators gives the operators of an expression in the case that SPDX has.
	operators = strings.NewReplacer(" and ", " AND ", " or ", " OR ", " with ", " WITH ")
)

// readCatalogue sets the description by the file of a program for catalogues, the licence if the file of terms has no
// paragraphs that declare one, and the releases if the package has no change log.
func (p *Package) readCatalogue(t luminos.Text) {
	p.readField(t)
	var last luminos.Releases
	for i, line := range t.Lines() {
		if m := projectLicense().FindStringSubmatch(line); m != nil && len(p.Licenses) == 0 && p.Terms != AsAWhole {
			name := operators.Replace(luminos.Fold(m[1]))
			if shortName().MatchString(name) && !unnamed().MatchString(name) {
				p.Licenses, p.Evidence["license"] = []string{name}, []luminos.Evidence{t.Cite(i+1, i+1)}
			}
		}
		m := released().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		v, d := version().FindStringSubmatch(m[1]), day().FindStringSubmatch(m[1])
		if v == nil || d == nil {
			continue
		}
		last.Count++
		if d[1] > last.LastDate {
			last.Last, last.LastDate, last.Evidence = v[1], d[1], []luminos.Evidence{t.Cite(i+1, i+1)}
		}
		if last.FirstDate == "" || d[1] < last.FirstDate {
			last.FirstDate = d[1]
		}
	}
	if last.Count > 0 && p.Releases == nil {
		last.Source = t.Path
		p.Releases, p.Evidence["version"] = &last, last.Evidence
	}
}
