package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/words"
)

// TestJSONEqualsEncodingJSON compares the streaming writer with the standard
// library, for full reports, empty ones and other values that are printed.
func TestJSONEqualsEncodingJSON(t *testing.T) {
	var nilScan *luminos.Scan
	for name, v := range map[string]any{
		"full":   hostileReport("R&D <b>", false),
		"empty":  &luminos.Report{},
		"nil":    nilScan,
		"scan":   hostileReport("x", false).Scan,
		"value":  luminos.Report{Flags: []luminos.Flag{}, Claims: []luminos.Claim{{ID: "1"}}},
		"zeros":  &luminos.Scan{ClassifiedFiles: luminos.ClassifiedFiles{Files: []luminos.File{{Path: "x"}}}, Git: &luminos.GitState{}},
		"map":    map[string]any{"b": []int{1, 2}, "a": nil, "c": map[string]int{}},
		"list":   []any{1, "two", nil, []string{}, []byte("bytes"), time.Unix(0, 0).UTC()},
		"string": "x",
	} {
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := JSON(&got, v); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.String(), got.String()); diff != "" {
			t.Errorf("%s: encoding/json gives otherwise (-want +got):\n%s", name, diff)
		}
	}
}

func TestJSONErrors(t *testing.T) {
	// A short report fails when the rest of the buffer is written, a long list before.
	for _, v := range []any{&luminos.Report{}, make([]int, 100_000)} {
		if err := JSON(failing{}, v); !errors.Is(err, errFull) || !strings.HasPrefix(err.Error(), "writing the output as JSON: ") {
			t.Errorf("got %v, want the writer's error with words", err)
		}
	}
	if err := JSON(&bytes.Buffer{}, map[string]any{"f": func() {}}); err == nil {
		t.Error("a function was encoded")
	}
}

// TestJSONBuffersLittle proves that a long list goes out while it is encoded.
func TestJSONBuffersLittle(t *testing.T) {
	w := &widest{}
	files := make([]luminos.File, 20000)
	for i := range files {
		files[i] = luminos.File{Path: luminos.Path(fmt.Sprintf("dir/file-%06d", i)), Category: luminos.CategorySource}
	}
	s := &luminos.Scan{ClassifiedFiles: luminos.ClassifiedFiles{Total: len(files), Files: files}}
	if err := JSON(w, s); err != nil {
		t.Fatal(err)
	}
	if w.total < 1<<20 || w.most > 128<<10 {
		t.Errorf("wrote %d bytes, %d at once", w.total, w.most)
	}
}

var errFull = errors.New("no space left")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

type widest struct{ total, most int }

func (w *widest) Write(b []byte) (int, error) {
	w.total += len(b)
	w.most = max(w.most, len(b))
	return len(b), nil
}

func FuzzVisible(f *testing.F) {
	for _, s := range []string{"", "plain", hostile, "日本語 \U0001F469\u200d\U0001F4BB", "\U000e0041", "\x80\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var b bytes.Buffer
		if err := JSON(&b, s); err != nil {
			t.Fatal(err)
		}
		var back string
		if err := json.Unmarshal(b.Bytes(), &back); err != nil {
			t.Fatal(err)
		}
		if want := string([]rune(s)); back != want {
			t.Errorf("got %q, want %q", back, want)
		}
		for _, r := range b.String() {
			if r != '\n' && words.Hidden(r) {
				t.Fatalf("raw %U", r)
			}
		}
		unseen := func(r rune) bool { return words.Hidden(r) && r != '\u200c' && r != '\u200d' }
		if c := Clean(s); strings.ContainsFunc(c, unseen) || Clean(c) != c {
			t.Errorf("Clean(%q) = %q", s, c)
		}
	})
}
