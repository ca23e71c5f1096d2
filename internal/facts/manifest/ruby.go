package manifest

import (
	"strings"

	"luminos"
	"luminos/internal/facts/pattern"
)

var (
	gemLine  = pattern.Lazy(`^\s*gem[ (]\s*["']([^"'\n]+)["'](?:\s*,\s*["']([^"'\n]+)["'])?`)
	gemGroup = pattern.Lazy(`^\s*group\b(.*)\bdo\b`)
	gemDep   = pattern.Lazy(`\.add_(runtime_|development_)?dependency[ (]+["']([^"'\n]+)["'](?:\s*,\s*["']([^"'\n]+)["'])?`)
	gemField = lazyOf(`(?m)^\s*\w+\.%s\s*=\s*["']([^"'\n]+)["']`, "name", "version", "summary", "license")
)

func readGemfile(r *reader, p *pkg) {
	if !r.load(p) {
		return
	}
	scope, depth := "", 0
	for line := range strings.Lines(p.text.Content) {
		if m := gemGroup().FindStringSubmatch(line); m != nil {
			depth++
			scope = "dev"
			if strings.Contains(m[1], ":test") && !strings.Contains(m[1], ":development") {
				scope = "test"
			}
			continue
		}
		if t := strings.TrimSpace(line); t == "end" && depth > 0 {
			if depth--; depth == 0 {
				scope = ""
			}
		}
		if m := gemLine().FindStringSubmatch(line); m != nil {
			s := scope
			if strings.Contains(line, "group: :test") || strings.Contains(line, "group: [:test]") {
				s = "test"
			} else if strings.Contains(line, "group: ") {
				s = "dev"
			}
			p.depend(m[1], m[2], s)
		}
	}
}

func readGemspec(r *reader, p *pkg) {
	if !r.load(p) {
		return
	}
	field := func(name string) string { return firstGroup(gemField[name], p.text.Content) }
	name := field("name")
	if name == "" {
		name = strings.TrimSuffix(p.Path.Base(), ".gemspec")
	}
	p.describe(name, field("version"), field("summary"), field("license"))
	if m := gemField["name"]().FindStringIndex(p.text.Content); m != nil {
		p.Evidence = cite(p.text, ".name", name)
	}
	if p.Description != "" {
		p.Evidence = append(p.Evidence, cite(p.text, ".summary")...)
	}
	for _, m := range gemDep().FindAllStringSubmatch(p.text.Content, 500) {
		scope := ""
		if m[1] == "development_" {
			scope = "dev"
		}
		p.depend(m[2], m[3], scope)
	}
}

func enterGemspec(r *reader, p *pkg) {
	for _, dir := range []string{"exe", "bin"} {
		for _, f := range r.tree.inDir[p.dir.Join(dir)] {
			base := f.Path.Base()
			if dir == "bin" && (base == "console" || base == "setup" || base == "test" || base == "rails") || strings.Contains(base, ".") {
				continue
			}
			r.enterAt(p, entry{EntryPoint: luminos.EntryPoint{
				Path: f.Path, Kind: "binary", Name: base, Reason: "program in " + dir + " of the gem", Evidence: r.citeStart(f.Path),
			}, certainty: conventional, where: map[string]int{"bin": 1}[dir]})
		}
	}
	lib := r.tree.first(p.dir, "lib/"+p.Name+".rb", "lib/"+strings.ReplaceAll(p.Name, "-", "/")+".rb", "lib/"+strings.ReplaceAll(p.Name, "-", "_")+".rb")
	if lib == "" { // "activerecord" is required as active_record
		plain := strings.NewReplacer("-", "", "_", "")
		for _, f := range r.tree.inDir[p.dir.Join("lib")] {
			if plain.Replace(strings.TrimSuffix(f.Path.Base(), ".rb")) == plain.Replace(p.Name) {
				lib = f.Path
			}
		}
	}
	if lib == "" { // or after its directory: railties is lib/rails
		var rb []luminos.Path
		for _, f := range r.tree.inDir[p.dir.Join("lib")] {
			if f.Path.Ext() == ".rb" {
				rb = append(rb, f.Path)
			}
		}
		if len(rb) != 1 {
			return
		}
		lib = rb[0]
	}
	r.enterAt(p, entry{EntryPoint: luminos.EntryPoint{
		Path: lib, Kind: "library", Name: p.Name, Reason: "what requiring the gem loads", Evidence: p.Evidence,
	}, certainty: conventional})
}

func enterGemfile(r *reader, p *pkg) {
	r.commandBasis(p, "install", "bundle install", luminos.Derived, cite(p.text, "source"))
	if ru := r.tree.first(p.dir, "config.ru"); ru != "" {
		r.enterAt(p, entry{EntryPoint: luminos.EntryPoint{
			Path: ru, Kind: "server", Reason: "Rack application", Evidence: r.citeMain(ru, "run "),
		}, certainty: conventional})
	}
	if r.tree.has(p.dir.Join("config/application.rb")) && r.tree.has(p.dir.Join("bin/rails")) {
		r.commandBasis(p, "run", "bin/rails server", luminos.Derived, cite(p.text, "rails"))
		r.commandBasis(p, "test", "bin/rails test", luminos.Derived, cite(p.text, "rails"))
	}
}

// enterRakefile gives the tasks that have a purpose.
func enterRakefile(r *reader, p *pkg) {
	r.taskCommands(p, "bundle exec rake", rakeTasks(p.text.Content))
}

func readRakefile(r *reader, p *pkg) { r.load(p) }
