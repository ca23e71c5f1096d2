package verify

import (
	"context"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/decode"
	"luminos/internal/lazyregexp"
)

// manifestLimit is the number of bytes of a manifest that are read.
const manifestLimit = 1 << 20

// made holds the things that the manifests and makefiles of the target define.
type made struct {
	targets     map[string]bool       // of makefiles
	open        map[luminos.Path]bool // makefiles that can have targets that were not read, by directory
	patterns    []string              // of makefiles, with % for any text
	scripts     map[string]bool       // of package.json
	recipes     map[string]bool       // of justfiles
	recipesOpen bool
	rust        crates
	programs    map[string]bool // names of programs that the target makes
	published
	modules []module                           // of Go
	needs   map[luminos.Path]map[string]string // by directory: the least version of a language
	places  map[string]map[luminos.Path]bool   // the directories of makefiles and of package.json
}

// crates holds the things that manifests of Cargo define.
type crates struct {
	names, bins, examples, dependencies map[string]bool
	versions                            map[string]string // by name
}

// module is a module of Go.
type module struct {
	name string
	dir  luminos.Path
}

// readMade reads the manifests and makefiles of the target. A file that cannot be read or parsed defines nothing.
func readMade(ctx context.Context, t *tree) *made {
	m := newMade()
	m.readAddresses(ctx, t.src)
	for _, p := range t.files {
		m.path(p)
		read := readerOf(p)
		if read == nil {
			continue
		}
		text, err := t.src.Text(ctx, p, manifestLimit)
		if err != nil || text.Cut {
			m.open[p.Dir()], m.recipesOpen = true, true
		}
		if err == nil {
			read(m, p, text.Content)
		}
	}
	return m
}

// newMade returns a made without anything.
func newMade() *made {
	return &made{
		targets: map[string]bool{}, open: map[luminos.Path]bool{}, scripts: map[string]bool{}, recipes: map[string]bool{},
		rust:      crates{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]string{}},
		programs:  map[string]bool{},
		published: published{packages: map[string]bool{}, addresses: map[string]bool{}},
		needs:     map[luminos.Path]map[string]string{},
		places:    map[string]map[luminos.Path]bool{"Makefile": {}, "package.json": {}},
	}
}

// readerOf returns the function that reads a manifest or makefile with the name of p, or nil.
func readerOf(p luminos.Path) func(*made, luminos.Path, string) {
	switch name := p.Base(); {
	case name == "package.json":
		return (*made).npm
	case name == "Cargo.toml":
		return (*made).cargo
	case name == "pyproject.toml":
		return (*made).python
	case name == "go.mod":
		return (*made).golang
	case strings.EqualFold(name, "justfile") || name == ".justfile" || p.Ext() == ".just":
		return (*made).just
	case isMakefile(name) || p.Ext() == ".mk" || strings.HasPrefix(name, "Makefile."):
		return (*made).makefile
	case name == "setup.py" || name == "setup.cfg":
		return (*made).setup
	case name == "mkdocs.yml":
		return (*made).mkdocs
	}
	if b := buildOf(p.Base()); b != nil {
		return b.read
	}
	return nil
}

// path adds the programs that a path makes by its name, and the place of a makefile.
func (m *made) path(p luminos.Path) {
	if isMakefile(p.Base()) {
		m.places["Makefile"][p.Dir()] = true
	}
	parts := strings.Split(string(p), "/")
	stem := strings.TrimSuffix(p.Base(), ".rs")
	for i, part := range parts[:len(parts)-1] {
		switch last := len(parts) - 1; {
		case part == "cmd" && i+2 == last && parts[last] == "main.go":
			m.programs[parts[i+1]] = true
		case (part == "bin" || part == "exe") && i == 0 && last == 1 && p.Ext() == "":
			m.programs[parts[last]] = true
		case part == "bin" && i > 0 && parts[i-1] == "src" && p.Ext() == ".rs":
			name := stem
			if i+1 < last {
				name = parts[i+1]
			}
			m.rust.bins[name], m.programs[name] = true, true
		case part == "examples" && p.Ext() == ".rs":
			if i+1 < last {
				m.rust.examples[parts[i+1]] = true
			} else {
				m.rust.examples[stem] = true
			}
		}
	}
}

var (
	// makeRule matches the left side of a rule. makeValue matches an assignment.
	makeRule   = lazyregexp.Lazy(`^([^\s#:=][^#:=]*?)\s*::?(?:[^=]|$)`)
	makeValue  = lazyregexp.Lazy(`^\s*(?:export\s+|override\s+)?([\w.-]+)\s*[:?+]?:?=\s*(.*)$`)
	justRecipe = lazyregexp.Lazy(`^@?([A-Za-z_][\w-]*)(?:\s+[^:=]*|\s+.*=.*)?:(?:[^=]|$)`)
	justAlias  = lazyregexp.Lazy(`^alias\s+([\w-]+)\s*:=`)
)

