package readable

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/sourcetest"
)

// upper extracts the text of each file with the extension .up, in capital letters.
type upper struct {
	src   luminos.Source
	calls int
}

func (u *upper) Extract(
	ctx context.Context, files []luminos.Path, o luminos.Extract,
) ([]*luminos.Extraction, error) {
	u.calls++
	all := make([]*luminos.Extraction, len(files))
	for i, p := range files {
		if p == "a.zip!/d/m.txt" {
			all[i] = &luminos.Extraction{Reader: "upper 1", Parts: []luminos.Part{{Name: "text", Text: "MEMBER\n"}}}
		}
		if p.Ext() != ".up" && p.Ext() != ".eml" {
			continue
		}
		b, err := u.src.Read(ctx, p, 0, o.Text)
		if err != nil {
			return all, err
		}
		x := &luminos.Extraction{Reader: "upper 1", Format: "F"}
		if _, text, ok := strings.Cut(string(b), "\x00"); ok {
			x.Parts = []luminos.Part{{Name: "a", Text: strings.ToUpper(text)}}
		}
		all[i] = x
	}
	return all, nil
}

// decoded is a source in memory that decodes its texts.
type decoded struct{ sourcetest.Memory }

func (d decoded) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	b, err := d.Read(ctx, p, 0, limit+1)
	if err != nil {
		return luminos.Text{}, err
	}
	return content.TextOf(p, b, limit)
}

// TestReadable reads extracted files as their texts, and others as their bytes.
func TestReadable(t *testing.T) {
	m := decoded{sourcetest.Memory{}}
	for p, content := range map[luminos.Path]string{
		"a.up": "\x00one\ntwo\n", "a.bin": "\x00one", "a.txt": "plain\n", "b.up": "\x01\x02",
		"c.up":  "\x00\x7f\x7f\x7fone\n", // as the text of a form in a PDF
		"a.eml": "From: a@b\nSubject: c\n\x00\n",
	} {
		m.Add(p, luminos.Node{}, content)
	}
	u := &upper{src: m}
	src := luminos.WithExtractor(m, u)
	text, read := Texts(src), Bytes(src)
	for p, want := range map[luminos.Path]string{"a.up": "ONE\nTWO\n", "a.txt": "plain\n", "b.up": "format: F\n",
		"c.up": "\x7f\x7f\x7fONE\n"} {
		got, err := text.Text(t.Context(), p, 100)
		if err != nil || got.Content != want || got.Cut || (got.Encoding == "upper 1") != (p != "a.txt") {
			t.Errorf("the text of %s is %+v, %v; want %q", p, got, err, want)
		}
		b, err := read.Read(t.Context(), p, 2, 3)
		if err != nil || string(b) != want[2:5] {
			t.Errorf("the bytes of %s are %q, %v; want %q", p, b, err, want[2:5])
		}
	}
	if got, _ := text.Text(t.Context(), "a.up", 100); got.Cite(2, 2).Reader != "upper 1" || got.Cite(2, 2).Part != "a" {
		t.Errorf("a citation of the text is %+v", got.Cite(2, 2))
	}
	if got, _ := text.Text(t.Context(), "a.up", 5); got.Content != "ONE\n" || !got.Cut {
		t.Errorf("the beginning of the text is %+v", got)
	}
	if _, err := text.Text(t.Context(), "a.bin", 5); !errors.Is(err, luminos.ErrNotText) {
		t.Errorf("a file that no reader reads gives %v", err)
	}
	if b, err := text.Read(t.Context(), "a.up", 0, 2); err != nil || b[0] != 0 {
		t.Errorf("the stored bytes are %q, %v", b, err)
	}
	calls := u.calls
	if _, _, err := Of(t.Context(), read, "a.up"); err != nil || u.calls != calls {
		t.Errorf("the file was extracted again, %v", err)
	}
	if _, err := Bytes(text).Read(t.Context(), "a.up", 0, 9); err != nil || u.calls != calls {
		t.Errorf("bytes of extracted texts are extracted again, %v", err)
	}
	if _, wrapped := Texts(m).(*texts); wrapped {
		t.Error("a source without an extractor is wrapped")
	}
}

// TestMembers describes and reads a file in an archive, and no other path with the mark of one.
func TestMembers(t *testing.T) {
	m := decoded{sourcetest.Memory{}}
	m.Add("a.zip", luminos.Node{}, "PK\x00")
	m.Add("b!/c.txt", luminos.Node{}, "plain\n")
	src := luminos.WithExtractor(m, &upper{src: m})
	for _, s := range []luminos.Source{Texts(src), Bytes(src)} {
		n, err := s.Stat(t.Context(), "a.zip!/d/m.txt")
		if err != nil || n.Kind != luminos.KindFile || n.Size != 7 || n.Path != "a.zip!/d/m.txt" {
			t.Errorf("the member is %+v, %v", n, err)
		}
		if text, err := s.Text(t.Context(), "a.zip!/d/m.txt", 100); err != nil || text.Content != "MEMBER\n" {
			t.Errorf("the text of the member is %+v, %v", text, err)
		}
		if text, err := s.Text(t.Context(), "b!/c.txt", 100); err != nil || text.Content != "plain\n" {
			t.Errorf("the text of a file in a directory with the mark is %+v, %v", text, err)
		}
		for _, p := range []luminos.Path{"a.zip!/d/none", "a.zip!/", "gone.zip!/d/m.txt", "b!/c.txt!/x", "b!/none"} {
			if _, err := s.Stat(t.Context(), p); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the node of %s gives %v", p, err)
			}
			if _, err := s.Text(t.Context(), p, 100); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the text of %s gives %v", p, err)
			}
		}
	}
	if b, err := Bytes(src).Read(t.Context(), "a.zip!/d/m.txt", 3, 2); err != nil || string(b) != "BE" {
		t.Errorf("the bytes of the member are %q, %v", b, err)
	}
}
