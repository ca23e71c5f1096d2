package render

import (
	"io"
	"slices"

	"luminos"
	"luminos/internal/diff"
)

// Format is one form in which a report, or the measurements of a scan, are
// written. Each function returns the first error of w.
type Format struct {
	Name      string // the value of --format
	Extension string // the extension of files in this format, with its dot; "" if none means it
	Report    func(w io.Writer, r *luminos.Report, s Style) error
	// Scan writes a scan of the directory root; nil if the format has no form for
	// one.
	Scan func(w io.Writer, scan *luminos.Scan, root string, s Style) error
	// Diff writes a comparison of two reports; nil if the format has no form for one.
	Diff func(w io.Writer, c *diff.Comparison, s Style) error
}

// Formats lists all formats. The first one is the default.
var Formats = []Format{
	{"terminal", ".txt", Terminal, Scan, diffTerminal},
	{"json", ".json",
		func(w io.Writer, r *luminos.Report, s Style) error { return writeJSON(w, fold(r), s.Terminal) },
		func(w io.Writer, scan *luminos.Scan, _ string, s Style) error { return writeJSON(w, scan, s.Terminal) },
		func(w io.Writer, c *diff.Comparison, s Style) error { return writeJSON(w, c, s.Terminal) }},
	{"markdown", ".md", Markdown, nil, diffMarkdown},
	{"html", ".html", HTML, nil, nil},
	{"sarif", ".sarif", SARIF, nil, nil},
	{"agents", "", Agents, nil, nil},
}

// Block reports whether the document is a block between the marks [BlockBegin] and [BlockEnd], which replaces the block
// of a file that exists and leaves the rest of the file alone. Such a format has no extension.
func (f Format) Block() bool { return f.Extension == "" }

// ScanFormats returns the output formats in which the result of a scan alone can be written.
func ScanFormats() []Format {
	return slices.DeleteFunc(slices.Clone(Formats), func(f Format) bool { return f.Scan == nil })
}

// FlagFormats returns the output formats in which the findings of a check can be written.
func FlagFormats() []Format {
	return slices.DeleteFunc(slices.Clone(Formats), func(f Format) bool {
		return !slices.Contains([]string{"terminal", "json", "sarif"}, f.Name)
	})
}

// Planned lists the names of formats that a later version is going to have.
var Planned = []string{"cyclonedx", "spdx"}
