package manifest

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	// assigned matches the assignment of a version to a variable of Python, Ruby or Perl.
	assigned = lazyregexp.Lazy(`(?m)^[ \t]*(?:our[ \t]+)?\$?(?:__version__|VERSION|STRING|version)` +
		`(?:[ \t]*:[ \t]*str)?[ \t]*=[ \t]*["']v?(\d[\w.+-]*)["']`)
	// literals matches assignments of versions to variables of any name.
	literals = lazyregexp.Lazy(`(?m)^(\w+)[ \t]*=[ \t]*["']v?(\d[\w.+-]*)["']`)
	// requiresVersion matches the file that a gemspec loads for the version.
	requiresVersion = lazyregexp.Lazy(`\b(?:require|require_relative|load)[ (]+["']` +
		`(?:\./)?(?:lib/)?([\w/-]*version)(?:\.rb)?["']`)
	// fileOf matches the file or the attribute that a setup.cfg names for the version.
	fileOf = lazyregexp.Lazy(`(?m)^version[ \t]*=[ \t]*(file|attr):[ \t]*([\w./-]+)`)
	// noVersion matches the versions that packages have which are never released under them.
	noVersion = lazyregexp.Lazy(`^(?:0+(?:\.0+)*|9999+(?:\.9+)*)(?:[-+.][a-zA-Z].*)?$`)
)

// versionIn returns the version in the file at, which holds nothing else or assigns it to a variable, and adds the
// evidence to p. It returns "" if the file is missing or holds no version.
func versionIn(r *reader, p *pkg, at luminos.Path) string {
	if r.tree.files[at] == nil {
		return ""
	}
	if text, ev, ok := r.plainVersion(at); ok {
		p.Evidence = append(p.Evidence, ev...)
		return text
	}
	t, ok := r.source(at, maxText)
	if !ok {
		return ""
	}
	version, ev := citedGroup(assigned, t)
	if noVersion().MatchString(version) {
		return ""
	}
	p.Evidence = append(p.Evidence, ev...)
	return version
}

// findVersion sets the version of p, which declares none itself, from the first of the files that holds one.
func findVersion(r *reader, p *pkg, files ...string) {
	for _, f := range files {
		if p.Version == "" && f != "" {
			p.Version = clip(versionIn(r, p, inside(p.dir, f)), 100)
		}
	}
}

// gemVersion finds the version of a gem in the file that its gemspec loads, or in the customary file.
func gemVersion(r *reader, p *pkg) {
	loaded := firstGroup(requiresVersion, p.text.Content)
	name := strings.ReplaceAll(p.Name, "-", "/")
	findVersion(r, p, "lib/"+loaded+".rb", loaded+".rb", "lib/"+p.Name+"/version.rb", "lib/"+name+"/version.rb")
}

// usualNames are the names of variables in assigned.
var usualNames = []string{"__version__", "VERSION", "STRING", "version"}

// attributeVersion sets the version of p to the value of the variable name in the first of the files that assigns it.
func attributeVersion(r *reader, p *pkg, name string, files []string) {
	for _, f := range files {
		t, ok := r.source(inside(p.dir, f), maxText)
		if !ok {
			continue
		}
		for _, m := range literals().FindAllStringSubmatchIndex(t.Content, -1) {
			if t.Content[m[2]:m[3]] == name {
				p.Version = clip(t.Content[m[4]:m[5]], 100)
				p.Evidence = append(p.Evidence, citeLine(t, lineOf(t.Content, m[0]))...)
				return
			}
		}
	}
}

// pythonVersion finds the version of a package of Python in the file that its manifest names, or else in the
// customary files of the package.
func pythonVersion(r *reader, p *pkg) {
	tool := p.doc.obj("tool")
	attr := tool.str("setuptools", "dynamic", "version", "attr")
	named := []string{tool.str("hatch", "version", "path"), tool.str("pdm", "version", "path"),
		tool.str("setuptools", "dynamic", "version", "file")}
	if m := fileOf().FindStringSubmatch(p.text.Content); m != nil && m[1] == "attr" {
		attr = m[2]
	} else if m != nil {
		named = append(named, m[2])
	}
	if i := strings.LastIndexByte(attr, '.'); i > 0 {
		module := strings.ReplaceAll(attr[:i], ".", "/")
		files := []string{module + ".py", module + "/__init__.py", "src/" + module + ".py", "src/" + module + "/__init__.py"}
		if name := attr[i+1:]; !slices.Contains(usualNames, name) {
			attributeVersion(r, p, name, files)
			return // another variable has another version
		}
		named = append(named, files...)
	}
	findVersion(r, p, named...)
	if p.Name == "" {
		return
	}
	module := strings.ToLower(strings.ReplaceAll(p.Name, "-", "_"))
	for _, dir := range []string{"src", "."} {
		for _, file := range []string{"__version__.py", "_version.py", "version.py", "__about__.py", "__init__.py"} {
			findVersion(r, p, path.Join(dir, module, file))
		}
	}
}
