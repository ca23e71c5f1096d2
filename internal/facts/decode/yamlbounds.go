package decode

import (
	"fmt"
	"strings"
)

// Bounds on the recursion of the YAML parser and on the quadratic time of its
// lexer. Times were measured with go-yaml 1.19, on files of 64 KiB unless stated
// otherwise.
const (
	// maxIndent is in columns. Each level of a block takes at least one column.
	maxIndent = 4 * maxDepth
	// maxMarks is the maximum number of marks on one line that open a level, or
	// may: "- - - -" alone costs 5 s.
	maxMarks = 8 * maxDepth
	// maxTabs is the maximum number of tabs on one line. At each tab in quotes the
	// lexer reads on to the end of the line: 64 KiB cost 0.4 s, 200 KiB 8 s.
	maxTabs = 512
	// maxLine is the maximum length of a line in bytes. It bounds the cost of tabs.
	maxLine = 16 << 10
	// maxBlank is the maximum number of blank lines in a row, which cost up to 12 s in
	// a block of text.
	maxBlank = 100
)

// yamlBounds returns an error for a YAML text that would take too long to parse: too many nested
// levels, blank lines or tabs, or too long a line. Marks in strings are counted too, so that a text
// can be refused wrongly if it has dozens of them.
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

// marks returns the number of characters on a line of YAML that open a nested level, or may do so.
func marks(line string) int {
	return strings.Count(line, ": ") + strings.Count(line, "- ") + strings.Count(line, "? ") +
		strings.Count(line, "!") + strings.Count(line, "&")
}

// bracketDepth returns an error if the brackets of a YAML text, including brackets in strings, are
// nested too deeply.
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
