package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/facts/pattern"
	"luminos/internal/words"
)

// descriptionMax bounds a description in bytes: one or two lines of a terminal.
const descriptionMax = 240

// aboutSeek is how many candidates a README gets before the best of them is taken.
const aboutSeek = 6

// notAbout are headings below which a README does not say what its subject is.
var notAbout = pattern.Lazy(`(?i)^[^\p{L}]*(table of )?(contents?|index|toc|install(ation|ing)?|sponsor(s|ed|ing|ship)?|` +
	`backers|news|updates?|latest|announcements?|status|build status|licen[cs]e|contribut(e|ing|ors)|credits|` +
	`acknowledge?ments?|change ?log|community|support|documentation|docs|requirements|prerequisites|links|resources|` +
	`usage|build(ing)?|download|getting help|star history|disclaimer|citation|citing|team|authors?|badges|demo|screenshots?|` +
	`faq|roadmap|todo|examples?|tests?|testing|running .*|how to .*)\b`)

// boilerplateStart begins paragraphs that READMEs carry but that say nothing of
// their subject.
var boilerplateStart = pattern.Lazy(`(?i)^[^\p{L}\d]*(\[!|note\b|warning\b|important\b|attention\b|caution\b|tip\b|danger\b|disclaimer\b|` +
	`(read|view) (this|in|the docs|it in)\b|as of \w+ \d|unless otherwise|table of contents|contents\b|copyright\b|\(c\)|©|licen[cs]ed? |` +
	`this (readme|repository has|repo has|project has moved)\b|sponsor|supported by|` +
	`(proudly|kindly) (sponsored|supported)|become a (sponsor|backer)|special thanks|thanks to|looking for|` +
	`(please )?(star|follow|join|donate|subscribe|consider|report|click)\b|` +
	`if you (like|find|are looking|want|use|enjoy)|for (more|the latest|further|full|detailed|documentation|help)\b|` +
	`(full |online |api |the )?documentation (is|can|for|at|lives)|docs:|` +
	`we('re| are) (hiring|looking)|back to top|translations?\b|languages?:|english\b|build status|ci status|version:?\b|latest\b|` +
	`last updated|new:|news:|update:|updated?\b|breaking\b|deprecated\b|to install\b|install(ation)?:?\b|` +
	`coming soon|work in progress|wip\b|demo:?\b|homepage:?|website:?|email:?|author|maintain(er|ed))`)

// pointerStart begins paragraphs that send the reader elsewhere: seldom, but
// sometimes, all that a README says.
var pointerStart = pattern.Lazy(`(?i)^[^\p{L}\d]*(please )?(see|visit|check out|go to|read|search|access)\b|^this (file|document|page)\b`)

// introduces are the turns of phrase by which a project introduces itself.
var introduces = pattern.Lazy(introduction + `|` +
	`\b(library|framework|tool(kit)?|engine|server|client|editor|parser|database|platform|application|program|utility|` +
	`package|plugin|extension|whiteboard|wiki|list|compiler|interpreter|interface|system|dataset|data set|assistant|agent|app)\b|` +
	`^(code and data|data)\b`)

// introduction is the part of it that leaves no doubt.
const introduction = `(?i)\b(is|are) (an?|the|our|your|one of|designed|intended|used|written|built|meant|aimed|simply|just|basically)\b|` +
	`\b(provides|lets you|allows you|helps|enables|aims to|makes it|turns|collection of|implementation of)\b|^(an?|the|this is) `

var introducesPlainly = pattern.Lazy(introduction)

// leadMax is how much of a paragraph is judged: a line of a megabyte is none.
const leadMax = 1000

// lead is the beginning of a paragraph.
func lead(s string) string {
	if len(s) <= leadMax {
		return s
	}
	return strings.ToValidUTF8(s[:leadMax], "")
}

// boilerplate reports whether a paragraph says nothing of what the document is about.
func boilerplate(s string) bool {
	return boilerplateStart().MatchString(s) || isNavigation(s) || isShout(s)
}

