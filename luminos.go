// Package luminos is the vocabulary of the program: what passes between the
// stages of an investigation and what stands in its report.
//
// A newcomer reads three things: the nouns (here), the story of one run
// (internal/investigate), and what the offline engine makes of the facts
// (internal/rules). The flow is
//
//	scan.Dir → Scan → facts.Of(Source, Scan) → Facts
//	  → Engine: Survey, Plan, an Entry per directory, Synthesis
//	  → evidence.Check → Report → render
//
// This package holds values only: it does no input or output, and none of its
// types is safe for concurrent modification. One Go type is at once the cache
// file and the part of the JSON report that it describes; JSON field names are
// a published contract and only ever grow.
package luminos

// SchemaVersion is the version of the JSON report. It rises if a field is removed
// or changes its meaning; CHANGELOG.md lists the changes.
const SchemaVersion = 2
