package lookup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/tool"
)

// verdicts is a checker that finds all evidence except in the files with another state. Evidence that moved is at
// line 9.
type verdicts map[luminos.Path]evidence.State

func (v verdicts) States(_ context.Context, claims []luminos.Claim, _ int) ([]evidence.Present, error) {
	list := make([]evidence.Present, len(claims))
	for i := range claims {
		list[i] = evidence.Present{State: evidence.Found}
		if state, ok := v[claims[i].Path]; ok {
			list[i] = evidence.Present{State: state, Reason: "so it is"}
			if state == evidence.Moved {
				list[i] = evidence.Present{State: state, Now: &luminos.LineRange{First: 9, Last: 9}}
			}
		}
	}
	return list, nil
}

// claim adds a claim to a report and returns its id.
func claim(r *luminos.Report, statement string, p luminos.Path, line int, quote string) string {
	c := luminos.NewClaim(statement, luminos.Evidence{Path: p, Lines: &luminos.LineRange{First: line, Last: line}, Quote: quote})
	c.Verdict = luminos.Found
	r.Claims = append(r.Claims, c)
	return c.ID
}

func report() *luminos.Report {
	r := &luminos.Report{SchemaVersion: luminos.SchemaVersion}
	r.Target = luminos.Target{Name: "shop", Engine: "offline"}
	r.Facts = &luminos.Facts{License: "MIT", Dependencies: []luminos.Dependency{
		{Name: "gorilla/mux", Version: "v1.8.1", Ecosystem: "go", Manifest: "go.mod"}}}
	r.Sections = []luminos.Section{
		{ID: "brief", Title: "In brief", Statements: []luminos.Statement{
			{Text: "shop is a web server that sells boats.", Basis: luminos.Derived,
				Claims: []string{claim(r, "shop is a web server that sells boats.", "README.md", 1, "# shop sells boats")}},
			{Text: "It is licensed under MIT.", Basis: luminos.Measured, Claims: []string{claim(r, "It is licensed under MIT.", "LICENSE", 1, "MIT License")}},
		}},
		{ID: "build", Title: "Build, run and test", Items: []luminos.Item{{Label: "test",
			Statement: luminos.Statement{Text: "`make check`, from Makefile", Basis: luminos.Measured,
				Claims: []string{claim(r, "`make check`, from Makefile", "Makefile", 3, "check: vet unit")}}}}},
	}
	r.Flags = []luminos.Flag{
		{Rule: "config.open-cors", Path: "api/server.go", Severity: luminos.Critical, Source: "rules", Finding: "Every origin may call the API.",
			Claims: []string{claim(r, "Every origin may call the API.", "api/server.go", 7, `"Access-Control-Allow-Origin", "*"`)}},
		{Rule: luminos.RuleAgent, Path: "db/orders.go", Severity: luminos.Info, Source: luminos.SourceModel, Finding: "Orders are never deleted."},
	}
	r.Entries = []luminos.Entry{
		{Path: ".", Summary: "The shop.", Confidence: 0.9}, {Path: "api", Summary: "Handlers of HTTP requests.", Confidence: 0.9},
		{Path: "db", Summary: "Keeps orders in SQLite.", Confidence: 0.4, ConfidenceReason: "few files were read",
			Claims: []string{claim(r, "orders are rows of the table orders", "db/orders.go", 4, "CREATE TABLE orders")}},
	}
	return r
}

