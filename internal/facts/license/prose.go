package license

import (
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// statement is the licence that a text states.
type statement struct {
	expr     string
	first    string // the licence named first
	parted   bool   // it gives the code one licence and other content another
	joined   bool   // it names its licences in one breath: "A and B"
	choice   bool   // it leaves the choice between licences
	evidence []luminos.Evidence
}

var (
	licenseHeading = lazyregexp.Lazy(`(?i)^\s*(?:#{1,6}|={1,6}|\d+\.)?\s*(?:\S{1,4}\s)?\**(?:copyright (?:and|&) |legal (?:and|&) )?licen[sc](?:e|es|ing)(?:\s*(?:and|&)\s*\w+| information| notice)?\**\s*(?:#+|=+)?:?\s*$`)
	anyHeading     = lazyregexp.Lazy(`^\s*(?:#{1,6}\s|={2,6}\s)`)
	licenseClause  = lazyregexp.Lazy(`(?i)\b(?:licensed|released|distributed|available|published|covered|provided)\s+(?:\w+\s+)?(?:under|by|with)\b|\b(?:dual|triple)[- ]?licensed|^[\s*>|-]*\**licen[sc]e\**\s*:|\bunder the terms\b|\bsame terms as\b`)
	// denial is prose that says which licence it is not, or was.
	denial       = lazyregexp.Lazy(`(?i)\b(?:not|isn't|never)(?: \w+){0,2} (?:[\w.-]+[- ])?licen[sc]ed\b|\bno longer(?: \w+){0,2} licen[sc]ed\b|\bused to be\b[^.;]{0,40}\blicen[sc]ed\b`)
	applyWords   = lazyregexp.Lazy(`(?i)\blicen[cs]e appl(?:y|ies) to\b`)
	codeWords    = lazyregexp.Lazy(`(?i)\b(?:source )?code\b|\bsoftware\b|\bscripts?\b`)
	contentWords = lazyregexp.Lazy(`(?i)\bdata(?:\s?sets?)?\b|\bdocument(?:ation|s)\b|\bcontents?\b|\btexts?\b|\bimages?\b|\bmodel weights\b|\bweights\b|\bartwork\b|\bassets?\b`)
	link         = lazyregexp.Lazy(`\]\([^)\s]{0,300}\)|<[^>]{0,300}>|https?://[^\s)>\]]{1,300}`)
)

// Patterns for prose that leaves a choice. orLater matches the choice of a later version of one licence.
var (
	offerWords = lazyregexp.Lazy(`(?i)\b(?:choice|choose|option|dual|dual-licensed)\b`)
	orWord     = lazyregexp.Lazy(`(?i)\bor\b`)
	orLater    = lazyregexp.Lazy(`(?i)\bor[\s-]+(?:\(?\s*at your option\s*\)?,?\s+)?(?:any\s+)?` +
		`(?:later|newer|above|higher)(?: versions?)?\b`)
	nextSentence = lazyregexp.Lazy(`\. \p{Lu}`)
)

// currently matches the version of a copy of a licence on a system, which is no version of the terms.
var currently = lazyregexp.Lazy(`(?i)\(currently version [\d.]+\)`)

// maxLine is the maximal length of a line of prose that is searched; READMEs of one
// paragraph a line stay far below.
const maxLine = 4000

// maxTried is the maximal number of lines about a licence that are searched for its name.
const maxTried = 100

// readmes iterates over the texts of the READMEs in the root directory. A README that cannot be read is
// skipped.
func readmes(ctx context.Context, src luminos.Source, scan *luminos.Scan) func(yield func(luminos.Text) bool) {
	return func(yield func(luminos.Text) bool) {
		for i := range scan.Files {
			f := &scan.Files[i]
			stem, _, _ := strings.Cut(strings.ToLower(f.Path.Base()), ".")
			if f.Path.Depth() != 1 || stem != "readme" || !f.Regular() {
				continue
			}
			t, err := src.Text(ctx, f.Path, textLimit)
			if err != nil {
				continue // the reader of documents reports the problem
			}
			if !yield(t) {
				return
			}
		}
	}
}

// readme returns the licence that a README in the root directory states. It returns false if no README states
// one.
func readme(ctx context.Context, src luminos.Source, scan *luminos.Scan) (statement, bool) {
	for t := range readmes(ctx, src, scan) {
		if st, ok := stated(t); ok {
			if strings.Contains(st.expr, " AND ") && !st.parted && !st.joined {
				// The target's own licence is first, then the licences of its
				// dependencies.
				st.expr = st.first
			}
			return st, true
		}
	}
	return statement{}, false
}

// stated returns the licence that a README states: in a section on the licence, or else in one line. It returns false
// if it states none.
func stated(t luminos.Text) (statement, bool) {
	lines := t.Lines()
	for i, line := range lines {
		if len(line) > 200 {
			continue
		}
		underlined := i+1 < len(lines) && len(lines[i+1]) >= 3 && strings.Trim(lines[i+1], "=-~") == ""
		if !licenseHeading().MatchString(line) || !(underlined || anyHeading().MatchString(line)) {
			continue
		}
		first := i + 1
		if underlined {
			first++
		}
		last := first
		for last < len(lines) && last < first+14 && !anyHeading().MatchString(head(lines[last], 100)) {
			last++
		}
		if st, ok := prose(t, first+1, last); ok {
			return st, true
		}
	}
	tried := 0
	for i, line := range lines {
		if tried == maxTried {
			break
		}
		if len(line) <= maxLine && licenseClause().MatchString(line) {
			tried++
			if st, ok := prose(t, i+1, i+1); ok {
				return st, true
			}
			if strings.Contains(line, ". ") {
				continue // the next line can be of another sentence
			}
			if st, ok := prose(t, i+1, clauseEnd(lines, i)+1); ok {
				return st, true // the name is below
			}
		}
	}
	return statement{}, false
}

// clauseEnd returns the index of the last line of a sentence that begins in line i, at most two lines below.
func clauseEnd(lines []string, i int) int {
	last := i
	for last < min(i+2, len(lines)-1) && !strings.HasSuffix(strings.TrimSpace(lines[last]), ".") &&
		strings.TrimSpace(lines[last+1]) != "" {
		last++
	}
	return last
}

// prose returns the licence that the lines first to last of a text state. It returns false if they name no
// licence, name too many or deny one.
func prose(t luminos.Text, first, last int) (statement, bool) {
	lines := t.Lines()
	var b strings.Builder
	var cited []int
	for n := first; n <= min(last, len(lines)); n++ {
		line := lines[n-1]
		if len(line) > maxLine || b.Len() > 4096 {
			break
		}
		// Addresses repeat the names, and contain names of others.
		line = currently().ReplaceAllString(link().ReplaceAllString(line, " "), " ")
		b.WriteString(line)
		b.WriteByte(' ')
		if len(namesIn(line)) > 0 && len(cited) < 2 {
			cited = append(cited, n)
		}
	}
	s := luminos.Fold(b.String())
	names := namesIn(s)
	if len(names) == 0 {
		names = vagueIn(s)
	}
	if len(names) == 0 || len(names) > maxJoined || denial().MatchString(s) {
		return statement{}, false
	}
	if !byPart(s, names) {
		names = ofWhole(s, names)
	}
	st := statement{first: names[0].id, choice: choiceWords().MatchString(s)}
	for _, n := range cited {
		st.evidence = append(st.evidence, t.Cite(n, n))
	}
	if len(cited) == 0 { // a name broken over two lines
		st.evidence = append(st.evidence, t.Cite(first, min(last, first+2)))
	}
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = n.id
	}
	switch {
	case len(list) == 1:
		st.expr = list[0]
	case byPart(s, names):
		st.expr, st.parted = join(list, "AND"), true
	case offered(s, names[0], names[1]):
		st.expr = join(list, "OR")
	default:
		st.expr = join(list, "AND")
		st.joined = len(orLater().ReplaceAllString(s[names[0].end:names[1].start], "")) < 30
	}
	return st, true
}