// makefile adds the targets of a makefile.
func (m *made) makefile(p luminos.Path, s string) {
	values := map[string]string{}
	var computed []string
	macro := false
	for line := range strings.Lines(strings.ReplaceAll(s, "\\\n", " ")) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "\t") || len(line) > 64<<10 {
			continue
		}
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "define ") || trimmed == "endef":
			macro = trimmed != "endef"
			continue
		case macro:
			continue // its rules count only behind $(eval)
		case strings.Contains(line, "$(eval"):
			m.open[p.Dir()] = true
		case strings.HasPrefix(trimmed, "include "):
			m.open[p.Dir()] = m.open[p.Dir()] || includesOthers(trimmed)
			continue
		}
		if v := makeValue().FindStringSubmatch(line); v != nil {
			values[v[1]] += " " + v[2]
			continue
		}
		if r := makeRule().FindStringSubmatch(line); r != nil {
			if r[1] == ".PHONY" {
				r[1] = line[strings.Index(line, ":")+1:]
			}
			computed = append(computed, m.addTargets(p.Dir(), r[1])...)
		}
	}
	for _, name := range computed {
		variable := strings.Trim(name, "$(){}")
		if strings.Contains(values[variable], "$(") || values[variable] == "" {
			m.open[p.Dir()] = true // a function makes the names
		}
		m.addTargets(p.Dir(), values[variable])
	}
}

// addTargets adds the targets on the left side of a rule of a makefile in dir. It returns the variables among them.
func (m *made) addTargets(dir luminos.Path, names string) (variables []string) {
	for name := range strings.FieldsSeq(names) {
		switch {
		case name == "%" || name == ".DEFAULT":
			m.open[dir] = true
		case strings.ContainsAny(name, "$") && strings.ContainsAny(name, "/."):
			// The name of a file, which no document names as a target.
		case strings.Contains(name, "$"):
			variables = append(variables, name)
		case strings.Contains(name, "%"):
			m.patterns = append(m.patterns, name)
		default:
			m.targets[name] = true
		}
	}
	return variables
}

// hasTarget reports whether a makefile has a target, by its name or by a pattern.
func (m *made) hasTarget(name string) bool {
	return m.targets[name] || slices.ContainsFunc(m.patterns, func(p string) bool {
		before, after, _ := strings.Cut(p, "%")
		return strings.HasPrefix(name, before) && strings.HasSuffix(name, after) && len(name) > len(before)+len(after)
	})
}

// includesOthers reports whether a line of a makefile includes files whose targets are not read. Files with the endings
// of makefiles are read anyway.
func includesOthers(line string) bool {
	return slices.ContainsFunc(strings.Fields(strings.TrimPrefix(line, "include")), func(name string) bool {
		return !slices.Contains([]string{".mk", ".d", ".env"}, path.Ext(name)) &&
			!strings.Contains(path.Base(name), "Makefile.") && path.Base(name) != "Makefile"
	})
}

// just adds the recipes of a justfile.
func (m *made) just(_ luminos.Path, s string) {
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "import") || strings.HasPrefix(line, "mod ") {
			m.recipesOpen = true
		}
		for _, form := range []string{"recipe", "alias"} {
			find := justRecipe
			if form == "alias" {
				find = justAlias
			}
			if f := find().FindStringSubmatch(line); f != nil {
				m.recipes[f[1]] = true
			}
		}
	}
}

// npm adds the scripts, programs and the version of Node.js of a package.json.
func (m *made) npm(p luminos.Path, s string) {
	var f struct {
		Name    string
		Scripts map[string]any
		Bin     any
		Engines map[string]any
	}
	if decode.JSON(s, &f) != nil {
		return
	}
	if len(f.Scripts) > 0 {
		m.places["package.json"][p.Dir()] = true
	}
	m.packages[path.Base(f.Name)] = true
	for name := range f.Scripts {
		m.scripts[name] = true
	}
	switch bin := f.Bin.(type) {
	case string:
		m.programs[path.Base(f.Name)] = true
	case map[string]any:
		for name := range bin {
			m.programs[name] = true
		}
	}
	if v, ok := f.Engines["node"].(string); ok {
		m.need(p, "Node", v)
	}
}

