package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// withoutDoubtful returns commands without doubtful ones: customary commands of packages in a tree that is no project,
// of the tools of a book, of examples, of the pages of a Laravel application, and of the documentation of a project.
func withoutDoubtful(r *reader, all []luminos.Command) []luminos.Command {
	shallow := func(p *pkg) bool { return p.isOwn() && p.dir.Depth() <= 1 }
	project := slices.ContainsFunc(r.pkgs, shallow)
	book := slices.ContainsFunc(r.pkgs, func(p *pkg) bool { return p.Ecosystem == "book" && p.dir == luminos.Root })
	laravel := r.tree.has("artisan")
	return slices.DeleteFunc(all, func(c luminos.Command) bool {
		documented := Documented(c)
		switch c.Purpose {
		case "install":
			return !project && !documented && cmp.Or(c.Dir, luminos.Root).Depth() > 1
		case "run":
			pages := laravel && !documented && slices.Contains(packageManagers, strings.Fields(c.Line)[0])
			return ofExample().MatchString(c.Line) || pages || book && !documented || project && documenting(c.Line)
		case "build", "test":
			if project && documenting(c.Line) {
				return true
			}
			return book && !documented && !strings.HasPrefix(c.Line, "mdbook")
		}
		return false
	})
}

var (
	// emptied matches a variable that a makefile sets to nothing.
	emptied = lazyregexp.Lazy(`(?m)^(?:export[ \t]+)?(\w+)[ \t]*:{0,2}=[ \t]*$`)
	// outside matches a variable of a makefile that holds the place of foreign sources on one machine.
	outside = lazyregexp.Lazy(`(?m)^\w+[ \t]*:{0,2}=[ \t]*/usr/(?:local/)?src/`)
)

// foreignMake reports whether a command of make from no document can only work for its author: its makefile needs
// sources outside of the target, or its rule tests that a variable has a value and the makefile empties the variable.
func foreignMake(r *reader, c luminos.Command) bool {
	i := slices.IndexFunc(r.pkgs, func(p *pkg) bool {
		return p.Ecosystem == "make" && p.dir == cmp.Or(c.Dir, luminos.Root)
	})
	if i < 0 || Documented(c) {
		return false
	}
	makefile, commands := r.pkgs[i].text.Content, script(r, c)
	return outside().MatchString(makefile) ||
		slices.ContainsFunc(emptied().FindAllStringSubmatch(makefile, maxRules), func(m []string) bool {
			for _, value := range []string{"$$" + m[1], "$${" + m[1] + "}", "$(" + m[1] + ")", "${" + m[1] + "}"} {
				if strings.Contains(commands, `-n "`+value+`"`) {
					return true
				}
			}
			return false
		})
}

// ofExample matches commands that run an example.
var ofExample = lazyregexp.Lazy(`(?i) --example|[/. ](?:examples?|samples?|demos?|playground)[/.]`)

// documenters are programs that build documentation.
var documenters = []string{"mkdocs", "sphinx-build", "typedoc", "jsdoc", "doxygen", "docfx"}

// documenting reports whether a command runs a program that builds documentation, perhaps through another one: "uv run
// mkdocs serve".
func documenting(line string) bool {
	words := strings.Fields(line)
	return slices.ContainsFunc(words[:min(3, len(words))], func(w string) bool { return slices.Contains(documenters, w) })
}

// markRivals marks commands that run a program as commands of a part if several directories beside each other have such
// commands in their manifests and the root has no such command: any of them can be the main program.
func markRivals(all []luminos.Command) {
	run := func(c luminos.Command) bool { return c.Purpose == "run" && !c.Part }
	if slices.ContainsFunc(all, func(c luminos.Command) bool { return run(c) && c.Dir == "" }) {
		return
	}
	for i, c := range all {
		for _, other := range all {
			beside := c.Dir != other.Dir && c.Dir.Dir() == other.Dir.Dir() && other.Purpose == "run" && other.Dir != ""
			if run(c) && beside && sourceOrder(c) == fromManifest && sourceOrder(other) == fromManifest {
				all[i].Part = true
			}
		}
	}
}
