package manifest

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// discover adds programs that no manifest declares: main packages of Go, main functions of other
// languages and, if there are no programs and pages except tools, scripts.
func discover(r *reader) {
	discoverGo(r)
	discoverPython(r)
	discoverC(r)
	discoverMains(r)
	if !slices.ContainsFunc(r.entries, func(e entry) bool { return kindOrder(e.Kind) < 2 && e.place != placeTool }) {
		discoverScripts(r)
	}
	discoverPkgConfig(r)
	mavenLibraries(r)
}

// discoverPython adds an entry point for each Python program with a customary file name, such as
// main.py, at most three directories deep. It reads at most 60 files.
func discoverPython(r *reader) {
	var files []*luminos.File
	for _, name := range pythonMains {
		for _, f := range r.tree.byBase[name] {
			if r.tree.counts(f) && f.Path.Depth() <= 4 {
				files = append(files, f)
			}
		}
	}
	slices.SortStableFunc(files, func(a, b *luminos.File) int { return a.Path.Depth() - b.Path.Depth() })
	for _, f := range files[:min(len(files), 60)] {
		pythonProgram(r, r.owner(f.Path, "python"), f)
	}
}

// RootScript is the reason of an entry point that is a script at the root and no more is known of.
const RootScript = "executable script at the root"

// firstFiles are names of the first file of a page or of a program.
var firstFiles = []string{"index.html", "server.js", "app.js", "app.R", "server.R", "main.lua", "main.sh"}

const maxScripts = 12

// offered reports whether an entry point is the library of a manifest. Each package.json of npm can have a main file;
// it counts if the package is published.
func offered(e entry) bool {
	return e.Kind == kindLibrary && e.pkg != nil && (e.pkg.Ecosystem != "npm" || e.pkg.publishes())
}

// byMain, byClass and byGuard are reasons of entry points that follow from the source only.
const (
	byMain  = "it defines main"
	byClass = "it has a main method"
	byGuard = `if __name__ == "__main__"`
)

// mainNames are customary names of the file with the main function of a program, and mainDirs of its directory.
var (
	mainNames = []string{"main", "server", "daemon", "app", "winmain"}
	mainDirs  = []luminos.Path{luminos.Root, "src", "source", "app", "bin"}
)

// Guessed reports whether a pattern in a source file makes the entry point e, and neither a manifest nor the name of
// the file. Such a file can be an example, a check of the build or a chore as well as a program.
func Guessed(e luminos.EntryPoint) bool {
	stem := strings.ToLower(strings.TrimSuffix(e.Path.Base(), e.Path.Ext()))
	switch e.Reason {
	case RootScript:
		return true
	case byMain, byClass, byGuard:
		return !slices.Contains(mainNames, stem) || !slices.Contains(mainDirs, e.Path.Dir())
	}
	return false
}

// installed matches the reasons of commands that package managers install.
var installed = lazyregexp.Lazy(
	`^(?:generated; )?(?:console script in |command in bin |program that |bin of )|^program in .* of the gem$`)

// Installed reports whether a package manager installs the entry point e as a command.
func Installed(e luminos.EntryPoint) bool {
	return installed().MatchString(e.Reason)
}

// choreNames matches the names of scripts for the developers of a target, not for
// its users.
var choreNames = lazyregexp.Lazy(`(?i)^(?:install|uninstall|setup|build|package|test|tests|runtests?|run-tests?|release|publish|deploy|lint|format|ci|clean|bootstrap|configure|autogen|bump.*|update.*|conftest|benchmark|prepare|preprocess|download|fabfile|noxfile|tasks|mvnw|gradlew|gulpfile|gruntfile)(?:[-_.].*)?$`)

// choreCrates matches the names of crates that generate sources or hold the tasks of developers.
var choreCrates = lazyregexp.Lazy(`^(?:xtask|(?:re)?gen(?:erate|erator)?(?:[_-]\w+)+|codegen)$`)

// isChore reports whether a command runs a program of Go or Rust for the developers of a target, by its name.
func isChore(words []string) bool {
	name := path.Base(words[len(words)-1])
	return words[0] == "go" && choreNames().MatchString(name) || words[0] == "cargo" && choreCrates().MatchString(name)
}

// discoverScripts adds entry points for scripts, at most maxScripts: Python files with a main guard,
// executables at the root that begin with "#!", and files such as index.html. Scripts for chores, such
// as build.sh, do not count. It is called only if there are no other programs or pages except tools.
func discoverScripts(r *reader) {
	n := 0
	add := func(p luminos.Path, kind, reason string, ev []luminos.Evidence) {
		if n++; n <= maxScripts {
			r.addEntry(nil, entry{
				Path: p, Kind: kind, Name: strings.TrimSuffix(p.Base(), p.Ext()), Reason: reason, Evidence: ev,
				certainty: guessed,
			})
		}
	}
	if at := namedCommand(r); at != "" {
		add(at, kindScript, "command in bin with the name of the target", r.citeStart(at))
	}
	for i := range r.tree.scan.Files {
		f := &r.tree.scan.Files[i]
		depth := f.Path.Depth()
		if depth > 2 || depth == 2 && !slices.Contains([]string{"src", "bin", "app", "code"}, f.Path.Dir().Base()) ||
			!f.Regular() || !r.tree.counts(f) || choreNames().MatchString(f.Path.Base()) ||
			strings.HasPrefix(f.Path.Base(), ".") {
			continue
		}
		switch {
		case f.Path.Ext() == ".py":
			if t, ok := r.source(f.Path, maxText); ok {
				if m := pyMain().FindStringIndex(t.Content); m != nil {
					add(f.Path, "script", byGuard, citeLine(t, lineOf(t.Content, m[0])))
				}
			}
		case f.Executable && depth == 1 && f.Category == luminos.CategorySource:
			if t, ok := r.source(f.Path, 4<<10); ok && strings.HasPrefix(t.Content, "#!") {
				add(f.Path, "script", RootScript, citeLine(t, 1))
			}
		case depth == 1 && slices.Contains(firstFiles, f.Path.Base()):
			ext, kind := f.Path.Ext(), kindScript
			if (ext == ".html" || ext == ".js") && slices.ContainsFunc(r.entries, offered) {
				continue // it presents the library, or serves it to its developers
			}
			if ext == ".html" {
				kind = kindPage
			}
			add(f.Path, kind, "customary first file", r.citeStart(f.Path))
		}
	}
}

// namedCommand returns the path of a script in the directory bin whose name is in the first line of the README, or of
// the script to which a link of that name leads, or "". It does so only for the shell: other languages declare their
// commands, and a script in bin can serve a library.
func namedCommand(r *reader) luminos.Path {
	if r.family != languageFamily("Shell") {
		return ""
	}
	t, _ := r.readme()
	title, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(t.Content)), "\n")
	is := func(at, name luminos.Path) bool {
		f := r.tree.files[at]
		if f == nil || !f.Executable || f.Language != "Shell" || name.Dir() != "bin" || mentions(title, name.Base()) == 0 {
			return false
		}
		s, ok := r.source(at, 4<<10)
		return ok && strings.HasPrefix(s.Content, "#!")
	}
	for _, f := range r.tree.inDir["bin"] {
		if is(f.Path, f.Path) {
			return f.Path
		}
	}
	for _, l := range r.tree.scan.Links {
		if at := inside(l.Path.Dir(), l.Target); is(at, l.Path) {
			return at
		}
	}
	return ""
}
