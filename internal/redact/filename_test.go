package redact

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"luminos"
)

// tree is a source in memory that counts its listings.
type tree struct {
	luminos.Source
	dirs  map[luminos.Path][]string // names of entries
	mtime time.Time                 // of all directories
	lists atomic.Int64
}

func (t *tree) List(_ context.Context, dir luminos.Path) ([]luminos.Node, error) {
	t.lists.Add(1)
	var nodes []luminos.Node
	for _, name := range t.dirs[dir] {
		nodes = append(nodes, luminos.Node{Path: join(dir, name)})
	}
	return nodes, nil
}

func (t *tree) Stat(_ context.Context, p luminos.Path) (luminos.Node, error) {
	if _, ok := t.dirs[p]; ok {
		return luminos.Node{Path: p, Kind: luminos.KindDir, ModTime: t.mtime}, nil
	}
	if !slices.Contains(t.dirs[p.Dir()], p.Base()) {
		return luminos.Node{}, fmt.Errorf("finding %q: %w", p, fs.ErrNotExist)
	}
	return luminos.Node{Path: p, Kind: luminos.KindFile}, nil
}

func (t *tree) Text(ctx context.Context, p luminos.Path, _ int) (luminos.Text, error) {
	_, err := t.Stat(ctx, p)
	return luminos.Text{Path: p}, err
}

// sessions returns n names that are shown alike except for their numbers.
func sessions(first string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%s?session=%x", first, sha256.Sum256([]byte{byte(i), byte(i >> 8)}))[:len(first)+49]
	}
	return names
}

func TestEqualNamesAreNumberedOnce(t *testing.T) {
	names := append(sessions("a", 1000), "a?session="+Mark+"~3")
	shown := Names(names)
	want := []string{"a?session=" + Mark}
	for k := 2; k <= len(names); k++ {
		want = append(want, fmt.Sprintf("a?session=%s~%d", Mark, k))
	}
	got := slices.Clone(shown)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || shown[1000] != names[1000] {
		t.Errorf("got %q …, want %q …", got[:5], want[:5])
	}
	if n := testing.AllocsPerRun(1, func() { Names(names) }); n > float64(100*len(names)) {
		t.Errorf("%d names take %.0f allocations", len(names), n)
	}
}

