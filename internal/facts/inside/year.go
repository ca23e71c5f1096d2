package inside

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// statedYear is the property with the year of a document by its name or its first lines. The dates in its metadata are
// of the file: a copy, a form or a conversion has another year.
const statedYear = "stated year"

// yearLines is the number of lines of a text in which its year is looked for.
const yearLines = 5

// digits and dated match the numbers in a text, and the ones that are a year from 1900 to 2099 or a day without signs
// between, as in 20240220.
var (
	digits = lazyregexp.Lazy(`[0-9]+`)
	dated  = lazyregexp.Lazy(`^((?:19|20)[0-9]{2})(?:(?:0[1-9]|1[0-2])[0-3][0-9])?$`)
)

// yearOf returns the only year that the name of a document states, else the only one of its first lines, else "".
func yearOf(p luminos.Path, x *luminos.Extraction) string {
	base := p.Base()
	if all := yearsIn(strings.TrimSuffix(base, base[len(base)-len(p.Ext()):])); len(all) > 0 {
		return only(all)
	}
	var head []string
	for _, part := range x.Parts[:min(len(x.Parts), 1)] {
		for line := range strings.Lines(part.Text) {
			if strings.TrimSpace(line) == "" {
				continue
			}
			if head = append(head, line); len(head) == yearLines {
				break
			}
		}
	}
	return only(yearsIn(strings.Join(head, "")))
}

// yearsIn returns the years that a text states, each once.
func yearsIn(text string) []string {
	var found []string
	for _, number := range digits().FindAllString(text, 200) {
		if m := dated().FindStringSubmatch(number); m != nil {
			found = append(found, m[1])
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// only returns the element of a list of one, or "".
func only(list []string) string {
	if len(list) != 1 {
		return ""
	}
	return list[0]
}
