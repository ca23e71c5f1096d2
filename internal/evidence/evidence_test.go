package evidence_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/facts"
	"luminos/internal/hostiletest"
	"luminos/internal/localdir"
)

// open makes a target of files by name; names that end in "/" are directories.
func open(t testing.TB, files map[string]string) (src *localdir.Dir, dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			continue
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src, dir
}

// check checks one piece of evidence.
func check(t testing.TB, src luminos.Source, e luminos.Evidence) luminos.Claim {
	t.Helper()
	claims := []luminos.Claim{{Evidence: e}}
	if err := (evidence.Checker{Source: src, Measure: facts.Measure}).Check(t.Context(), claims, 1); err != nil {
		t.Fatal(err)
	}
	if c := claims[0]; (c.Verdict == luminos.Found) != (c.Reason == "") {
		t.Errorf("verdict %q has the reason %q", c.Verdict, c.Reason)
	}
	return claims[0]
}

func lines(first, last int) *luminos.LineRange { return &luminos.LineRange{First: first, Last: last} }

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

func TestVerdicts(t *testing.T) {
	const poem = "Tyger Tyger, burning bright,\n\tIn the   forests of the night;\nWhat immortal hand or eye,\n"
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 32, 16))); err != nil {
		t.Fatal(err)
	}
	src, dir := open(t, map[string]string{
		"poem.txt": poem, "binary": "\x00\x01\x02\x03", "dir/a": "", "dir/.hidden": "", "dir/sub/b": "",
		"empty.txt": "", "giant": "", "i.png": picture.String(), "t.csv": "id,name\n1,one\n2,two\n",
	})
	if err := errors.Join(
		os.Symlink("poem.txt", filepath.Join(dir, "inside")), os.Symlink("/etc/passwd", filepath.Join(dir, "out")),
		os.Symlink("/etc", filepath.Join(dir, "etc")), os.Symlink("nowhere", filepath.Join(dir, "broken")),
	); err != nil {
		t.Skip("this system or user lacks what the test needs:", err)
	}
	if err := os.Truncate(filepath.Join(dir, "giant"), 1<<32); err != nil {
		t.Skip("this system or user lacks what the test needs:", err)
	}
	hostiletest.Unchanged(t, dir)
	text, err := src.Text(t.Context(), "poem.txt", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	second := luminos.DigestLines([]string{"\tIn the   forests of the night;"})

	type E = luminos.Evidence
	tests := map[string]struct {
		e      E
		want   luminos.Verdict
		reason string // occurs in the reason
	}{
		"a citation":                        {text.Cite(2, 3), luminos.Found, ""},
		"a quote alone, white space folded": {E{Path: "poem.txt", Lines: lines(1, 2), Quote: "burning bright, In the forests"}, luminos.Found, ""},
		"a quote anywhere":                  {E{Path: "poem.txt", Quote: "the night; What immortal"}, luminos.Found, ""},
		"a path alone":                      {E{Path: "dir/sub"}, luminos.Found, ""},
		"the digest of a file":              {E{Path: "poem.txt", SHA256: sum(poem)}, luminos.Found, ""},
		"the digest of a binary":            {E{Path: "binary", SHA256: sum("\x00\x01\x02\x03")}, luminos.Found, ""},
		"the digest of nothing":             {E{Path: "empty.txt", SHA256: sum("")}, luminos.Found, ""},
		"kind":                              {E{Path: "dir", Measure: luminos.MeasureKind, Value: "directory"}, luminos.Found, ""},
		"kind of a link out":                {E{Path: "out", Measure: luminos.MeasureKind, Value: "symlink"}, luminos.Found, ""},
		"size":                              {E{Path: "binary", Measure: luminos.MeasureSize, Value: "4"}, luminos.Found, ""},
		"entries, hidden ones too":          {E{Path: "dir", Measure: luminos.MeasureEntries, Value: "3"}, luminos.Found, ""},
		"rows":                              {E{Path: "t.csv", Measure: luminos.MeasureRows, Value: "2"}, luminos.Found, ""},
		"columns":                           {E{Path: "t.csv", Measure: luminos.MeasureColumns, Value: "id, name"}, luminos.Found, ""},
		"dimensions":                        {E{Path: "i.png", Measure: luminos.MeasureDimensions, Value: "32x16"}, luminos.Found, ""},

		"a quote in other lines":       {E{Path: "poem.txt", Lines: lines(1, 1), Quote: "immortal hand"}, luminos.Changed, "quote"},
		"a digest of other lines":      {E{Path: "poem.txt", Lines: lines(1, 1), SHA256: second}, luminos.Changed, "another text"},
		"a quote that is nowhere":      {E{Path: "poem.txt", Quote: "Lamb"}, luminos.Changed, "quote"},
		"a quote in an empty file":     {E{Path: "empty.txt", Quote: "Lamb"}, luminos.Changed, "quote"},
		"the digest of another file":   {E{Path: "poem.txt", SHA256: sum("x")}, luminos.Changed, "another content"},
		"lines of a binary":            {E{Path: "binary", Lines: lines(1, 1)}, luminos.Changed, "not a text"},
		"another size":                 {E{Path: "binary", Measure: luminos.MeasureSize, Value: "5"}, luminos.Changed, `"4"`},
		"another kind":                 {E{Path: "dir", Measure: luminos.MeasureKind, Value: "file"}, luminos.Changed, `"directory"`},
		"other rows":                   {E{Path: "t.csv", Measure: luminos.MeasureRows, Value: "3"}, luminos.Changed, `"2"`},
		"other columns":                {E{Path: "t.csv", Measure: luminos.MeasureColumns, Value: "id"}, luminos.Changed, "name"},
		"other dimensions":             {E{Path: "i.png", Measure: luminos.MeasureDimensions, Value: "1x1"}, luminos.Changed, "32x16"},
		"entries of a file":            {E{Path: "binary", Measure: luminos.MeasureEntries, Value: "1"}, luminos.Changed, "not a directory"},
		"a true size and a wrong line": {E{Path: "poem.txt", Measure: luminos.MeasureKind, Value: "file", Lines: lines(1, 1), Quote: "Lamb"}, luminos.Changed, "quote"},

		"rows of nothing":        {E{Path: "gone.csv", Measure: luminos.MeasureRows, Value: "2"}, luminos.Missing, "not there"},
		"no such file":           {E{Path: "gone.txt", Lines: lines(1, 1)}, luminos.Missing, "not there"},
		"below a file":           {E{Path: "poem.txt/x"}, luminos.Missing, "not there"},
		"a measure of nothing":   {E{Path: "gone.txt", Measure: luminos.MeasureSize, Value: "4"}, luminos.Missing, "not there"},
		"lines beyond the end":   {E{Path: "poem.txt", Lines: lines(3, 4)}, luminos.Missing, "3 lines"},
		"lines of an empty file": {E{Path: "empty.txt", Lines: lines(1, 1)}, luminos.Missing, "0 lines"},

		"no path":               {E{}, luminos.Unverifiable, "not lie inside"},
		"upwards":               {E{Path: "../x", Lines: lines(1, 1)}, luminos.Unverifiable, "not lie inside"},
		"upwards, later":        {E{Path: "dir/../../x"}, luminos.Unverifiable, "not lie inside"},
		"upwards, escaped":      {E{Path: `\x2e\x2e/x`}, luminos.Unverifiable, "not lie inside"},
		"a slash, escaped":      {E{Path: `dir\x2fa`}, luminos.Unverifiable, "not lie inside"},
		"absolute":              {E{Path: "/etc/passwd", Quote: "root"}, luminos.Unverifiable, "not lie inside"},
		"a NUL":                 {E{Path: `poem.txt\x00`}, luminos.Unverifiable, "not lie inside"},
		"two spellings":         {E{Path: "dir//a"}, luminos.Unverifiable, "not lie inside"},
		"a link out":            {E{Path: "out", Quote: "root"}, luminos.Unverifiable, "symlink"},
		"through a link out":    {E{Path: "etc/passwd", Quote: "root"}, luminos.Unverifiable, "could not"},
		"a link inside":         {E{Path: "inside", Lines: lines(1, 1)}, luminos.Unverifiable, "symlink"},
		"a broken link":         {E{Path: "broken", Lines: lines(1, 1)}, luminos.Unverifiable, "symlink"},
		"lines of a directory":  {E{Path: "dir", Lines: lines(1, 1)}, luminos.Unverifiable, "directory"},
		"line 0":                {E{Path: "poem.txt", Lines: lines(0, 1)}, luminos.Unverifiable, "no range"},
		"lines backwards":       {E{Path: "poem.txt", Lines: lines(3, 1)}, luminos.Unverifiable, "no range"},
		"rows of a directory":   {E{Path: "dir", Measure: luminos.MeasureRows, Value: "1"}, luminos.Unverifiable, "could not"},
		"an unknown measure":    {E{Path: "poem.txt", Measure: "\x1b[2J"}, luminos.Unverifiable, `"\x1b[2J"`},
		"dimensions of a text":  {E{Path: "poem.txt", Measure: luminos.MeasureDimensions, Value: "1x1"}, luminos.Unverifiable, "could not"},
		"the digest of a giant": {E{Path: "giant", SHA256: second}, luminos.Unverifiable, "too large"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := check(t, src, test.e)
			if got.Verdict != test.want || !strings.Contains(got.Reason, test.reason) {
				t.Errorf("%+v: %q because %q, want %q because %q", test.e, got.Verdict, got.Reason, test.want, test.reason)
			}
			if strings.ContainsAny(got.Reason, "\x1b\n") || strings.Contains(got.Reason, dir) {
				t.Errorf("the reason %q contains control characters or the path of the target", got.Reason)
			}
		})
	}
}

