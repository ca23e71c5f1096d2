package manifest

import (
	"errors"
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/facts/decode"
)

// problem adds a problem with the file p to the result, or, after maxProblems, one note that there are more.
func (r *reader) problem(p luminos.Path, format string, args ...any) {
	switch n := len(r.res.Problems); {
	case n < maxProblems:
		r.res.Problems = append(r.res.Problems, luminos.Problem{Path: p, Reason: fmt.Sprintf(format, args...)})
	case n == maxProblems:
		r.res.Problems = append(r.res.Problems, luminos.Problem{Path: luminos.Root, Reason: "more problems with manifests than are listed"})
	}
}

// guard calls one step of reading a manifest unless r.ctx is cancelled. A panic becomes a problem of that manifest.
func (r *reader) guard(p *pkg, step func()) {
	if r.ctx.Err() != nil {
		return
	}
	err := batch.Guard(func() error {
		step()
		return nil
	})
	if err != nil {
		r.problem(p.Path, "%s", batch.Problem(p.Path, err).Reason)
	}
}

// loadText reads the text of a manifest. It records a problem and returns false if
// the text cannot be read.
func loadText(r *reader, p *pkg) bool {
	text, err := r.src.Text(r.ctx, p.Path, maxText)
	if err != nil {
		if r.ctx.Err() == nil {
			r.problem(p.Path, "%s", luminos.ReadProblem(err))
		}
		return false
	}
	r.read[p.Path] = true
	p.text = text
	return true
}

// decode reads the text of the manifest p and calls decoder with it. It records a problem and
// returns false if the text cannot be read or decoded, or is larger than maxText.
func (r *reader) decode(p *pkg, decoder func(string) error) bool {
	if !loadText(r, p) {
		return false
	}
	if p.text.Cut {
		r.problem(p.Path, "larger than %d KiB: not parsed", maxText>>10)
		return false
	}
	if err := decoder(p.text.Content); err != nil {
		p.doc = nil // a decoder may have begun to fill it
		r.problem(p.Path, "%s", clip(luminos.Fold(err.Error()), 200))
		return false
	}
	return true
}

// loadJSON reads a JSON manifest and decodes it into p.doc. It returns false, and records a problem, if it
// cannot.
func loadJSON(r *reader, p *pkg) bool {
	return r.decode(p, func(s string) error { return decode.JSON(s, &p.doc) })
}

// loadTOML reads a TOML manifest and decodes it into p.doc. It returns false, and records a problem, if it
// cannot.
func loadTOML(r *reader, p *pkg) bool {
	return r.decode(p, func(s string) error { return decode.TOML(s, &p.doc) })
}

// loadYAML reads a YAML manifest and decodes its first document that is a mapping into p.doc. It
// returns false, and records a problem, if it cannot.
func loadYAML(r *reader, p *pkg) bool {
	return r.decode(p, func(s string) error {
		if r.yamlLeft -= len(s); r.yamlLeft < 0 {
			return errors.New("not parsed: there is too much YAML in the manifests before it")
		}
		docs, err := decode.YAML(s, decode.ConfigYAML)
		if err != nil {
			return err
		}
		for _, d := range docs {
			if m, ok := d.Value().(map[string]any); ok {
				p.doc = m
				return nil
			}
		}
		return errors.New("not a YAML mapping")
	})
}

// loadXML reads an XML manifest and decodes it into p.xml, its root element. It returns false, and records a
// problem, if it cannot.
func loadXML(r *reader, p *pkg) bool {
	return r.decode(p, func(s string) (err error) {
		p.xml, err = decode.XML(s)
		return err
	})
}

// command adds a command line that the manifest p declares. Its basis is measured, or derived if evidence is missing.
func (r *reader) command(p *pkg, purpose, line string, ev []luminos.Evidence) {
	basis := luminos.Derived
	if len(ev) > 0 {
		basis = luminos.Measured
	}
	r.addCommand(p, purpose, line, basis, ev)
}

