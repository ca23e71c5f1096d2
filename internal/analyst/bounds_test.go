package analyst

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/evidence"
	"luminos/internal/words"
)

// Texts of a model are cut at a number of characters; the text of an entry that is longer is refused instead.
func TestTextsOfAModelAreBounded(t *testing.T) {
	long := strings.Repeat("ä", 30_000)
	w := small.work("src")
	accepted := map[string]any{"path": "src/walk.go", "summary": strings.Repeat("ä", 1500), "confidence_reason": long, "notable": true, "notable_reason": long}
	if r := w.called(t, "write_cache", accepted); r.Failed {
		t.Errorf("a summary of 1500 characters: %+v", r)
	}
	w.called(t, "flag", map[string]any{"path": "src", "finding": long, "severity": "info", "remedy": long})
	w.called(t, "checkpoint", map[string]any{"notes": long})
	if r := w.called(t, "submit_report", map[string]any{"summary": strings.Repeat("ä", 4000), "confidence": 1, "confidence_reason": strings.Repeat("ä", 4000), "completeness": 1}); !r.Ends {
		t.Errorf("a summary of 4000 characters: %+v", r)
	}
	refused := map[string]any{"path": "src/walk.go", "summary": strings.Repeat("ä", 1501)}
	if r := w.called(t, "write_cache", refused); !r.Failed {
		t.Errorf("a summary of 1501 characters: %+v", r)
	}
	if r := w.called(t, "submit_report", map[string]any{"summary": strings.Repeat("ä", 4001), "confidence": 1, "completeness": 1}); !r.Failed {
		t.Errorf("a summary of 4001 characters: %+v", r)
	}
	entry := w.findings(agent.Outcome{End: agent.EndSubmitted}).Entries[0]
	e := New(Options{})
	var survey *luminos.Survey
	e.submitSurvey(&survey).Call(t.Context(), fmt.Appendf(nil, `{"description":%q,"approach":%q,"domain_notes":%q,"confidence":1}`, long, long, long))
	plan := planInput{Notes: long, Priority: []priorityDir{{Path: "a", Reason: long, Turns: 20}}, Skip: []plainDir{{Path: "b", Reason: long}}}.plan()
	q := (&citer{book: &book{}}).questions([]questionInput{{Question: long, Why: long, Tried: long}})
	s := newSynthesist(New(Options{}), &luminos.Dossier{})
	if _, err := s.submit(t.Context(), synthesisInput{Brief: long}); err != nil {
		t.Fatal(err)
	}
	file, flag := w.written["src/walk.go"], w.flags[0]
	for name, c := range map[string]struct {
		got  string
		want int
	}{
		"summary of a file":        {file.Summary, 1501}, // with a full stop
		"doubt about a file":       {file.ConfidenceReason, 300},
		"reason of a notable file": {file.NotableReason, 300},
		"finding":                  {flag.Finding, 600},
		"remedy":                   {flag.Remedy, 400},
		"checkpoint":               {w.notes, 8001}, // with "…"
		"summary of a directory":   {entry.Summary, 4001},
		"doubt about a directory":  {entry.ConfidenceReason, 300},
		"statement of a claim":     {claimInput{Statement: long}.evidence().Statement, 400},
		"description of a survey":  {survey.Description, 2000},
		"approach of a survey":     {survey.Approach, 2000},
		"notes of a survey":        {survey.DomainNotes, 2000},
		"notes of a plan":          {plan.Notes, 2000},
		"reason to give priority":  {plan.Priority[0].Reason, 300},
		"reason to skip":           {plan.Skip[0].Reason, 300},
		"section":                  {s.got.Sections[0].Statements[0].Text, 20_001},
		"question":                 {q.Questions[0].Question, 400},
		"weight of a question":     {q.Questions[0].Why, 400},
		"attempts at a question":   {q.Questions[0].Tried, 400},
		"row of facts":             {strings.TrimSuffix(strings.TrimPrefix(row("kind", long), "- kind: "), "\n"), 400},
		"severity in a refusal":    {strings.Trim(strings.SplitN(refusal(newFlag("a", "b", strings.Repeat("s", 99), 0)), `"`, 2)[1], `"`), 40},
		"name of a symbol":         {strings.Fields(symbols([]luminos.Symbol{{Kind: "func", Name: long}})[0])[1], 80},
		"name among several":       {symbolNames([]luminos.Symbol{{Name: long}})[0], 60},
		"name of a column":         {strings.Fields(columns([]luminos.Column{{Name: long, Type: "text"}})[0])[0], 60},
		"summary in a list":        {strings.Fields(listed(t, luminos.FileEntry{Path: "f", Summary: long}))[3], 200},
	} {
		if n := utf8.RuneCountInString(c.got); n != c.want {
			t.Errorf("%s: %d characters, want %d", name, n, c.want)
		}
	}
}

