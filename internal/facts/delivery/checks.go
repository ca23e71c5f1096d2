package delivery

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/words"
)

// triggerNames are triggers as a sentence names them.
var triggerNames = map[string]string{
	luminos.TriggerPush: "pushes", luminos.TriggerPullRequest: "pull requests", luminos.TriggerTag: "tags",
	luminos.TriggerRelease: "releases", luminos.TriggerSchedule: "a schedule", luminos.TriggerManual: "demand",
}

// verbsOf are the effects as a sentence names them.
var verbsOf = map[string]string{
	cmdline.Test: "tests", cmdline.Lint: "lints", cmdline.Scan: "scans", fuzzes: "fuzzes", cmdline.Build: "builds",
	cmdline.Links: "checks links", commits: "commits to the repository",
	cmdline.Publish: "publishes", prepares: "prepares releases", rehearses: "uploads to TestPyPI",
	cmdline.Deploy: "deploys", site: "deploys a site",
}

// manyClauses is the number of clauses from which on minor effects are left out.
const manyClauses = 3

// Checks returns a description of the continuous integration that the files configure: its effects, each with the
// events that start it, such as "tests and lints on pushes and pull requests; publishes on tags". An effect whose
// events are not known, or in part only, is left out beside others. If it is the tests, no effect has events: half a
// list would deny the rest. If all commands are known and none tests, Checks says so. It returns "" if there are no
// files, no effects are known, or only the name of a file says that it tests.
func Checks(files []luminos.CIFile) string {
	var verbs, events [][]string // of each clause
	tests := false
	timed := slices.ContainsFunc(effectOrder, func(effect string) bool {
		on, _, _ := triggersOf(files, effect)
		return len(on) > 0
	})
	if on, _, any := triggersOf(files, cmdline.Test); any && len(on) == 0 {
		timed = false // no effect has events
	}
	for _, effect := range effectOrder {
		on, half, any := triggersOf(files, effect)
		leaves := slices.Contains(outward, effect) || effect == cmdline.Scan
		aside := !half && (leaves || timed && effect != cmdline.Test) // such as a lint of single documents
		if !any || effect == commits && tests && !slices.ContainsFunc(files, updates) || aside && len(on) == 0 {
			continue
		}
		if effect == cmdline.Links && len(verbs) > 0 {
			continue
		}
		if slices.Contains([]string{rehearses, site, fuzzes, prepares}, effect) && len(verbs) >= manyClauses {
			continue
		}
		tests = tests || effect == cmdline.Test
		at := slices.IndexFunc(events, func(list []string) bool { return slices.Equal(list, on) })
		if at < 0 {
			at, verbs, events = len(verbs), append(verbs, nil), append(events, on)
		}
		verbs[at] = append(verbs[at], verbsOf[effect])
	}
	clauses := composed(verbs, events)
	unclear := func(f luminos.CIFile) bool { return f.Unclear }
	switch {
	case !tests && slices.ContainsFunc(files, perhapsTests):
		return ""
	case tests || len(files) == 0 || slices.ContainsFunc(files, unclear): // other commands may test
	case len(clauses) == 0:
		clauses = []string{"no command that builds or tests was found"}
	default:
		clauses = append(clauses, "no command that tests was found")
	}
	return strings.Join(clauses, "; ")
}

// composed returns clauses of verbs, each with its events. If some clauses have events, clauses without events are left
// out. If the tests are without events, all clauses are one without events.
func composed(verbs, events [][]string) []string {
	known := func(list []string) bool { return len(list) > 0 }
	timed := slices.ContainsFunc(events, known)
	if timed && slices.Contains(verbs[0], verbsOf[cmdline.Test]) && !known(events[0]) {
		all := slices.Concat(verbs...)
		slices.SortFunc(all, func(a, b string) int { return rankOf(a) - rankOf(b) })
		return []string{words.List(all)}
	}
	var clauses []string
	for i := range verbs {
		switch {
		case known(events[i]):
			clauses = append(clauses, words.List(verbs[i])+" on "+words.List(events[i]))
		case !timed:
			clauses = append(clauses, words.List(verbs[i]))
		}
	}
	return clauses
}

// rankOf returns the rank of an effect, which is given as a sentence names it.
func rankOf(verb string) int {
	return slices.IndexFunc(effectOrder, func(effect string) bool { return verbsOf[effect] == verb })
}

// perhapsTests reports whether a file has unknown commands and its name says that it tests.
func perhapsTests(f luminos.CIFile) bool {
	file := strings.TrimSuffix(f.Path.Base(), f.Path.Ext())
	return f.Unclear && slices.ContainsFunc([]string{f.Name, file}, func(name string) bool {
		return name != "" && namesTests(name)
	})
}

