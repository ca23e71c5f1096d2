package pdf

import (
	"context"
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/extract/file"
	"luminos/internal/extract/filetest"
)

// machineCode lets the tests run with machine code, as the program does.
var machineCode = flag.String("pdf.code", "", "use the machine code of PDFium in this `directory`, or make it there")

// interpreted loads PDFium for the tests of this process. It is interpreted, which starts in half a second; machine
// code takes 15 seconds to make.
func interpreted(t testing.TB) {
	t.Helper()
	if *machineCode != "" {
		if err := Load(t.Context(), *machineCode); err != nil {
			t.Fatal(err)
		}
		return
	}
	loaded.Lock()
	defer loaded.Unlock()
	if loaded.pool != nil {
		return
	}
	pool, err := start(context.Background(), wazero.NewRuntimeConfigInterpreter())
	if err != nil {
		t.Fatal(err)
	}
	loaded.pool = pool
}

// input returns a file with a name and a content.
func input(name, text string, most int) *file.File {
	return filetest.Open(luminos.Path(name), []byte(text), most)
}

// extracted returns the extraction of a file with a content, and its error.
func extracted(text string) (*luminos.Extraction, error) {
	x := &luminos.Extraction{}
	f := input("a.pdf", text, 1<<20)
	err := batch.Guard(func() error { return Reader.Read(f, x) })
	return x, err
}

