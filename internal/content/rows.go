package content

import "bytes"

const (
	// leastRows is the least number of lines of a source that is a table.
	leastRows = 1000
	// rowShare is the part of the lines, in percent, that have a digit in a table.
	rowShare = 80
	// formShare is the largest number of forms of lines in a table, in percent of its lines.
	formShare = 10
)

// IsTable reports whether the text of a source is a table of numbers, as programs write it: nearly all lines have
// digits, and they differ, but apart from their numbers they have few forms. Tables of Unicode, coordinates of maps
// and tests of limits are such sources.
func IsTable(text []byte) bool {
	lines, digits := 0, 0
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if lines++; bytes.ContainsAny(line, "0123456789") {
			digits++
		}
	}
	if lines < leastRows || digits*100 < lines*rowShare {
		return false
	}
	forms, different := map[string]bool{}, map[string]bool{}
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		if forms[string(form(line))] = true; len(forms)*100 > lines*formShare {
			return false
		}
		different[string(line)] = true
	}
	return len(different)*2 > lines
}

// form returns a line without its spaces, with one sign in place of each number, also of one in base 16.
func form(line []byte) []byte {
	out := line[:0:0]
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ', c == '\t', c == '\r':
		case c < '0' || c > '9':
			out = append(out, c)
		default:
			out = append(out, '0')
			hex := c == '0' && i+1 < len(line) && line[i+1]|0x20 == 'x'
			if hex {
				i++
			}
			for i+1 < len(line) && (digit(line[i+1]) || hex && isHex(line[i+1]|0x20)) {
				i++
			}
		}
	}
	return out
}

func isHex(c byte) bool { return 'a' <= c && c <= 'f' }
