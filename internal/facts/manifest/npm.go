package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/lazyregexp"
)

func readNPM(r *reader, p *pkg) {
	license := cmp.Or(p.doc.str("license"), p.doc.str("license", "type"), oldLicenses(p))
	p.describe(p.doc.str("name"), p.doc.str("version"), p.doc.str("description"), license)
	p.citeHead(`"description"`, `"name"`, p.doc.str("name"))
	// A script publishes a private package that says how, after a change of the manifest.
	p.Private = p.doc.get("private") == true && p.doc.str("publishConfig", "access") != "public"
	if p.globs = p.doc.strs("workspaces"); p.globs == nil {
		p.globs = p.doc.strs("workspaces", "packages")
	}
	p.dependTables("dependencies", "", "devDependencies", "dev", "optionalDependencies", "optional", "peerDependencies", "optional")
}

// oldLicenses returns the licences of the field that "license" replaced, a list of alternatives.
func oldLicenses(p *pkg) string {
	all := p.doc.strs("licenses")
	for _, t := range p.doc.tables("licenses") {
		all = append(all, t.str("type"))
	}
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), " OR ")
}

func enterNPM(r *reader, p *pkg) {
	npmLibrary(r, p)
	npmAction(r, p)
	npmBins(r, p)
	npmPages(r, p)
	npmServer(r, p)
	npmCommands(r, p)
}

// maxBins is the maximum number of commands of one package.
const maxBins = 100

// npmBins adds an entry point for each command, at most maxBins, in the field "bin" of a package.json.
func npmBins(r *reader, p *pkg) {
	add := func(name, at string) {
		src, note := npmSource(r, p, at)
		if src == "" && p.Role == luminos.ManifestRoot && p.publishes() {
			src, note = p.Path, ", which is built" // from a source of another name
		}
		library := func(e entry) bool { return e.Path == src && e.Kind == kindLibrary }
		if p.doc.has("types") && p.doc.has("exports") && slices.ContainsFunc(r.entries, library) {
			return // first of all a library, even if its file is a command, too
		}
		ev := cite(p.text, name, strings.TrimPrefix(at, "./"))
		if ev == nil {
			ev = cite(p.text, `"bin"`)
		}
		r.addEntry(p, entry{
			Path: src, Kind: kindBinary, Name: name, Reason: "command in bin of package.json" + note, Evidence: ev,
		})
	}
	if at := p.doc.str("bin"); at != "" {
		add(bareName(p.Name), at)
		return
	}
	bins := p.doc.obj("bin")
	for i, name := range bins.keys() {
		if i < maxBins {
			add(name, bins.str(name))
		}
	}
}

// candidate is a file that a field of a package.json names, and its source with a note on how it is built.
type candidate struct {
	field, at string
	src       luminos.Path
	note      string
}

// npmCandidates returns the files that an import of the package can load, by the fields of its package.json.
func npmCandidates(r *reader, p *pkg) (cs []candidate) {
	switch exports := p.doc.get("exports").(type) {
	case string:
		cs = append(cs, candidate{field: "exports", at: exports})
	case map[string]any:
		root, ok := exports["."]
		if !ok {
			root = exports // conditions without subpaths
		}
		main, targets := p.doc.str("main"), exportTargets(root)
		named := func(at string) bool { return inside(p.dir, at) == inside(p.dir, main) }
		if main != "" && slices.ContainsFunc(targets, named) && r.tree.has(inside(p.dir, main)) {
			cs = append(cs, candidate{field: "main", at: main}) // the others can wrap that file
		}
		for _, at := range targets {
			cs = append(cs, candidate{field: "exports", at: at})
		}
	}
	for _, field := range []string{"source", "module", "main"} {
		if at := p.doc.str(field); at != "" {
			cs = append(cs, candidate{field: field, at: at})
		}
	}
	return cs
}

