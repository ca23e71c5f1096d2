package document

import (
	"regexp"
	"strings"
	"unicode"

	"luminos"
)

// descriptionMax bounds a description in bytes: one or two lines of a terminal.
const descriptionMax = 240

// aboutSeek is how many candidates a README gets before the best of them is taken.
const aboutSeek = 6

// notAbout are headings below which a README does not say what its subject is.
var notAbout = regexp.MustCompile(`(?i)^[^\p{L}]*(table of )?(contents?|index|toc|install(ation|ing)?|sponsor(s|ed|ing|ship)?|` +
	`backers|news|updates?|latest|announcements?|status|build status|licen[cs]e|contribut(e|ing|ors)|credits|` +
	`acknowledge?ments?|change ?log|community|support|documentation|docs|requirements|prerequisites|links|resources|` +
	`usage|build(ing)?|download|getting help|star history|disclaimer|citation|citing|team|authors?|badges|demo|screenshots?|` +
	`faq|roadmap|todo|examples?|tests?|testing|running .*|how to .*)\b`)

// boilerplateStart begins paragraphs that READMEs carry but that say nothing of
// their subject.
var boilerplateStart = regexp.MustCompile(`(?i)^[^\p{L}\d]*(\[!|note\b|warning\b|important\b|attention\b|caution\b|tip\b|danger\b|disclaimer\b|` +
	`(read|view|see) (this|in|the docs|it in)\b|table of contents|contents\b|copyright\b|\(c\)|©|licen[cs]ed? |` +
	`this (readme|repository has|repo has|project has moved|file|document|page)\b|sponsor|supported by|` +
	`(proudly|kindly) (sponsored|supported)|become a (sponsor|backer)|special thanks|thanks to|looking for|` +
	`(please )?(star|follow|join|donate|subscribe|consider|visit|check out|report|click|go to|see|read)\b|` +
	`if you (like|find|are looking|want|use|enjoy)|for (more|the latest|further|full|detailed|documentation|help)\b|` +
	`(full |online |api |the )?documentation (is|can|for|at|lives)|docs:|` +
	`we('re| are) (hiring|looking)|back to top|translations?\b|languages?:|english\b|build status|ci status|version:?\b|latest\b|` +
	`last updated|new:|news:|update:|updated?\b|breaking\b|deprecated\b|to install\b|install(ation)?:?\b|` +
	`coming soon|work in progress|wip\b|demo:?\b|homepage:?|website:?|email:?|author|maintain(er|ed))`)

// isAbout are the turns of phrase by which a project introduces itself.
var introduces = regexp.MustCompile(`(?i)\b(is|are) (an?|the|our|your|one of|designed|intended|used|written|built|meant|aimed|simply|just|basically)\b|` +
	`\b(provides|lets you|allows you|helps|enables|aims to|makes it|turns|collection of|implementation of)\b|` +
	`\b(library|framework|tool(kit)?|engine|server|client|editor|parser|database|platform|application|program|utility|` +
	`package|plugin|extension|compiler|interpreter|interface|system|dataset|data set|assistant|agent|app)\b|` +
	`^(an?|the|code and data|data)\b`)

// boilerplate reports whether a paragraph says nothing of what the document is about.
func boilerplate(s string) bool {
	return boilerplateStart.MatchString(s) || isNavigation(s)
}

// isNavigation knows rows of words between separators: "Docs • Guide | Chat".
func isNavigation(s string) bool {
	n := 0
	for _, r := range s {
		switch r {
		case '|', '•', '·', '∙', '—', '→', '»':
			n++
		}
	}
	return n >= 2 && countWords(s) < 6*(n+1)
}

// findAbout is the index of the block that says best what a README is about, or
// -1. The first paragraph is the likeliest; one that introduces its subject by
// name, or with "is a", beats a slogan; one below "Installation" is not it.
func findAbout(blocks []block, docTitle string) int {
	best, bestScore, seen, aside := -1, 0, 0, false
	for i, b := range blocks {
		if b.kind == heading {
			aside = notAbout.MatchString(b.text)
			if level := b.level; level > 1 && best >= 0 {
				seen++ // what stands in the next section is less likely meant
			}
			continue
		}
		score := aboutScore(b, docTitle)
		if score <= 0 {
			continue
		}
		if aside {
			score -= 60
		}
		if score -= 12 * seen; score > bestScore {
			best, bestScore = i, score
		}
		if seen++; seen >= aboutSeek {
			break
		}
	}
	return best
}

// aboutScore says how well a block would do as a description; 0 is not at all.
func aboutScore(b block, docTitle string) int {
	words := countWords(b.text)
	if b.links || words < 3 || boilerplate(b.text) || strings.EqualFold(b.text, docTitle) {
		return 0
	}
	score := 100
	switch b.kind {
	case paragraph, about:
	case quote:
		score -= 15
	case item:
		score -= 55
	default:
		return 0
	}
	first := b.text
	if n := sentenceEnd(first); n > 0 {
		first = first[:n]
	}
	if introduces.MatchString(first) {
		score += 30
	}
	if name, _, _ := strings.Cut(docTitle, " "); len(name) > 2 && strings.Contains(strings.ToLower(first), strings.ToLower(name)) {
		score += 15
	}
	if words < 5 {
		score -= 25
	}
	if strings.HasSuffix(b.text, ":") {
		score -= 30
	}
	if strings.HasSuffix(first, "?") {
		score -= 30
	}
	if strings.Contains(b.text, "://") {
		score -= 20
	}
	return score
}

// tagline splits "Name: what it is" and "Name - what it is".
var tagline = regexp.MustCompile(`^[^:–—|-]{2,40}(?::| [-–—|]) +(\p{L}.{20,})$`)

// Description is what a README says its subject is, in a sentence: the first of
// its summary, or the tagline in its title. name is what the subject is called,
// or "". The evidence is of the lines it was taken from.
func Description(d *luminos.Document, name string) (text string, ev []luminos.Evidence) {
	if d == nil {
		return "", nil
	}
	if s := firstSentence(d.Summary); countWords(s) >= 3 && !strings.EqualFold(s, name) {
		if n := len(d.Evidence); n > 0 {
			ev = d.Evidence[n-1:]
		}
		return s, ev
	}
	if m := tagline.FindStringSubmatch(d.Title); m != nil && len(d.Evidence) > 0 {
		return m[1], d.Evidence[:1]
	}
	return "", nil
}

// firstSentence is the first sentence of s, with the second when the first is
// too short to say anything ("Fast. Simple.").
func firstSentence(s string) string {
	n := sentenceEnd(s)
	if n == 0 {
		return cut(tidy(s), descriptionMax)
	}
	for countWords(s[:n]) < 5 {
		more := sentenceEnd(s[n:])
		if more == 0 {
			break
		}
		n += more
	}
	return cut(tidy(s[:n]), descriptionMax)
}

// tidy removes what markup leaves at the ends of a sentence: emoji, arrows, a colon.
func tidy(s string) string {
	s = strings.TrimLeftFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("\"'“‘«(.@$/", r)
	})
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || r == ':' || unicode.In(r, unicode.So, unicode.Sk, unicode.Cf, unicode.Mn)
	})
	return s
}
