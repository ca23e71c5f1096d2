package scan

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/boyter/scc/v3/processor"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/outline"
)

// counter counts the code, comment and blank lines of a file with scc. It is not safe for
// concurrent use.
type counter struct {
	job        processor.FileJob
	complexity []int64 // notes of scc, one a line; reused
	marks      []byte  // of [outline.Marks]; reused
}

// count returns the numbers of code lines, comment lines and blank lines of data, the content of
// the file p. The lines of a notebook are not counted. The note, unless empty, is a problem for the report.
func (c *counter) count(language string, p luminos.Path, data []byte) (lines luminos.Lines, note string) {
	if language == "Jupyter Notebook" {
		return lines, "" // its lines are of JSON, with pictures in them
	}
	if bytes.IndexByte(data[:min(len(data), headMax)], 0) >= 0 { // text with NUL bytes is UTF-16
		if text, _, ok := content.DecodeText(data); ok {
			data = []byte(text)
		}
	}
	data, lines.Comment = withoutDocs(language, data)
	if marks := outline.Marks(language, data, c.marks); marks != nil {
		if c.marks = nil; len(marks) <= keepBuffer {
			c.marks = marks
		}
		lines.Add(countMarked(marks, data))
		return lines, ""
	}
	if starts := lineComments[language]; starts != nil {
		lines.Add(countLines(data, starts))
		return lines, ""
	}
	name := grammarOf(language, p, data)
	if name == "" || longEscape(data) {
		lines.Add(countPlain(data))
		return lines, ""
	}
	defer func() {
		// The counter is foreign code on foreign bytes.
		if r := recover(); r != nil {
			lines, note = countPlain(data), fmt.Sprintf("comments not told from code: counting %s failed", language)
		}
	}()
	blank := blankCode{rest: data}
	c.job = processor.FileJob{Language: name, Content: data, Bytes: int64(len(data)), ComplexityLine: c.complexity[:0],
		Callback: &blank}
	processor.CountStats(&c.job)
	c.complexity = c.job.ComplexityLine[:0]
	c.job.Content, c.job.Callback = nil, nil
	code, blanks := int(c.job.Code)-blank.n, int(c.job.Blank)+blank.n
	lines.Add(luminos.Lines{Code: code, Comment: int(c.job.Comment), Blank: blanks})
	return lines, ""
}

// blankCode counts the blank lines that scc counts as code: the blank lines in strings.
type blankCode struct {
	rest []byte // from the next line on
	n    int
}

// ProcessLine adds a blank line to n if scc calls it code. scc calls this method for each line.
func (b *blankCode) ProcessLine(_ *processor.FileJob, _ int64, kind processor.LineType) bool {
	line, rest, _ := bytes.Cut(b.rest, []byte("\n"))
	if b.rest = rest; kind == processor.LINE_CODE && len(bytes.TrimSpace(line)) == 0 {
		b.n++
	}
	return true
}

// lineComments holds the words that begin a comment to the end of the line, for languages without other comments whose
// quotes and here-documents hold programs and files with such comments. scc counts all lines of such a text as code: 161
// lines of comments in the awk program of automake's test driver, and m4's comments in brackets.
// After "=pod" in a string of Perl it counts all as comments.
var lineComments = map[string][]string{
	"Shell": {"#"}, "M4": {"dnl", "#"}, "M4Sugar": {"dnl", "#"}, "Tcl": {"#"}, "Perl": {"#"},
}

// countPlain counts the blank and the other lines of a text in a language without comments.
// The other lines count as code.
func countPlain(data []byte) luminos.Lines { return countLines(data, nil) }

// countLines counts the blank lines, the lines that begin with one of the words of comments, and the other lines of a
// text, which count as code.
func countLines(data []byte, comments []string) (l luminos.Lines) {
	for len(data) > 0 {
		line := data
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			line, data = data[:i], data[i+1:]
		} else {
			data = nil
		}
		line = bytes.TrimLeft(line, " \t\r")
		begins := func(word string) bool { return bytes.HasPrefix(line, []byte(word)) }
		switch {
		case len(line) == 0:
			l.Blank++
		case slices.ContainsFunc(comments, begins):
			l.Comment++
		default:
			l.Code++
		}
	}
	return l
}

// longEscape reports whether data is longer than lookBackMax and has 256 backslashes in a row. In a string
// scc looks back over the whole run at each backslash, so its time grows with the square of the length.
func longEscape(data []byte) bool {
	return len(data) > lookBackMax && bytes.Contains(data, backslashes)
}

// lookBackMax is the length of data up to which no run of backslashes costs much.
const lookBackMax = 2 << 10

var backslashes = bytes.Repeat([]byte{'\\'}, 256)
