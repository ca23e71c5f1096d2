package delivery

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/facts/pipeline"
)

// runBy reports whether a configuration of a CI system mentions the script p and so is the one that runs the script.
func runBy(files []file, p luminos.Path) bool {
	for _, f := range files {
		if system, _ := pipeline.SystemOf(f.path); system != luminos.CIScript && mentions(f.text.Content, string(p)) {
			return true
		}
	}
	return false
}

// mentions reports whether a text has a path that is no part of a longer name.
func mentions(text, path string) bool {
	inName := func(s string) bool {
		return strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") == ""
	}
	for {
		before, after, found := strings.Cut(text, path)
		if !found {
			return false
		}
		starts := before == "" || !inName(before[len(before)-1:])
		if starts && (after == "" || !inName(after[:1])) {
			return true
		}
		text = after
	}
}

// idle reports whether a configuration has steps and all of them only print a text or end the job, so that a service is
// content.
func idle(steps []pipeline.Step) bool {
	prints := func(s pipeline.Step) bool {
		if slices.Contains([]string{"exit 0", "exit", "true", ":"}, s.Command) {
			return true
		}
		return strings.HasPrefix(s.Command, "echo ") && !strings.ContainsAny(s.Command, "|&;>`$")
	}
	return len(steps) > 0 && !slices.ContainsFunc(steps, func(s pipeline.Step) bool { return !prints(s) })
}

// leaveOut returns the systems of CI without some of them, and deletes their evidence.
func leaveOut(ci []string, evidence map[string][]luminos.Evidence, is func(system string) bool) []string {
	return slices.DeleteFunc(ci, func(system string) bool {
		if is(system) {
			delete(evidence, "ci/"+system)
			return true
		}
		return false
	})
}

const (
	forge = "github-actions"
	// old is a system that no longer serves open source for nothing. Projects that moved to their forge often keep its
	// configuration.
	old = "travis-ci"
)

// leaveOutCalled removes the effects of configurations that only others start, which include their steps.
func (r *Result) leaveOutCalled(in *includer) {
	for i, c := range r.CIFiles {
		if len(in.read[c.Path]) > 0 && slices.Equal(c.Triggers, []string{luminos.TriggerOther}) {
			r.CIFiles[i] = luminos.CIFile{Path: c.Path, System: c.System, Name: c.Name, Triggers: c.Triggers}
		}
	}
}

// leaveOutOld removes the system old, and the effects of its configurations, if workflows of the forge test pushes or
// pull requests.
func (r *Result) leaveOutOld() {
	tests := func(c luminos.CIFile) bool {
		usual := slices.Contains(c.Triggers, luminos.TriggerPush) || slices.Contains(c.Triggers, luminos.TriggerPullRequest)
		return c.System == forge && usual && slices.Contains(c.Effects, cmdline.Test)
	}
	if !slices.ContainsFunc(r.CIFiles, tests) {
		return
	}
	r.CI, r.CIFiles = WithoutOld(r.CI, r.CIFiles, r.Evidence)
}

// WithoutOld returns the systems of CI without the system that no longer serves open source for nothing, and the
// configurations without the effects of its own. It deletes the evidence of the system.
func WithoutOld(
	ci []string, files []luminos.CIFile, evidence map[string][]luminos.Evidence,
) ([]string, []luminos.CIFile) {
	files = slices.Clone(files)
	for i, c := range files {
		if c.System == old {
			files[i] = luminos.CIFile{Path: c.Path, System: c.System, Name: c.Name, Triggers: c.Triggers}
		}
	}
	return leaveOut(ci, evidence, func(system string) bool { return system == old }), files
}
