package manifest

import (
	"strings"

	"luminos/internal/lazyregexp"
)

var (
	sbtName = lazyregexp.Lazy(`(?m)^(\s*)(?:ThisBuild\s*/\s*)?name\s*:=\s*"([^"\n]+)"`)
	// atRoot matches the definition of a project of sbt at the root.
	atRoot = lazyregexp.Lazy(`\bfile\("\."\)`)
	// millPublish matches a module of Mill that is published to the repositories of Maven.
	millPublish = lazyregexp.Lazy(`\bPomSettings\(`)
)

// readSbt reads the name of a project of sbt: one outside of all projects, or of the project at the root.
func readSbt(_ *reader, p *pkg) {
	text := p.text.Content
	for _, at := range sbtName().FindAllStringSubmatchIndex(text, maxRules) {
		project := text[max(strings.LastIndex(text[:at[0]], "val "), 0):at[0]]
		if indented := at[3] > at[2] && text[at[3]-1] != '\n'; indented && !atRoot().MatchString(project) {
			continue
		}
		p.describe(text[at[4]:at[5]], "", "", "")
		p.citeHead("", "name", ":=", p.Name)
		return
	}
}

// enterMill adds the library of a build of Mill that publishes its modules.
func enterMill(r *reader, p *pkg) {
	if at := millPublish().FindStringIndex(p.text.Content); at != nil {
		p.Evidence = citeLine(p.text, lineOf(p.text.Content, at[0]))
		addLibrary(r, p, r.tree.largestBelow(p.dir, ".scala"))
	}
}
