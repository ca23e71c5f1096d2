package delivery

import (
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/facts/pipeline"
	"luminos/internal/lazyregexp"
)

// effectOrder lists the effects of CI configurations in the order of the report. The other effects,
// installing, running and formatting, are means to these.
var effectOrder = []string{
	cmdline.Test, cmdline.Lint, cmdline.Build, cmdline.Scan, fuzzes, cmdline.Links, commits,
	cmdline.Publish, prepares, cmdline.Deploy, rehearses, site,
}

const (
	// commits is the effect of a configuration that does no more than to build and to commit the result to the
	// repository.
	commits = "commit"
	// fuzzes is the effect of a configuration that feeds random input to the target.
	fuzzes = "fuzz"
	// rehearses is the effect of an upload to TestPyPI, which is no publication.
	rehearses = "rehearse"
	// prepares is the effect of a program that proposes the next release, and tags it once the proposal is merged.
	prepares = "prepare"
	// site is the effect of a deployment to the pages of a forge: of documentation, most often.
	site = "site"
)

// outward are the effects that leave the repository. They are stated only with the events that start them.
var outward = []string{cmdline.Publish, prepares, cmdline.Deploy, rehearses, site}

// pushing matches a command that pushes the branch to the repository, alone or after a commit in the same line.
var pushing = lazyregexp.Lazy(`^(?:git .*\bgit commit .*&& *)?` +
	`git push(?: origin(?: (?:HEAD(?::\S+)?|main|master))?)?\)?$`)

// outcome holds the effects of a configuration.
type outcome struct {
	effects      []string            // in the order of effectOrder
	only, doubts map[string][]string // by effect, as in [luminos.CIFile]
	unclear      bool                // some step has effects that are not known
}

// runs are the triggers of an effect while the steps are read: sure ones, and ones with conditions that are not
// understood.
type runs struct {
	always       bool
	sure, doubts []string
}

// effects returns the effects of the steps in a CI configuration that the triggers start, and the triggers to which
// conditions restrict all steps with an effect. A condition that is not understood puts publishing and deploying in
// doubt, and filters of the paths that admit no code put every effect in doubt. Commands of scripts and tasks of the
// target, which resolve returns, add tests and lints only: a script builds its own tools, and whether it publishes can
// depend on conditions in it. An unknown step whose name says that it publishes leaves a doubt.
func effects(
	steps []pipeline.Step, resolve func(dir string) cmdline.Resolver, triggers []string, filtered map[string]filter,
) outcome {
	on := map[string]*runs{}
	t := outcome{unclear: len(steps) == 0}
	local := slices.ContainsFunc(steps, func(s pipeline.Step) bool {
		return ownCluster().MatchString(s.Uses + " " + s.Command)
	})
	var perhaps []string
	for _, s := range branched(ownSteps(steps)) {
		list, known := stepEffects(s, resolve(s.Dir))
		if local {
			list = without(list, cmdline.Deploy)
		}
		if t.unclear = t.unclear || !known; s.Choice {
			list = without(list, cmdline.Publish)
		}
		if !known && slices.ContainsFunc(s.Names, sends().MatchString) {
			perhaps = slices.Concat(perhaps, startedBy(s.When, triggers))
		}
		for _, e := range list {
			if on[e] == nil {
				on[e] = &runs{}
			}
			on[e].add(s.When, triggers, filters(e, filtered), e == cmdline.Build || slices.Contains(outward, e))
		}
		if s.Push && publishes(s.Uses) {
			if on[cmdline.Publish] == nil {
				on[cmdline.Publish] = &runs{}
			}
			on[cmdline.Publish].add(s.Pushed, triggers, filtered, true)
		}
	}
	more := without(slices.Sorted(maps.Keys(on)), cmdline.Build, cmdline.Install, cmdline.Run, cmdline.Links, commits)
	timely := slices.Contains(triggers, luminos.TriggerSchedule) && slices.Equal(more, []string{cmdline.Test})
	if len(more) > 0 && !timely {
		delete(on, commits) // of a release, or of a format
	}
	for _, e := range effectOrder {
		r := on[e]
		if r == nil || !r.always && len(r.sure)+len(r.doubts) == 0 {
			continue
		}
		t.effects = append(t.effects, e)
		if slices.SortFunc(r.sure, byTrigger); r.always || len(r.sure) > 0 && slices.Equal(r.sure, triggers) {
			continue
		}
		t.only = with(t.only, e, r.sure)
		slices.SortFunc(r.doubts, byTrigger)
		doubts := slices.DeleteFunc(r.doubts, func(t string) bool { return slices.Contains(r.sure, t) })
		if len(doubts) > 0 {
			t.doubts = with(t.doubts, e, doubts)
		}
	}
	t.suspect(perhaps)
	return t
}

