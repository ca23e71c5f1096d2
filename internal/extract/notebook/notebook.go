// Package notebook reads Jupyter notebooks: their cells, titles, kernel, and the state of their outputs.
package notebook

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

// Reader reads notebooks of nbformat 3 and 4 (https://nbformat.readthedocs.io/en/latest/format_description.html).
var Reader = file.Reader{Name: "notebook", Version: 2, Reads: reads, Read: read}

const most = 64 << 20 // bytes of a notebook

func reads(f *file.File) bool { return f.Path.Ext() == ".ipynb" && f.ID.Text }

// lines is a text that notebooks write as one string or as a list of lines.
type lines string

func (l *lines) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*l = lines(one)
		return nil
	}
	var all []string
	err := json.Unmarshal(b, &all)
	*l = lines(strings.Join(all, ""))
	return err
}

type cell struct {
	Type    string          `json:"cell_type"`
	Source  lines           `json:"source"`
	Input   lines           `json:"input"` // nbformat 3
	Level   int             `json:"level"` // of a heading, nbformat 3
	Count   *int            `json:"execution_count"`
	Prompt  *int            `json:"prompt_number"` // nbformat 3
	Outputs json.RawMessage `json:"outputs"`
}

type output struct {
	Type string `json:"output_type"`
	Name string `json:"ename"`
}

type document struct {
	Format   int `json:"nbformat"`
	Minor    int `json:"nbformat_minor"`
	Metadata struct {
		Kernel struct {
			Name string `json:"display_name"`
		} `json:"kernelspec"`
		Language struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"language_info"`
	} `json:"metadata"`
	Cells      []cell `json:"cells"`
	Worksheets []struct {
		Cells []cell `json:"cells"`
	} `json:"worksheets"` // nbformat 3
}

func read(f *file.File, x *luminos.Extraction) error {
	b, err := f.All(most)
	if err != nil {
		return err
	}
	var d document
	if err := json.Unmarshal(b, &d); err != nil {
		return err
	}
	cells := d.Cells
	for _, w := range d.Worksheets {
		cells = append(cells, w.Cells...)
	}
	if d.Format == 0 && len(cells) == 0 {
		return errors.New("it has neither a version of the format nor cells")
	}
	x.Format = "Jupyter notebook"
	if d.Format > 0 {
		x.Format += " " + strconv.Itoa(d.Format) + "." + strconv.Itoa(d.Minor)
	}
	x.Set("kernel", d.Metadata.Kernel.Name)
	x.Set("language", d.Metadata.Language.Name+" "+d.Metadata.Language.Version)
	t := file.NewText(f, x)
	s := state{x: x, text: t}
	for i := range cells {
		s.cell(i+1, &cells[i])
	}
	if s.code > 0 && s.run == 0 {
		x.Set("state", "never run")
	}
	t.Done()
	return nil
}

// state collects the findings in the cells of a notebook.
type state struct {
	x         *luminos.Extraction
	text      *file.Text
	code, run int
}

func (s *state) cell(number int, c *cell) {
	source := string(c.Source + c.Input)
	kind := c.Type
	switch c.Type {
	case "code":
		s.code++
		s.x.Add("code cells", 1)
		s.x.Add("lines of code", countLines(source))
		if c.Count != nil || c.Prompt != nil {
			s.run++
			s.x.Add("cells that were run", 1)
		}
		s.outputs(c.Outputs)
	case "markdown", "heading":
		s.x.Add("text cells", 1)
		kind = "text"
		s.headings(number, c.Level, source)
	default:
		s.x.Add("other cells", 1)
	}
	s.text.Part("cell " + strconv.Itoa(number) + " [" + kind + "]")
	s.text.Add(source)
}

// outputs counts the outputs of a cell, their bytes, and the errors among them.
func (s *state) outputs(raw json.RawMessage) {
	var list []output
	if len(raw) == 0 || json.Unmarshal(raw, &list) != nil || len(list) == 0 {
		return
	}
	s.x.Add("bytes of outputs", int64(len(raw)))
	for _, o := range list {
		if o.Type == "error" || o.Type == "pyerr" {
			s.x.Add("errors in outputs", 1)
		}
	}
}

// headings adds the headings of a text cell to the outline. The first is the title of the notebook, or a line before it
// that is bold as a whole.
func (s *state) headings(part, level int, source string) {
	for line := range strings.Lines(source) {
		title := strings.TrimLeft(line, "#")
		n := len(line) - len(title)
		if level > 0 {
			n = level
		}
		title = strings.TrimSpace(strings.Trim(title, " \t\r\n#*"))
		if bold, ok := strings.CutPrefix(strings.TrimSpace(line), "**"); ok {
			if bold, ok = strings.CutSuffix(bold, "**"); ok && !strings.Contains(bold, "**") {
				s.x.Set("title", strings.TrimSpace(bold))
			}
		}
		if n == 0 || n > 6 || title == "" {
			continue
		}
		s.x.Set("title", title)
		s.x.Outline = append(s.x.Outline, luminos.Heading{Level: n, Title: title, Part: part})
	}
}

// countLines returns the number of lines that are not blank.
func countLines(text string) (n int64) {
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	return n
}
