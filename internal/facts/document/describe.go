package document

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// descriptionMax is the maximal number of characters of a description: one or two lines of a terminal.
const descriptionMax = 240

// aboutSeek is the number of candidates of a README that are compared.
const aboutSeek = 6

// notAbout matches headings of sections that do not describe the subject.
var notAbout = lazyregexp.Lazy(`(?i)^[^\p{L}]*(table of )?(contents?|index|toc|install(ation|ing)?|sponsor(s|ed|ing|ship)?|` +
	`donat(e|ions?|ing)|motivations|` +
	`backers|news|releases?|version \d[\d.]*|breaking|` +
	`updates?|status|build status|licen[cs]e|contribut(e|ing|ors)|credits|acknowledge?ments?|change ?log|` +
	`community|star history|support|documentation|docs|requirements|prerequisites|links|features?|usage|build(ing)?|download|citation|` +
	`team|authors?|demo|screenshots?|faq|roadmap|todo|examples?|tests?|testing|running .*|how to .*)\b`)

// boilerplateStart begins paragraphs of READMEs that do not describe the subject.
var boilerplateStart = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*(\[!|(?:compatibility )?notes?\b|notice\b|warning\b|important\b|caution\b|achtung\b|tip\b|disclaimer\b|` +
	`(read|view) (this|in|the docs|it in)\b|as of \w+ \d|unless (?:stated )?otherwise|[\w-]+\.\w+ --? |table of contents|contents\b|copyright\b|\(c\)|©|licen[cs]ed? |` +
	`(test|code) coverage\b|continuous integration\b|static (source )?(code )?analysis\b|` +
	`this (repo(sitory)? is an? .?mono-?repo|is where\b|is [\w.+-]+ v?\d[\d.]*(\.|$))|rather than\b|here('s| is| are)\b|` +
	`do not edit\b|add \w+ to the files?\b|` +
	`this (readme|repository has|repo has|project has moved)\b|sponsor|supported by|(proudly|kindly) (sponsored|supported)|` +
	`become a (sponsor|backer)|\w+ is pleased to\b|[\w .+-]+ is (currently )?(supported|tested) (for|on|by|with)\b|[\w ]+ can be (accessed|found|viewed) (here|at|in|on)\b|` +
	`(there are )?(a (number|few|lot) of |several |many |some |various )?other [\w-]+ |` +
	`donations?\b|(a )?(big|huge|special|many) thank(s|\b)|thanks to|thank you\b|` +
	`looking for|you are welcome|the official (home|site|website)\b|stay here\b|(simplest|basic|minimal) example|` +
	`(please )?(star|follow|join|donate|subscribe|consider|report|click)\b|` +
	`if you (like|find|are looking|want|use|enjoy)|for (more|the latest|further|full|detailed|documentation|an? \w+ (of|to) |help|questions|support|bugs?|` +
	`issues)\b|` +
	`((?:the )?(?:full|online|api|main) |the )?documentation (is|can|for|at|lives)|docs:|we('re| are) (hiring|looking)|back to top|translations?\b|` +
	`languages?:|english\b|build status|version:?\b|last updated|new:|news:|updated?\b|deprecated\b|superseded by\b|` +
	`[\w.+]+[- ]v?\d+(\.\d+)+ (was|is|has been) released|` +
	`to (install|depend on)\b|install(ation)?:?\b|work in progress|homepage:?|website:?|email:?|author|maintain(er|ed))`)

// pointerStart begins paragraphs that point elsewhere: poor descriptions, but at
// times the only ones.
var pointerStart = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*((please )?(see|visit|check out|go to|read|search|access)\b|` +
	`this (file|document|page) (\w+ly )?(is|was|describes|explains|provides|contains|gives|lists|holds|covers)\b|` +
	`you (probably |may |might )?want .*\binstead\b|` +
	`[^:.]{0,40}: see \S+$)`)

// introduces matches phrases by which a project introduces itself.
var introduces = lazyregexp.Lazy(introduction + `|` +
	`\b(library|framework|tool(kit)?|engine|server|client|editor|parser|database|platform|application|program|utility|` +
	`package|plugin|extension|whiteboard|wiki|list|compiler|interpreter|interface|system|dataset|data set|assistant|agent|app)\b|` +
	`^(code and data|data)\b`)

// introduction matches the phrases that leave no doubt.
const introduction = `(?i)\b(is|are) (an?|the|our|your|one of|designed|intended|used|written (?:to|for|by)|` +
	`built (?:to|for|on|around|by|as|with)|meant|aimed|simply|just|basically)\b|` +
	`\b(provides|lets you|allows you|helps|enables|aims to|makes it|turns|collection of|implementation of)\b|^(an?|the|this is) `

var introducesPlainly = lazyregexp.Lazy(introduction)

// leadMax is the number of bytes of a paragraph that are judged.
const leadMax = 1000

// lead returns the first leadMax bytes of a paragraph.
func lead(s string) string {
	if len(s) <= leadMax {
		return s
	}
	return strings.ToValidUTF8(s[:leadMax], "")
}

// boilerplate reports whether a paragraph of a document is of a kind that never describes the
// document, such as a warning or a row of links.
func boilerplate(s string) bool {
	return boilerplateStart().MatchString(s) || cited().MatchString(s) ||
		isNavigation(s) || isWarning(s) || funders().MatchString(firstOf(s)) || donation().MatchString(s) ||
		byOthers().MatchString(firstOf(s))
}

// isWarning reports whether s has at least four words and is in capitals, as warnings are.
func isWarning(s string) bool {
	return countWords(s) >= 4 && s == strings.ToUpper(s) && s != strings.ToLower(s)
}

// isNavigation reports whether s is a row of links: "Docs • Guide | Chat".
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

// Scores of candidates. A first paragraph has 100.
const (
	selfScore     = 89  // at least, for a sentence with a self-reference, at any place
	selfListScore = 83  // the same in the README of the whole target, if a list follows
	websiteScore  = 400 // for a sentence that calls the directory the source of a website or of documentation
	goodScore     = 75  // from here on, a candidate lowers the scores of all later ones
)

// search holds the parameters by which a README is searched for a description.
type search struct {
	later   int // the loss for each earlier candidate
	certain int // candidates scoring below are used only if there is no other
}

// A README of a directory usually begins with its description. The README of the
// whole target often has other paragraphs before it.
var (
	ofWhole     = search{later: 18, certain: 50}
	ofDirectory = search{later: 40, certain: 65}
)

// findAbout returns the index of the block that best describes the subject of a
// README, or -1, the offset of the description in its text, and whether the
// choice is certain. The first paragraph is the likeliest. A paragraph that
// introduces its subject by name or with "is a" precedes a slogan.
func (s search) findAbout(blocks []block, docTitle string) (best, at int, certain bool) {
	best, bestScore, seen, aside, paid := -1, 0, 0, false, false
	level := 0 // of the heading of the section that is aside; its subsections are as well
	for i, b := range blocks {
		if b.kind == heading && !b.links && !(aside && b.level > level) {
			paid = forMoney().MatchString(b.text) && (b.text != docTitle || siblings(blocks[i+1:], b.level))
			aside, level = b.text != docTitle && (notAbout().MatchString(b.text) || paidFor(blocks[i+1:])), b.level
			aside = aside || paid
		}
		if paid {
			continue
		}
		if b.kind == heading {
			if b.level > 1 && (best >= 0 || s == ofDirectory && b.text != docTitle) {
				seen++ // the next section is less likely
			}
			if aside || seen > 2 {
				continue
			}
		}
		alone, from := aboutScore(b, docTitle)
		if continues(blocks, i) {
			alone = 0
		}
		if score := s.atPlace(alone, b, from, seen, aside && !afterList(blocks[:i+1], docTitle)); score > bestScore {
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

// counts reports whether the block b of a README lowers the scores of later blocks: in the README of the target if
// its score is positive, else if it is a paragraph, not of links, with goodScore or more, or with four words and
// score 0.
func (s search) counts(b block, score int) bool {
	if s == ofWhole {
		return score > 0
	}
	return b.kind == paragraph && !b.links && (score >= goodScore || score == 0 && countWords(b.text) >= 4)
}

// atPlace returns score, of the block b as a description, changed by its place: lower after seen earlier candidates
// and under a heading such as "Install" (aside), higher if its text at from introduces the subject. A positive score
// stays positive; any other becomes 0.
func (s search) atPlace(score int, b block, from, seen int, aside bool) int {
	if score <= 0 {
		return 0
	}
	score -= s.later * seen
	said := firstOf(b.text[from:])
	switch open := strings.HasSuffix(said, ":"); {
	case b.kind == paragraph && !aside && Website(said):
		return websiteScore // the others are about the subject of the website
	case aside:
		score = min(score-90, s.certain-1)
	case b.kind != paragraph || !selfReference().MatchString(said):
	case open && s == ofWhole:
		score = max(score, selfListScore)
	case !open && s == ofWhole:
		score = max(score, selfScore)
	case !open:
		score = max(score+30, selfScore)
	}
	return max(score, 1)
}

// firstOf returns the first sentence of a paragraph, or the whole paragraph if no sentence ends in it.
func firstOf(s string) string {
	if n := words.SentenceEnd(s); n > 0 {
		return s[:n]
	}
	return s
}

// aboutScore returns the score of a block as a description, 0 if it is not one,
// and the offset in its text at which the description begins.
func aboutScore(b block, docTitle string) (score, from int) {
	b.text = lead(b.text)
	count := countWords(address().ReplaceAllString(b.text, ""))
	if b.links || count < 3 || boilerplate(b.text) || strings.EqualFold(b.text, docTitle) {
		return 0, 0
	}
	if from = describing(b.text, docTitle); from < 0 {
		return 0, 0
	}
	score = 100
	switch b.kind {
	case paragraph, about:
	case quote:
		score -= 15
	case heading: // a slogan
		if count < 5 || !strings.ContainsAny(b.text[len(b.text)-1:], ".!") && !strings.HasPrefix(b.text, "A ") {
			return 0, 0
		}
		score -= 30
	default:
		return 0, 0
	}
	return score + leadScore(b.text[from:], docTitle), from
}

// leadScore returns the part of a paragraph's score as a description of the subject that depends on
// its words. It may be negative.
func leadScore(s, docTitle string) (score int) {
	first := firstOf(s)
	if introduces().MatchString(first) && !leans(first) && !ofParts().MatchString(first) {
		score += 30
	}
	if whatIs().MatchString(docTitle) { // the sentence that answers it has the name
		name := docTitle[strings.LastIndexByte(docTitle, ' ')+1:]
		if !strings.Contains(strings.ToLower(first), strings.ToLower(strings.TrimSuffix(name, "?"))) {
			score -= 60
		}
	} else if name, _, _ := strings.Cut(strings.ToLower(docTitle), " "); len(name) > 2 && strings.Contains(strings.ToLower(first), name) {
		score += 15
	}
	switch m := subject().FindStringSubmatch(first); {
	case m == nil || m[1] == "The" || docTitle == "":
	case ofLinks().MatchString(docTitle):
		score -= 200 // it introduces the subject of a list of links
	case !within(m[1], docTitle):
		score -= 40 // it introduces something else
	}
	aside := strings.HasPrefix(first, "In short, ") || !introducesPlainly().MatchString(first)
	m := otherSubject().FindStringSubmatch(first)
	if m != nil && aside && docTitle != "" && !subjectOf(m[1], docTitle) {
		score -= 60
	}
	if n := countWords(s); n < 4 || n < 5 && !preposition().MatchString(s) {
		score -= 25
	}
	if strings.HasSuffix(first, ":") && !(introducesPlainly().MatchString(first) && begins(first, docTitle)) {
		score -= 30
	}
	if strings.HasSuffix(first, "?") && !selfReference().MatchString(first) {
		score -= 30
	}
	if strings.Contains(s, "://") {
		score -= 8
	}
	switch {
	case pointerStart().MatchString(s):
		score -= 55
	case compatible().MatchString(first):
		score -= 40
	}
	return score
}

// ofParts matches the beginning of a sentence on the parts of the subject: "The streams produced by", "X consists of".
var ofParts = lazyregexp.Lazy(`(?i)^the \w+s (?:\w+ed|of|in|for|that|are|use|can|have)\b|` +
	`^\S+ (?:consists of|is (?:split|divided) into|is made up of)\b`)

// subject matches the first word before "is a" at the beginning of a sentence, except words that mean the target.
var subject = lazyregexp.Lazy(`^(?:The )?(\p{Lu}[\p{L}\d.+-]+)(?: \p{L}[\p{L}\d.+-]*){0,2} is (?:an?|the|recommended) `)

// ofLinks matches titles of lists of links.
var ofLinks = lazyregexp.Lazy(`(?i)^awesome\s`)

// within reports whether a title has a word or begins with it, apart from marks and case, or the word means the
// target.
func within(word, title string) bool {
	mark := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	word = strings.ToLower(strings.Join(strings.FieldsFunc(word, mark), ""))
	switch word {
	case "this", "it", "here", "that", "there":
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(title), mark)
	rest, begins := strings.CutPrefix(strings.Join(words, ""), word)
	return slices.Contains(words, word) || begins && rest != "cpp" // JsonCpp is for JSON
}

// tagline matches "Name: description" and "Name - description".
var tagline = lazyregexp.Lazy(`^[^:–—|-]{2,40}(?::| (?:--|[-–—|])) +(\p{L}.{20,})$`)

// Description returns the description of a README's subject in one sentence, and evidence of its lines, or "". It is
// the first sentence of the summary, the part of the title behind the name, or a long title. name is the name of the
// subject, or "".
func Description(d *luminos.Document, name string) (text string, ev []luminos.Evidence) {
	if d == nil || len(d.Evidence) == 0 {
		return "", nil
	}
	s := firstSentence(fromClause(pastContents(d.Summary, d.Title)))
	said := countWords(s) >= 3 && !strings.EqualFold(s, name) && Describes(s)
	named := name != "" && strings.Contains(strings.ToLower(s), strings.ToLower(name))
	slogan := tagline().FindStringSubmatch(d.Title)
	if slogan != nil && (countWords(slogan[1]) < 3 || bare().MatchString(d.Title)) {
		slogan = nil
	}
	plain := introducesPlainly().MatchString(s) && (begins(s, d.Title) || selfReference().MatchString(s))
	switch {
	case slogan != nil && !plain && !(said && exhorts().MatchString(slogan[1])):
		return capitalised(tidy(slogan[1])), d.Evidence[:1]
	case slogan == nil && phrase(d.Title) && !announcement().MatchString(d.Title) &&
		!named && !introduces().MatchString(s) && !selfReference().MatchString(s):
		return tidy(d.Title), d.Evidence[:1]
	case said:
		return s, d.Evidence[len(d.Evidence)-1:]
	}
	return "", nil
}

// phrase reports whether a title is more than a name: it has five words, or three with a preposition between them.
func phrase(title string) bool {
	n := countWords(title)
	return n >= 5 || n >= 3 && preposition().MatchString(title)
}

var preposition = lazyregexp.Lazy(`\p{L} (?:for|of|in|with|from|to) \p{L}`)

// capitalised returns s with its first letter in upper case.
func capitalised(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// address matches a bare link.
var address = lazyregexp.Lazy(`https?://\S+`)

// firstSentence returns the first sentence of s, with the next ones until there are five words ("Fast. Simple."),
// shortened to descriptionMax. A leading question or greeting is left out if more follows.
func firstSentence(s string) string {
	s = announced().ReplaceAllString(s, "")
	n := words.SentenceEnd(s)
	if n > 0 && n < len(s) && (strings.HasSuffix(s[:n], "?") || strings.HasPrefix(s, "Welcome to ")) {
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

// tidy removes emoji, colons and white space from both ends of a sentence, and most other marks from its beginning.
func tidy(s string) string {
	s = strings.TrimLeftFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("\"'“‘«(.@$/{<[¿¡", r)
	})
	list := strings.HasSuffix(strings.TrimSpace(s), ":")
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(":-–—", r) || unicode.In(r, unicode.So, unicode.Sk, unicode.Cf, unicode.Mn)
	})
	if list {
		s = beforeList().ReplaceAllString(s, "")
	}
	return openList().ReplaceAllString(s, "")
}

// beforeList matches the words at the end of a sentence that begin the list after it.
var beforeList = lazyregexp.Lazy(`(?i)(?:, with [^,.]+|,? (?:featuring|including|such as|like|with|for|e\.g\.|` +
	`for example|the following|with the following \w+)|, \w{3,}ing)$`)
