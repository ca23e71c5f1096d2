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
var Reader = file.Reader{Name: "notebook", Version: 5, Reads: reads, Read: read}

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
	// The texts of a stream, an error and a result. Pictures are left out.
	Text      loose            `json:"text"`
	Value     loose            `json:"evalue"`
	Traceback loose            `json:"traceback"`
	Data      map[string]loose `json:"data"`
}

// loose are lines, or nothing for a value of another type, such as data of a program.
type loose string

func (l *loose) UnmarshalJSON(b []byte) error {
	var text lines
	if text.UnmarshalJSON(b) == nil {
		*l = loose(text)
	}
	return nil
}

// version is a version that programs write as a text or as a number; another value is left out.
type version string

func (v *version) UnmarshalJSON(b []byte) error {
	if text := strings.Trim(string(b), `"`); text != "" && text[0] >= '0' && text[0] <= '9' {
		*v = version(text)
	}
	return nil
}

// metadata are the parts of the metadata that are shown.
type metadata struct {
	Kernel struct {
		Name string `json:"display_name"`
	} `json:"kernelspec"`
	Language struct {
		Name    string  `json:"name"`
		Version version `json:"version"`
	} `json:"language_info"`
}

func read(f *file.File, x *luminos.Extraction) error {
	if f.Size > most {
		return file.ErrTooLarge
	}
	x.Format = "Jupyter notebook"
	s := state{file: f, x: x, text: file.NewText(f, x), in: json.NewDecoder(f.Reader())}
	defer s.text.Done()
	if err := s.object(s.field); err != nil {
		return err
	}
	if s.format == 0 && s.cells == 0 {
		return errors.New("it has neither a version of the format nor cells")
	}
	if s.format > 0 {
		x.Format += " " + strconv.Itoa(s.format) + "." + strconv.Itoa(s.minor)
	}
	if n := s.comments[commentSign(s.metadata.Language.Name)]; n > 0 {
		x.Add("lines of code", -n)
	}
	found := x.Properties
	x.Properties = nil
	x.Set("kernel", s.metadata.Kernel.Name)
	x.Set("language", s.metadata.Language.Name+" "+string(s.metadata.Language.Version))
	x.Properties = append(x.Properties, found...)
	if s.code > 0 && s.run == 0 && x.Number("bytes of outputs") == 0 { // cells that were run can be saved so
		x.Set("state", "without outputs")
	}
	return nil
}

// object reads an object and calls a function with the name of each field, which reads the value.
func (s *state) object(field func(name string) error) error {
	return s.within('{', func() error {
		name, err := s.in.Token()
		if err != nil {
			return err
		}
		return field(name.(string)) // the decoder accepts no other one
	})
}

// within reads a list or an object that begins with a sign, and calls a function for each element. Null is an empty
// list.
func (s *state) within(sign json.Delim, element func() error) error {
	switch begin, err := s.in.Token(); {
	case err != nil:
		return err
	case begin == nil:
		return nil
	case begin != sign:
		return errors.New("there is no list or object")
	}
	for s.in.More() {
		if err := element(); err != nil {
			return err
		}
	}
	_, err := s.in.Token()
	return err
}

// field reads a field of the notebook. Cells are read one by one, so that a large notebook does not take many times its
// size of memory.
func (s *state) field(name string) error {
	switch name {
	case "nbformat":
		return s.in.Decode(&s.format)
	case "nbformat_minor":
		return s.in.Decode(&s.minor)
	case "metadata":
		return s.in.Decode(&s.metadata)
	case "cells":
		return s.within('[', s.next)
	case "worksheets": // nbformat 3
		return s.within('[', func() error {
			return s.object(func(name string) error {
				if name == "cells" {
					return s.within('[', s.next)
				}
				return s.skip()
			})
		})
	}
	return s.skip()
}

// skip reads a value and drops it.
func (s *state) skip() error {
	var value json.RawMessage
	return s.in.Decode(&value)
}

// next reads the next cell.
func (s *state) next() error {
	var c cell
	if err := s.in.Decode(&c); err != nil {
		return err
	}
	s.cells++
	s.cell(s.cells, &c)
	return nil
}

// state collects the findings in the cells of a notebook.
type state struct {
	file          *file.File
	in            *json.Decoder
	x             *luminos.Extraction
	text          *file.Text
	metadata      metadata
	format, minor int // the version of the format
	cells         int
	code, run     int // cells of code, and the ones that were run
	// comments are the lines of code that begin with a sign, by the sign: the language comes after the cells.
	comments map[string]int64
}

func (s *state) cell(number int, c *cell) {
	source := string(c.Source + c.Input)
	kind := "cell " // of code; a short name, because most cells are short
	switch c.Type {
	case "code":
		s.code++
		s.x.Add("code cells", 1)
		s.x.Add("lines of code", s.countLines(source))
		if c.Count != nil || c.Prompt != nil {
			s.run++
			s.x.Add("cells that were run", 1)
		}
		s.outputs(number, c.Outputs)
	case "markdown", "heading":
		s.x.Add("text cells", 1)
		kind = "text "
		s.headings(number, c.Level, source)
	default:
		s.x.Add("other cells", 1)
		kind = "other "
	}
	s.text.Part(kind + strconv.Itoa(number))
	s.text.Add(source)
}

// outputs counts the outputs of a cell, their bytes, and the errors among them. Their text is no part of the content.
func (s *state) outputs(number int, raw json.RawMessage) {
	var list []output
	if len(raw) == 0 || json.Unmarshal(raw, &list) != nil || len(list) == 0 {
		return
	}
	s.x.Add("bytes of outputs", int64(len(raw)))
	var text strings.Builder
	add := func(t string) {
		if t != "" && text.Len() < file.InnerMost {
			text.WriteString(strings.TrimSuffix(t, "\n") + "\n")
		}
	}
	for _, o := range list {
		if o.Type == "error" || o.Type == "pyerr" {
			s.x.Add("errors in outputs", 1)
		}
		add(string(o.Text))
		add(string(o.Value))
		add(string(o.Traceback))
		for _, kind := range []string{"text/plain", "text/markdown", "text/html"} {
			add(string(o.Data[kind]))
		}
	}
	s.file.AddInner(s.x, luminos.InnerText{Name: "the output of cell " + strconv.Itoa(number), Text: text.String()})
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

// commentSigns are the signs before comments of languages.
var commentSigns = []string{"#", "//"}

// commentSign returns the sign before a comment in a language, or "" if it is not known.
func commentSign(language string) string {
	switch strings.ToLower(language) {
	case "", "python", "r", "julia", "ruby", "bash", "perl", "sage", "sagemath", "octave", "coconut":
		return "#"
	case "javascript", "typescript", "c", "c++", "c#", "java", "scala", "kotlin", "go", "rust", "f#", "groovy", "swift":
		return "//"
	}
	return ""
}

// countLines returns the number of lines of a cell of code that are not blank, and counts the comments among them.
func (s *state) countLines(text string) (n int64) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" {
			n++
		}
		for _, sign := range commentSigns {
			if strings.HasPrefix(line, sign) {
				if s.comments == nil {
					s.comments = map[string]int64{}
				}
				s.comments[sign]++
			}
		}
	}
	return n
}
