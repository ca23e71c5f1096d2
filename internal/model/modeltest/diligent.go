package modeltest

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Diligent is a player that does the work of each pass: it surveys and plans from the tree that it is shown; in a
// directory it lists, reads, writes entries with quotes, flags lines with TODO and the like, and reports. It keeps no
// state between requests, and fills the arguments of tools by their schemas.
type Diligent struct {
	// Files is the most files that it reads in a unit; 4 unless set.
	Files int
	// AtOnce is the most calls that it makes in a turn; 4 unless set.
	AtOnce int
	// Detail is the number of bytes of prose that it adds to the report as a whole.
	Detail int
	// Thinks makes it write thinking and text before its calls.
	Thinks bool
}

// Play returns the tool calls that a conscientious model makes next in the pass of the request, such as the survey or
// the synthesis, or a text if nothing is left to do.
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
		calls = d.submit(r, surveyOf(r.Brief()))
	case PassPlan:
		calls = d.submit(r, planOf(r.Brief()))
	case PassDirectory:
		calls = d.directory(r)
	case PassGrouping:
		calls = d.submit(r, groupsOf(r.Opening()))
	case PassSynthesis:
		calls = d.synthesis(r)
	case PassJudge:
		calls = d.submit(r, verdictsOf(r.Cases()))
	case PassRefine:
		calls = d.refinement(r)
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

// submit returns the call of the tool that ends the conversation with a report. If the program has refused the report
// twice, the call lacks the optional fields claims and notable_files. After four refusals submit returns no call.
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

// surveyOf returns the arguments of submit_survey. They depend only on the number of directories in the brief.
func surveyOf(b Brief) hints {
	return hints{
		"description": "A target whose tree shows " + strconv.Itoa(len(b.Tree)) + " directories.", "approach": "Leaves first, what says what it is before what does it.",
		"domain_notes": "None beyond what the tree shows.", "confidence": 0.7, "relevant_tools": []any{"read_file", "list_directory"}, "skip_tools": []any{},
	}
}

// planOf returns the arguments of submit_plan. Directories with well-known names get more turns, fewer turns or none.
func planOf(b Brief) hints {
	var priority, shallow, skip []any
	for _, d := range b.Tree {
		h := hints{"path": d, "reason": "its name says so"}
		switch path.Base(d) {
		case "src", "lib", "internal", "core", "app", "pkg", "server", "schema", "migrations":
			h["suggested_turns"] = 15
			priority = append(priority, h)
		case "doc", "docs", "test", "tests", "testdata", "fixtures", "examples", "assets", "static":
			shallow = append(shallow, h)
		case "node_modules", "vendor", "dist", "build", "target", "third_party", "__pycache__":
			skip = append(skip, h)
		}
	}
	return hints{"priority_dirs": priority, "shallow_dirs": shallow, "skip_dirs": skip, "investigation_order": "leaf-first", "notes": "By name."}
}

var itemNumber = regexp.MustCompile(`(?m)^(\d+)\. `)

// groupsOf returns the arguments of submit_grouping: it deals the numbered items of the opening to three groups.
func groupsOf(opening string) hints {
	var members [3][]any
	for i, m := range itemNumber.FindAllStringSubmatch(opening, -1) {
		n, _ := strconv.Atoi(m[1])
		members[i%len(members)] = append(members[i%len(members)], n)
	}
	var groups []any
	for i, m := range members {
		name := fmt.Sprintf("part %d", i+1)
		groups = append(groups, hints{"name": name, "summary": "It is the " + name + ".", "reason": "In turn.", "members": m})
	}
	return hints{"groups": groups}
}

