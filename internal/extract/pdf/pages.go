package pdf

import (
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
	"luminos/internal/words"
)

const (
	charsMost   = 2 << 20 // characters of a page
	objectsMost = 50      // objects of a page without text among which a picture is looked for
	notesMost   = 2_000   // annotations of a page
)

// remarks are the kinds of annotations with which readers comment, by the results of FPDFAnnot_GetSubtype: texts,
// highlights, underlines, strike-outs, stamps, carets and drawings.
var remarks = map[int]bool{1: true, 3: true, 9: true, 10: true, 11: true, 12: true, 13: true, 14: true, 15: true}

// Results of functions of PDFium.
const (
	link, popup = 2, 16 // of FPDFAnnot_GetSubtype
	flattened   = 1     // of FPDFPage_Flatten
)

// pages sets the parts to the pages with their text, and counts pages without text, and remarks.
func (g *guest) pages(f *file.File, x *luminos.Extraction, pages int) {
	t := file.NewText(f, x)
	blank, pictures, broken := 0, 0, 0
	read := min(pages, pagesMost)
	for i := range read {
		t.Part(page(i))
		p := g.call("FPDF_LoadPage", g.doc, uint64(i))
		if p == 0 {
			broken++
			if g.err != nil {
				break
			}
			continue
		}
		if g.annotations(x, p) && g.call("FPDFPage_Flatten", p, 0) == flattened {
			// The values of forms and the texts that readers added become part of the page, when it is loaded again.
			g.call("FPDF_ClosePage", p)
			p = g.call("FPDF_LoadPage", g.doc, uint64(i))
		}
		text := g.pageText(f, x, p, i)
		if g.err != nil {
			break
		}
		t.Add(text)
		const fewWords = 2 // a number or a stamp on a picture is no text of a page
		switch n := len(strings.Fields(text)); {
		case n <= fewWords && g.pictured(p):
			blank++
			pictures++
		case n == 0:
			blank++
		}
		g.call("FPDF_ClosePage", p)
	}
	t.Done()
	if blank > 0 {
		x.Add("pages without text", int64(blank))
	}
	if pages > pagesMost {
		x.Add("pages read", pagesMost)
		x.Limit(fmt.Sprintf("only the first %s pages were read", words.Count(pagesMost)))
	}
	g.state(x, read, blank, pictures, broken)
}

// state sets the state of a document without text, or with pages that cannot be read.
func (g *guest) state(x *luminos.Extraction, read, blank, pictures, broken int) {
	switch {
	case g.err != nil:
	case read == 0:
		x.Fail(luminos.ExtractDamaged, "it has no pages")
	case broken == read:
		x.Fail(luminos.ExtractDamaged, "none of its pages can be read")
	case broken > 0:
		x.Fail(luminos.ExtractDamaged, words.Plural(broken, "page")+" cannot be read")
	case blank == read && pictures > 0:
		x.Fail(luminos.ExtractTextless, "its pages are pictures")
	case blank == read:
		x.Fail(luminos.ExtractTextless, "its pages have no text")
	}
}

// pageText returns the text of a loaded page. It sets the title to the text in the largest letters of the first page,
// if the document has no title.
func (g *guest) pageText(f *file.File, x *luminos.Extraction, p uint64, number int) string {
	t := g.call("FPDFText_LoadPage", p)
	if t == 0 {
		return ""
	}
	defer g.call("FPDFText_ClosePage", t)
	n := g.number(1<<30, "FPDFText_CountChars", t)
	if n == 0 {
		return ""
	}
	if n > charsMost {
		n = charsMost
		x.Limit(fmt.Sprintf("only the first %s characters of a page were read", words.Count(charsMost)))
	}
	if number == 0 && x.Property("title") == "" {
		x.Set("title", g.largest(t, n))
	}
	b := g.buffer(2*(n+1), func(at uint64) { g.call("FPDFText_GetText", t, 0, uint64(n), at) })
	return g.visible(f, x, p, t, tidy.Replace(decode(b)), page(number))
}

// tidy joins words that PDFium marks as divided at the end of a line, and ends lines with "\n". A hyphen before "and"
// is one of the text, as in "mid- and long-term", but in the few words that are divided there.
var tidy = newTidy("oper", "Oper", "vi", "Vi", "brig", "Brig", "ampers", "Ampers", "Ferdin")

func newTidy(beforeAnd ...string) *strings.Replacer {
	var pairs []string
	for _, mark := range []string{"\uFFFE\r\n", "\x02\r\n", "\uFFFE", "\x02"} {
		for _, word := range beforeAnd {
			pairs = append(pairs, word+mark+"and ", word+"and ")
		}
		pairs = append(pairs, mark+"and ", "- and ", mark, "")
	}
	return strings.NewReplacer(append(pairs, "\r\n", "\n")...)
}

// pictured reports whether one of the first objects of a page is a picture.
func (g *guest) pictured(p uint64) bool {
	const image = 3 // FPDF_PAGEOBJ_IMAGE
	for i := range g.number(objectsMost, "FPDFPage_CountObjects", p) {
		if o := g.call("FPDFPage_GetObject", p, uint64(i)); o != 0 && g.call("FPDFPageObj_GetType", o) == image {
			return true
		}
	}
	return false
}

// annotations counts the remarks of readers on a page. It reports whether there are annotations that can show text.
func (g *guest) annotations(x *luminos.Extraction, p uint64) (text bool) {
	for i := range g.number(notesMost, "FPDFPage_GetAnnotCount", p) {
		a := g.call("FPDFPage_GetAnnot", p, uint64(i))
		if a == 0 {
			continue
		}
		kind := g.number(countMost, "FPDFAnnot_GetSubtype", a)
		if remarks[kind] {
			x.Add("comments", 1)
		}
		text = text || kind != link && kind != popup
		g.call("FPDFPage_CloseAnnot", a)
	}
	return text
}
