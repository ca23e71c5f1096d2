package investigate

import (
	"fmt"

	"luminos"
)

// versions holds a number for each pass whose results are stored. Raise it if
// this package changes how the pass is prepared or how its results are used, so
// that a result stored before would be another one now. Prompts, tools, rules and
// readers of facts have versions of their own.
var versions = map[luminos.Pass]int{
	luminos.PassSurvey: 1, luminos.PassPlan: 1, luminos.PassDirectories: 1, luminos.PassSynthesis: 1,
}

// version returns a text of everything that the results of passes done by an
// engine depend on, besides the target. It does not contain the build of the
// program: builds with equal versions share stored results.
func (r *run) version(by Engine, passes ...luminos.Pass) string {
	v := fmt.Sprintf("%s, facts %d, %s", by.Name(), r.Facts.Version(), r.Variant)
	for _, p := range passes {
		v += fmt.Sprintf(", %s %d %s", p, versions[p], by.Version(p))
	}
	return v
}

// reportVersion returns the versions of all passes, of the engine and of rules.
func (r *run) reportVersion() string {
	passes := []luminos.Pass{luminos.PassSurvey, luminos.PassPlan, luminos.PassDirectories, luminos.PassSynthesis}
	v := r.version(r.rules, passes...)
	if r.engine != nil {
		v += "; " + r.version(r.engine, passes...)
	}
	return v
}