// updates reports whether a file both tests and commits, as [effects] finds it for data that a schedule renews.
func updates(f luminos.CIFile) bool {
	return slices.Contains(f.Effects, commits) && slices.Contains(f.Effects, cmdline.Test)
}

// triggersOf returns the events, in words such as "pull requests", that start the CI files with an effect such as test,
// whether these are only a part of the events that are certain or possible, and whether any file has this effect. Of a
// part it returns no events. Tags, releases and demand are left out if pushes, pull requests or a schedule start it,
// too, or other events can. Effects that leave the repository have all their events, as in [releasesOn].
func triggersOf(files []luminos.CIFile, effect string) (on []string, half, found bool) {
	var sure []string
	doubt := false
	for _, f := range files {
		if !slices.Contains(f.Effects, effect) {
			continue
		}
		found = true
		triggers := f.Triggers
		if only := f.OnlyOn[effect]; only != nil {
			triggers = only
		}
		if outside := slices.Contains(opaque, f.System); outside || len(triggers) == 0 || len(f.Doubts[effect]) > 0 {
			if doubt = true; outside {
				triggers = nil
			}
		}
		for _, t := range triggers {
			sure = add(sure, t)
		}
	}
	usual := func(t string) bool {
		return t == luminos.TriggerPush || t == luminos.TriggerPullRequest || t == luminos.TriggerSchedule
	}
	some := doubt || slices.ContainsFunc(sure, usual)
	if slices.Contains(outward, effect) {
		sure, half = releasesOn(files, effect)
		some = false
	}
	for _, t := range triggerOrder {
		if name := triggerNames[t]; name != "" && slices.Contains(sure, t) && (usual(t) || !some) {
			on = append(on, name)
		}
	}
	if !slices.Contains(outward, effect) {
		half = lacks(files, effect, on)
	}
	if half = half && len(on) > 0; half {
		on = nil
	}
	return on, half, found
}

// lacks reports whether files without a known effect run unknown commands on pushes or on pull requests, while the
// events of the effect have only one of both: the commands can have the effect, too.
func lacks(files []luminos.CIFile, effect string, on []string) bool {
	if effect != cmdline.Test && effect != cmdline.Lint && effect != cmdline.Build {
		return false
	}
	return slices.ContainsFunc([]string{luminos.TriggerPush, luminos.TriggerPullRequest}, func(t string) bool {
		unknown := func(f luminos.CIFile) bool { return f.Unclear && slices.Contains(f.Triggers, t) }
		return !slices.Contains(on, triggerNames[t]) && slices.ContainsFunc(files, unknown)
	})
}

// releasesOn returns the triggers that start the CI files with an effect that leaves the repository, and whether other
// ones can start it, too. Beside other triggers, of any file, a pull request does not count: it only tries a release
// out. If conditions leave all triggers of a file in doubt, its only one counts: nothing else can start the effect.
func releasesOn(files []luminos.CIFile, effect string) (on []string, more bool) {
	for _, f := range files {
		sure, doubts := f.Triggers, f.Doubts[effect]
		if !slices.Contains(f.Effects, effect) {
			more = more || len(doubts) > 0
			continue
		}
		if only := f.OnlyOn[effect]; only != nil {
			sure = only
		}
		if slices.Contains(opaque, f.System) {
			if sure, doubts = nil, slices.Concat(doubts, sure); f.OnlyOn[effect] == nil {
				doubts = without(doubts, luminos.TriggerPush) // perhaps only a push of a tag
			}
		}
		more = more || slices.Contains(slices.Concat(sure, doubts), luminos.TriggerOther) && !leads(f.Triggers)
		if sure, doubts = withoutTrials(sure), withoutTrials(doubts); len(sure) == 0 && len(doubts) == 1 {
			sure = doubts
		}
		more = more || len(without(doubts, append(sure, luminos.TriggerPullRequest)...)) > 0
		for _, t := range sure {
			on = add(on, t)
		}
	}
	return withoutTrials(on), more
}

// leads reports whether a push, a tag or a release is among the triggers, beside which others try a release out.
func leads(triggers []string) bool {
	return slices.ContainsFunc([]string{luminos.TriggerPush, luminos.TriggerTag, luminos.TriggerRelease},
		func(t string) bool { return slices.Contains(triggers, t) })
}

// withoutTrials returns triggers with a name in reports, and without pull requests if they are not the only ones.
func withoutTrials(triggers []string) []string {
	triggers = slices.DeleteFunc(slices.Clone(triggers), func(t string) bool { return triggerNames[t] == "" })
	if len(triggers) == 1 {
		return triggers
	}
	return without(triggers, luminos.TriggerPullRequest)
}
