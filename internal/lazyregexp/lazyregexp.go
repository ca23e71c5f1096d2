// Package lazyregexp makes regular expressions that cost nothing until they are
// used: a run that prints its version needs none, and few targets need all.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Lazy compiles expr when it is first asked for it, once.
func Lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
