package manifest

import (
	"regexp"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	mixApp  = lazyregexp.Lazy(`\bapp:\s*:(\w+)`)
	mixVer  = lazyregexp.Lazy(`\bversion:\s*"([^"\n]+)"`)
	mixDesc = lazyregexp.Lazy(`\bdescription:\s*"([^"\n]+)"`)
	mixMod  = lazyregexp.Lazy(`\bmod:\s*\{\s*([\w.]+)`)
	mixExe  = lazyregexp.Lazy(`\bmain_module:\s*([\w.]+)`)
	mixDep  = lazyregexp.Lazy(`\{\s*:(\w+)\s*,\s*(?:"([^"\n]+)")?([^}\n]*)`)
)

func readMix(r *reader, p *pkg) func() {
	if !r.load(p) {
		return nil
	}
	src := p.text.Content
	p.describe(firstGroup(mixApp, src), firstGroup(mixVer, src), firstGroup(mixDesc, src), "")
	if p.Name != "" {
		p.Evidence = cite(p.text, "app:", p.Name)
	}
	if strings.Contains(src, "apps_path:") {
		p.globs = []string{"apps/*"}
	}
	if i := strings.Index(src, "deps do"); i >= 0 {
		for _, m := range mixDep().FindAllStringSubmatch(src[i:], 300) {
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
	return func() { enterMix(r, p) }
}

func enterMix(r *reader, p *pkg) {
	for _, x := range []struct {
		re           func() *regexp.Regexp
		kind, reason string
	}{{mixExe, "binary", "escript of mix.exs"}, {mixMod, "server", "application callback in mix.exs"}} {
		if m := x.re().FindStringSubmatchIndex(p.text.Content); m != nil {
			module := p.text.Content[m[2]:m[3]]
			r.addEntry(p, entry{
				Path: r.tree.first(p.dir, "lib/"+snake(module)+".ex"), Kind: x.kind, Name: p.Name, Reason: x.reason, Evidence: citeLine(p.text, lineOf(p.text.Content, m[2])),
			})
		}
	}
	if at := r.tree.first(p.dir, "lib/"+p.Name+".ex"); at != "" {
		r.addEntry(p, entry{Path: at, Kind: kindLibrary, Name: p.Name, Reason: "module with the name of the application", Evidence: p.Evidence, certainty: conventional})
	}
	if p.Role != luminos.ManifestMember {
		r.convention(p, "install", "mix deps.get", p.Evidence)
		r.convention(p, "test", "mix test", p.Evidence)
	}
	if p.needs("phoenix") {
		r.convention(p, "run", "mix phx.server", cite(p.text, ":phoenix"))
	}
}

var wordStart = lazyregexp.Lazy(`([^A-Z.])([A-Z])`)

// snake converts MyApp.CLI to my_app/cli.
func snake(module string) string {
	return strings.ToLower(strings.ReplaceAll(wordStart().ReplaceAllString(module, "${1}_${2}"), ".", "/"))
}

func readDeno(r *reader, p *pkg) func() {
	if !r.json(p) {
		return nil
	}
	p.describe(p.doc.str("name"), p.doc.str("version"), p.doc.str("description"), p.doc.str("license"))
	if p.Name != "" {
		p.Evidence = cite(p.text, `"name"`, p.Name)
	}
	p.globs = p.doc.strs("workspace")
	imports := p.doc.obj("imports")
	for _, name := range imports.keys() {
		if spec := imports.str(name); strings.Contains(spec, ":") {
			p.depend(name, spec, "")
		}
	}
	return func() { enterDeno(r, p) }
}

func enterDeno(r *reader, p *pkg) {
	at := p.doc.str("exports") + p.doc.str("exports", ".")
	r.addEntry(p, entry{
		Path: inside(p.dir, at), Kind: kindLibrary, Name: p.Name, Reason: "exports of " + p.Path.Base(), Evidence: cite(p.text, `"exports"`),
	})
	r.taskCommands(p, "deno task", scripts(p.doc.obj("tasks")))
}

var condaKey = lazyregexp.Lazy(`(?m)^dependencies:`)

// readConda reads an environment.yml. Other tools use that name as well, so the
// file must have dependencies.
func readConda(r *reader, p *pkg) func() {
	if !r.load(p) {
		return nil
	}
	if !condaKey().MatchString(p.text.Content) {
		p.other = true
		return nil
	}
	if !r.yaml(p) {
		return nil
	}
	p.describe(p.doc.str("name"), "", "", "")
	for _, d := range p.doc.strs("dependencies") {
		name, version, _ := strings.Cut(d, "=")
		p.depend(name, strings.TrimLeft(version, "="), "")
	}
	for _, t := range p.doc.tables("dependencies") {
		for _, d := range t.strs("pip") {
			p.dependPEP508(d, "")
		}
	}
	return func() { enterConda(r, p) }
}

func enterConda(r *reader, p *pkg) {
	if p.doc.has("dependencies") {
		r.convention(p, "install", "conda env create -f "+p.Path.Base(), cite(p.text, "dependencies:"))
	}
}

// readChart reads the Chart.yaml of a Helm chart.
func readChart(r *reader, p *pkg) func() {
	if !r.yaml(p) {
		return nil
	}
	p.describe(p.doc.str("name"), p.doc.str("version"), p.doc.str("description"), "")
	if p.Name != "" {
		p.Evidence = cite(p.text, "name:", p.Name)
	}
	for _, d := range p.doc.tables("dependencies") {
		p.depend(d.str("name"), d.str("version"), "")
	}
	return nil
}

var debField = lazyregexp.Lazy(`(?m)^(Package|Version|Title|License):[ \t]*([^\n]+)$`)

// readDescription reads the DESCRIPTION file of an R package.
func readDescription(r *reader, p *pkg) func() {
	if !r.load(p) {
		return nil
	}
	f := map[string]string{}
	for _, m := range debField().FindAllStringSubmatch(p.text.Content, 20) {
		f[m[1]] = m[2]
	}
	if f["Package"] == "" {
		p.other = true
		return nil
	}
	p.describe(f["Package"], f["Version"], f["Title"], f["License"])
	p.Evidence = append(cite(p.text, "Package:"), cite(p.text, "Title:")...)
	return nil
}
