package verify

import (
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// answers holds properties of the document and its parts that the checks of many statements need.
type answers struct {
	past      map[int]bool    // see [document.isPast]; by piece
	patterned map[int]bool    // see [document.patterned]; by group
	mentioned map[string]bool // see [document.mentions]
	project   answer          // see [document.makesProject]
}

// mentions reports whether several lines of the document have the text s, or it was asked for too many texts.
func (d *document) mentions(s string) bool {
	const most = 1000 // texts
	several, known := d.mentioned[s]
	if !known && len(d.mentioned) < most {
		n := 0
		for i := 0; i < len(d.lines) && n < 2; i++ {
			if strings.Contains(d.lines[i], s) {
				n++
			}
		}
		several = n > 1
		d.mentioned[s] = several
		return several
	}
	return several || !known
}

// ownProject matches text of documents whose commands are for a project of the user.
var ownProject = lazyregexp.Lazy(`(?i)"scripts"\s*:|\b(?:npm|yarn|pnpm|bun) (?:create|init)\b|\bnpx create-`)

// makesProject reports whether the document is about projects that users make.
func (d *document) makesProject() bool {
	if !d.project.known {
		d.project = answer{known: true, yes: slices.ContainsFunc(d.lines, func(l string) bool {
			return len(l) < lineMost && ownProject().MatchString(l)
		})}
	}
	return d.project.yes
}

// inPiece returns the spans of a paragraph, an item or a row, which lie together.
func (d *document) inPiece(piece int) []span {
	begin, _ := slices.BinarySearchFunc(d.spans, piece, func(s span, p int) int { return s.piece - p })
	end := begin
	for end < len(d.spans) && d.spans[end].piece == piece {
		end++
	}
	return d.spans[begin:end]
}

// patterned reports whether an item of a list or a table is a pattern of paths: the others are of users, too.
func (d *document) patterned(group int) bool {
	if d.answers.patterned == nil {
		d.answers.patterned = map[int]bool{}
		for _, s := range d.spans {
			if s.group > 0 && s.leads && strings.Contains(s.text, "/") && strings.Contains(s.text, "*") {
				d.answers.patterned[s.group] = true
			}
		}
	}
	return d.answers.patterned[group]
}

// isPast reports whether the paragraph of a span, the next one or their heading is about the past.
func (d *document) isPast(s span) bool {
	past, known := d.past[s.piece]
	if !known {
		p := d.prose[s.piece-1]
		past = goneTask().MatchString(p.text) || pastHedge().MatchString(p.heading+"\n"+p.text)
		if s.piece < len(d.prose) {
			next := d.prose[s.piece]
			under := next.heading == p.heading || next.heading == strings.Trim(p.text, "`*_ \n") // a paragraph, or its heading
			past = past || under && pastHedge().MatchString(next.text)
		}
		d.past[s.piece] = past
	}
	return past
}
