package verify

import (
	"slices"

	"luminos/internal/lazyregexp"
)

// goneWords are the words for things of the past in the patterns below.
const goneWords = `(?:removed|deprecated|obsolete|historical|archived|superseded|discontinued|unmaintained|` +
	`no longer (?:need|us|support|requir|maintain|exist|available|recommend)\w*)`

var (
	// goneHeading matches the heading of a section about things of the past.
	goneHeading = lazyregexp.Lazy(`(?i)\b(?:` + goneWords + `|deprecations?|removals?|migrating|legacy|` +
		`migration (?:from|to|guide|notes?)|historical notes?)\b`)
	// goneSection matches the first paragraph of a section whose subject is gone.
	goneSection = lazyregexp.Lazy(`(?i)\b(?:is|are|was|were|been)\s+(?:now\s+|since\s+|all\s+)?[*_]*` + goneWords +
		`|^[\W_]*(?:status\W+|note\W+|warning\W+)?` + goneWords + `\b|\bfor historical\b`)
	// gonePage matches a text at the begin of a document that says so of the document.
	gonePage = lazyregexp.Lazy(`(?is)\bthis (?:\w+ ){1,3}(?:is|was|has been) (?:now )?[*_]*` + goneWords +
		`|^[\W_]*(?:status\W+|note\W+|warning\W+)?` + goneWords + `\b|\bas of\b.{1,60}\btag\b|` +
		`\bthis \w+ (?:was|has been) replaced\b`)
)

// gone reports whether the section at work, or one that holds it, says that its subject is gone.
func (s *section) gone() bool { return slices.Contains(s.ended, true) }

// dated reports whether the first paragraphs of a document say that it is about an earlier revision.
func (d *document) dated() bool {
	return slices.ContainsFunc(d.prose[:min(len(d.prose), 3)], func(p passage) bool {
		return gonePage().MatchString(p.text)
	})
}
