package document

import (
	"strings"

	"luminos/internal/lazyregexp"
)

// website matches a sentence that calls the directory the source of a website or of documentation: the subject of
// the other sentences is elsewhere.
var website = lazyregexp.Lazy(`(?i)^this ` +
	`(?:is the (?:git |github )?(?:repository|repo|home|source(?: code)?|code) (?:for|of)|` +
	`(?:repository|repo) (?:is for|contains|holds|hosts|houses)(?: the source(?: code| files)?(?: for| of))?) ` +
	`(?:the |our )?(?:[\w.+'’-]+ ){0,4}(?:documentation|docs|web ?site|home ?page|site)` +
	`(?:$|[.,;(]| (?:for|of|at|on|hosted|which|that)\b)`)

// Website reports whether a sentence calls its directory the source of a website or of documentation.
func Website(s string) bool {
	m := website().FindString(s)
	return m != "" && !strings.Contains(m, " and ") // "the source code and documentation"
}
