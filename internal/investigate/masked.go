package investigate

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/redact"
	"luminos/internal/words"
)

// The most masked places that a report lists, of one file and in all: a file can
// consist of nothing else.
const (
	maskedOfFile = 20
	maskedMost   = 1000
)

// masked holds the masked places of one file, which look like secrets.
type masked struct {
	first  []luminos.Masked // in order
	places int
	values map[int][]uint64 // numbers of the secrets of each line, see [redact.Secret]
}

// add records the secrets that one reading of the file p masked. Readings may cover different parts of the file, so its
// number of masked places is the largest number of one reading. The order of the calls has no influence.
func (m *masked) add(p luminos.Path, found []redact.Secret) {
	m.places = max(m.places, len(found))
	m.note(found)
	for _, s := range found[:min(len(found), maskedOfFile)] {
		same := func(o luminos.Masked) bool { return o.Kind == s.Kind && o.Lines.First == s.Line }
		if i := slices.IndexFunc(m.first, same); i >= 0 {
			m.first[i].Lines.Last = max(m.first[i].Lines.Last, s.Last)
			m.first[i].Plain = m.first[i].Plain && s.Plain
			continue
		}
		m.first = append(m.first, luminos.Masked{
			Path: p, Kind: s.Kind, Lines: luminos.LineRange{First: s.Line, Last: s.Last}, Plain: s.Plain})
	}
	slices.SortFunc(m.first, func(a, b luminos.Masked) int {
		return cmp.Or(cmp.Compare(a.Lines.First, b.Lines.First), cmp.Compare(a.Kind, b.Kind))
	})
	m.first = m.first[:min(len(m.first), maskedOfFile)]
}

// citedText is the number of bytes of a file that are read to cite its secrets.
const citedText = 16 << 20

// citedSecrets returns the places that look like secrets, each with its first line as evidence. A place is aside if it
// is in a comment, a docstring or below the first tests in a Rust file, or if it is a key that a document shows as an
// example. Places in a file that cannot be read have no evidence.
func (r *recorder) citedSecrets(ctx context.Context) ([]luminos.Masked, error) {
	list, _ := r.secretsFound()
	r.values = nil // more files can have been read
	if list == nil {
		list = []luminos.Masked{}
	}
	var text luminos.Text
	var lines []string
	var aside func(n int) bool
	example := false // the certificates of the file are for examples
	var replaced map[string]bool
	for i := range list {
		m := &list[i]
		if i == 0 || m.Path != list[i-1].Path {
			var err error
			if text, err = r.Source.Text(ctx, m.Path, citedText); err != nil {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				text = luminos.Text{}
			}
			lines = text.Lines()
			aside, example = asideIn(m.Path, lines), exampleCertificates(text.Content)
			replaced = r.replacedIn(ctx, m.Path)
		}
		m.Shown = m.Kind != "private-key" && (pathrole.Test(m.Path) || pathrole.InBenchmarks(m.Path))
		if n := m.Lines.First; n > 0 && n <= len(lines) {
			m.Aside = aside(n) || words.Comment(lines[n-1]) || n > 1 && hintAbove().MatchString(lines[n-2]) ||
				m.Kind == "private-key" && shownKey(m.Path, lines[:n-1])
			m.Shown = m.Shown || shown(m.Path, lines[:n]) || refused(lines[:n]) || replaced[assigned(lines[n-1])] ||
				m.Kind == "private-key" && (namedExample(lines[:n]) || example)
			m.Plain = m.Plain || searchKey(m, lines, n) || paired(m, lines, n) || m.Kind == "token" && r.identifies(m, lines[n-1])
			m.Evidence = []luminos.Evidence{text.Cite(n, n)}
		}
	}
	return list, nil
}

// asideIn returns a function that reports whether the line n of a file is below the first test of a Rust file, in a
// condition or below settings for development in a YAML file, in a docstring of a Python file, in the documentation in
// a Perl file, in a block of a Markdown file that uses the domain of examples, or in a comment of several lines.
func asideIn(p luminos.Path, lines []string) func(n int) bool {
	switch p.Ext() {
	case ".rs":
		tests := 1 + slices.IndexFunc(lines, rustTest().MatchString)
		return func(n int) bool { return tests > 0 && n > tests }
	case ".py", ".pyi":
		doc := docstrings(lines)
		return func(n int) bool { return doc[n-1] }
	case ".ex", ".exs":
		bare := make([]string, len(lines))
		for i, l := range lines {
			bare[i] = docAttribute().ReplaceAllString(l, "")
		}
		doc := docstrings(bare)
		return func(n int) bool { return doc[n-1] }
	case ".pm", ".pl", ".pod", ".t":
		pod := perlPod(lines)
		return func(n int) bool { return pod[n-1] }
	case ".md":
		block := exampleBlocks(lines)
		return func(n int) bool { return block[n-1] }
	case ".yml", ".yaml":
		own := ofDevelopment(lines)
		return func(n int) bool { return own[n-1] || condition().MatchString(lines[n-1]) }
	case ".go", ".js", ".mjs", ".jsx", ".ts", ".tsx", ".java", ".kt", ".scala", ".cs", ".c", ".h", ".cc",
		".cpp", ".hpp", ".php", ".swift", ".dart", ".groovy":
		block := blockComments(lines)
		return func(n int) bool { return block[n-1] }
	}
	return func(int) bool { return false }
}

