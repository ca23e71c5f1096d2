package verify

import (
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// merged returns the findings, of which each cause is one: the further statements about the same missing thing are its
// places.
func merged(list []Finding) []Finding {
	type cause struct {
		rule        luminos.Rule
		truth, says string
	}
	at := map[cause]int{}
	out := list[:0]
	for _, f := range list {
		k := cause{rule: f.Rule, truth: f.Truth}
		if f.Rule == luminos.RuleDocVersion || f.Rule == luminos.RuleDocLine {
			k.says = string(f.Path) + f.Says
		}
		i, known := at[k]
		if !known {
			at[k] = len(out)
			out = append(out, f)
			continue
		}
		first, p := &out[i], Place{f.Path, f.Line}
		last := Place{first.Path, first.Line}
		if n := len(first.Also); n > 0 {
			last = first.Also[n-1]
		}
		if p != last {
			first.Also = append(first.Also, p)
		}
	}
	return out
}

// alsoMost is the number of further places that a sentence names.
const alsoMost = 3

// further returns the end of the sentence that names the further places, or "".
func (f Finding) further() string {
	if len(f.Also) == 0 {
		return ""
	}
	var places []string
	for _, p := range f.Also[:min(alsoMost, len(f.Also))] {
		places = append(places, fmt.Sprintf("%s:%d", p.Path, p.Line))
	}
	if more := len(f.Also) - alsoMost; more > 0 {
		places = append(places, words.Plural(more, "further place"))
	}
	return "; also at " + strings.Join(places, ", ")
}
