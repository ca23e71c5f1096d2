package present

import (
	"io/fs"
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// TestHas distinguishes files from directories, and missing names from directories that cannot be listed.
func TestHas(t *testing.T) {
	src := sourcetest.Memory{}
	src.Add("a/b.csv", luminos.Node{}, "x")
	src.Add("a/dir/c", luminos.Node{}, "x")
	src.Add("shut/d", luminos.Node{}, "x")
	src.Break("shut", 0, fs.ErrPermission)
	f := New(src)
	for p, want := range map[luminos.Path]State{
		"a/b.csv": There, "a/dir": Absent, "a/none": Absent, "none/x": Absent, "shut/d": Unknown, "shut/e": Unknown,
	} {
		if got := f.Has(t.Context(), p); got != want {
			t.Errorf("%s: %d, want %d", p, got, want)
		}
	}
}

// TestDirectoriesAreBounded lists no more directories than the bound.
func TestDirectoriesAreBounded(t *testing.T) {
	src := sourcetest.Memory{}
	src.Add("z/last", luminos.Node{}, "x")
	f := New(src)
	for i := range dirsMost {
		f.dirs[luminos.Path(rune('a'+i))] = listing{}
	}
	if got := f.Has(t.Context(), "z/last"); got != Unknown {
		t.Errorf("beyond the bound: %d", got)
	}
}

// TestBelow refuses names that lead out of the target.
func TestBelow(t *testing.T) {
	for _, tt := range []struct {
		dir  luminos.Path
		name string
		want luminos.Path
	}{
		{".", "a/b", "a/b"}, {"d", "./a", "d/a"}, {"d/e", "../a", "d/a"}, {"d", `f\a`, "d/f/a"}, {"d", "..", "."},
		{"d", "../../a", ""}, {".", "..", ""}, {"d", "/etc/passwd", ""}, {"d", `C:\a`, ""}, {"d", " ", ""}, {"d", "a\x00b", ""},
	} {
		if got, ok := Below(tt.dir, tt.name); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s in %s: %q %t, want %q", tt.name, tt.dir, got, ok, tt.want)
		}
	}
}
