package cmdline

import (
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// sessions returns the effects that the names of the environments state which a command of tox or nox selects: Lint for
// "tox -e lint". Environments for versions of Python, such as "py312", test. Others, such as "docs" or one to work in,
// have no effects. It returns nil if the command selects none.
func sessions(words []string) []string {
	if words[0] != "tox" && words[0] != "nox" {
		return nil
	}
	var all []string
	selects := false
	for i, w := range words[:len(words)-1] {
		if !slices.Contains([]string{"-e", "-f", "-s", "--session"}, w) {
			continue
		}
		selects = true
		if strings.HasPrefix(words[i+1], "${{") || strings.HasPrefix(words[i+1], "<<") { // of a matrix, or a parameter
			all = append(all, Test)
			continue
		}
		for name := range strings.SplitSeq(words[i+1], ",") {
			switch e := Named(name); {
			case e == "" && version().MatchString(name):
				all = append(all, Test)
			case e == Test || e == Lint:
				all = append(all, e)
			}
		}
	}
	if !selects {
		return nil
	}
	slices.Sort(all)
	return append([]string{}, slices.Compact(all)...)
}

// version matches the names of environments that are versions of Python, values of a matrix of them,
// printed by a command, or the one in use.
var version = lazyregexp.Lazy(`^(?:py|pypy|cpython|python)?-?(?:\d[\d.]*|\$\w+|\$\(.*|\$?\{.*\})$|^py$`)
