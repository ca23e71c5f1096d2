package verify

import (
	"slices"

	"luminos/internal/lazyregexp"
)

var (
	// goneHeading matches the heading of a section about things of the past: "Deprecated options", "Rows (removed)",
	// "Upgrading from 1.x".
	goneHeading = lazyregexp.Lazy(`(?i)^\W*(?:deprecat(?:ed|ions?)|removed|removals?|obsolete|discontinued|` +
		`(?:migrat|upgrad)(?:ing|ion)(?: guide)?:? (?:from|to) (?:[\w-]+ ){0,2}v?\d[\w.]*)\b|` +
		`[(:\[,–-]\s*(?:deprecated|removed|obsolete|discontinued)\W*$`)
	// goneSubject matches the first paragraph of a section, if it says so of the subject of the section.
	goneSubject = lazyregexp.Lazy(`(?i)^[\W_]*(?:(?:deprecated|removed|obsolete|discontinued)\b[\s_*]*` +
		`(?:[:.!–-]|in v?\d|since v?\d|$)|` +
		`(?:this|these|it|they)(?: [\w-]+){0,2} (?:is|are|was|were|(?:has|have) been) (?:now |all )?[*_]*` +
		`(?:deprecated|obsolete|discontinued|no longer (?:supported|maintained|available|needed|recommended))\b|` +
		`(?:this|these|it|they)(?: [\w-]+){0,2} (?:was|were|(?:has|have) been) (?:now |all )?[*_]*(?:removed|replaced)\b)`)
	// goneTask matches an item of a list of tasks that is done: it describes the revision that did it.
	goneTask = lazyregexp.Lazy(`^\s*(?:[-*+]\s+)?\[[xX]\] `)
	// gonePage matches a sentence that states the revision that a document describes, or that the document is of the past.
	gonePage = lazyregexp.Lazy(`(?is)\bstatus\b\W{1,6}(?:design|draft|proposed|planned)\b|\bas of\b.{1,60}\btag\b|` +
		`\bthis (?:page|document|guide|file|chapter|article|design|proposal) ` +
		`(?:is|was|has been) (?:now )?[*_]*` +
		`(?:removed|replaced|superseded|archived|obsolete|deprecated|outdated|out of date)\b`)
)

// hasHeading reports whether the heading of the section at work, or of one that holds it, has a property.
func (s *section) hasHeading(has func(heading) bool) bool { return slices.ContainsFunc(s.above, has) }

// gone reports whether the section at work, or one that holds it, says that its subject is gone.
func (s *section) gone() bool { return s.hasHeading(func(h heading) bool { return h.gone }) }

// begin begins a section. The one of a title is the whole document, whose parts can be about other things.
func (s *section) begin(level int, text string) {
	text = text[:min(len(text), aroundMost)]
	s.above = append(s.above[:min(level-1, len(s.above))], heading{sample: sampleHeading().MatchString(text),
		doubt: headingHedge().MatchString(text), gone: level > 1 && goneHeading().MatchString(text)})
	s.heading, s.opens = text, level > 1
}

// read notes the first paragraph of a section.
func (s *section) read(text string) {
	if n := len(s.above); s.opens && n > 0 {
		s.above[n-1].gone = s.above[n-1].gone || goneSubject().MatchString(text)
	}
	s.opens = false
}

// dated reports whether the first paragraphs of a document say that it is about an earlier revision.
func (d *document) dated() bool {
	return slices.ContainsFunc(d.prose[:min(len(d.prose), 3)], func(p passage) bool {
		return gonePage().MatchString(p.text)
	})
}
