// Package facts finds out what can be known about a target without a model.
// Its readers each know one sort of file; this package runs them and draws
// from what they read the facts about the whole: name, kind, main language.
package facts
