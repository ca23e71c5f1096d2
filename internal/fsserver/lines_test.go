package fsserver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"pgregory.net/rapid"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/hostiletest"
	"luminos/internal/mcpext"
)

// memory is a source of one file, because disks are too slow for these tests. It counts
// the bytes that are read. If short is set, it returns short reads.
type memory struct {
	luminos.Source
	text string
	size int64 // beyond the text are zeros
	read int64
}

func (m *memory) Stat(_ context.Context, p luminos.Path) (luminos.Node, error) {
	return luminos.Node{Path: p, Kind: luminos.KindFile, Size: max(m.size, int64(len(m.text))), ModTime: time.Unix(1, 0)}, nil
}

func (m *memory) Read(_ context.Context, _ luminos.Path, offset int64, n int) ([]byte, error) {
	size := max(m.size, int64(len(m.text)))
	n = int(min(int64(n), max(size-offset, 0)))
	b := make([]byte, n)
	if offset < int64(len(m.text)) {
		copy(b, m.text[offset:])
	}
	m.read += int64(n)
	return b, nil
}

// Lines read one by one equal the lines of the decoded text, in every encoding and with
// any size of chunks.
func TestLinesEqualDecodedText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "word ", "é", "\n", "\r\n", "\r", "\r\r\n", "\n\n", "日本", "\ufeff", "\u0a0a\u0d0d", "𝄞", "-"}), 0, 60).Draw(t, "pieces")
		enc := rapid.SampledFrom([]content.Encoding{"utf-8", content.UTF8BOM, content.UTF16LE, content.UTF16BE, content.Windows1252}).Draw(t, "encoding")
		raw := encode(strings.Join(pieces, ""), enc)
		if at := rapid.IntRange(0, 3).Draw(t, "chunks"); at > 0 && len(raw) > 0 { // so that a chunk ends within the text
			raw = encode(strings.Repeat("x", (chunk-rapid.IntRange(0, len(raw)).Draw(t, "before"))/width(enc))+"\n", enc) + raw
		}
		want := luminos.Text{Content: content.Decode([]byte(raw), enc)}.Lines()
		l := newLines(&memory{text: raw}, "f", enc, spot{line: 1}, nil)
		var got []string
		for {
			b, length, ok, err := l.scan(context.Background(), 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				break
			}
			if int64(len(b)) != length {
				t.Fatalf("%d bytes of a line of %d", len(b), length)
			}
			got = append(got, decode(b, enc, false))
		}
		if l.line != len(got)+1 {
			t.Fatalf("after %d lines it stands at %d", len(got), l.line)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") || len(got) != len(want) {
			t.Fatalf("%s: %d lines, want %d: %.300q, want %.300q", enc, len(got), len(want), got, want)
		}
	})
}

func width(enc content.Encoding) int {
	if enc == content.UTF16LE || enc == content.UTF16BE {
		return 2
	}
	return 1
}

func encode(s string, enc content.Encoding) string {
	var b strings.Builder
	switch enc {
	case content.UTF16LE, content.UTF16BE:
		for _, u := range utf16.Encode([]rune(s)) {
			if enc == content.UTF16LE {
				b.WriteString(string([]byte{byte(u), byte(u >> 8)}))
			} else {
				b.WriteString(string([]byte{byte(u >> 8), byte(u)}))
			}
		}
	case content.Windows1252:
		for _, r := range s {
			b.WriteByte(byte(r))
		}
	default:
		return s
	}
	return b.String()
}

