package license

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// Licences for terms in the author's own words. SPDX has no identifiers for such
// terms, but the form LicenseRef-.
const (
	nonCommercial = "LicenseRef-Non-Commercial"      // free, except for commerce
	freelyCopied  = "LicenseRef-Free-Redistribution" // may be copied; nothing is said of changes
	publicDomain  = "Public domain"
)

// terms match customary wordings; each match is within one sentence.
// "Non-commercial" is first: software that may be copied freely for some purposes
// only may not for others.
var terms = []struct {
	expr string
	re   func() *regexp.Regexp
}{
	{nonCommercial, lazyregexp.Lazy(`(?i)\b(?:can|may|is|are|permission)\b[^.;:]{0,80}\b(?:free|freely|used?|copy|copied|distributed?|redistributed?|licensed|available|granted|permitted|allowed)\b[^.;:]{0,120}\bnon-?\s?(?:commercial|profit)\b`)},
	{nonCommercial, lazyregexp.Lazy(`(?i)\bfree(?:ly available)? (?:only )?(?:for|to) (?:any )?(?:(?:personal|private|home|academic|educational|research|evaluation),? (?:and |or |and/or )?){1,3}(?:use|usage|purposes?)\b`)},
	{nonCommercial, lazyregexp.Lazy(`(?i)\b(?:for|to) (?:(?:personal|private|home|academic|educational|research|non-?commercial),? (?:and |or |and/or )?){1,3}(?:use|usage|purposes?) only\b`)},
	{nonCommercial, lazyregexp.Lazy(`(?i)\b(?:not (?:for|to be used (?:for|in)|be used (?:for|in))|no) (?:any )?commercial (?:use|usage|purposes?|products?)\b|\bcommercial (?:use|usage|distribution) (?:of [^.;:]{1,60} )?(?:is|are) (?:strictly |expressly )?(?:prohibited|forbidden|not (?:allowed|permitted))\b`)},
	{publicDomain, lazyregexp.Lazy(`(?i)\b(?:(?:released?|placed?|dedicated?|donated?|put|given|contributed)(?: [\w,]+){0,6} (?:in|into|to|under) the|(?:this|it|code|software|program|project|source|work|everything|all|data|files?|contents?|library)(?: \w+){0,2} (?:is|are) (?:hereby )?(?:all )?(?:in the)?) ?public domain\b`)},
	{freelyCopied, lazyregexp.Lazy(`(?i)\b(?:can|may) be (?:\w+,? (?:and |or |and/or )?){0,4}(?:copied|(?:re)?distributed)(?:,? (?:and |or |and/or )?\w+){0,3} (?:freely|free of charge|without restrictions?)\b|\b(?:can|may) (?:be freely|freely be) (?:\w+,? (?:and |or |and/or )?){0,3}(?:copied|(?:re)?distributed)\b|\bfreely (?:re)?distributable\b`)},
	{freelyCopied, lazyregexp.Lazy(`(?i)\b(?:you|anyone|anybody|everyone|everybody) (?:can|may|are free to|is free to) (?:\w+,? (?:and |or |and/or )?){0,4}(?:copy|(?:re)?distribute)(?:,? (?:and|or|and/or) \w+)? (?:it|this|them|the (?:software|program|code|work|package|data))\b[^.;:]{0,60} (?:freely|free of charge|without restrictions?)\b`)},
}

// termWords are words of which each match of terms has one. They are cheaper to
// search.
var termWords = []string{"free", "commercial", "profit", "domain", "restriction", " only"}

