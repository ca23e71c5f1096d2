package manifest

import (
	"errors"
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/facts/decode"
)

// problem records what could not be understood.
func (r *reader) problem(p luminos.Path, format string, args ...any) {
	switch n := len(r.res.Problems); {
	case n < maxProblems:
		r.res.Problems = append(r.res.Problems, luminos.Problem{Path: p, Reason: fmt.Sprintf(format, args...)})
	case n == maxProblems:
		r.res.Problems = append(r.res.Problems, luminos.Problem{Path: luminos.Root, Reason: "more problems with manifests than are listed"})
	}
}

// guard calls one step of one manifest. A panic in a parser of foreign bytes
// becomes a problem: one bad file must not cost the report.
func (r *reader) guard(p *pkg, step func(*reader, *pkg)) {
	if r.ctx.Err() != nil {
		return
	}
	err := batch.Guard(func() error {
		step(r, p)
		return nil
	})
	if err != nil {
		r.problem(p.Path, "%s", batch.Problem(p.Path, err).Reason)
	}
}

// load reads the text of a manifest. It answers false, with a problem, when
// there is none to work on.
func (r *reader) load(p *pkg) bool {
	text, err := r.src.Text(r.ctx, p.Path, maxText)
	if err != nil {
		p.broken = true
		if r.ctx.Err() == nil {
			r.problem(p.Path, "%s", luminos.ReadProblem(err))
		}
		return false
	}
	r.read[p.Path] = true
	p.text = text
	return true
}

// whole is load for formats that make sense only when read to the end.
func (r *reader) whole(p *pkg) bool {
	if !r.load(p) {
		return false
	}
	if p.text.Cut {
		p.broken = true
		r.problem(p.Path, "larger than %d KiB: not parsed", maxText>>10)
		return false
	}
	return true
}

// source reads the beginning of a source file, within the budget for all of
// them. What cannot be read is simply not looked through: the scan reports it.
func (r *reader) source(p luminos.Path, limit int) (luminos.Text, bool) {
	if r.ctx.Err() != nil {
		return luminos.Text{}, false
	}
	if r.budget <= 0 {
		r.cut = true
		return luminos.Text{}, false
	}
	text, err := r.src.Text(r.ctx, p, limit)
	if err != nil {
		r.budget -= 1024 // a tree of unreadable files must end, too
		return luminos.Text{}, false
	}
	r.budget -= max(len(text.Content), 1024)
	r.read[p] = true
	return text, true
}

// cite finds the first line that holds all the needles and makes evidence of it.
func cite(t luminos.Text, needles ...string) []luminos.Evidence {
	return citeFrom(t, 1, needles...)
}

// citeFrom is cite from a line on.
func citeFrom(t luminos.Text, from int, needles ...string) []luminos.Evidence {
	n := 0
	for line := range strings.Lines(t.Content) {
		if n++; n >= from && containsAll(line, needles) {
			return citeLine(t, n)
		}
	}
	return nil
}

// citeLine makes evidence of one line. A line that was cut in the middle is none.
func citeLine(t luminos.Text, n int) []luminos.Evidence {
	if n < 1 || t.Cut && !strings.Contains(t.Content, "\n") {
		return nil
	}
	e := t.Cite(n, n)
	if e.Lines == nil {
		return nil
	}
	return []luminos.Evidence{e}
}

func containsAll(s string, needles []string) bool {
	for _, n := range needles {
		if !strings.Contains(s, n) {
			return false
		}
	}
	return true
}

// lineOf is the number of the line at a byte offset.
func lineOf(content string, offset int) int {
	return 1 + strings.Count(content[:min(offset, len(content))], "\n")
}

// command adds a command line of a manifest.
func (r *reader) command(p *pkg, purpose, line string, ev []luminos.Evidence) {
	basis := luminos.Derived
	if len(ev) > 0 {
		basis = luminos.Measured
	}
	r.commandBasis(p, purpose, line, basis, ev)
}

func (r *reader) commandBasis(p *pkg, purpose, line string, basis luminos.Basis, ev []luminos.Evidence) {
	line = luminos.Fold(line)
	if basis == luminos.Derived && r.covered(p) {
		return
	}
	if line == "" || len(line) > 300 || len(r.res.Commands) > 20*maxCommands {
		return
	}
	dir := p.dir
	if dir == luminos.Root {
		dir = ""
	}
	r.res.Commands = append(r.res.Commands, luminos.Command{Purpose: purpose, Line: line, Dir: dir, Part: p.part, Basis: basis, Evidence: ev})
}

// covered reports whether the conventions of a manifest beside the product
// would only repeat what the root says: fuzz/Cargo.toml, docs/requirements.txt.
func (r *reader) covered(p *pkg) bool {
	if p.Role != luminos.ManifestNested {
		return false
	}
	aside := inTools(p.Path)
	for _, q := range r.pkgs {
		if q.Role == luminos.ManifestRoot && !q.Lockfile && (q.Ecosystem == p.Ecosystem || aside && q.format.enter != nil) {
			return true
		}
	}
	return false
}

// depend adds a declared dependency of a manifest.
func (p *pkg) depend(name, version, scope string) {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > 200 || len(p.deps) > maxDependencies {
		return
	}
	p.deps = append(p.deps, luminos.Dependency{
		Name: name, Version: clip(luminos.Fold(version), 100), Ecosystem: p.Ecosystem, Scope: scope, Manifest: p.Path,
	})
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

// describe fills the fields that every ecosystem has, folded and bounded.
func (p *pkg) describe(name, version, description, license string) {
	p.Name, p.Version = clip(luminos.Fold(name), 200), clip(luminos.Fold(version), 100)
	p.Description, p.License = clip(luminos.Fold(description), 500), clip(luminos.Fold(license), 200)
}

// clip cuts s at n bytes, between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}

// json, toml and yaml load a manifest and decode it into its doc, xml answers
// its root element. They answer false, with a problem, when it cannot be
// understood.
func (r *reader) json(p *pkg) bool {
	return r.decode(p, func(s string) error { return decode.JSON(s, &p.doc) })
}

func (r *reader) toml(p *pkg) bool {
	return r.decode(p, func(s string) error { return decode.TOML(s, &p.doc) })
}

func (r *reader) yaml(p *pkg) bool {
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

func (r *reader) xml(p *pkg) (root *decode.Element, ok bool) {
	ok = r.decode(p, func(s string) (err error) {
		root, err = decode.XML(s)
		return err
	})
	return root, ok
}

// decode loads the whole of a manifest and notes what its decoder says of it.
func (r *reader) decode(p *pkg, decoder func(string) error) bool {
	if !r.whole(p) {
		return false
	}
	if err := decoder(p.text.Content); err != nil {
		p.doc = nil // a decoder may have begun to fill it
		p.broken = true
		r.problem(p.Path, "%s", clip(luminos.Fold(err.Error()), 200))
		return false
	}
	return true
}
