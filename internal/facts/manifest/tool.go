package manifest

import (
	"slices"
	"strings"

	"luminos"
)

// toolDirs hold what serves those who work on a target rather than its users.
var toolDirs = []string{"tools", "tool", "scripts", "script", "hack", "misc", "ci", "build", "dev", "contrib", "utils", "util", "gen",
	"bench", "benches", "benchmark", "benchmarks", "docs", "doc", "website", "site", "fuzz", "xtask", "internal", "debug", "eval", "evals", "perf", "benchsuite"}

// ToolDir reports whether a directory of that name holds, as a rule, programs
// for those who work on the target and not for its users.
func ToolDir(name string) bool {
	return strings.HasPrefix(name, ".") || slices.Contains(toolDirs, strings.ToLower(name))
}

// inTools reports whether any directory above p is such a one.
func inTools(p luminos.Path) bool {
	for d := p.Dir(); d != luminos.Root; d = d.Dir() {
		if ToolDir(d.Base()) {
			return true
		}
	}
	return false
}