// cargo adds the crate, the programs and the version of Rust of a Cargo.toml.
func (m *made) cargo(p luminos.Path, s string) {
	var loose map[string]any
	if decode.TOML(s, &loose) != nil {
		return
	}
	pkg, _ := loose["package"].(map[string]any)
	text := func(from map[string]any, key string) string { v, _ := from[key].(string); return v }
	rust := text(pkg, "rust-version")
	if space, _ := loose["workspace"].(map[string]any); rust == "" && space != nil {
		shared, _ := space["package"].(map[string]any)
		rust = text(shared, "rust-version")
	}
	if rust != "" {
		m.need(p, "Rust", ">="+rust)
	}
	if name := text(pkg, "name"); name != "" {
		m.rust.names[name], m.rust.bins[name], m.programs[name] = true, true, true
		m.rust.versions[name] = text(pkg, "version")
		m.packages[strings.ReplaceAll(name, "-", "_")] = true
	}
	for key, into := range map[string]map[string]bool{"bin": m.rust.bins, "example": m.rust.examples} {
		list, _ := loose[key].([]any)
		for _, e := range list {
			if t, ok := e.(map[string]any); ok && text(t, "name") != "" {
				into[text(t, "name")] = true
				if key == "bin" {
					m.programs[text(t, "name")] = true
				}
			}
		}
	}
	for _, key := range []string{"dependencies", "dev-dependencies", "build-dependencies"} {
		list, _ := loose[key].(map[string]any)
		for name := range list {
			m.rust.dependencies[name] = true
		}
	}
}

// python adds the programs and the version of Python of a pyproject.toml.
func (m *made) python(p luminos.Path, s string) {
	var f map[string]any
	if decode.TOML(s, &f) != nil {
		return
	}
	at := func(names ...string) map[string]any {
		t := f
		for _, n := range names {
			t, _ = t[n].(map[string]any)
		}
		return t
	}
	if name, ok := at("project")["name"].(string); ok {
		m.packages[strings.ReplaceAll(name, "-", "_")] = true
	}
	for _, scripts := range []map[string]any{at("project", "scripts"), at("tool", "poetry", "scripts")} {
		for name := range scripts {
			m.programs[name] = true
		}
	}
	if v, ok := at("project")["requires-python"].(string); ok {
		m.need(p, "Python", v)
	} else if v, ok := at("tool", "poetry", "dependencies")["python"].(string); ok {
		m.need(p, "Python", strings.NewReplacer("^", ">=", "~", ">=").Replace(v))
	}
}

// setupNeed matches the version of Python in setup.py and setup.cfg; setupProgram matches a program there.
var (
	setupNeed    = lazyregexp.Lazy(`python_requires\s*=\s*["']?([^"'\n]+)`)
	setupProgram = lazyregexp.Lazy(`(?m)^\s*["']?([\w-]+)\s*=\s*[\w.]+:[\w.]+["']?`)
)

// setup adds the programs and the version of Python of a setup.py or setup.cfg.
func (m *made) setup(p luminos.Path, s string) {
	if v := setupNeed().FindStringSubmatch(s); v != nil {
		m.need(p, "Python", v[1])
	}
	for _, f := range setupProgram().FindAllStringSubmatch(s, -1) {
		m.programs[f[1]] = true
	}
}

var goDirective = lazyregexp.Lazy(`(?m)^(module|go)\s+"?([^\s"]+)`)

// majorSuffix matches the major version in the name of a module.
var majorSuffix = lazyregexp.Lazy(`/v\d+$`)

// golang adds the module and the version of a go.mod.
func (m *made) golang(p luminos.Path, s string) {
	for _, d := range goDirective().FindAllStringSubmatch(s, -1) {
		if d[1] == "go" {
			m.need(p, "Go", ">="+d[2])
			continue
		}
		m.modules = append(m.modules, module{d[2], p.Dir()})
		if p.Dir() == luminos.Root {
			m.programs[path.Base(majorSuffix().ReplaceAllString(d[2], ""))] = true
		}
	}
}

// need records the least version of a language for the directory of a manifest.
func (m *made) need(p luminos.Path, language, constraint string) {
	v := leastVersion().FindStringSubmatch(constraint)
	if v == nil {
		return
	}
	if m.needs[p.Dir()] == nil {
		m.needs[p.Dir()] = map[string]string{}
	}
	m.needs[p.Dir()][language] = v[1]
}

// leastVersion matches the least version of a constraint.
var leastVersion = lazyregexp.Lazy(`^\s*(?:>=|\^|~=|~)\s*v?(\d+(?:\.\d+)*)[^|]*$`)

// isProgram reports whether the target makes a program with this name.
func (m *made) isProgram(name string) bool { return m.programs[name] }

// keys returns the keys of a set, sorted.
func keys(set map[string]bool) []string {
	list := make([]string, 0, len(set))
	for k := range set {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}
