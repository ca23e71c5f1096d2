package manifest

import "strings"

// opamField matches a field of a package of opam with a text (https://opam.ocaml.org/doc/Manual.html).
var opamField = lazyOf(`(?m)^%s: *"([^"\n]*)"`, "name", "version", "synopsis", "license")

// readOpam reads a NAME.opam: the name, the version, the synopsis and the licence, not the dependencies.
func readOpam(_ *reader, p *pkg) {
	field := func(name string) string { return firstGroup(opamField[name], p.text.Content) }
	name := field("name")
	if name == "" {
		name = strings.TrimSuffix(p.Path.Base(), ".opam")
	}
	p.describe(name, field("version"), field("synopsis"), field("license"))
	p.citeHead("synopsis:", "name:", p.Name)
}
