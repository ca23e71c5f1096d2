package modeltest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Diligent is a player that follows the protocol on any target: it surveys and
// plans from what it is shown, and in a directory it lists, reads, writes
// down what it read with quotes, flags what looks unfinished, and reports. All
// that it knows of a conversation stands in the request, so that it may be
// interrupted anywhere. It learns the arguments of tools from their schemas.
type Diligent struct {
	// Files is how many files it reads in a directory at most; 4 unless set.
	Files int
	// AtOnce is how many calls it makes in a turn; 4 unless set.
	AtOnce int
	// Dirs finds what a conversation is to investigate; without it the opening
	// is searched for it.
	Dirs func(Request) []string
	// Thinks makes it think aloud before it acts.
	Thinks bool
}

// Play answers a request.
func (d Diligent) Play(r Request) Reply {
	if d.Files == 0 {
		d.Files = 4
	}
	if d.AtOnce == 0 {
		d.AtOnce = 4
	}
	var calls []Block
	switch r.Pass() {
	case PassSurvey:
		calls = d.submit(r, surveyHints(r))
	case PassPlan:
		calls = d.submit(r, planHints(r))
	case PassGroup:
		calls = d.submit(r, groupHints(r))
	case PassDirectory, PassRefine:
		calls = d.directory(r)
	case PassSynthesis:
		calls = d.synthesis(r)
	default:
		if r.Submit() != nil {
			calls = d.submit(r, hints{})
		}
	}
	if len(calls) == 0 {
		return Say(Text("There is nothing left to do here."))
	}
	if !d.Thinks {
		return Reply{Blocks: calls}
	}
	thought := fmt.Sprintf("Turn %d: what is left is %s.", r.Turn, calls[0].Name)
	return Reply{Blocks: append([]Block{Think(thought), Text("On to " + calls[0].Name + ".")}, calls...)}
}

// submit calls the tool that ends the conversation. Refused twice, it leaves out
// what it is not asked for; refused four times, it gives up.
func (d Diligent) submit(r Request, h hints) []Block {
	t := r.Submit()
	refused := 0
	for _, c := range r.Calls() {
		if c.Name == t.Name && c.Failed {
			refused++
		}
	}
	switch {
	case refused >= 4:
		return nil
	case refused >= 2:
		delete(h, "claims")
		delete(h, "notable_files")
	}
	return []Block{Call(t.Name, fill(t.Schema, h))}
}

// directory is a turn of a directory loop.
func (d Diligent) directory(r Request) []Block {
	w := d.look(r)
	if w.hurried {
		return d.submit(r, w.report())
	}
	var calls []Block
	for _, dir := range w.dirs {
		if !w.done("list_directory", dir) && r.Offers("list_directory") {
			calls = append(calls, d.call(r, "list_directory", hints{"path": dir}))
		}
	}
	if len(calls) > 0 {
		return calls[:min(len(calls), d.AtOnce)]
	}
	for _, file := range w.files[:min(len(w.files), d.Files)] {
		if !w.done("read_file", file) && r.Offers("read_file") {
			calls = append(calls, d.call(r, "read_file", hints{"path": file}))
		}
	}
	if len(calls) > 0 {
		return calls[:min(len(calls), d.AtOnce)]
	}
	for _, s := range w.read {
		if !w.done("write_cache", s.path) && r.Offers("write_cache") {
			calls = append(calls, d.call(r, "write_cache", s.entry()))
		}
		if s.finding != "" && !w.done("flag", s.path) && r.Offers("flag") {
			calls = append(calls, d.call(r, "flag", hints{"path": s.path, "finding": s.finding, "severity": "info"}))
		}
	}
	if len(calls) > 0 {
		return calls[:min(len(calls), d.AtOnce)]
	}
	return d.submit(r, w.report())
}

func (d Diligent) call(r Request, name string, h hints) Block {
	return Call(name, fill(r.Tool(name).Schema, h))
}

// work is what has been found out in a directory loop.
type work struct {
	dirs    []string
	files   []string // seen in listings
	read    []sight
	calls   []Past
	hurried bool // the turns run out, or the program asks for the report
}

// sight is what was seen of a file.
type sight struct {
	path    string
	line    int
	quote   string
	lines   int
	finding string
}

var (
	allowance = regexp.MustCompile(`\b(\d{1,3}) turns?\b`)
	lastTurn  = regexp.MustCompile(`(?i)submit_\w+|last turn|final turn|turns? (left|remain)`)
)

func (d Diligent) look(r Request) work {
	w := work{calls: r.Calls(), dirs: dirsOf(r)}
	if d.Dirs != nil {
		w.dirs = d.Dirs(r)
	}
	for _, c := range w.calls {
		if !c.Answered || c.Failed {
			continue
		}
		switch c.Name {
		case "list_directory":
			w.files = append(w.files, filesIn(c.Arg("path"), c.Text)...)
		case "read_file":
			w.read = append(w.read, seen(c.Arg("path"), c.Text))
		}
	}
	left := 100
	if m := allowance.FindStringSubmatch(r.Opening()); m != nil {
		left, _ = strconv.Atoi(m[1])
	}
	w.hurried = r.Turn >= left || len(r.Messages) > 1 && lastTurn.MatchString(r.Said())
	return w
}

// done reports whether a call was made with that path, answered well or not.
func (w work) done(name, path string) bool {
	return slices.ContainsFunc(w.calls, func(c Past) bool { return c.Name == name && c.Arg("path") == path })
}

// entry is what it writes down about a file.
func (s sight) entry() hints {
	h := hints{
		"path": s.path, "kind": "file", "type": "file", "scope": "file", "confidence": 0.9, "notable": false,
		"summary": fmt.Sprintf("%s has %d lines that were read; among them one that says what it is about.", s.path, s.lines),
	}
	if s.quote != "" {
		h["claims"] = []hints{s.claim()}
	}
	return h
}

func (s sight) claim() hints {
	return hints{
		"statement": fmt.Sprintf("Line %d of %s is as quoted.", s.line, s.path), "path": s.path, "quote": s.quote,
		"lines": hints{"first": s.line, "last": s.line, "start": s.line, "end": s.line}, "line": s.line, "first": s.line, "last": s.line,
		"first_line": s.line, "last_line": s.line, "start_line": s.line, "end_line": s.line,
	}
}

// report is what it submits for its directories.
func (w work) report() hints {
	var claims, each []hints
	var notable []string
	for _, s := range w.read {
		notable = append(notable, s.path)
		if s.quote != "" {
			claims = append(claims, s.claim())
		}
	}
	about := func(dir string) string {
		n := 0
		for _, f := range w.files {
			if dir == "." || strings.HasPrefix(f, dir+"/") {
				n++
			}
		}
		return fmt.Sprintf("%s holds %d files that were listed; what was read of them is quoted.", dir, n)
	}
	for _, dir := range w.dirs {
		each = append(each, hints{"path": dir, "summary": about(dir), "confidence": 0.8, "completeness": 0.8})
	}
	return hints{
		"summary": about(w.dirs[0]), "brief": about(w.dirs[0]), "confidence": 0.8, "completeness": 0.8, "notable_files": notable,
		"claims": claims, "directories": each,
	}
}