func refusal(_ luminos.Flag, problem string) string { return problem }

// listed returns the text of list_cache for one file.
func listed(t *testing.T, f luminos.FileEntry) string {
	r, err := newSynthesist(New(Options{}), &luminos.Dossier{Files: []luminos.FileEntry{f}}).list(t.Context(), listInput{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Text
}

func TestListsOfAModelAreBounded(t *testing.T) {
	claims := func(n int) (list []claimInput) {
		for range n {
			list = append(list, claimInput{Statement: "It is.", Path: "src/walk.go", First: 4, Quote: "func Walk"})
		}
		return list
	}
	e := New(Options{Checker: evidence.Checker{Source: small}})
	for n, want := range map[int]int{40: 40, 41: 40} {
		held, failed, err := e.cited(t.Context(), "claim", claims(n), func(luminos.Path) bool { return true })
		if err != nil || len(held) != want || len(failed) != n-want {
			t.Errorf("of %d claims %d hold and %q fail, %v", n, len(held), failed, err)
		}
	}
	if s := statements(claims(50)); s != strings.Repeat("It is. ", 40) {
		t.Errorf("the statements of 50 claims are %q", s)
	}
	if q := (&citer{book: &book{}}).questions(make([]questionInput, 5)); q != nil {
		t.Errorf("empty questions make a section: %+v", q)
	}
	many := make([]questionInput, 31)
	for i := range many {
		many[i].Question = "Why?"
	}
	if n := len((&citer{book: &book{}}).questions(many).Questions); n != 30 {
		t.Errorf("of 31 questions %d are kept", n)
	}
	numbered := []questionInput{{Question: "Why [31]?", Why: "It matters [F5, 2]."}}
	if q := (&citer{book: &book{}}).questions(numbered).Questions[0]; q.Question != "Why?" || q.Why != "It matters." {
		t.Errorf("a question has numbers without evidence: %+v", q)
	}
	u := luminos.Unit{Dirs: []luminos.DirFacts{{Path: "a"}}}
	in := reportInput{Summary: "It is."}
	for i := range 21 {
		u.Files = append(u.Files, luminos.File{Path: luminos.Path(fmt.Sprintf("a/%02d", i))})
		in.NotableFiles = append(in.NotableFiles, fmt.Sprintf("%02d", i), fmt.Sprintf("a/%02d", i))
	}
	w := newWork(e, &u)
	w.report = &in
	if got := w.notable("a"); len(got) != 20 || got[19] != "a/19" {
		t.Errorf("the notable files are %q", got)
	}
	var wrong []string
	for i := range 22 {
		wrong = append(wrong, fmt.Sprintf(`{"path":"x%d","reason":""}`, i))
	}
	var plan *luminos.Plan
	submit := submitPlan(&luminos.Facts{Directories: []luminos.DirFacts{{Path: "a"}}}, &plan)
	r, err := submit.Call(t.Context(), []byte(`{"priority_dirs":[],"shallow_dirs":[],"skip_dirs":[`+strings.Join(wrong, ",")+`],"investigation_order":""}`))
	if err != nil || !r.Failed || !strings.Contains(r.Text, "x19 and 2 more. Correct") {
		t.Errorf("a plan with 22 unknown directories gets %+v, %v", r, err)
	}
}

// A synthesis reads the entries of the files of a directory in at most 16 KiB, and the number of the others.
func TestReadingADirectoryIsBounded(t *testing.T) {
	d := &luminos.Dossier{Entries: []luminos.Entry{{Path: "a", Summary: "A."}}}
	for i := range 100 {
		d.Files = append(d.Files, luminos.FileEntry{Path: luminos.Path(fmt.Sprintf("a/%02d", i)), Summary: strings.Repeat("x", 1000)})
	}
	b := newBook(d)
	s := &synthesist{book: b}
	r, err := s.read(t.Context(), pathInput{Path: "a"})
	one, _ := s.read(t.Context(), pathInput{Path: "a/99"})
	n := strings.Count(r.Text, "- a/")
	own := len(b.dir(&d.Entries[0], whole))
	if rest := len(r.Text) - own; err != nil || rest > 16<<10 || rest < 16<<10-len(one.Text) || one.Text != b.file(&d.Files[99]) {
		t.Errorf("%d bytes besides the directory, %v", rest, err)
	}
	if !strings.HasSuffix(r.Text, fmt.Sprintf("x\n\nNot shown, for want of room: %d files. list_cache lists all entries, and read_cache shows one.\n", 100-n)) {
		t.Errorf("with %d files the text ends in %q", n, r.Text[len(r.Text)-200:])
	}
}

// Of a directory with many files, the notable ones and an even sample are shown.
func TestSampleOfFiles(t *testing.T) {
	files := make([]luminos.File, 200)
	var all []luminos.Path
	for i := range files {
		files[i].Path = luminos.Path(fmt.Sprintf("%03d", i))
		all = append(all, files[i].Path)
	}
	shown := func(notable []luminos.Path, n, most int) (paths []string) {
		for _, f := range sample(files[:n], notable, most) {
			paths = append(paths, string(f.Path))
		}
		return paths
	}
	for _, c := range []struct {
		name    string
		notable []luminos.Path
		n, most int
		want    string
	}{
		{"as many as are shown", nil, 4, 4, "000 001 002 003"},
		{"one more", nil, 5, 4, "000 001 002 003"},
		{"even", nil, 200, 4, "000 050 100 150"},
		{"a notable one", []luminos.Path{"007"}, 200, 4, "000 007 066 133"},
		{"a notable one in the sample", []luminos.Path{"066"}, 200, 4, "000 066 133"},
		{"half of them notable", all[7:20], 200, 4, "000 007 008 100"},
	} {
		if got := strings.Join(shown(c.notable, c.n, c.most), " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	for dirs, want := range map[int]int{1: 150, 5: 30, 10: 20} {
		u := luminos.Unit{Dirs: make([]luminos.DirFacts, dirs)}
		u.Dirs[0].Path = "a"
		for i := range 200 {
			u.Files = append(u.Files, luminos.File{Path: luminos.Path(fmt.Sprintf("a/%d", i))})
		}
		if l := listing(&u); len(l) != dirs || len(l[0].Shown) != want || l[0].Left != 200-want {
			t.Errorf("of 200 files in the first of %d directories %d are shown and %d are left", dirs, len(l[0].Shown), l[0].Left)
		}
	}
}

// A tree leaves out its deepest level until it fits, and the rest if one level is too much.
func TestTreeFitsItsBound(t *testing.T) {
	f := &luminos.Facts{Directories: []luminos.DirFacts{{Path: ".", Subdirs: 3}, {Path: "a", Subdirs: 2}, {Path: "a/b", Subdirs: 1}, {Path: "a/b/c"}, {Path: "a/d"}, {Path: "e"}, {Path: "f"}}}
	for _, c := range []struct {
		depth, most int
		want        string
	}{
		{3, 7, "./ a/ b/ c/ d/ e/ f/"}, {3, 6, "./ a/ b/+1 d/ e/ f/ (1)"}, {2, 7, "./ a/ b/+1 d/ e/ f/ (1)"}, {3, 5, "./ a/+2 e/ f/ (3)"}, {3, 3, "./ a/+2 e/ (4)"}, {1, 1, "./ (6)"},
	} {
		tree := newTree(f, c.depth, c.most)
		var rows []string
		for _, d := range tree.Dirs {
			row := d.Name + "/"
			if d.Below > 0 {
				row += fmt.Sprintf("+%d", d.Below)
			}
			if d.Path != "." && len(d.Indent) != 4*(d.Path.Depth()-1) {
				t.Errorf("%s is indented by %d", d.Path, len(d.Indent))
			}
			rows = append(rows, row)
		}
		if tree.Left > 0 {
			rows = append(rows, fmt.Sprintf("(%d)", tree.Left))
		}
		if got := strings.Join(rows, " "); got != c.want {
			t.Errorf("%d levels, %d directories: got %s, want %s", c.depth, c.most, got, c.want)
		}
	}
	wide := &luminos.Facts{}
	deep := &luminos.Facts{}
	for i := range 701 {
		wide.Directories = append(wide.Directories, luminos.DirFacts{Path: luminos.Path(fmt.Sprintf("d%03d", i))})
		deep.Directories = append(deep.Directories, luminos.DirFacts{Path: luminos.Path(strings.Repeat("d/", i/100) + "d")})
	}
	d := &luminos.Dossier{Results: luminos.Results{Facts: wide, Scan: &luminos.Scan{}, Survey: &luminos.Survey{}}}
	if text := surveyOpening(d, nil); strings.Count(text, "\nd") != 150 || !strings.Contains(text, "551 directories deeper") {
		t.Errorf("the survey shows %d of 701 directories", strings.Count(text, "\nd"))
	}
	if text := planOpening(d); strings.Count(text, "\nd") != 700 || !strings.Contains(text, "1 directory deeper") {
		t.Errorf("the plan shows %d of 701 directories", strings.Count(text, "\nd"))
	}
	d.Facts = deep
	if text := surveyOpening(&luminos.Dossier{Results: luminos.Results{Facts: &luminos.Facts{Directories: []luminos.DirFacts{{Path: "a"}, {Path: "a/b"}, {Path: "a/b/c"}}}, Scan: &luminos.Scan{}}}, nil); !strings.Contains(text, "1 directory deeper") {
		t.Errorf("the survey shows more than two levels: %s", text)
	}
	if text := planOpening(d); !strings.Contains(text, "101 directories deeper") {
		t.Errorf("the plan does not show six levels: %s", text[len(text)-300:])
	}
}

// The last plan was wrong about a directory with priority that used less than two fifths of its turns, and about any
// that used all and was covered by less than three fifths.
func TestMisfitsOfTheLastPlan(t *testing.T) {
	dir := func(tier luminos.Tier, used, complete float64, turns int) luminos.EvaluatedDir {
		return luminos.EvaluatedDir{Dir: "a", Tier: tier, Utilization: used, Completeness: complete, TurnsAllocated: turns}
	}
	for _, c := range []struct {
		dir  luminos.EvaluatedDir
		want bool
	}{
		{dir(luminos.TierPriority, 0.39, 1, 20), true}, {dir(luminos.TierPriority, 0.4, 1, 20), false}, {dir(luminos.TierDefault, 0.39, 1, 20), false},
		{dir(luminos.TierDefault, 1, 0.59, 20), true}, {dir(luminos.TierDefault, 1, 0.6, 20), false}, {dir(luminos.TierDefault, 0.99, 0.1, 20), false},
		{dir(luminos.TierPriority, 0.1, 1, 0), false},
	} {
		if got := len(misfits(&luminos.PlanEvaluation{PerDirectory: []luminos.EvaluatedDir{c.dir}})) == 1; got != c.want {
			t.Errorf("%+v is a misfit is %t", c.dir, got)
		}
	}
	many := &luminos.PlanEvaluation{}
	for range 21 {
		many.PerDirectory = append(many.PerDirectory, dir(luminos.TierPriority, 0.1, 1, 1))
	}
	if n := len(misfits(many)); n != 20 || misfits(nil) != nil {
		t.Errorf("of 21 misfits %d are shown", n)
	}
}

// With more than 40 children, their summaries are shorter.
func TestManyChildrenHaveShortSummaries(t *testing.T) {
	for n, want := range map[int]int{40: 1200, 41: 250} {
		u := small.unit(3, "src")
		for i := range n {
			u.Children = append(u.Children, luminos.Entry{Path: luminos.Path(fmt.Sprintf("src/c%d", i)), Summary: strings.Repeat("x", 2000), Confidence: 1})
		}
		if got := strings.Count(unitOpening(&u), "x"); got/n != want-1 {
			t.Errorf("with %d children a summary has %d characters, want %d", n, got/n+1, want)
		}
	}
}

// An entry shows at most 8 claims of a file and 12 of a directory, each once.
func TestClaimsOfAnEntryAreBounded(t *testing.T) {
	var cited []luminos.Evidence
	for i := range 20 {
		e := luminos.Evidence{Path: "a/f", Lines: &luminos.LineRange{First: i/2 + 1, Last: i/2 + 1 + i%2}}
		cited = append(cited, e, e)
	}
	d := &luminos.Dossier{
		Results: luminos.Results{Scan: &luminos.Scan{}, Facts: &luminos.Facts{}},
		Files:   []luminos.FileEntry{{Path: "a/f", Summary: "F is.", Evidence: cited}},
		Entries: []luminos.Entry{{Path: "a", Summary: "A is.", Evidence: append(cited, luminos.Evidence{Path: "other"})}},
		Flags: []luminos.Flag{{Path: "a", Finding: "It flies.", Severity: luminos.Concern, Source: luminos.SourceModel,
			Evidence: []luminos.Evidence{{Path: "a/f", Quote: "fly"}, {Path: "a/f", Quote: "flies"}}}},
	}
	b := newBook(d)
	if n := len(b.claims); n != 43 {
		t.Fatalf("the book has %d claims, want 20 of each entry, 1 of another file and 2 of the flag", n)
	}
	if n := strings.Count(b.file(&d.Files[0]), "F is. (a/f"); n != 8 {
		t.Errorf("%d claims of the file are shown", n)
	}
	if text := b.dir(&d.Entries[0], lengths{100, dirClaimsMost}); strings.Count(text, "(a/f") != 12 || !strings.Contains(text, "[3] A is. (a/f:1)") || !strings.Contains(text, "[5] A is. (a/f:1)") {
		t.Errorf("the claims of the directory are shown as %s", text)
	}
	if text := synthesisOpening(d, b, 1<<20); !strings.Contains(text, "- F1 concern, a: It flies. [2] [1]\n") {
		t.Errorf("a flag is not shown with the numbers of its claims: %s", text)
	}
	if got := b.numbered([]luminos.Evidence{{Path: "unknown"}}, "", 5); got != nil {
		t.Errorf("a claim that is not in the book has a number: %+v", got)
	}
}

// Confidence is lowered by half of the share of claims that failed. Without one that holds it is at most 0.6 if claims
// are possible.
func TestConfidenceFollowsFailedClaims(t *testing.T) {
	for _, c := range []struct {
		confidence   float64
		held, failed int
		possible     bool
		want         float64
	}{
		{0.8, 3, 0, true, 0.8}, {0.8, 0, 1, false, 0.4}, {0.8, 1, 1, true, 0.6}, {0.8, 3, 1, true, 0.7}, {7, 0, 0, false, 1}, {-1, 0, 0, true, 0}, {0.12345, 0, 0, true, 0.123},
		{0.99, 0, 0, true, 0.6}, {0.99, 0, 5, true, 0.3}, {0.99, 1, 0, true, 0.99},
	} {
		if got := doubted(c.confidence, c.held, c.failed, c.possible); got != c.want {
			t.Errorf("%+v becomes %v", c, got)
		}
	}
}

// The entries of directories fit into their room and fill it, as long as one is shortened. Summaries are shortened after
// claims. Entries with priority and the least deep ones stay, and a line states the number of the others.
func TestDirectoriesOfASynthesisFit(t *testing.T) {
	d := &luminos.Dossier{}
	for i := range 60 {
		e := luminos.Entry{Path: luminos.Path(strings.Repeat("d/", i/4) + fmt.Sprintf("e%d", i)), Summary: strings.Repeat("word ", 599) + "end.", Basis: luminos.Judged}
		for k := range 12 {
			e.Evidence = append(e.Evidence, luminos.Evidence{Path: e.Path.Join("f"), Statement: "It is.", Lines: &luminos.LineRange{First: k + 1, Last: k + 1}})
		}
		d.Entries = append(d.Entries, e)
	}
	d.Entries[59].Tier, d.Entries[59].Path = luminos.TierPriority, luminos.Path(strings.Repeat("d/", 14)+"vital")
	b := newBook(d)
	for _, c := range []struct {
		room, dirs, least, most, claims int // shown directories, their shortest and longest summary, claims of all
	}{
		{1 << 20, 60, 3000, 3000, 720}, {190_000, 60, 3000, 3000, 183}, {150_000, 60, 2000, 3000, 74},
		{25_000, 60, 245, 500, 60}, {15_000, 60, 100, 245, 31}, {5000, 37, 95, 95, 0}, {4096, 30, 95, 95, 0},
	} {
		text := b.directories(c.room)
		dirs, least, most, claims := 0, 1<<20, 0, strings.Count(text, "\n  [")
		for line := range strings.Lines(text) {
			if n := 5 * strings.Count(line, "word"); strings.HasPrefix(line, "- ") {
				dirs, least, most = dirs+1, min(least, n), max(most, n)
			}
		}
		about := func(got, want int) bool { return got >= want-want/10-5 && got <= want+want/10+5 }
		if !about(dirs, c.dirs) || !about(least, c.least) || !about(most, c.most) || !about(claims, c.claims) {
			t.Errorf("in %d bytes: %d directories, summaries of %d to %d, %d claims; want %+v", c.room, dirs, least, most, claims, c)
		}
		if n := len(text); n > c.room || c.room < 1<<20 && n < c.room-700 {
			t.Errorf("in %d bytes: %d bytes", c.room, n)
		}
		for _, name := range []string{"- e0 (", "- e3 (", "/vital ("} {
			if !strings.Contains(text, name) {
				t.Errorf("in %d bytes %s is not shown", c.room, name)
			}
		}
		if hidden := fmt.Sprintf("\nNot shown, for want of room: %s. list_cache", words.Plural(60-dirs, "directory")); (dirs < 60) != strings.Contains(text, hidden) {
			t.Errorf("in %d bytes the text ends with %q, want %q", c.room, text[max(len(text)-200, 0):], hidden)
		}
	}
}

// Of the entries of files that do not fit, whole ones are shown, and a line states the number of the others.
func TestFilesOfASynthesisFit(t *testing.T) {
	d := &luminos.Dossier{}
	for i := range 10 {
		d.Files = append(d.Files, luminos.FileEntry{Path: luminos.Path(fmt.Sprintf("f%d", i)), Summary: strings.Repeat("x", 90)})
	}
	b := newBook(d)
	one := len(b.file(&d.Files[0]))
	line := func(n int) string {
		return fmt.Sprintf("\nNot shown, for want of room: %s. list_cache lists all entries, and read_cache shows one.\n", words.Plural(n, "file"))
	}
	for room, n := range map[int]int{10 * one: 10, 10*one - 1: 9, 3*one + len(line(10)): 3, 3*one + len(line(10)) - 1: 2, 0: 0, -5: 0} {
		want := ""
		for i := range n {
			want += b.file(&d.Files[i])
		}
		if n < 10 {
			want += line(10 - n)
		}
		if got := b.files(d.Files, room); got != want {
			t.Errorf("in %d bytes: got %s, want %s", room, got, want)
		}
	}
	if got := b.files(nil, 0); got != "" {
		t.Errorf("without files: %q", got)
	}
}

// The first message of a synthesis names the languages that have code, and the flags that a third of its room holds.
func TestOpeningOfASynthesis(t *testing.T) {
	d := dossier()
	d.Scan.Languages = []luminos.LanguageLines{{Name: "Go", Lines: luminos.Lines{Code: 1200}}, {Name: "Markdown"},
		{Name: "E-mail", Type: "data", Lines: luminos.Lines{Code: 39}}}
	d.Flags = nil
	for i := range 62 {
		d.Flags = append(d.Flags, luminos.Flag{
			Path: "src", Finding: fmt.Sprintf("Finding %d.", i), Severity: luminos.Concern, Source: luminos.SourceModel,
		})
	}
	for room, want := range map[int]string{
		1 << 20: "- F62 concern, src: Finding 61.", 6000: "Not shown, for want of room: 4 flags. list_cache",
	} {
		text := synthesisOpening(d, newBook(d), room)
		for _, want := range []string{"Code: Go 1,200 lines.\n", want, "- src/walk.go: Walks."} {
			if !strings.Contains(text, want) {
				t.Errorf("in %d bytes: %q is not in %s", room, want, text)
			}
		}
	}
	for i := range 20 {
		d.Files = append(d.Files, luminos.FileEntry{Path: luminos.Path(fmt.Sprintf("src/f%d", i)), Summary: strings.Repeat("word ", 100)})
		d.Entries = append(d.Entries, luminos.Entry{Path: luminos.Path(fmt.Sprintf("src/d%d", i)), Summary: strings.Repeat("word ", 300)})
	}
	if text := synthesisOpening(d, newBook(d), 25_000); len(text) > 25_000 || len(text) < 15_000 {
		t.Errorf("in 25,000 bytes the first message has %d", len(text))
	}
	if d.Scan.SurveySignals.Files = 5000; strings.Contains(synthesisOpening(d, newBook(d), 1<<20), "- src/walk.go: Walks.") {
		t.Error("the entries of files of a large target are shown")
	}
}

func TestPathsInPromptsAreQuoted(t *testing.T) {
	for p, want := range map[luminos.Path]string{"src": `"src"`, "a b": `"a b"`, "a\n\"b": `"a\n\"b"`, ".": `"."`} {
		if got := jsonName(p); got != want {
			t.Errorf("%q is written %s, want %s", p, got, want)
		}
	}
}
