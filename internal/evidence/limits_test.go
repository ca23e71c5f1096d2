package evidence_test

import (
	"context"
	"errors"
	"io/fs"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"luminos"
	"luminos/internal/evidence"
)

// Only the first 8 MiB of a text are checked: a claim that the rest could support is unverifiable, not refuted.
func TestOnlyTheFirst8MiBOfATextAreChecked(t *testing.T) {
	line := strings.Repeat("x", 1023)
	whole := strings.Repeat(line+"\n", 8192)           // 8 MiB
	unended := "xx" + whole[3:] + "y"                  // 8 MiB; line 8193 has no end
	digest := luminos.DigestLines([]string{line})      // of the lines of whole
	other := luminos.DigestLines([]string{line + "!"}) // of no line
	cut := unended + "z"
	type E = luminos.Evidence
	for _, test := range []struct {
		name   string
		text   string
		e      E
		want   luminos.Verdict
		reason string
	}{
		{"a quote that is nowhere in 8 MiB", whole, E{Quote: "after"}, luminos.Changed, "not in the file"},
		{"a quote with the digest of another file", whole, E{Quote: line, SHA256: sum("x")}, luminos.Changed, "another content"},
		{"the line after the end", whole, E{Lines: lines(8193, 8193)}, luminos.Missing, "only 8192 lines"},
		{"a quote that may follow", whole + "y", E{Quote: "after"}, luminos.Unverifiable, "first 8 MiB"},
		{"the last whole line", whole + "y", E{Lines: lines(8192, 8192), SHA256: digest}, luminos.Found, ""},
		{"the last whole line with another text", whole + "y", E{Lines: lines(8192, 8192), SHA256: other}, luminos.Changed, "another text"},
		{"the line after the limit", whole + "y", E{Lines: lines(8193, 8193)}, luminos.Unverifiable, "beyond the first 8 MiB"},
		{"a line that is cut", cut, E{Lines: lines(8193, 8193), SHA256: other}, luminos.Unverifiable, "continues beyond the first 8 MiB"},
		{"a line before a line that is cut", cut, E{Lines: lines(8192, 8192), SHA256: other}, luminos.Changed, "another text"},
		{"a quote in a line that is cut", cut, E{Lines: lines(8193, 8193), Quote: "y"}, luminos.Found, ""},
		{"a last line without an end", unended, E{Lines: lines(8193, 8193), SHA256: luminos.DigestLines([]string{"y"})}, luminos.Found, ""},
		{"another text in a last line without an end", unended, E{Lines: lines(8193, 8193), SHA256: other}, luminos.Changed, "another text"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.e.Path = "f"
			got := check(t, memory{bytes: []byte(test.text)}, test.e)
			if got.Verdict != test.want || !strings.Contains(got.Reason, test.reason) {
				t.Errorf("%q because %q, want %q because %q", got.Verdict, got.Reason, test.want, test.reason)
			}
		})
	}
	cite := func(text string, e E) (E, error) {
		e.Path = "f"
		return evidence.Checker{Source: memory{bytes: []byte(text)}}.Cite(t.Context(), e)
	}
	for text, reason := range map[string]string{whole: "copy it exactly", whole + "y": "first 8 MiB"} {
		if _, err := cite(text, E{Quote: "after"}); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("a quote that is not in %d bytes gives %v, want %q", len(text), err, reason)
		}
	}
	const begun = "this line begins"
	cut = whole[len(begun):] + begun + "z"
	for n, want := range map[int]string{8192: digest, 8193: ""} {
		if got, err := cite(cut, E{Quote: map[int]string{8192: line, 8193: begun}[n], Lines: lines(n, n)}); err != nil || got.SHA256 != want || got.Quote == "" {
			t.Errorf("line %d: got %+v, %v, want the digest %q", n, got, err, want)
		}
	}
}

func TestFilesOverAQuarterGiBAreNotDigested(t *testing.T) {
	for size, want := range map[int64]luminos.Verdict{256 << 20: luminos.Found, 256<<20 + 1: luminos.Unverifiable} {
		got := check(t, memory{bytes: []byte("x"), size: size}, luminos.Evidence{Path: "f", SHA256: sum("x")})
		if got.Verdict != want || want != luminos.Found && !strings.Contains(got.Reason, "256 MiB") {
			t.Errorf("%d bytes: %q because %q, want %q", size, got.Verdict, got.Reason, want)
		}
	}
}

// failing is a source whose methods return the error.
type failing struct {
	luminos.Source
	err error
}

func (f failing) Stat(context.Context, luminos.Path) (luminos.Node, error) {
	return luminos.Node{}, f.err
}

