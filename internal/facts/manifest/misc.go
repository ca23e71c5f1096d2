package manifest

import (
	"cmp"
	"regexp"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	mixApp  = lazyregexp.Lazy(`\bapp:\s*:(\w+)`)
	mixVer  = lazyregexp.Lazy(`\bversion:\s*"([^"\n]+)"`)
	mixDesc = lazyregexp.Lazy(`\bdescription:\s*(?:"""\s*|")([^"]+)"`)
	// mixDescAttr matches a module attribute or a function, which a project can name as its description.
	mixDescAttr = lazyregexp.Lazy(`(?m)^\s*(?:@description|defp? description(?:\(\))?,? do:?)\s+(?:"""\s*|")([^"]+)"`)
	mixPackage  = lazyregexp.Lazy(`\bpackage:\s*(?:\w*package\b|\[)`)

	mixMod  = lazyregexp.Lazy(`\bmod:\s*\{\s*([\w.]+)`)
	mixExe  = lazyregexp.Lazy(`\bmain_module:\s*([\w.]+)`)
	mixDeps = lazyregexp.Lazy(`\bdeps\b(?:\(\))?,? do\b`)
	mixDep  = lazyregexp.Lazy(`\{\s*:(\w+)\s*,\s*(?:"([^"\n]+)")?([^}\n]*)`)
)

// ofRepository matches a description of the repository instead of the data.
var ofRepository = lazyregexp.Lazy(`(?i)^(?:(?:the|this|a) )?(?:git )?repo(?:sitory)?\b`)

// readDataPackage reads a Frictionless data package (https://datapackage.org).
func readDataPackage(r *reader, p *pkg) {
	license := ""
	if all := p.doc.tables("licenses"); len(all) > 0 {
		license = strings.Replace(all[0].str("name"), "ODC-PDDL", "PDDL", 1) // the id of the Open Definition, not of SPDX
		if strings.Contains(license, "_") {                                  // a title in the form of an id
			license = all[0].str("title")
		}
	}
	key, description, title := "description", p.doc.str("description"), p.doc.str("title")
	if title != "" && (p.Path.Dir() != luminos.Root || ofRepository().MatchString(description)) { // of a part: short
		key, description = title, title
	}
	p.describe(p.doc.str("name"), p.doc.str("version"), description, license)
	if p.Path.Ext() == ".json" {
		p.citeHead(quoted(key), `"name"`, quoted(p.Name))
	} else {
		p.citeHead(key, "name:", p.Name)
	}
}

// readBook reads the settings of a book made with mdBook.
func readBook(r *reader, p *pkg) {
	book := p.doc.obj("book")
	p.describe(book.str("title"), "", book.str("description"), "")
	p.citeHead("description", "title", quoted(p.Name))
}

// enterBook adds the command that builds a book.
func enterBook(r *reader, p *pkg) {
	r.convention(p, "build", "mdbook build", p.Evidence)
}

func readMix(r *reader, p *pkg) {
	src := p.text.Content
	description := cmp.Or(firstGroup(mixDesc, src), firstGroup(mixDescAttr, src))
	p.describe(firstGroup(mixApp, src), firstGroup(mixVer, src), description, "")
	p.citeHead("", "app:", p.Name)
	if strings.Contains(src, "apps_path:") {
		p.globs = []string{"apps/*"}
	}
	if at := mixDeps().FindStringIndex(src); at != nil {
		for _, m := range mixDep().FindAllStringSubmatch(src[at[0]:], -1) {
			scope := ""
			if strings.Contains(m[3], "only:") {
				scope = "dev"
				if strings.Contains(m[3], "only: :test") {
					scope = "test"
				}
			}
			p.depend(m[1], m[2], scope)
		}
	}
}

