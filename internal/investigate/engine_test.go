package investigate

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"testing"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/rules"
)

// fakeEngine is an engine that answers as a model might, always the same for the
// same unit: entries, entries of files, flags, turns, failed claims.
type fakeEngine struct {
	rules.Engine
	version  string
	versions map[luminos.Pass]string            // of single passes
	notes    string                             // of the survey
	survey   string                             // the description; "" is the usual one
	borrow   bool                               // borrows a number of turns that depends on the path
	fail     map[luminos.Path]error             // units that fail
	change   func(*luminos.Findings)            // changes its findings
	plan     func(*luminos.Facts) *luminos.Plan // nil: by path
	after    func(done int)                     // called after each unit

	mu        sync.Mutex
	units     []luminos.Unit       // that were answered, in order
	used      map[luminos.Path]int // turns, by unit
	surveys   int
	plans     int
	syntheses int
	dossier   luminos.Dossier // as the plan saw it
	problems  []string
}

func (e *fakeEngine) Name() string { return "fakeEngine" }

func (e *fakeEngine) Version(p luminos.Pass) string { return e.version + e.versions[p] }

func (e *fakeEngine) Survey(_ context.Context, d *luminos.Dossier) (*luminos.Survey, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.surveys++
	return &luminos.Survey{Description: cmp.Or(e.survey, "A target."), DomainNotes: e.notes, RelevantTools: []string{"read_file"}, SkipTools: []string{}, Confidence: 0.75}, nil
}

// Plan depends on the names of directories alone.
func (e *fakeEngine) Plan(_ context.Context, d *luminos.Dossier) (*luminos.Plan, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.plans++
	e.dossier = *d
	if e.plan != nil {
		return e.plan(d.Facts), nil
	}
	p := &luminos.Plan{Order: []string{leafFirst, priorityFirst, breadthFirst}[len(d.Facts.Directories)%3]}
	for i := range d.Facts.Directories {
		dir := luminos.PlannedDir{Path: d.Facts.Directories[i].Path, Reason: "so it is"}
		switch hash(dir.Path) % 11 {
		case 0:
			dir.Turns, dir.Questions = 18, []string{"What is in " + string(dir.Path) + "?", "Why?"}
			p.Priority = append(p.Priority, dir)
		case 1:
			p.Shallow = append(p.Shallow, dir)
		case 2:
			if dir.Path != luminos.Root {
				p.Skip = append(p.Skip, dir)
			}
		}
	}
	return p, nil
}

func hash(p luminos.Path) int {
	h := fnv.New32a()
	h.Write([]byte(p))
	return int(h.Sum32() % 1000)
}

func (e *fakeEngine) Investigate(ctx context.Context, u luminos.Unit) (luminos.Findings, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return luminos.Findings{}, err
	}
	e.checkUnit(&u)
	if err := e.fail[u.Path()]; err != nil {
		return luminos.Findings{Turns: 1}, err
	}
	h := hash(u.Path())
	f := luminos.Findings{Turns: 1 + h%LeastTurns, ToolCalls: h % 7, ToolErrors: h % 2}
	if e.borrow {
		f.Borrowed = min(u.Pool, h%4)
		f.Turns = u.Turns + f.Borrowed - h%2
	}
	var below []string
	for _, c := range u.Children {
		below = append(below, c.Summary)
	}
	around, _ := json.Marshal(u.Around)
	below = append(below, string(around))
	for _, d := range u.Dirs {
		f.Entries = append(f.Entries, luminos.Entry{
			Path: d.Path, ChildCount: d.Files + d.Subdirs, DominantCategory: luminos.CategoryOther,
			Summary:    fmt.Sprintf("%s with %d files over %d others.", d.Path, d.Files, hash(luminos.Path(strings.Join(below, " ")))),
			Confidence: 0.3 + float64(h%70)/100, Completeness: 0.5, Basis: luminos.Judged, ClaimsFailed: h % 3,
			Evidence: []luminos.Evidence{{Path: d.Path, Measure: luminos.MeasureKind, Value: string(luminos.KindDir)}},
		})
	}
	for i := range u.Files {
		if file := &u.Files[i]; hash(file.Path)%2 == 0 {
			f.Files = append(f.Files, luminos.FileEntry{Path: file.Path, Summary: "A file named " + file.Path.Base() + ".", Confidence: 0.5, ClaimsFailed: h % 2})
			f.Read = append(f.Read, file.Path)
		}
	}
	if len(u.Questions) > 0 { // the others stay open
		f.Entries[0].Answers = []luminos.Answer{
			{Question: u.Questions[0], Answer: fmt.Sprintf("%d files.", len(u.Files)), Evidence: f.Entries[0].Evidence},
			{Question: "Who asked?", Answer: "Nobody."},
		}
	}
	if h%3 == 0 {
		f.Flags = append(f.Flags, luminos.Flag{
			Path: u.Path(), Finding: "It looks odd.", Severity: luminos.Concern,
			Evidence: []luminos.Evidence{{Path: u.Path(), Measure: luminos.MeasureKind, Value: string(luminos.KindDir)}},
		})
	}
	if e.change != nil {
		e.change(&f)
	}
	e.units = append(e.units, u)
	if e.used == nil {
		e.used = map[luminos.Path]int{}
	}
	e.used[u.Path()] = f.Turns
	if e.after != nil {
		e.after(len(e.units))
	}
	return f, nil
}