func TestReport(t *testing.T) {
	interpreted(t)
	x, err := extracted(report("report.docx"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"title": "Annual Report of Mills", "author": "A. Miller", "created": "2023-01-31", "modified": "",
		"producer": "by hand", "language": "en", "form": "AcroForm",
	} {
		if got := x.Property(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]int64{
		"pages": 2, "words": 20, "attachments": 1, "forms": 1, "comments": 1, "signatures": 1, "pages without text": 0,
	} {
		if got := x.Number(name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
	if x.Format != "PDF 1.7" || x.State != "" || !slices.Equal(x.Risks, []string{riskJavaScript}) {
		t.Errorf("format %q, state %q, risks %q", x.Format, x.State, x.Risks)
	}
	outline := []luminos.Heading{{Level: 1, Title: "Corn", Part: 1}, {Level: 2, Title: "Öl", Part: 2}}
	if !slices.Equal(x.Outline, outline) {
		t.Errorf("outline %+v, want %+v", x.Outline, outline)
	}
	entries := []luminos.ArchiveEntry{{Name: "rows.csv", Size: 3, Modified: "2022-02-03"}}
	if !slices.Equal(x.Entries, entries) {
		t.Errorf("entries %+v, want %+v", x.Entries, entries)
	}
	want := "[page 1]\nAnnual Report of Mills\nThe mills ground more corn.\nThe wind was good.\nSo were the sails.\n" +
		"Signed\n[page 2]\nSecond page\n"
	if got := x.Content(); got != want {
		t.Errorf("content %q, want %q", got, want)
	}
	if x, err := extracted(report("Of Mills")); err != nil || x.Property("title") != "Of Mills" {
		t.Errorf("a title of the metadata gives %q, %v", x.Property("title"), err)
	}
}

// TestPackets takes the day on which a file was made from its XMP packet, and no day of several.
func TestPackets(t *testing.T) {
	interpreted(t)
	packet := func(day string) string {
		return stream("/Type /Metadata", "<xmp:CreateDate>"+day+"T09:10:11Z</xmp:CreateDate>")
	}
	for _, c := range []struct {
		packets []string
		want    string
	}{
		{[]string{packet("2020-02-03")}, "2020-02-03"}, {[]string{packet("2020-02-03"), packet("2020-02-03")}, "2020-02-03"},
		{[]string{packet("2020-02-03"), packet("2021-02-03")}, ""}, {[]string{packet("2020-13-03")}, ""}, {nil, ""},
		{[]string{stream("", `xmp:CreateDate="2020-02-03"`)}, "2020-02-03"},
	} {
		x, err := extracted(text(append([]string{stream("", "BT /F 9 Tf (word) Tj ET")}, c.packets...)...))
		if err != nil || x.Property("created") != c.want {
			t.Errorf("%q: %q, %v", c.packets, x.Property("created"), err)
		}
	}
}

// TestStates checks the state and the reason of files without text, and of files that cannot be read or not whole.
func TestStates(t *testing.T) {
	interpreted(t)
	const (
		catalog = "<< /Type /Catalog /Pages 2 0 R >>"
		lock    = "/Encrypt << /Filter /Standard /V 9 /R 9 /O (a) /U (b) /P 0 >> /ID [(a) (b)]"
	)
	whole := report("T")
	for name, c := range map[string]struct {
		text string
		want luminos.ExtractState
	}{
		"a picture":     {picture(""), luminos.ExtractTextless},
		"with a number": {picture("BT /F 2 Tf 1 1 Td (Page 1) Tj ET "), luminos.ExtractTextless},
		"with a line":   {picture("BT /F 2 Tf 1 1 Td (A line of text) Tj ET "), ""},
		"no text":       {text(stream("", "")), luminos.ExtractTextless},
		"garbage":       {"%PDF-1.4\n" + strings.Repeat("\x01\x02garbage", 1000), luminos.ExtractDamaged},
		"a circle":      {made("", catalog, "<< /Type /Pages /Kids [2 0 R] /Count 2000000000 >>"), luminos.ExtractDamaged},
		"no pages":      {made("", "<< /Type /Catalog >>"), luminos.ExtractDamaged},
		"its end gone":  {whole[:strings.LastIndex(whole, "xref\n0 ")], luminos.ExtractDamaged},
		"deep lists":    {made("", "<< /Type /Catalog /Pages "+strings.Repeat("[", 1<<12)+" >>"), luminos.ExtractDamaged},
		"unknown lock":  {made(lock, catalog), luminos.ExtractEncrypted},
		"whole, a text": {text(stream("", "BT /F 9 Tf (word) Tj ET")), ""},
	} {
		x, err := extracted(c.text)
		state := x.State
		if err != nil && !batch.Panicked(err) {
			state = luminos.ExtractDamaged
		}
		if state != c.want {
			t.Errorf("%s: state %q (%q, %v), want %q", name, x.State, x.Problem, err, c.want)
		}
	}
	for i := range 8 {
		if x, err := extracted(whole[:len(whole)*i/8]); err == nil && x.State == "" {
			t.Errorf("a file cut at %d/8 was read as a whole one", i)
		}
	}
}

// TestBomb ends the reading of a page that unpacks to 32 MiB, and reads another file with a new instance.
func TestBomb(t *testing.T) {
	interpreted(t)
	pages := text(stream("", "BT /F 9 Tf (word) Tj ET"), deflated("", strings.Repeat("q ", 16<<20)))
	bomb := input("a.pdf", pages, 1<<20)
	x := &luminos.Extraction{}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	err := within(ctx, bomb, x)
	if !errors.Is(err, context.DeadlineExceeded) || x.Number("pages") != 2 || !strings.Contains(x.Content(), "word") {
		t.Errorf("%+v, %v", x, err)
	}
	if x, err := extracted(text(stream("", "BT /F 9 Tf (after) Tj ET"))); err != nil || x.Content() != "after\n" {
		t.Errorf("after the bomb: %q, %v", x.Content(), err)
	}
}

// TestNotLoaded checks the facts that need no PDFium.
func TestNotLoaded(t *testing.T) {
	loaded.Lock()
	pool := loaded.pool
	loaded.pool = nil
	loaded.Unlock()
	defer func() { loaded.pool = pool }()
	x, err := extracted(report("T"))
	if err != nil || x.State != luminos.ExtractUnsupported || x.Number("pages") != 2 || x.Format != "PDF 1.7" ||
		!slices.Equal(x.Risks, []string{riskJavaScript}) {
		t.Errorf("%+v, %v", x, err)
	}
}

func TestRisks(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"an action":           {"<</S/JavaScript>>", []string{riskJavaScript}},
		"with codes":          {"<< /S\n/#4aavaScript >>", []string{riskJavaScript}},
		"a program":           {"<< /S /Launch /F (a) >>", []string{riskLaunch}},
		"both":                {"/S /Launch /S /JavaScript", []string{riskLaunch, riskJavaScript}},
		"another":             {"/S /JavaScripts /Subtype /JavaScript /S (JavaScript) /S", nil},
		"in a stream":         {deflated("/Type /ObjStm", "<< /S /JavaScript >>"), []string{riskJavaScript}},
		"in the text of page": {deflated("", "/S /JavaScript"), nil},
		"a code at the end":   {"/S /Java#5", nil},
		"after a window":      {strings.Repeat(" ", scanWindow-5) + "/S   /JavaScript", []string{riskJavaScript}},
	} {
		x := &luminos.Extraction{}
		if _, err := findRisks(input("a.pdf", c.text, 0), x); err != nil || !slices.Equal(x.Risks, c.want) {
			t.Errorf("%s: %q, %v, want %q", name, x.Risks, err, c.want)
		}
	}
}

// TestEdges leaves out texts beyond the edges of a page, and keeps them for searches.
func TestEdges(t *testing.T) {
	interpreted(t)
	show := func(at, s string) string { return "BT /F 9 Tf " + at + " Td (" + s + ") Tj ET\n" }
	first := show("50 700", "Shown words") + show("900 600", "Beside them") + show("50 500", "Last words")
	f := input("a.pdf", text(stream("", first), stream("", show("600 700", "At the edge"))), 1<<20)
	f.Inner = 1 << 10
	x := &luminos.Extraction{}
	if err := Reader.Read(f, x); err != nil {
		t.Fatal(err)
	}
	want := "[page 1]\nShown words\nLast words\n[page 2]\nAt the edge\n"
	if got := x.Content(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if len(x.Inner) != 1 || x.Inner[0].Name != "text beyond the edges of page 1" ||
		!strings.Contains(x.Inner[0].Text, "Beside them") || x.Number("words") != 7 {
		t.Errorf("%+v, %d words", x.Inner, x.Number("words"))
	}
}

func TestDays(t *testing.T) {
	for date, want := range map[string]string{
		"D:20230131120000+01'00'": "2023-01-31", "20240229": "2024-02-29", "D:20230229": "", "D:2023": "",
		"Thu Jul  8 1999": "", "": "", "D:00000000": "",
	} {
		if got := day(date); got != want {
			t.Errorf("day of %q is %q, want %q", date, got, want)
		}
	}
}

func TestTitlesOfFiles(t *testing.T) {
	for title, want := range map[string]bool{
		"": true, " - ": true, "Untitled": true, "Microsoft Word - a": true, "thesis.dvi": true, "A": true,
		"On Mills": false, "Node.js": false,
	} {
		if got := nameOfFile(title, "d/a.pdf"); got != want {
			t.Errorf("title %q names a file: %v, want %v", title, got, want)
		}
	}
}

// FuzzRead checks that no input makes the reader panic, or leaves PDFium unusable for the next file.
func FuzzRead(f *testing.F) {
	interpreted(f)
	for _, seed := range []string{report("T"), picture(""), text(stream("", "BT /F 9 Tf (word) Tj ET"))} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := extracted(string(b))
		if batch.Panicked(err) {
			t.Fatal(err)
		}
		for _, h := range x.Outline {
			if h.Part < 0 || h.Part > len(x.Parts) || h.Level < 1 {
				t.Errorf("heading %+v of %d parts", h, len(x.Parts))
			}
		}
	})
}

// FuzzRisks checks that no input makes the search for risks panic.
func FuzzRisks(f *testing.F) {
	f.Add([]byte(report("T")))
	f.Add([]byte(deflated("/Type /ObjStm", "<< /S /JavaScript >>")))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := findRisks(input("a.pdf", string(b), 0), &luminos.Extraction{}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestTitlesInLargeLetters takes the largest lines of a page for its title, unless they are a formula or begin within a
// sentence.
func TestTitlesInLargeLetters(t *testing.T) {
	for text, want := range map[string]bool{
		"A Title": true, "iPhone Handbook. Second Edition": true, "de rerum natura": true, "C++": false,
		"a report by J. Doe, 2. ed.": false, "on the dust of comets. vol. 2": true, "2 lines. More": true, "नमस्ते": true,
		"upper bound. Thus the content of neutrinos": false, "• [24a^(0'* + 20x^(0^2( 0 + ^r^zitf] (4)": false,
	} {
		if got := inSize([]line{{text, 9}, {"small", 5}}, 9); (got != "") != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	for text, want := range map[string]string{"For Elixir\x02and Glam\x02our": "For Elixir- and Glamour",
		"Sea\uFFFEweed": "Seaweed", "One oper\x02\r\nand more": "One operand more",
		"Super\uFFFEand Subscripts": "Super- and Subscripts",
	} {
		if got := inSize([]line{{text, 9}, {"small", 5}}, 9); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
