// Package luminos is the vocabulary of the program: the values that the stages of an
// investigation exchange and that its report contains.
//
// Read three packages first: this one, the passes of a run (internal/investigate) and
// the offline engine (internal/rules). The flow is
//
//	scan.Dir → Scan → facts.Of(Source, Scan) → Facts
//	  → Engine: Survey, Plan, an Entry per directory, Synthesis
//	  → evidence.Checker → Report → render
//
// This package holds values only: it does no input or output, and none of its
// types is safe for concurrent modification. Entries, flags, units and evidence are
// JSON in the same form in the cache, in messages and in the report. JSON field
// names are a published contract: see [SchemaVersion].
package luminos

// SchemaVersion is the version of the JSON report. It rises if a field is removed
// or changes its meaning; CHANGELOG.md lists the changes.
const SchemaVersion = 4