// isShout knows warnings in capitals.
func isShout(s string) bool {
	return countWords(s) >= 4 && s == strings.ToUpper(s) && s != strings.ToLower(s)
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
			aside = notAbout().MatchString(b.text)
			if b.level > 1 && best >= 0 {
				seen++ // what stands in the next section is less likely meant
			}
			if aside || seen > 2 {
				continue
			}
		}
		score := aboutScore(b, docTitle)
		if score <= 0 {
			continue
		}
		if aside {
			score -= 60
		}
		if score -= 18 * seen; score > bestScore {
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
	b.text = lead(b.text)
	count := countWords(address().ReplaceAllString(b.text, ""))
	if b.links || count < 3 || boilerplate(b.text) || strings.EqualFold(b.text, docTitle) {
		return 0
	}
	score := 100
	switch b.kind {
	case paragraph, about:
	case quote:
		score -= 15
	case item:
		score -= 55
	case heading: // a slogan set as one
		if count < 5 || !strings.ContainsAny(b.text[len(b.text)-1:], ".!") {
			return 0
		}
		score -= 30
	default:
		return 0
	}
	first := b.text
	if n := words.SentenceEnd(first); n > 0 {
		first = first[:n]
	}
	if introduces().MatchString(first) {
		score += 30
	}
	if name, _, _ := strings.Cut(docTitle, " "); len(name) > 2 && strings.Contains(strings.ToLower(first), strings.ToLower(name)) {
		score += 15
	}
	if count < 5 {
		score -= 25
	}
	if strings.HasSuffix(b.text, ":") {
		score -= 30
	}
	if strings.HasSuffix(first, "?") {
		score -= 30
	}
	if strings.Contains(b.text, "://") {
		score -= 8
	}
	if pointerStart().MatchString(b.text) {
		score -= 55
	}
	return score
}

// tagline splits "Name: what it is" and "Name - what it is".
var tagline = pattern.Lazy(`^[^:–—|-]{2,40}(?::| [-–—|]) +(\p{L}.{20,})$`)

// Description is what a README says its subject is, in a sentence: the first of
// its summary, or what its title says behind the name. name is what the subject
// is called, or "". The evidence is of the lines it was taken from.
func Description(d *luminos.Document, name string) (text string, ev []luminos.Evidence) {
	if d == nil || len(d.Evidence) == 0 {
		return "", nil
	}
	s := firstSentence(d.Summary)
	said := countWords(s) >= 3 && !strings.EqualFold(s, name)
	named := name != "" && strings.Contains(strings.ToLower(s), strings.ToLower(name))
	slogan := tagline().FindStringSubmatch(d.Title)
	switch {
	case slogan != nil && !named && !introducesPlainly().MatchString(s):
		return capitalised(tidy(slogan[1])), d.Evidence[:1]
	case slogan == nil && countWords(d.Title) >= 5 && !named && !introduces().MatchString(s):
		return tidy(d.Title), d.Evidence[:1]
	case said:
		return s, d.Evidence[len(d.Evidence)-1:]
	}
	return "", nil
}

// capitalised begins with a capital.
func capitalised(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// address is a bare link.
var address = pattern.Lazy(`https?://\S+`)

// firstSentence is the first sentence of s, with the second when the first is
// too short to say anything ("Fast. Simple."). A question that only leads up to
// the answer is left out.
func firstSentence(s string) string {
	n := words.SentenceEnd(s)
	if n > 0 && n < len(s) && strings.HasSuffix(s[:n], "?") {
		s = strings.TrimSpace(s[n:])
		n = words.SentenceEnd(s)
	}
	if n == 0 {
		return words.Shorten(tidy(s), descriptionMax)
	}
	for countWords(s[:n]) < 5 {
		more := words.SentenceEnd(s[n:])
		if more == 0 {
			break
		}
		n += more
	}
	return words.Shorten(tidy(s[:n]), descriptionMax)
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
