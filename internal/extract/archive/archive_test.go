package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"luminos"
	"luminos/internal/extract/file"
	"luminos/internal/extract/filetest"
)

// inMemory returns a file with the given content.
func inMemory(name luminos.Path, b []byte) *file.File {
	return filetest.Open(name, b, 1<<20)
}

// extract returns the extraction of a file, which has to be an archive.
func extract(t testing.TB, name luminos.Path, b []byte) *luminos.Extraction {
	t.Helper()
	f := inMemory(name, b)
	if !reads(f) {
		t.Fatalf("%s is not read", name)
	}
	x := &luminos.Extraction{}
	if err := read(f, x); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return x
}

// day is the time of the entries of the fixtures.
var day = time.Date(2020, 2, 3, 4, 5, 6, 0, time.UTC)

// fixture is an archive that holds d/a.txt, d/sub/b.go, and the directories around them.
type fixture struct {
	name    luminos.Path
	format  string
	entries int64
	bytes   []byte
}

func zipped(t testing.TB, names ...string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		e, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: day})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "/") {
			fmt.Fprint(e, contents[filepath.Base(name)])
		}
	}
	w.SetComment("a comment")
	w.Close()
	return b.Bytes()
}

var contents = map[string]string{"a.txt": "hello\nworld\n", "b.go": "x"}

func tarred(t testing.TB, more ...tar.Header) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	all := []tar.Header{
		{Name: "d/", Typeflag: tar.TypeDir}, {Name: "d/a.txt", Typeflag: tar.TypeReg, Size: 12},
		{Name: "d/sub/", Typeflag: tar.TypeDir}, {Name: "d/sub/b.go", Typeflag: tar.TypeReg, Size: 1},
	}
	for _, h := range append(all, more...) {
		h.ModTime = day
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(w, contents[filepath.Base(h.Name)])
	}
	w.Close()
	return b.Bytes()
}

// packed returns b compressed by a writer.
func packed[W io.WriteCloser](b []byte, open func(io.Writer) (W, error)) []byte {
	var out bytes.Buffer
	w, err := open(&out)
	if err != nil {
		panic(err)
	}
	w.Write(b)
	w.Close()
	return out.Bytes()
}

func gzipped(b []byte) []byte {
	return packed(b, func(w io.Writer) (*gzip.Writer, error) { return gzip.NewWriter(w), nil })
}

func zstandard(w io.Writer) (*zstd.Encoder, error) { return zstd.NewWriter(w) }

func xzed(w io.Writer) (*xz.Writer, error) { return xz.NewWriter(w) }

// lz4Frame returns a frame of LZ4 with one block that is not compressed, or that is.
func lz4Frame(block []byte, plain bool) []byte {
	size := []byte{byte(len(block)), byte(len(block) >> 8), byte(len(block) >> 16), 0}
	if plain {
		size[3] = 0x80
	}
	b := append([]byte("\x04\x22\x4d\x18\x60\x40\x00"), size...)
	return append(append(b, block...), 0, 0, 0, 0)
}

// newc returns a cpio archive of the newc form.
func newc() []byte {
	var b strings.Builder
	add := func(name string, mode int, text string) {
		fmt.Fprintf(&b, "070701%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%s\x00",
			1, mode, 0, 0, 1, day.Unix(), len(text), 0, 0, 0, 0, len(name)+1, 0, name)
		b.WriteString(strings.Repeat("\x00", -b.Len()&3) + text)
		b.WriteString(strings.Repeat("\x00", -b.Len()&3))
	}
	add("d", 0o040755, "")
	add("d/a.txt", 0o100644, contents["a.txt"])
	add("d/sub", 0o040755, "")
	add("d/sub/b.go", 0o100644, "x")
	add("TRAILER!!!", 0, "")
	return []byte(b.String())
}

// arMember returns a member of an ar archive.
func arMember(name string, text []byte) string {
	pad := strings.Repeat("\n", len(text)&1)
	return fmt.Sprintf("%-16s%-12d%-6d%-6d%-8o%-10d`\n%s%s", name, day.Unix(), 0, 0, 0o644, len(text), text, pad)
}

func deb(t testing.TB) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	text := "Package: tiny\nVersion: 1.2-3\nMaintainer: A <a@example.org>\nDescription: a package\n long\n"
	w.WriteHeader(&tar.Header{Name: "./control", Typeflag: tar.TypeReg, Size: int64(len(text))})
	fmt.Fprint(w, text)
	w.WriteHeader(&tar.Header{Name: "./postinst", Typeflag: tar.TypeReg})
	w.Close()
	return []byte("!<arch>\n" + arMember("debian-binary", []byte("2.0\n")) +
		arMember("control.tar.gz", gzipped(b.Bytes())) + arMember("data.tar.gz", gzipped(tarred(t))))
}