// directory returns the calls of a turn of a directory loop: first listings, then files to read, then entries and
// flags, then the report.
func (d Diligent) directory(r Request) []Block {
	w := newUnitWork(r)
	if w.hurried {
		return d.submit(r, w.report())
	}
	var list, read, write []Block
	add := func(calls *[]Block, tool, path string, h hints) {
		h["path"] = path
		if t := r.Tool(tool); t != nil && !w.called(tool, path) {
			*calls = append(*calls, Call(tool, fill(t.Schema, h)))
		}
	}
	for _, dir := range w.brief.Dirs {
		add(&list, "list_directory", dir, hints{})
	}
	for _, file := range w.files[:min(len(w.files), d.Files)] {
		add(&read, "read_file", file, hints{})
	}
	for _, f := range w.read {
		add(&write, "write_cache", f.path, f.entry())
		if f.finding != "" {
			add(&write, "flag", f.path, hints{"finding": f.finding, "severity": "info"})
		}
	}
	for _, calls := range [][]Block{list, read, write} {
		if len(calls) > 0 {
			return calls[:min(len(calls), d.AtOnce)]
		}
	}
	return d.submit(r, w.report())
}

// unitWork is the progress of the investigation of one unit, derived from the tool calls and results in the request.
type unitWork struct {
	brief   Brief
	files   []string // that listings show
	read    []readFile
	calls   []Past
	hurried bool // the turns run out, or the program asks for the report
}

func newUnitWork(r Request) unitWork {
	w := unitWork{calls: r.Calls(), brief: r.Brief()}
	if w.brief.Dirs == nil {
		w.brief.Dirs = []string{"."}
	}
	for _, c := range w.calls {
		switch {
		case !c.Answered || c.Failed:
		case c.Name == "list_directory":
			w.files = append(w.files, filesIn(c.Arg("path"), c.Text)...)
		case c.Name == "read_file":
			w.read = append(w.read, newReadFile(c.Arg("path"), c.Text))
		}
	}
	w.hurried = w.brief.Turns > 0 && r.Turn >= w.brief.Turns || r.urged()
	return w
}

// called reports whether the conversation has a call of the named tool whose argument "path" is path.
func (w unitWork) called(name, path string) bool {
	return slices.ContainsFunc(w.calls, func(c Past) bool { return c.Name == name && c.Arg("path") == path })
}

// filesIn returns the files of 1 byte to 256 KiB in a listing, README files first. A line of a listing is "file SIZE
// NAME"; a name in quotes is a JSON string.
func filesIn(dir, listing string) (paths []string) {
	var others []string
	for line := range strings.Lines(listing) {
		fields := strings.SplitN(strings.TrimRight(line, "\r\n"), " ", 3)
		if len(fields) < 3 || fields[0] != "file" {
			continue
		}
		name := fields[2]
		if strings.HasPrefix(name, `"`) && json.Unmarshal([]byte(fields[2]), &name) != nil {
			continue
		}
		size, _ := strconv.Atoi(fields[1])
		switch {
		case size == 0 || size > 256<<10:
		case strings.HasPrefix(strings.ToLower(name), "readme"):
			paths = append(paths, path.Join(dir, name))
		default:
			others = append(others, path.Join(dir, name))
		}
	}
	return append(paths, others...)
}

// readFile describes a file from the results of read_file: a line to quote, the number of lines, and a finding.
type readFile struct {
	path    string
	line    int    // of the quote
	quote   string // a line that is long enough to be found again, or ""
	lines   int
	finding string // "" if no line holds a word such as TODO
}

var unsettled = regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)

