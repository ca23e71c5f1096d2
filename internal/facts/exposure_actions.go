package facts

import (
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

var (
	onTarget = lazyregexp.Lazy(`(?m)^(?:on:.*\b|  \s*(?:- )?)(pull_request_target|workflow_run)\b`)
	// changeRef matches the check-out of the head of a pull request.
	changeRef = lazyregexp.Lazy(`^\s+ref:\s*['"]?(?:refs/pull/\$\{\{|` +
		`\$\{\{\s*github\.(?:event\.pull_request\.head\.(?:sha|ref)|` +
		`event\.workflow_run\.head_(?:sha|commit\.id)|head_ref)\s*\}\})`)
	// runsCode matches a command that runs the scripts, the build or the tests of a checked-out tree.
	runsCode = lazyregexp.Lazy(`(?:^|[\s;&|])(?:(?:npm|yarn|pnpm|bun) (?:ci|i|install|run|test|build)\b|` +
		`make\b|tox\b|pytest\b|` +
		`pip3? install (?:-e )?[.]|cargo (?:build|test|run|clippy)\b|go (?:test|run|generate)\b|(?:\./)?(?:gradlew|mvnw?)\b|` +
		`bundle (?:install|exec)\b|skaffold (?:run|build|deploy)\b|docker (?:compose |buildx )?(?:build|up)\b|` +
		`(?:ba)?sh \./?\w|\./\w)`)
	// guarded matches the settings of a workflow that waits for a person: a label, or an environment with reviewers.
	guarded = lazyregexp.Lazy(`(?m)\blabeled\b|\.labels?\b|^\s+environment:|author_association`)
	// ofOwners matches the settings of a workflow that follows another one, but not for the branches of strangers.
	ofOwners = lazyregexp.Lazy(`(?m)workflow_run\.(?:event\s*==\s*'(?:push|schedule|workflow_dispatch|release)'|` +
		`head_branch\s*==|` +
		`head_repository[\w.]*\s*[!=]=|event\s*!=\s*'pull_request')|^    branches:`)
	// insists matches the setting that actions/checkout demands of a workflow that runs the code of strangers with rights.
	insists = lazyregexp.Lazy(`(?m)^\s+allow-unsafe-pr-checkout:\s*true\b`)
	jobKey  = lazyregexp.Lazy(`^  [\w-]+:\s*$`)
)

// changesRun returns an exposure for the first job of a GitHub workflow that runs for pull requests with the rights of
// the target (pull_request_target, or workflow_run after a workflow for pull requests), checks out the change and runs
// its code. The line is the line of the check-out.
func changesRun(text luminos.Text) []luminos.Exposure {
	dir := text.Path.Dir()
	if dir.Base() != "workflows" || dir.Dir().Base() != ".github" {
		return nil
	}
	event := onTarget().FindStringSubmatch(text.Content)
	if event == nil || guarded().MatchString(text.Content) && !insists().MatchString(text.Content) ||
		event[1] == "workflow_run" && !strings.Contains(text.Content, "pull_request_target") &&
			ofOwners().MatchString(text.Content) {
		return nil
	}
	lines := text.Lines()
	ref, step := 0, false // the line of the check-out, and whether its step goes on
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		step = step && !strings.HasPrefix(trimmed, "- ")
		switch {
		case len(line) > 1000 || words.Comment(line):
		case jobKey().MatchString(line):
			ref = 0
		case changeRef().MatchString(line):
			ref, step = i+1, true
		case step && strings.HasPrefix(trimmed, "path:"): // the change lies aside
			ref = 0
		case ref > 0 && runsCode().MatchString(strings.TrimPrefix(strings.TrimPrefix(trimmed, "- "), "run: ")):
			return []luminos.Exposure{{Rule: luminos.RuleTargetChange, Path: text.Path, Line: ref,
				Name: event[1], Evidence: citeLine(text, lines, ref)}}
		}
	}
	return nil
}
