package pipeline

import (
	"strings"

	"luminos"
)

// The values in the language of GitHub that depend on the trigger.
var (
	eventNames = map[string]string{
		luminos.TriggerPush: "push", luminos.TriggerTag: "push", luminos.TriggerPullRequest: "pull_request",
		luminos.TriggerRelease: "release", luminos.TriggerSchedule: "schedule", luminos.TriggerManual: "workflow_dispatch",
	}
	refs = map[string]string{
		luminos.TriggerPush: "refs/heads/", luminos.TriggerSchedule: "refs/heads/", luminos.TriggerManual: "refs/heads/",
		luminos.TriggerTag: "refs/tags/", luminos.TriggerRelease: "refs/tags/", luminos.TriggerPullRequest: "refs/pull/",
	}
)

// actionsOf are the usual values of github.event.action, by trigger. The events of triggers without any have no action.
var actionsOf = map[string][]string{
	luminos.TriggerRelease:     {"published", "released", "created"},
	luminos.TriggerPullRequest: {"opened", "synchronize", "reopened"},
}

// general are the beginnings of names whose values do not depend on the trigger: some job, machine or repository has
// the value with which a condition compares them.
var general = []string{
	"runner.", "strategy.", "job.status", "github.repository", "github.event.repository.", "github.actor",
	"github.triggering_actor", "github.server_url",
}

// own are the beginnings of names that have a value in the events of one trigger only.
var own = map[string]string{
	"github.event.pull_request": luminos.TriggerPullRequest, "github.head_ref": luminos.TriggerPullRequest,
	"github.base_ref": luminos.TriggerPullRequest, "github.event.label": luminos.TriggerPullRequest,
	"github.event.release": luminos.TriggerRelease, "github.event.schedule": luminos.TriggerSchedule,
	"github.event.inputs": luminos.TriggerManual, "inputs.": luminos.TriggerManual,
}

// named returns the value of a word in a condition: a constant or the name of a value of the run.
func (e *evaluation) named(name string) value {
	trigger := Triggers[e.trigger]
	switch name {
	case "true":
		return value{text: name}
	case "false", "null", "0":
		return value{}
	case "github.event_name":
		if event := eventNames[trigger]; event != "" {
			return value{text: event}
		}
	case "github.ref":
		if ref := refs[trigger]; ref != "" {
			return value{text: ref, prefix: true}
		}
	case "github.event.ref": // as the event states it
		switch trigger {
		case luminos.TriggerPush, luminos.TriggerTag, luminos.TriggerManual:
			return value{text: refs[trigger], prefix: true}
		case luminos.TriggerOther:
			return value{kind: '?'}
		}
		return value{}
	case "github.event.action":
		if actionsOf[trigger] != nil {
			return value{text: trigger, kind: 'a'}
		} else if trigger != luminos.TriggerOther {
			return value{}
		}
	case "github.ref_type":
		if refs[trigger] == "refs/tags/" {
			return value{text: "tag"}
		} else if refs[trigger] != "" {
			return value{text: "branch"}
		}
	}
	if job, ok := strings.CutPrefix(name, "needs."); ok && strings.HasSuffix(job, ".result") {
		return e.result(strings.TrimSuffix(job, ".result"))
	}
	if of, ok := strings.CutPrefix(name, "matrix."); ok {
		return value{text: of, kind: '*'}
	}
	general := general
	if e.of.action {
		general = append(general[:len(general):len(general)], "inputs.")
	}
	for _, g := range general {
		if strings.HasPrefix(name, g) {
			return value{kind: '*'}
		}
	}
	for beginning, t := range own {
		if strings.HasPrefix(name, beginning) && t != trigger && trigger != luminos.TriggerOther {
			return value{}
		}
	}
	return value{kind: '?'}
}

// result returns the result of a job on which the job with the condition depends. Each result is possible if the job
// runs.
func (e *evaluation) result(job string) value {
	switch e.of.job(job)[e.trigger] {
	case No:
		return value{text: "skipped"}
	case Maybe:
		return value{kind: '?'}
	}
	return value{kind: '*'}
}
