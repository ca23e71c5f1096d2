package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// kept opens a journal and returns its records as text.
func kept(t *testing.T, inv *Investigation, name string) (*Journal, []string) {
	t.Helper()
	j, err := inv.Journal(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	var all []string
	for _, r := range j.Records() {
		all = append(all, string(r))
	}
	return j, all
}

func wrote(t *testing.T, j *Journal, records ...any) {
	t.Helper()
	for i, r := range records {
		if err := j.Append(r, i%2 == 0); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRecordsAreReadBack(t *testing.T) {
	var names []string
	c := opened(t, Options{Wrote: func(name string) { names = append(names, name) }})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	j, before := kept(t, inv, "a\xff")
	if len(before) > 0 {
		t.Errorf("a new journal has %q", before)
	}
	names = nil
	wrote(t, j, map[string]string{"x": "<b>\n \"}\n"}, json.RawMessage(`{"n":12345678901234567890,"s":"\u003c"}`), nil, []int{})
	want := []string{`{"x":"\u003cb\u003e\n \"}\n"}`, `{"n":12345678901234567890,"s":"\u003c"}`, "null", "[]"}
	if len(names) != 4 || filepath.Dir(names[0]) != historyDir {
		t.Errorf("the reported writes: %q, want one for each record", names)
	}
	j.Close()
	j, got := kept(t, inv, "a\xff")
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, other := kept(t, inv, "b"); len(other) > 0 {
		t.Errorf("another conversation has %q", other)
	}
	wrote(t, j, 5)
	j.Close()
	if j, got = kept(t, inv, "a\xff"); !slices.Equal(got, append(want, "5")) {
		t.Errorf("after one more: %q", got)
	}
	if err := j.Reset(); err != nil {
		t.Fatal(err)
	}
	wrote(t, j, 6)
	j.Close()
	if _, got = kept(t, inv, "a\xff"); !slices.Equal(got, []string{"6"}) {
		t.Errorf("after a reset: %q, want 6", got)
	}
	if p := inv.Problems(); len(p) > 0 {
		t.Errorf("problems: %v", p)
	}
}

// A journal that is truncated, or has any byte changed, returns the records before
// the damage and accepts new ones after them.
func TestDamagedJournalKeepsRecordsBeforeTheDamage(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	j, _ := kept(t, inv, "a")
	want := []string{`"one"`, `"two"`, `"three"`}
	wrote(t, j, "one", "two", "three")
	j.Close()
	file := filepath.Join(c.dir, inv.ID(), journalFile("a"))
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		for what, b := range map[string][]byte{"cut": whole[:i], "changed": slices.Concat(whole[:i], []byte{whole[i] ^ 1}, whole[i+1:])} {
			if err := os.WriteFile(file, b, 0o600); err != nil {
				t.Fatal(err)
			}
			j, got := kept(t, inv, "a")
			if len(got) > 2 || !slices.Equal(got, want[:len(got)]) {
				t.Fatalf("%s at %d: %q is no prefix", what, i, got)
			}
			if good := strings.Count(string(whole[:i]), "\n") - 1; len(got) != max(good, 0) {
				t.Fatalf("%s at %d: %d records, want %d", what, i, len(got), good)
			}
			wrote(t, j, "more")
			j.Close()
			if _, again := kept(t, inv, "a"); !slices.Equal(again, append(got, `"more"`)) {
				t.Fatalf("%s at %d, then one more: %q", what, i, again)
			}
		}
	}
}

func TestJournalOfAnotherConversationIsRefused(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	j, _ := kept(t, inv, "a")
	wrote(t, j, 1)
	dir := filepath.Join(c.dir, inv.ID())
	if err := os.Rename(filepath.Join(dir, journalFile("a")), filepath.Join(dir, journalFile("b"))); err != nil {
		t.Fatal(err)
	}
	if _, got := kept(t, inv, "b"); len(got) > 0 {
		t.Errorf("got the records of another conversation: %q", got)
	}
	if len(inv.Problems()) != 1 {
		t.Errorf("problems: %v, want one", inv.Problems())
	}
}

// Lines in another order are refused although each checksum is right.
func TestReorderedLinesAreRefused(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	j, _ := kept(t, inv, "a")
	wrote(t, j, 1, 2, 3)
	file := filepath.Join(c.dir, inv.ID(), journalFile("a"))
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	l := strings.SplitAfter(string(b), "\n")
	if err := os.WriteFile(file, []byte(l[0]+l[1]+l[3]+l[2]), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, got := kept(t, inv, "a"); !slices.Equal(got, []string{"1"}) {
		t.Errorf("got %q, want the first only", got)
	}
}

func TestUnusableJournalIsReplaced(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	dir := filepath.Join(c.dir, inv.ID())
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("keep me\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	j, _ := kept(t, inv, "long")
	wrote(t, j, 1)
	if err := os.Truncate(filepath.Join(dir, journalFile("long")), journalMax+1); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, journalFile("link"))); err != nil {
		t.Skipf("SKIPPED: no links here: %v", err)
	}
	for _, name := range []string{"long", "link"} {
		j, got := kept(t, inv, name)
		if len(got) > 0 {
			t.Errorf("%s: got %q", name, got)
		}
		wrote(t, j, 2)
		j.Close()
		if _, got := kept(t, inv, name); !slices.Equal(got, []string{"2"}) {
			t.Errorf("%s: after a fresh start: %q", name, got)
		}
	}
	if b, _ := os.ReadFile(outside); string(b) != "keep me\n" {
		t.Errorf("the file outside holds %q", b)
	}
}

func TestClosedInvestigationRefusesRecords(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	j, _ := kept(t, inv, "a")
	wrote(t, j, 1)
	inv.Close()
	if err := j.Append(2, true); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("appending: %v, want %v", err, fs.ErrClosed)
	}
	if err := j.Reset(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("resetting: %v, want %v", err, fs.ErrClosed)
	}
	if err := errors.Join(j.Close(), j.Close()); err != nil {
		t.Error(err)
	}
	inv, _ = begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	if _, got := kept(t, inv, "a"); !slices.Equal(got, []string{"1"}) {
		t.Errorf("got %q, want 1", got)
	}
}

func TestPruneHistoryRemovesOtherConversations(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	if err := inv.PruneHistory(nil); err != nil {
		t.Errorf("without any: %v", err)
	}
	for i := range 4 {
		j, _ := kept(t, inv, fmt.Sprint(i))
		wrote(t, j, i)
		j.Close()
	}
	if err := inv.PruneHistory([]string{"1", "3", "never"}); err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		if _, got := kept(t, inv, fmt.Sprint(i)); len(got) != i%2 {
			t.Errorf("%d: %d records are left, want %d", i, len(got), i%2)
		}
	}
}
