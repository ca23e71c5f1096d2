package facts

import (
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

var (
	onTarget = lazyregexp.Lazy(`(?m)^(?:on:.*\b|  \s*(?:- )?)pull_request_target\b`)
	// changeRef matches the check-out of the head of a pull request.
	changeRef = lazyregexp.Lazy(`^\s+ref:\s*['"]?(?:refs/pull/\$\{\{|` +
		`\$\{\{\s*github\.(?:event\.pull_request\.head\.(?:sha|ref)|head_ref)\s*\}\})`)
	// runsCode matches a command that runs the scripts, the build or the tests of a checked-out tree.
	runsCode = lazyregexp.Lazy(`(?:^|[\s;&|])(?:(?:npm|yarn|pnpm|bun) (?:ci|i|install|run|test|build)\b|` +
		`make\b|tox\b|pytest\b|` +
		`pip3? install (?:-e )?[.]|cargo (?:build|test|run|clippy)\b|go (?:test|run|generate)\b|(?:\./)?(?:gradlew|mvnw?)\b|` +
		`bundle (?:install|exec)\b|(?:ba)?sh \./?\w|\./\w)`)
	// guarded matches the settings of a workflow that waits for a person: a label, or an environment with reviewers.
	guarded = lazyregexp.Lazy(`(?m)\blabeled\b|\.labels?\b|^\s+environment:|author_association`)
	jobKey  = lazyregexp.Lazy(`^  [\w-]+:\s*$`)
)

// changesRun returns an exposure for the first job of a GitHub workflow that runs for pull requests with the rights of
// the target (pull_request_target), checks out the change and runs its code. The line is the line of the check-out.
func changesRun(text luminos.Text) []luminos.Exposure {
	dir := text.Path.Dir()
	if dir.Base() != "workflows" || dir.Dir().Base() != ".github" || !onTarget().MatchString(text.Content) ||
		guarded().MatchString(text.Content) {
		return nil
	}
	lines := text.Lines()
	ref := 0
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		switch {
		case len(line) > 1000 || words.Comment(line):
		case jobKey().MatchString(line):
			ref = 0
		case changeRef().MatchString(line):
			ref = i + 1
		case ref > 0 && strings.HasPrefix(trimmed, "path:"): // the change lies aside
			ref = 0
		case ref > 0 && runsCode().MatchString(strings.TrimPrefix(strings.TrimPrefix(trimmed, "- "), "run: ")):
			return []luminos.Exposure{{Rule: luminos.RuleTargetChange, Path: text.Path, Line: ref,
				Name: "pull_request_target", Evidence: citeLine(text, lines, ref)}}
		}
	}
	return nil
}
