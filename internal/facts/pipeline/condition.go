package pipeline

import (
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// conditions are keys, in lower case and without punctuation, whose values restrict a step or a job to events.
var conditions = []string{"if", "only", "rules", "when", "condition", "trigger", "on", "onlyif"}

// condition reads the value of a condition of a mapping in line n: the lines of the value as one text.
func (r *reader) condition(at *mapping, key, value string, column, n int) {
	r.text = scalarText{kind: 'c', column: column, use: func(b block) {
		text := strings.TrimPrefix(b.steps[0].Command, key+":")
		switch {
		case at.parent == nil && !r.restricts:
		case !r.expressions:
			at.when = at.when.And(restricted(key, text))
		case key == "if":
			text = Scalar(strings.TrimLeft(text, " |>-"))
			if r.called && strings.HasPrefix(text, "inputs.") {
				return // the caller decides
			}
			at.condition = text
			at.always = strings.Contains(text, "always()") || strings.Contains(text, "cancelled()")
		}
	}}
	r.text.add(key+": "+value, n)
}

var (
	denies = lazyregexp.Lazy(`(?i)\|\||!|branch|merge_request|pull_request|\bmain\b|\bmaster\b|` +
		`\bnot\(|\bor\(|never|except|ignore|null`)
	tagRef = lazyregexp.Lazy(`^[^|]*(?:\$CI_COMMIT_TAG\b|refs/tags/|CIRRUS_TAG)`)
	// travisTags matches the key by which a deployment of Travis CI or AppVeyor runs on tags only.
	travisTags = lazyregexp.Lazy(`\b(?:tags|(?i:appveyor_repo_tag)): *true\b`)
	// admits matches conditions that each trigger meets.
	admits = lazyregexp.Lazy(`^\s*(?:on_success|always|succeeded\(\)|always\(\)|succeededOrFailed\(\))?\s*$`)
)

// restricted returns the events to which the value of a condition restricts a step: tags, a schedule or demand. Each
// event is possible if the condition admits other events, denies or is not understood.
func restricted(key, text string) When {
	if admits().MatchString(text) {
		return When{}
	}
	if key == "on" && travisTags().MatchString(text) {
		return onlyOn(luminos.TriggerTag)
	}
	if denies().MatchString(text) || strings.Count(text, "if:") > 1 {
		return unclear
	}
	if tagRef().MatchString(text) {
		return onlyOn(luminos.TriggerTag)
	}
	if key == "if" || key == "rules" || key == "condition" {
		return unclear
	}
	found := ""
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" :,-[]{}\"'", r) }) {
		trigger := ""
		switch word {
		case "tag", "tags":
			trigger = luminos.TriggerTag
		case "schedule", "schedules", "cron":
			trigger = luminos.TriggerSchedule
		case "manual":
			trigger = luminos.TriggerManual
		case "refs", "event", "true":
			continue
		}
		if trigger == "" || found != "" && found != trigger {
			return unclear
		}
		found = trigger
	}
	if found == "" {
		return unclear
	}
	return onlyOn(found)
}
