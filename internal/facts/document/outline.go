package document

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// Bounds of one document in the report.
const (
	headingsMax = 40
	headingMax  = 120 // characters of one heading
	titleMax    = 200
	summaryMax  = 300
)

// part is the subject of a document.
type part int

const (
	nothingElse part = iota // but its own subject
	directory               // its directory
	wholeTarget
)

// outline returns the entry of the report for a document, with its title, headings and summary,
// from its blocks. certain is true for a README if the summary certainly describes the directory or
// the target.
func outline(text luminos.Text, blocks []block, of part) (d luminos.Document, certain bool) {
	d = luminos.Document{Path: text.Path, Partial: text.Cut}
	for _, b := range blocks {
		d.Words += countWords(b.text)
	}
	i := findTitle(blocks)
	names := i >= 0 && (of == nothingElse && namesWhole(blocks, i) || of != nothingElse && !isSection(blocks, i))
	if names {
		d.Title = words.Shorten(blocks[i].text, titleMax)
		if blocks[i].kind == picture {
			d.Title = logoName(d.Title)
		}
		d.Evidence = append(d.Evidence, text.Cite(blocks[i].first, min(blocks[i].last, blocks[i].first+2)))
	}
	for _, b := range blocks {
		if b.kind == heading && b.text != "" && b.text != d.Title && len(d.Headings) < headingsMax {
			d.Headings = append(d.Headings, words.Shorten(b.text, headingMax))
		}
	}
	i, at, certain := findSummary(blocks, d.Title, of)
	if i >= 0 {
		d.Summary = words.Sentences(blocks[i].text[at:], summaryMax)
		d.Evidence = append(d.Evidence, text.Cite(linesOf(text, blocks[i], at, len(d.Summary))))
	}
	return d, certain
}

// linesOf estimates the first and last line of the n bytes of a block's text that begin at the offset from, at most
// five lines. Addresses of links and tags are not counted, because the text of the block has no markup.
func linesOf(text luminos.Text, b block, from, n int) (first, last int) {
	lines, seen := text.Lines(), 0
	first, last = b.first, b.first
	for k := b.first; k <= b.last && seen < from+n; k++ {
		if seen <= from {
			first = k
		}
		last = k
		seen += len(fold(notText().ReplaceAllString(lines[k-1], ""))) + 1
	}
	return first, min(last, first+4)
}

// notText matches markup that is longer than its text.
var notText = lazyregexp.Lazy(`\]\([^)]*\)|<[^>]*>`)

// findTitle returns the index of the block that names the document, or -1: explicit metadata, else the first heading of
// the highest level near the top. A picture (a logo) above the headings precedes one that is not of level 1. If the
// document begins with a section such as "Introduction", a later heading of its level is a section, too. Below a
// paragraph, only a heading of level 1 and "What is NAME?" are titles, and below a heading with its paragraph none is.
// An address is no title, and neither is the name of the product that the paragraph before it advertises.
func findTitle(blocks []block) int {
	best, nth, logo, section, told := -1, 0, -1, math.MaxInt, false
	for i, b := range blocks {
		switch {
		case (b.kind == title || b.kind == heading) && strings.TrimSpace(address().ReplaceAllString(b.text, "")) == "":
		case b.kind == paragraph && best < 0 && !b.links && countWords(b.text) >= paragraphWords:
			section = min(section, 2)
		case b.kind == paragraph && !b.links && countWords(b.text) >= paragraphWords:
			told = true
		case b.kind == title && b.text != "":
			return i
		case b.kind == picture && logo < 0 && best < 0 && section == math.MaxInt && isLogo(b.text):
			logo = i
		case b.kind == heading && b.level > 1 && i > 0 && advertisement().MatchString(blocks[i-1].text):
		case b.kind == heading && letters(b.text, 2) >= 2 && isContents().MatchString(b.text):
		case b.kind == heading && letters(b.text, 2) >= 2 && notTitle().MatchString(b.text):
			if best < 0 {
				section = min(section, b.level)
			}
		case b.kind == heading && letters(b.text, 2) >= 2:
			if (b.level < section || whatIs().MatchString(b.text)) && (best < 0 || b.level < blocks[best].level && !told) {
				best = i
			}
			nth++
		}
		// A later heading of a higher level is a chapter, not the title.
		if nth >= 3 {
			break
		}
	}
	if logo >= 0 && best >= 0 && strings.HasPrefix(blocks[best].text, logoName(blocks[logo].text)) {
		return best
	}
	if logo >= 0 && (best < 0 || blocks[best].level > 1) {
		return logo
	}
	return best
}

// isSection reports whether the block at the index i of a README is a heading with text or fields before it, and is
// the first of several headings of its level, or follows a heading before which the text introduces the subject.
func isSection(blocks []block, i int) bool {
	if blocks[i].kind != heading || whatIs().MatchString(blocks[i].text) {
		return false
	}
	text := slices.IndexFunc(blocks[:i], func(b block) bool {
		return b.kind == fields || b.kind == paragraph && !b.links && countWords(b.text) >= paragraphWords
	})
	first := slices.IndexFunc(blocks, func(b block) bool { return b.kind == heading })
	told := text >= 0 && text < first && first < i && introducesPlainly().MatchString(blocks[text].text)
	return text >= 0 && (told || slices.ContainsFunc(blocks[i+1:], func(b block) bool {
		return b.kind == heading && b.level == blocks[i].level
	}))
}