func TestErrorsOfASourceBecomeVerdicts(t *testing.T) {
	for _, test := range []struct {
		err    error
		want   luminos.Verdict
		reason string
	}{
		{&fs.PathError{Op: "open", Path: "secret", Err: fs.ErrNotExist}, luminos.Missing, "not there"},
		{&fs.PathError{Op: "open", Path: "secret", Err: fs.ErrPermission}, luminos.Unverifiable, "permission"},
		{luminos.ErrNotRegular, luminos.Changed, "not a regular file"},
		{luminos.ErrNotText, luminos.Changed, "not a text file"},
		{errors.New("secret \x1b[31m"), luminos.Unverifiable, "could not be read"},
	} {
		got := check(t, failing{err: test.err}, luminos.Evidence{Path: "f"})
		if got.Verdict != test.want || !strings.Contains(got.Reason, test.reason) || strings.Contains(got.Reason, "secret") {
			t.Errorf("%v: %q because %q, want %q because %q", test.err, got.Verdict, got.Reason, test.want, test.reason)
		}
	}
}

func TestMeasuresThatCannotBeTaken(t *testing.T) {
	claim := func(m luminos.Measure) []luminos.Claim {
		return []luminos.Claim{{Evidence: luminos.Evidence{Path: "f", Measure: m, Value: "1"}}}
	}
	gives := func(value string) evidence.Measurer {
		return func(context.Context, luminos.Source, luminos.Path, luminos.Measure) (string, error) {
			return value, nil
		}
	}
	broken := func(context.Context, luminos.Source, luminos.Path, luminos.Measure) (string, error) { panic("secret") }
	for name, test := range map[string]struct {
		size    int64
		measure evidence.Measurer
		m       luminos.Measure
		want    luminos.Verdict
		reason  string
	}{
		"a reader that panics": {1, broken, luminos.MeasureRows, luminos.Unverifiable, "measuring the file failed"},
		"no reader":            {1, nil, luminos.MeasureRows, luminos.Unverifiable, `no measure "rows"`},
		"an unknown size":      {-1, nil, luminos.MeasureSize, luminos.Unverifiable, "size of the file is unknown"},
		"another value":        {1, gives(strings.Repeat("x", 80)), luminos.MeasureRows, luminos.Changed, `"` + strings.Repeat("x", 80) + `"`},
		"a long value":         {1, gives(strings.Repeat("x", 81)), luminos.MeasureRows, luminos.Changed, `"` + strings.Repeat("x", 80) + `"`},
	} {
		claims := claim(test.m)
		if err := (evidence.Checker{Source: memory{bytes: []byte("x"), size: test.size}, Measure: test.measure}).Check(t.Context(), claims, 1); err != nil {
			t.Fatal(err)
		}
		if c := claims[0]; c.Verdict != test.want || !strings.Contains(c.Reason, test.reason) || strings.Contains(c.Reason, "secret") {
			t.Errorf("%s: %q because %q, want %q because %q", name, c.Verdict, c.Reason, test.want, test.reason)
		}
	}
	n := 0
	once := func(context.Context, luminos.Source, luminos.Path, luminos.Measure) (string, error) {
		n++
		return "1", nil
	}
	claims := append(claim(luminos.MeasureRows), claim(luminos.MeasureRows)...)
	if err := (evidence.Checker{Source: memory{}, Measure: once}).Check(t.Context(), claims, 1); err != nil || n != 1 {
		t.Errorf("a measure that two claims state was taken %d times, %v", n, err)
	}
}

// slow is a source that takes a second for each path.
type slow struct{ luminos.Source }

func (slow) Stat(context.Context, luminos.Path) (luminos.Node, error) {
	time.Sleep(time.Second)
	return luminos.Node{}, nil
}

func TestAtMostTheGivenNumberOfFilesIsReadAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for parallel, at := range map[int]int{1: 1, 2: 2, 5: 5, 0: runtime.GOMAXPROCS(0), -1: runtime.GOMAXPROCS(0)} {
			claims := make([]luminos.Claim, 10*at)
			for i := range claims {
				claims[i].Path = luminos.Path(strconv.Itoa(i))
			}
			began := time.Now()
			if err := (evidence.Checker{Source: slow{}}).Check(t.Context(), claims, parallel); err != nil || time.Since(began) != 10*time.Second {
				t.Errorf("with %d at once, %d paths took %v, %v; want 10 s", parallel, len(claims), time.Since(began), err)
			}
		}
	})
}

// stopping is a source whose method Stat ends the context.
type stopping struct {
	luminos.Source
	cancel func()
}

func (s stopping) Stat(context.Context, luminos.Path) (luminos.Node, error) {
	s.cancel()
	return luminos.Node{}, nil
}

// A claim that is not checked before the end of the context has no verdict.
func TestCheckStopsAtTheEndOfTheContext(t *testing.T) {
	why := errors.New("enough")
	for n := 1; n <= 2; n++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		claims := make([]luminos.Claim, n)
		for i := range claims {
			claims[i].Path = "f"
		}
		if err := (evidence.Checker{Source: stopping{cancel: func() { cancel(why) }}}).Check(ctx, claims, 1); err != why {
			t.Errorf("%d claims: got %v, want %v", n, err, why)
		}
		if n == 2 && claims[1].Verdict != "" {
			t.Errorf("a claim that was not checked has the verdict %q", claims[1].Verdict)
		}
	}
}
