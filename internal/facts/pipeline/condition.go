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
		if at.parent != nil || r.restricts {
			at.when = restricted(key, strings.TrimPrefix(b.steps[0].Command, key+":"))
		}
	}}
	r.text.add(key+": "+value, n)
}

var (
	denies = lazyregexp.Lazy(`(?i)\|\||!|branch|merge_request|pull_request|\bmain\b|\bmaster\b|` +
		`\bnot\(|\bor\(|never|except|ignore|null`)
	// pushed matches conditions of GitHub that no pull request meets: its ref is refs/pull/N/merge.
	pushed = lazyregexp.Lazy(`^[^|!]*(?:github\.event_name == 'push'|github\.(?:event\.)?ref == 'refs/heads/)[^|!]*$`)
	tagRef = lazyregexp.Lazy(`^[^|]*(?:\$CI_COMMIT_TAG\b|refs/tags/|github\.ref_type == 'tag'|CIRRUS_TAG)`)
)

// restricted returns the trigger to which the value of a condition restricts a step: pushes, tags, a schedule or demand.
// It returns "" for a condition that admits other events, denies or is not understood.
func restricted(key, text string) string {
	if key == "if" && pushed().MatchString(text) && !strings.Contains(text, "refs/tags/") {
		return luminos.TriggerPush
	}
	if denies().MatchString(text) || strings.Count(text, "if:") > 1 {
		return ""
	}
	if tagRef().MatchString(text) {
		return luminos.TriggerTag
	}
	if key == "if" || key == "rules" || key == "condition" {
		return ""
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
			return ""
		}
		found = trigger
	}
	return found
}
