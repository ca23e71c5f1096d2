package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// name is a name of the code of the target, as a document states it.
type name struct {
	doc            *document
	line           int
	says           string
	owner, member  string // owner is "" for a function alone
	context        string
	separator, end string
	bare           bool // it has neither an owner nor a call
	beside         bool // a source of the target is named beside it
}

var (
	// qualified matches a name with its owner: "pkg.Func", "Class.method()", "Type::new", "Class#method".
	qualified = lazyregexp.Lazy(`^([A-Za-z_]\w*)(\.|::|#)([A-Za-z_]\w*[!?]?)(\([^()]*\))?$`)
	// bare matches a name alone.
	bare = lazyregexp.Lazy(`^[A-Za-z_]\w*$`)
	// called matches a function that is called: "parse_config()".
	called = lazyregexp.Lazy(`^([A-Za-z_]\w*)\([\w\s,.]*\)$`)
)

// collectName keeps a span of code that is a qualified name or a call.
func (c *checker) collectName(d *document, s span) {
	if m := qualified().FindStringSubmatch(s.text); m != nil && !slices.Contains(endings, strings.ToLower(m[3])) {
		member := strings.TrimRight(m[3], "!?")
		c.names = append(c.names, name{doc: d, line: s.line, says: s.text, owner: m[1], member: member, context: s.context,
			separator: m[2], end: m[3][len(member):] + m[4], beside: c.tree.besideSource(d, s)})
		return
	}
	if m := called().FindStringSubmatch(s.text); m != nil {
		c.names = append(c.names, name{doc: d, line: s.line, says: s.text, member: m[1], context: s.context, end: "()",
			beside: c.tree.besideSource(d, s)})
	} else if bare().MatchString(s.text) {
		n := name{doc: d, line: s.line, says: s.text, member: s.text, context: s.context, bare: true,
			beside: c.tree.besideSource(d, s)}
		c.names = append(c.names, n)
	}
	c.collectFlag(d, s)
}

// endings are endings of files and domains, which are no names of members.
var endings = []string{"go", "py", "rs", "js", "ts", "jsx", "tsx", "rb", "java", "c", "h", "cc", "cpp", "md", "json",
	"toml",
	"yaml", "yml", "txt", "html", "css", "sh", "com", "org", "net", "io", "dev", "exe", "lock", "mod", "sum", "env", "xml",
	"cfg", "ini", "conf", "svg", "png", "jpg", "gif", "pdf", "zip", "gz", "tar", "so", "dll", "jar", "class", "ipynb",
	"sql",
	"db", "log", "csv", "tsv", "proto", "vue", "php", "cs", "lua", "ex", "exs", "mjs", "cjs", "app", "ai", "rst", "tf",
	"local"}

// fewMissing is the number of missing names up to which a document is about the target, as far as names show it.
const fewMissing = 3

// checkNames checks the names and the flags of all documents against the words of the sources.
func (c *checker) checkNames(ctx context.Context) error {
	if len(c.names) == 0 && len(c.uses) == 0 {
		return nil
	}
	s, err := readSources(ctx, c.tree)
	if err != nil {
		return err
	}
	if !s.whole {
		c.out.Notes = append(c.out.Notes, Note{luminos.Root, 0,
			"names and flags are not checked: the target has files that are too large or unreadable"})
		return nil
	}
	t := countNames(s, c.names)
	var all []string
	for _, n := range c.names {
		if s.words[n.member] {
			c.out.Checked++
			continue
		}
		if all == nil {
			all = keys(s.words)
		}
		c.checkName(s, n, all, t)
	}
	c.checkFlags(s)
	return nil
}

// namesOf is a document with its names alone or with the ones that have an owner or a call.
type namesOf struct {
	doc  *document
	bare bool
}

// tally counts the names that the sources have, and the ones that they lack.
type tally struct{ there, missing int }

// countNames counts the names of documents, each name alone once.
func countNames(s *sources, names []name) map[namesOf]tally {
	counts := map[namesOf]tally{}
	seen := map[namesOf]map[string]bool{}
	for _, n := range names {
		of := namesOf{n.doc, n.bare}
		if n.bare && (len(nameParts(n.member)) < 2 || seen[of][n.member]) {
			continue
		}
		if seen[of] == nil {
			seen[of] = map[string]bool{}
		}
		seen[of][n.member] = true
		t := counts[of]
		if s.words[n.member] {
			t.there++
		} else if !nameHedge().MatchString(n.context) {
			t.missing++
		}
		counts[of] = t
	}
	return counts
}

// nameHedge matches words of sentences about names of the past and of the future.
var nameHedge = lazyregexp.Lazy(nameHedges)

const nameHedges = `(?i)\b(?:remov\w*|renam\w*|deprecated|no longer|former\w*|previous\w*|` +
	`used to be|used to have|replac\w*|instead of|hypothetical|plan(?:s|ned)?|propos\w*|future|todo|` +
	`generic|would|could|upstream)\b`

