package document

import (
	"cmp"
	"math/bits"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// format is the markup language of a document.
type format int

const (
	plain format = iota
	markdown
	restructured
	asciidoc
	org
	hypertext
	latex
	manual
)

// candidate is a document that may be read, with how prominent it is.
type candidate struct {
	file   *luminos.File
	format format
	rank   int
	// named says that by its name it is a translation of another.
	named bool
}

// unsupported are documents that need a reader of their own, by extension.
var unsupported = map[string]string{
	".pdf": "PDF documents", ".epub": "EPUB books", ".mobi": "e-books", ".azw3": "e-books",
	".docx": "Word documents", ".doc": "Word documents", ".odt": "OpenDocument texts",
	".pptx": "presentations", ".ppt": "presentations", ".odp": "presentations",
	".pages": "Pages documents", ".djvu": "DjVu documents", ".ps": "PostScript documents", ".msg": "mails",
}

// markedUp are the documents among texts whose markup needs a reader of its own, by media type and extension: read as
// plain text, their control words, headers and times seem to be words.
var markedUp = map[string]string{
	"text/rtf": "RTF documents", ".rtf": "RTF documents", "message/rfc822": "mails", ".eml": "mails", ".emlx": "mails",
	"application/mbox": "mails", ".mbox": "mails", ".mbx": "mails", "text/calendar": "calendar files",
	".ics": "calendar files", "text/vcard": "contact files", ".vcf": "contact files", "text/vtt": "subtitles",
	".vtt": "subtitles", "application/x-subrip": "subtitles", ".srt": "subtitles", ".ass": "subtitles",
	".fb2": "e-books", "application/x-ipynb+json": "notebooks", ".ipynb": "notebooks",
}

// kindNotRead returns the kind of a document that needs a reader of its own, or "".
func kindNotRead(f *luminos.File) string {
	ext := f.Path.Ext()
	if what := cmp.Or(markedUp[f.MIME], markedUp[ext]); what != "" || f.Text {
		if fm, ok := formatOf(f); what == "" && ok && fm == plain && f.MIME == "text/xml" {
			return "XML documents"
		}
		return what
	}
	return unsupported[ext]
}

// Unread returns the name of the format of a document that this package does not read, by its extension, or "".
func Unread(p luminos.Path) string { return cmp.Or(markedUp[p.Ext()], unsupported[p.Ext()]) }

// choose returns the documents of a scan, most prominent first, the README of the
// whole target, and the counts of the documents that are not read.
func choose(scan *luminos.Scan, foreign luminos.Path) ([]candidate, luminos.Path, []luminos.NotRead) {
	var candidates []candidate
	skipped, elsewhere := map[string]int{}, 0
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() || strings.HasPrefix(f.Path.Base(), "~$") { // the lock file of an office program
			continue
		}
		if what := kindNotRead(f); what != "" {
			skipped[what]++
			continue
		}
		fm, ok := formatOf(f)
		if !ok || f.Vendored || f.Generated || f.Size == 0 {
			continue
		}
		if f.MIME == content.LFSPointer {
			elsewhere++
			continue
		}
		candidates = append(candidates, candidate{file: f, format: fm, rank: prominence(f)})
	}
	readme := findReadme(candidates, scan.Links, foreign)
	there := make(map[luminos.Path]bool, len(candidates))
	for i := range candidates {
		there[candidates[i].file.Path] = true
	}
	for i := range candidates {
		candidates[i].named = isTranslation(candidates[i].file.Path, there)
		if candidates[i].file.Path == readme {
			candidates[i].rank += 10_000
		}
	}
	slices.SortFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.file.Path, b.file.Path))
	})
	var notRead []luminos.NotRead
	for what, n := range skipped { // sorted by the caller
		notRead = append(notRead, luminos.NotRead{What: what, Files: n, Reason: "this version does not read their text"})
	}
	if elsewhere > 0 {
		notRead = append(notRead, luminos.NotRead{What: "text documents", Files: elsewhere, Reason: "Git LFS keeps them elsewhere: only their pointers are here"})
	}
	return candidates, readme, notRead
}

// formatOf returns the format of a document, such as Markdown or plain text, by its name, category
// and language. It returns false if the file is not a document.
func formatOf(f *luminos.File) (format, bool) {
	base := strings.ToLower(f.Path.Base())
	if !f.Text || isNotProse(base) || installedMetadata().MatchString(string(f.Path)) {
		return 0, false
	}
	if strings.HasSuffix(base, ".rst.txt") { // a copy of a source beside its pages
		return restructured, true
	}
	switch f.Path.Ext() {
	case ".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd":
		return markdown, true
	case ".rst", ".rest":
		return restructured, true
	case ".rdoc": // the syntax of its headings is the same
		return asciidoc, true
	case ".adoc", ".asciidoc", ".asc":
		return asciidoc, f.Category == luminos.CategoryDocument
	case ".org":
		return org, true
	case ".html", ".htm", ".xhtml":
		return hypertext, f.Category == luminos.CategoryDocument
	case ".tex", ".ltx":
		return latex, true
	case ".txt", ".text":
		return plain, true
	}
	if f.Category != luminos.CategoryDocument || slices.Contains([]string{".bst", ".cls", ".sty"}, f.Path.Ext()) {
		return 0, false
	}
	switch f.Language {
	case "Markdown", "MDX":
		return markdown, true
	case "reStructuredText":
		return restructured, true
	case "AsciiDoc":
		return asciidoc, true
	case "Org":
		return org, true
	case "HTML":
		return hypertext, true
	case "TeX":
		return latex, true
	case "Roff", "Roff Manpage":
		return manual, true
	}
	return plain, true
}

