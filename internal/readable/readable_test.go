package readable

import (
	"context"
	"errors"
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
		"a.eml": "From: a@b\nSubject: c\n\x00\n",
	} {
		m.Add(p, luminos.Node{}, content)
	}
	u := &upper{src: m}
	src := luminos.WithExtractor(m, u)
	text, read := Texts(src), Bytes(src)
	for p, want := range map[luminos.Path]string{"a.up": "ONE\nTWO\n", "a.txt": "plain\n", "b.up": "format: F\n"} {
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
	if _, wrapped := Texts(m).(*texts); wrapped {
		t.Error("a source without an extractor is wrapped")
	}
}
