package manifest

import "luminos/internal/lazyregexp"

var (
	sbtName = lazyregexp.Lazy(`(?m)^\s*(?:ThisBuild\s*/\s*)?name\s*:=\s*"([^"\n]+)"`)
	// millPublish matches a module of Mill that is published to the repositories of Maven.
	millPublish = lazyregexp.Lazy(`\bPomSettings\(`)
)

// readSbt reads the name of a project of sbt.
func readSbt(_ *reader, p *pkg) {
	p.describe(firstGroup(sbtName, p.text.Content), "", "", "")
	p.citeHead("", "name", ":=", p.Name)
}

// enterMill adds the library of a build of Mill that publishes its modules.
func enterMill(r *reader, p *pkg) {
	if at := millPublish().FindStringIndex(p.text.Content); at != nil {
		p.Evidence = citeLine(p.text, lineOf(p.text.Content, at[0]))
		addLibrary(r, p, r.tree.largestBelow(p.dir, ".scala"))
	}
}
