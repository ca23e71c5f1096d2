package verify

import (
	"slices"

	"luminos"
	"luminos/internal/lazyregexp"
)

// checkLists checks the names of files without directory in lists and tables: if most names of a list are of the
// target, the others claim to be, too.
func (c *checker) checkLists(d *document) {
	const least = 3 // names of a list that are there
	groups := map[int][]span{}
	for _, s := range d.spans {
		if s.group > 0 && s.leads && bareFile().MatchString(s.text) {
			groups[s.group] = append(groups[s.group], s)
		}
	}
	for _, spans := range groups {
		var missing []span
		for _, s := range spans {
			if len(c.tree.named[s.text]) == 0 {
				missing = append(missing, s)
			}
		}
		if there := len(spans) - len(missing); there < least || len(missing)*4 > len(spans) {
			continue
		}
		for _, s := range missing {
			if !hedged(s.context) && !c.tree.placeholder(s.text) && !c.tree.incomplete && !slices.Contains(usual, s.text) {
				c.claim(claim{doc: d, sure: true, base: s.text, finding: Finding{
					Rule: luminos.RuleDocPath, Line: s.line, Says: s.text,
					Truth:   "the target has no file " + s.text + ", unlike others of the list",
					Nearest: c.tree.closestFile(s.text, c.tree.baseNames())}})
			}
		}
	}
}

// bareFile matches the name of a source or a document without a directory.
var bareFile = lazyregexp.Lazy(`^[\w-]+(?:\.[\w-]+)*\.(?:go|py|rs|js|mjs|cjs|jsx|ts|tsx|rb|java|kt|c|cc|cpp|h|hpp|cs|` +
	`php|md|sh|bash|ps1|html|css|sql|proto|swift|ex|exs|erl|el|lua|scala|vue|pl|pm|zig|nim|jl|hs|ml|clj|dart)$`)

// usual are names that documents use for files of others.
var usual = []string{"main.py", "main.go", "main.rs", "index.js", "index.ts", "index.html", "README.md",
	"CHANGELOG.md", "app.py", "setup.py"}
