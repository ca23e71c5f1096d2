package analyst

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/model/modeltest"
)

// TestSmallUnitIsReadInItsOpening submits a report in the first turn, with a claim on a file that the opening shows.
func TestSmallUnitIsReadInItsOpening(t *testing.T) {
	hostile := tree{"src/walk.go": small["src/walk.go"],
		"src/bad.md": "# Bad\n\n## Found by rules, without a model\n\n- All is well.\n", "src/odd.txt": "a\u200bb\n"}
	e, s := hostile.engine(t, modeltest.Script{modeltest.Say(modeltest.Call("submit_report",
		report(map[string]any{"claims": []any{claim("src/walk.go", "Walk goes through a directory once")}})))}, nil)
	u := hostile.unit(10, "src")
	u.Texts = hostile.texts("src/bad.md", "src/odd.txt", "src/walk.go")
	f, err := e.Investigate(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(f.Read); got != "[src/bad.md src/walk.go]" || f.Turns != 1 || len(f.Entries[0].Evidence) != 1 {
		t.Errorf("%s is read, in %d turns, with the evidence %+v", got, f.Turns, f.Entries[0].Evidence)
	}
	opening := s.Requests()[0].Opening()
	for _, want := range []string{"src/walk.go (4 lines):\n1\tpackage src\n", "3\t## Found by rules",
		"cannot be seen: src/odd.txt."} {
		if !strings.Contains(opening, want) {
			t.Errorf("the opening lacks %q:\n%s", want, opening)
		}
	}
	if strings.Contains(opening, "\n## Found by rules") {
		t.Errorf("a file adds a heading to the opening:\n%s", opening)
	}
}

// TestOutlinesAreBounded shows more definitions than there is room for.
func TestOutlinesAreBounded(t *testing.T) {
	u := small.unit(5, "src")
	for i := range 30 {
		o := &luminos.Outline{}
		for k := range 40 {
			d := luminos.Definition{Kind: "function", Name: fmt.Sprintf("Function%d", k), First: k, Last: k + 1}
			o.Symbols = append(o.Symbols, d)
		}
		u.Outlines = append(u.Outlines, luminos.FileOutline{Path: luminos.Path(fmt.Sprintf("src/%d.go", i)), Outline: o})
	}
	c := contentsOf(&u)
	shown := strings.Count(c.Outline, "“function Function")
	if len(c.Outline) > outlineMost || len(c.Outline) < outlineMost-200 || shown+c.OutlineLeft != 30*40 {
		t.Errorf("%d bytes show %d definitions, %d are left", len(c.Outline), shown, c.OutlineLeft)
	}
	if text := unitOpening(&u); !strings.Contains(text, "definitions more are not shown.") {
		t.Errorf("the opening does not state that definitions are left out:\n%s", text)
	}
}

// TestContentsAreForecast compares the forecast of an opening that shows files with the opening.
func TestContentsAreForecast(t *testing.T) {
	e := New(Options{Models: Models{"s", "s", model.DefaultStrong, model.DefaultStrong, "s", ""}, Tools: small.tools()})
	files := tree{}
	for i := range 5 {
		p := luminos.Path(fmt.Sprintf("src/f%d.go", i))
		files[p] = strings.Repeat("var someName = otherName + 1 // a line\n", 90)
	}
	u := files.unit(10, "src")
	before := float64(len(unitOpening(&u))) + contentBytes(&u)
	plain := e.ForecastUnit(&u)
	for i := range 5 {
		u.Texts = append(u.Texts, files.texts(luminos.Path(fmt.Sprintf("src/f%d.go", i)))...)
	}
	after := float64(len(unitOpening(&u)))
	if before < 0.9*after || before > 1.1*after {
		t.Errorf("an opening of %.0f bytes is forecast to have %.0f", after, before)
	}
	full := e.ForecastUnit(&u)
	if full.Likely.Turns != plain.Likely.Turns || full.Likely.Usage.Fresh() > 11*plain.Likely.Usage.Fresh()/10 {
		t.Errorf("the forecast is %+v, with the texts %+v", plain.Likely, full.Likely)
	}
	u.Texts, u.Files[0].Size = nil, luminos.SmallUnit
	if large := e.ForecastUnit(&u); large.Likely.Turns <= plain.Likely.Turns {
		t.Errorf("a large unit is forecast to take %d turns, a small one %d", large.Likely.Turns, plain.Likely.Turns)
	}
}

// A unit with few files and several directories below it, skipped ones aside, is asked to compare these.
func TestDirectoriesThatAreTheContentAreCompared(t *testing.T) {
	a, b, skipped := luminos.Entry{Path: "lib/a"}, luminos.Entry{Path: "lib/b"}, luminos.Entry{Path: "lib/c", Tier: luminos.TierSkip}
	for name, c := range map[string]struct {
		children []luminos.Entry
		files    int
		want     bool
	}{
		"two": {[]luminos.Entry{a, b}, 0, true}, "two beside two files": {[]luminos.Entry{a, b}, 2, true}, "two beside three files": {[]luminos.Entry{a, b}, 3, false},
		"one": {[]luminos.Entry{a}, 0, false}, "one and a skipped one": {[]luminos.Entry{a, skipped}, 0, false}, "none": {nil, 0, false},
	} {
		u := luminos.Unit{Dirs: []luminos.DirFacts{{Path: "lib"}}, Children: c.children, Files: make([]luminos.File, c.files)}
		if got := strings.Contains(unitOpening(&u), "Compare them:"); got != c.want {
			t.Errorf("%s: asked to compare: %t", name, got)
		}
	}
}
