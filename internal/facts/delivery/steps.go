package delivery

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// effectOrder lists the effects of CI configurations in the order of the report. The other effects,
// installing, running and formatting, are means to these.
var effectOrder = []string{cmdline.Test, cmdline.Lint, cmdline.Build, cmdline.Publish, cmdline.Deploy}

var (
	stepKey = lazyregexp.Lazy(`^["']?([A-Za-z_][\w.-]*)["']?:(?:\s+(.*))?$`)
	// groovyStep matches the steps of a Jenkinsfile that run a command.
	groovyStep = lazyregexp.Lazy(`^(?:sh|bat|powershell|pwsh)\s*\(?\s*(?:script:\s*)?['"]+(.*?)['"]*\s*\)?$`)
)

// commandKeys are the keys whose values are commands. Values of other keys are names, conditions and
// settings.
var commandKeys = []string{"run", "script", "command", "sh", "bash", "pwsh", "powershell", "cmd", "inlinescript", "ps"}

// effects returns the effects of the commands and actions in a CI configuration: test, lint, build, publish and deploy,
// in this order. It reads line by line. A line without a key counts if it is a known command, and the name of a step
// counts if it names tests.
func (t config) effects() []string {
	var found []string
	image := false // the last action builds an image
	title := ""    // of the step
	for line := range strings.Lines(t.Content) {
		line, step := strings.CutPrefix(strings.TrimSpace(line), "- ")
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || strings.HasPrefix(line, "//") {
			continue
		}
		m := stepKey().FindStringSubmatch(line)
		named := m != nil && m[1] == "name"
		if step { // names of workflows, jobs and artifacts are no items of a list
			title = ""
		}
		switch {
		case named && step:
			title = scalar(m[2])
		case named:
		case m == nil:
			if g := groovyStep().FindStringSubmatch(line); g != nil {
				line = g[1]
			}
			found = append(found, cmdline.Effects(unquoted(line), nil)...)
		case m[1] == "uses":
			action := actionEffects(scalar(m[2]))
			image = strings.Contains(m[2], "build-push")
			found = append(found, action...)
		case m[1] == "push" && image && scalar(m[2]) != "false":
			found = append(found, cmdline.Publish)
		case slices.Contains(commandKeys, strings.ToLower(m[1])):
			found = append(found, cmdline.Effects(scalar(m[2]), nil)...)
			if cmdline.Named(title) == cmdline.Test { // its commands may be unknown
				found = append(found, cmdline.Test)
			}
			title = ""
		}
	}
	return inOrder(found)
}

// inOrder returns the effects of a CI configuration that found lists, each once, in the order of effectOrder.
func inOrder(found []string) []string {
	return slices.DeleteFunc(slices.Clone(effectOrder), func(e string) bool { return !slices.Contains(found, e) })
}

// unquoted returns an item of a YAML list without the quotes around it, if it has any.
func unquoted(s string) string {
	if len(s) > 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// actionEffects returns the effects that the name of a GitHub action or of a reusable workflow states, or nil: lint for
// "golangci/golangci-lint-action@v9".
func actionEffects(uses string) []string {
	name, _, _ := strings.Cut(uses, "@")
	base := strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".yml"), ".yaml")
	parts := strings.FieldsFunc(base, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(parts, w) })
	}
	switch {
	case has("setup", "checkout", "cache", "artifact", "attest", "metadata", "stale", "labeler", "toolchain"):
		return nil
	case has("test", "tests", "pytest", "tox", "cypress", "playwright"):
		return []string{cmdline.Test}
	case has("lint", "linter", "codespell", "typos", "commit", "codeql", "analyze", "scorecard", "ruff", "black", "clippy",
		"fmt", "zizmor", "actionlint", "hadolint", "trivy", "audit", "check", "govulncheck"):
		return []string{cmdline.Lint}
	case has("publish", "pypi", "release", "goreleaser", "semantic") || strings.HasPrefix(name, "changesets/"):
		return []string{cmdline.Publish}
	case has("deploy", "pages"):
		return []string{cmdline.Deploy}
	case has("build", "tauri", "xcodebuild", "latex", "cibuildwheel"):
		return []string{cmdline.Build}
	}
	return nil
}

// triggerNames are triggers as a sentence names them.
var triggerNames = map[string]string{
	luminos.TriggerPush: "pushes", luminos.TriggerPullRequest: "pull requests", luminos.TriggerTag: "tags",
	luminos.TriggerRelease: "releases", luminos.TriggerSchedule: "a schedule", luminos.TriggerManual: "demand",
}

// verbsOf are the effects as a sentence names them.
var verbsOf = map[string]string{
	cmdline.Test: "tests", cmdline.Lint: "lints", cmdline.Build: "builds",
	cmdline.Publish: "publishes", cmdline.Deploy: "deploys",
}

// Checks returns a description of the continuous integration that the files configure: its effects, each with the
// events that start it, such as "tests and lints on pushes and pull requests; publishes on tags". If no command tests,
// it says so. It returns "" if there are no files.
func Checks(files []luminos.CIFile) string {
	var clauses []string
	var last []string // triggers of the last clause
	var verbs []string
	flush := func() {
		if len(verbs) == 0 {
			return
		}
		clause := words.List(verbs)
		if len(last) > 0 {
			clause += " on " + words.List(last)
		}
		clauses = append(clauses, clause)
		verbs = nil
	}
	tests := false
	for _, effect := range effectOrder {
		on, any := triggersOf(files, effect)
		if !any {
			continue
		}
		tests = tests || effect == cmdline.Test
		if len(verbs) > 0 && !slices.Equal(on, last) {
			flush()
		}
		verbs, last = append(verbs, verbsOf[effect]), on
	}
	flush()
	if len(clauses) == 0 && len(files) > 0 {
		clauses = []string{"no command that builds or tests was found"}
	} else if len(clauses) > 0 && !tests {
		clauses = append(clauses, "no command that tests was found")
	}
	return strings.Join(clauses, "; ")
}

// triggersOf returns the events, in words such as "pull requests", that start the CI files with an effect such as test,
// and whether any file has this effect.
func triggersOf(files []luminos.CIFile, effect string) (on []string, found bool) {
	for _, trigger := range triggerOrder {
		for _, f := range files {
			if !slices.Contains(f.Effects, effect) {
				continue
			}
			found = true
			if name := triggerNames[trigger]; name != "" && slices.Contains(f.Triggers, trigger) {
				on = append(on, name)
				break
			}
		}
	}
	return on, found
}
