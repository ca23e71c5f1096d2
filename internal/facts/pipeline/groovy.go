package pipeline

import (
	"strings"

	"luminos/internal/lazyregexp"
)

var (
	// groovyStep matches a step of a Jenkinsfile that runs a command, up to its first quotation mark.
	groovyStep = lazyregexp.Lazy(`(?:^|[\s{=(])(?:sh|bat|powershell|pwsh)` +
		`\s*\(?\s*(?:\w+:\s*[\w'"]+,\s*)?(?:script:\s*)?("""|'''|"|')`)
	// groovyBlock matches a block of a Jenkinsfile with a name: stage('Test') { or dir('web') {.
	groovyBlock = lazyregexp.Lazy(`\b(stage|dir)\s*\(?\s*["']([^"']*)["']\s*\)?\s*\{`)
)

// scope is a block of a Jenkinsfile that is open.
type scope struct {
	depth     int // number of braces that are open around the block
	kind, arg string
}

// groovySteps returns the commands of the steps in a Jenkinsfile. It reads lines; commands that are composed from
// variables stay as they are.
func groovySteps(content string) []Step {
	var all []Step
	var open []scope
	depth, shell, n := 0, 0, 0
	end := "" // of the text of several lines that is open
	var b block
	flush := func() {
		for _, s := range b.steps {
			s.Shell = shell
			for i := len(open) - 1; i >= 0; i-- {
				if open[i].kind == "dir" && s.Dir == "" {
					s.Dir = open[i].arg
				} else if open[i].kind == "stage" {
					s.Names = append(s.Names, open[i].arg)
				}
			}
			if len(all) < maxSteps {
				all = append(all, s)
			}
		}
		b = block{}
	}
	for line := range strings.Lines(content) {
		n++
		line = strings.TrimSpace(line)
		if end != "" {
			text, _, done := strings.Cut(line, end)
			if b.add(strings.TrimSpace(text), n); done {
				flush()
				end = ""
			}
			continue
		}
		if strings.HasPrefix(line, "//") || strings.HasPrefix(line, "*") {
			continue
		}
		if m := groovyBlock().FindStringSubmatch(line); m != nil && len(open) < maxScopes {
			open = append(open, scope{depth, m[1], m[2]})
		}
		if m := groovyStep().FindStringSubmatchIndex(line); m != nil {
			shell++
			mark := line[m[2]:m[3]]
			text, rest, done := strings.Cut(line[m[3]:], mark)
			if b.add(strings.TrimSpace(text), n); done || len(mark) == 1 {
				flush()
			} else {
				end = mark
			}
			line = line[:m[2]] + rest
		}
		depth += strings.Count(line, "{") - strings.Count(line, "}")
		for len(open) > 0 && depth <= open[len(open)-1].depth {
			open = open[:len(open)-1]
		}
	}
	flush()
	return all
}

// maxScopes is the maximum number of blocks with a name that are open at once in a Jenkinsfile.
const maxScopes = 20
