package delivery

import (
	"maps"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/decode"
	"luminos/internal/lazyregexp"
)

// triggerOrder lists all triggers in the order of the report.
var triggerOrder = []string{
	luminos.TriggerPush, luminos.TriggerPullRequest, luminos.TriggerTag, luminos.TriggerRelease,
	luminos.TriggerSchedule, luminos.TriggerManual, luminos.TriggerOther,
}

// maxTriggers is the maximum number of bytes of one key of a configuration,
// triggersTotal of the triggers of all configurations. Real triggers have a few
// hundred bytes, and parsing takes milliseconds per kilobyte.
const (
	maxTriggers   = 8 << 10
	triggersTotal = 512 << 10
)

// config is a CI configuration.
type config struct {
	luminos.Text
	left     *int              // bytes of YAML that may still be parsed
	filtered map[string]filter // by trigger that only changes of some paths start
	branch   string            // that is checked out, or ""
}

// filter states which paths changes must touch to start a configuration.
type filter uint8

const (
	unfiltered filter = iota
	broad             // code among them
	narrow            // single files, documents or configurations
)

// triggers returns the events that start a CI configuration, such as pushes, as far as the
// configuration or its CI system defines them.
func (t config) triggers(system string) []string {
	var found []string
	switch system {
	case "github-actions", "gitea-actions", "forgejo-actions":
		found = t.actionTriggers()
	case "gitlab-ci":
		found = t.gitlabTriggers()
	case "azure-pipelines":
		found = t.azureTriggers()
	case "travis-ci", "appveyor":
		found = t.branchTriggers()
	case "cirrus-ci":
		found = []string{luminos.TriggerPush, luminos.TriggerPullRequest}
	case "circleci", "sourcehut-builds", "semaphore":
		found = []string{luminos.TriggerPush}
	}
	slices.SortFunc(found, byTrigger)
	return slices.Compact(found)
}

// branchTriggers returns the triggers of Travis CI and AppVeyor: pushes and pull requests, unless the key branches
// leaves out all main branches. Both systems count tags as branches: an expression with digits is of the tags of
// releases.
func (t config) branchTriggers() []string {
	v, _ := t.topLevel("branches")
	filters, only := events(v), map[string]decode.Node{}
	if list, ok := filters["only"]; ok {
		only["branches"] = list
	}
	only["branches-ignore"] = filters["except"]
	if t.usualBranches(only) {
		return []string{luminos.TriggerPush, luminos.TriggerPullRequest}
	}
	for name := range events(filters["only"]) {
		if strings.Contains(name, `\d`) || strings.Contains(name, "[0-9]") {
			return []string{luminos.TriggerTag}
		}
	}
	return []string{luminos.TriggerOther}
}

// byTrigger orders triggers as triggerOrder does.
func byTrigger(a, b string) int { return slices.Index(triggerOrder, a) - slices.Index(triggerOrder, b) }

// topLevel returns the value of a key in the first column of a YAML text. It parses only the lines of the key. found is
// false if the key is missing, or its lines are invalid, longer than maxTriggers or beyond the budget t.left.
func (t config) topLevel(key string) (value decode.Node, found bool) {
	var block strings.Builder
	for line := range strings.Lines(t.Content) {
		if block.Len() == 0 {
			name, _, colon := strings.Cut(line, ":")
			if !colon || strings.Trim(name, `"'`) != key {
				continue
			}
		} else if strings.IndexByte(" \t#-\r\n", line[0]) < 0 {
			break
		}
		if block.WriteString(line); block.Len() > maxTriggers {
			return decode.Node{}, false
		}
	}
	if *t.left -= block.Len(); *t.left < 0 {
		return decode.Node{}, false
	}
	docs, err := decode.YAML(block.String(), maxTriggers)
	if err != nil || len(docs) == 0 || len(docs[0].Entries()) == 0 {
		return decode.Node{}, false
	}
	return docs[0].Entries()[0].Value, true
}

// events returns the names in a YAML value: a single word, the items of a list, or the keys of a mapping. Each key of a
// mapping comes with its value, a filter of the event; other names have an empty value.
func events(n decode.Node) map[string]decode.Node {
	all := map[string]decode.Node{}
	if s := n.Text(); s != "" {
		all[s] = decode.Node{}
	}
	for _, item := range n.Items() {
		all[item.Text()] = decode.Node{}
	}
	for _, e := range n.Entries() {
		all[e.Key] = e.Value
	}
	return all
}

// actionTriggers returns the triggers that the key "on" of a GitHub workflow declares.
func (t config) actionTriggers() []string {
	on, ok := t.topLevel("on")
	if !ok {
		return nil
	}
	var found []string
	for event, filter := range events(on) {
		filters := events(filter)
		maps.DeleteFunc(filters, func(_ string, v decode.Node) bool { return v.Kind() == decode.Null }) // no filter
		has := func(key string) bool {
			_, plain := filters[key]
			_, but := filters[key+"-ignore"]
			return plain || but
		}
		switch event {
		case "":
		case "push":
			if has("tags") && !allTags(filters["tags-ignore"]) {
				found = append(found, luminos.TriggerTag)
			}
			switch {
			case !has("branches") && has("tags"):
			case !t.usualBranches(filters), onlyFiles(filters["paths"]):
				found = append(found, luminos.TriggerOther)
			default:
				t.filtered[luminos.TriggerPush] = pathFilter(filters)
				found = append(found, luminos.TriggerPush)
			}
		case "pull_request":
			t.filtered[luminos.TriggerPullRequest] = pathFilter(filters)
			found = append(found, t.pullRequest(filters))
		case "merge_group":
			found = append(found, luminos.TriggerPullRequest)
		case "release":
			found = append(found, luminos.TriggerRelease)
		case "schedule":
			found = append(found, luminos.TriggerSchedule)
		case "workflow_dispatch":
			found = append(found, luminos.TriggerManual)
		default: // pull_request_target, too: it runs on the base, not on the change
			found = append(found, luminos.TriggerOther)
		}
	}
	return found
}