// rustTest matches the attribute of a test in Rust, also with the name of a library such as tokio, or of all tests.
var rustTest = lazyregexp.Lazy(`^\s*#\[(?:cfg\(test\)|(?:\w+::)*test(?:\(.*\))?)\]\s*$`)

// condition matches a line of Ansible that compares a value. The task below often refuses the default password.
var condition = lazyregexp.Lazy(`^\s*(?:- )?when:.*==`)

// ofDevelopment reports for each line of a YAML file whether it is below a key at the margin that says that the
// settings are for development or tests, as in the settings of Rails.
func ofDevelopment(lines []string) []bool {
	own, below := make([]bool, len(lines)), false
	for i, line := range lines {
		if key, _, ok := strings.Cut(line, ":"); ok && key != "" && !strings.ContainsAny(key[:1], " \t#-") {
			below = slices.Contains([]string{"development", "test", "dev", "testing"}, key)
		}
		own[i] = below
	}
	return own
}

// docAttribute matches the attribute of Elixir before a text of documentation.
var docAttribute = lazyregexp.Lazy(`^\s*@(?:module|type)?doc\s+(?:~[sS])?`)

// docstrings reports for each line of a Python file whether it is part of a string in triple quotes that begins its
// line and therefore is no value.
func docstrings(lines []string) []bool {
	doc := make([]bool, len(lines))
	quotes, isDoc := "", false // the quotes of the open string
	for i, line := range lines {
		rest := line
		for {
			if quotes != "" {
				doc[i] = doc[i] || isDoc
				_, after, closed := strings.Cut(rest, quotes)
				if !closed {
					break
				}
				rest, quotes = after, ""
			}
			at := strings.Index(rest, `"""`)
			if single := strings.Index(rest, "'''"); at < 0 || single >= 0 && single < at {
				at = single
			}
			if at < 0 {
				break
			}
			quotes, isDoc = rest[at:at+3], len(rest) == len(line) && strings.Trim(rest[:at], " \trRuUbB") == ""
			rest = rest[at+3:]
		}
	}
	return doc
}

// perlPod reports for each line of a Perl file whether it is documentation: from a line such as "=head1" to "=cut".
func perlPod(lines []string) []bool {
	pod, open := make([]bool, len(lines)), false
	for i, line := range lines {
		open = (open || len(line) > 1 && line[0] == '=' && !notLetter(rune(line[1]))) && !strings.HasPrefix(line, "=cut")
		pod[i] = open
	}
	return pod
}

// blockComments reports for each line of a file whether it is in a comment from a line that begins with "/*" to "*/".
func blockComments(lines []string) []bool {
	block, open := make([]bool, len(lines)), false
	for i, line := range lines {
		open = open || strings.HasPrefix(strings.TrimSpace(line), "/*")
		block[i] = open
		open = open && !strings.Contains(line, "*/")
	}
	return block
}

// exampleLines is the number of lines before a key in which a document calls it an example.
const exampleLines = 10

// exampleWords are words of a line that announces or prints an example.
var exampleWords = []string{"example", "sample", "print", "prints", "println", "printf", "output"}

// shownKey reports whether the last of the lines before a key in a document say that it is an example or is printed.
func shownKey(p luminos.Path, before []string) bool {
	before = before[max(0, len(before)-exampleLines):]
	return slices.Contains([]string{".md", ".markdown", ".rst", ".adoc", ".txt", ".html"}, p.Ext()) &&
		slices.ContainsFunc(before, func(l string) bool {
			return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(l), notLetter), func(w string) bool {
				return slices.Contains(exampleWords, w)
			})
		})
}

// namedKey is the number of lines before a private key with its name.
const namedKey = 3

// namedExample reports whether the name of a private key calls it an example. The last of lines is the first of the
// key. The name is in that line if the whole key is, else in one of the lines before.
func namedExample(lines []string) bool {
	before := lines[:len(lines)-1]
	if name, _, whole := strings.Cut(lines[len(lines)-1], "-----BEGIN"); whole && strings.ContainsAny(name, "=:") {
		return exampleName().MatchString(name)
	}
	return slices.ContainsFunc(before[max(0, len(before)-namedKey):], exampleName().MatchString)
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }
