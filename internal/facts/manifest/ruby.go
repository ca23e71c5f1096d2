package manifest

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// gemVersions matches the conditions for the version of a gem.
const gemVersions = `((?:\s*,\s*\[?["'][^"'\n]+["']\]?)*)`

var (
	gemLine  = lazyregexp.Lazy(`^\s*gem[ (]\s*["']([^"'\n]+)["']` + gemVersions)
	gemGroup = lazyregexp.Lazy(`^group\b(.*)\bdo\b`)
	// The group option of a line: group: :test, :group => "test", groups: [:a, :b].
	gemOption   = lazyregexp.Lazy(`[ ,(]:?groups?(?::|\s*=>)\s*(\[[^\]]*\]|%[iIwW]\S[^\])}\n]*|[:"']\w+)`)
	percentList = lazyregexp.Lazy(`^\s*%[iIwW]`)
	gemName     = lazyregexp.Lazy(`\b[a-z]\w*`)
	gemspecLine = lazyregexp.Lazy(`(?m)^\s*gemspec\b`)
	gemDep      = lazyregexp.Lazy(`\.add_(runtime_|development_)?dependency[ (]+["']([^"'\n]+)["']` + gemVersions)
	gemJoin     = lazyregexp.Lazy(`["'] *\\\n\s*["']`) // between two parts of a literal
	gemLicenses = lazyregexp.Lazy(`(?m)^\s*\w+\.licenses\s*=\s*\[([^\]\n]*)\]`)
	gemField    = lazyOf(`(?m)^\s*\w+\.%s\s*=\s*["']([^"'\n]+)["']`, "name", "version", "summary", "license", "bindir")
)

func readGemfile(r *reader, p *pkg) {
	// A gem declares its runtime dependencies in its gemspec.
	outside := ""
	if gemspecLine().MatchString(p.text.Content) || slices.ContainsFunc(r.tree.inDir[p.dir], func(f *luminos.File) bool { return f.Path.Ext() == ".gemspec" }) {
		outside = "dev"
	}
	block := outside // the scope of the group that is open
	for line := range strings.Lines(p.text.Content) {
		if m := gemGroup().FindStringSubmatch(line); m != nil {
			block = gemScope(m[1], outside)
		} else if strings.HasPrefix(line, "end") {
			block = outside
		} else if m := gemLine().FindStringSubmatch(line); m != nil {
			scope := block
			if g := gemOption().FindStringSubmatch(line); g != nil {
				scope = gemScope(g[1], outside)
			}
			p.depend(m[1], conditions(m[2]), scope)
		}
	}
}

// conditions returns the text of a list of literals behind the name of a gem.
func conditions(list string) string {
	return strings.TrimLeft(strings.NewReplacer(`"`, "", "'", "", "[", "", "]", "").Replace(list), ", \t\r\n")
}

// gemScope returns the scope of the gems in the named groups. Groups for
// production have the scope that gems outside of groups have.
func gemScope(groups, otherwise string) string {
	tests, others := false, false
	groups, _, _ = strings.Cut(groups, "optional") // "optional: true" has no names
	groups = percentList().ReplaceAllString(groups, "")
	for _, name := range gemName().FindAllString(groups, -1) {
		switch name {
		case "default", "production", "staging", "assets":
			return otherwise
		case "test", "ci":
			tests = true
		default:
			others = true
		}
	}
	if tests && !others {
		return "test"
	}
	return "dev"
}

func readGemspec(r *reader, p *pkg) {
	field := func(name string) string {
		return firstGroup(gemField[name], gemJoin().ReplaceAllString(p.text.Content, ""))
	}
	name := field("name")
	if name == "" {
		name = strings.TrimSuffix(p.Path.Base(), ".gemspec")
	}
	license := field("license")
	if m := gemLicenses().FindStringSubmatch(p.text.Content); m != nil { // a user of the gem chooses one of several
		license = strings.Join(strings.FieldsFunc(m[1], func(r rune) bool { return strings.ContainsRune(`"', `, r) }), " OR ")
	}
	p.describe(name, field("version"), field("summary"), license)
	if m := gemField["name"]().FindStringIndex(p.text.Content); m != nil {
		p.Evidence = cite(p.text, ".name", name)
	}
	if p.Description != "" {
		p.Evidence = append(p.Evidence, cite(p.text, ".summary")...)
	}
	gemVersion(r, p)
	for _, m := range gemDep().FindAllStringSubmatch(p.text.Content, -1) {
		scope := ""
		if m[1] == "development_" {
			scope = "dev"
		}
		p.depend(m[2], conditions(m[3]), scope)
	}
}

func enterGemspec(r *reader, p *pkg) {
	aid := false // the gem has a program that only serves it
	dirs := []string{"exe", "bin"}
	if dir := firstGroup(gemField["bindir"], p.text.Content); dir != "" && !slices.Contains(dirs, dir) {
		dirs = append(dirs, dir)
	}
	for _, dir := range dirs {
		for _, f := range r.tree.inDir[p.dir.Join(dir)] {
			base := f.Path.Base()
			chore := dir == "bin" && (base == "console" || base == "rails" || choreNames().MatchString(base))
			if chore || strings.Contains(base, ".") {
				continue
			}
			if aidOfGem(r, p, f) {
				aid = true
				continue
			}
			r.addEntry(p, entry{
				Path: f.Path, Kind: kindBinary, Name: base, Reason: "program in " + dir + " of the gem", Evidence: r.citeStart(f.Path),
				certainty: conventional, place: map[string]place{"bin": placeOther}[dir],
			})
		}
	}
	lib := r.tree.first(p.dir, "lib/"+p.Name+".rb", "lib/"+strings.ReplaceAll(p.Name, "-", "/")+".rb", "lib/"+strings.ReplaceAll(p.Name, "-", "_")+".rb")
	e := entry{
		Path: cmp.Or(loadedBy(r, p, lib), lib), Kind: kindLibrary, Name: p.Name, Reason: "what requiring the gem loads",
		Evidence:  p.Evidence,
		certainty: conventional,
	}
	if lib == "" && aid {
		e.Path, e.Reason = p.dir.Join("lib"), "directory of the files that the gem offers"
	}
	r.addEntry(p, e)
}

// helperRatio is the least ratio of the source of a gem to its program that only serves it.
const helperRatio = 10

// aidOfGem reports whether the program f only serves a gem: it loads nothing from lib, which has far more source.
func aidOfGem(r *reader, p *pkg, f *luminos.File) bool {
	t, ok := r.source(f.Path, maxText)
	lib := p.dir.Join("lib")
	first, _, _ := strings.Cut(t.Content, "\n")
	if !ok || !strings.HasPrefix(first, "#!") || !strings.Contains(first, "ruby") ||
		r.tree.bytesBelow(lib.Join("x.rb")) < helperRatio*f.Size || helperLoads().MatchString(t.Content) {
		return false
	}
	return !slices.ContainsFunc(rubyText().FindAllStringSubmatch(t.Content, maxRules), func(m []string) bool {
		return r.tree.has(inside(lib, strings.TrimSuffix(m[1], ".rb")+".rb"))
	})
}

var (
	// helperLoads matches a program of Ruby that loads files from the directory lib or by relative paths.
	helperLoads = lazyregexp.Lazy(`\brequire_relative\b|\blib\b`)
	rubyText    = lazyregexp.Lazy(`["']([\w./-]+)["']`)
)

// rubyRequire matches a line of Ruby that loads a file. Its groups are the ending of the call and the file.
var rubyRequire = lazyregexp.Lazy(`^require(_relative)?[ (]+["']([\w./-]+)["']\)?$`)

// loadedBy returns the file with the name of lib, or else the only file but the version, that lib loads from the gem.
// If lib does more than load files, it returns "".
func loadedBy(r *reader, p *pkg, lib luminos.Path) luminos.Path {
	t, ok := r.source(lib, maxText)
	if !ok {
		return ""
	}
	var loaded []luminos.Path
	for line := range strings.Lines(t.Content) {
		line = strings.TrimSpace(line)
		m := rubyRequire().FindStringSubmatch(line)
		if m == nil && line != "" && line[0] != '#' {
			return ""
		}
		if m == nil {
			continue
		}
		dir := "lib"
		if m[1] != "" {
			dir = relative(p.dir, lib.Dir())
		}
		if at := inside(p.dir, path.Join(dir, strings.TrimSuffix(m[2], ".rb")+".rb")); r.tree.has(at) && at.Base() != "version.rb" {
			loaded = append(loaded, at)
		}
	}
	for _, at := range loaded {
		if len(loaded) == 1 || at.Base() == lib.Base() {
			return at
		}
	}
	return ""
}

func enterGemfile(r *reader, p *pkg) {
	r.convention(p, "install", "bundle install", cite(p.text, "source"))
	gem := slices.ContainsFunc(r.tree.inDir[p.dir], func(f *luminos.File) bool { return f.Path.Ext() == ".gemspec" })
	if ru := r.tree.first(p.dir, "config.ru"); ru != "" && !gem { // beside a gem, it shows the gem
		r.addEntry(p, entry{
			Path: ru, Kind: kindServer, Reason: "Rack application", Evidence: r.citeMain(ru, "run "),
			certainty: conventional,
		})
	}
	if r.tree.has(p.dir.Join("config/application.rb")) && r.tree.has(p.dir.Join("bin/rails")) {
		r.convention(p, "run", "bin/rails server", cite(p.text, "rails"))
		if r.tree.dirs[p.dir.Join("test")] && !r.tree.dirs[p.dir.Join("spec")] {
			r.convention(p, "test", "bin/rails test", cite(p.text, "rails"))
		}
	}
}

// rakeTask matches the tasks with literal names, outside of namespaces and blocks.
var rakeTask = lazyregexp.Lazy(`(?m)^(?:task|[\w:]+Task\.new)[ (]\s*[:"']?(\w+)`)

func enterRakefile(r *reader, p *pkg) {
	tasks := parseRules(p.text.Content, rakeTask)
	if i := strings.Index(p.text.Content, "Rake::TestTask.new do"); i >= 0 && tasks["test"] == (task{}) {
		tasks["test"] = task{line: lineOf(p.text.Content, i)}
	}
	if i := strings.Index(p.text.Content, extensionTask); i >= 0 {
		tasks["compile"] = task{line: lineOf(p.text.Content, i)}
	}
	delete(tasks, "install") // of the gem
	delete(tasks, "all")     // most often the tests for all versions
	for name := range tasks {
		before := rakeBefore(p.text.Content, name)
		if rakeOther().MatchString(before) || name == "build" && before != "" {
			delete(tasks, name) // it does other things first
		}
	}
	program := "rake"
	if r.tree.first(p.dir, "Gemfile", "gems.rb") != "" {
		program = "bundle exec rake"
	}
	r.taskCommands(p, program, tasks)
}

var (
	// rakeNeeds matches a task with the tasks that it calls before.
	rakeNeeds = lazyregexp.Lazy(`(?m)^\s*(?:multi)?task[ (]+:?(\w+)(?::|\s*=>)\s*(.*)`)
	// rakeLoads matches a statement that includes another file.
	rakeLoads = lazyregexp.Lazy(`(?m)(?:^|[|;{])\s*(?:import|load) `)
	// rakeOther matches the names of tasks that do not test.
	rakeOther = lazyregexp.Lazy(`\b(?:rubocop|standard|lint|style|check|build|docs?|yard|rdoc|install|release)`)
)

// rakeBefore returns the tasks that a Rakefile calls before a task, as they are written there.
func rakeBefore(text, name string) string {
	for _, m := range rakeNeeds().FindAllStringSubmatch(text, maxRules) {
		if m[1] == name {
			return m[2]
		}
	}
	return ""
}

// rakes reports whether the Rakefile in the working directory of g mentions a task as a name, includes other files that
// can define it, or is missing. The task that installs a gem is for its users if the README has it.
func rakes(g *guide, task string) bool {
	if task == "install" && g.forUsers() {
		return false
	}
	for _, p := range g.pkgs {
		if p.Ecosystem == "rake" && p.dir == g.dir {
			known := func(s string) bool { return strings.Contains(p.text.Content, s) }
			return namesTask(p.text.Content, task) || known("gem_tasks") ||
				rakeLoads().MatchString(p.text.Content) && loadsTask(g, task)
		}
	}
	return true
}

// namesTask reports whether a text of rake has a task as a name, and not only as a word, or by a library that names it.
func namesTask(text, task string) bool {
	name := task[strings.LastIndexByte(task, ':')+1:]
	byDefault := map[string]string{"install": "GemHelper", "spec": "RSpec::Core::RakeTask.new", "test": "TestTask.new"}
	if by := byDefault[name]; by != "" && strings.Contains(text, by) {
		return true
	}
	return slices.ContainsFunc([]string{":" + name, `"` + name, "'" + name, "task " + name, name + ":", extensionTask},
		func(s string) bool { return strings.Contains(text, s) })
}

// loadsTask reports whether a file in the usual directories for tasks of rake mentions a task as a name, or there is no
// such file.
func loadsTask(g *guide, task string) bool {
	files := 0
	for _, dir := range []string{"tasks", "rakelib", "lib/tasks"} {
		for _, f := range g.tree.inDir[g.dir.Join(dir)] {
			if f.Path.Ext() != ".rake" {
				continue
			}
			files++
			t, ok := g.source(f.Path, maxText)
			if !ok || namesTask(t.Content, task) {
				return true
			}
		}
	}
	return files == 0
}

// extensionTask is in the definition of the tasks that compile the extensions of a gem, by rake-compiler and its like.
const extensionTask = "ExtensionTask.new"

// packs reports whether a command only packs a gem whose extensions its Rakefile compiles by another task.
func packs(g *guide, words []string) bool {
	i := slices.IndexFunc(words, func(w string) bool { return w == "rake" || w == "gem" })
	return i >= 0 && i+1 < len(words) && words[i+1] == "build" && slices.ContainsFunc(g.pkgs, func(p *pkg) bool {
		return p.Ecosystem == "rake" && p.dir == g.dir && strings.Contains(p.text.Content, extensionTask)
	})
}

// rakesMore reports whether the default task of the Rakefile in the working directory does more than test.
func (g *guide) rakesMore() bool {
	return slices.ContainsFunc(g.pkgs, func(p *pkg) bool {
		return p.Ecosystem == "rake" && p.dir == g.dir && rakeOther().MatchString(rakeBefore(p.text.Content, "default"))
	})
}