// ofWhole returns the names of licences in prose without the ones after the first whose sentences give them to parts:
// "These files are also licensed under B."
func ofWhole(s string, names []name) []name {
	return slices.DeleteFunc(slices.Clone(names), func(n name) bool {
		sentence := s[:n.start]
		if i := strings.LastIndex(sentence, ". "); i >= 0 {
			sentence = sentence[i:]
		}
		return n.start != names[0].start && strings.Contains(s[:n.start], ". ") && partWords().MatchString(sentence)
	})
}

// partWords matches the subjects of sentences about parts of a target.
var partWords = lazyregexp.Lazy(`(?i)\b(?:these (?:files|modules)|sub-?modules?|` +
	`(?:following )?(?:files|director(?:y|ies)) in)\b[^.;]{0,80}\blicen[sc]ed (?:under|with)\b`)

// offered reports whether prose leaves the choice between its first two licences: it has words for a choice, or a
// sentence joins the licences by "or".
func offered(s string, a, b name) bool {
	without := func(s string) string { return orLater().ReplaceAllString(s, "") } // which is a choice of versions
	between := without(s[a.end:b.start])
	joins := orWord().MatchString(between) && !nextSentence().MatchString(between)
	return choiceWords().MatchString(without(s)) || offerWords().MatchString(without(head(s[:b.start], 4096))) || joins
}

// byPart reports whether prose gives the code one licence and the data, the
// documentation or other content another: "the data under A and the code under B", or states the part to which each
// licence applies.
func byPart(s string, names []name) bool {
	if len(names) > 1 && len(applyWords().FindAllString(s, len(names))) == len(names) {
		return true
	}
	if len(names) != 2 {
		return false
	}
	one, two := s[:names[0].start], s[names[0].end:names[1].start]
	return codeWords().MatchString(one) && contentWords().MatchString(two) ||
		contentWords().MatchString(one) && codeWords().MatchString(two)
}
