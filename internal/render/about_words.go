package render

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// quotation is a text of the target about a directory, with its places.
type quotation struct {
	text string
	from []luminos.Evidence
}

// ownWords returns the words of the target itself about a directory, whole: the first sentence of its README or of its
// package comment, and the heading of its README. It leaves out texts that say nothing without the text after them.
func ownWords(facts *luminos.Facts, c *node) (list []quotation) {
	about := withoutName(c.About, c.Path.Base())
	if end := words.SentenceEnd(about); end > 0 {
		about = strings.TrimSpace(about[:end])
	}
	if about != "" && ofWhole(c.AboutEvidence) && isWhole(about) && !namesChild(about, c) {
		list = append(list, quotation{about, c.AboutEvidence})
	}
	if setAside[c.Role] { // whose headings are for readers that know where they are: "Don't panic"
		return list
	}
	for i := range facts.Documents {
		doc := &facts.Documents[i]
		if doc.Path.Dir() == c.Path && isReadme(doc.Path) && isHeading(doc.Title, c.Path, facts.Name) {
			return append(list, quotation{doc.Title, doc.Evidence[:min(1, len(doc.Evidence))]})
		}
	}
	return list
}

// readme matches the names of READMEs about a directory. The one of a packager, README.Debian, is about the package.
var readme = lazyregexp.Lazy(`(?i)^readme(?:\.(?:md|markdown|rst|txt|adoc|asciidoc|org))?$`)

func isReadme(p luminos.Path) bool { return readme().MatchString(p.Base()) }

// wholeFile matches the paths of files whose comments are about their packages. A comment in another file is often
// about that file alone.
var wholeFile = lazyregexp.Lazy(`(?:\.go|(?:^|/)(?:__init__\.pyi?|lib\.rs|mod\.rs|package-info\.java))$`)

// ofWhole reports whether a description of a directory is from a file about the whole directory.
func ofWhole(from []luminos.Evidence) bool {
	return len(from) > 0 && (isReadme(from[0].Path) || wholeFile().MatchString(string(from[0].Path)))
}

// leadIn matches sentences that say nothing about a directory without the text around them: about a file or about
// another thing, to the reader, with a condition, and before a list.
var leadIn = lazyregexp.Lazy(`(?i)^(?:(?:these|those|it|its|it's|they|there|here|we|our|you|your|if|when|while|to|` +
	`in order|for|from|with|without|by|as|at|on|since|after|before|once|first|currently|note|please|see|some|most|` +
	`many|all|each|that|like|unlike|however|also|so|but|and|or|special thanks|thanks|warning|deprecated|todo|build|` +
	`install|run|use|add|defines|exports|imports|re-?exports|contains main|module exports)\b|` +
	`this (?:\w+ )?(?:is (?:an?|the) )?(?:[\w-]+ )?(?:file|script|class|function|header|example|program|document|` +
	`doc|page|guide|readme|feature|section|test|text|article|note|method|option|table|list)s?\b|` +
	`this (?:is|was|will|can|should|must) (?:where|how|why|only|not|be)\b)|` +
	`\b(?:following|below|above|as follows|public (?:api|interface)|import interface)\b|https?://|\bwww\.|` +
	`[:,;…]$|\.\.\.$`)

// isWhole reports whether a sentence says something by itself: it has several words and is no lead-in.
func isWhole(s string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimPrefix(s, "… "))
	return len(strings.Fields(s)) > 2 && utf8.RuneCountInString(s) <= aboutMost && !leadIn().MatchString(s) &&
		(unicode.IsLetter(first) || unicode.IsDigit(first) || first == '`')
}

// namesChild reports whether a sentence names one of the directories in c: then it is about that one.
func namesChild(s string, c *node) bool {
	return slices.ContainsFunc(c.children, func(k *node) bool {
		base := k.Path.Base()
		return strings.Contains(s, "`"+base+"`") || strings.Contains(s, base+"/") ||
			strings.Contains(base, "-") && strings.Contains(s, base)
	})
}

// emptyWords are words of headings that say nothing beside the name of a directory.
var emptyWords = setOf("a an and configuration crate directory docs documentation example examples file files " +
	"folder for getting guide in introduction library module of overview package plugin project readme started table " +
	"contents test tests the to usage")

// isHeading reports whether the heading of a README says something about its directory, at p: several words, and one
// beside the names on the path, the name of the target and words of any README.
func isHeading(title string, p luminos.Path, target string) bool {
	first, _ := utf8.DecodeRuneInString(title)
	list := strings.Fields(title)
	if len(list) < 2 || len(title) > aboutMost/2 || !unicode.IsLetter(first) ||
		strings.ContainsAny(title, "[]<>(){}|…#") || strings.HasPrefix(title, "SPDX-") ||
		strings.EqualFold(list[0], "module") || strings.HasSuffix(title, ":") {
		return false
	}
	known := map[string]bool{"": true}
	for element := range strings.SplitSeq(string(p)+"/"+target, "/") {
		known[singular(element)] = true
	}
	return !known[singular(title)] && slices.ContainsFunc(list, func(w string) bool {
		w = strings.Trim(w, "`'\".,:;!?*")
		return !known[singular(w)] && !emptyWords[strings.ToLower(w)]
	})
}

// singular returns a name in the form for comparisons, without the end of a plural.
func singular(s string) string { return strings.TrimSuffix(words.Fold(s), "s") }

// withoutName returns the description of a package without "Package NAME" at its beginning, since the line of a listing
// begins with the name.
func withoutName(about, name string) string {
	first, rest, _ := strings.Cut(about, " ")
	second, rest, _ := strings.Cut(rest, " ")
	named := strings.EqualFold(first, "package") && strings.EqualFold(second, name)
	if named && strings.ContainsFunc(rest, unicode.IsLetter) {
		return "… " + rest
	}
	return about
}

// titleOf returns the title of a document, quoted, or "" if it is one word, if it is too long for a title, or if it only
// repeats the name of the file or of the target.
func titleOf(facts *luminos.Facts, p luminos.Path) string {
	i := slices.IndexFunc(facts.Documents, func(d luminos.Document) bool { return d.Path == p })
	untitled := func(paper luminos.Paper) bool { return paper.Path == p && paper.Title == "" }
	if i < 0 || slices.ContainsFunc(facts.Papers, untitled) {
		return "" // the first section of a paper is no title
	}
	title := facts.Documents[i].Title
	if utf8.RuneCountInString(title) > aboutMost/2 || len(strings.Fields(title)) < 2 {
		return ""
	}
	switch words.Fold(title) {
	case words.Fold(strings.TrimSuffix(p.Base(), p.Ext())), words.Fold(p.Base()), words.Fold(facts.Name):
		return ""
	}
	return words.Quote(title)
}