func enterMix(r *reader, p *pkg) {
	pages := p.needs("phoenix") && r.tree.has(p.dir.Join("config/dev.exs")) // an application, not a library for them
	published := mixPackage().MatchString(p.text.Content) && !pages
	for _, x := range []struct {
		re           func() *regexp.Regexp
		kind, reason string
	}{{mixExe, "binary", "escript of mix.exs"}, {mixMod, "server", "application callback in mix.exs"}} {
		if x.kind == "server" && published {
			continue // a published package starts its processes within other programs
		}
		if module, ev := citedGroup(x.re, p.text); module != "" {
			r.addEntry(p, entry{
				Path: r.tree.first(p.dir, "lib/"+snake(module)+".ex"), Kind: x.kind, Name: p.Name, Reason: x.reason,
				Evidence: ev,
			})
		}
	}
	app := mixMod().MatchString(p.text.Content) && !published
	if at := r.tree.first(p.dir, "lib/"+p.Name+".ex"); at != "" && !app {
		r.addEntry(p, entry{Path: at, Kind: kindLibrary, Name: p.Name,
			Reason: "module with the name of the application", Evidence: p.Evidence, certainty: conventional})
	}
	if published && !r.tree.has(inside(p.dir, "lib/"+p.Name+".ex")) {
		if at := r.tree.largestBelow(p.dir.Join("lib"), ".ex"); at != "" { // modules without one for all
			r.addEntry(p, entry{Path: at, Kind: kindLibrary, Name: p.Name, Reason: "largest module of the package",
				Evidence: p.Evidence, certainty: conventional})
		}
	}
	if p.Role != luminos.ManifestMember {
		if len(p.deps) > 0 {
			r.convention(p, "install", "mix deps.get", p.Evidence)
		}
		if hasTests(r, p.dir) {
			r.convention(p, "test", "mix test", p.Evidence)
		}
	}
	if pages {
		r.convention(p, "run", "mix phx.server", cite(p.text, ":phoenix"))
	}
}

var wordStart = lazyregexp.Lazy(`([^A-Z.])([A-Z])`)

// snake converts the name of an Elixir module to the path of its file without extension: MyApp.CLI to
// my_app/cli.
func snake(module string) string {
	return strings.ToLower(strings.ReplaceAll(wordStart().ReplaceAllString(module, "${1}_${2}"), ".", "/"))
}

func readDeno(r *reader, p *pkg) {
	p.describe(p.doc.str("name"), p.doc.str("version"), p.doc.str("description"), p.doc.str("license"))
	p.citeHead("", `"name"`, p.Name)
	p.globs = p.doc.strs("workspace")
	imports := p.doc.obj("imports")
	for _, name := range imports.keys() {
		if spec := imports.str(name); strings.Contains(spec, ":") {
			p.depend(name, spec, "")
		}
	}
}

func enterDeno(r *reader, p *pkg) {
	at := p.doc.str("exports") + p.doc.str("exports", ".")
	r.addEntry(p, entry{
		Path: inside(p.dir, at), Kind: kindLibrary, Name: p.Name, Reason: "exports of " + p.Path.Base(),
		Evidence: cite(p.text, `"exports"`),
	})
	r.taskCommands(p, "deno task", scripts(p.doc.obj("tasks")))
}

// readGalaxy reads the metadata of an Ansible collection
// (https://docs.ansible.com/ansible/latest/dev_guide/collections_galaxy_meta.html).
func readGalaxy(r *reader, p *pkg) {
	license := ""
	if all := p.doc.strs("license"); len(all) == 1 {
		license = all[0]
	}
	p.describe(p.doc.str("namespace")+"."+p.doc.str("name"), p.doc.str("version"), p.doc.str("description"), license)
	p.citeHead("description:", "name:", p.doc.str("name"))
}

// readChart reads name, version, description and dependencies from the Chart.yaml of a Helm chart.
func readChart(r *reader, p *pkg) {
	p.describe(p.doc.str("name"), p.doc.str("version"), p.doc.str("description"), "")
	p.citeHead("", "name:", p.Name)
	for _, d := range p.doc.tables("dependencies") {
		p.depend(d.str("name"), d.str("version"), "")
	}
}
