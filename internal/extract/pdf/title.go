package pdf

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
)

const (
	titleWithin  = 3_000 // characters of the first page among which the title is
	titleShort   = 4     // letters of a title, at least
	titleLong    = 300   // bytes of a title, at most: longer texts in one size are no title
	titleLines   = 6     // lines of a title, at most
	titleLarger  = 1.15  // times the usual size of the page
	titleSimilar = 0.05  // of a size, which letters of one line differ by
)

// line is a line of text with the size of its largest letters, in points.
type line struct {
	text string
	size float64
}

// largest returns the lines in the largest letters of a page, if they can be its title, or "".
func (g *guest) largest(t uint64, n int) string {
	lines := g.lines(t, min(n, titleWithin))
	if len(lines) < 2 {
		return ""
	}
	var sizes []float64
	for _, l := range lines {
		sizes = append(sizes, l.size)
	}
	slices.Sort(sizes)
	usual := sizes[len(sizes)/2]
	for _, size := range slices.Backward(slices.Compact(sizes)) {
		if size < usual*titleLarger {
			return ""
		}
		if title := inSize(lines, size); title != "" {
			return title
		}
	}
	return ""
}

// inSize returns the first adjacent lines of about a size, as one line, if they can be a title.
func inSize(lines []line, size float64) string {
	var parts []string
	for _, l := range lines {
		if math.Abs(l.size-size) <= size*titleSimilar {
			parts = append(parts, l.text)
		} else if len(parts) > 0 {
			break
		}
	}
	title := luminos.Fold(tidy.Replace(strings.Join(parts, " ")))
	letters, others := 0, 0
	for _, r := range title {
		switch {
		case unicode.IsLetter(r), unicode.IsMark(r):
			letters++
		case !unicode.IsSpace(r) && !unicode.IsDigit(r):
			others++
		}
	}
	if letters < titleShort || letters < others || len(title) > titleLong || len(parts) > titleLines || isMiddle(title) {
		return ""
	}
	return title
}

// isMiddle reports whether a text begins within a sentence and goes on with the next: the first line of a page in the
// middle of a text.
func isMiddle(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	small := strings.IndexFunc(first, func(r rune) bool { return !unicode.IsLower(r) }) < 0
	end := strings.Index(s, ". ")
	if !small || end < 0 {
		return false
	}
	next, _ := utf8.DecodeRuneInString(s[end+2:])
	return unicode.IsUpper(next)
}

// lines returns the lines of the first n characters of a page.
func (g *guest) lines(t uint64, n int) (lines []line) {
	var text strings.Builder
	size := 0.0
	end := func() {
		if s := strings.TrimSpace(text.String()); s != "" && size > 0 {
			lines = append(lines, line{s, size})
		}
		text.Reset()
		size = 0
	}
	g.buffer(16, func(at uint64) { // a rectangle of four float32: left, top, right, bottom
		for i := range uint64(n) {
			r := rune(g.call("FPDFText_GetUnicode", t, i))
			if r == '\r' || r == '\n' {
				end()
				continue
			}
			divided := r == '\x02' || r == '\uFFFE' // marks of a divided word, for tidy
			if r < ' ' && !divided || r > unicode.MaxRune {
				continue
			}
			text.WriteRune(r)
			if unicode.IsLetter(r) && uint32(g.call("FPDFText_GetLooseCharBox", t, i, at)) != 0 {
				size = max(size, g.height(at))
			}
		}
	})
	end()
	return lines
}

// height returns the height of a rectangle in the memory of the guest, 0 if it is not usual for letters.
func (g *guest) height(at uint64) float64 {
	b, ok := g.module.Memory().Read(uint32(at), 16)
	if !ok {
		return 0
	}
	top := math.Float32frombits(binary.LittleEndian.Uint32(b[4:]))
	bottom := math.Float32frombits(binary.LittleEndian.Uint32(b[12:]))
	h := math.Abs(float64(top - bottom))
	if !(h > 0 && h < 1_000) { // also if it is no number
		return 0
	}
	return h
}

// cut returns at most the first n bytes of a text.
func cut(s string, n int) string {
	if len(s) > n {
		return strings.ToValidUTF8(s[:n], "")
	}
	return s
}