// suspect leaves a doubt on the triggers of a configuration of which a step perhaps publishes, and no other one does.
func (t *outcome) suspect(triggers []string) {
	if slices.SortFunc(triggers, byTrigger); len(triggers) > 0 && !slices.Contains(t.effects, cmdline.Publish) {
		t.doubts = with(t.doubts, cmdline.Publish, slices.Compact(triggers))
	}
}

// sends matches the name of a step that publishes, by its first word, but not of one that hands files to another job or
// to a service that shows results.
var sends = lazyregexp.Lazy(`(?i)^(?:publish|upload|release)(?: (?:to|the|conda|wheels?|packages?|dist\w*|gems?|` +
	`crates?|images?|charts?|releases?|python|npm|nightly)\b.*)?$`)

// startedBy returns the triggers that can start a step.
func startedBy(when pipeline.When, triggers []string) []string {
	return slices.DeleteFunc(slices.Clone(triggers), func(t string) bool { return when.On(t) == pipeline.No })
}

// asks matches a condition of a shell that compares values and starts no command of the project.
var asks = lazyregexp.Lazy(`^if !? ?(?:\[|test |\(\()`)

// branched returns steps of which the commands in a branch of their shell, and templates of other repositories, have a
// condition that is not understood.
func branched(steps []pipeline.Step) []pipeline.Step {
	shell, depth := -1, 0
	for i := range steps {
		s := &steps[i]
		if s.Shell != shell {
			shell, depth = s.Shell, 0
		}
		first, _, _ := strings.Cut(s.Command, " ")
		ends := strings.HasSuffix(" "+strings.TrimRight(s.Command, "; "), " fi")
		outside := depth == 0
		if first == "if" {
			depth++
			outside = outside && !asks().MatchString(s.Command) // the condition itself runs always
		}
		if foreign(s.Uses) {
			s.When = s.When.Unsure()
		}
		if s.Uses == "" && (!outside || strings.HasPrefix(first, "[") && strings.Contains(s.Command, "&&")) {
			s.When = s.When.And(pipeline.When{}.Unsure())
		}
		if ends && depth > 0 {
			depth--
		}
	}
	return steps
}

// filters returns the filters of paths that put an effect in doubt: none for a site, which changes of documents start.
func filters(effect string, all map[string]filter) map[string]filter {
	if effect == site {
		return nil
	}
	return all
}

// started returns the triggers of a configuration without the ones on which conditions skip all of its steps. Pushes
// stay, since the conditions can select the pushes of tags.
func started(triggers []string, steps []pipeline.Step) []string {
	left := slices.DeleteFunc(slices.Clone(triggers), func(t string) bool {
		return t != luminos.TriggerPush && !slices.ContainsFunc(steps, func(s pipeline.Step) bool {
			return s.When.On(t) != pipeline.No
		})
	})
	if len(steps) == 0 || len(left) == 0 {
		return triggers
	}
	return left
}

// publishes reports whether an action publishes if an input says so.
func publishes(uses string) bool {
	effects, _ := actionEffects(uses)
	return strings.Contains(uses, "build-push") || slices.Contains(effects, cmdline.Publish)
}

// ownSteps returns the steps without the commands of a shell in a directory that it cloned from elsewhere, such as a
// dependency that it builds, or in a directory for temporary files.
func ownSteps(steps []pipeline.Step) []pipeline.Step {
	shell, cloned, foreign := -1, "", false
	return slices.DeleteFunc(slices.Clone(steps), func(s pipeline.Step) bool {
		if s.Shell != shell {
			shell, cloned, foreign = s.Shell, "", false
		}
		w := strings.Fields(s.Command)
		switch {
		case len(w) > 2 && w[0] == "git" && w[1] == "clone":
			cloned = strings.TrimSuffix(path.Base(w[len(w)-1]), ".git")
		case len(w) != 2 || w[0] != "cd":
		case strings.HasPrefix(w[1], "/tmp/"):
			foreign = true
		case foreign:
			foreign = w[1] != "-" && !strings.HasPrefix(w[1], "..")
		default:
			foreign = cloned != "" && path.Clean(w[1]) == cloned
		}
		return foreign
	})
}

