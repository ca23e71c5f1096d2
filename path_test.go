package luminos_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"luminos"
)

func TestPathKeepsNamesApartAndReadable(t *testing.T) {
	tests := map[string]luminos.Path{
		"plain/name.txt":         "plain/name.txt",
		"naïve/日本語":              "naïve/日本語",
		"control\x1b[2J\n":       "control\x1b[2J\n", // legal in a path; quote it before printing
		"latin-\xe9":             `latin-\xe9`,
		"two-\xff\xfe":           `two-\xff\xfe`,
		`looks-like-\xe9`:        `looks-like-\x5cxe9`,
		`not-an-escape-\xE9`:     `not-an-escape-\xE9`,
		`not-an-escape-\x4`:      `not-an-escape-\x4`,
		`back\slash`:             `back\slash`,
		`both-\x5c` + "\xff":     `both-\x5cx5c\xff`,
		"replacement-\uFFFD":     "replacement-\uFFFD",
		"surrogate-\xed\xa0\x80": `surrogate-\xed\xa0\x80`,
		"overlong-\xc0\xaf":      `overlong-\xc0\xaf`,
	}
	for name, want := range tests {
		if got := luminos.PathFromOS(name); got != want {
			t.Errorf("PathFromOS(%q) = %q, want %q", name, got, want)
		}
		if got := want.OS(); got != name {
			t.Errorf("Path(%q).OS() = %q, want %q", want, got, name)
		}
	}
}

// nasty draws names with many parts of escapes.
var nasty = rapid.Custom(func(t *rapid.T) string {
	pieces := rapid.SliceOfN(rapid.OneOf(
		rapid.SampledFrom([]string{`\`, `\x`, `\x4`, `\x5c`, `\xff`, "x", "5", "c", "f", "/", "\xff", "\xc3", "\xed\xa0\x80", "é", "\uFFFD", "\n"}),
		rapid.String(),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 4), func(b []byte) string { return string(b) }),
	), 0, 12)
	return strings.Join(pieces.Draw(t, "pieces"), "")
})

func TestPathIsReversibleAndInjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := nasty.Draw(t, "a"), nasty.Draw(t, "b")
		p, q := luminos.PathFromOS(a), luminos.PathFromOS(b)
		if !utf8.ValidString(string(p)) {
			t.Fatalf("PathFromOS(%q) = %q is not UTF-8", a, p)
		}
		if p.OS() != a {
			t.Fatalf("%q became %q and came back as %q", a, p, p.OS())
		}
		if (p == q) != (a == b) {
			t.Fatalf("%q and %q became %q and %q", a, b, p, q)
		}
		// Escaping works on whole paths and on their elements alike.
		if got, want := p+"/"+q, luminos.PathFromOS(a+"/"+b); got != want {
			t.Fatalf("joined after escaping %q, before %q", got, want)
		}
	})
}

func FuzzPath(f *testing.F) {
	for _, s := range []string{"", "a/b", "\xff", `\xff`, `\x5cxff`, `\\x`, "\xed\xa0\x80", `\x` + "\xab" + `cd`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		p := luminos.PathFromOS(name)
		if !utf8.ValidString(string(p)) || p.OS() != name {
			t.Errorf("%q became %q and came back as %q", name, p, p.OS())
		}
		if again := luminos.PathFromOS(luminos.Path(name).OS()); again.OS() != luminos.Path(name).OS() {
			t.Errorf("%q, taken for a path, does not survive a second round", name)
		}
	})
}

func TestPathParts(t *testing.T) {
	tests := []struct {
		path      luminos.Path
		dir       luminos.Path
		base, ext string
		depth     int
	}{
		{".", ".", ".", "", 0},
		{"", ".", ".", "", 0},
		{"/", "/", "/", "", 2},
		{"/a", "/", "a", "", 2},
		{"a", ".", "a", "", 1},
		{"a/b.TXT", "a", "b.TXT", ".txt", 2},
		{"a.d/b", "a.d", "b", "", 2},
		{".gitignore", ".", ".gitignore", "", 1},
		{".config.json", ".", ".config.json", ".json", 1},
		{"a.tar.gz", ".", "a.tar.gz", ".gz", 1},
		{"dot.", ".", "dot.", ".", 1},
		{"a/b/c/d.ÄÖ", "a/b/c", "d.ÄÖ", ".äö", 4},
	}
	for _, test := range tests {
		if got := test.path.Dir(); got != test.dir {
			t.Errorf("%q: Dir = %q, want %q", test.path, got, test.dir)
		}
		if got := test.path.Base(); got != test.base {
			t.Errorf("%q: Base = %q, want %q", test.path, got, test.base)
		}
		if got := test.path.Ext(); got != test.ext {
			t.Errorf("%q: Ext = %q, want %q", test.path, got, test.ext)
		}
		if got := test.path.Depth(); got != test.depth {
			t.Errorf("%q: Depth = %d, want %d", test.path, got, test.depth)
		}
	}
}

func TestPathWithin(t *testing.T) {
	for _, test := range []struct {
		path, dir luminos.Path
		want      bool
	}{
		{"a", ".", true},
		{".", ".", true},
		{"a", "a", true},
		{"a/b", "a", true},
		{"ab", "a", false}, // a name that begins like another is not below it
		{"a", "a/b", false},
		{".", "a", false},
		{"a/b/c", "a/b", true},
		{"b/a", "a", false},
	} {
		if got := test.path.Within(test.dir); got != test.want {
			t.Errorf("%q within %q: %t, want %t", test.path, test.dir, got, test.want)
		}
	}
}

func TestPathJoin(t *testing.T) {
	for _, test := range []struct {
		path luminos.Path
		elem []string
		want luminos.Path
	}{
		{".", []string{"a"}, "a"},
		{"a", []string{"b", "c"}, "a/b/c"},
		{"a/b", []string{"..", "c"}, "a/c"},
		{"a", nil, "a"},
	} {
		if got := test.path.Join(test.elem...); got != test.want {
			t.Errorf("%q joined with %q: %q, want %q", test.path, test.elem, got, test.want)
		}
	}
}

// TestTreeOrder compares the order of paths with a walk, and the common directory with its definition.
func TestTreeOrder(t *testing.T) {
	walk := []luminos.Path{".", "a", "a/b", "a/b/c", "a/c", "a!", "a-b", "a-b/c", "ab", "b", "b/a"}
	for i, p := range walk {
		for k, q := range walk {
			if got := p.CompareTree(q); got < 0 != (i < k) || got == 0 != (i == k) {
				t.Errorf("%s against %s: %d", p, q, got)
			}
			c := p.Common(q)
			if !p.Within(c) || !q.Within(c) || c != q.Common(p) {
				t.Errorf("the common directory of %s and %s is %s", p, q, c)
			}
			for _, deeper := range walk {
				if p.Within(deeper) && q.Within(deeper) && deeper.Depth() > c.Depth() {
					t.Errorf("%s holds %s and %s and lies below %s", deeper, p, q, c)
				}
			}
		}
	}
}
