package delivery

import (
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/facts/cmdline"
	"luminos/internal/facts/pipeline"
	"luminos/internal/lazyregexp"
)

// readCI reads the CI configurations of a scan and sets CI, CIFiles and their evidence in the result.
func (r *Result) readCI(ctx context.Context, src luminos.Source, scan *luminos.Scan) error {
	var paths []luminos.Path
	for i := range scan.Files {
		if f := &scan.Files[i]; f.Regular() && f.Size > 0 {
			if system, _ := pipeline.SystemOf(f.Path); system != "" {
				paths = append(paths, f.Path)
			}
		}
	}
	files, err := readAll(ctx, src, r.capped(paths, maxCI, "CI configurations"))
	if err != nil {
		return err
	}
	in, busy := &includer{src: src, scan: scan}, map[string]bool{}
	read := r.configurations(ctx, src, scan, in)
	for _, f := range files {
		if !r.note(f) {
			continue
		}
		system, named := pipeline.SystemOf(f.path)
		line, ok := firstLine(f.text)
		if !ok || system == luminos.CIScript && runBy(files, f.path) {
			continue // an empty file configures nothing, and the script of a configuration is no other one
		}
		ci := luminos.CIFile{Path: f.path, System: system}
		if read(&ci, f.text) {
			busy[system] = true
		}
		if named {
			if name, n := topLevelName(f.text); name != "" {
				ci.Name, line = name, n
			}
		}
		r.CIFiles = append(r.CIFiles, ci)
		if !slices.Contains(r.CI, system) {
			r.CI = append(r.CI, system)
		}
		key := "ci/" + system
		if len(r.Evidence[key]) < maxCited {
			r.Evidence[key] = append(r.Evidence[key], f.text.Cite(line, line))
		}
	}
	r.leaveOutCalled(in)
	r.CI = leaveOut(r.CI, r.Evidence, func(system string) bool { return len(busy) > 0 && !busy[system] })
	r.leaveOutOld()
	slices.Sort(r.CI)
	if i := slices.Index(r.CI, forge); i > 0 { // it does most of the work today
		r.CI = slices.Insert(slices.Delete(r.CI, i, i+1), 0, forge)
	}
	return nil
}

// configurations returns a function that reads the triggers and effects of the configuration ci from its text. It
// reports whether the configuration does more than print texts. A fault while it reads becomes a problem.
func (r *Result) configurations(
	ctx context.Context, src luminos.Source, scan *luminos.Scan, in *includer,
) func(ci *luminos.CIFile, text luminos.Text) (busy bool) {
	left := triggersTotal
	branch := ""
	if scan.Git != nil {
		branch = scan.Git.Branch
	}
	tasks := newScripts(ctx, src, scan)
	return func(ci *luminos.CIFile, text luminos.Text) bool {
		busy, system := true, ci.System
		err := batch.Guard(func() error {
			c := config{text, &left, map[string]filter{}, branch}
			ci.Triggers = c.triggers(system)
			steps, unclear := in.steps(ctx, system, text)
			if slices.Contains(opaque, system) {
				for i := range steps {
					steps[i].When, steps[i].Pushed = steps[i].When.Unsure(), steps[i].Pushed.Unsure()
				}
			}
			ci.Triggers = started(ci.Triggers, steps)
			steps = pipeline.EachValue(steps, text.Content)
			selectEnvironments(steps, text.Content)
			if system == "travis-ci" && !strings.Contains(text.Content, "script:") {
				usual := usualCommand(text.Content)
				steps, unclear = append(steps, pipeline.Step{Command: usual}), unclear || usual == ""
			}
			t := effects(steps, tasks.in, ci.Triggers, c.filtered)
			unclear = unclear || !slices.Contains(t.effects, cmdline.Test) && mentionsTests().MatchString(text.Content)
			ci.Effects, ci.OnlyOn, ci.Doubts, ci.Unclear = t.effects, t.only, t.doubts, t.unclear || unclear
			busy = !idle(steps)
			return nil
		})
		if err != nil {
			r.Problems = append(r.Problems, batch.Problem(ci.Path, err))
		}
		return busy
	}
}

// mentionsTests matches the word for tests: a job with it can test by a command that is not known.
var mentionsTests = lazyregexp.Lazy(`(?i)\btest(?:s|ing)?\b`)

// usualCommands are the commands that Travis CI runs for a language if a configuration has no script:
// https://docs.travis-ci.com/user/languages/. For other languages they depend on the files of the target.
var usualCommands = map[string]string{
	"node_js": "npm test", "ruby": "rake", "go": "go test ./...", "rust": "cargo build; cargo test", "elixir": "mix test",
	"scala": "sbt test", "crystal": "crystal spec", "php": "phpunit", "julia": "julia -e 'Pkg.test()'",
}

// travisLanguage matches the key of the language of a configuration of Travis CI.
var travisLanguage = lazyregexp.Lazy(`(?m)^language:[ \t]*['"]?([\w-]+)`)