func TestCitationThroughAnyLimitHolds(t *testing.T) {
	files := map[string]string{
		"late-latin1.txt": "# Käse\n" + strings.Repeat("filler line\n", 30_000) + "caf\xe9\n",
		"late-binary.txt": "# Käse\n" + strings.Repeat("filler line\n", 30_000) + "\x00\x00\x00",
		"one-line.txt":    strings.Repeat("Käse ", 50_000),
		"short.txt":       "Käse",
		"latin1.txt":      "caf\xe9 au lait\nwith milk\n",
		"utf16.txt":       "\xff\xfeK\x00\xe4\x00s\x00e\x00\n\x00b\x00",
		"dos.txt":         "one\r\ntwo\r\nthree",
	}
	src, _ := open(t, files)
	for name := range files {
		for _, limit := range []int{10, 100, 1001, 64 << 10, 256 << 10, 8 << 20} {
			text, err := src.Text(t.Context(), luminos.Path(name), limit)
			if err != nil {
				t.Fatal(err)
			}
			for line := range text.Lines() {
				if line > 3 {
					break
				}
				e := text.Cite(line+1, line+1)
				if got := check(t, src, e); got.Verdict != luminos.Found {
					t.Errorf("%s, limit %d, line %d: %q because %q", name, limit, line+1, got.Verdict, got.Reason)
				}
			}
		}
	}
}

