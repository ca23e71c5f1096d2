package redact

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// fixed extracts the same from each file.
type fixed luminos.Extraction

func (f *fixed) Extract(_ context.Context, files []luminos.Path, _ luminos.Extract) ([]*luminos.Extraction, error) {
	all := make([]*luminos.Extraction, len(files))
	for i := range all {
		all[i] = (*luminos.Extraction)(f)
	}
	return all, nil
}

// TestExtractionsAreMasked masks a secret in each text of an extraction, keeps all else, and reports the line.
func TestExtractionsAreMasked(t *testing.T) {
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	of := func(s string) *fixed {
		return &fixed{
			Reader: "r 1", Format: "F", Properties: []luminos.Property{{Name: "title", Value: s}},
			Values: []luminos.ValueCounts{{Name: "v", Top: []luminos.Counted{{Name: s, Files: 1}}}},
			Parts: []luminos.Part{
				{Name: "page 1", Text: "one\n"}, {Name: "page 2", Text: "the token = " + s + "\nend"}, {Name: "page 3"},
			},
			Outline: []luminos.Heading{{Level: 1, Title: s}}, Tables: []luminos.DataTable{{Name: s}},
			Columns: []luminos.Column{{Name: s, Min: s, Max: s, Examples: []string{s}}},
			Entries: []luminos.ArchiveEntry{{Name: "dir/" + s}},
		}
	}
	m := sourcetest.Memory{}
	m.Add("a.pdf", luminos.Node{}, "x")
	lines := map[int]bool{}
	src := NewSource(luminos.WithExtractor(m, of(secret)), func(_ luminos.Path, found []Secret) {
		for _, s := range found {
			lines[s.Line] = true
		}
	})
	extractor := luminos.CapabilitiesOf(src).Extractor
	got, err := extractor.Extract(t.Context(), []luminos.Path{"a.pdf"}, luminos.Extract{Text: 1})
	if err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	x := got[0]
	text := x.Content() + x.Overview() + x.Columns[0].Examples[0]
	if strings.Contains(text, secret) || strings.Contains(text, secret[8:30]) {
		t.Errorf("the secret is shown: %s", text)
	}
	begin, end := "[page 1]\none\n[page 2]\nthe token = ", "\nend\n[page 3]\n"
	if !strings.HasPrefix(x.Content(), begin) || !strings.HasSuffix(x.Content(), end) {
		t.Errorf("the content is %q", x.Content())
	}
	if !lines[4] || len(lines) != 1 {
		t.Errorf("secrets are reported in the lines %v, want 4", lines)
	}
	clear(lines)
	again := NewSource(luminos.WithExtractor(m, (*fixed)(x)), func(_ luminos.Path, found []Secret) {
		lines[found[0].Line] = true
	})
	one := []luminos.Path{"a.pdf"}
	if _, err := luminos.CapabilitiesOf(again).Extractor.Extract(t.Context(), one, luminos.Extract{}); err != nil || !lines[4] {
		t.Errorf("the masks of another process are reported in the lines %v, %v", lines, err)
	}
}

// TestInnerSecrets masks and reports secrets in titles, in files of archives, and in other texts without lines.
func TestInnerSecrets(t *testing.T) {
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	for _, c := range []struct {
		x    fixed
		want string
	}{
		{fixed{Reader: "r 1", Parts: []luminos.Part{{Name: "p", Text: "x\n"}},
			Properties: []luminos.Property{{Name: "title", Value: secret}}}, "a.zip:0"},
		{fixed{Reader: "r 1", Format: "F", Properties: []luminos.Property{{Name: "title", Value: secret}}}, "a.zip:2"},
		{fixed{Reader: "r 1", Inner: []luminos.InnerText{{Name: "d/a.txt", Reader: "r 1", Text: "x\n" + secret}}}, "a.zip!/d/a.txt:2"},
		{fixed{Reader: "r 1", Masked: []luminos.Masked{{Path: "a.zip!/" + secret + ".db", Lines: luminos.LineRange{First: 3}}}},
			"a.zip!/" + Target(secret+".db") + ":3"},
		{fixed{Reader: "r 1", Inner: []luminos.InnerText{{Name: "the output", Text: "x\n" + secret}}}, "a.zip:0"},
	} {
		m := sourcetest.Memory{}
		m.Add("a.zip", luminos.Node{}, "x")
		var x *luminos.Extraction
		var inner luminos.Extractor = &c.x
		for _, process := range []string{"child", "parent"} {
			got := ""
			src := NewSource(luminos.WithExtractor(m, inner), func(p luminos.Path, found []Secret) {
				got += string(p) + ":" + strconv.Itoa(found[0].Line)
			})
			all, err := luminos.CapabilitiesOf(src).Extractor.Extract(t.Context(), []luminos.Path{"a.zip"}, luminos.Extract{})
			if err != nil || got != c.want {
				t.Errorf("the %s reports %q, %v; want %q", process, got, err, c.want)
			}
			x = all[0]
			inner = (*fixed)(x)
		}
		if len(x.Inner) > 0 && strings.Contains(x.Inner[0].Text, secret) {
			t.Errorf("the secret is shown: %+v", x.Inner)
		}
	}
}
