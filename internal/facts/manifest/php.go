package manifest

import (
	"maps"
	"slices"
	"strings"

	"luminos"
)

func readComposer(r *reader, p *pkg) {
	p.describe(p.doc.str("name"), p.doc.str("version"), p.doc.str("description"), strings.Join(p.doc.strs("license"), " OR "))
	// JSON may escape a slash, so the search is for the last element.
	p.citeHead(`"description"`, `"name"`, p.Name[strings.LastIndexByte(p.Name, '/')+1:])
	p.dependTables("require", "", "require-dev", "dev")
	// "php" and "ext-json" are the platform, not packages.
	p.deps = slices.DeleteFunc(p.deps, func(d luminos.Dependency) bool { return !strings.Contains(d.Name, "/") })
}

// frontController is the reason of an entry point that answers all requests to a web application of PHP.
const frontController = "front controller of the web application"

// Fronts reports whether the entry point e answers all requests to a web application.
func Fronts(e luminos.EntryPoint) bool { return e.Reason == frontController }

func enterComposer(r *reader, p *pkg) {
	for _, bin := range p.doc.strs("bin") {
		at := inside(p.dir, bin)
		r.addEntry(p, entry{Path: at, Kind: kindBinary, Name: at.Base(), Reason: "bin of composer.json", Evidence: cite(p.text, at.Base())})
	}
	for _, known := range []struct{ file, kind, reason string }{
		{"artisan", "script", "command line of a Laravel application"},
		{"bin/console", "script", "command line of a Symfony application"},
		{"public/index.php", "server", frontController},
		{"web/index.php", "server", frontController},
		{"index.php", "server", frontController},
	} {
		if at := r.tree.first(p.dir, known.file); at != "" && !(known.reason == frontController && isReplacement(p)) {
			r.addEntry(p, entry{Path: at, Kind: known.kind, Reason: known.reason, Evidence: r.citeMain(at, "<?php"), certainty: conventional})
		}
	}
	composerLibrary(r, p)
	composerCommands(r, p)
}

// isReplacement reports whether a package of composer takes the place of others at its own version: it is the
// repository in which they are developed, even if its type is "project".
func isReplacement(p *pkg) bool {
	others := p.doc.obj("replace")
	return slices.ContainsFunc(others.keys(), func(name string) bool { return others.str(name) == "self.version" })
}

// composerLibrary adds an entry point for the directory from which a PHP package loads its classes,
// if the package is a library.
func composerLibrary(r *reader, p *pkg) {
	called := ""
	switch {
	case p.doc.str("type") == "project" && !isReplacement(p) || p.Name == "":
		return
	case p.doc.str("type") == "library":
		called = calledLibrary + "type"
	}
	for _, dir := range p.doc.strs("autoload", "classmap") {
		if d := inside(p.dir, "./"+dir); d != "" && r.tree.dirs[d] && len(p.doc.obj("autoload", "psr-4")) == 0 {
			r.addEntry(p, entry{
				Path: d, Kind: kindLibrary, Name: p.Name, Reason: "classes are loaded from here" + called,
				Evidence: cite(p.text, `"classmap"`),
			})
			return
		}
	}
	for _, standard := range []string{"psr-4", "psr-0"} {
		spaces := p.doc.obj("autoload", standard)
		best, at := "", luminos.Path("")
		for _, space := range spaces.keys() {
			for _, dir := range spaces.strs(space) {
				d := inside(p.dir, "./"+dir)
				// The shortest namespace contains the others.
				if d != "" && r.tree.dirs[d] && (best == "" || len(space) < len(best)) {
					best, at = space, d
				}
			}
		}
		if best == "" {
			continue
		}
		class := strings.TrimSuffix(best, `\`)
		class = class[strings.LastIndexByte(class, '\\')+1:]
		reason := "classes of " + strings.TrimSuffix(best, `\`) + " are loaded from here"
		if f := r.tree.first(at, class+".php"); f != "" {
			at, reason = f, "class with the name of the namespace "+strings.TrimSuffix(best, `\`)
			if !strings.Contains(best, `\`) { // of PSR-0, whose classes can lie in no namespace
				reason = "class with the prefix " + best + " in " + p.Path.Base()
			}
		}
		if files := p.doc.strs("autoload", "files"); at == p.dir && len(files) == 1 { // the classes lie beside the manifest
			if f := inside(p.dir, "./"+files[0]); r.tree.has(f) {
				at, reason = f, "file that "+p.Path.Base()+" loads"
			}
		}
		r.addEntry(p, entry{
			Path: at, Kind: kindLibrary, Name: p.Name, Reason: reason + called,
			Evidence: cite(p.text, quoted(strings.ReplaceAll(best, `\`, `\\`))+":"),
		})
		return
	}
}

// phpunit is the command that tests with the framework in the packages of Composer.
const phpunit = "vendor/bin/phpunit"

func composerCommands(r *reader, p *pkg) {
	if p.Role != luminos.ManifestMember {
		r.convention(p, "install", "composer install", p.Evidence)
	}
	table := p.doc.obj("scripts")
	tasks := scripts(table)
	maps.DeleteFunc(tasks, func(name string, _ task) bool {
		return !hasFiles(r, p, strings.Join(table.strs(name), " && "))
	})
	r.taskCommands(p, "composer run", tasks)
	settings, artisan := r.tree.first(p.dir, "phpunit.xml", "phpunit.xml.dist"), r.tree.first(p.dir, "artisan")
	switch {
	case settings == "":
	case p.needs("phpunit/phpunit"):
		r.convention(p, "test", phpunit, r.citeStart(settings))
	case p.needs("symfony/phpunit-bridge") && artisan == "":
		r.convention(p, "test", "vendor/bin/simple-phpunit", r.citeStart(settings))
	case artisan == "": // a part of a larger project is tested with an installed program
		r.convention(p, "test", "phpunit", r.citeStart(settings))
	}
	if at := artisan; at != "" {
		r.convention(p, "run", "php artisan serve", r.citeMain(at, "<?php"))
		if settings != "" {
			r.convention(p, "test", "php artisan test", r.citeMain(at, "<?php"))
		}
	}
}