// A whole file can be read by following the hint of each result.
func TestReadingOnReachesTheEnd(t *testing.T) {
	const all = 9000 / hostiletest.Shrink
	var text strings.Builder
	for i := range all {
		fmt.Fprintf(&text, "line %d %s\n", i+1, strings.Repeat("x", i%40))
	}
	k := toolsOf(t, &memory{text: text.String()}, Options{})
	for _, limit := range []int{0, 1, 97, 2000, 100_000} {
		offset, n := 1, 0
		for offset > 0 && n < 40_000 {
			r := k.fine(t, "read_file", args{"path": "f.txt", "offset": offset, "limit": limit})
			d := r.Data.(mcpext.FileText)
			if d.FirstLine != offset {
				t.Fatalf("from %d on it gives line %d", offset, d.FirstLine)
			}
			for i, l := range strings.Split(r.Text, "\n")[1 : 2+d.LastLine-d.FirstLine] {
				if want := fmt.Sprintf("%d\tline %[1]d ", offset+i); !strings.HasPrefix(l, want) {
					t.Fatalf("line %q, want %q", l, want)
				}
			}
			if !strings.Contains(r.Text, fmt.Sprintf("of %d\n", all)) {
				t.Errorf("the number of lines is not told: %.100q", r.Text)
			}
			if (d.NextOffset == 0) != d.EOF {
				t.Fatalf("%+v", d)
			}
			n += 1 + d.LastLine - d.FirstLine
			if offset = d.NextOffset; limit == 1 && n == 50 {
				break
			}
		}
		if n != all && limit != 1 {
			t.Errorf("with limit %d there are %d lines", limit, n)
		}
	}
}

// Paging through a large file does not read it again for each page.
func TestPagesOfALargeFile(t *testing.T) {
	m := &memory{text: strings.Repeat(strings.Repeat("y", 99)+"\n", 60_000)} // 6 MB
	k := toolsOf(t, m, Options{})
	for offset := 1; offset > 0; {
		d := k.fine(t, "read_file", args{"path": "f.txt", "offset": offset, "limit": 20_000}).Data.(mcpext.FileText)
		if d.FirstLine != offset {
			t.Fatalf("from %d on it gives line %d", offset, d.FirstLine)
		}
		offset = d.NextOffset
	}
	// 100 pages of 60 KB: at most a chunk, the distance of two marks and a head for each.
	if most := int64(100 * (markLeast + chunk + 1<<16)); m.read > most {
		t.Errorf("%d MB were read of a file of 6, want at most %d", m.read>>20, most>>20)
	}
	if r := k.fine(t, "read_file", args{"path": "f.txt", "offset": 60_000}); !strings.Contains(r.Text, "lines 60000 to 60000 of 60000") {
		t.Errorf("%.200q", r.Text)
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("0123456789", 30_000)
	k := toolsOf(t, &memory{text: "first\n" + long + "\nlast\n" + strings.Repeat("\x01", 3000)}, Options{})
	r := k.fine(t, "read_file", args{"path": "f.txt"})
	if !strings.Contains(r.Text, "[cut: this line has 300,000 bytes]") || !strings.Contains(r.Text, "3\tlast\n") || !strings.Contains(r.Text, "limit 1") {
		t.Errorf("%.3000q", r.Text)
	}
	r = k.fine(t, "read_file", args{"path": "f.txt", "offset": 2, "limit": 1})
	if n := strings.Count(r.Text, "0123456789"); n < 6000 || n > 6600 {
		t.Errorf("a line alone is shown in %d bytes", n*10)
	}
	if r = k.fine(t, "search_files", args{"path": "f.txt", "pattern": "890123"}); len(r.Text) > 600 || !strings.Contains(r.Text, "f.txt:2: …") && !strings.Contains(r.Text, "f.txt:2: 0") {
		t.Errorf("%q", r.Text)
	}
}

// T16: a file of a terabyte is answered for at once, in little memory.
func TestT16Giants(t *testing.T) {
	for name, m := range map[string]*memory{
		"nothing but zeros":   {size: 1 << 40},
		"a long head of text": {text: strings.Repeat("text\n", 20_000), size: 1 << 40},
		"one endless line":    {text: strings.Repeat("x", 1<<17), size: 1 << 40},
	} {
		k := toolsOf(t, m, Options{})
		for _, a := range []args{{"path": "f.txt"}, {"path": "f.txt", "offset": 20_001}, {"path": "f.txt", "offset": math.MaxInt}} {
			m.read = 0
			began := time.Now()
			r := k.call(t, "read_file", a)
			if m.read > 2*scanMax { // the margins around each piece count as well
				t.Errorf("%s, %v: %d MiB were read", name, a, m.read>>20)
			}
			t.Logf("%s, %v: failed=%t in %v: %.150q … %.150q", name, a, r.Failed, time.Since(began), r.Text, r.Text[max(0, len(r.Text)-150):])
		}
		for _, name := range []string{"stat_file", "search_files", "parse_structure"} {
			m.read = 0
			k.call(t, name, at(name, "f.txt"))
			if m.read > 4<<20 {
				t.Errorf("%s reads %d MiB of it", name, m.read>>20)
			}
		}
	}
}

// T16: a sparse file, one that grows and one that is cut off while it is read.
func TestT16ChangingFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f.txt")
	write(t, dir, map[string]string{"f.txt": strings.Repeat("line\n", 1<<19)})
	if err := os.Truncate(file, 1<<40); err != nil {
		t.Logf("no sparse file here: %v", err)
	}
	k := over(t, dir)
	first := k.fine(t, "read_file", args{"path": "f.txt", "offset": 500_000, "limit": 2})
	if !strings.Contains(first.Text, "500000\tline\n500001\tline\n") {
		t.Errorf("%q", first.Text)
	}
	if err := os.Truncate(file, 10); err != nil {
		t.Fatal(err)
	}
	k.fails(t, "read_file", args{"path": "f.txt", "offset": 500_000}, "it has 2 lines")
	write(t, dir, map[string]string{"g.txt": strings.Repeat("other\n", 1<<18)})
	if r := k.fine(t, "read_file", args{"path": "g.txt", "offset": 200_000, "limit": 1}); !strings.Contains(r.Text, "200000\tother\n") {
		t.Errorf("%q", r.Text)
	}
	write(t, dir, map[string]string{"g.txt": strings.Repeat("x\n", 1<<20)})
	if r := k.fine(t, "read_file", args{"path": "g.txt", "offset": 1_000_000, "limit": 1}); !strings.Contains(r.Text, "of 1048576\n") {
		t.Errorf("what was known of the file before it changed is used: %q", r.Text)
	}
}

