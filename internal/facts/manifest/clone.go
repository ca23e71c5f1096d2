package manifest

import (
	"path"
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// inOther reports whether a line is a comment above commands that run in another repository than the target.
func inOther(pkgs []*pkg, line string) bool {
	m := inRepository().FindStringSubmatch(line)
	return m != nil && !strings.EqualFold(m[1], projectName(pkgs)) &&
		!slices.Contains(anyRepository, strings.ToLower(m[1]))
}

// anyRepository are words before "repository" that are no name.
var anyRepository = strings.Fields("this same our git root main cloned local new whole project source top")

// inRepository matches a comment above commands that names the repository in which they run.
var inRepository = lazyregexp.Lazy(
	"(?i)^# *(?:in|from|inside) (?:the |your )?[`'\"]?([\\w.-]+)[`'\"]? repo(?:sitory)?\\b")

// clones returns the name of the directory that the arguments of "git clone" make, and whether the address is known to
// be of another repository than the target: it shares no name with a package of the target.
func clones(pkgs []*pkg, args []string) (dir string, other bool) {
	args = slices.DeleteFunc(slices.Clone(args), func(w string) bool { return strings.HasPrefix(w, "-") })
	if len(args) == 0 {
		return "", false
	}
	dir = strings.TrimSuffix(path.Base(args[len(args)-1]), ".git")
	i := slices.IndexFunc(args, func(w string) bool { return strings.Contains(w, ":") })
	if i < 0 {
		return dir, false
	}
	name := bareName(strings.TrimSuffix(strings.Trim(args[i], `"'`), ".git"))
	named := false
	for _, p := range pkgs {
		if p.Name == "" || !p.isOwn() {
			continue
		}
		if named = true; strings.Contains(name, bareName(p.Name)) || strings.Contains(strings.ToLower(p.Name), name) {
			return dir, false
		}
	}
	return dir, named
}
