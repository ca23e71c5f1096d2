package render

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// byWriter divides a list into the elements that a model wrote, and the others.
func byWriter[T any](list []T, byModel func(T) bool) (written, others []T) {
	for _, e := range list {
		if byModel(e) {
			written = append(written, e)
		} else {
			others = append(others, e)
		}
	}
	return written, others
}

// composePassages returns the blocks of the text of a section that a model wrote: its paragraphs, then its items. If
// placed is true, an item has the places that it cites below it, unless the report lists them as evidence.
func composePassages(d *dossier, statements []luminos.Statement, items []luminos.Item, placed bool) []block {
	var blocks []block
	for len(statements) > 0 {
		n := 1
		for n < len(statements) && !statements[n].Paragraph {
			n++
		}
		blocks = append(spaced(blocks), body(passage(d, statements[:n])...))
		statements = statements[n:]
	}
	heading := ""
	for _, it := range items {
		r := row{kind: bodyRow, text: passage(d, said(it)), deep: it.Heading != ""}
		if it.Heading != heading && it.Heading != "" {
			blocks = append(spaced(blocks), body(as(strong, it.Heading), quoting(luminos.Judged)))
			r.follows = true
		} else if it.Paragraph {
			blocks = spaced(blocks)
		}
		heading = it.Heading
		if !it.Paragraph {
			r.kind, r.label = bulletRow, as(quiet, "-")
			number, label, _ := strings.Cut(it.Label+" ", ". ")
			if isNumber(number) {
				r.kind, r.label = stepRow, as(quiet, number+".")
			} else {
				label = it.Label
			}
			if label = strings.TrimSpace(label); label != "" {
				r.text = append([]span{as(strong, label), text(": ")}, r.text...)
			}
		}
		blocks = append(blocks, r)
		if places := placesOf(d, it); placed && !d.cites && len(places) > 0 {
			some := as(quiet, words.Some(places, 4))
			blocks = append(blocks, labelled(detailRow, as(quiet, "at"), some, quoting(luminos.Judged)))
		}
	}
	return blocks
}

// said returns the sentences of an item.
func said(it luminos.Item) []luminos.Statement {
	return append([]luminos.Statement{it.Statement}, it.More...)
}

// spaced returns the blocks with an empty line after them, if there are any.
func spaced(blocks []block) []block {
	if len(blocks) == 0 {
		return nil
	}
	return append(blocks, gap{})
}

// isNumber reports whether s consists of digits.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// passage returns sentences as one paragraph, each with its marks and the numbers of its claims.
func passage(d *dossier, statements []luminos.Statement) []span {
	list := make(sentences, len(statements))
	for i := range statements {
		list[i] = statement(d, &statements[i])
	}
	return joinSpans(list)
}

// placesOf returns the places that an item cites, each once.
func placesOf(d *dossier, it luminos.Item) []string {
	var places []string
	for _, st := range said(it) {
		for _, c := range d.report.Claims {
			if at := location(c.Evidence); slices.Contains(st.Claims, c.ID) && !slices.Contains(places, at) {
				places = append(places, at)
			}
		}
	}
	return places
}
