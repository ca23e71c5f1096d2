package document

import (
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// What is kept of one document.
const (
	headingsMax = 40
	headingMax  = 120 // characters of one heading
	titleMax    = 200
	summaryMax  = 300
)

// part is what a document describes.
type part int

const (
	nothingElse part = iota // but its own subject
	directory               // that it stands in
	wholeTarget
)

// outline makes the document of its blocks. Where it describes more than its own
// subject its summary is chosen with more care, and telling is whether the
// summary says what is in there.
func outline(text luminos.Text, blocks []block, of part) (d luminos.Document, telling bool) {
	d = luminos.Document{Path: text.Path, Partial: text.Cut}
	for _, b := range blocks {
		d.Words += countWords(b.text)
	}
	if i := findTitle(blocks); i >= 0 {
		d.Title = words.Shorten(blocks[i].text, titleMax)
		if blocks[i].kind == picture {
			d.Title = logoWords().ReplaceAllString(d.Title, "")
		}
		d.Evidence = append(d.Evidence, text.Cite(blocks[i].first, min(blocks[i].last, blocks[i].first+2)))
	}
	for _, b := range blocks {
		if b.kind == heading && b.text != "" && b.text != d.Title && len(d.Headings) < headingsMax {
			d.Headings = append(d.Headings, words.Shorten(b.text, headingMax))
		}
	}
	i, at, telling := findSummary(blocks, d.Title, of)
	if i >= 0 {
		d.Summary = words.Sentences(blocks[i].text[at:], summaryMax)
		d.Evidence = append(d.Evidence, text.Cite(linesOf(text, blocks[i], at, len(d.Summary))))
	}
	return d, telling
}

// linesOf are the lines on which n bytes of a block's text from an offset stand,
// at most five. Markup is not counted: it is what sets a line's text apart from
// the text of the block.
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

// notText is the markup that is longer than what it marks.
var notText = lazyregexp.Lazy(`\]\([^)]*\)|<[^>]*>`)

// findTitle is the index of the block that names the document, or -1: a title
// given apart, else the first heading of the highest level near the top, else
// the picture above it, which is usually a logo.
func findTitle(blocks []block) int {
	best, nth, logo := -1, 0, -1
	for i, b := range blocks {
		switch {
		case b.kind == title && b.text != "":
			return i
		case b.kind == picture && logo < 0 && best < 0 && !badge().MatchString(b.text):
			logo = i
		case b.kind == heading && letters(b.text, 2) >= 2 && !notTitle().MatchString(b.text):
			if best < 0 || b.level < blocks[best].level {
				best = i
			}
			nth++
		}
		// A later heading of a higher level is a chapter, not the title.
		if nth >= 3 {
			break
		}
	}
	if logo >= 0 && (best < 0 || blocks[best].level > 1) {
		return logo
	}
	return best
}

var (
	// notTitle are headings that stand above any document's first part.
	notTitle = lazyregexp.Lazy(`(?i)^[^\p{L}]*(table of contents?|contents|toc|index|installation|(quick )?install|getting started|usage|highlights|` +
		`what'?s new.*|news|sponsors?|features|about|introduction|overview|licen[cs]e|documentation)[^\p{L}]*$`)
	// badge are pictures of a state, not of a subject.
	badge = lazyregexp.Lazy(`(?i)\b(badge|build|status|license|licence|version|downloads?|coverage|release|discord|chat|npm|pypi|crates\.io|` +
		`docs?|documentation|stars?|twitter|follow|sponsor|ci|tests?|maintained|awesome|demo|screenshot|repo size|issues|pull requests|prs?)\b`)
	// logoWords are what an image adds to the name it shows.
	logoWords = lazyregexp.Lazy(`(?i)^(the )?(logo|banner|icon)( of| for)?[ :-]+|[ :-]+(official )?(logo|banner|icon|header|image|cover|wordmark)$`)
)

// findSummary is the index of the block to quote as what the document says
// first, or -1, and where in its text the quote begins; telling says that it is
// what a README is about.
func findSummary(blocks []block, docTitle string, of part) (best, at int, telling bool) {
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
		case b.links || strings.EqualFold(b.text, docTitle) || countWords(address().ReplaceAllString(b.text, "")) < 3 || boilerplate(b.text):
		case b.kind == paragraph && countWords(b.text) >= 4 && !strings.HasSuffix(b.text, ":"):
			return i, 0, false
		case best < 0 && (b.kind == paragraph || b.kind == item || b.kind == quote):
			best = i
		}
	}
	return best, 0, false
}

// countWords counts what white space sets apart, as wc does, if there is a letter
// or a digit in it: an address is one word. Runs of Han, kana and the like, which
// are written without spaces, count a word for two characters.
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
