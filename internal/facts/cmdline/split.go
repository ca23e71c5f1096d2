package cmdline

import "strings"

// commands splits a line of shell into its commands, and each command into words. Quotes are
// removed; a comment ends the line; redirections stay as words.
func commands(line string) [][]string {
	var all [][]string
	var words []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	endWord := func() {
		if inWord {
			words = append(words, word.String())
		}
		word.Reset()
		inWord = false
	}
	endCommand := func() {
		endWord()
		if len(words) > 0 {
			all = append(all, words)
		}
		words = nil
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				word.WriteByte(c)
			}
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case strings.HasPrefix(line[i:], "${{"): // an expression of a pipeline, as one word
			n := strings.Index(line[i:], "}}") + 2
			if n < 2 {
				n = len("${{")
			}
			word.WriteString(line[i : i+n])
			i, inWord = i+n-1, true
		case c == '\\' && i+1 < len(line) && line[i+1] == '\n':
			i++
			endWord()
		case c == '#' && !inWord:
			for i+1 < len(line) && line[i+1] != '\n' {
				i++
			}
		case c == ' ' || c == '\t' || c == '\r':
			endWord()
		case c == '&' && i > 0 && line[i-1] == '>': // of a redirection
			word.WriteByte(c)
			inWord = true
		case strings.IndexByte(";|&\n()`", c) >= 0 && !strings.HasSuffix(word.String(), "$"):
			endCommand()
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	endCommand()
	return all
}
