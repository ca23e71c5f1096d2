package manifest

import (
	"slices"
	"strings"
)

// Bounds on what is taken apart of one script.
const (
	maxShell      = 8 << 10 // bytes
	maxShellLines = 60      // commands
)

// shellCommands takes a script apart into commands of words, as far as it takes
// to tell what they are: quotes and parentheses group, operators and ends of
// lines end a command, words like "then" and assignments before a command go.
func shellCommands(script string) [][]string {
	script = strings.ReplaceAll(clip(script, maxShell), "\\\n", " ")
	var all [][]string
	var words []string
	var word strings.Builder
	endWord := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	endCommand := func() {
		endWord()
		if words = bare(words); len(words) > 0 && len(all) < maxShellLines {
			all = append(all, words)
		}
		words = nil
	}
	for i := 0; i < len(script); i++ {
		switch c := script[i]; {
		case c == '\'' || c == '"' || c == '`':
			end := strings.IndexByte(script[i+1:], c)
			if end < 0 {
				end = len(script) - i - 1
			}
			word.WriteString(script[i+1 : i+1+end])
			i += end + 1
		case c == '$' && i+1 < len(script) && script[i+1] == '(':
			n := group(script[i+1:])
			word.WriteString(script[i : i+1+n])
			i += n
		case c == ' ' || c == '\t' || c == '\r':
			endWord()
		case c == '#' && word.Len() == 0:
			for i+1 < len(script) && script[i+1] != '\n' {
				i++
			}
		case strings.IndexByte("\n;&|()", c) >= 0:
			endCommand()
		default:
			word.WriteByte(c)
		}
	}
	endCommand()
	return all
}

// group is how long the parenthesised text at the start of s is.
func group(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// shellWords begin a command without being one.
var shellWords = []string{"if", "then", "elif", "else", "do", "while", "until", "{", "}", "fi", "done", "!", "time", "exec", "command", "sudo", "env", "cross-env", "dotenv"}

// bare leaves out what stands before a command: words of the shell, assignments
// and the marks with which a Makefile or composer.json begins a line.
func bare(words []string) []string {
	for len(words) > 0 {
		words[0] = strings.TrimLeft(words[0], "@-+")
		name, _, assigned := strings.Cut(words[0], "=")
		if words[0] != "" && !slices.Contains(shellWords, words[0]) && !(assigned && plainName().MatchString(name)) {
			break
		}
		words = words[1:]
	}
	return words
}

// program is the name of a program as a command line has it: the last element
// of its path, without version and ending; that of $(NPM) is npm.
func program(word string) string {
	if inner, ok := strings.CutPrefix(word, "$"); ok && len(inner) > 2 && strings.ContainsAny(inner[:1], "({") {
		return strings.ToLower(strings.Trim(inner, "(){}"))
	}
	word = word[strings.LastIndexByte(word, '/')+1:]
	if i := strings.IndexByte(word, '@'); i > 0 {
		word = word[:i]
	}
	for _, ext := range []string{".js", ".mjs", ".cjs", ".exe", ".cmd"} {
		word = strings.TrimSuffix(word, ext)
	}
	return word
}
