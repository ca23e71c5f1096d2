package delivery

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/facts/pipeline"
	"luminos/internal/words"
)

// effectOrder lists the effects of CI configurations in the order of the report. The other effects,
// installing, running and formatting, are means to these.
var effectOrder = []string{cmdline.Test, cmdline.Lint, cmdline.Build, cmdline.Publish, cmdline.Deploy}

// effects returns the effects of the steps in a CI configuration: test, lint, build, publish and deploy, in this order.
// A step tests if its name says so, since its commands may be unknown. The second result has, by effect, the triggers
// to which conditions restrict all steps with this effect.
// Commands of scripts and tasks of the target, which resolve returns, add tests and lints only: a script builds its own
// tools, and whether it publishes can depend on conditions in it.
func effects(
	steps []pipeline.Step, resolve func(dir string) cmdline.Resolver,
) (found []string, only map[string][]string) {
	on := map[string][]string{}
	for _, s := range steps {
		list := actionEffects(s.Uses)
		if s.Command != "" {
			list = slices.Clip(cmdline.Effects(s.Command, nil))
			for _, e := range cmdline.Effects(s.Command, resolve(s.Dir)) {
				if e == cmdline.Test || e == cmdline.Lint {
					list = append(list, e)
				}
			}
		}
		named := func(name string) bool { return cmdline.Named(name) == cmdline.Test }
		if s.Command != "" && slices.ContainsFunc(s.Names, named) {
			list = append(slices.Clip(list), cmdline.Test)
		}
		if s.Push && strings.Contains(s.Uses, "build-push") {
			list = append(slices.Clip(list), cmdline.Publish)
		}
		for _, e := range list {
			on[e] = add(on[e], cmp.Or(s.When, "always"))
		}
	}
	for _, e := range effectOrder {
		if len(on[e]) == 0 {
			continue
		}
		found = append(found, e)
		if !slices.Contains(on[e], "always") {
			if only == nil {
				only = map[string][]string{}
			}
			slices.SortFunc(on[e], byTrigger)
			only[e] = on[e]
		}
	}
	return found, only
}

// actionEffects returns the effects that the name of an action, a task or a reusable workflow states, or nil: lint for
// "golangci/golangci-lint-action@v9".
func actionEffects(uses string) []string {
	name, _, _ := strings.Cut(uses, "@")
	name, _, _ = strings.Cut(strings.ToLower(name), ":")
	base := strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".yml"), ".yaml")
	parts := strings.FieldsFunc(base, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(parts, w) })
	}
	switch {
	case has("setup", "checkout", "cache", "artifact", "attest", "metadata", "stale", "labeler", "toolchain"):
		return nil
	case has("test", "tests", "pytest", "tox", "cypress", "playwright", "vstest"):
		return []string{cmdline.Test}
	case has("lint", "linter", "codespell", "typos", "commit", "codeql", "analyze", "scorecard", "ruff", "black", "clippy",
		"fmt", "zizmor", "actionlint", "hadolint", "trivy", "audit", "check", "govulncheck"):
		return []string{cmdline.Lint}
	case has("publish", "pypi", "release", "releases", "goreleaser", "semantic") ||
		strings.Contains(name, "plugin") && has("docker", "buildx", "npm") ||
		strings.HasPrefix(name, "changesets/"):
		return []string{cmdline.Publish}
	case has("deploy", "pages", "deployment", "azurewebapp", "azurefunctionapp"):
		return []string{cmdline.Deploy}
	case has("build", "tauri", "xcodebuild", "latex", "cibuildwheel", "vsbuild", "msbuild", "xcode"):
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

// maxChecks is the number of characters beyond which the description of the checks leaves out rarer events.
const maxChecks = 100

// Checks returns a description of the continuous integration that the files configure: its effects, each with the
// events that start it, such as "tests and lints on pushes and pull requests; publishes on tags". If no command tests,
// it says so. A long description leaves out the schedule and the demand of an effect that other events start, too.
// Checks returns "" if there are no files.
func Checks(files []luminos.CIFile) string {
	all := checks(files, false)
	if len(all) > maxChecks {
		return checks(files, true)
	}
	return all
}

// checks returns the description of Checks, without rarer events if brief is true.
func checks(files []luminos.CIFile, brief bool) string {
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
		if brief {
			rare := func(on string) bool {
				return on == triggerNames[luminos.TriggerSchedule] || on == triggerNames[luminos.TriggerManual]
			}
			if usual := slices.DeleteFunc(slices.Clone(on), rare); len(usual) > 0 {
				on = usual
			}
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

// met returns the triggers to which conditions restrict an effect. In a file that only tags start, a push is a tag.
func met(only, triggers []string) []string {
	only = slices.Clone(only)
	i := slices.Index(only, luminos.TriggerPush)
	if i >= 0 && slices.Contains(triggers, luminos.TriggerTag) && !slices.Contains(triggers, luminos.TriggerPush) {
		only[i] = luminos.TriggerTag
	}
	return only
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
			triggers := f.Triggers
			if only := f.OnlyOn[effect]; only != nil {
				triggers = met(only, triggers)
			}
			if name := triggerNames[trigger]; name != "" && slices.Contains(triggers, trigger) {
				on = append(on, name)
				break
			}
		}
	}
	return on, found
}