// asides matches patterns of paths beside the code.
var asides = lazyregexp.Lazy(`^(?:\.github|docs?|website|site|examples?)/|\.(?:md|ya?ml)\b`)

// pathFilter returns how the paths in the filters of an event restrict it.
func pathFilter(filters map[string]decode.Node) filter {
	paths, ok := filters["paths"]
	if !ok {
		return unfiltered
	}
	for p := range events(paths) {
		if strings.Contains(p, "*") && !strings.HasPrefix(p, "!") && !asides().MatchString(p) {
			return broad
		}
	}
	return narrow
}

// onlyFiles reports whether the patterns of paths in the value of a filter match only files with single names, such as
// "lib/**/version.rb".
func onlyFiles(filter decode.Node) bool {
	patterns := events(filter)
	for p := range patterns {
		if base := path.Base(p); strings.HasPrefix(p, "!") || strings.HasSuffix(p, "/") || strings.Contains(base, "*") {
			return false
		}
	}
	return len(patterns) > 0
}

// allTags reports whether one of the patterns in the value of a filter matches all tags.
func allTags(filter decode.Node) bool {
	for name := range events(filter) {
		if name == "**" || name == "*" {
			return true
		}
	}
	return false
}

// mainBranch matches names and patterns of branches that are the main one, or include it.
var mainBranch = lazyregexp.Lazy(`^(?:main|master|trunk|devel(?:op|opment)?|dev|default|next|current|` +
	`ma\*.*|v?\d.*|\*\.[x\d].*|\*\*?(?:/\*\*?)?)$`)

// renamed are the names of a main branch of which most repositories gave up one for the other.
var renamed = map[string]string{"main": "master", "master": "main"}

// usualBranches reports whether a filter of pushes admits a main branch, unlike one for branches of releases. If "main"
// is checked out, "master" does not count: the main branch had this name before. If a filter leaves branches out by
// their names, only the one that is checked out counts, if there is one.
func (t config) usualBranches(filters map[string]decode.Node) bool {
	_, filtered := filters["branches"]
	usual := !filtered
	for name := range events(filters["branches"]) {
		main := mainBranch().MatchString(name) && (t.branch == "" || name != renamed[t.branch])
		usual = usual || main || strings.ContainsAny(name, "${")
	}
	for name := range events(filters["branches-ignore"]) {
		other := t.branch != "" && name != t.branch && !strings.ContainsAny(name, "*?[+")
		usual = usual && (other || !mainBranch().MatchString(name))
	}
	return usual
}

// pullRequest returns the trigger of a workflow with the event pull_request, by its filters: TriggerPullRequest if the
// branches include a main one, and types are missing or name new pull requests or commits, else TriggerOther.
func (t config) pullRequest(filters map[string]decode.Node) string {
	types, ok := filters["types"]
	if !t.usualBranches(filters) {
		return luminos.TriggerOther
	}
	if !ok {
		return luminos.TriggerPullRequest
	}
	for name := range events(types) {
		if slices.Contains([]string{"opened", "synchronize", "reopened", "ready_for_review"}, name) {
			return luminos.TriggerPullRequest
		}
	}
	return luminos.TriggerOther
}

// azureTriggers returns the triggers of an Azure pipeline from "trigger:", "pr:" and "schedules:".
// Pushes and pull requests are on unless the value is "none".
func (t config) azureTriggers() []string {
	var found []string
	for _, k := range []struct{ key, trigger string }{{"trigger", luminos.TriggerPush}, {"pr", luminos.TriggerPullRequest}} {
		if v, ok := t.topLevel(k.key); !ok || v.Text() != "none" {
			found = append(found, k.trigger)
		}
	}
	if v, ok := t.topLevel("trigger"); ok {
		for name := range events(v) {
			if name == "tags" {
				found = append(found, luminos.TriggerTag)
			}
		}
	}
	if _, ok := t.topLevel("schedules"); ok {
		found = append(found, luminos.TriggerSchedule)
	}
	return found
}

// gitlabTriggers returns the triggers of a GitLab pipeline: pushes always, merge requests and
// schedules if its text mentions them.
func (t config) gitlabTriggers() []string {
	found := []string{luminos.TriggerPush}
	if strings.Contains(t.Content, "merge_request") {
		found = append(found, luminos.TriggerPullRequest)
	}
	if strings.Contains(t.Content, "schedules") || strings.Contains(t.Content, `"schedule"`) {
		found = append(found, luminos.TriggerSchedule)
	}
	return found
}
