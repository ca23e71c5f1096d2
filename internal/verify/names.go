package verify

import (
	"context"
	"fmt"
	"path"
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
}

// flagUse is a flag of a program of the target in a command of a document.
type flagUse struct {
	doc           *document
	line          int
	program, flag string
}

var (
	// qualified matches a name with its owner: "pkg.Func", "Class.method()", "Type::new", "Class#method".
	qualified = lazyregexp.Lazy(`^([A-Za-z_]\w*)(\.|::|#)([A-Za-z_]\w*[!?]?)(\([^()]*\))?$`)
	// called matches a function that is called: "parse_config()".
	called = lazyregexp.Lazy(`^([A-Za-z_]\w*)\([\w\s,.]*\)$`)
	// longFlag matches a long flag.
	longFlag = lazyregexp.Lazy(`^--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:[=\[].*)?$`)
)

// collectName keeps a span of code that is a qualified name or a call.
func (c *checker) collectName(d *document, s span) {
	if m := qualified().FindStringSubmatch(s.text); m != nil && !slices.Contains(endings, strings.ToLower(m[3])) {
		member := strings.TrimRight(m[3], "!?")
		c.names = append(c.names, name{d, s.line, s.text, m[1], member, s.context, m[2], m[3][len(member):] + m[4]})
		return
	}
	if m := called().FindStringSubmatch(s.text); m != nil {
		c.names = append(c.names, name{doc: d, line: s.line, says: s.text, member: m[1], context: s.context, end: "()"})
	}
	flag, _, _ := strings.Cut(s.text, " ") // a value can follow
	if m := longFlag().FindStringSubmatch(flag); m != nil && !nameHedge().MatchString(s.context) &&
		!otherTool().MatchString(d.lines[s.line-1]) {
		c.uses = append(c.uses, flagUse{d, s.line, "", m[1]})
	}
}

var (
	// otherTool matches the names of programs whose flags documents mention.
	otherTool = lazyregexp.Lazy(`(?i)\b(?:git|npm|npx|yarn|node|docker|podman|cargo|rustc|rustup|pip|uv|curl|wget|make|` +
		`cmake|kubectl|helm|brew|apt|gcc|clang|javac?|mvn|gradle|tsc|pytest|bash|ssh|tar|NODE_OPTIONS|RUSTFLAGS)\b`)
)

// endings are endings of files and domains, which are no names of members.
var endings = []string{"go", "py", "rs", "js", "ts", "jsx", "tsx", "rb", "java", "c", "h", "cc", "cpp", "md", "json",
	"toml",
	"yaml", "yml", "txt", "html", "css", "sh", "com", "org", "net", "io", "dev", "exe", "lock", "mod", "sum", "env", "xml",
	"cfg", "ini", "conf", "svg", "png", "jpg", "gif", "pdf", "zip", "gz", "tar", "so", "dll", "jar", "class", "ipynb",
	"sql",
	"db", "log", "csv", "tsv", "proto", "vue", "php", "cs", "lua", "ex", "exs", "mjs", "cjs", "app", "ai", "rst", "tf",
	"local"}

// foreignFlag is a flag that a command in a document gives to a program of others.
type foreignFlag struct {
	doc  *document
	flag string
}

// collectFlags keeps the long flags of a command that is a program of the target, and the ones of other programs.
func (c *checker) collectFlags(d *document, k command) {
	program := path.Base(k.words[0])
	args := k.words[1:]
	if len(args) > 0 && (args[0] == "run" || args[0] == "exec") && k.words[0] != "cargo" {
		return // the flags can be of the program that it runs
	}
	if k.words[0] == "npx" && len(args) > 0 {
		program, args = path.Base(args[0]), args[1:]
	}
	if k.words[0] == "cargo" && slices.Contains(args, "--") && args[0] == "run" && !slices.Contains(args, "-p") {
		program, args = "cargo run", args[slices.Index(args, "--")+1:]
	} else if !c.made.isProgram(program) {
		for _, a := range args {
			if m := longFlag().FindStringSubmatch(a); m != nil {
				c.foreign[foreignFlag{d, m[1]}] = true
			}
		}
		return
	}
	for _, a := range args {
		if a == "--" {
			return
		}
		if m := longFlag().FindStringSubmatch(a); m != nil && m[1] != "help" && m[1] != "version" {
			c.uses = append(c.uses, flagUse{d, k.line, program, m[1]})
		}
	}
}

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
	there, missing := map[*document]int{}, map[*document]int{}
	for _, n := range c.names {
		if s.words[n.member] {
			c.out.Checked++
			there[n.doc]++
		} else if !nameHedge().MatchString(n.context) {
			missing[n.doc]++
		}
	}
	var all []string
	for _, n := range c.names {
		// A document about the code of others names many things that the target does not have.
		if s.words[n.member] || missing[n.doc] > fewMissing && missing[n.doc] > there[n.doc] ||
			n.owner == "" && missing[n.doc] > 1 && 2*missing[n.doc] > there[n.doc] {
			continue
		}
		if all == nil {
			all = keys(s.words)
		}
		c.checkName(s, n, all)
	}
	c.checkFlags(s)
	return nil
}

