package cmdline

import (
	"slices"
	"strings"
)

// sessions returns the effects that the names of the environments state which a command of tox or nox selects: Lint for
// "tox -e lint". It returns nil if it selects none, or if one name states no effect. An environment to work in has no
// effects.
func sessions(words []string) []string {
	if words[0] != "tox" && words[0] != "nox" {
		return nil
	}
	var all []string
	for i, w := range words[:len(words)-1] {
		if !slices.Contains([]string{"-e", "-f", "-s", "--session"}, w) {
			continue
		}
		for name := range strings.SplitSeq(words[i+1], ",") {
			e := Named(name)
			switch e {
			case "":
				return nil
			case Run, Install:
				return []string{}
			}
			all = append(all, e)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
