package redact_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/redact"
	"luminos/internal/sourcetest"
)

// token is a token of a known format. It is composed here so that scanners do not report
// it.
var token = "gh" + "p_" + strings.Repeat("aB3dE6gH9", 4)

func opened(t testing.TB, text string) luminos.Source {
	t.Helper()
	return sourceOf(t, map[luminos.Path]string{"f": text})
}

// wide returns a text in UTF-16, after a byte order mark.
func wide(text, mark string, high int) string {
	b := []byte(mark)
	for _, c := range utf16.Encode([]rune(text)) {
		two := [2]byte{}
		two[high], two[1-high] = byte(c>>8), byte(c)
		b = append(b, two[:]...)
	}
	return string(b)
}

func TestSecretsOfTextsAreReported(t *testing.T) {
	whole := "one\ntoken: " + token + "\nthree\n"
	src := opened(t, whole)
	var reported []redact.Secret
	shown := redact.NewSource(src, func(p luminos.Path, found []redact.Secret) {
		if reported = append(reported, found...); p != "f" {
			t.Errorf("reported %q", p)
		}
	})
	text, err := shown.Text(t.Context(), "f", 1<<20)
	if want, _ := redact.Text(whole); err != nil || text.Content != want || strings.Contains(text.Content, token) {
		t.Errorf("got %q, %v", text.Content, err)
	}
	if b, err := shown.Read(t.Context(), "f", 0, 8); err != nil || string(b) != "one\ntoke" {
		t.Errorf("got %q, %v", b, err)
	}
	if len(reported) != 2 || reported[0].Line != 2 || reported[0].Kind == "" || reported[1] != reported[0] {
		t.Errorf("reported %+v", reported)
	}
	for limit := range len(whole) {
		text, err := shown.Text(t.Context(), "f", limit)
		if err != nil || strings.Contains(text.Content, token[:8]) {
			t.Errorf("at most %d bytes: %q, %v", limit, text.Content, err)
		}
	}
	if _, err := shown.Text(t.Context(), "gone", 10); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// The limit is at every byte of a long line with a secret.
func TestLongLineIsMaskedAtAnyLimit(t *testing.T) {
	whole := strings.Repeat("é", 100) + " " + token + " and on"
	shown := redact.NewSource(opened(t, whole), nil)
	for limit := 190; limit < len(whole)+10; limit++ {
		text, err := shown.Text(t.Context(), "f", limit)
		if err != nil || strings.Contains(text.Content, token[:5]) || len(text.Content) > limit || len(text.Content) < min(limit-3, len(whole)) {
			t.Errorf("at most %d bytes: %q, %v", limit, text.Content, err)
		}
	}
}

// Each piece of a file equals the same piece of the masked file, so that a secret cannot
// be read in parts.
func TestPiecesEqualMaskedFile(t *testing.T) {
	filler := strings.Repeat("a line of no interest\n", 100)
	whole := filler + "token: " + token + "\n" + strings.Repeat(filler, 35) + "password = \"hunter" + "2!\"\n" + filler + token
	want, _ := redact.Text(whole)
	if len(want) != len(whole) || strings.Contains(want, token) {
		t.Fatalf("%d bytes became %d", len(whole), len(want))
	}
	for name, f := range map[string]func(string) string{
		"UTF-8":                       func(s string) string { return s },
		"with NUL":                    func(s string) string { return s + "\x00\x00\x01" },
		"UTF-16, little end first":    func(s string) string { return wide(s, "\xff\xfe", 1) },
		"UTF-16, big end first":       func(s string) string { return wide(s, "\xfe\xff", 0) },
		"UTF-16 without a mark":       func(s string) string { return wide(s, "", 1) },
		"UTF-16 with more than ASCII": func(s string) string { return wide("Üö€ "+s, "\xff\xfe", 1) },
	} {
		t.Run(name, func(t *testing.T) {
			given, want := f(whole), f(want)
			shown := redact.NewSource(opened(t, given), nil)
			first := len(f(filler+"token: ")) + 2 // in the first token
			for _, offset := range []int{0, 1, first - 2, first, first + 1, first + 7, len(given) / 2, len(given) - 40, len(given) - 3, len(given), len(given) + 10} {
				for _, n := range []int{1, 9, 1000} {
					b, err := shown.Read(t.Context(), "f", int64(offset), n)
					from := min(offset, len(want))
					if piece := want[from:min(from+n, len(want))]; err != nil || string(b) != piece {
						t.Fatalf("%d bytes from %d: %q, %v; want %q", n, offset, b, err, piece)
					}
				}
			}
		})
	}
	if _, err := redact.NewSource(opened(t, ""), nil).Read(t.Context(), "gone", 0, 10); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// sourceOf returns a directory that holds the files as a source.
func sourceOf(t testing.TB, files map[luminos.Path]string) luminos.Source {
	t.Helper()
	dir := t.TempDir()
	for p, content := range files {
		name := filepath.Join(dir, p.OS())
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src
}

func TestMaskedSourceKeepsContract(t *testing.T) {
	sourcetest.Run(t, redact.NewSource(sourceOf(t, sourcetest.Files), nil))
}

// A piece far behind the header of a table has the masks that the whole file has.
func TestPiecesOfTablesAreMasked(t *testing.T) {
	whole := "id,name,password\n" + strings.Repeat("1,bob,hunter2x7\n2,eve,letmein\n", 20000)
	want, _ := redact.Text(whole)
	shown := redact.NewSource(opened(t, whole), nil)
	for _, offset := range []int{0, 100, 70000, 200001, 400000} {
		b, err := shown.Read(t.Context(), "f", int64(offset), 500)
		if err != nil || string(b) != want[offset:offset+500] || strings.Contains(string(b), "letmein") {
			t.Errorf("from %d: %q, %v", offset, b, err)
		}
	}
}

// A piece far behind the beginning of a statement of SQL has the masks of the statement.
func TestPiecesOfStatementsAreMasked(t *testing.T) {
	for begin, row := range map[string]string{
		"INSERT INTO users (id, name, password) VALUES\n(0,'x','y')": ",\n(1,'bob','hunter2x7')",
		"COPY users (id, name, password) FROM stdin;\n":              "1\tbob\thunter2x7\n",
	} {
		whole := "-- dump\n\n" + begin + strings.Repeat(row, 30000)
		shown := redact.NewSource(sourceOf(t, map[luminos.Path]string{"f.sql": whole}), nil)
		for _, offset := range []int{0, 50000, 200001, 450000} {
			b, err := shown.Read(t.Context(), "f.sql", int64(offset), 500)
			if err != nil || len(b) != 500 || strings.Contains(string(b), "hunter") || !strings.Contains(string(b), "bob") {
				t.Errorf("from %d: %q, %v", offset, b, err)
			}
		}
	}
}

// Names with secrets are masked, and the entries are found by their masked names only.
func TestNamesOfEntriesAreMasked(t *testing.T) {
	inner := sourceOf(t, map[luminos.Path]string{
		luminos.Path(token + "/a.txt"): "inside\n", "password=hunter2x7!.txt": "one\n", "password=hunter2x7!!.txt": "two\n", "plain.txt": "plain\n", "token.go": "package token\n",
	})
	src := redact.NewSource(inner, nil)
	nodes, err := src.List(t.Context(), luminos.Root)
	var got []string
	for _, n := range nodes {
		got = append(got, string(n.Path))
	}
	if want := "(masked) password=(masked).txt password=(masked)~2.txt plain.txt token.go"; err != nil || strings.Join(got, " ") != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for p, want := range map[luminos.Path]string{"(masked)/a.txt": "inside\n", "password=(masked)~2.txt": "one\n", "password=(masked).txt": "two\n"} {
		text, err := src.Text(t.Context(), p, 100)
		n, failed := src.Stat(t.Context(), p)
		if err != nil || failed != nil || text.Content != want || text.Path != p || n.Path != p {
			t.Errorf("%q: %+v, %v, %+v, %v", p, text, err, n, failed)
		}
	}
	for _, p := range []luminos.Path{luminos.Path(token + "/a.txt"), "password=hunter2x7!.txt"} {
		if _, err := src.Stat(t.Context(), p); !errors.Is(err, os.ErrNotExist) || strings.Contains(err.Error(), token) || strings.Contains(err.Error(), "hunter2x") {
			t.Errorf("a guess is answered: %v", err)
		}
	}
	if _, err := src.Read(t.Context(), "(masked)", 0, 10); err == nil || strings.Contains(err.Error(), token) {
		t.Errorf("reading a directory: %v", err)
	}
}

func TestDigestIsOfStoredBytes(t *testing.T) {
	const p = luminos.Path("f")
	src := sourceOf(t, map[luminos.Path]string{p: "token: " + token + "\n"})
	want, err := src.Digest(t.Context(), p, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := redact.NewSource(src, nil).Digest(t.Context(), p, 1<<20); err != nil || got != want {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

func TestTargetsOfLinksAreMasked(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink(token, filepath.Join(dir, "link")); err != nil {
		t.Skip("this system or user lacks what the test needs:", err)
	}
	inner, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	for name, inner := range map[string]luminos.Source{"as it is": inner, "with targets in listings": statListed{inner}} {
		src := redact.NewSource(inner, nil)
		n, err := src.Stat(t.Context(), "link")
		if err != nil || n.Kind != luminos.KindSymlink || strings.Contains(n.Target, token[:8]) || n.Target == "" {
			t.Errorf("%s: looking at the link gives %+v, %v", name, n, err)
		}
		nodes, err := src.List(t.Context(), luminos.Root)
		if err != nil || len(nodes) != 1 || strings.Contains(nodes[0].Target, token[:8]) {
			t.Errorf("%s: listing the link gives %+v, %v", name, nodes, err)
		}
	}
}

// statListed is a source whose listings contain all fields of Stat.
type statListed struct{ luminos.Source }

func (s statListed) List(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	nodes, err := s.Source.List(ctx, dir)
	for i := range nodes {
		if n, err := s.Stat(ctx, nodes[i].Path); err == nil {
			nodes[i] = n
		}
	}
	return nodes, err
}

// leaky is a source whose capabilities give secrets.
type leaky struct{ luminos.Source }

func (l leaky) Capabilities() luminos.Capabilities {
	return luminos.Capabilities{Outliner: l, Tables: l}
}

func (leaky) Outlines(_ context.Context, files []luminos.Path) ([]*luminos.Outline, error) {
	inner := luminos.Definition{Name: "b " + token, Signature: "c " + token, Doc: "d " + token}
	outer := inner
	outer.Children = []luminos.Definition{inner}
	o := &luminos.Outline{Language: "Go", Doc: "a " + token, Imports: []luminos.Import{{Name: "e " + token, First: 1}}, Symbols: []luminos.Definition{outer}}
	return []*luminos.Outline{o, nil}, nil
}

func (leaky) Table(context.Context, luminos.Path) (luminos.Table, error) {
	return luminos.Table{Name: token, Rows: 1, Columns: []luminos.TableColumn{{Name: "n " + token, Type: "t " + token, Key: 1}}}, nil
}

func TestResultsOfCapabilitiesAreMasked(t *testing.T) {
	c := luminos.CapabilitiesOf(redact.NewSource(leaky{}, nil))
	outlines, err := c.Outliner.Outlines(t.Context(), nil)
	if err != nil || len(outlines) != 2 || outlines[1] != nil {
		t.Fatalf("got %v, %v", outlines, err)
	}
	table, err := c.Tables.Table(t.Context(), "t")
	if err != nil || table.Rows != 1 || len(table.Columns) != 1 || table.Columns[0].Key != 1 {
		t.Fatalf("got %+v, %v", table, err)
	}
	shown, err := json.Marshal([]any{outlines, table})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(shown), token[:8]) || strings.Count(string(shown), redact.Mark) != 11 {
		t.Errorf("want 11 masks: %s", shown)
	}
	if c := luminos.CapabilitiesOf(redact.NewSource(sourceOf(t, nil), nil)); c.Outliner != nil || c.Tables != nil {
		t.Errorf("a directory has the capabilities %+v", c)
	}
}

// recording is a source whose capabilities record the paths that they are asked for.
type recording struct {
	luminos.Source
	asked *[]luminos.Path
}

func (r recording) Capabilities() luminos.Capabilities {
	return luminos.Capabilities{Outliner: r, Tables: r}
}

func (r recording) Outlines(_ context.Context, files []luminos.Path) ([]*luminos.Outline, error) {
	*r.asked = append(*r.asked, files...)
	return make([]*luminos.Outline, len(files)), nil
}

func (r recording) Table(_ context.Context, p luminos.Path) (luminos.Table, error) {
	*r.asked = append(*r.asked, p)
	return luminos.Table{}, nil
}

func TestCapabilitiesFindMaskedNames(t *testing.T) {
	var asked []luminos.Path
	real := luminos.Path("dir/" + token + ".db")
	src := redact.NewSource(recording{sourceOf(t, map[luminos.Path]string{real: "x"}), &asked}, nil)
	nodes, err := src.List(t.Context(), "dir")
	if err != nil || len(nodes) != 1 || nodes[0].Path == real {
		t.Fatalf("got %v, %v", nodes, err)
	}
	c := luminos.CapabilitiesOf(src)
	if _, err := c.Outliner.Outlines(t.Context(), []luminos.Path{nodes[0].Path, real}); err != nil {
		t.Error(err)
	}
	if _, err := c.Tables.Table(t.Context(), nodes[0].Path); err != nil {
		t.Error(err)
	}
	if _, err := c.Tables.Table(t.Context(), real); err == nil {
		t.Error("a path that contains a secret is found")
	}
	if len(asked) != 3 || asked[0] != real || asked[1] == real || asked[2] != real {
		t.Errorf("asked for %q", asked)
	}
}