// installedMetadata matches the paths of files that an installation of a Python package writes.
var installedMetadata = lazyregexp.Lazy(`\.(?:egg|dist)-info/`)

// isNotProse reports whether a text file is no document by its name: a list for programs, such as
// requirements.txt, or a licence, which another package reads.
func isNotProse(base string) bool {
	stem, _, _ := strings.Cut(base, ".")
	switch stem {
	case "cmakelists", "robots", "humans", "ads", "requirements", "constraints", "copying", "copyright",
		"entry_points", "top_level", "notice", "patents", "wordlist", "words", "dictionary":
		return true
	}
	return strings.HasPrefix(base, "requirements") || strings.HasSuffix(stem, "-requirements") ||
		strings.Contains(stem, "license") || strings.Contains(stem, "licence")
}

// findReadme returns the path of the document that describes the whole target, or "". A link with the name of a README
// is followed. The document foreign is of another target.
func findReadme(candidates []candidate, links []luminos.Link, foreign luminos.Path) luminos.Path {
	best, bestRank := luminos.Path(""), -1
	is := map[luminos.Path]bool{}
	consider := func(name, p luminos.Path) {
		if rank := readmeRank(name); rank > bestRank || rank == bestRank && rank >= 0 && p < best {
			best, bestRank = p, rank
		}
	}
	for _, c := range candidates {
		is[c.file.Path] = c.file.Path != foreign
		if c.file.Path == foreign {
			continue
		}
		consider(c.file.Path, c.file.Path)
	}
	for _, l := range links {
		if to := l.Path.Dir().Join(l.Target); is[to] {
			consider(l.Path, to)
		}
	}
	return best
}

// readmeRank returns the rank of a path as the README of the whole target, highest for README.md at the root, or -1
// if the path cannot be this README.
func readmeRank(p luminos.Path) int {
	dir, base := strings.ToLower(string(p.Dir())), strings.ToLower(p.Base())
	place := slices.Index([]string{".github", "doc", "docs", "."}, dir)
	rank := slices.Index([]string{"readme.html", "readme", "readme.txt", "readme.org", "readme.adoc", "readme.rdoc", "readme.rst", "readme.md"}, base)
	switch {
	case place < 0:
		return -1
	case rank >= 0:
		return 100*place + rank + 1
	case strings.HasPrefix(base, "readme") || strings.HasPrefix(base, "read.me") || strings.HasPrefix(base, "read_me"):
		return 100 * place
	}
	return -1
}

// prominence returns the rank of a document by its name, place and size. Documents of a higher rank
// are more likely read first by a user.
func prominence(f *luminos.File) int {
	base := strings.ToLower(f.Path.Base())
	stem := strings.TrimSuffix(base, path.Ext(base))
	rank := 400 - 30*f.Path.Depth()
	switch {
	case stem == "readme":
		rank += 120
	case strings.HasPrefix(stem, "readme"): // a translation
		rank += 20
	}
	switch strings.Trim(stem, "0123456789-_. ") {
	case "index", "overview", "introduction", "intro", "getting-started", "quickstart", "guide", "manual",
		"architecture", "design", "tutorial", "faq", "usage", "about":
		rank += 60
	case "changelog", "changes", "history", "news", "releases", "release-notes", "todo", "authors", "contributors",
		"maintainers", "thanks", "credits":
		rank -= 150
	case "contributing", "code_of_conduct", "security", "support", "pull_request_template", "issue_template":
		rank -= 60
	default:
		if strings.HasPrefix(stem, "contributing") || strings.HasPrefix(stem, "code_of_conduct") { // translations
			rank -= 120
		}
	}
	if content.IsDocumentation(f.Path) {
		rank += 30
	}
	if isTest(f.Path) || f.Vendored || pathrole.Under(f.Path, luminos.DirVendored) {
		rank -= 400
	}
	return rank + 4*bits.Len64(uint64(max(f.Size, 0)))
}

// isTemplate reports whether a document is to be filled in: it lies in a directory of templates.
func isTemplate(p luminos.Path) bool {
	for dir := p.Dir(); dir != luminos.Root; dir = dir.Dir() {
		if base := strings.ToLower(dir.Base()); base == "templates" || base == "template" {
			return true
		}
	}
	return false
}

// isTest reports whether a document belongs to tests or their fixtures, by its path.
func isTest(p luminos.Path) bool {
	return pathrole.Under(p, luminos.DirTests, luminos.DirFixtures)
}
