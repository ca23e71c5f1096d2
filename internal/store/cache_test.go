package store

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestIDs(t *testing.T) {
	a, b := NewID(), NewID()
	if a == b || !isID(a) || a[14] != '4' || !strings.ContainsRune("89ab", rune(a[19])) {
		t.Errorf("new ids are %s and %s, want two UUIDs of version 4", a, b)
	}
	for _, name := range []string{"", a[1:], a + "0", strings.ToUpper("a" + a[1:]), "../" + a[3:], strings.ReplaceAll(a, "-", "0"), a + "\n"} {
		if isID(name) {
			t.Errorf("%q is taken for an id", name)
		}
	}
}

// A directory is taken for a cache only if it has the tag of this format or is empty,
// except for the files that a process that was killed in Open leaves.
func TestOpenTakesOnlyCaches(t *testing.T) {
	for name, test := range map[string]struct {
		files  map[string]string
		want   error
		reason string
	}{
		"an empty directory":  {nil, nil, ""},
		"a started cache":     {map[string]string{"locks/cache": "", "x.tmp": ""}, nil, ""},
		"another tag":         {map[string]string{tagFile: "Signature: 8a477f597d28d172789f06886806bc55\n# another program"}, ErrForeign, "not written by Luminos"},
		"another format":      {map[string]string{tagFile: tagText + "3\n"}, ErrFormat, `has format "3"`},
		"a longer format":     {map[string]string{tagFile: tagText + "22\n"}, ErrFormat, `has format "22"`},
		"this format":         {map[string]string{tagFile: tagText + "2\n", "more": ""}, nil, ""},
		"files":               {map[string]string{"notes.txt": ""}, ErrForeign, "is not empty"},
		"no place for locks":  {map[string]string{"locks": "", "x.tmp": ""}, nil, "creating the cache of investigations: "},
		"no place for a lock": {map[string]string{"locks/cache/x": ""}, nil, "locking the cache of investigations: "},
		"no place for a tag":  {map[string]string{"locks/investigations/x": ""}, nil, "locking the cache of investigations: "},
	} {
		c := &Cache{locker: locker{dir: t.TempDir()}}
		if err := os.Chmod(c.dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for file, content := range test.files {
			put(t, c, file, content)
		}
		got, err := Open(t.Context(), c.dir, Options{})
		if test.want == nil && test.reason == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if info, err := os.Stat(c.dir); err != nil || info.Mode().Perm() != 0o700 {
				t.Errorf("%s: others can read it: %v, %v", name, info.Mode(), err)
			}
			if again, err := OpenExisting(c.dir, Options{}); err != nil || got.Dir() != c.dir || again.Close() != nil {
				t.Errorf("%s: opened again: %v", name, err)
			}
			got.Close()
			continue
		}
		if err == nil || !errors.Is(err, test.want) && test.want != nil || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: the error is %v, want %v with %q", name, err, test.want, test.reason)
		}
		if test.want == ErrForeign {
			if err := Clear(c.dir); len(test.files[tagFile]) > 0 && !errors.Is(err, ErrForeign) || !exists(c, fileOf(test.files)) {
				t.Errorf("%s: cleared: %v", name, err)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), filepath.Join(file, "cache"), Options{}); err == nil || !strings.HasPrefix(err.Error(), "creating the cache of investigations: ") {
		t.Errorf("below a file: %v", err)
	}
	if _, err := OpenExisting(file, Options{}); err == nil || errors.Is(err, ErrNone) {
		t.Errorf("a file: %v", err)
	}
	if err := Clear(file); err == nil {
		t.Error("a file was cleared")
	}
	if _, err := OpenExisting(t.TempDir(), Options{}); !errors.Is(err, ErrNone) {
		t.Errorf("an empty directory: %v, want ErrNone", err)
	}
	// A cache that only its user can read is not changed when it is opened: it can be on a read-only file system.
	c := opened(t, Options{})
	old := time.Unix(1_600_000_000, 0)
	if err := os.Chtimes(c.dir, old, old); err != nil {
		t.Fatal(err)
	}
	again, err := Open(t.Context(), c.dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
	if info, err := os.Stat(c.dir); err != nil || !info.ModTime().Equal(old) {
		t.Errorf("opening a cache changed its directory: %v, %v", info.ModTime(), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, t.TempDir(), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("with a cancelled context: %v", err)
	}
}

func fileOf(files map[string]string) string {
	for name := range files {
		return name
	}
	return ""
}

// hooked is a context that calls a function once, when it is asked for its error.
type hooked struct {
	context.Context
	hook *func()
}

func (h hooked) Err() error {
	f := *h.hook
	*h.hook = func() {}
	f()
	return h.Context.Err()
}

// Open waits for the lock; if the cache is cleared meanwhile, it makes a new one.
func TestCacheClearedWhileItIsOpened(t *testing.T) {
	c := opened(t, Options{})
	c.Close()
	hook := func() { os.Remove(filepath.Join(c.dir, tagFile)) }
	again, err := Open(hooked{t.Context(), &hook}, c.dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if !exists(again, tagFile) {
		t.Error("the new cache has no tag")
	}
}

func TestClearRemovesOnlyTheCache(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	inv.Close()
	if err := c.Pins().Save(t.Context(), "s", map[string]string{"a": "1"}); err != nil {
		t.Fatal(err)
	}
	c.Close()
	put(t, c, "x.tmp", "")
	put(t, c, "mine/notes.txt", "")
	if err := Clear(c.dir); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(c.dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != "mine" {
		t.Errorf("left are %v, %v; want the directory mine", entries, err)
	}
	put(t, c, tagFile, tagText+"2\n")
	put(t, c, "locks/cache/x", "")
	if err := Clear(c.dir); err == nil || errors.Is(err, ErrBusy) || !exists(c, tagFile) {
		t.Errorf("without a lock: %v", err)
	}
}

// TestClosedCacheReturnsErrors checks that a closed cache returns an error and not
// an empty result, which would mean that nothing is stored.
func TestClosedCacheReturnsErrors(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	inv.Close()
	c.Close()
	for name, err := range map[string]error{
		"list":    second(c.List()),
		"remove":  second(c.Remove(t.Context(), "/t")),
		"path":    second(c.Path("/t")),
		"last":    third(c.Last("/t")),
		"begin":   third(c.Begin(t.Context(), Begin{Target: "/t"})),
		"fresh":   third(c.Begin(t.Context(), Begin{Target: "/t", Fresh: true})),
		"load":    second(c.Pins().Load(t.Context(), "s")),
		"save":    c.Pins().Save(t.Context(), "s", nil),
		"entries": inv.PutEntries([]StoredEntry{stored("a")}, true),
		"prune":   inv.Prune(nil, nil),
		"history": inv.PruneHistory(nil),
		"journal": second(inv.Journal("a")),
		"report":  second(inv.PutReport(&luminos.Report{})),
	} {
		if err == nil || errors.Is(err, ErrNone) || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

func second[A any](_ A, err error) error { return err }

func third[A, B any](_ A, _ B, err error) error { return err }

// openFiles returns the number of open files of this process, or 0 if the system does not show it.
func openFiles() int {
	entries, _ := os.ReadDir("/proc/self/fd")
	return len(entries)
}

// Failed operations, and files that are closed, leave no file open.
func TestNothingIsLeftOpen(t *testing.T) {
	c := opened(t, Options{})
	d := newLossyDisk()
	c.disk = d
	held, _ := begun(t, c, Begin{Target: "/held"})
	defer held.Close()
	foreign := t.TempDir()
	put(t, &Cache{locker: locker{dir: foreign}}, "notes.txt", "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j, _ := kept(t, held, "damaged")
	wrote(t, j, 1)
	j.Close()
	damaged := filepath.Join(held.root.Name(), journalFile("damaged"))
	for name, f := range map[string]func() error{
		"a foreign directory":  func() error { return second(Open(t.Context(), foreign, Options{})) },
		"no cache":             func() error { return second(OpenExisting(foreign, Options{})) },
		"clearing":             func() error { return Clear(c.dir) },
		"a held target":        func() error { return third(c.Begin(t.Context(), Begin{Target: "/held", NoWait: true})) },
		"cancelled":            func() error { return third(c.Begin(ctx, Begin{Target: "/held"})) },
		"cancelled in opening": func() error { return second(Open(ctx, c.dir, Options{})) },
		"a failing disk": func() error {
			d.fail = "rename"
			return third(c.Begin(t.Context(), Begin{Target: "/other", Fresh: true}))
		},
		"an uncut journal": func() error {
			if err := os.WriteFile(damaged, []byte("{"), 0o600); err != nil {
				t.Fatal(err)
			}
			d.fail = "truncate"
			return second(held.Journal("damaged"))
		},
		"": func() error {
			inv, _ := begun(t, c, Begin{Target: "/third"})
			j, err := inv.Journal("a")
			return errors.Join(err, j.Append(1, true), j.Close(), inv.Close())
		},
	} {
		if err := f(); (err == nil) != (name == "") { // the first time, a file can be opened for good
			t.Errorf("%s: the error is %v", name, err)
		}
		before := openFiles()
		_ = f()
		if after := openFiles(); after != before {
			t.Errorf("%s: %d files are open, want %d", name, after, before)
		}
	}
}

func TestListIsSorted(t *testing.T) {
	now := time.Unix(1_700_000_000, 0).UTC()
	c := opened(t, Options{Clock: func() time.Time { return now }})
	var want []string
	begin := func(target string, before time.Duration) string {
		now = now.Add(-before)
		inv, _ := begun(t, c, Begin{Target: target, Fresh: true})
		defer inv.Close()
		return inv.ID()
	}
	b := begin("/b", 0)
	a := []string{begin("/a", time.Hour), begin("/a", time.Hour), begin("/a", 0)}
	slices.Sort(a[1:])
	want = append(a, b)
	put(t, c, "locks/x", "")
	list, err := c.List()
	var got []string
	latest := 0
	for _, l := range list {
		got = append(got, l.ID)
		if l.Latest {
			latest++
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil || latest != 2 {
		t.Errorf("by target, then the newest, then by id; %d are the latest of their target, %v (-want +got):\n%s", latest, err, diff)
	}
}

func TestInterruptedRuns(t *testing.T) {
	for _, test := range []struct {
		before Before
		want   bool
	}{
		{Before{}, false}, {Before{Found: true, Meta: Meta{State: Running}}, true},
		{Before{Found: true, Meta: Meta{State: Complete}}, false}, {Before{Meta: Meta{State: Running}}, false},
	} {
		if got := test.before.Interrupted(); got != test.want {
			t.Errorf("%+v: interrupted is %v", test.before, got)
		}
	}
}

func TestChangedSettings(t *testing.T) {
	was := []Setting{{"--a", "1"}, {"--b", "x"}, {"--c", ""}, {"--d", "4"}}
	is := []Setting{{"--a", "1"}, {"--b", "y"}, {"--e", "5"}, {"--b", "y"}}
	want := []string{"--b: was x, is y", "--e: was not set, is 5", "--d: was 4, is not set"}
	if diff := cmp.Diff(want, Changed(was, is)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPins(t *testing.T) {
	c := opened(t, Options{})
	pins := c.Pins()
	load := func(server string, want map[string]string) {
		t.Helper()
		if got, err := pins.Load(t.Context(), server); err != nil || !cmp.Equal(got, want) {
			t.Errorf("the digests of %s are %v, %v; want %v", server, got, err, want)
		}
	}
	forget := func(server string, want bool) {
		t.Helper()
		if got, err := c.Forget(t.Context(), server); err != nil || got != want {
			t.Errorf("forgetting %s: %v, %v; want %v", server, got, err, want)
		}
	}
	load("s", nil)
	forget("s", false)
	first, other := map[string]string{"a": "1", "b": "2"}, map[string]string{"c": "3"}
	for server, digests := range map[string]map[string]string{"s": first, "o": other} {
		if err := pins.Save(t.Context(), server, digests); err != nil {
			t.Fatal(err)
		}
	}
	load("s", first)
	forget("s", true)
	load("s", nil)
	load("o", other)

	// A file that cannot be read may hold digests of other servers: it stays.
	const aside = "aside.json"
	if err := c.root.Rename(serversFile, aside); err != nil {
		t.Fatal(err)
	}
	if err := c.root.Mkdir(serversFile, 0o700); err != nil { // reading it fails even for root
		t.Fatal(err)
	}
	if had, err := c.Forget(t.Context(), "o"); had || err == nil || errors.Is(err, errBroken) || !exists(c, serversFile) {
		t.Errorf("forgetting with a file that cannot be read: %v, %v", had, err)
	}
	if err := errors.Join(c.root.RemoveAll(serversFile), c.root.Rename(aside, serversFile)); err != nil {
		t.Fatal(err)
	}
	load("o", other)

	// A damaged file accepts no change of tools, until it is forgotten.
	put(t, c, serversFile, "{}")
	if _, err := pins.Load(t.Context(), "o"); !errors.Is(err, errBroken) {
		t.Errorf("loading from a damaged file: %v", err)
	}
	if err := pins.Save(t.Context(), "o", first); !errors.Is(err, errBroken) {
		t.Errorf("saving to a damaged file: %v", err)
	}
	forget("o", true)
	if exists(c, serversFile) {
		t.Error("the damaged file is still there")
	}
	if err := c.put(serversFile, servers{}); err != nil {
		t.Fatal(err)
	}
	if err := pins.Save(t.Context(), "o", other); err != nil {
		t.Errorf("saving to a file without servers: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	l, err := c.lockNamed(ctx, investigationsLock, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer l.release()
	cancel()
	if err := pins.Save(ctx, "o", first); !errors.Is(err, context.Canceled) {
		t.Errorf("saving without the lock: %v", err)
	}
	if _, _, err := c.Begin(ctx, Begin{Target: "/t"}); !errors.Is(err, context.Canceled) {
		t.Errorf("beginning without the lock: %v", err)
	}
}

// The process that holds a lock is unknown if the file of the lock does not name it.
func TestUnknownHolder(t *testing.T) {
	c := opened(t, Options{})
	l, err := c.lockNamed(t.Context(), "x", false, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer l.release()
	var h Holder
	b, err := os.ReadFile(filepath.Join(c.dir, locks, "x"))
	if err != nil || json.Unmarshal(b, &h) != nil || h.PID != os.Getpid() || c.holder("x") != h {
		t.Errorf("the lock is signed %q, %v", b, err)
	}
	put(t, c, "locks/x", "?")
	if h := c.holder("x"); h != (Holder{}) {
		t.Errorf("the holder is %+v", h)
	}
}