// usualCommand returns the command that Travis CI runs by default, or "" if it is not known.
func usualCommand(configuration string) string {
	if m := travisLanguage().FindStringSubmatch(configuration); m != nil {
		return usualCommands[m[1]]
	}
	return ""
}

// toxEnvironment matches the value of the variable by which jobs select environments of tox.
var toxEnvironment = lazyregexp.Lazy(`\bTOXENV['"]?\s*[:=]\s*['"]?([\w.,{}-]+)`)

// selectEnvironments adds the environments that a configuration selects by a variable to its commands of tox.
func selectEnvironments(steps []pipeline.Step, configuration string) {
	var names []string
	for _, m := range toxEnvironment().FindAllStringSubmatch(configuration, -1) {
		names = append(names, m[1])
	}
	for i, s := range steps {
		if words := strings.Fields(s.Command); len(names) > 0 && len(words) > 0 && words[len(words)-1] == "tox" {
			steps[i].Command += " -e " + strings.Join(names, ",")
		}
	}
}

// opaque are systems that start jobs by rules outside of them, such as workflows and their web pages.
var opaque = []string{"gitlab-ci", "circleci", "semaphore", "sourcehut-builds"}

const (
	// maxIncluded is the maximum number of files that the CI configurations of one target include.
	maxIncluded = 100
	// maxIncludedSteps is the maximum number of steps of a configuration to which further files can add.
	maxIncludedSteps = 10_000
)

// includer reads the files that CI configurations include: templates, local files and actions of the target.
type includer struct {
	src   luminos.Source
	scan  *luminos.Scan
	files map[luminos.Path]bool // the regular files of the scan
	read  map[luminos.Path][]pipeline.Step
}

// steps returns the steps of a configuration, and of the files that it and these files include, without the steps that
// include them. A file that cannot be read or has no steps adds nothing, which unclear reports.
func (in *includer) steps(ctx context.Context, system string, t luminos.Text) (all []pipeline.Step, unclear bool) {
	type open struct {
		at   luminos.Path
		list []pipeline.Step
	}
	type call struct { // one file can be included under several conditions
		of   luminos.Path
		when pipeline.When
	}
	seen := map[call]bool{{of: t.Path}: true}
	for todo := []open{{t.Path, pipeline.Steps(system, t)}}; len(todo) > 0; todo = todo[1:] {
		for _, s := range todo[0].list {
			files := pipeline.Included(system, todo[0].at, s.Uses)
			if len(files) == 0 {
				all = append(all, s)
				continue
			}
			found := false
			for _, p := range files {
				c := call{p, s.When}
				if found = found || seen[c]; seen[c] || len(all) > maxIncludedSteps {
					continue
				}
				list := slices.Clone(in.file(ctx, system, p))
				for i := range list {
					list[i].When = list[i].When.And(s.When)
					list[i].Pushed = list[i].Pushed.And(s.When)
				}
				if len(list) > 0 {
					found, seen[c] = true, true
					todo = append(todo, open{p, list})
				}
			}
			unclear = unclear || !found
		}
	}
	return all, unclear
}

// file returns the steps of the included file p, or nil if the target has no such file or maxIncluded files were read.
func (in *includer) file(ctx context.Context, system string, p luminos.Path) []pipeline.Step {
	if in.read == nil {
		in.read, in.files = map[luminos.Path][]pipeline.Step{}, map[luminos.Path]bool{}
		for i := range in.scan.Files {
			in.files[in.scan.Files[i].Path] = in.scan.Files[i].Regular()
		}
	}
	steps, known := in.read[p]
	if known || !in.files[p] || len(in.read) >= maxIncluded {
		return steps
	}
	if t, err := in.src.Text(ctx, p, headLimit); err == nil {
		steps = pipeline.Steps(system, t)
	}
	in.read[p] = steps
	return steps
}

// firstLine returns the number of the first line of t that is neither blank nor "---" nor a
// comment, or false.
func firstLine(t luminos.Text) (int, bool) {
	n := 0
	for line := range strings.Lines(t.Content) {
		n++
		line = strings.TrimSpace(line)
		if line != "" && line != "---" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "//") {
			return n, true
		}
	}
	return 0, false
}

// topLevelName returns the value of "name:" in the first column of a YAML text, and its line, or ""
// and 0.
func topLevelName(t luminos.Text) (string, int) {
	n := 0
	for line := range strings.Lines(t.Content) {
		n++
		rest, ok := strings.CutPrefix(line, "name:")
		if !ok || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		name := pipeline.Scalar(rest)
		if strings.ContainsAny(name, "|>&*") && len(name) < 3 {
			return "", 0 // a block scalar or an alias
		}
		if len(name) > maxItem {
			name = strings.ToValidUTF8(name[:maxItem], "") + "…"
		}
		return name, n
	}
	return "", 0
}