// npmLibrary adds an entry point for the file that an import of the package loads, or for its declarations if that file
// is generated and no field names a source.
func npmLibrary(r *reader, p *pkg) {
	cs := npmCandidates(r, p)
	generated := func(at luminos.Path) bool {
		f := r.tree.files[at]
		return f != nil && (f.Generated || minified().MatchString(at.Base()))
	}
	for i := range cs {
		cs[i].src, cs[i].note = npmSource(r, p, cs[i].at)
	}
	slices.SortStableFunc(cs, func(a, b candidate) int { return compareBool(generated(a.src), generated(b.src)) })
	for _, c := range cs {
		src, note := c.src, c.note
		if src == "" || !isScript(src) {
			continue
		}
		ev := cite(p.text, strings.TrimPrefix(c.at, "./"))
		e := entry{
			Path: src, Kind: kindLibrary, Name: p.Name, Reason: c.field + " of package.json" + note, Evidence: ev,
		}
		if t, ok := r.source(src, 256<<10); ok && c.field == "main" && !p.publishes() && listens().MatchString(t.Content) {
			e.Kind, e.Reason = kindServer, "main of package.json, which listens"+note
		}
		if run, _ := p.toolkitCommand("npm", "run"); run != "" && p.needs("electron") {
			e.Kind = kindBinary // Electron starts it
		}
		if at := p.types(); generated(src) && r.tree.has(at) {
			e.Path, e.Reason = at, "declared types of the package, whose code is generated"
		}
		if p.doc.has("contributes") { // a VS Code extension, loaded by the editor
			e.Reason, e.place = "main of the editor extension"+note, 1
		}
		r.addEntry(p, e)
		return
	}
	if len(cs) > 0 || p.Private || p.doc.has("bin") && !shownImported(r, p.Name) || p.Name == "" {
		return
	}
	// The default of Node for a package without main.
	if at := r.tree.first(p.dir, "index.js"); at != "" {
		r.addEntry(p, entry{
			Path: at, Kind: kindLibrary, Name: p.Name, Reason: "default main of an npm package", Evidence: p.Evidence,
			certainty: conventional,
		})
	}
}

// shownImported reports whether the README loads the package with the given name into a script.
func shownImported(r *reader, name string) bool {
	readme, _ := r.readme()
	return slices.ContainsFunc([]string{"require('", `require("`, "from '", `from "`}, func(load string) bool {
		return strings.Contains(readme.Content, load+name+load[len(load)-1:])
	})
}

// listens matches a call that starts a server.
var listens = lazyregexp.Lazy(`\.listen\s*\(`)

// publishes reports whether the package declares files, types or exports for importers.
func (p *pkg) publishes() bool {
	return p.doc.has("exports") || p.doc.has("types") || p.doc.has("typings") || p.doc.has("files")
}

// types returns the path of the declarations of the package for TypeScript, as package.json names it.
func (p *pkg) types() luminos.Path {
	return inside(p.dir, cmp.Or(p.doc.str("types"), p.doc.str("typings"), p.doc.str("exports", ".", "types")))
}

// exportTargets returns the files that one entry of "exports" in a package.json names, the nearest
// to the source first.
func exportTargets(x any) []string {
	switch x := x.(type) {
	case string:
		return []string{x}
	case map[string]any:
		var out []string
		for _, cond := range []string{"source", "import", "module", "node", "require", "default"} {
			out = append(out, exportTargets(x[cond])...)
		}
		return out
	}
	return nil
}

