package scan

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// A report of this program that lies in the target must not be described by the next one. Reports are recognised by
// their content: an output file of this run is omitted by its name.

// ownJSON matches the beginning of a report as JSON.
var ownJSON = regexp.MustCompile(
	`^\{"schema_version":\d+,"run":\{"id":"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}","root":"`)

// ownSARIF matches the beginning of the flags of a report as SARIF.
var ownSARIF = regexp.MustCompile(
	`^\{\s*"\$schema":[^{]*"runs": \[\s*\{\s*"tool": \{\s*"driver": \{\s*"name": "Luminos"`)

// ownClaims matches the line on claims of a report as text; verdicts of a second reader can follow.
var ownClaims = regexp.MustCompile(`(?m)^claims: [\d,]+ citations?, [a-z\d,]+ found as quoted(?:;.*)?$`)

// isOwn reports whether a file is a report of this program, by its name and its first bytes. A text has to be among
// them whole: the end of a report is its mark. Files among tests, fixtures and examples stay.
func isOwn(p luminos.Path, size int64, first []byte) bool {
	if pathrole.Aside(p) {
		return false
	}
	switch p.Ext() {
	case ".json":
		return ownJSON.Match(first[:min(len(first), 200)])
	case ".md", ".html":
		lines := bytes.SplitN(first[:min(len(first), 200)], []byte("\n"), 3)
		return slices.ContainsFunc(lines[:len(lines)-1], func(l []byte) bool { return string(l) == luminos.ReportMark })
	case ".sarif":
		return ownSARIF.Match(first[:min(len(first), 500)])
	case ".txt":
		if int64(len(first)) != size || !bytes.Contains(first, []byte("\nclaims: ")) {
			return false
		}
		last := bytes.TrimSuffix(first, []byte("\n"))
		last = last[bytes.LastIndexByte(last, '\n')+1:]
		shortened := bytes.HasPrefix(last, []byte("more: luminos show -v "))
		end := first[bytes.LastIndex(first, []byte("\n\n"))+1:] // the verdicts can take several lines
		return bytes.HasPrefix(end, []byte("\nclaims: ")) && ownClaims.Match(end) || shortened && ownClaims.Match(first)
	}
	return false
}

// ownReport is a file in the directory node that is a report of this program.
type ownReport struct {
	node *node
	path luminos.Path
}

// ownRule is the rule that leaves out a report of this program.
const ownRule = "a report of Luminos"

// dropOwn makes ignored files of the reports of this program, and sends a notice that names them.
func dropOwn(w *walk) {
	if len(w.own) == 0 {
		return
	}
	slices.SortFunc(w.own, func(a, b ownReport) int { return strings.Compare(string(a.path), string(b.path)) })
	var names []string
	for _, o := range w.own {
		n := o.node
		i := slices.IndexFunc(n.entries, func(e entry) bool { return e.path == o.path })
		e := n.entries[i]
		w.ruledOut = append(w.ruledOut, luminos.IgnoredRoot{Path: e.path, Files: 1, Allocated: e.allocated, Rule: ownRule})
		n.entries = slices.Delete(n.entries, i, i+1)
		for h := range w.hardlinks {
			if l := &w.hardlinks[h]; l.dir == n && l.entry > i {
				l.entry--
			}
		}
		names = append(names, words.Name(string(o.path)))
	}
	text := "left out " + words.Plural(len(names), "earlier report") + " of Luminos: " + words.Some(names, 3)
	w.opts.Sink.Emit(luminos.Event{Kind: luminos.EventNotice, Severity: luminos.Concern, Text: text})
}
