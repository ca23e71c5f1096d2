package repomap

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// FuzzText writes a map of files with any name and signature, and reads the names back: no text can add, hide or move
// a file.
func FuzzText(f *testing.F) {
	f.Add("a/b.go", "func F()", 3)
	f.Add("x, y.go", "text\n  evil.go", 0)
	f.Add("./\n# note", "\x1b]0;x\a", -1)
	f.Add("d\\x41/\" ", "", 1)
	f.Fuzz(func(t *testing.T, file, text string, level int) {
		p := luminos.Root.Join(string(luminos.PathFromOS(file)))
		if p == luminos.Root || strings.HasPrefix(string(p), "..") || strings.HasPrefix(string(p), "/") {
			return
		}
		z := p.Dir().Join("z.go")
		line := Line{Number: 1, Level: max(0, level%3), Text: clean(text)}
		m := &Map{Files: []File{{Path: p, Lines: []Line{line}}, {Path: z}, {Path: "last.go"}}}
		got, want := readBack(t, string(m.Text())), []string{string(p), string(z), "last.go"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s\n%s", diff, m.Text())
		}
	})
}

// readBack returns the paths that the text of a map names.
func readBack(t *testing.T, text string) (got []string) {
	dir := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "#"), strings.HasPrefix(line, "    "):
		case strings.HasPrefix(line, "  "):
			for rest := line[2:]; rest != ""; rest = strings.TrimPrefix(rest, ", ") {
				var name string
				if quoted, err := strconv.QuotedPrefix(rest); err == nil {
					name, _ = strconv.Unquote(quoted)
					rest = rest[len(quoted):]
				} else {
					name, _, _ = strings.Cut(rest, ", ")
					rest = rest[len(name):]
				}
				got = append(got, string(luminos.Path(dir).Join(name)))
			}
		default:
			dir = line
			if s, err := strconv.Unquote(line); err == nil {
				dir = s
			}
			if !strings.HasSuffix(dir, "/") {
				t.Errorf("the line %q is no directory", line)
			}
		}
	}
	return got
}

func FuzzMentions(f *testing.F) {
	f.Add("func Keep(x int) // ключ\x00a_b9 9lives")
	f.Fuzz(func(t *testing.T, text string) {
		got := mentions(text)
		if !slices.IsSorted(got) || len(got) > maxWords || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Errorf("not sorted, too long or not unique: %v", got)
		}
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r < 0x80 && !letter(byte(r)) }) {
			_, found := slices.BinarySearch(got, hash(word))
			if counts := len(word) >= minWord && (word[0] < '0' || word[0] > '9'); counts != found && len(got) < maxWords {
				t.Errorf("%q is found: %t", word, found)
			}
		}
	})
}
