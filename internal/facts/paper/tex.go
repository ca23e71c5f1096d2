package paper

import "strings"

// argMost is the maximal length of an argument of a command, in bytes: an abstract as an argument has a few thousand.
const argMost = 8 << 10

// verbatim are the environments whose content is no LaTeX, or is not shown.
var verbatim = strings.Fields("comment verbatim verbatim* Verbatim lstlisting minted filecontents filecontents*")

// strip returns a text of LaTeX of the same length in which comments, verbatim text, \iffalse … \fi and the lines
// after the end of the document are blank. Line ends stay.
func strip(text string) string {
	b := []byte(text)
	uncomment(b)
	for _, env := range verbatim {
		between(b, `\begin{`+env+`}`, `\end{`+env+`}`)
	}
	falseParts(b)
	if i := strings.Index(string(b), `\end{document}`); i >= 0 {
		blank(b[i:])
	}
	return string(b)
}

// uncomment blanks each "%" that no backslash escapes, and the rest of its line.
func uncomment(b []byte) {
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++ // the next character is escaped
		case '%':
			for i < len(b) && b[i] != '\n' {
				b[i] = ' '
				i++
			}
		}
	}
}

// between blanks the text from each opening to the closing after it, with both.
func between(b []byte, opening, closing string) {
	text := string(b)
	for at := 0; ; {
		i := strings.Index(text[at:], opening)
		if i < 0 {
			return
		}
		i += at
		n := strings.Index(text[i:], closing)
		if n < 0 {
			return
		}
		at = i + n + len(closing)
		blank(b[i:at])
	}
}

// falseParts blanks the text from each \iffalse to its \else or \fi.
func falseParts(b []byte) {
	text := string(b)
	for at := 0; ; {
		i := strings.Index(text[at:], `\iffalse`)
		if i < 0 {
			return
		}
		i += at
		depth, end := 0, -1
		for j := i; j < len(text) && end < 0; j++ {
			if text[j] != '\\' {
				continue
			}
			switch name := nameAt(text, j+1); {
			case strings.HasPrefix(name, "if"):
				depth++
			case name == "fi":
				if depth--; depth == 0 {
					end = j + len(`\fi`)
				}
			case name == "else" && depth == 1:
				end = j + len(`\else`)
			}
			j += len(nameAt(text, j+1))
		}
		if end < 0 {
			return
		}
		blank(b[i:end])
		at = end
	}
}

// blank replaces all characters except line ends by spaces.
func blank(b []byte) {
	for i := range b {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
}

// nameAt returns the name of the command whose backslash is before i: letters and "@", else one character.
func nameAt(s string, i int) string {
	j := i
	for j < len(s) && isLetter(s[j]) {
		j++
	}
	if j == i && j < len(s) {
		j++
	}
	return s[i:j]
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '@' }

// skipSpace returns the place of the next character at or after i that is no white space. It does not pass an empty
// line, which ends a paragraph and so a command.
func skipSpace(s string, i int) int {
	lines := 0
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r' || s[i] == '\n' && lines == 0) {
		if s[i] == '\n' {
			lines++
		}
		i++
	}
	return i
}

// group returns the text between the bracket at i and its partner, and the place after the partner. It returns
// false if there is no such bracket at i, or no partner within argMost bytes.
func group(s string, i int, open, shut byte) (inner string, end int, ok bool) {
	if i >= len(s) || s[i] != open {
		return "", i, false
	}
	depth, braces := 0, 0 // braces are open within square brackets
	for j := i; j < min(len(s), i+argMost); j++ {
		switch c := s[j]; {
		case c == '\\':
			j++
		case c == open && braces == 0:
			depth++
		case c == shut && braces == 0:
			if depth--; depth == 0 {
				return s[i+1 : j], j + 1, true
			}
		case c == '{':
			braces++
		case c == '}':
			if braces--; braces < 0 {
				return "", i, false
			}
		}
	}
	return "", i, false
}

// braced returns the next argument in braces at or after i, behind white space and arguments in square brackets.
func braced(s string, i int) (inner string, end int, ok bool) {
	for range 3 { // \textcite[see][12]{key}
		j := skipSpace(s, i)
		_, end, ok := group(s, j, '[', ']')
		if !ok {
			break
		}
		i = end
	}
	return group(s, skipSpace(s, i), '{', '}')
}

// optional returns the argument in square brackets at i, or "".
func optional(s string, i int) string {
	inner, _, _ := group(s, skipSpace(s, i), '[', ']')
	return inner
}
