package outline

import (
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// maxComment is the maximum length of a package comment in characters.
const maxComment = 400

// docLink matches a reference in Rust documentation, [`Name`] or [`Name`](path);
// rdocEscape a backslash that stops RDoc from making a link; reference and literal
// the markup of docstrings, :mod:`name` and “name“; link a link of Markdown.
var (
	docLink    = lazyregexp.Lazy("\\[`([^`\\]]+)`\\](?:\\([^)]*\\))?")
	rdocEscape = lazyregexp.Lazy(`\\([A-Z][a-z])`)
	reference  = lazyregexp.Lazy(":[a-z]+(?::[a-z]+)?:`~?([^`<]+?)(?:\\s*<[^`>]*>)?`")
	literal    = lazyregexp.Lazy("``([^`]+)``")
	link       = lazyregexp.Lazy(`\[([^\[\]]+)\]\([^()\s]*[/#.:][^()\s]*\)`)
)

// withoutMarkup returns a text without the markup of documentation comments.
func withoutMarkup(text string) string {
	if strings.Contains(text, "[`") {
		text = docLink().ReplaceAllString(text, "$1")
	}
	if strings.Contains(text, "`") {
		text = literal().ReplaceAllString(reference().ReplaceAllString(text, "`$1`"), "`$1`")
	}
	if strings.Contains(text, "](") {
		text = link().ReplaceAllString(text, "$1")
	}
	if strings.Contains(text, `\`) {
		text = rdocEscape().ReplaceAllString(text, "$1")
	}
	return withoutTags(text)
}

// withoutTags replaces the inline tags of documentation comments by their last
// word: "{@link java.lang.String strings}" becomes "strings".
func withoutTags(text string) string {
	for from := 0; ; {
		i := strings.Index(text[from:], "{@")
		if i < 0 {
			return text
		}
		i += from
		n := strings.IndexByte(text[i:], '}')
		if n < 0 {
			return text
		}
		fields := strings.Fields(text[i+2 : i+n])
		last := ""
		if len(fields) > 1 {
			last = fields[len(fields)-1]
		}
		text = text[:i] + last + text[i+n+1:]
		from = i + len(last)
	}
}

// newComment returns the first paragraph of a comment without marks and decoration,
// cut at the end of a sentence. It returns nil if the comment is a notice or too
// short.
func newComment(raw []string, first, rank int) *Comment {
	var said []string
	start, end, size := 0, 0, 0
	only, onlyAt := "", 0
	for i, line := range raw {
		if len(line) >= maxHeadLine || size > 2*maxComment {
			break
		}
		s := unmarked(line)
		if forCompiler(line, s) {
			s = ""
		}
		if isRuler(s) {
			if len(said) == 1 {
				said = nil // an underlined title, usually the name of the file
			}
			s = ""
		}
		if title, ok := strings.CutPrefix(s, "#"); ok {
			// A title is used only if no text follows.
			if s = ""; len(said) == 0 {
				only, onlyAt = strings.TrimLeft(title, "# "), i
			}
		}
		switch {
		case s != "":
			if len(said) == 0 {
				start = i
			}
			said, end = append(said, s), i
			size += len(s)
			continue
		case len(said) == 0:
			continue
		}
		break // the end of the first paragraph
	}
	if len(said) == 0 && only != "" {
		said, start, end = []string{only}, onlyAt, onlyAt
	}
	text := withoutMarkup(luminos.Fold(strings.Join(said, " ")))
	if head := text[:min(len(text), 300)]; len(text) < 8 || notice().MatchString(head) || fileNotice().MatchString(head) {
		return nil
	}
	return &Comment{Text: words.Sentences(text, maxComment), First: first + start, Lines: cloneAll(raw[start : end+1]), Rank: rank}
}

// forCompiler reports whether a line of a comment is an instruction, a tag or layout.
func forCompiler(line, text string) bool {
	if strings.HasPrefix(text, "@") || strings.HasPrefix(text, "<") || strings.HasPrefix(text, "[![") || strings.HasPrefix(text, "![") {
		return true
	}
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "//go:") || strings.HasPrefix(line, "// +build")
}

func cloneAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strings.Clone(s)
	}
	return out
}
