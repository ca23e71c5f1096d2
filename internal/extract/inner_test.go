package extract

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// TestMembersText gives the texts of the files in an archive if they are wanted, within the bounds.
func TestMembersText(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range []struct{ name, text string }{
		{"d/a.txt", "an order\n"}, {"b.ipynb", `{"nbformat":4,"cells":[{"cell_type":"code","source":"x = 1"}]}`},
		{"c.bin", "\x00\x01\x02"}, {"e.txt", strings.Repeat("long ", 20_000)},
	} {
		w, err := z.Create(f.name)
		if err == nil {
			_, err = io.WriteString(w, f.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	m := sourcetest.Memory{}
	m.Add("a.zip", luminos.Node{}, b.String())
	m.Add("cut.zip", luminos.Node{}, b.String()[:40])
	for _, c := range []struct {
		path  luminos.Path
		inner int
		want  []string
		left  int
	}{
		{"a.zip", 0, nil, 0}, {"a.zip", 1 << 20, []string{"d/a.txt", "b.ipynb", "e.txt"}, 1},
		{"a.zip", 10, []string{"d/a.txt"}, 3}, {"cut.zip", 1 << 20, nil, 0},
	} {
		all, err := Over(m).Extract(t.Context(), []luminos.Path{c.path}, luminos.Extract{Text: 10, Inner: c.inner})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, in := range all[0].Inner {
			got = append(got, in.Name)
			if !strings.HasPrefix(in.Reader, "archive 4 > ") || len(in.Text) > 64<<10 {
				t.Errorf("%s: %s is read by %q, %d bytes", c.path, in.Name, in.Reader, len(in.Text))
			}
		}
		if !slices.Equal(got, c.want) || all[0].InnerLeft != c.left {
			t.Errorf("%s, %d: texts %q and %d left, want %q and %d", c.path, c.inner, got, all[0].InnerLeft, c.want, c.left)
		}
	}
}
