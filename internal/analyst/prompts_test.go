package analyst

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model/modeltest"
	"luminos/internal/tool"
	"luminos/internal/words"
)

var update = flag.Bool("update", false, "rewrite golden files")

// The golden files hold all texts that models read: prompts, openings, tools. A change of them changes reports.
func TestGoldenTextsOfModels(t *testing.T) {
	d := dossier()
	d.Survey = &luminos.Survey{Description: "A small walker.", Approach: "Leaves first.", DomainNotes: "It is small.", RelevantTools: []string{"read_file"}, Confidence: 0.7}
	u := small.unit(10, "src")
	u.Pool, u.Survey, u.Raised = 3, d.Survey, d.Raised
	u.Children = []luminos.Entry{{Path: "src/gen", Tier: luminos.TierSkip, Summary: "Generated."}, {Path: "src/x", Partial: true, PartialReason: "refused", Summary: "Half known."}}
	both := small.unit(5, "src", "src/deep")
	both.Tier = luminos.TierShallow
	both.Texts = small.texts("src/read.go", "src/walk.go")
	both.Texts[0].Content += "\u202e"
	parts := small.unit(10, "lib")
	parts.Children = []luminos.Entry{{Path: "lib/a", Summary: "It writes.", Confidence: 0.9}, {Path: "lib/b", Summary: "It reads.", Confidence: 0.9}}
	e := New(Options{Tools: small.tools()})
	w := newWork(e, &u)
	much, full := rich()
	crowded := full
	full.Children = full.Children[:4]
	over := newWork(e, &u)
	over.written["src/walk.go"] = luminos.FileEntry{Path: "src/walk.go", Summary: "Walks once. It is small."}
	over.flags = []luminos.Flag{{Path: "src", Finding: "It is slow."}}
	over.notes = "The rest is to be read."
	for line := range strings.Lines(unitOpening(&crowded)) {
		if strings.HasPrefix(line, "- src/c") && len(line) > 500 {
			t.Errorf("of 41 children one has a summary of %d bytes", len(line))
		}
	}
	for name, text := range map[string]string{
		"survey":    prompt("survey.md", nil) + "\n=====\n" + surveyOpening(d, small.tools()) + "\n=====\n" + surveyOpening(much, small.tools()),
		"plan":      prompt("plan.md", nil) + "\n=====\n" + planOpening(d) + "\n=====\n" + planOpening(much),
		"directory": prompt("directory.md", nil) + "\n=====\n" + unitOpening(&u) + "\n=====\n" + unitOpening(&both) + "\n=====\n" + unitOpening(&full) + "\n=====\n" + unitOpening(&parts) + "\n=====\n" + over.Handover() + "\n=====\n" + toolsText(t, w.tools()),
		"judge":     prompt("judge.md", nil) + "\n=====\n" + newBench(hardCases()).opening() + "\n=====\n" + toolsText(t, []tool.Tool{newBench(nil).tool()}),
		"grouping":  groupingTexts(t),
		"synthesis": prompt("synthesis.md", d.Size()) + "\n=====\n" + synthesisOpening(d, newBook(d), 1<<20) + "\n=====\n" + toolsText(t, newSynthesist(New(Options{}), d).tools()) +
			"\n=====\n" + prompt("synthesis.md", luminos.SizeXLarge) + "\n=====\n" + groupedOpening(),
		"refine": prompt("refine.md", refineTurns) + "\n=====\n" + refineOpening(newBook(doubtful()), 1<<20) + "\n=====\n" +
			toolsText(t, newRefiner(New(Options{}), doubtful()).tools()),
	} {
		golden := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func toolsText(t *testing.T, tools []tool.Tool) string {
	var b strings.Builder
	for _, tl := range tools {
		schema, err := json.MarshalIndent(tl.Input, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s: %s\n%s\n\n", tl.Name, tl.Description, schema)
	}
	return b.String()
}

// Each tool that a prompt or an opening names is offered in its pass.
func TestPromptsNameOfferedTools(t *testing.T) {
	names := regexp.MustCompile(`\b(?:submit|write|read|list|request|stat|search|parse|run)_[a-z]+\b|\bcheckpoint\b`)
	e := New(Options{Tools: small.tools()})
	for _, row := range passRows() {
		for _, file := range row.texts {
			text, err := promptFiles.ReadFile("prompts/" + file)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names.FindAllString(string(text), -1) {
				if !slices.ContainsFunc(row.tools(e), func(tl tool.Tool) bool { return tl.Name == name }) {
					t.Errorf("%s names %s, which is not offered", file, name)
				}
			}
		}
	}
}

// The prompt of the synthesis depends on the size of the target.
func TestSynthesisPromptFitsTheSize(t *testing.T) {
	for tier, want := range map[luminos.Size]string{
		luminos.SizeSmall: "This target is small", luminos.SizeMedium: "of medium size", luminos.SizeLarge: "This target is large",
		luminos.SizeXLarge: "This target is very large",
	} {
		if got := prompt("synthesis.md", tier); !strings.Contains(got, want) || strings.Count(got, "This target is") != 1 {
			t.Errorf("size %v: %s", tier, got)
		}
	}
}

// The players of modeltest can read the openings.
func TestPlayersReadOpenings(t *testing.T) {
	much, unit := rich()
	for name, c := range map[string]struct{ got, want modeltest.Brief }{
		"unit":   {modeltest.ReadBrief(unitOpening(&unit)), modeltest.Brief{Dirs: []string{"src", "src/a"}}},
		"plan":   {modeltest.ReadBrief(planOpening(dossier())), modeltest.Brief{Tree: []string{"docs", "src"}}},
		"survey": {modeltest.ReadBrief(surveyOpening(much, nil)), modeltest.Brief{Tree: []string{"docs", "src", "src/a"}}},
	} {
		c.want.Turns = c.got.Turns
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	unit.Turns = 12
	if got := modeltest.ReadBrief(unitOpening(&unit)).Turns; got != 12 {
		t.Errorf("the allowance is read as %d turns", got)
	}
}

// TestLimitsAreStated compares the numbers in the prompt of a unit with the bounds of the program.
func TestLimitsAreStated(t *testing.T) {
	text := strings.Join(strings.Fields(prompt("directory.md", nil)), " ")
	for _, want := range []string{
		fmt.Sprintf("at most %d calls are made", agent.MostCalls), fmt.Sprintf("cut to %d KiB together", agent.MostOfTurn>>10),
		fmt.Sprintf("An entry has at most %s characters, a summary in the report %s, and a call %d claims", words.Count(entryMost), words.Count(reportMost), claimsMost),
		fmt.Sprintf("at most %d flags, %d of them critical", flagsMost, criticalMost), fmt.Sprintf("is at most %v.", unshown),
		fmt.Sprintf("takes up to %d entries or flags", listMost),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the prompt does not state %q", want)
		}
	}
}
