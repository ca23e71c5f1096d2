package analyst

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/tool"
)

// record holds tool calls with their results as text.
type record struct {
	t *testing.T
	strings.Builder
}

// calls makes the calls, each written as "tool arguments", and records them.
func (r *record) calls(title string, tools []tool.Tool, calls ...string) {
	r.t.Helper()
	fmt.Fprintf(r, "\n# %s\n", title)
	for _, c := range calls {
		name, args, _ := strings.Cut(c, " ")
		for _, tl := range tools {
			if tl.Name != name {
				continue
			}
			got, err := tl.Call(r.t.Context(), json.RawMessage(args))
			if err != nil {
				r.t.Errorf("%s: %v", c, err)
			}
			if len(c) > 300 {
				c = fmt.Sprintf("%s … (%d bytes)", c[:100], len(c))
			}
			fmt.Fprintf(r, "%s\n\t%s%s%s\n", c, map[bool]string{true: "failed: "}[got.Failed], strings.ReplaceAll(got.Text, "\n", "\n\t"), map[bool]string{true: " (the end)"}[got.Ends])
		}
	}
}

// value records v as JSON.
func (r *record) value(title string, v any) {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		r.t.Fatal(err)
	}
	fmt.Fprintf(r, "\n%s: %s\n", title, text)
}

