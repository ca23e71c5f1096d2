// Package lazyregexp provides regular expressions that are compiled when first
// used: a run needs only few of them.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Lazy returns a function that compiles expr at its first call and returns the same
// expression at each call. It panics if expr is invalid. The function is safe for
// concurrent use.
func Lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
