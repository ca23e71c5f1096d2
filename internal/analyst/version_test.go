package analyst

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/tool"
)

// Answers that were stored are used again as long as the version of their pass stays. So if a golden opening changes,
// its digest or its version has to change, too. The test rewrites testdata/versions.golden only with -update, and not
// even then if a text changed without them.
func TestChangedOpeningChangesTheVersion(t *testing.T) {
	const file = "testdata/versions.golden"
	old := map[string][]string{} // pass → version, digest, hash of the golden text
	kept, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(kept)) {
		fields := strings.Fields(line)
		old[fields[0]] = fields[1:]
	}
	e := New(Options{Tools: small.tools()})
	var now strings.Builder
	for _, p := range []struct {
		pass   luminos.Pass
		golden string
	}{
		{luminos.PassSurvey, "survey"}, {luminos.PassPlan, "plan"}, {luminos.PassDirectories, "directory"},
		{luminos.PassGrouping, "grouping"}, {luminos.PassSynthesis, "synthesis"}, {luminos.PassRefine, "refine"},
		{luminos.PassJudge, "judge"},
	} {
		text, err := os.ReadFile(filepath.Join("testdata", p.golden+".golden"))
		if err != nil {
			t.Fatal(err)
		}
		row, ok := rowOf(p.pass)
		if !ok {
			t.Fatalf("the engine has no pass %s", p.pass)
		}
		version, digest, sum := fmt.Sprintf("%d.%d", row.version, agent.Version), e.digest(row), fmt.Sprintf("%x", sha256.Sum256(text))
		fmt.Fprintln(&now, p.pass, version, digest, sum)
		if k := old[string(p.pass)]; len(k) == 3 && k[2] != sum && k[0] == version && k[1] == digest {
			t.Errorf("the opening of the %s pass changed; raise its version in passRows", p.pass)
		}
	}
	switch {
	case t.Failed() || now.String() == string(kept):
	case *update:
		if err := os.WriteFile(file, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is out of date; run the tests of this package with -update", file)
	}
}

// A version depends on the model, its texts and its settings only.
func TestVersionFollowsModelToolsAndSettings(t *testing.T) {
	base := Options{Models: Models{"a", "b", "c", "d", "j", "e"}, Tools: small.tools()}
	if x, y := New(base).Version(luminos.PassDirectories), New(base).Version(luminos.PassDirectories); x != y {
		t.Errorf("equal engines have versions %q and %q", x, y)
	}
	if v := New(base).Version(luminos.PassScan); v != "" {
		t.Errorf("a pass that the engine does not have has the version %q", v)
	}
	other := base
	other.Models.Directories = "e"
	more := base
	more.Tools = append(small.tools(), tool.New[pathArg, none]("stat_file", "", "Describes a file.", nil))
	judge := base
	judge.Models.Judge = "k"
	effort := base
	effort.Effort = "high"
	language := base
	language.Language = "de"
	all := []luminos.Pass{luminos.PassSurvey, luminos.PassPlan, luminos.PassDirectories, luminos.PassSynthesis, luminos.PassJudge}
	for name, c := range map[string]struct {
		opts    Options
		changed []luminos.Pass
	}{
		"model":    {other, []luminos.Pass{luminos.PassDirectories}},
		"tools":    {more, []luminos.Pass{luminos.PassSurvey, luminos.PassDirectories, luminos.PassSynthesis}},
		"effort":   {effort, all},
		"language": {language, all},
		"judge":    {judge, []luminos.Pass{luminos.PassJudge}},
	} {
		var changed []luminos.Pass
		for _, p := range all {
			if New(c.opts).Version(p) != New(base).Version(p) {
				changed = append(changed, p)
			}
		}
		if fmt.Sprint(changed) != fmt.Sprint(c.changed) {
			t.Errorf("another %s changes the versions of %v, want %v", name, changed, c.changed)
		}
	}
}