// The golden file shows the answers to calls of a model, and the findings that the calls leave.
func TestCallsAndTheirResults(t *testing.T) {
	r := &record{t: t}
	var text strings.Builder
	for i := range 120 {
		fmt.Fprintf(&text, "var v%d = %d\n", i, i*7919%10007)
	}
	big := tree{
		"src/walk.go": small["src/walk.go"], "src/read.go": small["src/read.go"], "src/big.go": "package src\n\n" + text.String(),
		"src/deep/x.go": "package deep\n\n// X is a constant.\nconst X = 1\n", "docs/use.md": small["docs/use.md"],
	}
	long := func(n int) string { return strings.Repeat("long ", n/5) }
	fresh := func() *work {
		w := big.work("src", "src/deep")
		w.unit.Pool = 5
		return w
	}
	outcome := agent.Outcome{End: agent.EndTurns, Turns: 7, ToolCalls: 9, ToolErrors: 2}

	w := fresh()
	r.calls("entries", w.tools(),
		`write_cache {"path":"docs/use.md","summary":"It says how."}`,
		`write_cache {"path":"src","summary":"It walks."}`,
		`write_cache {"path":"src/walk.go","summary":" \u001b "}`,
		`write_cache {"path":"src/walk.go","summary":"`+long(1505)+`"}`,
		`write_cache {"path":"src/big.go","summary":"It says: `+strings.ReplaceAll(text.String()[:600], "\n", " ")+`"}`,
		`write_cache {"path":"src/big.go","summary":"It holds numbers","confidence":0.5,"confidence_reason":"they say nothing","notable":true}`,
		`write_cache {"path":"src/big.go","summary":"x","confidence_reason":"`+strings.ReplaceAll(text.String()[:600], "\n", " ")+`"}`,
		`write_cache {"path":"src/big.go","summary":"x","claims":[{"statement":"`+strings.ReplaceAll(text.String()[:390], "\n", " ")+`","path":"src/big.go"},{"statement":"`+strings.ReplaceAll(text.String()[390:780], "\n", " ")+`","path":"src/big.go"}]}`,
		`write_cache {"path":"./src/walk.go","summary":"It walks.","confidence":2,"claims":[{"statement":"It has Walk.","path":"src/walk.go","first_line":4,"last_line":4,"quote":"func Walk"},{"statement":"It flies.","path":"src/walk.go","quote":"func Fly"},{"statement":"","path":"src/walk.go"},{"statement":"x","path":"docs/use.md"}]}`,
		`write_cache {"path":"src/big.go","summary":"It holds numbers","claims":[`+
			`{"statement":"They are numbers.","path":"src/big.go","first_line":1,"last_line":90,"quote":"var v2 = 5831"}]`+
			`,"confidence":0.5,"confidence_reason":"they say nothing","notable":true}`,
		`write_cache {"path":"src/deep/x.go","summary":"It holds X.","confidence":0.9,"claims":[{"statement":"X is 1.","path":"src/deep/x.go","first_line":4,"quote":"const X = 1"},{"statement":"It is small.","path":"src/deep/x.go","measure":" size ","value":" 46 "}]}`,
	)
	r.value("without a report", w.findings(outcome))

	w = fresh()
	r.calls("flags", w.tools(),
		`flag {"path":"src","finding":"It is bad","severity":"fatal"}`,
		`flag {"path":"src","finding":" ","severity":"info"}`,
		`flag {"path":"docs/use.md","finding":"It is bad","severity":"info"}`,
		`flag {"path":"src/gone.go","finding":"It is bad","severity":"info"}`,
		`flag {"path":"src/big.go","finding":"It is bad","severity":"info","remedy":"x"}`,
		`think {"thought":"Now look into big.go."}`,
		`flag {"path":"src/deep","finding":"It is empty","severity":" Concern "}`,
		`flag {"path":"src/deep","finding":"It is empty","severity":"critical"}`,
		`flag {"path":"src/read.go","finding":"It reads twice","severity":"critical","evidence":[{"first_line":3,"quote":"Read reads a file"}],"remedy":"Read once"}`,
		`flag {"path":"src/read.go","finding":"It has pages","severity":"info","evidence":[{"quote":"TODO: pages"}]}`,
		`flag {"path":"src/read.go","finding":"It writes","severity":"info","evidence":[{"first_line":3,"quote":"func Write"}]}`,
		`checkpoint {"notes":"The rest is to be read."}`,
		`request_turns {"turns":0,"reason":"none"}`,
		`request_turns {"turns":4,"reason":"more"}`,
		`request_turns {"turns":4,"reason":"more"}`,
		`request_turns {"turns":4,"reason":"more"}`,
	)
	w.opened.add("src/big.go")
	r.calls("a flag that copies", w.tools(), `flag {"path":"src/big.go","finding":"x","severity":"info","remedy":"`+strings.ReplaceAll(text.String()[:600], "\n", " ")+`"}`)
	r.value("nothing but flags", w.findings(outcome))

	w = fresh()
	w.opened.add("src/big.go")
	deep := `,"directories":[{"path":"src/deep","summary":"Deep","confidence":0.7,"completeness":0.5}]}`
	r.calls("reports", w.tools(),
		`submit_report {"summary":"","confidence":1,"completeness":1`+deep,
		`submit_report {"summary":"It walks","confidence":1,"completeness":1}`,
		`submit_report {"summary":"`+long(4005)+`","confidence":1,"completeness":1`+deep,
		`submit_report {"summary":"It walks","confidence":1,"completeness":1,"directories":[{"path":"src/deep","summary":"`+long(4005)+`","confidence":0.7,"completeness":0.5}]}`,
		`submit_report {"summary":"It walks","confidence":1,"completeness":1,"confidence_reason":"`+strings.ReplaceAll(text.String()[:600], "\n", " ")+`"`+deep,
		`submit_report {"summary":"It walks","confidence":0.8,"confidence_reason":"big.go is odd","completeness":3,"notable_files":["walk.go","src/read.go","gone.go"],"claims":[{"statement":"It has X.","path":"src/deep/x.go","quote":"const X = 1"},{"statement":"It flies.","path":"src/walk.go","quote":"func Fly"}]`+deep,
		`write_cache {"path":"src/big.go","summary":"It holds numbers","notable":true,"notable_reason":"It is big"}`,
		`submit_report {"summary":"It walks","confidence":0.8,"confidence_reason":"big.go is odd","completeness":3,"notable_files":["walk.go","src/read.go","gone.go"],"claims":[{"statement":"It has X.","path":"src/deep/x.go","quote":"const X = 1"},{"statement":"It flies.","path":"src/walk.go","quote":"func Fly"}]`+deep,
	)
	w.unit.Dirs[1].Unreadable = "permission denied"
	r.value("with a report", w.findings(agent.Outcome{End: agent.EndSubmitted, Turns: 3}))

	d := dossier()
	d.Files = append(d.Files, luminos.FileEntry{Path: "docs/use.md", Summary: "Says how. In short.", Confidence: 0.5})
	s := newSynthesist(New(Options{}), d)
	r.calls("synthesis", s.tools(),
		`list_cache {}`, `list_cache {"below":"src"}`, `list_cache {"below":"lib"}`, `read_cache {"path":"src"}`, `read_cache {"path":"lib"}`,
		`flag {"path":"lib","finding":"It is bad","severity":"info"}`, `flag {"path":"src","finding":"","severity":"info"}`, `flag {"path":"src","finding":"It is bad","severity":""}`,
		`flag {"path":"src","finding":"It contradicts use.md","severity":"info"}`, `flag {"path":"src/walk.go","finding":"It is odd","severity":"critical"}`,
		`review_flag {"id":"F9","verdict":"withdraw","reason":"It is not reached"}`,
		`review_flag {"id":"F1","verdict":"hide","reason":"x"}`,
		`review_flag {"id":"F1","verdict":"withdraw","reason":" "}`,
		`review_flag {"id":"F1","verdict":"merge_into","into":"F1","reason":"x"}`,
		`review_flag {"id":"F1","verdict":"downgrade","severity":"critical","reason":"x"}`,
		`review_flag {"id":"F2","verdict":"keep","reason":"Seen","claims":[77]}`,
		`review_flag {"id":"F2","verdict":"keep","reason":"Seen","claims":[1]}`,
		`review_flag {"id":"F1","verdict":"keep","reason":"Seen","finding":"It is odd at F2:\u202e "}`,
		`review_flag {"id":"f1","verdict":"merge_into","into":"F2","reason":"The same"}`,
		`review_flag {"id":"F2","verdict":"keep","reason":"Seen","finding":"It is odd at F1"}`,
		`review_flag {"id":"F1","verdict":"merge_into","into":"F2","reason":"The same","finding":"It is odd"}`,
		`note_claim {"statement":"It walks.","path":"src/walk.go","quote":"func Walk"}`,
		`think {"thought":"Enough."}`,
		`submit_report {"brief":" \u200b "}`,
		`submit_report {"brief":"It walks [1]. It flies [2,77]."}`,
		`submit_report {"brief":"It walks [1]. It flies [2,77].","components":"- src: code [1]\n- docs","detailed":"## Past\nIt was small.","open_questions":[{"question":"Why?","why":"it matters","tried":"the README"},{"question":" ","why":"x"}]}`,
	)
	r.value("submitted", s.got)

	const file = "testdata/calls.golden"
	if *update {
		if err := os.WriteFile(file, []byte(r.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), r.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
