package license

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// finding is the licence of one file.
type finding struct {
	expr     string
	coverage int // percent of the text that known licences cover
	evidence []luminos.Evidence
	prose    bool // it speaks of licences without being one
	later    bool // a notice before a GNU text allows later versions
	parts    bool // each part has a licence of its own
}

// part is one licence in a text that may hold several.
type part struct {
	id         string
	start, end int // bytes
}

// recognise returns the licence of a licence file. If full is set, a text that neither its headings nor the common
// licences explain is compared with all known licences.
func (c *classifier) recognise(t luminos.Text, full bool) finding {
	if e, line := identifierTag(t); e != "" {
		return finding{expr: e, evidence: []luminos.Evidence{t.Cite(line, line)}}
	}
	if eachOwn().MatchString(luminos.Fold(t.Content[:min(len(t.Content), 2048)])) {
		return finding{prose: true, parts: true, evidence: []luminos.Evidence{t.Cite(1, 1)}} // the texts below are of parts
	}
	if m := opening().FindString(t.Content); m != "" {
		if st, ok := prose(t, 1, strings.Count(m, "\n")+1); ok && strings.Contains(st.expr, " OR ") {
			return finding{expr: st.expr, evidence: st.evidence}
		}
	}
	titled := titledParts(t)
	known, percent := c.classify(t.Content, full && len(titled) == 0)
	if percent < 10 && len(known) > 0 && known[0].start > 4096 {
		known = nil // an aside of a long text that is something else
	}
	f := finding{coverage: int(percent)}
	parts, later := merge(titled, known)
	all := len(parts)
	parts = slices.DeleteFunc(parts, func(p part) bool { return ofFiles(t.Content, p) })
	if m := changed().FindStringSubmatchIndex(t.Content); m != nil {
		name := m[2:4]
		if name[0] < 0 {
			name = m[4:6]
		}
		line := strings.Count(t.Content[:name[0]], "\n") + 1
		f.expr, f.evidence = luminos.Fold(t.Content[name[0]:name[1]]), []luminos.Evidence{t.Cite(line, line)}
		return f
	}
	if len(parts) == 0 {
		return unknown(t, f, all > 0)
	}
	f.expr, f.later = combine(t.Content, parts), later
	whole := before(t, parts)
	if whole.expr == "" {
		whole = ofIntroduction(t, parts)
	}
	if whole.expr != "" {
		f.expr = whole.expr // the text below, or all but one, is for a part
	}
	for _, p := range parts {
		if slices.Contains(ids(f.expr), p.id) || p.id == f.expr {
			f.evidence = append(f.evidence, citePart(t, p))
		}
	}
	if len(f.evidence) == 0 {
		f.evidence = whole.evidence
	}
	f.evidence = f.evidence[:min(len(f.evidence), 4)]
	f.expr = withLater(f.expr, head(t.Content, 2048))
	return f
}

// later matches the name of a licence with "-or-later", and the character before it that is no letter.
var later = lazyregexp.Lazy(`(?:^|[^A-Za-z-])([A-Z]+-[\d.]+-or-later)`)

// withLater returns an expression in which the GNU licences that a text names with "-or-later" have that ending.
func withLater(expr, text string) string {
	words := strings.Fields(expr)
	for i, w := range words {
		id := strings.Trim(w, "()")
		if gnu(id) && base(id) == id && strings.Contains(later().ReplaceAllString(text, " $1"), " "+id+"-or-later") {
			words[i] = strings.Replace(w, id, id+"-or-later", 1)
		}
	}
	return strings.Join(words, " ")
}

// exact returns the GNU licence id of a text, with "-only" if the beginning of the text says that no other version is
// valid.
func exact(t luminos.Text, id string) string {
	if gnu(id) && base(id) == id && thisVersion().MatchString(luminos.Fold(head(t.Content, 2048))) {
		return id + "-only"
	}
	return id
}

var thisVersion = lazyregexp.Lazy(`(?i)\bonly valid version of the [AL]?GPL\b[^.]{0,80}\W_?this_?\W`)

// opening matches a first sentence that leaves the choice between licences whose texts are elsewhere.
var opening = lazyregexp.Lazy(`(?i)\A\s*[\w .-]{1,60} (?:is|are) (?:distributed|licensed|released|available) under ` +
	`[^;()]{1,160}, at your option\.`)

// eachOwn matches a statement before licence texts that parts have licences of their own.
var eachOwn = lazyregexp.Lazy(`(?i)\beach (?:\w+ ){0,2}` +
	`(?:module|file|package|component|library|folder|(?:sub)?director\w+|` +
	`project|part|sample|example) (?:comes|is|has|falls|may have|carries|(?:is )?(?:distributed|provided|released))\b` +
	`[^.]{0,60}\b(?:own|separate|individual|different|respective) (?:\w+ )?licen[cs]`)

