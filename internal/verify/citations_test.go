package verify_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/facts"
	"luminos/internal/verify"
)

const story = "one morning\nthe sun rose\nover the hills\n\nand nothing else\nhappened that day\nthe sun rose\nover the hills\n"

// cited returns the claim that cites lines of the file in dir.
func cited(t *testing.T, src luminos.Source, p luminos.Path, first, last int) luminos.Claim {
	t.Helper()
	text, err := src.Text(t.Context(), p, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	c := luminos.NewClaim(fmt.Sprint("lines ", first), text.Cite(first, last))
	c.Verdict = luminos.Found
	return c
}

func TestCitations(t *testing.T) {
	for _, test := range []struct{ name, edited, want string }{
		{"unchanged", story, "found found found"},
		{"lines above", "new\nnew\n" + story, "moved 3-4 moved 7-9 moved 9-10"},
		{"a change within a citation", strings.Replace(story, "nothing else", "a little more", 1), "changed found found"},
		{"a copy that is the nearest", strings.Replace(story, "one morning\n", "", 1), "changed moved 4-6 moved 6-7"},
		{"an empty file", "", "missing missing missing"},
		{"other words", "nothing of it\n", "missing missing missing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			src, dir := write(t, map[string]string{"a.txt": story})
			r := &verify.Report{Claims: []luminos.Claim{cited(t, src, "a.txt", 1, 2), cited(t, src, "a.txt", 5, 7), cited(t, src, "a.txt", 7, 8)}}
			if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(test.edited), 0o644); err != nil {
				t.Fatal(err)
			}
			list, err := verify.Citations(t.Context(), src, facts.Measure, r)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range list {
				s := string(c.State)
				if c.Now != nil {
					s += fmt.Sprintf(" %d-%d", c.Now.First, c.Now.Last)
				}
				if (c.State == evidence.Found || c.State == evidence.Moved) != c.Holds() || !c.Holds() && c.Reason == "" {
					t.Errorf("%+v", c)
				}
				got = append(got, s)
			}
			if s := strings.Join(got, " "); s != test.want {
				t.Errorf("got  %s\nwant %s", s, test.want)
			}
		})
	}
}

// Citations that a person has edited, of measures, and of files that are gone.
func TestCitationsOfAllKinds(t *testing.T) {
	src, _ := write(t, map[string]string{"a.txt": story, "t.csv": "x,y\n1,2\n"})
	claim := func(e luminos.Evidence, v luminos.Verdict) luminos.Claim {
		return luminos.Claim{Evidence: e, Verdict: v}
	}
	lines := func(a, b int) *luminos.LineRange { return &luminos.LineRange{First: a, Last: b} }
	for _, test := range []struct {
		claim luminos.Claim
		want  evidence.State
		holds bool
	}{
		{claim(luminos.Evidence{Path: "t.csv", Measure: luminos.MeasureRows, Value: "1"}, luminos.Found), evidence.Found, true},
		{claim(luminos.Evidence{Path: "t.csv", Measure: luminos.MeasureRows, Value: "7"}, luminos.Found), evidence.Changed, false},
		{claim(luminos.Evidence{Path: "gone", Lines: lines(1, 1), Quote: "x"}, luminos.Found), evidence.Missing, false},
		{claim(luminos.Evidence{Path: "../etc/passwd", Lines: lines(1, 1), Quote: "x"}, luminos.Found), evidence.Unverifiable, false},
		{claim(luminos.Evidence{Path: "a.txt", Lines: lines(-5, math.MaxInt), Quote: "the sun", SHA256: "x"}, luminos.Found), evidence.Unverifiable, false},
		{claim(luminos.Evidence{Path: "a.txt", Lines: lines(1, math.MaxInt), Quote: "the sun", SHA256: "x"}, luminos.Found), evidence.Missing, false},
		{claim(luminos.Evidence{Path: "a.txt", Lines: lines(1, 1), Quote: "x", Reader: "pdf 1"}, luminos.Found), evidence.Unverifiable, false},
		{claim(luminos.Evidence{Path: "a.txt", Measure: "odd"}, luminos.Unverifiable), evidence.Unverifiable, true},
		{claim(luminos.Evidence{Path: "a.txt", Measure: "odd"}, luminos.Found), evidence.Unverifiable, false},
	} {
		list, err := verify.Citations(t.Context(), src, facts.Measure, &verify.Report{Claims: []luminos.Claim{test.claim}})
		if err != nil || list[0].State != test.want || list[0].Holds() != test.holds {
			t.Errorf("%+v: got %+v, %v, want %s", test.claim, list, err, test.want)
		}
	}
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := verify.Citations(ctx, src, facts.Measure, &verify.Report{}); err != why {
		t.Errorf("got the error %v, want %v", err, why)
	}
}

func TestParseReport(t *testing.T) {
	for text, want := range map[string]string{
		`{"schema_version": 4, "claims": []}`:                          "",
		`{"schema_version": 3, "claims": [{"path": "a"}], "other": 1}`: "",
		`{"schema_version": 99, "claims": []}`:                         "schema version 99",
		`{"schema_version": 4}`:                                        "no report",
		`{}`:                                                           "no report",
		`[1, 2]`:                                                       "no JSON report",
		`{"schema_version": 4, "claims": [{"lines": {"first": 1e99}}]}`: "no JSON report",
		`{"schema_version": 4, "claims": [`:                             "no JSON report",
	} {
		_, err := verify.ParseReport([]byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

func FuzzParseReport(f *testing.F) {
	f.Add([]byte(`{"schema_version": 4, "run": {"root": "/x"}, "claims": [{"path": "a.txt", "lines": {"first": 1, "last": 2}, "quote": "the sun", "sha256": "00"}]}`))
	src, _ := write(f, map[string]string{"a.txt": story})
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := verify.ParseReport(data)
		if err != nil {
			return
		}
		list, err := verify.Citations(t.Context(), src, facts.Measure, r)
		if err != nil || len(list) != len(r.Claims) {
			t.Errorf("%d citations of %d claims, %v", len(list), len(r.Claims), err)
		}
		if _, err := json.Marshal(list); err != nil {
			t.Error(err)
		}
	})
}