// convention adds a command line that p does not declare, but that is customary in its ecosystem,
// such as "mix test". Its basis is derived. Nothing is added if [reader.covered] is true for p.
func (r *reader) convention(p *pkg, purpose, line string, ev []luminos.Evidence) {
	r.addCommand(p, purpose, line, luminos.Derived, ev)
}

func (r *reader) addCommand(p *pkg, purpose, line string, basis luminos.Basis, ev []luminos.Evidence) {
	line = luminos.Fold(line)
	if line == "" || len(line) > 300 || len(r.res.Commands) > 20*maxCommands || basis == luminos.Derived && r.covered(p) {
		return
	}
	dir := p.dir
	if dir == luminos.Root {
		dir = ""
	}
	r.res.Commands = append(r.res.Commands, luminos.Command{Purpose: purpose, Line: line, Dir: dir, Part: p.part, Basis: basis, Evidence: ev})
}

// covered reports whether the customary commands of p, a nested manifest, only repeat the commands of a root manifest:
// of the same ecosystem, as for fuzz/Cargo.toml, or of any if p is in a directory of tools, as docs/requirements.txt.
func (r *reader) covered(p *pkg) bool {
	if p.Role != luminos.ManifestNested {
		return false
	}
	aside := inTools(p.Path)
	for _, q := range r.pkgs {
		if q.Role == luminos.ManifestRoot && !q.Lockfile && (q.Ecosystem == p.Ecosystem || aside && q.enter != nil) {
			return true
		}
	}
	return false
}

// depend adds a dependency that the manifest declares, with its version and scope.
func (p *pkg) depend(name, version, scope string) {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > 200 || len(p.deps) > maxDependencies {
		return
	}
	top, _, _ := strings.Cut(strings.ToLower(string(p.Path)), "/")
	if scope == "" && (top == "docs" || top == "doc") {
		scope = "dev" // it builds the documentation
	}
	p.deps = append(p.deps, luminos.Dependency{
		Name: name, Version: clip(luminos.Fold(version), 100), Ecosystem: p.Ecosystem, Scope: scope, Manifest: p.Path,
	})
}

// dependTables adds the dependencies in the tables of a decoded manifest. The arguments alternate between the
// name of a table and the scope of its dependencies.
func (p *pkg) dependTables(tables ...string) {
	for i := 0; i < len(tables); i += 2 {
		deps := p.doc.obj(tables[i])
		for _, name := range deps.keys() {
			p.depend(name, deps.str(name), tables[i+1])
		}
	}
}

// needs reports whether the manifest declares a dependency by one of the names.
func (p *pkg) needs(names ...string) bool {
	for _, d := range p.deps {
		for _, n := range names {
			if strings.EqualFold(d.Name, n) {
				return true
			}
		}
	}
	return false
}

// describe sets name, version, description and license of p, with white space folded and each cut at a bound.
func (p *pkg) describe(name, version, description, license string) {
	if !strings.ContainsAny(version, "0123456789") || noVersion().MatchString(version) {
		version = "" // the name of a macro, a word such as "unspecified", or 0.0.0
	}
	p.Name, p.Version = clip(luminos.Fold(name), 200), clip(luminos.Fold(version), 100)
	p.Description, p.License = clip(luminos.Fold(description), 500), clip(luminos.Fold(license), 200)
}

// citeHead sets the evidence of the manifest: its first line with all the needles, if it has a name, and its first line
// with descriptionKey, if it has a description and descriptionKey is not "".
func (p *pkg) citeHead(descriptionKey string, needles ...string) {
	if p.Name != "" {
		p.Evidence = cite(p.text, needles...)
	}
	if p.Description != "" && descriptionKey != "" {
		p.Evidence = append(p.Evidence, cite(p.text, descriptionKey)...)
	}
}

// clip returns at most the first n bytes of s, cut between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}