// npmCommands adds commands that install the package and run its scripts with a customary name,
// such as "npm run build", by the package manager in use.
func npmCommands(r *reader, p *pkg) {
	pm, ev := packageManager(r, p)
	bare := unpacked(r, p)
	uses := func(d luminos.Dependency) bool { return !bare || d.Scope != "dev" } // its tools have nothing to work on
	if p.Role != luminos.ManifestMember && slices.ContainsFunc(p.deps, uses) {
		r.convention(p, "install", pm+" install", ev)
	}
	if bare {
		return
	}
	tasks := scripts(p.doc.obj("scripts"))
	for _, purpose := range purposes {
		if line, ev := p.toolkitCommand(pm, purpose); line != "" {
			r.command(p, purpose, line, ev)
			continue
		}
		for _, name := range npmScripts[purpose] {
			if t, ok := tasks[name]; ok && hasFiles(r, p, p.doc.str("scripts", name)) {
				if does := scriptPurpose(r, p, purpose, name); does != "" {
					q := *p
					q.part = p.part || strings.HasPrefix(p.doc.str("scripts", name), "cd ")
					r.command(&q, does, runScript(pm, name), t.cite(p.text))
				}
			}
		}
	}
}

// scriptPurpose returns the purpose of a script of the package p: purpose, which its name suggests, unless its commands
// have another effect. It returns "run" if they start a program, except in a script for building. It returns "" if a
// script for running has another effect, or one for testing has others only, or if a script for running starts nothing
// of the package.
func scriptPurpose(r *reader, p *pkg, purpose, name string) string {
	script := p.doc.str("scripts", name)
	resolve := func(_, task string) string { return p.doc.str("scripts", task) }
	does := cmdline.Effects(script, resolve)
	words := strings.Fields(script)
	switch {
	case purpose == "run" && (bundles(r, p, words) || p.publishes() && documents().MatchString(script)):
		return ""
	case purpose == "run" && len(words) == 1 && slices.Contains([]string{"serve", "http-server"}, words[0]):
		if !r.tree.has(p.dir.Join("index.html")) {
			return "" // it lists files
		}
	case slices.Contains(does, purpose):
		return purpose
	case slices.Contains(does, cmdline.Run) && purpose != "build":
		return cmdline.Run
	case len(does) > 0 && (purpose == "run" || purpose == "test" && cmdline.Known(script, resolve)):
		return ""
	case purpose == "run" && len(words) > 0 && slices.Contains(strings.Fields("node tsx ts-node bun deno"), words[0]):
		file := func(w string) bool { return strings.ContainsAny(w, "./") || w == "src" }
		if !slices.ContainsFunc(words[1:], file) {
			return ""
		}
	case purpose == "run" && len(words) > 1 && slices.Contains(scriptCallers, words[0]):
		starts := func(task string) bool {
			called := resolve("", task)
			return slices.Contains(cmdline.Effects(called, resolve), cmdline.Run) || startsFile().MatchString(called)
		}
		if !slices.ContainsFunc(words[1:], starts) {
			return "" // "start" can call scripts that build
		}
	}
	return purpose
}

// scriptCallers are programs that run other scripts of the package, by name.
var scriptCallers = strings.Fields("npm-run-all npm-run-all2 run-s run-p npm pnpm yarn bun wireit concurrently")

var (
	bundler = lazyregexp.Lazy(`(?m)^(?:import|const|let|var)\b.*` +
		`["'](?:esbuild|rollup|webpack|@rspack/core|rolldown|tsup|@swc/core|chokidar)["']`)
	serves = lazyregexp.Lazy(`\.(?:listen|serve)\s*\(|\b(?:createServer|DevServer)\b`)
)

// bundles reports whether a script starts a program among the tools of the package p that builds its files, and serves
// nothing.
func bundles(r *reader, p *pkg, words []string) bool {
	if len(words) < 2 || words[0] != "node" {
		return false
	}
	at := inside(p.dir, words[1])
	if f := r.tree.files[at]; f == nil || !inTools(at) {
		return false
	}
	t, ok := r.source(at, maxText)
	return ok && bundler().MatchString(t.Content) && !serves().MatchString(t.Content)
}

// documents matches programs that serve the documentation of a package.
var documents = lazyregexp.Lazy(`\b(?:vitepress|vuepress|docusaurus|storybook|typedoc|docsify)\b`)

