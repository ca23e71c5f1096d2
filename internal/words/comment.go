package words

import "strings"

// Comment reports whether a line of source or configuration begins with a mark of comments, in
// any of the usual languages. A definition of the C preprocessor is no comment, and neither is an attribute of Rust or
// PHP, as "#[arg(…)]", and the access to a registry of npm, as "//npm.kite.org/:_authToken=": they take effect.
func Comment(line string) bool {
	line = strings.TrimSpace(line)
	for _, mark := range []string{"//", "#", "*", "/*", "--", "<!--", ";"} {
		if strings.HasPrefix(line, mark) {
			attribute := len(line) > 2 && line[:2] == "#[" && 'A' <= line[2]
			access := mark == "//" && strings.Contains(line, "/:_")
			return !strings.HasPrefix(line, "#define") && !attribute && !access
		}
	}
	return false
}
