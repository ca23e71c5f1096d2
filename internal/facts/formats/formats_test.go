package formats

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
)

func TestRead(t *testing.T) {
	gguf := func(version, tensors byte) string {
		return "GGUF" + string([]byte{version, 0, 0, 0, tensors}) + string(make([]byte, 40))
	}
	src, scan := factstest.Tree(t, map[string]string{
		"a.gguf": gguf(3, 5), "b.gguf": gguf(2, 7), "c.gguf": gguf(9, 7), "x.bin": "\x00\x01\x02\x03\x04\x05\x00",
		"y.bin": "\x00\x01\x02\x03\x04\x05\x00",
		"z.bin": "\x00\x01\x02\x03\x04\x05\x00", "w.bin": "\x00\x01\x02\x03\x04\x05\x00",
		"m.eml":     "From: a@b.example\nTo: c@d.example\nSubject: x\n\ny\n",
		"cur/n":     "Hi.\n",
		"cur/m":     "From: a@b.example\nTo: c@d.example\nSubject: x\n\ny\n",
		"empty.pdf": "", "a.txt": "text\n",
	})
	mail := func(p luminos.Path) bool { return p.Dir() == "cur" }
	r, err := Read(t.Context(), src, scan, mail, func(f *luminos.File) string {
		return map[luminos.Path]string{
			"w.bin": "Kite", "x.bin": "Text", "a.txt": "Text", "y.bin": "Model", "a.gguf": "Model",
		}[f.Path]
	})
	if err != nil {
		t.Fatal(err)
	}
	none := []luminos.Counted{}
	want := []luminos.FormatGroup{
		{Name: "E-mail", Files: 3, Bytes: 100, Versions: none, Forms: none},
		{Name: "GGUF model weights", Files: 3, Bytes: 147, Unit: "tensor", Count: 12, Known: 2, Forms: none,
			Versions: []luminos.Counted{{Name: "2", Files: 1}, {Name: "3", Files: 1}}},
		{Name: "Kite", Files: 1, Bytes: 7, Versions: none, Forms: none},
		{Name: "", Files: 3, Bytes: 21, Versions: none, Forms: none},
	}
	if diff := cmp.Diff(want, r.Formats); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func noMail(luminos.Path) bool { return false }

func noName(*luminos.File) string { return "" }

func TestReadIsBounded(t *testing.T) {
	scan := &luminos.Scan{}
	for i := range filesMax + 5 {
		scan.Files = append(scan.Files, luminos.File{Path: luminos.Path(fmt.Sprint(i)), Category: luminos.CategoryDocument,
			Size: 1})
	}
	r, err := Read(t.Context(), nil, scan, noMail, noName)
	if err != nil || len(r.NotRead) != 1 || r.NotRead[0].Files != 5 {
		t.Errorf("%+v, error %v", r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, nil, scan, noMail, noName); err == nil {
		t.Error("no error of a cancelled context")
	}
}
