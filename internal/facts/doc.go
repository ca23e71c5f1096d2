// Package facts finds the facts about a target that need no model. It runs
// readers, one for each kind of file, and derives facts about the whole from their
// results: name, kind, main language.
package facts