// counting counts the calls of a source.
type counting struct {
	luminos.Source
	mu    sync.Mutex
	asked map[string]int
}

func (c *counting) count(what string, p luminos.Path) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked[what+" "+string(p)]++
}

func (c *counting) Stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	c.count("stat", p)
	return c.Source.Stat(ctx, p)
}

func (c *counting) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	c.count("text", p)
	return c.Source.Text(ctx, p, limit)
}

func TestEachFileIsReadOnce(t *testing.T) {
	dir, _ := open(t, map[string]string{"a": "1\n2\n3\n", "b": "1\n2\n"})
	src := &counting{Source: dir, asked: map[string]int{}}
	var claims []luminos.Claim
	for i := range 300 {
		claims = append(claims, luminos.Claim{ID: strconv.Itoa(i), Evidence: luminos.Evidence{Path: []luminos.Path{"a", "b", "gone"}[i%3], Lines: lines(1+i%2, 1+i%2)}})
	}
	if err := (evidence.Checker{Source: src}).Check(t.Context(), claims, 8); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"stat a": 1, "stat b": 1, "stat gone": 1, "text a": 1, "text b": 1}
	if diff := cmp.Diff(want, src.asked); diff != "" {
		t.Errorf("calls of the source (-want +got):\n%s", diff)
	}
	for i, c := range claims {
		want := luminos.Found
		if i%3 == 2 {
			want = luminos.Missing
		}
		if c.ID != strconv.Itoa(i) || c.Verdict != want {
			t.Fatalf("claim %d: id %s, %q, want %q", i, c.ID, c.Verdict, want)
		}
	}
}

// vanishing takes a file away between looking at it and reading it.
type vanishing struct {
	luminos.Source
	file string
}

func (v vanishing) Stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	n, err := v.Source.Stat(ctx, p)
	os.Remove(v.file)
	return n, err
}

func TestFileThatVanishesWhileItIsChecked(t *testing.T) {
	for name, e := range map[string]luminos.Evidence{
		"lines":      {Lines: lines(1, 1)},
		"digest":     {SHA256: sum("x")},
		"quote":      {Quote: "x"},
		"dimensions": {Measure: luminos.MeasureDimensions, Value: "1x1"},
	} {
		t.Run(name, func(t *testing.T) {
			src, dir := open(t, map[string]string{"a": "x\n"})
			e.Path = "a"
			if got := check(t, vanishing{src, filepath.Join(dir, "a")}, e); got.Verdict != luminos.Missing {
				t.Errorf("%q because %q, want missing", got.Verdict, got.Reason)
			}
		})
	}
}

func TestCancellationIsTheOnlyError(t *testing.T) {
	src, _ := open(t, map[string]string{"a": "x\n"})
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	claims := []luminos.Claim{{Evidence: luminos.Evidence{Path: "a"}}}
	if err := (evidence.Checker{Source: src}).Check(ctx, claims, 0); !errors.Is(err, reason) {
		t.Errorf("Check returned %v, want %v", err, reason)
	}
	if claims[0].Verdict != "" {
		t.Errorf("an unchecked claim has the verdict %q", claims[0].Verdict)
	}
	if err := (evidence.Checker{Source: src}).Check(t.Context(), nil, 0); err != nil {
		t.Errorf("without claims: %v", err)
	}
}

// The quote of evidence without lines may be in the only line of a text.
func TestQuoteInAnyNumberOfLines(t *testing.T) {
	src, _ := open(t, map[string]string{"none": "", "one": "Tyger Tyger, burning bright", "two": "In the forests\nof the night"})
	for path, want := range map[luminos.Path]bool{"none": false, "one": true, "two": true} {
		quote := map[luminos.Path]string{"none": "Tyger", "one": "burning bright", "two": "forests of the"}[path]
		c := check(t, src, luminos.Evidence{Path: path, Quote: quote})
		if got := c.Verdict == luminos.Found; got != want {
			t.Errorf("%q in %s: %+v", quote, path, c)
		}
	}
}
