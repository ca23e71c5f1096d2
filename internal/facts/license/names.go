package license

import (
	"regexp"
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// proprietary is the licence of a target that grants no rights.
const proprietary = "Proprietary"

// name is a licence that prose names.
type name struct {
	id         string
	start, end int
}

// family recognises the names people give to one licence or a family of them.
type family struct {
	re func() *regexp.Regexp
	// id returns the identifier for the match and the text after it, or "" if it is
	// no licence.
	id func(match []string, rest string) string
}

var (
	versionAfter = lazyregexp.Lazy(`(?i)^[^.;:\n0-9]{0,40}?\bv?(\d(?:\.\d)?)(?:\.0)?(?:[^0-9.]|\.?$|\.[^0-9])`)
	laterAfter   = lazyregexp.Lazy(`(?i)^[^;\n]{0,45}?(?:\d\+|\bor[\s-]+(?:\(?\s*at your option\s*\)?,?\s+)?(?:any\s+)?(?:later|newer|above|higher))`)
	onlyAfter    = lazyregexp.Lazy(`(?i)^[^.;\n0-9]{0,30}?\d(?:\.\d)?[\s-]+only\b`)
	licenseNear  = lazyregexp.Lazy(`(?i)^[\s\S]{0,30}?licen[sc]e|^[\s,]*v?(?:ersion\s*)?\d`)
)

// fixed returns the id function of a [family] that has only one licence: it always returns id.
func fixed(id string) func([]string, string) string {
	return func([]string, string) string { return id }
}

// numbered returns the id function of a family whose members differ by version. versions maps the
// number in the text to the number of the identifier; the key "" is for a name without a number.
func numbered(prefix string, versions map[string]string) func([]string, string) string {
	return func(_ []string, rest string) string {
		number := ""
		if m := versionAfter().FindStringSubmatch(rest); m != nil {
			number = m[1]
		}
		v, ok := versions[number]
		if !ok {
			return ""
		}
		return prefix + v
	}
}

// gnuFamily returns the id function of a [family] of GNU licences. It adds "-only" or "-or-later"
// to the identifier if the text after the name says so.
func gnuFamily(prefix string, versions map[string]string) func([]string, string) string {
	plain := numbered(prefix, versions)
	return func(m []string, rest string) string {
		rest = publisher().ReplaceAllString(rest, " ")
		id := plain(m, rest)
		switch {
		case id == "":
			return ""
		case onlyAfter().MatchString(rest):
			return id + "-only"
		case laterAfter().MatchString(rest):
			return id + "-or-later"
		}
		return id
	}
}

// publisher matches the words of a notice between the name of a GNU licence and its version.
var publisher = lazyregexp.Lazy(`^,? as published by the Free Software Foundation[,;]? (?:either )?`)

// families in the order of preference where two match at one place.
var families = []family{
	{lazyregexp.Lazy(`(?i)\bfunctional source licen[sc]e(?:[^\n]{0,40}?\b(?:MIT|ALv2|apache)[^\n]{0,10}? future licen[sc]e)?|\bFSL\b`), func(m []string, rest string) string {
		switch l := strings.ToLower(m[0] + head(rest, 60)); {
		case strings.Contains(l, "mit"):
			return "FSL-1.1-MIT"
		case strings.Contains(l, "alv2") || strings.Contains(l, "apache"):
			return "FSL-1.1-ALv2"
		}
		return ""
	}},
	{lazyregexp.Lazy(`(?i)\bbusiness source licen[sc]e|\bBUSL\b`), fixed("BUSL-1.1")},
	{lazyregexp.Lazy(`(?i)\belastic(?:search)? licen[sc]e|\bELv2\b`), func(m []string, rest string) string {
		if strings.EqualFold(m[0], "ELv2") {
			return "Elastic-2.0"
		}
		return numbered("Elastic-", map[string]string{"2": "2.0", "2.0": "2.0"})(m, rest)
	}},
	{lazyregexp.Lazy(`(?i)\bredis source available licen[sc]e|\bRSALv2\b`), fixed("RSALv2")},
	{lazyregexp.Lazy(`(?i)\bserver side public licen[sc]e|\bSSPL`), fixed("SSPL-1.0")},
	{lazyregexp.Lazy(`(?i)\bcommons clause`), fixed("Commons-Clause")},
	{lazyregexp.Lazy(`(?i)\bsustainable use licen[sc]e`), fixed("Sustainable Use License")},
	{lazyregexp.Lazy(`(?i)\bpolyform[ -](noncommercial|small[ -]business|shield|perimeter|strict|internal[ -]use|free[ -]trial)`), func(m []string, _ string) string {
		words := strings.FieldsFunc(strings.ToLower(m[1]), func(r rune) bool { return r == ' ' || r == '-' })
		for i, w := range words {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
		return "PolyForm-" + strings.Join(words, "-") + "-1.0.0"
	}},
	{lazyregexp.Lazy(`(?i)\b(?:gnu )?affero(?: general public)?(?: licen[sc]e)?|\bAGPL`), gnuFamily("AGPL-", map[string]string{"3": "3.0", "3.0": "3.0", "": "3.0"})},
	{lazyregexp.Lazy(`(?i)\b(?:gnu )?(?:lesser|library) (?:general )?public licen[sc]e|\bLGPL`), gnuFamily("LGPL-", map[string]string{"2": "2.0", "2.0": "2.0", "2.1": "2.1", "3": "3.0", "3.0": "3.0"})},
	{lazyregexp.Lazy(`(?i)\b(?:gnu )?general public licen[sc]e|\bGPL|\bgnu gpl`), gnuFamily("GPL-", map[string]string{"1": "1.0", "2": "2.0", "2.0": "2.0", "3": "3.0", "3.0": "3.0"})},
	{lazyregexp.Lazy(`(?i)\bgnu free documentation licen[sc]e|\bGFDL`), gnuFamily("GFDL-", map[string]string{"1.1": "1.1", "1.2": "1.2", "1.3": "1.3"})},
	{lazyregexp.Lazy(`(?i)\bversion 2(?:\.0)? of the apache licen[sc]e|\bapache(?:[- ]software)?|\bASL\b|\bALv2\b`), func(m []string, rest string) string {
		if !licenseNear().MatchString(rest) && !strings.Contains(strings.ToLower(m[0]), "licen") && !strings.HasPrefix(m[0], "AL") {
			return "" // the foundation or the web server
		}
		if v := versionAfter().FindStringSubmatch(head(rest, 30)); v != nil && strings.HasPrefix(v[1], "1") {
			return "Apache-" + v[1]
		}
		return "Apache-2.0"
	}},
	{lazyregexp.Lazy(`(?i)\bmozilla public licen[sc]e|\bMPL\b`), numbered("MPL-", map[string]string{"2": "2.0", "2.0": "2.0", "1.1": "1.1", "": "2.0"})},
	{lazyregexp.Lazy(`(?i)\beclipse public licen[sc]e|\bEPL\b`), numbered("EPL-", map[string]string{"2": "2.0", "2.0": "2.0", "1": "1.0", "1.0": "1.0"})},
	{lazyregexp.Lazy(`(?i)\beuropean union public licen[sc]e|\bEUPL\b`), numbered("EUPL-", map[string]string{"1.2": "1.2", "1.1": "1.1", "": "1.2"})},
	{lazyregexp.Lazy(`(?i)\bzero[- ]clause bsd|\b0[- ]?bsd\b|\bbsd[- ]zero[- ]clause|\bbsd[- ]0[- ]clause`), fixed("0BSD")},
	{lazyregexp.Lazy(`(?i)\b(?:new|modified|revised|3[- ]clause|three[- ]clause)[- ]bsd\b|\bbsd[-, (]{1,2}(?:new|modified|revised|3|three)(?:[- ]clause)?\b|\bbsd3\b`), fixed("BSD-3-Clause")},
	{lazyregexp.Lazy(`(?i)\b(?:simplified|2[- ]clause|two[- ]clause|free)[- ]?bsd\b|\bbsd[-, (]{1,2}(?:simplified|2|two)(?:[- ]clause)?\b|\bbsd2\b`), fixed("BSD-2-Clause")},
	{lazyregexp.Lazy(`(?i)\bCC0\b|\bcreative commons zero`), fixed("CC0-1.0")},
	{lazyregexp.Lazy(`(?i)\bcreative commons\b|\bCC[- ]BY\b`), creativeCommons},
	{lazyregexp.Lazy(`\b(?:CC )?Attribution((?:[- ](?:NonCommercial|Share-?Alike|NoDerivatives|NoDerivs))*)\b`), func(m []string, rest string) string {
		if !strings.HasPrefix(strings.TrimSpace(rest), "4.0") && !strings.HasPrefix(strings.TrimSpace(rest), "3.0") {
			return "" // the plain word
		}
		return creativeCommons([]string{"by"}, m[1]+" "+rest)
	}},
	{lazyregexp.Lazy(`(?i)\bpublic domain (?:and )?dedication (?:and )?licen[sc]e|\bPDDL\b`), fixed("PDDL-1.0")},
	{lazyregexp.Lazy(`(?i)\bboost software licen[sc]e|\bBSL-1\.0\b`), fixed("BSL-1.0")},
	{lazyregexp.Lazy(`\b(?i:the )?(?i:unlicense)\b`), fixed("Unlicense")},
	{lazyregexp.Lazy(`\bMIT[- ]0\b|(?i)\bmit no attribution`), fixed("MIT-0")},
	{lazyregexp.Lazy(`\bMIT-CMU\b`), fixed("MIT-CMU")},
	{lazyregexp.Lazy(`\bMIT\b|\b[Ee]xpat\b|^license mit$`), fixed("MIT")},
	{lazyregexp.Lazy(`\bISC\b`), fixed("ISC")},
	{lazyregexp.Lazy(`(?i)\bzlib\b`), func(_ []string, rest string) string {
		if licenseNear().MatchString(rest) {
			return "Zlib"
		}
		return ""
	}},
	{lazyregexp.Lazy(`\bWTFPL\b`), fixed("WTFPL")},
	{lazyregexp.Lazy(`(?i)\bpython software foundation licen[sc]e|\bPSF\b`), fixed("PSF-2.0")},
	{lazyregexp.Lazy(`(?i)\bartistic licen[sc]e`), numbered("Artistic-", map[string]string{"2": "2.0", "2.0": "2.0", "1": "1.0", "1.0": "1.0"})},
	{lazyregexp.Lazy(`(?i)\bpostgresql licen[sc]e`), fixed("PostgreSQL")},
	{lazyregexp.Lazy(`(?i)\bsil open font licen[sc]e|\bopen font licen[sc]e|\bOFL\b`), fixed("OFL-1.1")},
	{lazyregexp.Lazy(`(?i)\bopen (?:data commons )?(?:open )?database licen[sc]e|\bODbL\b`), fixed("ODbL-1.0")},
	{lazyregexp.Lazy(`(?i)\bsame (?:terms|conditions|licen[sc]e)(?: and \w+)? (?:as|of) (?:the )?(vim|perl|ruby)\b`),
		sameAs},
	{lazyregexp.Lazy(`(?i)\b(vim|ruby)(?:['’]s)? licen[sc]e`), sameAs},
	{lazyregexp.Lazy(`(?i)\bopen government licen[sc]e`), numbered("OGL-UK-", map[string]string{"3": "3.0", "3.0": "3.0", "2": "2.0", "2.0": "2.0"})},
}

// vague are families of licences whose names leave the version open. SPDX has no identifiers for them.
var vague = []family{
	{lazyregexp.Lazy(`\bLGPL\b|(?i)\blesser general public licen[sc]e`), fixed("LGPL")},
	{lazyregexp.Lazy(`\bGPL\b|(?i)\bgnu general public licen[sc]e`), fixed("GPL")},
	{lazyregexp.Lazy(`\bBSD(?:[- ]licen[sc]ed?\b|$)|` +
		`\bunder (?:the |a )?(?:terms of the )?BSD *(?:[.,;()]|$)|\b(?i:licen[sc]e): BSD\b`), fixed("BSD")},
	{lazyregexp.Lazy(`(?i)\b(?:in|into|to) the public domain\b`), fixed("public domain")},
}

// sameAs returns the licence of the program whose terms a text adopts: "same terms as Vim itself".
func sameAs(m []string, _ string) string {
	switch strings.ToLower(m[1]) {
	case "perl":
		return "Artistic-1.0-Perl OR GPL-1.0-or-later"
	case "ruby":
		return "Ruby"
	}
	return "Vim"
}

// identifier matches SPDX identifiers with a number: FSL-1.1-MIT.
var identifier = lazyregexp.Lazy(`\b[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z]+)*-[0-9][0-9.]*(?:-[A-Za-z0-9]+)*\b`)

var (
	ccVersion = lazyregexp.Lazy(`\b([1-4]\.0|2\.5)\b`)
	ccParts   = []struct {
		re   func() *regexp.Regexp
		part string
	}{
		{lazyregexp.Lazy(`(?i)\bnon-?commercial|[- ]nc\b`), "-NC"},
		{lazyregexp.Lazy(`(?i)\bno[- ]?deriv|[- ]nd\b`), "-ND"},
		{lazyregexp.Lazy(`(?i)\bshare-?\s?alike|[- ]sa\b`), "-SA"},
	}
	ccBy = lazyregexp.Lazy(`(?i)\battribution|[- ]?by\b`)
)

// creativeCommons returns the identifier of a Creative Commons licence from the parts of its name in m and in rest, the
// text after it. Without a version or "by" it returns "".
func creativeCommons(m []string, rest string) string {
	rest = head(rest, 120)
	if v := ccVersion().FindStringIndex(rest); v != nil {
		rest = rest[:v[1]]
	} else {
		return "" // without a version the name is not enough for an identifier
	}
	if !ccBy().MatchString(m[0]) && !ccBy().MatchString(rest) {
		return ""
	}
	id := "CC-BY"
	for _, p := range ccParts {
		if p.re().MatchString(rest) {
			id += p.part
		}
	}
	return id + "-" + rest[len(rest)-3:]
}

// namesIn returns the licences that the first 4 KiB of a piece of prose name, each once, in order. It is meant for
// prose about licences: "MIT" can be a university elsewhere.
func namesIn(s string) []name {
	s = head(s, 4096)
	var found []name
	for _, at := range identifier().FindAllStringIndex(s, 64) {
		if id, ok := spdx()[strings.ToLower(s[at[0]:at[1]])]; ok {
			found = append(found, name{id: id, start: at[0], end: at[1]})
		}
	}
	for i := range families {
		f := &families[i]
		for _, at := range f.re().FindAllStringSubmatchIndex(s, 16) {
			match := make([]string, len(at)/2)
			for j := range match {
				if at[2*j] >= 0 {
					match[j] = s[at[2*j]:at[2*j+1]]
				}
			}
			overlaps := slices.ContainsFunc(found, func(n name) bool { return at[0] < n.end && n.start < at[1] })
			if overlaps {
				continue
			}
			if id := f.id(match, head(s[at[1]:], 160)); id != "" {
				found = append(found, name{id: id, start: at[0], end: at[1]})
			}
		}
	}
	slices.SortFunc(found, func(a, b name) int { return a.start - b.start })
	return unique(found)
}

// vagueIn returns the first family of licences that prose without names of licences names.
func vagueIn(s string) []name {
	for i := range vague {
		if at := vague[i].re().FindStringIndex(s); at != nil {
			return []name{{id: vague[i].id(nil, ""), start: at[0], end: at[1]}}
		}
	}
	return nil
}

// unique returns the names of licences in order, each licence once. If a later name adds "-only" or "-or-later" to an
// identifier, the first name gets the more exact identifier.
func unique(found []name) []name {
	var out []name
	for _, n := range found {
		i := slices.IndexFunc(out, func(o name) bool { return base(o.id) == base(n.id) })
		switch {
		case i < 0:
			out = append(out, n)
		case out[i].id == base(n.id):
			out[i].id = n.id
		}
	}
	return out
}

// head returns at most the first n bytes of s, without a character that is cut.
func head(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