func testdata(t testing.TB, name string) []byte {
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func gunzip(t testing.TB, b []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// fixtures returns the same files in all formats whose members can be opened.
func fixtures(t testing.TB) []fixture {
	plain := tarred(t)
	return []fixture{
		{"a.zip", "zip archive", 4, zipped(t, "d/", "d/a.txt", "d/sub/", "d/sub/b.go")},
		{"a.tar", "tar archive", 4, plain},
		{"a.tgz", "tar archive, compressed by gzip", 4, gzipped(plain)},
		{"a.tar.xz", "tar archive, compressed by xz", 4, packed(plain, xzed)},
		{"a.tar.zst", "tar archive, compressed by zstd", 4, packed(plain, zstandard)},
		{"a.tar.bz2", "tar archive, compressed by bzip2", 5, testdata(t, "d.tar.bz2")},
		{"a.tar.lz4", "tar archive, compressed by lz4", 4, lz4Frame(plain, true)},
		{"a.cpio", "cpio archive (newc)", 4, newc()},
		{"a.deb", "Debian package", 4, deb(t)},
		{"a.7z", "7z archive", 5, testdata(t, "plain.7z")},
		{"a.iso", "ISO 9660 image with Rock Ridge names", 4, gunzip(t, testdata(t, "rock.iso.gz"))},
	}
}

// TestFormats lists the same files in each format, and opens one of them.
func TestFormats(t *testing.T) {
	for _, f := range fixtures(t) {
		x := extract(t, f.name, f.bytes)
		if x.Format != f.format || x.State != "" || x.Number("entries") != f.entries {
			t.Errorf("%s: %+v", f.name, x)
		}
		find := func(suffix string) (e luminos.ArchiveEntry) {
			for _, e := range x.Entries {
				if strings.HasSuffix(e.Name, suffix) {
					return e
				}
			}
			return e
		}
		if e := find("a.txt"); e.Size != 12 || e.Modified != "2020-02-03" || e.Dir || !find("sub").Dir && !find("sub/").Dir {
			t.Errorf("%s: entries %+v", f.name, x.Entries)
		}
		if x.Period == nil || x.Period.First != "2020-02-03" {
			t.Errorf("%s: period %+v", f.name, x.Period)
		}
		member := find("a.txt").Name
		r, size, err := Open(inMemory(f.name, f.bytes), member)
		if err != nil {
			t.Errorf("%s: opening %s: %v", f.name, member, err)
			continue
		}
		if b, err := io.ReadAll(r); err != nil || string(b) != contents["a.txt"] || size != 12 {
			t.Errorf("%s: %s is %q, %d bytes, %v", f.name, member, b, size, err)
		}
		if _, _, err := Open(inMemory(f.name, f.bytes), "d/gone"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a file that is not there opens with %v", f.name, err)
		}
	}
}

// TestPackages reads properties and risks of packages, and the sums of an archive.
func TestPackages(t *testing.T) {
	for name, want := range map[luminos.Path][]string{
		"tiny.rpm": {"tiny", "1.2-3", "A tiny package"},
		"tiny.deb": {"tiny", "1.2-3", "a package"},
	} {
		b := deb(t)
		if name.Ext() == ".rpm" {
			b = testdata(t, "tiny.rpm")
		}
		x := extract(t, name, b)
		got := []string{x.Property("name"), x.Property("version"), x.Property("title")}
		if fmt.Sprint(got) != fmt.Sprint(want) || len(x.Risks) != 1 || x.State != "" {
			t.Errorf("%s: %q, %+v", name, got, x)
		}
	}
	x := extract(t, "a.zip", zipped(t, "a/b.TXT", "a/c.txt", "d"))
	if x.Property("comment") != "a comment" || x.Number("files") != 3 || len(x.Values) != 2 ||
		x.Values[0].Top[0] != (luminos.Counted{Name: ".txt", Files: 2}) || x.Values[1].Distinct != 2 {
		t.Errorf("%+v", x)
	}
	if x := extract(t, "a.whl", zipped(t, "a.dist-info/WHEEL")); x.Format != "Python wheel (zip)" {
		t.Errorf("a wheel is a %s", x.Format)
	}
	for _, c := range []struct {
		path        luminos.Path
		entry, want string
	}{
		{"a.key", "Index/Slide-1.iwa", "Keynote presentation"}, {"a.pages", "Index/Document.iwa", "Pages document"},
		{"a.numbers", "Index/Document.iwa", "Numbers spreadsheet"}, {"a.key", "index.apxl", "Keynote presentation"},
		{"a.bin", "Index/Document.iwa", "iWork document"}, {"a.key", "key.txt", "zip archive"},
	} {
		if x := extract(t, c.path, zipped(t, c.entry)); x.Format != c.want {
			t.Errorf("%s with %s is a %s", c.path, c.entry, x.Format)
		}
	}
}

// TestCompressedText reads texts that are compressed, by each codec.
func TestCompressedText(t *testing.T) {
	text := []byte("hello\nworld\n")
	for name, b := range map[luminos.Path][]byte{
		"a.txt.gz": gzipped(text), "a.txt.bz2": testdata(t, "a.txt.bz2"), "a.txt.xz": packed(text, xzed),
		"a.txt.zst": packed(text, zstandard), "a.txt.lz4": lz4Frame(text, true),
	} {
		x := extract(t, name, b)
		if x.Content() != string(text) || x.Number("lines") != 2 || x.Number("words") != 2 ||
			x.Number("unpacked bytes") != 12 || !strings.HasPrefix(x.Format, "text, compressed by ") {
			t.Errorf("%s: %+v", name, x)
		}
	}
	long := strings.Repeat("ä", chunk) + "\n" + strings.Repeat("word \n", chunk) + "end"
	x := extract(t, "long.gz", gzipped([]byte(long)))
	if x.Number("lines") != chunk+2 || x.Number("unpacked bytes") != int64(len(long)) ||
		strings.Contains(x.Content(), "\uFFFD") {
		t.Errorf("a long text: %+v", x.Numbers)
	}
	if x := extract(t, "b.gz", gzipped([]byte{0, 1, 2, 0, 0})); x.Format != "data, compressed by gzip" {
		t.Errorf("%+v", x)
	}
	match := []byte{0x50, 'a', 'b', 'a', 'b', 'c', 2, 0, 0x50, 'v', 'w', 'x', 'y', 'z'} // 5 literals, 4 from 2 back
	if x := extract(t, "m.lz4", lz4Frame(match, false)); x.Content() != "ababcbcbcvwxyz\n" {
		t.Errorf("a match: %q %+v", x.Content(), x)
	}
}

// TestRisks finds entries and links that lead out of the archive.
func TestRisks(t *testing.T) {
	for name, c := range map[string]struct {
		header tar.Header
		risk   string
	}{
		"absolute":       {tar.Header{Name: "/etc/x"}, "entries lead out of the archive"},
		"above":          {tar.Header{Name: "a/../../x"}, "entries lead out of the archive"},
		"above, Windows": {tar.Header{Name: `a\..\..\x`}, "entries lead out of the archive"},
		"inside":         {tar.Header{Name: "a/../x"}, ""},
		"dots":           {tar.Header{Name: "a/..x"}, ""},
		"link out":       {tar.Header{Name: "a/x", Typeflag: tar.TypeSymlink, Linkname: "../../x"}, "links lead out of the archive"},
		"link inside":    {tar.Header{Name: "a/x", Typeflag: tar.TypeSymlink, Linkname: "../x"}, ""},
		"hard link out":  {tar.Header{Name: "a/x", Typeflag: tar.TypeLink, Linkname: "../x"}, "links lead out of the archive"},
		"device":         {tar.Header{Name: "x", Typeflag: tar.TypeChar}, "holds device files"},
	} {
		x := extract(t, "a.tar", tarred(t, c.header))
		if got := strings.Join(x.Risks, ", "); got != c.risk {
			t.Errorf("%s: %q, want %q", name, got, c.risk)
		}
	}
}

// TestEncrypted reads archives with passwords.
func TestEncrypted(t *testing.T) {
	for name, want := range map[string]string{
		"hidden.7z": "0 it needs a password, also for the names of its entries", "encrypted.7z": "5 it needs a password",
		"hidden4.rar": "0 it needs a password, also for the names of its entries",
		"partly4.rar": "2 1 of its 2 files need a password",
	} {
		x := extract(t, luminos.Path(name), testdata(t, name))
		got := fmt.Sprint(x.Number("entries"), " ", x.Problem)
		if x.State != luminos.ExtractEncrypted || got != want {
			t.Errorf("%s: %s %q, want %q", name, x.State, got, want)
		}
	}
	if x := extract(t, "l.rar", testdata(t, "link5.rar")); x.Number("entries") != 4 || x.Number("files") != 3 || x.State != "" {
		t.Errorf("RAR 5: %+v", x)
	}
}

// TestParts checks that a part of an archive in several files is a part by its name, and not damaged.
func TestParts(t *testing.T) {
	cut := []byte("PK\x07\x08PK\x03\x04" + strings.Repeat("x", 60))
	for name, want := range map[luminos.Path]luminos.ExtractState{
		"a.z01": luminos.ExtractUnsupported, "a.001": luminos.ExtractUnsupported, "a.zip": luminos.ExtractDamaged,
		"a.7zip": luminos.ExtractDamaged,
	} {
		if x := extract(t, name, cut); x.State != want {
			t.Errorf("%s: %q, want %q", name, x.State, want)
		}
	}
	last := append([]byte("the rest of an entry"), "PK\x05\x06\x01\x00\x01\x00"+strings.Repeat("\x00", 14)...)
	if x := extract(t, "a.zip", last); x.State != luminos.ExtractUnsupported {
		t.Errorf("the last part: %q", x.State)
	}
}