// nameHedge matches words of sentences about names of the past and of the future.
var nameHedge = lazyregexp.Lazy(`(?i)\b(?:remov\w*|renam\w*|deprecated|no longer|former\w*|previous\w*|` +
	`used to be|used to have|replac\w*|instead of|hypothetical|plan(?:s|ned)?|propos\w*|future|todo|` +
	`generic|would|could|upstream)\b`)

// checkName reports a name that no source has, if its owner is of the target or a similar name is there.
func (c *checker) checkName(s *sources, n name, all []string) {
	if nameHedge().MatchString(n.context) || placeholderForm().MatchString(n.member) ||
		strings.HasPrefix(n.member, "__") || c.shows(n.doc, n.member) ||
		n.owner != "" && placeholderForm().MatchString(n.owner) {
		return
	}
	if n.owner == "" {
		near := similarName(n.member, all)
		if near == "" {
			return
		}
		c.out.Checked++
		c.report(n.doc, luminos.RuleDocSymbol, n.line, n.says, "no source of the target has the name "+n.member, near+n.end)
		return
	}
	if !s.owners[n.owner] && !ownPackage(c, s, n.owner) || s.isOpen(n.owner) || len(n.owner) < 3 || c.usualOwner(n.owner) {
		return
	}
	c.out.Checked++
	near := similarName(n.member, all)
	if near == "" && hedged(n.context) {
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

// definition matches the definition of a name in any language.
var definition = lazyregexp.Lazy(`\b(?:def|func|fn|function|fun|sub|macro|class|struct|type|interface|trait|enum|val|` +
	`var|let|const)\s+(?:\([^()]*\)\s*)?(\w+)|^\s*(?:[\w.]+\s+){0,2}(\w+)\s*(?::|=[^=>])|(\w+)\([^()]*\)[^;(){}]*\{`)

// shows reports whether a block of code of the document defines a name: it is of an example.
func (c *checker) shows(d *document, name string) bool {
	words := c.shown[d]
	if words == nil {
		words = map[string]bool{}
		for _, f := range d.fences {
			for _, line := range f.lines {
				if len(line) < lineMost {
					for _, m := range definition().FindAllStringSubmatch(line, -1) {
						words[m[1]+m[2]+m[3]] = true
					}
				}
			}
		}
		c.shown[d] = words
	}
	return words[name]
}

// usualOwner reports whether an owner is a module of a standard library or a word that means something else, too.
func (c *checker) usualOwner(owner string) bool {
	return slices.Contains([]string{"os", "sys", "json", "path", "time", "math", "http", "net", "fmt", "string",
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
		if len(n) < 4 || len(n) > 3*len(missing) || strings.EqualFold(n, missing) {
			continue
		}
		d := -1
		if max(len(n)-len(missing), len(missing)-len(n)) <= 2 && n[0]|0x20 == missing[0]|0x20 && words.Nearest(missing,
			[]string{n}) != "" {
			d = 1
		} else if len(n) < len(missing)+40 && strings.Contains(strings.ToLower(n), parts[0]) || len(n) < len(missing) {
			d = partsBeyond(parts, nameParts(n))
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

// checkFlags reports flags that a program does not have. The flags of a program are known if most of the flags in the
// documents are strings of the sources. Flags without a program count as flags of one program of their document.
func (c *checker) checkFlags(s *sources) {
	const least = 3 // flags of a program that must be known
	type of struct {
		program string
		doc     *document
	}
	group := func(u flagUse) of {
		if u.program == "" {
			return of{"", u.doc}
		}
		return of{u.program, nil}
	}
	known, missing := map[of]map[string]bool{}, map[of]map[string]bool{}
	for _, u := range c.uses {
		into, g := missing, group(u)
		if s.hasFlag(u.flag) {
			into = known
		}
		if into[g] == nil {
			into[g] = map[string]bool{}
		}
		into[g][u.flag] = true
	}
	var all []string
	for _, u := range c.uses {
		c.out.Checked++
		g := group(u)
		there, gone := len(known[g]), len(missing[g])
		if s.hasFlag(u.flag) || placeholderForm().MatchString(u.flag) || gone > max(there/3, fewMissing) {
			continue
		}
		if u.program == "" && (there < least || gone*3 > there || c.foreign[foreignFlag{u.doc, u.flag}]) {
			continue
		}
		near := closest(u.flag, keys(known[g]))
		if u.program == "" || there < least || gone*3 > there {
			if all == nil {
				all = slices.DeleteFunc(keys(s.literals), func(l string) bool {
					return !strings.Contains(l, "-") || !longFlag().MatchString("--"+l)
				})
			}
			// It can be a flag of another program. One of the target has a similar flag now.
			if near = closest(u.flag, all); near == "" {
				continue
			}
		}
		c.report(u.doc, luminos.RuleDocFlag, u.line, "--"+u.flag, "no source of the target names this flag",
			prefixed("--", near))
	}
}
