package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// descriptionMax bounds a description in bytes: one or two lines of a terminal.
const descriptionMax = 240

// aboutSeek is how many candidates a README gets before the best of them is taken.
const aboutSeek = 6

// notAbout are headings below which a README does not say what its subject is.
var notAbout = lazyregexp.Lazy(`(?i)^[^\p{L}]*(table of )?(contents?|index|toc|install(ation|ing)?|sponsor(s|ed|ing|ship)?|` +
	`backers|news|updates?|latest|announcements?|status|build status|licen[cs]e|contribut(e|ing|ors)|credits|` +
	`acknowledge?ments?|change ?log|community|support|documentation|docs|requirements|prerequisites|links|features?|` +
	`usage|build(ing)?|download|getting help|star history|disclaimer|citation|citing|team|authors?|badges|demo|screenshots?|` +
	`faq|roadmap|todo|examples?|tests?|testing|running .*|how to .*)\b`)

// boilerplateStart begins paragraphs that READMEs carry but that say nothing of
// their subject.
var boilerplateStart = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*(\[!|note\b|warning\b|important\b|attention\b|caution\b|tip\b|danger\b|disclaimer\b|` +
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
var pointerStart = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*(please )?(see|visit|check out|go to|read|search|access)\b|^this (file|document|page)\b`)

// fileHolds excuses what pointerStart knows: the file is the directory's only one.
var fileHolds = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*this (file|document|page) (contains|lists|holds)\b`)

// introduces are the turns of phrase by which a project introduces itself.
var introduces = lazyregexp.Lazy(introduction + `|` +
	`\b(library|framework|tool(kit)?|engine|server|client|editor|parser|database|platform|application|program|utility|` +
	`package|plugin|extension|whiteboard|wiki|list|compiler|interpreter|interface|system|dataset|data set|assistant|agent|app)\b|` +
	`^(code and data|data)\b`)

// introduction is the part of it that leaves no doubt.
const introduction = `(?i)\b(is|are) (an?|the|our|your|one of|designed|intended|used|written|built|meant|aimed|simply|just|basically)\b|` +
	`\b(provides|lets you|allows you|helps|enables|aims to|makes it|turns|collection of|implementation of)\b|^(an?|the|this is) `

var introducesPlainly = lazyregexp.Lazy(introduction)

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

// What a score means, of a whole that is 100 for a first paragraph.
const (
	itselfLast = 89 // the least of what a thing says of itself, wherever it stands
	itselfOpen = 83 // the same of a whole, when a list has to follow
	settled    = 75 // from here on what follows is less likely meant
)

// search is how a README is searched for what it is about.
type search struct {
	later   int // is lost with every candidate that came before
	certain int // below, a block tells it only for want of a better one
}

// The README of the whole target has more to say before it comes to the point
// than that of a directory, which does so at once or not at all.
var (
	ofWhole     = search{later: 18, certain: 50}
	ofDirectory = search{later: 40, certain: 65}
)

// findAbout is the index of the block that says best what a README is about, or
// -1, where in its text that begins, and whether it certainly says it. The first
// paragraph is the likeliest; one that introduces its subject by name, or with
// "is a", beats a slogan; one below "Installation" is not it.
func (s search) findAbout(blocks []block, docTitle string) (best, at int, certain bool) {
	best, bestScore, seen, aside := -1, 0, 0, false
	for i, b := range blocks {
		if b.kind == heading {
			aside = b.text != docTitle && notAbout().MatchString(b.text)
			if b.level > 1 && (best >= 0 || s == ofDirectory && b.text != docTitle) {
				seen++ // what stands in the next section is less likely meant
			}
			if aside || seen > 2 {
				continue
			}
		}
		alone, from := aboutScore(b, docTitle)
		if score := s.atPlace(alone, b, from, seen, aside); score > bestScore {
			best, at, bestScore = i, from, score
		}
		if s.counts(b, alone) {
			seen++
		}
		if seen >= aboutSeek {
			break
		}
	}
	return best, at, bestScore >= s.certain
}

// counts reports whether what comes after a block is less likely meant for it.
func (s search) counts(b block, score int) bool {
	if s == ofWhole {
		return score > 0
	}
	return b.kind == paragraph && !b.links && (score >= settled || score == 0 && countWords(b.text) >= 4)
}

// atPlace is the score of a block behind others, with what stands at from in its
// text; at least 1 when it has any.
func (s search) atPlace(score int, b block, from, seen int, aside bool) int {
	if score <= 0 {
		return 0
	}
	score -= s.later * seen
	said := firstOf(b.text[from:])
	switch open := strings.HasSuffix(said, ":"); {
	case aside:
		score -= 60
	case b.kind != paragraph || !ofItself().MatchString(said):
	case open && s == ofWhole:
		score = max(score, itselfOpen)
	case !open && s == ofWhole:
		score = max(score, itselfLast)
	case !open:
		score = max(score+30, itselfLast)
	}
	return max(score, 1)
}

// firstOf is the first sentence of a paragraph.
func firstOf(s string) string {
	if n := words.SentenceEnd(s); n > 0 {
		return s[:n]
	}
	return s
}

// aboutScore says how well a block would do as a description, and where in its
// text one begins; 0 is not at all.
func aboutScore(b block, docTitle string) (score, from int) {
	b.text = lead(b.text)
	count := countWords(address().ReplaceAllString(b.text, ""))
	if b.links || count < 3 || boilerplate(b.text) || strings.EqualFold(b.text, docTitle) {
		return 0, 0
	}
	if from = describing(b.text); from < 0 {
		return 0, 0
	}
	score = 100
	switch b.kind {
	case paragraph, about:
	case quote:
		score -= 15
	case item:
		score -= 55
	case heading: // a slogan set as one
		if count < 5 || !strings.ContainsAny(b.text[len(b.text)-1:], ".!") {
			return 0, 0
		}
		score -= 30
	default:
		return 0, 0
	}
	return score + leadScore(b.text[from:], docTitle), from
}

// leadScore is what the words of a paragraph add to its score, or take from it.
func leadScore(s, docTitle string) (score int) {
	first := firstOf(s)
	if introduces().MatchString(first) {
		score += 30
	}
	if name, _, _ := strings.Cut(docTitle, " "); len(name) > 2 && strings.Contains(strings.ToLower(first), strings.ToLower(name)) {
		score += 15
	}
	if countWords(s) < 5 {
		score -= 25
	}
	if strings.HasSuffix(first, ":") {
		score -= 30
	}
	if strings.HasSuffix(first, "?") && !ofItself().MatchString(first) {
		score -= 30
	}
	if strings.Contains(s, "://") {
		score -= 8
	}
	if pointerStart().MatchString(s) && !fileHolds().MatchString(s) {
		score -= 55
	}
	return score
}

// tagline splits "Name: what it is" and "Name - what it is".
var tagline = lazyregexp.Lazy(`^[^:–—|-]{2,40}(?::| [-–—|]) +(\p{L}.{20,})$`)

// Description is what a README says its subject is, in a sentence: the first of
// its summary, or what its title says behind the name. name is what the subject
// is called, or "". The evidence is of the lines it was taken from.
func Description(d *luminos.Document, name string) (text string, ev []luminos.Evidence) {
	if d == nil || len(d.Evidence) == 0 {
		return "", nil
	}
	s := firstSentence(d.Summary)
	said := countWords(s) >= 3 && !strings.EqualFold(s, name) && Describes(s)
	named := name != "" && strings.Contains(strings.ToLower(s), strings.ToLower(name))
	slogan := tagline().FindStringSubmatch(d.Title)
	switch {
	case slogan != nil && !named && !introducesPlainly().MatchString(s):
		return capitalised(tidy(slogan[1])), d.Evidence[:1]
	case slogan == nil && countWords(d.Title) >= 5 && !named && !introduces().MatchString(s) && !ofItself().MatchString(s):
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
var address = lazyregexp.Lazy(`https?://\S+`)

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
