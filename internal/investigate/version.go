package investigate

import (
	"fmt"

	"luminos"
)

// versions holds a version number for each pass whose results are stored. Raise it if this package changes the input of
// the pass or the use of its results, so that results stored before are not reused.
var versions = map[luminos.Pass]int{
	luminos.PassSurvey: 1, luminos.PassPlan: 1, luminos.PassDirectories: 1, luminos.PassSynthesis: 1,
}

// version returns a text that changes whenever the passes done by the engine by could give other results for the same
// target. It does not contain the build of the program.
func (r *run) version(by Engine, passes ...luminos.Pass) string {
	v := fmt.Sprintf("%s, facts %d, %s", by.Name(), r.Facts.Version(), r.Variant)
	for _, p := range passes {
		v += fmt.Sprintf(", %s %d %s", p, versions[p], by.Version(p))
	}
	return v
}

// reportVersion returns the versions of all passes for the rules and for the engine, as one text.
func (r *run) reportVersion() string {
	passes := []luminos.Pass{luminos.PassSurvey, luminos.PassPlan, luminos.PassDirectories, luminos.PassSynthesis}
	v := r.version(r.rules, passes...)
	if r.engine != nil {
		v += "; " + r.version(r.engine, passes...)
	}
	return v
}