// checkName reports a name that no source has, if its owner is of the target or a similar name is there.
func (c *checker) checkName(s *sources, n name, all []string, counts map[namesOf]tally) {
	t := counts[namesOf{n.doc, n.bare}]
	if n.owner == "" {
		c.checkBare(s, n, all, counts)
		return
	}
	// A document about the code of others names many things that the target does not have.
	if t.missing > fewMissing && t.missing > t.there {
		return
	}
	if nameHedge().MatchString(n.context) || placeholderForm().MatchString(n.member) ||
		strings.HasPrefix(n.member, "__") || s.shows(n.doc)[n.member] || placeholderForm().MatchString(n.owner) {
		return
	}
	if !s.owners[n.owner] && !ownPackage(c, s, n.owner) || len(n.owner) < 3 || c.usualOwner(n.owner) {
		return
	}
	if s.isOpen(n.owner) {
		c.checkBare(s, n, all, counts)
		return
	}
	c.out.Checked++
	near := similarName(n.member, all)
	if hedge().MatchString(n.context) {
		return
	}
	if near != "" {
		near = n.owner + n.separator + near + n.end
	}
	c.report(n.doc, luminos.RuleDocSymbol, n.line, n.says,
		fmt.Sprintf("no source of the target has the name %s, in %s or elsewhere", n.member, n.owner), near)
}

// ownPackage reports whether an owner is a package of the target, and almost all of its members in the documents are
// names of the sources: programs can add members to a package.
func ownPackage(c *checker, s *sources, owner string) bool {
	if !c.made.packages[owner] {
		return false
	}
	known, missing := map[string]bool{}, map[string]bool{}
	for _, n := range c.names {
		if n.owner == owner {
			if s.words[n.member] {
				known[n.member] = true
			} else {
				missing[n.member] = true
			}
		}
	}
	return len(known) >= 6*len(missing)
}

// usualOwner reports whether an owner is a module of a standard library or a word that means something else, too.
func (c *checker) usualOwner(owner string) bool {
	return slices.Contains([]string{"os", "sys", "List", "json", "path", "time", "math", "http", "net", "fmt", "string",
		"strings", "list", "dict", "str", "int",
		"Array", "Object", "String", "Map", "Set", "Promise", "Math", "JSON", "Number", "Date", "Error", "window",
		"document", "console", "process",
		"module", "exports", "this", "self", "super", "types", "typing", "logging", "test", "context", "io", "errors",
		"sync", "config", "utils", "main",
		"client", "app", "metadata",
		"server", "Vec", "Option", "Result", "std", "core", "git", "package", "settings", "data", "req",
		"res", "request", "response"}, owner)
}

// similarName returns a name of the target that was probably renamed from the missing one: it differs by one or two
// letters, or has all words of the other and one or two more; "" without one. Names of one word are too short to
// compare.
func similarName(missing string, all []string) string {
	parts := nameParts(missing)
	if len(parts) < 2 || len(missing) > wordMost {
		return ""
	}
	best, least := "", 1<<30
	for _, n := range all {
		if len(n) < 4 || len(n) > 3*len(missing) || strings.EqualFold(n, missing) ||
			(n == strings.ToUpper(n)) != (missing == strings.ToUpper(missing)) {
			continue
		}
		d := -1
		if max(len(n)-len(missing), len(missing)-len(n)) <= 2 && n[0]|0x20 == missing[0]|0x20 && words.Nearest(missing,
			[]string{n}) != "" {
			d = 1
		} else if len(n) < len(missing)+40 && strings.Contains(strings.ToLower(n), parts[0]) || len(n) < len(missing) {
			if other := nameParts(n); len(other) >= min(len(parts)-1, 3) {
				d = partsBeyond(parts, other)
			}
		}
		if d >= 0 && d < least {
			best, least = n, d
		}
	}
	return best
}

// partsBeyond returns the number of parts of the longer name that the shorter one lacks, at most two, or -1.
func partsBeyond(a, b []string) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	if slices.Equal(a, b) {
		return 0 // another spelling: parse_config and parseConfig
	}
	if len(a) < 2 || len(b)-len(a) > 2 {
		return -1
	}
	if len(a) == len(b) { // one word of three or more was replaced
		different := 0
		for i := range a {
			if a[i] != b[i] {
				different++
			}
		}
		if len(a) < 3 || different > 1 {
			return -1
		}
		return 1
	}
	for _, part := range a {
		if !slices.Contains(b, part) {
			return -1
		}
	}
	return len(b) - len(a)
}

// nameParts returns the words of a name in lower case: of parseConfig and parse_config "parse" and "config".
func nameParts(s string) []string {
	var parts []string
	begin := 0
	for i, r := range s {
		if r == '_' || i > begin && unicode.IsUpper(r) && !unicode.IsUpper(rune(s[i-1])) {
			if i > begin {
				parts = append(parts, strings.ToLower(strings.Trim(s[begin:i], "_")))
			}
			begin = i
		}
	}
	parts = append(parts, strings.ToLower(strings.Trim(s[begin:], "_")))
	return slices.DeleteFunc(parts, func(p string) bool { return p == "" })
}
