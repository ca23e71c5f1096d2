package delivery

import (
	"slices"
	"strings"

	"luminos"
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

// idle reports whether a configuration has steps and all of them only print a text, so that a service is content.
func idle(steps []pipeline.Step) bool {
	prints := func(s pipeline.Step) bool {
		return strings.HasPrefix(s.Command, "echo ") && !strings.ContainsAny(s.Command, "|&;>`$")
	}
	return len(steps) > 0 && !slices.ContainsFunc(steps, func(s pipeline.Step) bool { return !prints(s) })
}

// leaveOutIdle removes the systems from CI that are not busy, unless none is. Their configurations stay in CIFiles.
func (r *Result) leaveOutIdle(busy map[string]bool) {
	if len(busy) == 0 {
		return
	}
	r.CI = slices.DeleteFunc(r.CI, func(system string) bool {
		if !busy[system] {
			delete(r.Evidence, "ci/"+system)
		}
		return !busy[system]
	})
}