func TestFind(t *testing.T) {
	b := New(report(), verdicts{})
	for query, want := range map[string]string{
		"How do I run the tests?":              "test: `make check`, from Makefile",
		"what is the license":                  "It is licensed under MIT.",
		"which licences are used":              "It is licensed under MIT.",
		"where is data about an order stored?": "orders are rows of the table orders",
		"CORS":                                 "Every origin may call the API.",
		"does it depend on mux":                "go.mod depends on gorilla/mux v1.8.1 (go)",
		"what is dangerous here":               "Every origin may call the API.",
		"who handles requests":                 "Handlers of HTTP requests.",
		"OrdersTable":                          "orders are rows of the table orders",
		"zebra":                                "",
		"what is it":                           "", // of stop words only
		"":                                     "",
		"\x1b[2J\x00\xff":                      "",
	} {
		a, err := b.Find(t.Context(), query, Page{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(a.Items) > 0 {
			got = a.Items[0].Text
		}
		if got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
		checkPrintable(t, a.Text())
	}
}

// TestFindingsAreNotRepeated finds a claim and its sentence once.
func TestFindingsAreNotRepeated(t *testing.T) {
	a, err := New(report(), verdicts{}).Find(t.Context(), "boats", Page{})
	if err != nil || a.All != 1 {
		t.Errorf("got %d findings, %v: %s", a.All, err, a.Text())
	}
}

func TestStates(t *testing.T) {
	b := New(report(), verdicts{
		"README.md": evidence.Missing, "Makefile": evidence.Moved, "LICENSE": evidence.Unverifiable,
	})
	for query, want := range map[string]evidence.State{
		"boats": evidence.Missing, "make check": evidence.Moved, "MIT": evidence.Unverifiable, "origin": evidence.Found,
	} {
		a, err := b.Find(t.Context(), query, Page{})
		if err != nil || len(a.Items) == 0 || len(a.Items[0].Evidence) == 0 {
			t.Fatalf("%s: %+v, %v", query, a, err)
		}
		c := a.Items[0].Evidence[0]
		if c.State != want || (c.Now != nil) != (want == evidence.Moved) || c.Holds() != (want == evidence.Moved || want == evidence.Found) {
			t.Errorf("%s is %+v, want %s", query, c, want)
		}
	}
	s, err := b.Standing(t.Context())
	if err != nil || s.String() != "Checked now: 5 citations, 2 found, 1 moved, 1 missing, 1 unverifiable." {
		t.Errorf("got %s, %v", s, err)
	}
}

func TestAbout(t *testing.T) {
	b := New(report(), verdicts{"gone.go": evidence.Missing})
	for p, want := range map[luminos.Path]string{
		"api":           "Handlers of HTTP requests.|Every origin may call the API.",
		"db/orders.go":  "Orders are never deleted.|orders are rows of the table orders|Keeps orders in SQLite.",
		"db/other.go":   "Keeps orders in SQLite.", // of its directory
		"Makefile":      "test: `make check`, from Makefile",
		"api/server.go": "Every origin may call the API.",
	} {
		a, err := b.About(t.Context(), p, Page{})
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		var got []string
		for _, it := range a.Items {
			got = append(got, it.Text)
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("about %s: %q, want %q", p, s, want)
		}
	}
	if a, err := b.About(t.Context(), "gone.go", Page{}); !errors.Is(err, ErrUnknown) {
		t.Errorf("a file that is unknown and gone gives %+v, %v", a, err)
	}
	if a, _ := b.About(t.Context(), luminos.Root, Page{}); !strings.Contains(a.Text(), "below: api: Handlers") {
		t.Errorf("the directories below are not named: %s", a.Text())
	}
}

func TestFlags(t *testing.T) {
	b := New(report(), verdicts{})
	for _, c := range []struct {
		in    luminos.Path
		least luminos.Severity
		want  int
	}{{"", "", 2}, {"", luminos.Critical, 1}, {"db", "", 1}, {"d", "", 0}, {"api/server.go", luminos.Concern, 1}} {
		if a, err := b.Flags(t.Context(), c.in, c.least, Page{}); err != nil || a.All != c.want {
			t.Errorf("%q %q: %+v, %v, want %d", c.in, c.least, a, err, c.want)
		}
	}
}

// TestPages gets each finding once, and the number of further ones.
func TestPages(t *testing.T) {
	r := report()
	for i := range 130 {
		r.Flags = append(r.Flags, luminos.Flag{Rule: "x", Path: "many", Severity: luminos.Info, Finding: fmt.Sprint("finding ", i)})
	}
	b := New(r, verdicts{})
	seen := map[string]bool{}
	for offset := 0; ; {
		a, err := b.Flags(t.Context(), "many", "", Page{Limit: 1000, Offset: offset})
		if err != nil || len(a.Items) > PageMost {
			t.Fatalf("%d items, %v", len(a.Items), err)
		}
		for _, it := range a.Items {
			seen[it.Text] = true
		}
		if offset += len(a.Items); offset == a.All {
			break
		}
		if want := fmt.Sprintf("%d more: offset %d", 130-offset, offset); !strings.Contains(a.Text(), want) {
			t.Fatalf("the answer lacks %q", want)
		}
	}
	if len(seen) != 130 {
		t.Errorf("%d of 130 findings", len(seen))
	}
	if a, err := b.Flags(t.Context(), "", "", Page{Limit: -5, Offset: math.MaxInt}); err != nil || len(a.Items) != 0 {
		t.Errorf("an offset beyond the end gives %+v, %v", a, err)
	}
}

// TestHostileReport looks for control characters and for answers without a bound.
func TestHostileReport(t *testing.T) {
	r := report()
	evil := strings.Repeat("\x1b]0;x\x07\u202e<script>alert(1)</script>\n# head\n", 500)
	huge := &luminos.LineRange{First: math.MinInt, Last: math.MaxInt}
	for i := range 30 {
		p := luminos.Path(fmt.Sprintf("evil\n%d", i))
		c := luminos.NewClaim(evil, luminos.Evidence{Path: p, Lines: huge, Quote: evil, Measure: luminos.Measure(evil), Value: evil, Part: evil})
		r.Claims = append(r.Claims, c)
		r.Flags = append(r.Flags, luminos.Flag{Rule: luminos.Rule(evil), Path: p, Severity: luminos.Severity(evil), Finding: evil,
			Remedy: evil, Disputed: evil, Claims: []string{c.ID, "none", ""}})
	}
	b := New(r, verdicts{})
	tools := toolsOver(func(context.Context) (*Book, error) { return b, nil })
	for name, args := range map[string]string{
		"overview": `{}`, "about": `{"path":"evil\n3"}`, "find_claims": `{"query":"script head","limit":50}`, "flags": `{"limit":50}`,
	} {
		got, err := tools[name].Call(t.Context(), json.RawMessage(args))
		if err != nil || got.Failed {
			t.Fatalf("%s: %+v, %v", name, got, err)
		}
		if len(got.Text) > textLimit+200 {
			t.Errorf("%s: %d bytes", name, len(got.Text))
		}
		checkPrintable(t, got.Text)
	}
}

// checkPrintable reports control characters in the text of an answer.
func checkPrintable(t *testing.T, text string) {
	t.Helper()
	for _, c := range text {
		if c < ' ' && c != '\n' || c == 0x7f || c == 0x202e {
			t.Errorf("the answer has %q: %.200q", c, text)
			return
		}
	}
}

func toolsOver(open Library) map[string]tool.Tool {
	all := map[string]tool.Tool{}
	for _, one := range Tools(open, time.Now) {
		all[one.Name] = one
	}
	return all
}

func TestToolsWithoutReport(t *testing.T) {
	tools := toolsOver(func(context.Context) (*Book, error) { return nil, &NoReport{Advice: "luminos --offline . makes one."} })
	for name, args := range map[string]string{
		"overview": `{}`, "about": `{"path":"."}`, "find_claims": `{"query":"x"}`, "flags": `{}`,
	} {
		r, err := tools[name].Call(t.Context(), json.RawMessage(args))
		if err != nil || !strings.Contains(r.Text, "luminos --offline . makes one") || !r.Failed || r.Data != nil {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

func TestToolsRefusePathsElsewhere(t *testing.T) {
	tools := toolsOver(func(context.Context) (*Book, error) { return New(report(), verdicts{}), nil })
	for _, p := range []string{"/etc/passwd", "..", "a/../../b", "a\x00b", strings.Repeat("a/", 3000)} {
		for _, name := range []string{"about", "flags"} {
			args, _ := json.Marshal(map[string]string{"path": p})
			if r, err := tools[name].Call(t.Context(), args); err != nil || !r.Failed {
				t.Errorf("%s %.40q: %+v, %v", name, p, r, err)
			}
		}
	}
	r, err := tools["flags"].Call(t.Context(), json.RawMessage(`{"severity":"bad"}`))
	if err != nil || !r.Failed {
		t.Errorf("an unknown severity gives %+v, %v", r, err)
	}
}

func TestStem(t *testing.T) {
	for _, same := range []string{
		"test tests tested testing", "run runs running ran", "build builds built building", "directory directories", "license licence licenses licences licensed",
		"depend depends dependency dependencies", "parse parses parsed parser parsing", "store stored stores", "class classes",
	} {
		list := strings.Fields(same)
		for _, w := range list[1:] {
			if stem(w) != stem(list[0]) {
				t.Errorf("%s is %q, and %s is %q", w, stem(w), list[0], stem(list[0]))
			}
		}
	}
	for _, w := range []string{"", "s", "ed", "is", "go", "ing"} {
		if w != "" && stem(w) == "" {
			t.Errorf("%q has no stem", w)
		}
	}
}

func FuzzFind(f *testing.F) {
	b := New(report(), verdicts{})
	for _, s := range []string{"how is it tested", "HTTPServer", "ﬁ İ ß", "\xff\xfe", "a.b/c-d_e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, query string) {
		a, err := b.Find(t.Context(), query, Page{})
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range a.Items {
			if it.Text == "" {
				t.Error("an item without text")
			}
		}
	})
}

// A question finds the findings that answer it beside a brief that has one more of its words, and names its words that
// no finding has, as they were written.
func TestFindBesideTheBrief(t *testing.T) {
	r := report()
	r.Sections[0].Statements[0].Text = "shop is a server that reads environment variables."
	r.Facts.Interfaces = &luminos.Interfaces{}
	for _, name := range []string{"SHOP_PORT", "SHOP_KEY", "SHOP_HOME"} {
		r.Facts.Interfaces.Environment = append(r.Facts.Interfaces.Environment, luminos.Variable{Name: name, Places: 2})
	}
	a, err := New(r, verdicts{}).Find(t.Context(), "Which environment variables are readable by Throttling code?", Page{})
	if err != nil || a.All < 4 || strings.Join(a.Unknown, " ") != "readable Throttling code" {
		t.Errorf("%d findings, unknown %q, %v: %s", a.All, a.Unknown, err, a.Text())
	}
	a, err = New(r, verdicts{}).Find(t.Context(), "Which environment variables does the server read?", Page{})
	if err != nil || a.All < 4 || len(a.Unknown) > 0 {
		t.Errorf("%d findings, unknown %q, %v: %s", a.All, a.Unknown, err, a.Text())
	}
}

// A finding that has only common words of a question is no answer to it; one with a rare word is, and so are the ones
// that have most of the question.
func TestFindingsNeedARareWord(t *testing.T) {
	r := report()
	for i := range 30 {
		r.Entries = append(r.Entries, luminos.Entry{
			Path: luminos.Path(fmt.Sprintf("b%d", i)), Summary: fmt.Sprintf("Session %d of the boat.", i), Confidence: 0.9,
		})
	}
	for i := range 4 {
		p := luminos.Path(fmt.Sprintf("b%d", i))
		r.Flags = append(r.Flags, luminos.Flag{Path: p, Severity: luminos.Info, Finding: "It leaks."})
	}
	b := New(r, verdicts{})
	for query, want := range map[string]int{
		"How does a session decide which interpreter starts, and what happens without?":         0,
		"How does a session decide which interpreter starts, and what happens to orders there?": 3, // the ones with orders
		"sessions": 30,
		"Which session decides which dangerous interpreter starts, and what happens without?": 6, // the flags
	} {
		a, err := b.Find(t.Context(), query, Page{})
		if err != nil || a.All != want {
			t.Errorf("%q finds %d, %v, want %d: %s", query, a.All, err, want, a.Text())
		}
	}
}

// A claim in support of a text of a model has its basis, and a target without a name has a heading.
func TestClaimsOfModelsAreJudged(t *testing.T) {
	r := report()
	r.Target.Name = ""
	r.Entries[2].Basis = luminos.Judged
	b := New(r, verdicts{})
	a, err := b.Find(t.Context(), "rows of the table orders", Page{})
	if err != nil || len(a.Items) == 0 || a.Items[0].Kind != Claim || a.Items[0].Basis != luminos.Judged {
		t.Errorf("%+v, %v", a, err)
	}
	o, err := b.Overview(t.Context())
	if err != nil || !strings.HasPrefix(o.Text(time.Now()), "this directory: a report of") {
		t.Errorf("%v, %.80s", err, o.Text(time.Now()))
	}
}