// shrinking is a file that loses its end after it was looked at.
type shrinking struct{ *memory }

func (s shrinking) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	if offset > 0 {
		return nil, nil
	}
	return s.memory.Read(ctx, p, offset, n)
}

// failing cannot be read beyond its beginning.
type failing struct{ *memory }

func (s failing) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	if offset > 0 {
		return nil, errors.New("input/output\x1b error")
	}
	return s.memory.Read(ctx, p, offset, n)
}

func TestT16FileThatEndsMidway(t *testing.T) {
	m := &memory{text: strings.Repeat("line\n", 1<<18)}
	k := toolsOf(t, shrinking{m}, Options{})
	if r := k.fine(t, "read_file", args{"path": "f.txt", "offset": 52_000}); !r.Data.(mcpext.FileText).EOF {
		t.Errorf("%+v", r.Data)
	}
	k = toolsOf(t, failing{m}, Options{})
	k.fails(t, "read_file", args{"path": "f.txt", "offset": 250_000}, "reading f.txt:")
}

func TestLimitOfReadIsBounded(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"short.txt": strings.Repeat("x\n", 3000)})
	k := over(t, dir)
	for limit, want := range map[int]int{0: readDefault, 7: 7, readMax: readMax, 3000: readMax} {
		r := k.fine(t, "read_file", args{"path": "short.txt", "limit": limit})
		if d := r.Data.(mcpext.FileText); d.LastLine != want || d.NextOffset != want+1 || d.EOF {
			t.Errorf("limit %d gives lines to %d, next %d, want to %d", limit, d.LastLine, d.NextOffset, want)
		}
	}
}