func TestDirectoryIsListedOnceForItsMaskedNames(t *testing.T) {
	dir := sessions("b", 1)[0]
	inner := &tree{dirs: map[luminos.Path][]string{".": append(sessions("a", 60), dir, "plain "+Mark), luminos.Path(dir): sessions("c", 60)}}
	for _, inner.mtime = range []time.Time{{}, time.Unix(1e9, 0)} {
		src := NewSource(inner, nil)
		var shown []luminos.Path
		for _, dir := range []luminos.Path{".", luminos.Path("b?session=" + Mark)} {
			nodes, err := src.List(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range nodes {
				shown = append(shown, n.Path)
			}
		}
		inner.lists.Store(0)
		var wait sync.WaitGroup
		const readers = 4
		for range readers {
			wait.Go(func() {
				for _, p := range shown {
					if n, err := src.Stat(t.Context(), p); err != nil || n.Path != p {
						t.Errorf("%q: %+v, %v", p, n, err)
					}
				}
			})
		}
		wait.Wait()
		if n := inner.lists.Load(); len(shown) != 122 || n > 2*readers {
			t.Errorf("%d listings by %d readers of 2 directories with %d names", n, readers, len(shown))
		}
		inner.lists.Store(0)
		for _, p := range shown {
			if _, err := src.Text(t.Context(), p, 100); err != nil {
				t.Error(err)
			}
		}
		if n := inner.lists.Load(); n != 0 {
			t.Errorf("%d listings of directories that are known", n)
		}
	}
}

// Names have the numbers of a new listing after each change, if the times of directories are known, and after each
// listing.
func TestChangedDirectoryIsListedAgain(t *testing.T) {
	one := sessions("a", 2)
	slices.Sort(one) // the first takes the name of the second without a number
	for _, known := range []bool{true, false} {
		inner := &tree{}
		src := NewSource(inner, nil)
		for i, names := range [][]string{one, one[:1], one[1:], one, {"a?session=" + Mark}, {"a?session=" + Mark, one[0]}} {
			inner.dirs = map[luminos.Path][]string{".": names}
			if known {
				inner.mtime = time.Unix(int64(i+1), 0)
			} else if _, err := src.List(t.Context(), "."); err != nil {
				t.Fatal(err)
			}
			for k, shown := range Names(names) {
				if real, err := src.(source).real(t.Context(), luminos.Path(shown)); err != nil || string(real) != names[k] {
					t.Errorf("%d: %q leads to %q, %v, want %q", i, shown, real, err, names[k])
				}
			}
		}
		inner.dirs = map[luminos.Path][]string{".": one[1:]} // neither a listing nor another time
		if real, err := src.(source).real(t.Context(), luminos.Path("a?session="+Mark)); err != nil || string(real) != one[1] {
			t.Errorf("the name of a new entry leads to %q, %v", real, err)
		}
	}
}

func TestKeptNamesAreBounded(t *testing.T) {
	var k keptNames
	add := func(i, size int) {
		k.add(keptDir{dir: luminos.Path(fmt.Sprint(i)), real: map[string]string{Mark: "x"}, size: size})
	}
	for i := range 2 * keptDirs {
		add(i, 1)
		k.of("0", time.Time{})
	}
	if len(k.dirs) != keptDirs || k.of("0", time.Time{}) == nil || k.of("1", time.Time{}) != nil {
		t.Errorf("%d directories are kept", len(k.dirs))
	}
	add(1, keptBytes)
	if len(k.dirs) != 1 || k.of("1", time.Time{}) == nil {
		t.Errorf("%d directories are kept with a large one", len(k.dirs))
	}
	add(2, 2*keptBytes)
	if len(k.dirs) != 1 || k.of("2", time.Time{}) == nil {
		t.Errorf("%d directories are kept with a larger one", len(k.dirs))
	}
	k.add(keptDir{dir: "2"})
	if len(k.dirs) != 0 {
		t.Error("a directory without names is kept")
	}
}

func BenchmarkMaskedNames(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		names := sessions("index.html", n)
		b.Run(fmt.Sprint("listing ", n), func(b *testing.B) {
			for b.Loop() {
				Names(names)
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "names/s")
		})
		b.Run(fmt.Sprint("one of ", n), func(b *testing.B) {
			src := NewSource(&tree{dirs: map[luminos.Path][]string{".": names}}, nil)
			for b.Loop() {
				if _, err := src.Text(b.Context(), luminos.Path("index.html?session="+Mark), 100); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestProgramsNamedEnvAreNoListsOfSecrets has a name of a setting that could be a token in a list.
func TestProgramsNamedEnvAreNoListsOfSecrets(t *testing.T) {
	const text = `{Name: "GO111MODULE0X7QK"}`
	for p, want := range map[luminos.Path]bool{"env.go": false, "env.txt": true, ".env.go": true, "env": true} {
		if got := namedFile(p, text, nil) != text; got != want {
			t.Errorf("%s: masked: %t", p, got)
		}
	}
}

// TestSettingsOfTheEnvironment has a port and a token in files of the environment. The names are no parts of values.
func TestSettingsOfTheEnvironment(t *testing.T) {
	const port, token = "KITE_SPHINXQL_PORT=9306\n", "KITE_X=dGhpc0lzQVNlY3JldA9xKz7Q\n"
	const commit = "KITE_COMMITISH=76a5e1880ab46688155b02e99bab9be2a6134492\n"
	for _, p := range []luminos.Path{".env", "defaults.env", "kite/env"} {
		if got := namedFile(p, commit, nil); got != commit {
			t.Errorf("%s: %q", p, got)
		}
		if other := strings.Replace(commit, "COMMITISH", "X", 1); namedFile(p, other, nil) == other {
			t.Errorf("%s: a value without the name of a commit is shown", p)
		}
		if got := namedFile(p, port, nil); got != port {
			t.Errorf("%s: %q", p, got)
		}
		if got := namedFile(p, token, nil); got != "KITE_X=(masked)xxxxxxxxxxxxxxxx\n" {
			t.Errorf("%s: %q", p, got)
		}
	}
}

// TestOneVariableKeepsItsName has files of one word whose names say that they are secret.
func TestOneVariableKeepsItsName(t *testing.T) {
	random := lot(low, 40)
	for p, want := range map[luminos.Path]bool{"secrets.env": false, "secrets.txt": true} {
		if _, whole := wholeSecret(p, "APP_SECRET_TOKEN="+random+"\n"); whole != want {
			t.Errorf("%s: the whole line is a secret: %v", p, whole)
		}
	}
}