// ownCluster matches actions and commands that make a cluster for the time of a run, in order to test in it.
var ownCluster = lazyregexp.Lazy(`\bkind-action\b|minikube|\bk3[ds]\b|\bkind create\b|setup-kind`)

// with returns all with a list for an effect, which is not nil.
func with(all map[string][]string, effect string, list []string) map[string][]string {
	if all == nil {
		all = map[string][]string{}
	}
	all[effect] = append([]string{}, list...)
	return all
}

// add adds the triggers that start a step. The step of a system whose triggers are not known runs always if it has no
// conditions. A trigger that its conditions exclude is left out. Tags are pushes, so a step for tags only runs on them.
// Most systems allow a step that no trigger starts to wait for a person.
func (r *runs) add(when pipeline.When, triggers []string, filtered map[string]filter, strict bool) {
	if len(triggers) == 0 {
		if triggers = pipeline.Triggers[:]; when == (pipeline.When{}) || !strict && slices.Min(when[:]) != pipeline.No {
			r.always = true
			return
		}
	}
	if slices.Contains(triggers, luminos.TriggerPush) && when.On(luminos.TriggerPush) == pipeline.No {
		others := len(startedBy(when, triggers)) > 0
		triggers = add(slices.Clone(triggers), luminos.TriggerTag)
		if !others && when.On(luminos.TriggerTag) == pipeline.No {
			triggers = add(triggers, luminos.TriggerManual)
		}
	}
	for _, t := range triggers {
		switch answer := when.On(t); {
		case answer == pipeline.No:
		case strict && answer == pipeline.Maybe || filtered[t] == narrow:
			r.doubts = add(r.doubts, t)
		default:
			r.sure = add(r.sure, t)
		}
	}
}

// stepEffects returns the effects of a step, and whether it is known to have no others. If its commands are unknown, it
// tests if its name says so.
func stepEffects(s pipeline.Step, resolve cmdline.Resolver) (list []string, known bool) {
	if s.Command == "" {
		list, known = actionEffects(s.Uses)
		if strings.HasPrefix(s.Target, "https://test.pypi.org") {
			list = tried(list)
		}
		return list, known
	}
	if mayFail().MatchString(s.Command) {
		return nil, true // its failure counts for nothing
	}
	s.Command = strings.ReplaceAll(s.Command, "$(pwd)", ".")
	if line, _, _ := strings.Cut(s.Command, " # "); pushing().MatchString(strings.TrimSpace(line)) {
		return []string{commits}, true
	}
	known = cmdline.Known(s.Command, resolve)
	list = commandEffects(s.Command, resolve, known)
	isTest := func(name string) bool { return namesTests(name) && !belies(s.Command, name) }
	if !known && slices.ContainsFunc(s.Names, isTest) {
		list = append(list, cmdline.Test)
	}
	inside := cmdline.Effects(s.Command, resolve)
	saysSo := slices.Contains(inside, cmdline.Publish) ||
		publishWord().MatchString(s.Command) && !strings.Contains(s.Command, "dry")
	if saysSo && slices.ContainsFunc(s.Names, namesRegistry().MatchString) {
		list = append(list, cmdline.Publish)
	}
	if len(s.Names) > 0 && slices.Contains(around, s.Names[0]) { // conditions in their commands decide
		list = without(list, cmdline.Publish, cmdline.Deploy)
	}
	if testPyPI().MatchString(s.Command) {
		list = tried(list)
	}
	if slices.Contains(list, cmdline.Deploy) && ofRig().MatchString(s.Dir+" "+s.Command) {
		list = without(list, cmdline.Deploy)
	}
	return list, known
}

// ofRig matches a directory of a rig that a configuration makes for its own tests, such as "-chdir=infra/ci/bootstrap".
var ofRig = lazyregexp.Lazy(`(?:^|[/=. ])\.?(?:ci|e2e|tests?|testing|fixtures)/`)

