package repomap

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/render"
	"luminos/internal/words"
)

// packing chooses the files and lines of a map. At most six tenths of the budget name files. The others show lines of
// outlines: a file gets its second line when a file of a quarter of its worth gets the first. A rest names more files.
// Each choice is a binary search over sizes of the whole map, so the budget holds exactly.
type packing struct {
	head   Map
	files  []*file // in the order in which they are named
	budget int     // bytes
	size   func(*Map) int
	names  int     // files that are named
	lines  []place // by value
	shown  int     // lines that are shown
}

// place is a line of the outline of a file, by its index.
type place struct {
	file  *file
	line  int
	value float64
}

// reserve puts notes into the head of the map, and keeps the focus there, as far as a quarter of the budget has room.
func (p *packing) reserve(notes []string) {
	p.head.Notes = notes
	if p.size(&p.head) > p.budget/4 {
		p.head.Notes = nil
	}
	if p.head.Focus != "" && len(p.head.Focus) > p.budget/8 {
		p.head.Focus = "" // the user knows it
	}
}

// name sets the number of files that six tenths of the budget name.
func (p *packing) name() {
	p.names = p.most(0, len(p.files), p.budget/10*6, func(n int) { p.names = n })
}

// outlined returns the most valuable of the files that are named, within the bounds on files with lines.
func (p *packing) outlined() []*file {
	named := slices.SortedFunc(slices.Values(p.files[:p.names]), func(a, b *file) int { return a.rank - b.rank })
	return named[:min(p.names, p.budget/perOutlined, maxOutlined)]
}

// fill adds lines of the files shown as the budget permits, then further names.
func (p *packing) fill(shown []*file) {
	for _, f := range shown {
		order := make([]int, len(f.lines))
		for k := range order {
			order[k] = k
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.lines[b].value, f.lines[a].value) })
		for k, line := range order {
			p.lines = append(p.lines, place{f, line, math.Sqrt(f.worth) / float64(k+1)})
		}
	}
	slices.SortStableFunc(p.lines, func(a, b place) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.file.rank, b.file.rank))
	})
	p.shown = p.most(0, len(p.lines), p.budget, func(n int) { p.shown = n })
	p.names = p.most(p.names, len(p.files), p.budget, func(n int) { p.names = n })
}

// most returns the greatest number from least to limit with which the map is within a number of bytes, as far as
// the sizes grow with the number, and least if there is no such number. set makes the map have that number.
func (p *packing) most(least, limit, within int, set func(int)) int {
	return least - 1 + max(1, sort.Search(limit-least+1, func(n int) bool {
		set(least + n)
		return p.size(p.best()) > within
	}))
}

// best returns the map with the chosen files and lines.
func (p *packing) best() *Map {
	chosen := make(map[*file][]int, p.names)
	for _, l := range p.lines[:p.shown] {
		chosen[l.file] = append(chosen[l.file], l.line)
	}
	m, dirs := p.head, map[luminos.Path]int{} // the best rank in each directory
	m.Files = make([]File, 0, p.names)
	for _, f := range p.files[:p.names] {
		if best, ok := dirs[f.path.Dir()]; !ok || f.rank < best {
			dirs[f.path.Dir()] = f.rank
		}
		entry := File{Path: f.path, Rank: f.rank}
		if at := chosen[f]; len(at) > 0 {
			slices.Sort(at)
			for _, k := range at {
				entry.Lines = append(entry.Lines, f.lines[k].Line)
			}
			entry.More = len(f.lines) - len(at)
		}
		m.Files = append(m.Files, entry)
	}
	slices.SortFunc(m.Files, func(a, b File) int {
		return cmp.Or(dirs[a.Path.Dir()]-dirs[b.Path.Dir()], min(1, len(b.Lines))-min(1, len(a.Lines)), a.Rank-b.Rank)
	})
	return &m
}

func textSize(m *Map) int { return len(m.Text()) }

func jsonSize(m *Map) int { return len(m.JSON()) }

// JSON returns the map as one JSON object on one line, with hidden characters of names escaped.
func (m *Map) JSON() []byte {
	var b bytes.Buffer
	if err := render.JSONLine(&b, m); err != nil {
		panic(err) // strings and numbers only
	}
	return b.Bytes()
}

// wide is the number of characters of a line with names of files, after which the names go on in the next.
const wide = 100

// Text returns the map as plain text: a head, directories at the margin, below them their files by two blanks, below
// them lines of outlines by four and more. A name that could be taken for something else is in quotation marks.
func (m *Map) Text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %d of %s, the most important first, with lines of their outlines; ",
		len(m.Files), words.Plural(m.Total, "file"))
	fmt.Fprintf(&b, "at most %d tokens, estimated as %s\n", m.Tokens, m.Counts)
	if m.Focus != "" {
		fmt.Fprintf(&b, "# focus: %s\n", name(string(m.Focus)))
	}
	for _, n := range m.Notes {
		b.WriteString("# note: " + n + "\n")
	}
	var dir luminos.Path
	width := 0 // of the open line of names, or 0
	end := func() {
		if width > 0 {
			b.WriteByte('\n')
		}
		width = 0
	}
	for i := range m.Files {
		f := &m.Files[i]
		if d := f.Path.Dir(); i == 0 || d != dir {
			end()
			dir = d
			b.WriteString(name(string(d)+"/") + "\n")
		}
		base := name(f.Path.Base())
		switch {
		case len(f.Lines) > 0 || width == 0 || width+len(base) > wide:
			end()
			b.WriteString("  " + base)
		default:
			b.WriteString(", " + base)
		}
		width += len(base) + 2
		if len(f.Lines) > 0 {
			end()
			f.writeLines(&b)
		}
	}
	end()
	return b.Bytes()
}

// writeLines writes the lines of a file, and the number of its other lines.
func (f *File) writeLines(b *bytes.Buffer) {
	for _, l := range f.Lines {
		b.WriteString("    " + strings.Repeat("  ", l.Level))
		if l.Number > 0 {
			b.WriteString(strconv.Itoa(l.Number) + " ")
		}
		b.WriteString(l.Text + "\n")
	}
	if f.More > 0 {
		fmt.Fprintf(b, "    ... %d more\n", f.More)
	}
}

// name returns the name of a file or directory, in quotation marks if it has characters that are hidden or have a
// meaning in the map.
func name(s string) string {
	odd := strings.ContainsAny(s, "\",#\\") || strings.ContainsFunc(s, words.Hidden) || strings.TrimSpace(s) != s
	if !odd {
		return s
	}
	return strconv.QuoteToGraphic(s)
}
