package fsserver

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/mcpext"
)

func TestStatFile(t *testing.T) {
	dir := t.TempDir()
	text := "package a\n\nfunc A() {}\n"
	write(t, dir, map[string]string{"a.go": text, "empty": "", "latin.txt": "caf\xe9\r\nx", "binary.bin": "\x00\x01\x02\x03", "dir/x": ""})
	k := over(t, dir)
	sum := sha256.Sum256([]byte(text))
	d := k.fine(t, "stat_file", args{"path": "a.go"}).Data.(Stat)
	if d.Path != "a.go" || d.Name != "a.go" || d.Kind != luminos.KindFile || *d.Size != int64(len(text)) || d.Language != "Go" || *d.Lines != 3 ||
		d.Encoding != "us-ascii" || d.SHA256 != hex.EncodeToString(sum[:]) || d.MTime == nil || d.Links != 1 || d.Mode != "0644" || d.Allocated == nil {
		t.Errorf("%+v", d)
	}
	if d := k.fine(t, "stat_file", args{"path": "latin.txt"}).Data.(Stat); d.Encoding != "windows-1252" || *d.Lines != 2 {
		t.Errorf("%+v", d)
	}
	if d := k.fine(t, "stat_file", args{"path": "binary.bin"}).Data.(Stat); d.Encoding != "" || d.Lines != nil || d.SHA256 == "" {
		t.Errorf("%+v", d)
	}
	if r := k.fine(t, "stat_file", args{"path": "dir"}); !strings.Contains(r.Text, "kind: directory\nentries: 1\n") || r.Data.(Stat).SHA256 != "" {
		t.Errorf("%s", r.Text)
	}
	if d := k.fine(t, "stat_file", args{"path": "."}).Data.(Stat); d.Kind != luminos.KindDir || d.Path != "." {
		t.Errorf("%+v", d)
	}
	if r := k.fine(t, "stat_file", args{"path": "empty"}); r.Data.(Stat).MIME != "inode/x-empty" {
		t.Errorf("%s", r.Text)
	}
	if r := k.fine(t, "read_file", args{"path": "empty"}); !strings.Contains(r.Text, "is empty") || !r.Data.(mcpext.FileText).EOF {
		t.Errorf("%s", r.Text)
	}
}

// Files that are not text are described, and none of their bytes is shown.
func TestBinaryFiles(t *testing.T) {
	dir := t.TempDir()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 30, 20))); err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{"p.png": picture.String(), "x.bin": "\x00\x01\x1b[2J" + strings.Repeat("canary", 10)})
	k := over(t, dir)
	r := k.fine(t, "read_file", args{"path": "p.png"})
	if !strings.Contains(r.Text, "dimensions: 30 x 20") || !strings.Contains(r.Text, "mime: image/png") || r.Data.(mcpext.FileText).FirstLine != 0 {
		t.Errorf("%s", r.Text)
	}
	if r := k.fine(t, "read_file", args{"path": "x.bin"}); strings.Contains(r.Text, "canary") {
		t.Errorf("%s", r.Text)
	}
}

// T17: nothing is decompressed, so a bomb is a small file.
func TestT17Bombs(t *testing.T) {
	dir := t.TempDir()
	var zipped, zips bytes.Buffer
	z := gzip.NewWriter(&zipped)
	zeros := make([]byte, 1<<20)
	for range 100 {
		if _, err := z.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	z.Close()
	a := zip.NewWriter(&zips)
	for i := range 50 {
		w, err := a.Create(fmt.Sprintf("%s%d.zip", strings.Repeat("../", i), i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	a.Close()
	write(t, dir, map[string]string{"bomb.gz": zipped.String(), "bomb.zip": zips.String(), "bomb.docx": zips.String(), "bomb.json": strings.Repeat("[", 1<<20),
		"bomb.pdf": "%PDF-1.7\n1 0 obj<</Length 9999999999/Filter[" + strings.Repeat("/FlateDecode", 1000) + "]>>stream\n\x00\xff", "bomb.go": "package p\nvar x = " + strings.Repeat("(", 500_000)})
	k := over(t, dir)
	for _, name := range []string{"bomb.gz", "bomb.zip", "bomb.docx", "bomb.json", "bomb.pdf", "bomb.go"} {
		for _, tool := range readers {
			if r := k.call(t, tool, at(tool, name)); r.Text == "" || len(r.Text) > maxText {
				t.Errorf("%s of %s answers with %d bytes", tool, name, len(r.Text))
			}
		}
	}
	if r := k.fine(t, "read_file", args{"path": "bomb.zip"}); !strings.Contains(strings.ToLower(r.Text), "zip") {
		t.Errorf("%s", r.Text)
	}
}

func TestParseStructure(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.py":    "\"\"\"About \x1b[2J it.\"\"\"\nimport os\n\nclass A:\n    \"\"\"Is an A.\"\"\"\n    def m(self, x):\n        return x\n\ndef f():\n    pass\n",
		"many.py": strings.Repeat("def f(a, b):\n    \"\"\""+strings.Repeat("words ", 30)+"\"\"\"\n    return a\n\n", 2000),
		"long.py": strings.Repeat("x = 1  # nothing\n", 80_000), "data.bin": "\x00\x01", "odd.xyz": "text\n",
	})
	k := over(t, dir)
	r := k.fine(t, "parse_structure", args{"path": "a.py"})
	for _, want := range []string{"a.py: Python, outlined by ", `says of itself: About \x1b[2J it.`, "import os (2)", "\n4-7 class A", "\n  6-7 method m", "Is an A.", "\n9-10 func f"} {
		if !strings.Contains(r.Text, want) {
			t.Errorf("no %q in\n%s", want, r.Text)
		}
	}
	if o := r.Data.(*luminos.Outline); len(o.Symbols) != 2 || len(o.Symbols[0].Children) != 1 {
		t.Errorf("%+v", o)
	}
	r = k.fine(t, "parse_structure", args{"path": "many.py"})
	b, err := json.Marshal(r.Data)
	if err != nil || len(b) > maxText || !r.Data.(*luminos.Outline).Cut || !strings.Contains(r.Text, "are left out; read_file with offset ") {
		t.Errorf("%d bytes, %v, and the end is %q", len(b), err, r.Text[len(r.Text)-200:])
	}
	if r := k.fine(t, "parse_structure", args{"path": "long.py"}); !strings.Contains(r.Text, "only the first 1.0 MiB of it were read") {
		t.Errorf("%.300s", r.Text)
	}
	k.fails(t, "parse_structure", args{"path": "data.bin"}, "there is no reader of its format")
	k.fails(t, "parse_structure", args{"path": "odd.xyz"}, "not source code")
}
