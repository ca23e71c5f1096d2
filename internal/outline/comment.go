package outline

import (
	"strings"

	"luminos/internal/lazyregexp"
)

// maxComment is the maximum length of a package comment in characters.
const maxComment = 400

// docLink matches a reference in Rust documentation, [`Name`] or [`Name`](path);
// rdocEscape a backslash that stops RDoc from making a link; reference and literal
// the markup of docstrings, :mod:`name` and a name in double backquotes; stressed and link
// are stressed words and a link of Markdown.
var (
	docLink    = lazyregexp.Lazy("\\[`([^`\\]]+)`\\](?:\\([^)]*\\))?")
	rdocEscape = lazyregexp.Lazy(`(^|[\s(])\\([A-Z]\w*)([\s.,;:)]|$)`)
	reference  = lazyregexp.Lazy(":[a-z]+(?::[a-z]+)?:`~?([^`<]+?)(?:\\s*<[^`>]*>)?`")
	literal    = lazyregexp.Lazy("``([^`]+)``")
	// inlineTag matches {@code text} and {@link target} or {@link target label}.
	inlineTag = lazyregexp.Lazy(`\{@(?:code|literal)\s+([^{}]*)\}|\{@\w+\s*(?:[\w.#]+(?:\([^()]*\))?\s+)?([^{}]*)\}`)
	stressed  = lazyregexp.Lazy(`\*\*([^\s*](?:[^*]*[^\s*])?)\*\*`)
	link      = lazyregexp.Lazy(`\[([^\[\]]+)\]\([^()\s]*[/#.:][^()\s]*\)`)
)

// withoutMarkup returns the text of a documentation comment without its markup, such as tags and
// links.
func withoutMarkup(text string) string {
	if strings.Contains(text, "[`") {
		text = docLink().ReplaceAllString(text, "$1")
	}
	if strings.Contains(text, "`") {
		text = literal().ReplaceAllString(reference().ReplaceAllString(text, "`$1`"), "`$1`")
	}
	if strings.Contains(text, "**") {
		text = stressed().ReplaceAllString(text, "$1")
	}
	if strings.Contains(text, "](") {
		text = link().ReplaceAllString(text, "$1")
	}
	if strings.Contains(text, `\`) {
		text = rdocEscape().ReplaceAllString(text, "$1$2$3")
	}
	if strings.Contains(text, "{@") {
		text = inlineTag().ReplaceAllString(text, "$1$2")
	}
	return text
}

// ranks contains the ranks of files that describe their directory, by their names
// without extensions.
var ranks = map[string]int{"package-info": 0, "__init__": 0, "lib": 0, "mod": 0, "doc": 0, "index": 1, "main": 2, "__main__": 2}

// aboutOther matches texts about another thing than the directory: another case, a declaration that tags describe, the
// licence, or a list that follows and that the text needs.
var aboutOther = lazyregexp.Lazy(`\A(?:By default|@|License )|\b(?:following|these)\b(?:[^.]|\.\S)*:\z`)

// about records the comment at the head of the file as a description of its directory. Only files
// of Go, files such as index.js and files named like their directory describe it.
func (h *Head) about(t *lines) {
	stem, _, _ := strings.Cut(h.path.Base(), ".")
	rank, ok := ranks[stem]
	if strings.EqualFold(strings.TrimSuffix(h.path.Base(), h.path.Ext()), h.path.Dir().Base()) {
		rank, ok = min(rank, 1), true
	}
	isGo := FamilyOf(h.path) == Go
	if !ok && !isGo {
		return
	}
	comment, first := t.fileComment()
	if s := t.line(first); !isGo && strings.HasPrefix(s, "//") && !strings.HasPrefix(s, "//!") {
		return // about code
	}
	p := newParagraph(comment, maxComment)
	if len(p.text) < 8 || aboutOther().MatchString(p.text) {
		return
	}
	p.text = strings.TrimSuffix(p.text, ":") // before a list
	if isGo {
		if rank = 2; strings.HasPrefix(p.text, "Package "+h.Package) || strings.HasPrefix(p.text, "Command ") || strings.HasPrefix(p.text, "The "+h.path.Dir().Base()) {
			rank = 1
		}
		if stem == "doc" {
			rank--
		}
	}
	h.Comment = &Comment{Text: p.text, First: first + p.start, Rank: rank}
	for n := range p.end - p.start {
		h.Comment.Lines = append(h.Comment.Lines, strings.Clone(t.raw(h.Comment.First+n)))
	}
}