// namesRegistry matches the name of a step that publishes to a registry.
var namesRegistry = lazyregexp.Lazy(`(?i)^(?:push|publish|upload|release) (?:\w+ )?to (?:\w+[ .]?)?` +
	`(?:nuget|myget|npm|pypi|docker ?hub|ghcr|` +
	`crates|rubygems|maven|central|registry)`)

// publishWord matches a command with the word for publishing as an argument.
var publishWord = lazyregexp.Lazy(`^[^&|;#]*\s(?:publish|upload)(?:\s[^&|;]*)?$`)

// belies reports whether a command builds by the name of its script, of which the name of the step says nothing: the
// script build_boards.py in a step "test boards" tests nothing.
func belies(command, name string) bool {
	builds := slices.Contains(cmdline.Effects(command, nil), cmdline.Build)
	return builds && !strings.Contains(strings.ToLower(name), "build")
}

// mayFail matches a command whose failure does not end the job.
var mayFail = lazyregexp.Lazy(`\|\|\s*(?:true|:)\s*$`)

// commandEffects returns the effects of a command. The commands of a task or a script that it runs state its tests,
// lints and scans; other effects they only confirm, if the name of the task or the script states them.
func commandEffects(command string, resolve cmdline.Resolver, known bool) (list []string) {
	direct, inside := cmdline.Certain(command, nil), cmdline.Certain(command, resolve)
	if strings.TrimSpace(command) == "make" && (len(inside) > 0 || known) {
		direct = nil
	}
	for _, e := range cmdline.Effects(command, nil) {
		checks := e == cmdline.Test || e == cmdline.Lint
		if slices.Contains(direct, e) && !(checks && known) || slices.Contains(inside, e) {
			list = append(list, e)
		}
	}
	for _, e := range inside {
		if e == cmdline.Test || e == cmdline.Lint || e == cmdline.Scan {
			list = append(list, e)
		}
	}
	return list
}

// tried returns a list of effects with rehearses in the place of publishing.
func tried(list []string) []string {
	if !slices.Contains(list, cmdline.Publish) {
		return list
	}
	return append(without(list, cmdline.Publish), rehearses)
}

// testPyPI matches the address or the usual name of TestPyPI.
var testPyPI = lazyregexp.Lazy(`(?i)\btest\.?pypi\b`)

// without returns a list of effects without some.
func without(list []string, effects ...string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(e string) bool { return slices.Contains(effects, e) })
}

// namesTests reports whether the name of a step states that it tests: "Run unit tests" and "smoke test", but not "Fix
// names in tests" or "Test report".
func namesTests(name string) bool {
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	list := strings.FieldsFunc(strings.ToLower(name), between)
	test := func(w string) bool { return cmdline.Named(w) == cmdline.Test }
	m := second().FindStringSubmatch(name)
	and := m != nil && test(strings.ToLower(m[1])) // "Build and test"
	if cmdline.Named(name) != cmdline.Test && !and || slices.Contains(choreVerbs, list[0]) && !and {
		return false
	}
	for i, w := range list[:len(list)-1] {
		if test(w) && slices.Contains(aboutTests, list[i+1]) {
			return false
		}
	}
	return and || test(list[0]) || test(list[len(list)-1]) || list[0] == "run" || list[0] == "execute"
}

// second matches a name of a step with a second verb, its group: "Build & Test", "Build, test and package".
var second = lazyregexp.Lazy(`(?i)^\w+\P{L}*(?:[&,/+]|\band\b)\P{L}*(\pL+)`)

// around are keys of Travis CI for commands before and after tests and deployments.
var around = strings.Fields("before_install install before_script after_success after_script before_deploy")

var (
	// choreVerbs are first words in the names of steps that name tests but run none.
	choreVerbs = strings.Fields(`setup set install download upload cache prepare create generate copy fetch get collect
		archive save restore load comment list find clean cleanup stop report build compile make fix remove check discover
		skip disable update write ensure start downgrade`)
	// aboutTests are words after "test" in such names.
	aboutTests = strings.Fields(`report reports result results summary coverage data image images environment env
		database db setup deps dependencies binary binaries artifacts files fixtures`)
)
