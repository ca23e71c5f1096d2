package render

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the template, the style sheet and the script
	"encoding/base64"
	"html/template"
	"io"
	"slices"
	"strconv"

	"luminos"
	"luminos/internal/words"
)

// The policy of a page permits its own style sheet and its own script, each by its hash, and nothing else.
var (
	//go:embed assets/page.html
	htmlSource string
	//go:embed assets/page.css
	htmlStyle string
	//go:embed assets/page.js
	htmlScript string
)

// The bounds keep a page within a size that a browser opens at once and a mailbox takes.
const (
	htmlMost      = 2_000_000 // bytes of a page
	htmlShare     = 2         // a part takes at most this part of the room that is left
	htmlParts     = 150       // parts of a page; reports by Luminos have fewer than 40
	htmlPieces    = 10_000    // elements of a part, more than have room
	htmlNote      = 20_000    // bytes kept for the remarks on cut lists and for the ends of elements
	htmlText      = 2_000     // characters of a span
	htmlSpans     = 600       // spans of a paragraph
	htmlNested    = 30        // rows below a row
	htmlCuts      = 20        // remarks on cut lists at the top
	htmlScreenRow = 30        // rows of each list on the first screen
)

// HTML writes a report as one page for a browser, which loads nothing: the first screen, figures, then all parts whole
// as far as there is room. Parts fold, a sentence opens its evidence, and flags can be filtered. A page has at most
// htmlMost bytes, and states the lists that it cuts. It returns the first error of w.
func HTML(w io.Writer, r *luminos.Report, s Style) error {
	d := newDossier(r, Style{Verbose: true, Sections: s.Sections, WholeTree: s.WholeTree})
	doc := composeReport(d)
	t, err := template.New("page").Funcs(template.FuncMap{"breaks": breaks}).Parse(htmlSource)
	if err != nil {
		return err
	}
	h := &htmlPage{template: t, forge: forgeOf(d.facts), dossier: d, claims: map[string]*luminos.Claim{}}
	for i := range r.Claims {
		h.claims[r.Claims[i].ID] = &r.Claims[i]
	}
	title := Clean(words.Shorten(d.title(), htmlText))
	head := htmlHead{Policy: htmlPolicy, Style: template.CSS(htmlStyle), Title: title}
	var first bytes.Buffer
	if len(s.Sections) == 0 {
		screen := composeScreen(newDossier(r, Style{})) // the whole report counts the minor flags, too
		screen.legend = doc.screen.legend
		h.to = &first
		h.screen(screen)
		figures{h}.write(&head)
	}
	parts := slices.DeleteFunc(doc.parts, func(p part) bool {
		return len(s.Sections) > 0 && !slices.Contains(s.Sections, p.id)
	})
	if doc.end.title = "Checks"; len(s.Sections) == 0 && len(doc.end.blocks) > 0 {
		doc.end.id = "checks"
		parts = append(parts, doc.end)
	}
	var rest bytes.Buffer
	h.to = &rest
	h.room = htmlMost - first.Len() - len(htmlStyle) - len(htmlScript) - htmlNote
	h.parts(parts, &head)
	var out bytes.Buffer
	out.WriteString("<!doctype html>\n" + luminos.ReportMark + "\n")
	h.to = &out
	head.Cut = h.cut
	h.put("head", head)
	out.Write(first.Bytes())
	out.Write(rest.Bytes())
	h.put("end", template.JS(htmlScript))
	if h.err == nil {
		_, h.err = w.Write(out.Bytes())
	}
	return h.err
}

// htmlPolicy is the content security policy of a page.
var htmlPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + hashSource(htmlStyle) +
	"; script-src " + hashSource(htmlScript)

// hashSource returns the source of a policy that permits an inline text.
func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// htmlHead is the data of the beginning of a page.
type htmlHead struct {
	Policy, Title string
	Style         template.CSS
	Links         []htmlLink // to the parts
	Cut           []string   // remarks on lists that were cut
}

type htmlLink struct{ ID, Title string }

// htmlPage writes the pieces of a page. Each piece is a template of its own that begins and ends in text, so that its
// size is known before it is written.
type htmlPage struct {
	to       *bytes.Buffer
	template *template.Template
	forge    forge
	dossier  *dossier
	claims   map[string]*luminos.Claim // by id
	room     int                       // bytes that the parts may still take
	evidence int                       // the number of lists of evidence so far
	filters  bool                      // the filters of flags are on the page
	cut      []string
	err      error
}

// put writes a template.
func (h *htmlPage) put(name string, data any) {
	if h.err == nil {
		h.err = h.template.ExecuteTemplate(h.to, name, data)
	}
}

// piece returns the bytes of a template.
func (h *htmlPage) piece(name string, data any) []byte {
	var b bytes.Buffer
	if h.err == nil {
		h.err = h.template.ExecuteTemplate(&b, name, data)
	}
	return b.Bytes()
}

// parts writes the parts of a report and adds their links to the head.
func (h *htmlPage) parts(parts []part, head *htmlHead) {
	seen := map[string]int{}
	if left := len(parts) - htmlParts; left > 0 {
		h.cut = append(h.cut, words.Plural(left, "part")+" after the first "+words.Count(htmlParts))
		parts = parts[:htmlParts]
	}
	for _, p := range parts {
		id := htmlID(p.id)
		if seen[id]++; seen[id] > 1 {
			id += "-" + strconv.Itoa(seen[id])
		}
		title := Clean(words.Shorten(p.title, htmlText/10))
		head.Links = append(head.Links, htmlLink{id, title})
		h.put("part", struct {
			htmlLink
			Open bool
		}{htmlLink{id, title}, !p.aside})
		before := h.to.Len()
		if p.id == "flags" && !h.filters {
			h.filters = true
			h.put("filters", h.filterOf(h.dossier.report.Flags))
		}
		list, left := h.piecesOf(p)
		if left += h.pieces(list, h.room/htmlShare); left > 0 {
			remark := words.Plural(left, "more element") + " of this part: the page has at most " + words.Bytes(htmlMost) +
				", --json has all"
			h.put("rest", remark)
			h.cut = append(h.cut, title+" ("+words.Plural(left, "element")+")")
		}
		h.room -= h.to.Len() - before
		h.put("part-end", nil)
	}
	if left := len(h.cut) - htmlCuts; left > 0 {
		h.cut = append(h.cut[:htmlCuts], words.Count(left)+" more")
	}
}

// htmlID returns the id of a part as the id of an element. Ids of sections can be foreign.
func htmlID(id string) string {
	for _, r := range id {
		if (r < 'a' || r > 'z') && r != '_' {
			return "part"
		}
	}
	if id == "" || len(id) > 40 {
		return "part"
	}
	return "part-" + id
}

// pieces writes pieces in at most room bytes, with the elements around them, and returns the number of the others.
func (h *htmlPage) pieces(list []htmlPiece, room int) int {
	var around *htmlBox
	end := func() {
		if around != nil {
			h.to.WriteString(around.end)
		}
		around = nil
	}
	defer end()
	for i, p := range list {
		var begin []byte
		if p.around != nil && p.around != around {
			begin = h.piece(p.around.name, p.around.data)
		}
		text := h.piece(p.name, p.data)
		if room -= len(begin) + len(text); room < 0 {
			return len(list) - i
		}
		if p.around != around {
			end()
			around = p.around
			h.to.Write(begin)
		}
		h.to.Write(text)
	}
	return 0
}
