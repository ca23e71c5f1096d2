package investigate

import (
	"strings"

	"luminos/internal/lazyregexp"
)

// exampleDomain matches an address of the domains that are kept for examples
// (https://www.rfc-editor.org/rfc/rfc2606#section-3). A mail address can stand beside real keys.
var exampleDomain = lazyregexp.Lazy(`//(?:[\w-]+\.)*example\.(?:com|net|org)\b`)

// exampleBlocks reports for each line of a Markdown text whether it is in a fenced block that uses a domain for
// examples: the keys in it are examples too.
func exampleBlocks(lines []string) []bool {
	example := make([]bool, len(lines))
	first, found := -1, false // the fence that is open
	for i, line := range lines {
		switch fence := strings.HasPrefix(strings.TrimSpace(line), "```"); {
		case fence && first >= 0:
			for j := first; found && j <= i; j++ {
				example[j] = true
			}
			first, found = -1, false
		case fence:
			first = i
		case first >= 0 && len(line) <= 1000:
			found = found || exampleDomain().MatchString(line)
		}
	}
	return example
}