// checkUnit notes a problem if the unit is not as every unit must be.
func (e *fakeEngine) checkUnit(u *luminos.Unit) {
	say := func(format string, args ...any) {
		e.problems = append(e.problems, string(u.Path())+": "+fmt.Sprintf(format, args...))
	}
	if u.Tier == luminos.TierSkip {
		say("it was skipped and investigated")
	}
	if u.Turns < LeastTurns || u.Turns+u.Pool > DefaultTurns.Most || u.Pool < 0 {
		say("%d turns and a pool of %d", u.Turns, u.Pool)
	}
	if len(u.Dirs) > unitDirs {
		say("%d directories", len(u.Dirs))
	}
	if !slices.IsSortedFunc(u.Files, func(a, b luminos.File) int { return strings.Compare(string(a.Path), string(b.Path)) }) {
		say("its files are not sorted")
	}
	for i, d := range u.Dirs {
		if i > 0 && !slices.ContainsFunc(u.Dirs[:i], func(up luminos.DirFacts) bool { return up.Path == d.Path.Dir() }) {
			say("%s stands before what is above it", d.Path)
		}
	}
	for i := range u.Files {
		if !u.Holds(u.Files[i].Path) {
			say("%s is not in it", u.Files[i].Path)
		}
	}
	for _, c := range u.Children {
		if c.Summary == "" {
			say("it came before its child")
		}
		if !u.Holds(c.Path) || slices.ContainsFunc(u.Dirs, func(d luminos.DirFacts) bool { return d.Path == c.Path }) {
			say("%s is no child of it", c.Path)
		}
	}
}

// checkUnits fails the test if checkUnit found a problem.
func (e *fakeEngine) checkUnits(t interface{ Errorf(string, ...any) }) {
	for _, p := range e.problems {
		t.Errorf("unit %s", p)
	}
}

// answered returns the names of the units that were answered, sorted.
func (e *fakeEngine) answered() []luminos.Path {
	var all []luminos.Path
	for i := range e.units {
		all = append(all, e.units[i].Path())
	}
	slices.Sort(all)
	return all
}

func (e *fakeEngine) Synthesize(context.Context, *luminos.Dossier) (*luminos.Synthesis, error) {
	e.syntheses++
	return &luminos.Synthesis{Sections: []luminos.Section{
		{ID: "brief", Statements: []luminos.Statement{{Text: "It is a target.", Basis: luminos.Judged}}},
	}}, nil
}

func (e *fakeEngine) options() Options {
	return Options{Facts: facts.Reader{}, Engine: e}
}

var _ Engine = (*fakeEngine)(nil)

// writeSampleTree writes a tree with chains, tiny leaves and larger directories.
func writeSampleTree(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{
		"README.md", "main.go", "go.mod", "chain/of/five/dirs/end/a.go", "chain/of/five/dirs/end/b.go", "chain/of/five/dirs/end/c.go",
		"chain/of/five/dirs/end/d.go", "lib/one/a.go", "lib/two/a.go", "lib/three/a.go", "lib/a.go", "lib/big/a.go", "lib/big/b.go",
		"lib/big/c.go", "lib/big/d.go", "lib/big/e/f/g.go", "docs/a.md", "docs/b.md", "docs/c.md", "docs/d.md", "docs/old/x.md",
		"data/rows.csv", "data/more/rows.csv", "data/more/again/rows.csv", "x/y/1.txt", "x/y/2.txt", "x/z/1.txt", "x/z/w/2.txt",
		"y/p/1", "y/p/2", "y/p/3", "y/p/4", "y/q/1", "y/q/2", "y/q/3", "y/q/4", "y/q/r/1", "y/q/r/2", "y/q/r/3", "y/q/r/4", "y/q/r/s/t",
	} {
		write(t, dir, name, fmt.Sprintf("This is %s.\n", name))
	}
	// Secrets, one beyond the part that is read for facts: the report must not
	// depend on which reader comes first.
	secret := "PASSWORD=hunter" + "2!\n"
	write(t, dir, "data/deploy.env", secret+strings.Repeat("PORT=80\n", 20_000)+secret)
}
