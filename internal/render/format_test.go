package render

import (
	"errors"
	"io"
	"strings"
	"testing"

	"luminos"
)

// TestFormats checks the conditions of the command line on formats: distinct
// names and extensions, and write functions that return the error of the output.
func TestFormats(t *testing.T) {
	seen := map[string]bool{}
	report := &luminos.Report{Target: luminos.Target{Name: "quarry"}, Results: luminos.Results{Scan: &luminos.Scan{}}}
	for _, f := range Formats {
		named := len(f.Extension) >= 2 && f.Extension[0] == '.' && f.Extension == strings.ToLower(f.Extension)
		if f.Name == "" || !named && !f.Block() {
			t.Errorf("format %q has the extension %q", f.Name, f.Extension)
		}
		if seen[f.Name] || seen[f.Extension] {
			t.Errorf("the name or the extension of %q is taken", f.Name)
		}
		seen[f.Name], seen[f.Extension] = true, true
		writes := []func(io.Writer) error{func(w io.Writer) error { return f.Report(w, report, Style{}) }}
		if f.Scan != nil {
			writes = append(writes, func(w io.Writer) error { return f.Scan(w, report.Scan, "/quarry", Style{}) })
		}
		for _, write := range writes {
			var b strings.Builder
			if err := write(&b); err != nil || b.Len() == 0 {
				t.Errorf("%s: wrote %q, %v", f.Name, b.String(), err)
			}
			if err := write(failing{}); !errors.Is(err, errFull) {
				t.Errorf("%s: the error of a full disk is %v", f.Name, err)
			}
		}
	}
	scans := 0
	for _, f := range ScanFormats() {
		if f.Scan == nil {
			t.Errorf("%s has no form for a scan", f.Name)
		}
		scans++
	}
	if scans == 0 || scans > len(Formats) {
		t.Errorf("%d formats have a form for a scan", scans)
	}
	for _, name := range Planned {
		if seen[name] {
			t.Errorf("%q is a format and planned", name)
		}
	}
}
