//go:build !cgo || noparsers

package outline

import "time"

// parse returns errNoGrammar: without cgo, or with the tag noparsers, there are no parsers, because they are C code.
func parse(string, []byte, time.Duration) (findings, error) { return findings{}, errNoGrammar }

func grammarNames() []string { return nil }
