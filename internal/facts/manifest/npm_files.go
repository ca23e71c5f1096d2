package manifest

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
)

// hasFiles reports whether the target has each script of a shell that a command line starts, and the program that it
// starts first: a published package can lack them, and the settings of the compiler of TypeScript.
func hasFiles(r *reader, p *pkg, line string) bool {
	if source := p.doc.str("source"); source != "" && r.tree.first(p.dir, source) == "" {
		return false // a published package lacks its sources
	}
	plain := func(command string) bool { return strings.TrimSpace(command) == "tsc" }
	compiles := slices.ContainsFunc(strings.Split(line, "&&"), plain)
	if compiles && r.tree.first(p.dir, "tsconfig.json", "jsconfig.json") == "" {
		return false
	}
	words := strings.Fields(line)
	lacks := func(w string) bool { return lacksTests(r, p, w) }
	if lacksProgram(r, p, words) || !strings.Contains(line, "cd ") && slices.ContainsFunc(words, lacks) {
		return false
	}
	for i, w := range words {
		settings := i > 0 && (words[i-1] == "--project" || words[i-1] == "-p") && path.Ext(w) == ".json"
		if i > 0 && words[i-1] == "node" && path.Ext(w) == "" && !strings.HasPrefix(w, "-") { // node build
			at := inside(p.dir, w)
			made := strings.Contains(w, "/") && !r.tree.dirs[at.Dir()] // in a directory that a build makes
			if !made && !r.tree.dirs[at] && r.tree.withExt(at) == "" {
				return false
			}
		}
		if (path.Ext(w) == ".sh" || settings) && !strings.ContainsAny(w, "$*") && !r.tree.has(inside(p.dir, w)) {
			return false
		}
	}
	return true
}

// lacksTests reports whether a word of a command line is a path in a directory of tests that the target lacks.
func lacksTests(r *reader, p *pkg, word string) bool {
	dir, _, _ := strings.Cut(strings.TrimPrefix(strings.Trim(word, `'"`), "./"), "/")
	at := inside(p.dir, dir)
	return strings.Contains(word, "/") && plainName().MatchString(dir) && pathrole.Test(at.Join("x")) && !r.tree.dirs[at]
}

// lacksProgram reports whether a command line begins with an interpreter and a file that the target lacks, and that no
// build is known to make: its directory is there, or holds tools or tests by its name.
func lacksProgram(r *reader, p *pkg, words []string) bool {
	if len(words) < 2 || !slices.Contains(append([]string{"tsx", "ts-node"}, interpreters...), strings.TrimPrefix(words[0], "@")) {
		return false
	}
	i := slices.IndexFunc(words[1:], func(w string) bool { return !strings.HasPrefix(w, "-") })
	if i < 0 || path.Ext(words[i+1]) == "" || strings.ContainsAny(words[i+1], "$*{@:'\"") {
		return false
	}
	at := inside(p.dir, words[i+1])
	if at == "" || r.tree.has(at) || r.tree.dirs[at] || pathrole.Under(at, luminos.DirVendored) {
		return false
	}
	if src, _ := npmSource(r, p, words[i+1]); src != "" {
		return false
	}
	top, _, _ := strings.Cut(relative(p.dir, at), "/")
	tools := ToolDir(top) && top[0] != '.' && top != "build" // a build makes the others
	return r.tree.dirs[at.Dir()] || tools || pathrole.Test(at)
}

// runnable reports whether the package of npm in the working directory of a command has a script, and the files for it.
func runnable(g *guide, name string) bool {
	p := npmAt(g.reader, g.dir)
	line := g.script(g.dir, name)
	return line != "" && !unpacked(g.reader, p) && hasFiles(g.reader, p, line)
}

// published are the names, in lower case, of files that are always published.
var published = strings.Fields("package readme license licence changelog history")

// unpacked reports whether the root of the target is a package of npm as it is published: all files are the ones that
// its manifest lists or names, or the ones that are always published. The sources and the tests of its scripts are
// elsewhere.
func unpacked(r *reader, p *pkg) bool {
	listed := p.doc.strs("files")
	if len(listed) == 0 || p.dir != luminos.Root {
		return false
	}
	bins := p.doc.obj("bin")
	listed = append(listed, p.doc.str("main"), p.doc.str("bin")) // which are published also if they are not listed
	for _, name := range bins.keys() {
		listed = append(listed, bins.str(name))
	}
	return !slices.ContainsFunc(r.tree.scan.Files, func(f luminos.File) bool {
		stem, _, _ := strings.Cut(strings.ToLower(f.Path.Base()), ".")
		always := f.Path.Depth() == 1 && slices.Contains(published, stem)
		return !always && !slices.ContainsFunc(listed, func(pattern string) bool {
			at := strings.Trim(strings.TrimPrefix(pattern, "./"), "/")
			ok, _ := path.Match(at, string(f.Path))
			below := strings.TrimRight(at, "/*")
			return below != "" && (ok || f.Path.Within(luminos.Path(below)))
		})
	})
}
