package lookup

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/evidence"
)

// TestMarked marks each text whose evidence moved or does not hold, and leaves the report of the book as it is.
func TestMarked(t *testing.T) {
	r := report()
	r.Quality.Citations, r.Quality.CitationsFound = 5, 5
	r.Entries[2].Claims = r.Entries[2].Claims[:1]
	b := New(r, verdicts{
		"README.md": evidence.Changed, "Makefile": evidence.Moved, "api/server.go": evidence.Missing,
		"db/orders.go": evidence.Unverifiable,
	})
	got, now, err := b.Marked(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		got.Sections[0].Statements[0].Text: "sells boats. (now changed: README.md:1)",
		got.Sections[0].Statements[1].Text: "It is licensed under MIT.",
		got.Sections[1].Items[0].Text:      "(now moved to 9: Makefile:3)",
		got.Flags[0].Finding:               "the API. (now missing: api/server.go:7)",
		got.Entries[2].Summary:             "in SQLite. (now unverifiable: db/orders.go:4)",
	} {
		if !strings.HasSuffix(text, want) {
			t.Errorf("%q does not end in %q", text, want)
		}
	}
	if s := b.Report().Sections[0].Statements[0].Text; strings.Contains(s, "now") {
		t.Errorf("the report of the book was changed: %s", s)
	}
	if got.Quality.CitationsFound != 2 || now.States[evidence.Missing] != 1 {
		t.Errorf("%d found, %v", got.Quality.CitationsFound, now)
	}
}

// TestPresent gives claims their present verdicts and lines, and leaves texts as they were written.
func TestPresent(t *testing.T) {
	b := New(report(), verdicts{"README.md": evidence.Changed, "Makefile": evidence.Moved})
	got, _, err := b.Present(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c := got.Claims
	if c[0].Verdict != luminos.Changed || c[0].Reason != "so it is" || c[1].Verdict != luminos.Found ||
		c[2].Verdict != luminos.Found || c[2].Lines.First != 9 || c[2].Reason != "moved from line 3" {
		t.Errorf("claims are %+v", c)
	}
	if b.Report().Claims[0].Verdict != luminos.Found || strings.Contains(got.Sections[0].Statements[0].Text, "now") {
		t.Errorf("other parts were changed")
	}
}

// TestOthers counts files without a citation by their sizes.
func TestOthers(t *testing.T) {
	r := report()
	r.Scan = &luminos.Scan{}
	for _, p := range []luminos.Path{"README.md", "a.go", "b.go", "c.go"} {
		r.Scan.ClassifiedFiles.Files = append(r.Scan.ClassifiedFiles.Files, luminos.File{Path: p, Size: 9})
	}
	b := New(r, verdicts{"README.md": evidence.Changed, "a.go": evidence.Changed, "b.go": evidence.Missing})
	o, err := b.Overview(t.Context())
	const want = "Of 3 files without a citation, 1 has another size now and 1 is gone; new files"
	if err != nil || !strings.Contains(o.Text(time.Now()), want) {
		t.Errorf("%v: %s", err, o.Text(time.Now()))
	}
}

// kinds is a checker of a target in which every path is a directory.
type kinds struct{}

func (k kinds) States(_ context.Context, claims []luminos.Claim, _ int) ([]evidence.Present, error) {
	list := make([]evidence.Present, len(claims))
	for i, c := range claims {
		list[i].State = evidence.Found
		if c.Measure == luminos.MeasureKind && c.Value != string(luminos.KindDir) {
			list[i].State = evidence.Changed
		}
	}
	return list, nil
}

// TestNameOfAFile does not find the file of the report in a directory of its name, and comes after other findings.
func TestNameOfAFile(t *testing.T) {
	r := report()
	r.Scan = &luminos.Scan{ClassifiedFiles: luminos.ClassifiedFiles{Files: []luminos.File{{Path: "README.md"}}}}
	a, err := New(r, kinds{}).About(t.Context(), "README.md", Page{})
	if err != nil || len(a.Items) != 2 || a.Items[1].Kind != Name || a.Items[1].Evidence[0].State != evidence.Changed {
		t.Errorf("%v: %s", err, a.Text())
	}
}

// TestHintsOfTools checks the answers to calls with arguments that do not fit.
func TestHintsOfTools(t *testing.T) {
	tools := toolsOver(func(context.Context) (*Book, error) {
		return New(report(), verdicts{"orders.go": evidence.Missing, "server.go": evidence.Missing}), nil
	})
	long, _ := json.Marshal(map[string]string{"path": strings.Repeat("a", 5000)})
	for _, c := range []struct{ tool, args, want string }{
		{"about", `{"path":"orders.go"}`, "nothing about this path; it knows db/orders.go"},
		{"about", `{"path":"a\u0000b"}`, "at most 4096 bytes, none of them 0"},
		{"about", string(long), "at most 4096 bytes"},
		{"about", `{"path":"x/new"}`, "x/new: 0 findings\n\nthe report has no finding about this path itself\n"},
		{"about", `{"path":"db/new"}`, "this path itself; this is about the directory that it is in"},
		{"flags", `{"limit":-1}`, "limit and offset are 0 or more"},
		{"find_claims", `{"query":"x","offset":-5}`, "limit and offset are 0 or more"},
		{"flags", `{"limit":1e22}`, "limit cannot be a number"},
	} {
		got, err := tools[c.tool].Call(t.Context(), json.RawMessage(c.args))
		if err != nil || !strings.Contains(got.Text, c.want) || strings.Contains(got.Text, "Go struct") {
			t.Errorf("%s %.60s: %v, %s", c.tool, c.args, err, got.Text)
		}
	}
}

// TestMaskedQuote says that a quote is not in the file as it is printed.
func TestMaskedQuote(t *testing.T) {
	c := &Cited{Path: "a.env", Quote: "token=(masked)xx", State: evidence.Found}
	if got := c.String(); got != "found: a.env “token=(masked)xx” (a secret in it is masked)" {
		t.Error(got)
	}
}