// changed matches the title of a text that its author changed, or a first sentence that says so, in its groups. The
// Modified BSD License is a licence of its own.
var changed = lazyregexp.Lazy(`(?i)\A\s*(modified (?:apache|mit|gnu|gpl|mozilla)\b[^\n]{0,60})\n|` +
	`\A[^.]{0,160}\bunder an? (?:\w+ )?(modified version of the\s+[A-Z][^.;,:]{3,50}?\slicen[cs]e)\b`)

// identifierTag returns the expression of the first valid "SPDX-License-Identifier:" in the first 40 lines of a
// text, and its line, or "".
func identifierTag(t luminos.Text) (string, int) {
	n := 0
	for line := range strings.Lines(t.Content) {
		if n++; n > 40 {
			break
		}
		if len(line) > 1000 {
			continue
		}
		if _, rest, ok := strings.Cut(line, "SPDX-License-Identifier:"); ok {
			rest = strings.TrimRight(strings.TrimSpace(rest), "*/->#` ")
			if e, ok := expression(rest); ok {
				return e, n
			}
		}
	}
	return "", 0
}

// headingMarks stand before a heading: Markdown, numbers, quotes, rulers.
const headingMarks = "#*=-_>\"'`0123456789.) \t"

// titledParts finds source-available licences by their names in headings and at the head of a file. The classifier
// does not have their texts, or people abridge them.
func titledParts(t luminos.Text) []part {
	var parts []part
	offset, seen := 0, 0
	lines := t.Lines()
	for i, line := range lines {
		start := offset
		offset += len(line) + 1
		if len(line) > 160 || strings.TrimSpace(line) == "" {
			continue
		}
		seen++
		underlined := i+1 < len(lines) && len(lines[i+1]) >= 3 && strings.Trim(lines[i+1], "=-") == ""
		if seen > 12 && !underlined && line[0] != '#' {
			continue
		}
		heading := strings.TrimLeft(line, headingMarks)
		heading = strings.TrimPrefix(heading, "The ")
		names := namesIn(heading)
		if len(names) == 0 || names[0].start > 2 || !sourceAvailable(names[0].id) {
			continue
		}
		if !slices.ContainsFunc(parts, func(p part) bool { return p.id == names[0].id }) && len(parts) < 8 {
			parts = append(parts, part{id: names[0].id, start: start, end: offset})
		}
	}
	return parts
}

// sourceAvailable reports whether id is one of the source-available licences, which are recognised by their
// headings.
func sourceAvailable(id string) bool {
	for _, p := range []string{"FSL-", "BUSL-", "Elastic-", "RSAL", "Sustainable", "PolyForm-", "SSPL-", "Commons-"} {
		if strings.HasPrefix(id, p) {
			return true
		}
	}
	return false
}

// merge joins the parts of a licence file that were found by headings (titled) and by the
// classifier (known), sorted, without nested ones, such as the future licence in an FSL. later is
// true if a notice before a GNU text says "or later".
func merge(titled, known []part) (parts []part, later bool) {
	for _, k := range known {
		inside := slices.ContainsFunc(titled, func(p part) bool {
			return k.start >= p.start && (strings.HasPrefix(p.id, "FSL-") || strings.HasPrefix(p.id, "BUSL-")) || k.id == p.id
		})
		if !inside {
			parts = append(parts, k)
		}
	}
	parts = append(parts, titled...)
	slices.SortStableFunc(parts, func(a, b part) int { return a.start - b.start })
	var out []part
	for _, p := range parts {
		i := slices.IndexFunc(out, func(o part) bool { return base(o.id) == base(p.id) })
		if i < 0 {
			out = append(out, p)
			continue
		}
		if out[i].id != p.id && base(p.id) == p.id {
			later = strings.HasSuffix(out[i].id, "-or-later") // the notice came first
		}
	}
	return out, later
}

var (
	choiceWords = lazyregexp.Lazy(`(?i)\b(?:dual|tri|triple|multi)[- ]?licen|\beither\b|\bat your (?:option|choice)|\bchoice of\b|\bwhichever\b|\bone of the (?:following|two)|\bmay choose\b|\bselect one\b`)
	othersWords = lazyregexp.Lazy(`(?i)third[- ]part|\bbundle|\bdepend|\bsub-?component|\bportions?\b|\binclude[sd]?\b|\bcontains?\b|\b(?:derived|adapted) (?:\w+ ){0,3}from|\badaptations? of|\bfollowing (?:files|software|notice|code|compon|librar|license)|\bincorporat`)
)

// maxJoined is the maximal number of licences that one text joins; a text with more is a collection of notices.
const maxJoined = 4

