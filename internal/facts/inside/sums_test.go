package inside

import (
	"context"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// texts returns the rows of files of one family, by label. Rows of one label are joined by "|".
func texts(t *testing.T, files fixed, scan *luminos.Scan) map[string]string {
	t.Helper()
	if scan == nil {
		scan = &luminos.Scan{}
	}
	for p, x := range files {
		x.Set("author", "Ann Smith")
		x.Values = append(x.Values, luminos.ValueCounts{Name: "from", Top: []luminos.Counted{{Name: "Ann", Files: 1}}})
		scan.Files = append(scan.Files, luminos.File{Path: p, Size: 1, Category: luminos.CategoryArchive})
	}
	src := luminos.WithExtractor(sourcetest.Memory{}, files)
	r, err := Read(context.Background(), src, scan, func(Found) {})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, row := range r.Inside.Rows {
		if strings.Contains(row.Text, "Ann") && !row.Private {
			t.Errorf("%s has the name of a person: %s", row.Label, row.Text)
		}
		got[row.Label] = strings.Trim(got[row.Label]+"|"+row.Text, "|")
	}
	return got
}

// model returns a model with properties and parameters.
func model(format, opset, inputs, kind string, parameters int64) *luminos.Extraction {
	x := document("mlmodel 1", format, "parameters", parameters)
	x.Set("opset", opset)
	x.Set("inputs", inputs)
	if kind != "" {
		x.Values = []luminos.ValueCounts{{Name: "types of tensors", Top: []luminos.Counted{{Name: kind, Files: 2}}}}
	}
	return x
}

// TestModels groups models of one net, with the range of their numbers.
func TestModels(t *testing.T) {
	got := texts(t, fixed{
		"m/vad.onnx":        model("ONNX model", "15", "x float(1)", "", 0),
		"m/vad_half.onnx":   model("ONNX model", "18", "y", "float", 9),
		"m/vad.safetensors": model("safetensors", "", "", "F32", 2000), "b.gguf": model("GGUF 3", "", "", "", 7),
		"a.pkl":        document("mlmodel 1", "Python pickle, protocol 4", "pickles", 1),
		"tests/b.onnx": model("ONNX model", "1", "x", "", 9999),
	}, nil)
	want := "vad*: 9-2,000 parameters · F32 · 1 B · opset 15-18 · 2 ONNX models, 1 safetensors file" +
		" · in of vad.onnx x float(1)|b.gguf: 7 parameters · 1 B · 1 GGUF model"
	if got["Nets"] != want || strings.Contains(got["Models"], "3 ONNX") {
		t.Errorf("%q, want %q, %q", got["Nets"], want, got["Models"])
	}
	n := net{"a*", []*luminos.FileInside{{Path: "a1"}, {Path: "a2"}}}
	got["a*"] = n.text(map[luminos.Path]int64{"a1": 3 << 20, "a2": 1 << 20})
	if !strings.HasPrefix(got["a*"], "a*: 1.0 MiB to 3.0 MiB") {
		t.Errorf("%q", got["a*"])
	}
}

// TestNotebooks states the titles, versions and states of notebooks.
func TestNotebooks(t *testing.T) {
	files := fixed{}
	for p, v := range map[luminos.Path]string{
		"1.ipynb": "python 2.7.1", "2.ipynb": "python 3.12.0", "3.ipynb": "R", "4.ipynb": "",
	} {
		x := document("notebook 1", "Jupyter notebook 4.2", "code cells", 2)
		x.Set("language", v)
		x.Set("title", "T"+string(p[:1]))
		files[p] = x
	}
	files["3.ipynb"].Add("bytes of outputs", 2048)
	files["4.ipynb"].Add("other cells", 1)
	files["5.ipynb"] = document("notebook 1", "Jupyter notebook 4.2", "text cells", 1) // it has nothing to run
	got := texts(t, files, nil)
	want := "5 notebooks · 8 code cells, 1 text cell, 1 other cell · " +
		"no errors in outputs · 3 notebooks without outputs · Python 2.7-3.12 · 2.0 KiB of outputs"
	if got["Cells"] != want || got["Titles"] != "“T1”, “T2”, “T3” and “T4”" {
		t.Errorf("%q, %q", got["Cells"], got["Titles"])
	}
	files["3.ipynb"] = document("notebook 1", "Jupyter notebook 4.2", "code cells", 0)
	files["3.ipynb"].Fail(luminos.ExtractDamaged, "it is cut off")
	if got := texts(t, files, nil)["Cells"]; !strings.Contains(got, "3 notebooks without outputs") {
		t.Errorf("a damaged notebook: %q", got)
	}
	delete(files, "3.ipynb")
	delete(files, "5.ipynb")
	want = "3 notebooks · 6 code cells, 1 other cell · no outputs · Python 2.7-3.12"
	if got := texts(t, files, nil)["Cells"]; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// archived returns an archive with files of one byte.
func archived(names ...string) *luminos.Extraction {
	x := document("archive 1", "zip archive", "entries", int64(len(names)))
	x.Add("files", int64(len(names)))
	x.Add("unpacked bytes", int64(len(names)))
	top := luminos.ValueCounts{Name: "top", Distinct: len(names)}
	for _, n := range names {
		x.Entries = append(x.Entries, luminos.ArchiveEntry{Name: n, Size: 1})
		top.Top = append(top.Top, luminos.Counted{Name: n, Files: 1})
	}
	x.Values = []luminos.ValueCounts{top}
	return x
}

// TestArchives names the largest archives, archives in archives, and archives that also lie unpacked.
func TestArchives(t *testing.T) {
	files := fixed{
		"o/d.zip": archived("n/a.md", "n/b.md"), "o/e.zip": archived("x.zip", "y"), "f.zip": archived("p", "q", "r"),
		"g.zip": archived("in/1", "../o/n/a.md"), "bomb.zip": archived("z"), "bad.zip": {Reader: "archive 1"},
	}
	files["bomb.zip"].Risks = []string{"unpacks to more than 1,000 times its size"}
	files["bomb.zip"].Add("unpacked bytes", 1<<40)
	files["bad.zip"].Fail(luminos.ExtractDamaged, "no archive")
	files["f.zip"].Period = &luminos.Period{First: "2001-01-01", Last: "2025-02-03"}
	scan := &luminos.Scan{}
	for p, size := range map[luminos.Path]int64{"o/n/a.md": 1, "o/n/b.md": 1, "f/p": 1, "f/q": 1, "f/r": 2, "in/1": 1} {
		scan.Files = append(scan.Files, luminos.File{Path: p, Size: size, Text: true, Category: luminos.CategorySource})
	}
	scan.Files = scan.Files[:6]
	for label, want := range map[string]string{
		"Archives": "5 zip archives (10 entries) · 9 B unpacked · newest entry of 2025-02-03",
		"Entries":  "f.zip 3 (p, q and 1 more; 3 B) · g.zip 2 (in/1 and ../o/n/a.md; 2 B) · o/",
		"Nested":   "e.zip holds x.zip", "Unpacked": "all 2 files of o/d.zip also lie in o/, with equal sizes",
		"Damaged": "1 file, damaged or cut off: bad.zip",
	} {
		got := texts(t, files, &luminos.Scan{Files: append([]luminos.File{}, scan.Files...)})[label]
		if got != want && !(label == "Entries" && strings.HasPrefix(got, want[:30])) {
			t.Errorf("%s: %q, want %q", label, got, want)
		}
	}
}

// TestStates names the files of directories with one, and counts the ones of others. A sound without a byte is empty.
func TestStates(t *testing.T) {
	files := fixed{}
	for _, p := range []luminos.Path{"b/last.tgz", "o/1.zip", "o/2.zip", "o/3.zip", "o/4.zip", "o/5.zip", "o/6.zip"} {
		files[p] = &luminos.Extraction{Reader: "archive 1"}
		files[p].Fail(luminos.ExtractDamaged, "it is cut off")
	}
	empty := []luminos.File{{Path: "a.mp3"}, {Path: "a.txt"}, {Path: "b.mid"}, {Path: "c.csv"}}
	got := texts(t, files, &luminos.Scan{Files: empty})
	if want := "7 files, damaged or cut off: in o/ (6) and b/last.tgz"; got["Damaged"] != want {
		t.Errorf("%q, want %q", got["Damaged"], want)
	}
	if want := "3 files without a byte: a.mp3, b.mid, c.csv"; got["Empty"] != want {
		t.Errorf("%q, want %q", got["Empty"], want)
	}
}

// TestSpan rounds minutes.
func TestSpan(t *testing.T) {
	for seconds, want := range map[int64]string{85: "85 s", 396: "7 min", 380: "6 min", 9000: "2.5 h"} {
		if got := span(seconds); got != want {
			t.Errorf("%d: %q, want %q", seconds, got, want)
		}
	}
}

// TestPagesOnce counts no pages of copies, of signed forms beside the document, nor of files that cannot be read.
func TestPagesOnce(t *testing.T) {
	files := fixed{
		"a.pdf": document("pdf 1", "PDF 1.7", "pages", 3), "b/c.pdf": document("pdf 1", "PDF 1.7", "pages", 3),
		"d.pdf": document("pdf 1", "PDF 1.7", "pages", 40), "e.pdf": document("pdf 1", "PDF 1.7", "pages", 2),
		"f.pdf": document("pdf 1", "PDF 1.7", "pages", 9), "s/e.pdf.p7m": document("pdf 1", "PDF 1.7", "pages", 2),
	}
	files["d.pdf"].Fail(luminos.ExtractDamaged, "its pages cannot be found")
	files["f.pdf"].Fail(luminos.ExtractEncrypted, "it needs a password")
	same := luminos.DuplicateGroup{Paths: []luminos.Path{"a.pdf", "b/c.pdf"}}
	got := texts(t, files, &luminos.Scan{Duplicates: luminos.Duplicates{Groups: []luminos.DuplicateGroup{same}}})
	if want := "6 PDFs (5 pages in 2)"; got["Docs"] != want {
		t.Errorf("%q, want %q", got["Docs"], want)
	}
}

// TestPagesRead states that the number of words is a bound if pages of a document were not read.
func TestPagesRead(t *testing.T) {
	long := document("pdf 1", "PDF 1.7", "words", 249405)
	long.Add("pages read", 500)
	got := texts(t, fixed{"a.pdf": long}, &luminos.Scan{})["Docs"]
	if want := "at least about 250,000 words · 1 PDF"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEditors names the program that wrote a photograph, and no software of a camera.
func TestEditors(t *testing.T) {
	for software, want := range map[string]string{
		"Adobe Photoshop Lightroom": "Lightroom", "Adobe Photoshop CS5 Macintosh": "Photoshop", "Firmware 1.0": "",
	} {
		if got := editor(software); got != want {
			t.Errorf("%s: %q, want %q", software, got, want)
		}
	}
}

// TestArchivesOfKinds has the sums of archives before their kinds, at which the first screen ends the row.
func TestArchivesOfKinds(t *testing.T) {
	tar := archived("y", "z")
	tar.Format = "tar archive"
	tar.Period = &luminos.Period{First: "2001-01-01", Last: "2025-02-03"}
	got := texts(t, fixed{"a.zip": archived("x"), "b.tar": tar}, nil)["Archives"]
	want := "3 entries · 3 B unpacked · newest entry of 2025-02-03 · 1 tar archive (2 entries), 1 zip archive (1 entry)"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestTitlesOfOthers leaves out the titles of documents in themes and tests of a program, and of figures of a paper.
func TestTitlesOfOthers(t *testing.T) {
	for _, c := range []struct {
		path, beside luminos.Path
		want         bool
	}{
		{"themes/a/x.pdf", "a.go", false}, {"tests/x.pdf", "a.go", false}, {"docs/x.pdf", "a.go", true},
		{"tests/x.pdf", "a.csv", true}, {"figures/x.pdf", "a.tex", false},
	} {
		files := fixed{c.path: document("pdf 1", "PDF 1.7", "pages", 1)}
		files[c.path].Set("title", "The history of ice")
		scan := &luminos.Scan{}
		for i := range 3 {
			f := luminos.File{Path: luminos.Path(strings.Repeat("d/", i)) + c.beside, Size: 1, Text: true}
			if c.beside == "a.go" {
				f.Category = luminos.CategorySource
			}
			scan.Files = append(scan.Files, f)
		}
		titles := func(r luminos.InsideRow) bool { return r.Label == "Titles" }
		got := slices.ContainsFunc(readScan(t, files, scan).Inside.Rows, titles)
		if got != c.want {
			t.Errorf("%s beside %s: %t", c.path, c.beside, got)
		}
	}
}

// TestPlainPickles counts a pickle of numbers and texts as no model.
func TestPlainPickles(t *testing.T) {
	for imports, want := range map[int64]bool{0: false, 1: true} {
		x := document("mlmodel 1", "Python pickle, protocol 4", "pickles", 1)
		x.Values = []luminos.ValueCounts{{Name: "imports", Total: imports}}
		r, _ := read(t, fixed{"labels.pkl": x})
		got := slices.ContainsFunc(r.Inside.Rows, func(r luminos.InsideRow) bool { return r.Label == "Models" })
		if got != want {
			t.Errorf("%d imports: %t", imports, got)
		}
	}
}
