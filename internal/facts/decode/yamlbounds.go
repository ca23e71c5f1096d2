package decode

import (
	"fmt"
	"strings"
)

// What the YAML parser recurses on, or takes quadratic time over. The times are
// measured with go-yaml 1.19, on files of 64 KiB where nothing else is said.
const (
	// maxIndent is in columns: every level of a block costs one at least.
	maxIndent = 4 * maxDepth
	// maxMarks is how many marks that open a level, or are taken for it, stand
	// on one line: "- - - -" alone costs 5 s.
	maxMarks = 8 * maxDepth
	// maxTabs is how many tabs stand on one line: 64 KiB of them in quotes cost 0.8 s.
	maxTabs = 512
	// maxLine is what nobody writes on one line: 16 KiB of "@]{" cost 0.1 s, four
	// times that 1.6.
	maxLine = 16 << 10
	// maxBlank is how many blank lines follow each other: 12 s in a block of text.
	maxBlank = 100
	// maxDocuments is how many documents one text holds: 10,000 cost 0.6 s.
	maxDocuments = 4000
	// maxEntries is how many entries one mapping has: 1 MiB of them cost 20 s,
	// this many 0.2.
	maxEntries = 10_000
)

// yamlBounds refuses a text that exceeds one of the bounds. It looks at lines
// and marks only, so that marks in strings count as well: that errs towards
// refusing, and needs dozens of them.
func yamlBounds(s string) error {
	if err := bracketDepth(s); err != nil {
		return err
	}
	blank, documents := 0, 0
	var entries [maxIndent + 1]int // of the mapping that is open at each column
	for line := range strings.Lines(s) {
		if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") {
			if documents++; documents > maxDocuments {
				return fmt.Errorf("more than %d documents: not parsed", maxDocuments)
			}
		}
		rest := strings.TrimLeft(line, " \t-?")
		indent := len(line) - len(rest)
		if strings.TrimSpace(rest) == "" {
			if blank++; blank > maxBlank {
				return fmt.Errorf("more than %d blank lines in a row: not parsed", maxBlank)
			}
			if indent > maxIndent {
				return ErrTooDeep
			}
			continue
		}
		blank = 0
		switch {
		case indent > maxIndent, marks(line) > maxMarks:
			return ErrTooDeep
		case len(line) > maxLine:
			return fmt.Errorf("a line is longer than %d KiB: not parsed", maxLine>>10)
		case strings.Count(line, "\t") > maxTabs:
			return fmt.Errorf("more than %d tabs on a line: not parsed", maxTabs)
		}
		clear(entries[indent+1:])
		if dash := strings.TrimLeft(line, " \t"); dash[0] == '-' && indent > len(line)-len(dash) {
			clear(entries[len(line)-len(dash)+1:]) // an item, and the mappings in it, begin
		}
		if strings.Contains(rest, ":") && rest[0] != '#' {
			if entries[indent]++; entries[indent] > maxEntries {
				return fmt.Errorf("more than %d entries of one mapping: not parsed", maxEntries)
			}
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
				return ErrTooDeep
			}
		case ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return nil
}
