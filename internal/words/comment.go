package words

import "strings"

// Comment reports whether a line of source or configuration begins with a mark of comments, in
// any of the usual languages. A definition of the C preprocessor is no comment: its value takes effect.
func Comment(line string) bool {
	line = strings.TrimSpace(line)
	for _, mark := range []string{"//", "#", "*", "/*", "--", "<!--", ";"} {
		if strings.HasPrefix(line, mark) {
			return !strings.HasPrefix(line, "#define")
		}
	}
	return false
}
