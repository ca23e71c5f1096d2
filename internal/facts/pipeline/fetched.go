package pipeline

import (
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// fetchedTo reports whether a configuration fetches the target into a directory, in which its jobs then work.
func fetchedTo(configuration, dir string) bool {
	if dir == "" {
		return false
	}
	for _, m := range fetchPath().FindAllStringSubmatch(configuration, maxFetched) {
		if strings.Trim(m[1], `'"`) == strings.TrimSuffix(dir, "/") {
			return true
		}
	}
	return false
}

// maxFetched is the maximum number of actions of one configuration that fetch the target.
const maxFetched = 12

// fetchPath matches the directory into which an action fetches the target.
var fetchPath = lazyregexp.Lazy(`actions/checkout@\S+(?: *#.*)?\s+with:\s+path: *(\$\{\{[^}\n]*\}\}|\S+)`)

// maxInputs is the maximum number of lines between an action and its inputs.
const maxInputs = 12

// withoutOthers returns the steps without the commands of jobs that fetch another repository in place of the target:
// a compiler builds the programs of others to test itself. A configuration that never fetches the target otherwise can
// name the target itself, so that all its steps stay.
func withoutOthers(all []Step, lines []string) []Step {
	other, own, inside := map[int]bool{}, false, false
	for i, line := range lines {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "#"):
		case jobKey().MatchString(line): // the next job
			inside = false
		case strings.Contains(line, "actions/checkout@"):
			inside = fetchesOther(lines[i+1 : min(len(lines), i+1+maxInputs)])
			own = own || !inside
		case inside:
			other[i+1] = true
		}
	}
	if !own || len(other) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(s Step) bool { return s.Command != "" && s.Dir == "" && other[s.Line] })
}

// jobKey matches the key of a job.
var jobKey = lazyregexp.Lazy(`^ {2}[\w-]+: *(?:#|$)`)

// otherRepository matches the input of an action that names a repository.
var otherRepository = lazyregexp.Lazy(`^\s+repository: *['"]?[\w.-]+/[\w.-]+['"]?\s*(?:#|$)`)

// fetchesOther reports whether the lines below an action fetch a named repository into the working directory.
func fetchesOther(below []string) bool {
	named := false
	for _, line := range below {
		key := strings.TrimSpace(line)
		if strings.HasPrefix(key, "- ") || strings.HasPrefix(key, "path:") {
			return named && !strings.HasPrefix(key, "path:")
		}
		named = named || otherRepository().MatchString(line)
	}
	return named
}
