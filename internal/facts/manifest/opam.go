package manifest

import (
	"strings"

	"luminos/internal/lazyregexp"
)

var (
	// opamField matches a field of a package of opam with a text (https://opam.ocaml.org/doc/Manual.html).
	opamField = lazyOf(`(?m)^%s:\s*"((?:[^"\\\n]|\\.)*)"`, "name", "version", "synopsis", "license")
	// opamText matches a text of several lines.
	opamText = lazyregexp.Lazy(`(?s)""".*?"""`)
)

// readOpam reads a NAME.opam: the name, the version, the synopsis and the licence, not the dependencies.
func readOpam(r *reader, p *pkg) {
	content := opamText().ReplaceAllString(p.text.Content, "\"\"")
	field := func(name string) string { return strings.ReplaceAll(firstGroup(opamField[name], content), `\"`, `"`) }
	name := field("name")
	if name == "" {
		name = strings.TrimSuffix(p.Path.Base(), ".opam")
	}
	p.describe(name, field("version"), field("synopsis"), field("license"))
	p.Evidence = append(r.citeStart(p.Path), cite(p.text, "synopsis:")...)
}
