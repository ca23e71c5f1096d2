package vault

import (
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
)

// Bounds on one note.
const (
	linksMost  = 20_000
	tagsMost   = 2000
	targetMost = 500 // bytes of the target of a link
)

// page holds the links and tags of a note.
type page struct {
	path  luminos.Path
	links []link
	tags  []string // in lower case
	wiki  bool     // it has a link in double square brackets
}

// link is a link to another note or an attachment. The target is "" for a link within the note.
type link struct {
	target string
	line   int
}

// parse returns the links and tags of a note. Code has neither.
func parse(text string) page {
	var n page
	fence, number, front := "", 0, false
	list := false // the lines of a list of tags
	for raw := range strings.Lines(text) {
		number++
		line := strings.TrimRight(raw, "\r\n")
		bare := strings.TrimLeft(line, " \t>")
		switch {
		case number == 1 && bare == "---":
			front = true
			continue
		case front && (line == "---" || line == "..."):
			front, list = false, false
			continue
		case fence != "":
			if strings.HasPrefix(bare, fence) && strings.Trim(bare, fence[:1]+" ") == "" {
				fence = ""
			}
			continue
		case !front && fenceOf(bare) != "":
			fence = fenceOf(bare)
			continue
		}
		if front {
			list = n.frontTags(line, list)
		}
		line = withoutCode(line)
		n.wikiLinks(line, number)
		if !front {
			n.markdownLinks(line, number)
			n.inlineTags(line)
		}
	}
	return n
}

// fenceOf returns the marks that open a block of code in a line, or "".
func fenceOf(line string) string {
	for _, mark := range []byte{'`', '~'} {
		n := 0
		for n < len(line) && line[n] == mark {
			n++
		}
		if n >= 3 && (mark == '~' || strings.IndexByte(line[n:], '`') < 0) {
			return line[:n]
		}
	}
	return ""
}

// withoutCode returns a line with spans of code blank.
func withoutCode(line string) string {
	if strings.IndexByte(line, '`') < 0 {
		return line
	}
	var b strings.Builder
	for i := 0; i < len(line); {
		if line[i] != '`' {
			b.WriteByte(line[i])
			i++
			continue
		}
		n := 1
		for i+n < len(line) && line[i+n] == '`' {
			n++
		}
		end := closing(line, i+n, n)
		if end < 0 { // no span of code begins here
			b.WriteString(line[i : i+n])
			i += n
			continue
		}
		b.WriteString(strings.Repeat(" ", end-i))
		i = end
	}
	return b.String()
}

// closing returns the place after the next run of exactly n marks of code at or after i, at most 10,000 bytes away,
// or -1.
func closing(line string, i, n int) int {
	for end := min(len(line), i+10_000); i < end; {
		if line[i] != '`' {
			i++
			continue
		}
		j := i
		for j < len(line) && line[j] == '`' {
			j++
		}
		if j-i == n {
			return j
		}
		i = j
	}
	return -1
}

// wikiLinks adds the links in double square brackets of a line.
func (n *page) wikiLinks(line string, number int) {
	for {
		i := strings.Index(line, "[[")
		if i < 0 || len(n.links) >= linksMost {
			return
		}
		line = line[i+2:]
		end := strings.Index(line, "]]")
		if end < 0 {
			return
		}
		inner := line[:end]
		if at := strings.LastIndex(inner, "[["); at >= 0 { // the first brackets open no link
			inner = inner[at+2:]
		}
		line = line[end+2:]
		if inner == "" || strings.ContainsAny(inner, "[]") || len(inner) > targetMost {
			continue
		}
		target, _, _ := strings.Cut(strings.ReplaceAll(inner, `\|`, "|"), "|")
		if at := strings.IndexAny(target, "#^"); at >= 0 {
			target = target[:at]
		}
		n.wiki = true
		n.links = append(n.links, link{strings.TrimSpace(target), number})
	}
}

// markdownLinks adds the links of a line to other notes in the form [text](note.md).
func (n *page) markdownLinks(line string, number int) {
	for {
		i := strings.Index(line, "](")
		if i < 0 || len(n.links) >= linksMost {
			return
		}
		line = line[i+2:]
		end := strings.IndexByte(line[:min(len(line), 3*targetMost)], ')')
		if end < 0 {
			continue
		}
		target := strings.Trim(strings.TrimSpace(line[:end]), "<>")
		line = line[end:]
		target, _, _ = strings.Cut(target, "#")
		decoded, err := url.PathUnescape(target)
		if err != nil || !strings.HasSuffix(decoded, ".md") || strings.Contains(decoded, ":") || len(decoded) > targetMost {
			continue
		}
		n.links = append(n.links, link{decoded, number})
	}
}

// inlineTags adds the tags of a line: "#reading" after a space.
func (n *page) inlineTags(line string) {
	for i := 0; i < len(line); i++ {
		if line[i] != '#' || i > 0 && line[i-1] != ' ' && line[i-1] != '\t' {
			continue
		}
		end := i + 1
		for end < len(line) {
			r, size := utf8.DecodeRuneInString(line[end:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-/", r) {
				break
			}
			end += size
		}
		n.tag(line[i+1 : end])
		i = end
	}
}

// tag adds a tag. A number alone is no tag.
func (n *page) tag(name string) {
	name = strings.ToLower(strings.Trim(name, `"'# `))
	if name != "" && strings.Trim(name, "0123456789") != "" && len(name) <= 100 && len(n.tags) < tagsMost {
		n.tags = append(n.tags, name)
	}
}

// frontTags adds the tags of a line of the front matter, and reports whether a list of tags goes on in the next line.
func (n *page) frontTags(line string, list bool) bool {
	if item, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok && list {
		n.tag(item)
		return true
	}
	key, value, ok := strings.Cut(line, ":")
	if key = strings.ToLower(key); !ok || key != "tags" && key != "tag" {
		return false
	}
	value = strings.Trim(strings.TrimSpace(value), "[]")
	for tag := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ',' || r == ' ' }) {
		n.tag(tag)
	}
	return value == ""
}

// names finds the files of a vault as Obsidian does: by the end of their path, without regard to case.
type names struct {
	root luminos.Path
	base map[string][]file // by the base name in lower case
}

// file is a file of a vault, with its path below the vault in lower case.
type file struct {
	path  luminos.Path
	lower string
}

func newNames(root luminos.Path) *names { return &names{root, map[string][]file{}} }

func (n *names) add(p luminos.Path) {
	base := strings.ToLower(p.Base())
	n.base[base] = append(n.base[base], file{p, strings.ToLower(string(p.Below(n.root)))})
}

// sameMost is the number of files of one base name among which a link is looked for.
const sameMost = 100

// find returns the file to which a link in the note from leads.
func (n *names) find(from luminos.Path, target string) (luminos.Path, bool) {
	if target == "" {
		return from, true
	}
	to := strings.TrimPrefix(strings.ToLower(target), "/")
	if strings.HasPrefix(to, "./") || strings.HasPrefix(to, "../") {
		to = path.Join(strings.ToLower(string(from.Dir().Below(n.root))), to)
	}
	for _, name := range []string{to, to + ".md", to + ".markdown"} {
		same := n.base[path.Base(name)]
		for _, f := range same[:min(len(same), sameMost)] {
			if f.lower == name || strings.HasSuffix(f.lower, "/"+name) {
				return f.path, true
			}
		}
	}
	return "", false
}