// newReadFile parses the result of read_file for the file p, in which each line is "NUMBER<tab>TEXT".
func newReadFile(p, text string) readFile {
	f := readFile{path: p}
	for numbered := range strings.Lines(text) {
		number, line, ok := strings.Cut(strings.TrimRight(numbered, "\n"), "\t")
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if !ok || err != nil {
			continue
		}
		f.lines++
		line = strings.TrimSpace(line)
		if f.quote == "" && len(line) >= 12 && len(line) <= 200 && !strings.Contains(line, `\`) && !strings.Contains(line, "[cut") {
			f.line, f.quote = n, line
		}
		if f.finding == "" && unsettled.MatchString(line) && len(line) <= 200 {
			f.finding = "Something is left to do here (line " + strconv.Itoa(n) + ")."
		}
	}
	return f
}

// entry returns the arguments of a call of write_cache that stores a summary of the file f and, if there is a quotation
// of the file, a claim.
func (f readFile) entry() hints {
	h := hints{
		"kind": "file", "type": "file", "scope": "file", "confidence": 0.9, "notable": false,
		"summary": fmt.Sprintf("%s has %d lines that were read; among them one that says what it is about.", f.path, f.lines),
	}
	if f.quote != "" {
		h["claims"] = []any{f.claim()}
	}
	return h
}

func (f readFile) claim() hints {
	return hints{
		"statement": fmt.Sprintf("Line %d of %s is as quoted.", f.line, f.path), "path": f.path, "quote": f.quote,
		"first_line": f.line, "last_line": f.line,
	}
}

// report returns the arguments of submit_report for the unit, from the files that were listed and read.
func (w unitWork) report() hints {
	var claims, notable, each []any
	for _, f := range w.read {
		notable = append(notable, f.path)
		if f.quote != "" {
			claims = append(claims, f.claim())
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
	for _, dir := range w.brief.Dirs {
		each = append(each, hints{"path": dir, "summary": about(dir), "confidence": 0.8, "completeness": 0.8})
	}
	return hints{
		"summary": about(w.brief.Dirs[0]), "confidence": 0.8, "completeness": 0.8, "notable_files": notable,
		"claims": claims, "directories": each,
	}
}

// synthesis returns the calls of one turn of the synthesis: first list_cache, then read_cache for a few entries, then
// the report. The report cites the claims that the conversation has shown.
func (d Diligent) synthesis(r Request) []Block {
	calls := r.Calls()
	called := func(name string) bool { return slices.ContainsFunc(calls, func(c Past) bool { return c.Name == name }) }
	if t := r.Tool("list_cache"); t != nil && !r.urged() && !called("list_cache") {
		return []Block{Call("list_cache", fill(t.Schema, hints{}))}
	}
	shown := r.Opening()
	var paths []string
	for _, c := range calls {
		shown += "\n" + c.Text
		if c.Name == "list_cache" && !c.Failed {
			paths = append(paths, entryPaths(c.Text)...)
		}
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	if t := r.Tool("read_cache"); t != nil && !r.urged() && !called("read_cache") && len(paths) > 0 {
		var reads []Block
		for _, p := range paths[:min(len(paths), d.AtOnce)] {
			reads = append(reads, Call("read_cache", fill(t.Schema, hints{"path": p})))
		}
		return reads
	}
	text := "What the entries say together: the target is what its directories hold."
	brief, detailed := text, text+" Each directory has an entry."
	for i, n := range citations(shown) {
		switch {
		case i == 0:
			brief += " " + n
		case i < 10:
			detailed += " So it is in the place " + strconv.Itoa(i) + ". " + n
		}
	}
	const prose = "What was read of each part agrees with its summary. "
	detailed += " " + strings.Repeat(prose, d.Detail/len(prose))
	return d.submit(r, hints{"brief": brief, "overall_purpose": text, "detailed": detailed})
}

// refinement returns the calls of one turn of a refinement: first read_cache for the whole, then a report without
// changes.
func (d Diligent) refinement(r Request) []Block {
	if t := r.Tool("read_cache"); t != nil && r.Turn == 1 {
		return []Block{Call(t.Name, fill(t.Schema, hints{"path": "."}))}
	}
	return d.submit(r, hints{})
}

var (
	entryLine = regexp.MustCompile(`(?m)^(?:directory|file) +([^\s:,;()\[\]{}"]*[./][^\s:,;()\[\]{}"]*)`)
	claimLine = regexp.MustCompile(`(?m)^\s*(\[\d+\]) `)
)

// entryPaths returns the paths in the result of list_cache, whose lines are "directory PATH …" or "file PATH …". It
// takes only paths with "." or "/" and without quotes.
func entryPaths(list string) (paths []string) {
	for _, m := range entryLine.FindAllStringSubmatch(list, -1) {
		paths = append(paths, strings.TrimSuffix(m[1], "/"))
	}
	return paths
}

// citations returns the numbers of claims with which lines of text begin, in the form "[12]" and without duplicates.
func citations(text string) (found []string) {
	for _, m := range claimLine.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(found, m[1]) {
			found = append(found, m[1])
		}
	}
	return found
}