// scripts returns the tasks of a table of scripts by name. A script that only prints a text is left out, and so is the
// test script that "npm init" writes.
func scripts(table value) map[string]task {
	all := map[string]task{}
	for _, name := range table.keys() {
		script := strings.Join(append(table.strs(name), table.str(name, "command")), "")
		prints := strings.HasPrefix(script, "echo ") && !strings.ContainsAny(script, "&|;>")
		watches := strings.HasSuffix(script, " --watch") || strings.HasSuffix(script, " -w")
		builds := name == "dev" && watches && !startsFile().MatchString(script)
		if script != "" && !prints && !builds && !strings.Contains(script, "no test specified") {
			program, _, _ := strings.Cut(script, " ")
			all[name] = task{at: quoted(name) + ":", program: program} // a key of another table can have the name
		}
	}
	return all
}

// startsFile matches commands that start a file of JavaScript or TypeScript.
var startsFile = lazyregexp.Lazy(`\b(?:node|nodemon|tsx|ts-node|bun|deno)\b`)

// npmScripts are customary names of scripts by purpose, the most important first.
var npmScripts = map[string][]string{
	"build":  {"build", "compile", "bundle"},
	"run":    {"start", "dev", "serve", "develop", "preview"},
	"test":   {"test", "test:unit", "test:e2e", "test:integration", "e2e"},
	"lint":   {"lint", "typecheck", "type-check", "format:check", "check"},
	"format": {"format", "fmt"},
}

func runScript(pm, name string) string {
	switch {
	case name == "test" && pm != "bun", name == "start" && pm != "bun", pm == "yarn":
		return pm + " " + name
	}
	return pm + " run " + name
}

var packageManagers = []string{"npm", "pnpm", "yarn", "bun"}

// npmLocks are the lock files of the package managers. If a directory has several, the first counts.
var npmLocks = []struct{ file, manager string }{
	{"pnpm-lock.yaml", "pnpm"}, {"yarn.lock", "yarn"}, {"bun.lock", "bun"}, {"bun.lockb", "bun"},
	{"package-lock.json", "npm"}, {"npm-shrinkwrap.json", "npm"},
}

// lockedByOther reports whether a command installs the dependencies of a package with a package manager, or uses yarn
// for anything, and the working directory has lock files of other managers only.
func lockedByOther(g *guide, words []string) bool {
	installs := len(words) > 1 && slices.Contains([]string{"install", "i", "ci"}, words[1])
	if !slices.Contains(packageManagers, words[0]) || !installs && words[0] != "yarn" {
		return false
	}
	other := false
	for _, l := range npmLocks {
		if g.holds([]string{l.file}) {
			if l.manager == words[0] {
				return false
			}
			other = true
		}
	}
	return other
}

// packageManager returns the package manager that the nearest package.json or lockfile at or above
// p names, or npm, with evidence.
func packageManager(r *reader, p *pkg) (string, []luminos.Evidence) {
	for dir := p.dir; ; dir = dir.Dir() {
		if q := npmAt(r, dir); q != nil {
			name, _, _ := strings.Cut(q.doc.str("packageManager"), "@")
			if slices.Contains(packageManagers, name) {
				return name, cite(q.text, `"packageManager"`)
			}
		}
		for _, l := range npmLocks {
			if at := r.tree.first(dir, l.file); at != "" {
				return l.manager, []luminos.Evidence{{Path: at, Measure: luminos.MeasureKind, Value: string(luminos.KindFile)}}
			}
		}
		if dir == luminos.Root {
			return "npm", p.Evidence
		}
	}
}

// npmAt returns the package.json of a directory if it was read, or nil.
func npmAt(r *reader, dir luminos.Path) *pkg {
	for _, q := range r.pkgs {
		if q.dir == dir && q.doc != nil && q.Path.Base() == "package.json" {
			return q
		}
	}
	return nil
}
