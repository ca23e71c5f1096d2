package outline

import (
	"slices"
	"strings"
	"unicode"

	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// doc returns the beginning of the documentation of the definition d, which begins on line first: of its docstring,
// or else of the comment above it. In a language with docstrings no comment documents a function or class.
func (t *lines) doc(d def, first int) string {
	if t.syntax.docstring {
		if s, ok := docstring(t.text[min(d.body, len(t.text)):]); ok {
			return head(s)
		}
		if d.kind == Func || d.kind == Class {
			return ""
		}
	}
	return head(t.above(first - 1))
}

// above returns the comment that ends on line n, or that ends above attributes which end on line n.
func (t *lines) above(n int) []string {
	for range 10 {
		s := t.line(n)
		attribute := strings.HasPrefix(s, "@") || strings.HasPrefix(s, "#[") || strings.HasPrefix(s, "template") ||
			strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]")
		if !attribute {
			break
		}
		n--
	}
	last := n
	if b, ok := t.syntax.blockEnd(t.line(n)); ok {
		for ; n > 0 && n > last-maxDocLines; n-- {
			if s := t.line(n); strings.Contains(s, b[0]) {
				if !strings.HasPrefix(s, b[0]) {
					return nil // the comment follows code
				}
				return t.between(n, last)
			}
		}
		return nil
	}
	for n > 0 && n > last-maxDocLines && t.syntax.isLineComment(t.line(n)) {
		n--
	}
	return t.between(n+1, last)
}

// between returns the lines of the text from first to last, counted from 1, both included.
func (t *lines) between(first, last int) []string {
	var out []string
	for n := first; n <= last; n++ {
		out = append(out, t.line(n))
	}
	return out
}

// fileDoc returns the beginning of the comment or docstring that describes the whole file, or "".
func (t *lines) fileDoc() string {
	comment, _ := t.fileComment()
	return head(comment)
}

// fileComment returns the comment or docstring about the whole file and the number of its first line, or nil and 0.
// It passes over comments that are notices. A comment that documents a definition is not about the whole file.
func (t *lines) fileComment() (comment []string, first int) {
	for n := 1; n <= len(t.starts) && n <= maxDocLines; n++ {
		s := strings.TrimPrefix(t.line(n), "\uFEFF")
		if s != "" && t.syntax.docstring {
			if doc, ok := docstring(t.text[t.starts[n-1]:]); ok {
				return doc, n
			}
		}
		last := t.commentFrom(n, s)
		switch {
		case last >= n:
			next, comment := t.line(last+1), t.between(n, last)
			for k := last + 2; k < last+10 && strings.HasPrefix(next, "@"); k++ {
				next = t.line(k)
			}
			if doc := head(comment); doc != "" && !fileNotice().MatchString(doc) {
				if strings.HasPrefix(next, t.syntax.clause) && (next == "" || strings.HasPrefix(s, "//!") || strings.HasPrefix(s, "/*!") || opening().MatchString(next) || slices.ContainsFunc(comment, moduleTag().MatchString)) {
					return comment, n
				}
				if t.syntax.clause == "" {
					return nil, 0
				}
			}
			n = last
		case s != "" && !opening().MatchString(s):
			return nil, 0
		}
	}
	return nil, 0
}

// opening matches the lines that may precede the comment on a file, or follow
// directly.
var opening = lazyregexp.Lazy(`^(#|package\b|import\b|from\b|use\b|using\b|namespace\b|module\b|export\b.*\bfrom\b|require\b|local\b.*\brequire\b|<\?|declare\(|["']use )`)

// moduleTag matches the tag of a comment on a whole file.
var moduleTag = lazyregexp.Lazy(`@(module|packageDocumentation|fileoverview)\b`)

// commentFrom returns the number of the last line of the comment that begins with the text s of line n. If no
// comment begins there, the result is less than n.
func (t *lines) commentFrom(n int, s string) int {
	for _, b := range t.syntax.block {
		rest, ok := strings.CutPrefix(s, b[0])
		if !ok {
			continue
		}
		for last := n; last <= len(t.starts) && last < n+maxDocLines; last++ {
			if strings.Contains(rest, b[1]) {
				return last
			}
			rest = t.line(last + 1)
		}
		return 0
	}
	last := n
	for last < n+maxDocLines && t.syntax.isLineComment(t.line(last)) {
		last++
	}
	return last - 1
}

// quotes lists the quotes of docstrings, longer ones first.
var quotes = []string{`"""`, "'''", `"`, "'"}

// docstring returns the lines of the string literal with which a text begins, such as the docstring
// of a Python function.
func docstring(text []byte) ([]string, bool) {
	s := strings.TrimLeft(string(text[:min(len(text), maxDocLine*4)]), " \t\r\n")
	if len(s) > 0 && strings.IndexByte("rRuU", s[0]) >= 0 {
		s = s[1:]
	}
	for _, q := range quotes {
		if rest, ok := strings.CutPrefix(s, q); ok {
			body, _, _ := strings.Cut(rest, q)
			return strings.Split(body, "\n"), true
		}
	}
	return nil, false
}