// combine returns the SPDX expression that joins the licences found in the text of one licence file, or only the first
// if the others belong to software that the target contains.
func combine(s string, parts []part) string {
	var list []string
	for _, p := range parts {
		if !slices.Contains(list, p.id) {
			list = append(list, p.id)
		}
	}
	// The LGPL is a supplement to the GPL and comes with its text.
	if list = withoutText(list); len(list) == 1 {
		return list[0]
	}
	if slices.Contains(list, "Commons-Clause") {
		return join(list, "AND")
	}
	intro := s[max(0, parts[0].start-2000):parts[0].start]
	if choiceWords().MatchString(intro) {
		return join(list, "OR")
	}
	between := ""
	if parts[0].end < parts[1].start {
		between = s[parts[0].end:parts[1].start]
	}
	switch {
	case len(list) > maxJoined || othersWords().MatchString(head(between, 8000)):
		return list[0] // the others belong to software that the target contains
	case choiceWords().MatchString(head(between, 2000)):
		return join(list, "OR")
	}
	return join(list, "AND")
}

// withoutText returns the licences of a list without the GPL that version 3 of the LGPL in the list supplements,
// without a family of which the list has a version, and without a GNU licence that the list has with a word on later
// versions, too.
func withoutText(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(id string) bool {
		return slices.ContainsFunc(list, func(other string) bool {
			lesser := base(other) == "LGPL-3.0" && base(id) == "GPL-3.0"
			family := slices.Contains(unversioned, id) && strings.HasPrefix(other, id+"-")
			return lesser || family || other != id && id == base(id) && id == base(other)
		})
	})
}

// unversioned are names of families of licences, without a version.
var unversioned = []string{"GPL", "LGPL", "AGPL", "BSD"}

var (
	titleWord    = lazyregexp.Lazy(`(?i)\blicen[sc]e\b`)
	grantingWord = lazyregexp.Lazy(`(?i)licen[sc]e|permission|redistribution|GPL`)
)

// citePart returns evidence of one licence in a licence file: the line of its heading, else the first line that grants
// something, else its first two lines.
func citePart(t luminos.Text, p part) luminos.Evidence {
	line := 1 + strings.Count(t.Content[:p.start], "\n")
	lines := t.Lines()
	for n := line; n >= max(1, line-6) && n <= len(lines); n-- {
		l := strings.TrimLeft(lines[n-1], headingMarks)
		if l != "" && len(l) < 100 && titleWord().MatchString(l) && l[:1] == strings.ToUpper(l[:1]) {
			return t.Cite(n, n)
		}
	}
	// The classifier omits the title of a licence.
	if title, at := firstText(t); line < 60 && line > 7 && len(title) < 100 {
		return t.Cite(at, at)
	}
	for n := line; n <= min(len(lines), line+10); n++ {
		if grantingWord().MatchString(head(lines[n-1], 1000)) {
			return t.Cite(n, n)
		}
	}
	return t.Cite(line, min(line+1, len(lines)))
}

var (
	grants      = lazyregexp.Lazy(`(?i)hereby granted|redistribution and use|licensed under|is free software|permission to use|are permitted|\bfreely\b|public domain`)
	reserved    = lazyregexp.Lazy(`(?i)all rights reserved|proprietary and confidential|proprietary software|unauthori[sz]ed (?:copying|use|distribution)`)
	plainTitles = lazyregexp.Lazy(`(?i)^(?:the |software |open source |end[- ]user )*licen[sc]e(?:s|d)?(?: agreement| terms| information| notice| file)?$`)
)

// unknown completes the finding for a text that the classifier does not recognise:
// the licences that it names, its title, or that all rights are reserved.
// If others is set, the text has licences of single files.
func unknown(t luminos.Text, f finding, others bool) finding {
	title, line := firstText(t)
	if names := namesIn(title); len(names) == 1 && titleWord().MatchString(title) && !denial().MatchString(title) {
		f.expr, f.evidence = names[0].id, []luminos.Evidence{t.Cite(line, line)}
		return f
	}
	if len(t.Content) < 6000 && !others {
		if st, ok := prose(t, 1, len(t.Lines())); ok {
			f.expr, f.evidence, f.prose = st.expr, st.evidence, true
			return f
		}
	}
	sentence := strings.HasSuffix(title, ".") || licenseClause().MatchString(title)
	isName := len(title) <= 80 && titleWord().MatchString(title) && !plainTitles().MatchString(title) && !sentence
	if at := reserved().FindStringIndex(head(t.Content, 8192)); at != nil && !grants().MatchString(t.Content) {
		n := 1 + strings.Count(t.Content[:at[0]], "\n")
		f.expr, f.evidence = proprietary, []luminos.Evidence{t.Cite(n, n)}
		return f
	}
	if isName {
		f.expr, f.evidence = title, []luminos.Evidence{t.Cite(line, line)}
	}
	return f
}

// firstText returns the first line of a text that has words, without heading marks, and its number.
func firstText(t luminos.Text) (string, int) {
	n := 0
	for line := range strings.Lines(t.Content) {
		n++
		if s := strings.Trim(line, "#*=-_>\"'` \t\n"); s != "" && len(line) < 400 {
			return luminos.Fold(s), n
		}
	}
	return "", 1
}
