package decode

import (
	"fmt"
	"strings"
)

// What the YAML parser recurses on, and what its lexer takes quadratic time over.
// The times are measured with go-yaml 1.19, on files of 64 KiB where nothing else
// is said.
const (
	// maxIndent is in columns: every level of a block costs one at least.
	maxIndent = 4 * maxDepth
	// maxMarks is how many marks that open a level, or are taken for it, stand
	// on one line: "- - - -" alone costs 5 s.
	maxMarks = 8 * maxDepth
	// maxTabs is how many tabs stand on one line: at each in quotes the lexer looks
	// on to the end of the line. 64 KiB of them cost 0.4 s, 200 KiB 8.
	maxTabs = 512
	// maxLine is what nobody writes on one line, for the sake of those tabs.
	maxLine = 16 << 10
	// maxBlank is how many blank lines follow each other: 12 s in a block of text.
	maxBlank = 100
)

// yamlBounds refuses a text that exceeds one of the bounds. It looks at lines
// and marks only, so that marks in strings count as well: that errs towards
// refusing, and needs dozens of them.
func yamlBounds(s string) error {
	if err := bracketDepth(s); err != nil {
		return err
	}
	blank := 0
	for line := range strings.Lines(s) {
		rest := strings.TrimLeft(line, " \t-?")
		indent := len(line) - len(rest)
		if strings.TrimSpace(line) != "" {
			blank = 0
		} else if blank++; blank > maxBlank {
			return fmt.Errorf("more than %d blank lines in a row: not parsed", maxBlank)
		}
		switch {
		case indent > maxIndent, marks(line) > maxMarks:
			return errTooDeep
		case len(line) > maxLine:
			return fmt.Errorf("a line is longer than %d KiB: not parsed", maxLine>>10)
		case strings.Count(line, "\t") > maxTabs:
			return fmt.Errorf("more than %d tabs on a line: not parsed", maxTabs)
		}
	}
	return nil
}

// marks counts what opens a level on a line, or may.
func marks(line string) int {
	return strings.Count(line, ": ") + strings.Count(line, "- ") + strings.Count(line, "? ") +
		strings.Count(line, "!") + strings.Count(line, "&")
}

// bracketDepth refuses text whose brackets nest too deep, in strings or not.
func bracketDepth(s string) error {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '[', '{':
			if depth++; depth > maxDepth {
				return errTooDeep
			}
		case ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return nil
}
