package verify

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// flagUse is a flag in a document.
type flagUse struct {
	doc  *document
	line int
	flag string
	own  bool // it is in a command of a program of the target
}

var (
	// otherTool matches the names of programs whose flags documents mention.
	otherTool = lazyregexp.Lazy(`(?i)\b(?:git|npm|npx|yarn|node|docker|podman|cargo|rustc|rustup|pip|uv|curl|wget|make|` +
		`cmake|just|task|tox|nox|hatch|poetry|gem|bundle|go|dotnet|mix|cabal|stack|man|composer|pnpm|bun|deno|kubectl|helm|brew|apt|gcc|clang|javac?|mvn|gradle|tsc|python3?|pytest|bash|ssh|tar|NODE_OPTIONS|RUSTFLAGS)\b`)
)

// usualFlags are flags of well-known programs that documents name without the program.
var usualFlags = []string{"no-default-features", "all-features", "no-verify", "recurse-submodules", "save-dev",
	"index-url", "only-binary", "break-system-packages", "force-with-lease", "no-edit", "ignore-scripts",
	"frozen-lockfile", "user",
	"release", "network", "privileged", "no-cache", "watch", "inspect", "inspect-brk", "version", "help"}

// anyFlag matches a long flag in a text.
var anyFlag = lazyregexp.Lazy(`(?:^|[\s"'` + "`" + `(\[|,/=\\*>])--([a-z][a-z0-9]*(?:[-_][a-z0-9]+)*)\b`)

// collectShown keeps the flags in a text, which count if the target had them. A command of a program of the target, and
// a list of flags, have no words of doubt.
func (c *commands) collectShown(text string, line int, own, listed bool) {
	if len(text) > lineMost || !c.english {
		return
	}
	around := anyFlag().ReplaceAllString(text, " ") // the words of flags are no words of the sentence
	if !own && !listed && (nameHedge().MatchString(around) || otherTool().MatchString(around)) {
		return
	}
	passed := len(text)
	if at := passes().FindStringIndex(text); at != nil {
		passed = at[0]
	}
	for _, m := range anyFlag().FindAllStringSubmatchIndex(text, -1) {
		use := flagUse{doc: c.d, line: line, flag: text[m[2]:m[3]]}
		if slices.Contains(usualFlags, use.flag) {
			continue
		}
		i, known := c.seen[use]
		if !known {
			i = len(c.uses)
			c.seen[use] = i
			c.uses = append(c.uses, use)
		}
		c.uses[i].own = c.uses[i].own || own && m[0] < passed
	}
}

// passes matches the words behind which flags can be of another program, which the command runs.
var passes = lazyregexp.Lazy(`\s(?:run|exec|x|env|with|do|each|foreach|shell|tool|--)\s`)

// plainCommand matches the name of a program.
var plainCommand = lazyregexp.Lazy(`^[a-z][\w.-]*$`)

// isShown reports whether a block is of commands or of output.
func (f fence) isShown() bool {
	return slices.Contains(shells, f.language) || f.language == "text" || f.language == "txt"
}

// collectFenceFlags keeps the flags in a block of commands or of output. A command of a program that the target does
// not make, and code in a language, give flags to other programs.
func (c *commands) collectFenceFlags(ctx context.Context, f fence) {
	if !f.isShown() {
		return
	}
	continued, foreign, own := false, false, false
	for i, line := range f.lines {
		words := commandWords(strings.TrimPrefix(strings.TrimSpace(line), "$ "))
		if !continued && len(words) > 0 {
			own = c.made.isProgram(words[0]) || c.runsScript(ctx, words)
			foreign = plainCommand().MatchString(words[0]) && !own
		}
		continued = strings.HasSuffix(strings.TrimSpace(line), `\`)
		if !f.isOutput(line) && !foreign {
			c.collectShown(line, f.first+i, own && !strings.ContainsAny(line, "|;&#"),
				!continued && listedFlag().MatchString(line))
		}
	}
}

// listedFlag matches a line of the help of a program.
var listedFlag = lazyregexp.Lazy(`^\s+(?:-\w,?\s+)?--[a-z][\w-]*(?:\s+\S+){0,2}\s{2,}\S`)

// collectProse keeps the flags in the paragraphs of the document.
func (c *commands) collectProse() {
	for _, p := range c.d.prose {
		if p.gone || nameHedge().MatchString(p.heading) {
			continue
		}
		line := p.line
		for text := range strings.Lines(p.text) {
			c.collectShown(text, line, false, false)
			line++
		}
	}
}

// collectSpanFlags keeps the flags in a span of code that is a command of the target.
func (c *commands) collectSpanFlags(s span) {
	words := commandWords(strings.TrimPrefix(s.text, "$ "))
	if len(words) > 1 && c.made.isProgram(words[0]) && !strings.ContainsAny(s.text, "|;&#") &&
		!nameHedge().MatchString(s.context) {
		c.collectShown(s.text, s.line, true, false)
	}
}

// interpreters are programs whose first argument can be a script.
var interpreters = []string{"python", "python3", "node", "bash", "sh", "ruby", "perl", "php"}

// runsScript reports whether a command runs a script of the target.
func (c *commands) runsScript(ctx context.Context, words []string) bool {
	return len(words) > 1 && slices.Contains(interpreters, words[0]) && scriptFile().MatchString(words[1]) &&
		len(c.resolve(ctx, c.d, words[1])) > 0
}

// hasKey reports whether the file of an origin has a word as a key now, as in an object of JavaScript with the options
// of a command.
func (t *tree) hasKey(ctx context.Context, from *origin, word string) bool {
	if !slices.Contains([]string{".js", ".ts", ".mjs", ".cjs", ".tsx", ".jsx"}, path.Ext(from.path)) {
		return false
	}
	text, err := t.src.Text(ctx, luminos.PathFromOS(from.path), sourceLimit)
	return err == nil && regexp.MustCompile(`(?:^|[^\w-])`+regexp.QuoteMeta(word)+`["']?\s*:`).MatchString(text.Content)
}

// checkFlags reports the flags that earlier revisions had and no source has now.
func (c *checker) checkFlags(ctx context.Context, s *sources) {
	for _, u := range c.uses {
		c.out.Checked++
		if s.hasFlag(u.flag) {
			continue
		}
		from, says := c.past.flags[u.flag], "--"+u.flag
		if from == nil && u.own {
			from = c.past.literals[u.flag]
		}
		if from != nil && !s.derives(u.flag, from) && !c.tree.hasKey(ctx, from, u.flag) &&
			!from.departed(c.tree, s) && c.past.stated(ctx, u.doc, from, says) {
			c.report(u.doc, luminos.RuleDocFlag, u.line, says, "no source of the target names "+says+" now; "+from.String(),
				prefixed("--", c.tree.closestKey(u.flag, s.flags)))
		}
	}
}