// advertisement matches a paragraph that sends readers to another product of the authors.
var advertisement = lazyregexp.Lazy(`(?i)^(?:check out|try|discover|get) (?:my|our) (?:[\w-]+ ){0,3}` +
	`(?:apps?|products?|books?|courses?)[.!:]?$`)

// namesWhole reports whether the block at the index i of a document that is no README names the document and not a
// section: it is no heading, asks for the subject, is the first heading of level 1 or alone on that level, or begins
// the document, with all other headings below.
func namesWhole(blocks []block, i int) bool {
	own := blocks[i].level
	if blocks[i].kind != heading || whatIs().MatchString(blocks[i].text) {
		return true
	}
	before, beside, below := 0, 0, 0
	for k, b := range blocks {
		switch {
		case b.kind != heading || k == i || address().ReplaceAllString(b.text, "") == "":
			continue
		case b.level <= own:
			beside++
		default:
			below++
		}
		if k < i {
			before++
		}
	}
	if own <= 1 {
		return before == 0 || beside == 0
	}
	return i == 0 && beside == 0 && below > 0
}

// paragraphWords is the fewest words of a paragraph that begins the text of a document.
const paragraphWords = 8

// pictureWords is the most words of the label of a logo that is a name. A longer label describes the picture.
const pictureWords = 6

// isLogo reports whether the label of a picture can hold the name of the subject.
func isLogo(label string) bool {
	return namedLogo().MatchString(label) || !badge().MatchString(label) && countWords(label) <= pictureWords
}

// logoName returns the name of the subject in the label of a logo.
func logoName(label string) string {
	if m := namedLogo().FindStringSubmatch(label); m != nil {
		return m[1]
	}
	return logoWords().ReplaceAllString(label, "")
}

var (
	// isContents are headings of lists of contents, which can stand above the title.
	isContents = lazyregexp.Lazy(`(?i)^[^\p{L}]*(table of contents?|contents|toc|index)[^\p{L}]*$`)
	// notTitle are headings of the first section of a document without a title.
	notTitle = lazyregexp.Lazy(`(?i)^[^\p{L}]*(status|news|installation|(quick )?install|` +
		`build(ing)?( and install(ation|ing)?)?|why|(getting|get) started|usage|highlights|` +
		`what'?s new.*|news|sponsors?|features|about( this \w+)?|introduction|overview|licen[cs]e|documentation|` +
		`readme (for|of) .*)[^\p{L}]*$`)
	// whatIs are headings that hold the name of the subject.
	whatIs = lazyregexp.Lazy(`(?i)^what(?: is|'s|’s) .+\?$`)
	// badge are pictures of a state, not of a subject.
	badge = lazyregexp.Lazy(`(?i)^(awesome$|git(hub|lab)\b)|` +
		`\b(badge|build|status|license|licence|version|downloads?|coverage|release|discord|chat|npm|pypi|crates\.io|` +
		`docs?|documentation|continuous|workflow|codeql|stars?|twitter|follow|sponsor|ci|tests?|maintained|demo|screenshot|doi|repo size|issues|pull requests|prs?)\b`)
	// namedLogo matches labels such as "The age logo, a wireframe of a dome".
	namedLogo = lazyregexp.Lazy(`(?i)^the ([\p{L}\d][\w.+-]*(?: [\w.+-]+)?) (?:logo|banner|icon)\b`)
	// logoWords matches the words of a logo's label beside the name.
	logoWords = lazyregexp.Lazy(`(?i)^(the )?(logo|banner|icon)( of| for)?[ :-]+|[ :-]+(official )?(logo|banner|icon|header|image|cover|wordmark)$`)
)

// findSummary returns the index of the block that best summarises the document, or
// -1, and the offset of the summary in its text. certain is true if it describes the
// subject of a README.
func findSummary(blocks []block, docTitle string, of part) (best, at int, certain bool) {
	if of != nothingElse {
		s := ofDirectory
		if of == wholeTarget {
			s = ofWhole
		}
		if i, from, certain := s.findAbout(blocks, docTitle); i >= 0 && (certain || of == wholeTarget) {
			return i, from, certain
		}
	}
	best = -1
	for i, b := range blocks {
		b.text = lead(b.text)
		switch {
		case b.kind == about && len(b.text) >= 20:
			return i, 0, false
		case continues(blocks, i):
		case b.links || strings.EqualFold(b.text, docTitle) || countWords(address().ReplaceAllString(b.text, "")) < 3 || boilerplate(b.text):
		case b.kind == paragraph && countWords(b.text) >= 4 && !strings.HasSuffix(b.text, ":"):
			return i, 0, false
		case best < 0 && (b.kind == paragraph || b.kind == item || b.kind == quote):
			best = i
		}
	}
	return best, 0, false
}

// countWords returns the number of words with a letter or a digit, separated by
// white space as in wc. In Han, kana and similar scripts, which have no spaces, two
// characters count as one word.
func countWords(s string) int {
	n, dense := 0, 0
	for field := range strings.FieldsSeq(s) {
		spaced := false
		for _, r := range field {
			switch {
			case r >= 0x3040 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
				dense++
			case unicode.IsLetter(r) || unicode.IsDigit(r):
				spaced = true
			}
		}
		if spaced {
			n++
		}
	}
	return n + (dense+1)/2
}
