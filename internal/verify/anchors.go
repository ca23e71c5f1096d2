package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// checkAnchor checks that the document to, to which the link l in d leads, has the anchor.
func (c *checker) checkAnchor(ctx context.Context, d, to *document, l link, anchor string) {
	a := strings.ToLower(anchor)
	if to.dynamic || unresolved().MatchString(a) || lineAnchor().MatchString(anchor) {
		return
	}
	c.out.Checked++
	if to.anchors[a] {
		if d == to {
			c.heldAnchors++
		}
		return
	}
	if !c.strict(d) || !c.strict(to) || !atFront(to.path) {
		if strings.Contains(a, ".") {
			return // of an item of code, which a generator describes
		}
		if !c.tree.mayCompare(len(to.anchors)) {
			return
		}
		bare, start := loose(a), hyphened(a)+"-"
		for known := range to.anchors {
			if loose(known) == bare || strings.HasPrefix(hyphened(known), start) ||
				!isASCII(known) && within(loose(known), bare) {
				return
			}
		}
		if len(to.slugs) == 0 || slices.ContainsFunc(to.header, func(l string) bool {
			key, _, _ := strings.Cut(l, ":")
			return loose(strings.ToLower(key)) == bare // a section that a template makes of the header
		}) {
			return
		}
	}
	if c.tree.embedded(ctx, to.path) {
		return
	}
	near := c.tree.nearestAnchor(a, to.slugs)
	if near != "" {
		before, _, _ := strings.Cut(l.to, "#")
		near = before + "#" + near
	}
	lost := lostAnchor{d, a, Finding{Line: l.line, Says: l.to, Nearest: near,
		Truth: fmt.Sprintf("%s has no heading with the anchor #%s", to.path, anchor)}}
	if d == to && !atFront(d.path) {
		c.lostAnchors = append(c.lostAnchors, lost)
	} else {
		lost.report(c)
	}
}

// lostAnchor is a link to an anchor that its document lacks.
type lostAnchor struct {
	doc     *document
	anchor  string
	finding Finding
}

// report adds the finding.
func (l lostAnchor) report(c *checker) {
	c.report(l.doc, luminos.RuleDocAnchor, l.finding.Line, l.finding.Says, l.finding.Truth, l.finding.Nearest)
}

// settleAnchors reports the links of the document at work to itself that fail. If most fail, the document can be a part
// of a page: see [checkParts].
func settleAnchors(c *checker) {
	if len(c.lostAnchors) > c.heldAnchors {
		c.parts = append(c.parts, c.lostAnchors...)
		return
	}
	for _, l := range c.lostAnchors {
		l.report(c)
	}
}

// checkParts reports the links within documents of which most fail, unless another document has their anchors: then
// both are parts of one page.
func checkParts(c *checker) {
	for _, l := range c.parts {
		part := false
		for _, other := range c.parsed {
			part = part || other.anchors[l.anchor]
		}
		if !part {
			l.report(c)
		}
	}
}

// unresolved matches an anchor that no heading has: of a footnote, a text, a page of a site or nothing.
var unresolved = lazyregexp.Lazy(`^(?:user-content-|fn|:~:|[!#])|[=/]`)

// isASCII reports whether an anchor has no letters that generators of sites spell in different ways.
func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 0x7f })
}

// within reports whether the letters of s are in t, in their order.
func within(s, t string) bool {
	for i := 0; i < len(t) && s != ""; i++ {
		if t[i] == s[0] {
			s = s[1:]
		}
	}
	return s == ""
}

// loose returns the letters and digits of an anchor: the rules of site generators differ in the others.
func loose(anchor string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' && r < 'a' || r > 'z' {
			return -1
		}
		return r
	}, anchor)
}

// nearestAnchor returns the anchor that was probably meant: one that is equal apart from hyphens, or a similar one.
func (t *tree) nearestAnchor(a string, slugs []string) string {
	for _, s := range slugs {
		if loose(s) == loose(a) {
			return s
		}
	}
	return t.closest(a, slugs)
}

// atFront reports whether GitHub shows a document beside the files of the repository. The anchors of others can be of a
// site whose generator is elsewhere.
func atFront(p luminos.Path) bool { return p.Dir() == luminos.Root || p.Dir() == ".github" }

// hyphened returns an anchor with one hyphen for all characters between its words.
func hyphened(anchor string) string {
	between := func(r rune) bool { return r < 0x7f && !isWord(byte(r)) || r == '_' }
	return strings.Join(strings.FieldsFunc(anchor, between), "-")
}