// head returns the first paragraph of a comment as text, or "" if the comment is a notice, such as
// a licence.
func head(comment []string) string { return newParagraph(comment, maxLine).text }

// paragraph is the first paragraph of a comment.
type paragraph struct {
	text       string
	start, end int // its lines
}

// newParagraph returns the first paragraph of a comment without comment marks and decoration, cut
// to limit characters, at the end of a sentence if possible. The text is empty for a notice, such
// as a licence. A title is used only if no text follows.
func newParagraph(comment []string, limit int) (p paragraph) {
	var said []string
	title, size := "", 0
	block := len(comment) > 0 && strings.HasPrefix(strings.TrimSpace(comment[0]), "/*")
	for i, line := range comment {
		s := ""
		if block && i > 0 {
			s = unmarked(line, starMarks)
		} else {
			s = unmarked(line, marks)
		}
		ruler := isRuler(s)
		heading, isTitle := strings.CutPrefix(s, "#")
		switch {
		case ruler && len(said) == 1:
			said = nil // an underlined title, usually the name of the file
			continue
		case isTitle && !ruler && len(said) == 0 && title == "":
			title, p.start, p.end = strings.TrimLeft(heading, "# "), i, i+1
		}
		if ruler || isTitle || s == "" || forTools().MatchString(s) {
			if len(said) > 0 {
				break
			}
			continue
		}
		if len(said) == 0 {
			p.start = i
		}
		said, p.end = append(said, s), i+1
		if size += len(s); size > 4*limit {
			break
		}
	}
	if len(said) == 0 {
		said = []string{title}
	}
	text := withoutMarkup(strings.ToValidUTF8(strings.Join(strings.Fields(strings.Join(said, " ")), " "), "\uFFFD"))
	if len(text) >= 3 && !notice().MatchString(text[:min(len(text), 300)]) {
		p.text = words.Sentences(text, limit)
	}
	return p
}

// marks lists the beginnings of comment lines, longer ones first.
var marks = []string{`r"""`, `u"""`, `"""`, "r'''", "'''", "////", "///", "//!", "//", "/**", "/*!", "/*", "*/", "*", "--[[", "-- |", "--", "{-|", "{-", ";;;", ";;", ";", "%%", "%", "<!--", "#!", "##", "#"}

var (
	// forTools matches a line of a comment that is meant for a tool.
	forTools = lazyregexp.Lazy(`^(@\w+$|</?\w+ ?/?>$|!?\[!\[|[@\\:](param|return|returns|type|throws|see|since|author|module|file|internal|private|ingroup|class|rtype|template|override)\b|go:|nolint|\+build|-\*-|eslint|TODO\b|FIXME\b|region\b|prettier|@ts-|#!|(noqa|shellcheck)\b|(frozen_string_literal|encoding|coding|warn_indent|typed|pylint|type):)`)
	// notice matches a comment about rights or for tools.
	notice = lazyregexp.Lazy(`(?i)copyright|licensed under|spdx-|all rights reserved|\(c\) \d|do not edit|@generated|-\*- |vim:|eslint-|@ts-|<reference`)
	// fileNotice matches other notices at the heads of files.
	fileNotice = lazyregexp.Lazy(`(?i)license:|\(c\) |auto-?generated|coding:|tslint:|prettier-|istanbul|jshint|@flow|noqa|pylint|use strict|` +
		`module dependencies|installed from|` +
		`^\W*(?:the )?(?:mit|isc|[\w-]*bsd|apache|l?gpl)[\w.-]*(?:,? v?(?:ersion )?[\d.]+)? licen[sc]e\b`)
)

// isRuler reports whether a line of a comment is only decoration: it has neither a
// letter nor a digit.
func isRuler(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// starMarks lists the beginnings of lines in a comment that begins with "/*".
var starMarks = []string{"*/", "*"}

// strong matches the beginning of words of Markdown that are stressed.
var strong = lazyregexp.Lazy(`^\*\*[^\s*/]`)

// unmarked returns a line of a comment without the comment marks, of which it has one of a list at most.
func unmarked(line string, marks []string) string {
	s := strings.TrimSpace(line)
	begins := func(m string) bool { return strings.HasPrefix(s, m) }
	if i := slices.IndexFunc(marks, begins); i >= 0 && !strong().MatchString(s) {
		s = s[len(marks[i]):]
	}
	s = strings.TrimSpace(s)
	for _, end := range []string{"*/", "-->", "-}", "]]", `"""`, "'''"} {
		s = strings.TrimSpace(strings.TrimSuffix(s, end))
	}
	for _, intro := range []string{"@brief", `\brief `, "@description", "@fileoverview", "@file"} {
		s = strings.TrimPrefix(s, intro)
	}
	return strings.TrimSpace(s)
}

// exported matches the head of a type of C++ with a macro before its name, which exports it: "class KITE_API Kite".
var exported = lazyregexp.Lazy(`^((?:class|struct|union) )[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+ +([A-Za-z_])`)
