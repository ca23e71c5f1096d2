package analyst

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/tool"
)

var update = flag.Bool("update", false, "rewrite golden files")

// What models are told, as they are told it: prompts, openings, tools. A change of
// it changes what reports say, and should be seen.
func TestWhatModelsAreTold(t *testing.T) {
	d := dossier()
	d.Survey = &luminos.Survey{Description: "A small walker.", Approach: "Leaves first.", DomainNotes: "It is small.", RelevantTools: []string{"read_file"}, Confidence: 0.7}
	u := small.unit(10, "src")
	u.Pool = 3
	u.Children = []luminos.Entry{{Path: "src/gen", Tier: luminos.TierSkip, Summary: "Generated."}, {Path: "src/x", Partial: true, PartialReason: "refused", Summary: "Half known."}}
	both := small.unit(5, "src", "src/deep")
	both.Tier = luminos.TierShallow
	e := New(Options{Tools: small.tools()})
	w := newWork(e, &u)
	for name, text := range map[string]string{
		"survey":    prompt("survey.md", nil) + "\n=====\n" + surveyOpening(d, small.tools()),
		"plan":      prompt("plan.md", nil) + "\n=====\n" + planOpening(d),
		"directory": prompt("directory.md", d.Survey) + "\n=====\n" + unitOpening(&u) + "\n=====\n" + unitOpening(&both) + "\n=====\n" + toolsText(t, w.tools()),
		"synthesis": prompt("synthesis.md", struct{ Depth string }{depthOf(d)}) + "\n=====\n" + synthesisOpening(d, newBook(d), 1<<20) + "\n=====\n" + toolsText(t, (&synthesist{book: newBook(d)}).tools()),
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

// Every tool that a prompt names is one that its pass offers.
func TestPromptsNameToolsThatThereAre(t *testing.T) {
	u := small.unit(10, "src")
	offered := map[string][]tool.Tool{
		"directory.md": append(newWork(New(Options{}), &u).tools(), tool.Tool{Name: "list_directory"}, tool.Tool{Name: "read_file"}),
		"synthesis.md": (&synthesist{}).tools(),
		"survey.md":    {{Name: "submit_survey"}},
		"plan.md":      {{Name: "submit_plan"}},
	}
	names := regexp.MustCompile(`\b(?:submit|write|read|list|request|stat|search|parse|run)_[a-z]+\b|\bcheckpoint\b`)
	for file, tools := range offered {
		text, err := promptFiles.ReadFile("prompts/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names.FindAllString(string(text), -1) {
			known := false
			for _, tl := range tools {
				known = known || tl.Name == name
			}
			if !known {
				t.Errorf("%s names %s, which is not offered", file, name)
			}
		}
	}
}
