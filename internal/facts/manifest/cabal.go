package manifest

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// stanza is a section of a cabal file.
type stanza struct {
	kind, name string
	line       int
	fields     map[string]string // by lower-case name; of repeated fields the first, except build-depends
}

// parseCabal returns the sections of a cabal file; the first, "package", has the fields before any
// section. Conditional blocks are read as part of their section.
func parseCabal(lines []string) []stanza {
	out := []stanza{{kind: "package", fields: map[string]string{}}}
	field := ""
	for i, line := range lines {
		t := strings.TrimSpace(line)
		if t == "" || strings.HasPrefix(t, "--") {
			continue
		}
		indented := line[0] == ' ' || line[0] == '\t'
		words := strings.Fields(strings.ToLower(t))
		if !indented {
			switch words[0] {
			case "library", "executable", "test-suite", "benchmark", "common", "flag", "source-repository", "foreign-library":
				if len(out) < 500 {
					out = append(out, stanza{kind: words[0], name: strings.TrimSpace(t[len(words[0]):]), line: i + 1, fields: map[string]string{}})
				}
				field = ""
				continue
			}
		}
		if slices.Contains([]string{"if", "elif", "else"}, words[0]) {
			field = ""
			continue
		}
		top := &out[len(out)-1]
		if name, v, ok := strings.Cut(t, ":"); ok && !strings.ContainsAny(name, " ,<>=&|(") {
			field = strings.ToLower(name)
			_, dup := top.fields[field]
			if dup && field != "build-depends" {
				field = ""
				continue
			}
			if len(top.fields[field]) < maxINIValue {
				between := " "
				if dup {
					between = ", "
				}
				top.fields[field] += between + strings.TrimSpace(v)
			}
			continue
		}
		if indented && field != "" && len(top.fields[field]) < maxINIValue {
			top.fields[field] += " " + t
		}
	}
	return out
}

func readCabal(r *reader, p *pkg) {
	stanzas := parseCabal(p.text.Lines())
	head := stanzas[0].fields
	p.describe(head["name"], head["version"], head["synopsis"], head["license"])
	p.citeHead("ynopsis:", "ame:", p.Name)
	scopes := map[string]string{"library": "", "executable": "", "common": "", "foreign-library": "", "test-suite": "test", "benchmark": "dev"}
	for _, s := range stanzas[1:] {
		for _, dep := range strings.Split(s.fields["build-depends"], ",") {
			name, version, _ := strings.Cut(strings.TrimSpace(dep), " ")
			if name != "" && name != p.Name && !strings.HasPrefix(name, p.Name+":") {
				p.depend(name, version, scopes[s.kind])
			}
		}
	}
}

func enterCabal(r *reader, p *pkg) {
	for _, s := range parseCabal(p.text.Lines()) {
		dirs := strings.FieldsFunc(s.fields["hs-source-dirs"], func(c rune) bool { return c == ' ' || c == ',' })
		dirs = append(dirs, ".")
		find := func(rel string) luminos.Path {
			for _, d := range dirs {
				if at := inside(p.dir, d+"/"+rel); rel != "" && r.tree.has(at) {
					return at
				}
			}
			return ""
		}
		switch s.kind {
		case "executable":
			at := find(strings.TrimSpace(s.fields["main-is"]))
			r.addEntry(p, entry{
				Path: at, Kind: kindBinary, Name: s.name, Reason: "executable in " + p.Path.Base(), Evidence: citeLine(p.text, s.line),
			})
		case "library":
			if s.name != "" {
				continue // an internal library
			}
			at, ev := cabalFront(r, p, s, find)
			r.addEntry(p, entry{
				Path: at, Kind: kindLibrary, Name: p.Name, Reason: "exposed module of the library", Evidence: ev,
				certainty: conventional,
			})
		}
	}
	tool := "cabal"
	if r.tree.first(p.dir, "stack.yaml") != "" && r.tree.first(p.dir, "cabal.project") == "" && !saysCabal(r, p.dir) {
		tool = "stack"
	}
	if p.Role != luminos.ManifestMember && p.Name != "" {
		all := ""
		if t, ok := r.source(p.dir.Join("cabal.project"), 64<<10); ok && len(cabalMembers().FindAllString(t.Content, 2)) > 1 {
			all = " all" // without it, the package in the working directory alone
		}
		r.convention(p, "build", tool+" build"+all, p.Evidence)
		if slices.ContainsFunc(r.pkgs, func(q *pkg) bool { return cabalTests().MatchString(q.text.Content) }) {
			r.convention(p, "test", tool+" test"+all, p.Evidence)
		}
	}
}

// saysCabal reports whether the README in a directory has more commands of cabal than of stack.
func saysCabal(r *reader, dir luminos.Path) bool {
	t, _ := r.source(r.tree.first(dir, "README.md", "README.rst", "README", "Readme.md", "readme.md"), maxGuide)
	more := 0
	for _, c := range cabalCommand().FindAllString(t.Content, -1) {
		if more++; strings.HasPrefix(c, "stack") {
			more -= 2
		}
	}
	return more > 0
}

// cabalCommand matches the program of a command that builds a package of Haskell.
var cabalCommand = lazyregexp.Lazy(`\b(?:cabal|stack) (?:new-|v2-)?(?:build|install|test|run)\b`)

// cabalTests matches the head of a test suite in a .cabal file, and the key of test suites in a package.yaml.
var cabalTests = lazyregexp.Lazy(`(?mi)^[ \t]*test-suite\b|^tests:`)

// cabalMembers matches the packages below the root in a cabal.project.
var cabalMembers = lazyregexp.Lazy(`(?m)^(?:packages:)?[ \t]+(?:\./)?[\w-]+/?[\w./*-]*[ \t]*$`)

// cabalFront returns the file of the exposed module with the fewest dots in its name, and evidence
// of the module: by custom it re-exports the other modules.
func cabalFront(r *reader, p *pkg, s stanza, find func(string) luminos.Path) (luminos.Path, []luminos.Evidence) {
	best := ""
	for _, m := range strings.FieldsFunc(s.fields["exposed-modules"], func(c rune) bool { return c == ' ' || c == ',' }) {
		if dots := strings.Count(m, "."); best == "" || dots < strings.Count(best, ".") {
			best = m
		}
	}
	return find(strings.ReplaceAll(best, ".", "/") + ".hs"), cite(p.text, best)
}

// readPackages reads the list "packages" of a Stack project or of a pnpm workspace: patterns of workspace
// members.
func readPackages(_ *reader, p *pkg) { p.globs = p.doc.strs("packages") }

// readCabalProject reads the field "packages" of a cabal.project file: patterns of workspace members.
func readCabalProject(r *reader, p *pkg) {
	for _, g := range strings.Fields(parseCabal(p.text.Lines())[0].fields["packages"]) {
		if len(p.globs) < maxGlobs {
			p.globs = append(p.globs, strings.TrimSuffix(g, "/"))
		}
	}
}

// runCabal returns the command that runs an executable. Its name alone is the package of that name, if there is one.
func runCabal(r *reader, e luminos.EntryPoint) (luminos.Path, string) {
	if e.Name == "" {
		return "", ""
	}
	named := func(p *pkg) bool {
		return strings.HasSuffix(string(p.Path), ".cabal") && p.Name == e.Name && !e.Path.Within(p.dir)
	}
	if slices.ContainsFunc(r.pkgs, named) {
		return luminos.Root, "cabal run exe:" + e.Name
	}
	return luminos.Root, "cabal run " + e.Name
}
