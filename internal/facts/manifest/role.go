package manifest

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"luminos"
	"luminos/internal/lazyregexp"
)

//go:embed roles.txt
var rolesText string

// role is the role of a package in the programs that depend on it.
type role struct {
	name, title string
	module      string // of a package of Python, at the top; "" for a prefix
	rank        int    // of its row in the table
	major       bool   // the title is shown with the major version
}

// roles returns the table of roles: by ecosystem the roles of packages by name, and the roles of prefixes of names.
var roles = sync.OnceValue(func() map[string]*roleIndex {
	all := map[string]*roleIndex{}
	rank := 0
	for line := range strings.Lines(rolesText) {
		head, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		name, ecosystem, _ := strings.Cut(head, " ")
		name, major := strings.CutSuffix(name, "!")
		if all[ecosystem] == nil {
			all[ecosystem] = &roleIndex{exact: map[string]role{}, prefixes: map[string]role{}}
		}
		for item := range strings.SplitSeq(list, " | ") {
			names, title, _ := strings.Cut(item, " = ")
			rank++
			for p := range strings.FieldsSeq(names) {
				p, module, _ := strings.Cut(strings.TrimSuffix(p, ")"), "(")
				r := role{name: name, title: title, rank: rank, major: major, module: module}
				if r.module == "" && !strings.HasSuffix(p, "*") {
					r.module = strings.ReplaceAll(p, "-", "_")
				}
				if title == "" {
					r.title = p
				}
				all[ecosystem].add(p, r)
			}
		}
	}
	return all
})

// roleIndex holds the roles of the packages of one ecosystem.
type roleIndex struct {
	exact, prefixes map[string]role
	answers         bool // some are for servers
}

func (x *roleIndex) add(pattern string, r role) {
	x.answers = x.answers || r.name == "http"
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		x.prefixes[prefix] = r
		return
	}
	x.exact[pattern] = r
}

// roleOf returns the role of the dependency d by its name, and false if the table does not list it.
func roleOf(d luminos.Dependency) (role, bool) {
	x := roles()[d.Ecosystem]
	if x == nil {
		return role{}, false
	}
	name := strings.ToLower(d.Name)
	if d.Ecosystem == "python" {
		name = strings.ReplaceAll(name, "_", "-")
	}
	if r, ok := x.exact[name]; ok {
		return r, true
	}
	for n := len(name); n > 0; n-- {
		if r, ok := x.prefixes[name[:n]]; ok {
			return r, true
		}
	}
	return role{}, false
}

// Traits reports whether programs that use the dependency d usually open windows, and whether they make web pages.
func Traits(d luminos.Dependency) (desktop, pages bool) {
	r, _ := roleOf(d)
	return r.name == "desktop", r.name == "pages" || r.name == "ui"
}

// Module returns the name of the module at the top of a library of Python, or "" if it is not known.
func Module(l luminos.Library) string {
	r, _ := roleOf(luminos.Dependency{Name: l.Name, Ecosystem: l.Ecosystem})
	return r.module
}

// Terminal reports whether programs that use the dependency d usually parse command lines or draw on a terminal.
func Terminal(d luminos.Dependency) bool {
	r, _ := roleOf(d)
	return r.name == "cli" || r.name == "terminal"
}

// hasCommands reports whether programs that use the dependency d usually parse command lines with commands.
func hasCommands(d luminos.Dependency) bool {
	r, _ := roleOf(d)
	return r.name == "cli"
}

// Knows reports whether the table has the packages of an ecosystem with which programs answer requests.
func Knows(ecosystem string) bool {
	x := roles()[ecosystem]
	return x != nil && x.answers
}

// exactVersion matches a constraint that allows one major version only.
var exactVersion = lazyregexp.Lazy(`^(?:\^|~|~=|==|=|~>|v)?\s*(\d{1,4})(?:[.\-+][\w.*+\-]*)?$`)

// library returns the dependency d as a library with a known role, and false if its role is unknown.
func library(d luminos.Dependency) (l luminos.Library, rank int, ok bool) {
	r, ok := roleOf(d)
	if !ok {
		return luminos.Library{}, 0, false
	}
	l = luminos.Library{Role: r.name, Title: r.title, Name: d.Name, Ecosystem: d.Ecosystem, Manifest: d.Manifest}
	if m := exactVersion().FindStringSubmatch(d.Version); m != nil && r.major {
		if n, err := strconv.Atoi(m[1]); err == nil && n >= 2 { // the first version is no news
			l.Major = n
		}
	}
	return l, r.rank, true
}

// maxLibraries is the maximum number of libraries in one result.
const maxLibraries = 300

// libraries returns the libraries with a known role that the target's own manifests need at run time, sorted by role.
// A toolkit for windows counts as well if it is needed for development, and so does the SDK of a project.
func (r *reader) libraries() []luminos.Library {
	type ranked struct {
		luminos.Library
		rank int
	}
	var all []ranked
	own := r.ownNames()
	for _, p := range r.pkgs {
		if !p.isOwn() {
			continue
		}
		for _, d := range p.deps {
			l, rank, ok := library(d)
			_, artifact, _ := strings.Cut(d.Name, ":")
			itself := own[packageKey(d.Ecosystem, d.Name)] || artifact != "" && own[packageKey(d.Ecosystem, artifact)]
			if !ok || len(all) == maxLibraries || itself {
				continue
			}
			if d.Scope != "" && (d.Scope != "dev" || l.Role != "desktop") && d.Scope != scopeSDK {
				continue
			}
			l.Evidence = p.citeDependency(d.Name)
			all = append(all, ranked{l, rank})
		}
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.Manifest.Depth(), b.Manifest.Depth()),
			cmp.Compare(a.Manifest, b.Manifest), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Major, b.Major))
	})
	out := make([]luminos.Library, len(all))
	for i := range all {
		out[i] = all[i].Library
	}
	return out
}

// citeDependency returns evidence of the first line of the manifest that names the dependency, or nil.
func (p *pkg) citeDependency(name string) []luminos.Evidence {
	if p.Ecosystem == "npm" || p.Ecosystem == "composer" {
		return cite(p.text, `"`+name+`":`)
	}
	if _, artifact, ok := strings.Cut(name, ":"); ok {
		name = artifact
	}
	if i := wordIndex(p.text.Content, name); i >= 0 {
		return citeLine(p.text, lineOf(p.text.Content, i))
	}
	return nil
}
