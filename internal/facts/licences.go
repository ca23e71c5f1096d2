package facts

import (
	"context"
	"strings"

	"luminos"
	"luminos/internal/facts/license"
)

// Bounds on the search for the lines of declarations.
const (
	maxDeclared   = 50
	declaredBytes = 256 << 10
)

// readLicenses determines the licences of the target from its files and from the manifests
// that were read before.
func readLicenses(ctx context.Context, in input, r *readings) (yield, error) {
	var declared []license.Declared
	for i := range r.facts.Manifests {
		m := &r.facts.Manifests[i]
		if m.License == "" {
			continue
		}
		d := license.Declared{Path: m.Path, License: m.License, Role: m.Role}
		if m.Own() && len(declared) < maxDeclared {
			d.Evidence = citeDeclaration(ctx, in.src, m)
		}
		declared = append(declared, d)
		m.License = license.Known(m.License)
	}
	res, err := license.Read(ctx, in.src, in.scan, declared)
	if err != nil {
		return yield{}, err
	}
	r.facts.License, r.facts.Licenses = res.License, res.Files
	places := append(res.Evidence, res.Terms...)
	if d := ofData(r.facts.Manifests); d != nil && d.License != "" {
		if e := citeDeclaration(ctx, in.src, d); e != nil { // the text of a licence beside it can be of the scripts
			r.facts.License, places = d.License, e
		}
	}
	return yield{problems: res.Problems, evidence: map[string][]luminos.Evidence{"license": places}}, nil
}

// ofData returns the manifest of a data package at the root if no other manifest there names a package, or nil.
func ofData(manifests []luminos.Manifest) (data *luminos.Manifest) {
	for i := range manifests {
		switch m := &manifests[i]; {
		case m.Path.Dir() != luminos.Root || !m.Own() || m.Name == "":
		case m.Ecosystem == "datapackage":
			data = m
		default:
			return nil
		}
	}
	return data
}

// citeDeclaration cites the line on which a manifest declares its licence: the first line about a licence with the
// beginning of its name, or else the first line that begins with the word, with the next line. It returns nil without
// such a line.
func citeDeclaration(ctx context.Context, src luminos.Source, m *luminos.Manifest) []luminos.Evidence {
	text, err := src.Text(ctx, m.Path, declaredBytes)
	if err != nil {
		return nil
	}
	name := strings.FieldsFunc(m.License, func(r rune) bool { return strings.ContainsRune(" (),/\"'{}", r) })
	second := -1
	for i, line := range text.Lines() {
		lower := asciiLower(line)
		if !strings.Contains(lower, "licen") {
			continue
		}
		if len(name) > 0 && strings.Contains(line, name[0]) {
			return []luminos.Evidence{text.Cite(i+1, i+1)}
		}
		if second < 0 && strings.HasPrefix(strings.TrimLeft(lower, " \t<\"'"), "licen") {
			second = i + 1
		}
	}
	if second < 0 {
		return nil
	}
	return []luminos.Evidence{text.Cite(second, min(second+1, len(text.Lines())))}
}