var (
	// A sentence on a service, on other software, or on all purposes.
	othersTerms = lazyregexp.Lazy(`(?i)\b(?:api|apis|service|services|tier|plan|plans|account|accounts|hosting|trial|dependenc\w*|third[- ]party|images?|icons?|fonts?|logos?|photos?|pictures?|artwork|which|that|if|whether|unless|are you|do not)\b|` +
		`(?i)\bcommercial(?: \w+)?,? (?:or|and|and/or|as well as) non-?\s?commercial|\bnon-?\s?commercial(?: \w+)?,? (?:or|and|and/or|as well as) commercial`)
	// One that leaves it to a text.
	elsewhere  = lazyregexp.Lazy(`(?i)\b(?:under|on|by|to|with|see) (?:the|its|these|this) (?:\w+ ){0,3}(?:terms|conditions|licen[sc]e|file)\b`)
	reservedBy = lazyregexp.Lazy(`(?i)(?:copyright|©|\(c\)).{0,200}\ball rights (?:are )?reserved\b`)
	// If a README mentions a licence, it does not reserve all rights.
	speaksOfLicense = lazyregexp.Lazy(`(?i)licen[sc]e|open[- ]source|free software|copyleft|hereby granted|permission to`)
)

// ownTerms returns the terms that a text states in the author's own words: the
// sentence that grants or denies rights in the whole target.
func ownTerms(t luminos.Text) (statement, bool) {
	var best statement
	rank := len(terms)
	for p := range paragraphs(t) {
		lower := strings.ToLower(p.text)
		if !slices.ContainsFunc(termWords, func(w string) bool { return strings.Contains(lower, w) }) {
			continue
		}
		for i, term := range terms[:rank] {
			at := term.re().FindStringIndex(p.text)
			if at == nil {
				continue
			}
			start := strings.LastIndexAny(p.text[:at[0]], ".!?:") + 1
			end := len(p.text)
			if i := strings.IndexAny(p.text[at[1]:], ".;"); i >= 0 {
				end = at[1] + i
			}
			if othersTerms().MatchString(p.text[start:at[1]]) || elsewhere().MatchString(p.text[start:end]) {
				continue
			}
			e := t.Cite(p.line(at[0]), p.line(at[1]-1))
			best, rank = statement{expr: term.expr, first: term.expr, evidence: []luminos.Evidence{e}}, i
			break
		}
	}
	return best, rank < len(terms)
}

// paragraph is lines of prose that belong together, joined by blanks.
type paragraph struct {
	text   string
	first  int   // number of its first line
	starts []int // where in text each of its lines begins
}

// line returns the number of the line at an offset of the text.
func (p *paragraph) line(offset int) int {
	n := 0
	for n+1 < len(p.starts) && p.starts[n+1] <= offset {
		n++
	}
	return p.first + n
}

// maxParagraph is the largest length of one paragraph in bytes.
const maxParagraph = 4000

// paragraphs iterates over the paragraphs of a text, except fenced code.
func paragraphs(t luminos.Text) func(yield func(paragraph) bool) {
	return func(yield func(paragraph) bool) {
		var b strings.Builder
		p := paragraph{}
		flush := func() bool {
			p.text = b.String()
			ok := len(p.starts) == 0 || yield(p)
			b.Reset()
			p = paragraph{}
			return ok
		}
		fenced, n := false, 0
		for line := range strings.Lines(t.Content) {
			n++
			line = strings.Trim(line, " \t\r\n>*_|#")
			switch fence := strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~"); {
			case fence || fenced || line == "" || len(line) > maxLine || b.Len()+len(line) > maxParagraph:
				if fenced = fenced != fence; !flush() {
					return
				}
				continue
			case len(p.starts) == 0:
				p.first = n
			default:
				b.WriteByte(' ')
			}
			p.starts = append(p.starts, b.Len())
			b.WriteString(line)
		}
		flush()
	}
}

// readmeTerms returns the terms of the README at the root. It is used if no licence
// is named anywhere.
func readmeTerms(ctx context.Context, src luminos.Source, scan *luminos.Scan) (statement, bool) {
	for t := range readmes(ctx, src, scan) {
		if st, ok := ownTerms(t); ok {
			return st, true
		}
		for p := range paragraphs(t) {
			if at := reservedBy().FindStringIndex(p.text); at != nil && !speaksOfLicense().MatchString(t.Content) {
				n := p.line(at[1] - 1)
				return statement{expr: proprietary, first: proprietary, evidence: []luminos.Evidence{t.Cite(n, n)}}, true
			}
		}
	}
	return statement{}, false
}
