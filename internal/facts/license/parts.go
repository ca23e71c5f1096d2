package license

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// ofFiles reports whether the paragraphs before a licence text say that it is the one of single files: "lib/a.c is
// distributed under the following license:".
func ofFiles(s string, p part) bool {
	start := p.start
	if at := bodyStart().FindStringIndex(s[p.start:p.end]); at != nil {
		start += at[0] // the classifier can put it too early
	}
	return fileClause().MatchString(s[max(0, start-400):start])
}

// fileClause matches a paragraph that begins with the path of a file and announces the licence text after it, which can
// begin with lines on the copyright.
var fileClause = lazyregexp.Lazy(`(?i)(?:\n\s*\n|\A)[ *]*[\w-]+(?:/[\w.-]+)+[ ,][^\n]*(?:\n[^\n]+){0,3}?` +
	`\bfollowing\s+(?:\w+\s+)?licen[cs]e\s*:\s*(?:\n\s*[^\n]{0,80}(?:copyright|licen[cs]e\b)[^\n]*|\s+)*\z`)

// bodyStart matches the first words of the texts of short licences.
var bodyStart = lazyregexp.Lazy(`(?i)permission (?:is hereby granted|to use, copy)|redistribution and use in source`)

// before returns the licences of a target whose lines before its only licence text put it under another licence, of
// another family, or nothing.
func before(t luminos.Text, parts []part) statement {
	end := parts[0].start // the classifier can put it too early
	if at := bodyStart().FindStringIndex(t.Content); at != nil && at[0] > end {
		end = at[0]
	}
	intro := t.Content[:end]
	if len(parts) != 1 || len(intro) > 4096 || !licenseClause().MatchString(intro) {
		return statement{}
	}
	st, ok := prose(t, 1, strings.Count(intro, "\n"))
	family, _, _ := strings.Cut(st.first, "-")
	if !ok || strings.Contains(st.expr, " OR ") || strings.HasPrefix(parts[0].id, family) {
		return statement{}
	}
	start := max(strings.LastIndex(t.Content[:parts[0].start], "."), 0)
	if partWords().MatchString(luminos.Fold(t.Content[start:parts[0].end])) {
		return st // a sentence on a part, and no text
	}
	st.expr = join(append(ids(st.expr), parts[0].id), "AND")
	return st
}

// ofIntroduction returns the licence that the lines before several licence texts give the whole, if the texts hold it
// and the lines name parts that have the other licences, or nothing.
func ofIntroduction(t luminos.Text, parts []part) statement {
	i := slices.IndexFunc(parts, func(p part) bool { return p.end-p.start > 400 }) // a text, not a notice
	intro := t.Content[:parts[max(i, 0)].start]
	if i < 0 || len(parts) < 2 || !partWords().MatchString(luminos.Fold(head(intro, 8192))) {
		return statement{}
	}
	st, ok := prose(t, 1, strings.Count(intro, "\n"))
	holds := func(p part) bool { return base(p.id) == base(st.first) }
	if !ok || st.expr != st.first || !slices.ContainsFunc(parts, holds) {
		return statement{}
	}
	return st
}
