package analyst

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// synthesisInput holds the arguments of submit_report in the synthesis, with a field for each section of the report.
// The model leaves out sections that do not apply.
type synthesisInput struct {
	Brief          string          `json:"brief" jsonschema:"what this is, for whom, and what matters most: two to four sentences"`
	OverallPurpose string          `json:"overall_purpose,omitempty" jsonschema:"why it exists and what it is used for"`
	Architecture   string          `json:"architecture,omitempty" jsonschema:"how the parts work together, and why so"`
	Flows          string          `json:"flows,omitempty" jsonschema:"one request or record from outside to outside, step by step, as a list; each step cited"`
	Components     string          `json:"components,omitempty" jsonschema:"the parts, as a list"`
	TechStack      string          `json:"tech_stack,omitempty" jsonschema:"languages, frameworks, services it is built with"`
	EntryPoints    string          `json:"entry_points,omitempty" jsonschema:"where a reader or a process starts, as a list"`
	Datasets       string          `json:"datasets,omitempty" jsonschema:"the data and what it means, as a list"`
	SchemaSummary  string          `json:"schema_summary,omitempty" jsonschema:"how the data hangs together"`
	PeriodCovered  string          `json:"period_covered,omitempty" jsonschema:"the time that the content is about"`
	Themes         string          `json:"themes,omitempty" jsonschema:"what the documents or media are about"`
	DataQuality    string          `json:"data_quality,omitempty" jsonschema:"defects and gaps of the data"`
	Concerns       string          `json:"concerns,omitempty" jsonschema:"what is wrong or risky, gravest first, as a list"`
	Worst          []string        `json:"worst,omitempty" jsonschema:"the flags that a reader must know first, in order, such as F3; flags that you withdraw or merge are left out"`
	Hypothesis     string          `json:"hypothesis,omitempty" jsonschema:"what you took it for, and what confirmed or refuted that"`
	Alternatives   string          `json:"alternatives,omitempty" jsonschema:"what else it could have been, and why it is not"`
	OpenQuestions  []questionInput `json:"open_questions,omitempty" jsonschema:"what could not be settled"`
	Detailed       string          `json:"detailed,omitempty" jsonschema:"everything else worth reading, with headings (lines that begin with ##) where it is long"`
}

type questionInput struct {
	Question string `json:"question"`
	Why      string `json:"why" jsonschema:"why it matters, or stays open"`
	Tried    string `json:"tried,omitempty" jsonschema:"what was looked at"`
}

// sectionMost is the maximal number of characters of one section of the report.
const sectionMost = 20_000

// Synthesize asks the model for the sections of the report, from the entries and facts.
func (e *Engine) Synthesize(ctx context.Context, d *luminos.Dossier) (*luminos.Synthesis, error) {
	e.check(ctx) // the budget depends on it
	s := newSynthesist(e, d)
	out, err := e.ask(ctx, luminos.Event{Pass: luminos.PassSynthesis}, e.synthesisLoop(s))
	if s.got != nil { // it may have been refused before the last flags and reviews
		s.got.Flags, s.got.Reviews = s.flags, s.reviewed()
	}
	return submitted(s.got, out, err)
}

// synthesisLoop returns the conversation of the synthesis.
func (e *Engine) synthesisLoop(s *synthesist) agent.Loop {
	b, d := s.book, s.book.d
	s.opening = synthesisOpening(d, b, openingRoom(e.budget(e.opts.Models.Synthesis)))
	s.show(s.opening)
	return agent.Loop{
		Terms:  agent.Terms{System: prompt("synthesis.md", d.Size()), Opening: s.opening, Cache: model.Cache5m},
		Limits: agent.Limits{Turns: synthesisTurns}, Tools: append(s.noting(e.offered(d.Survey)), s.tools()...),
		Submit: "submit_report", Work: s,
	}
}

// openingRoom returns the maximal number of bytes of a first message if a call may read the given number of tokens. It
// may take two thirds of them, so that single entries can be read later.
func openingRoom(tokens int64) int { return int(min(tokens*2/3*bytesPerToken, openingMost)) }

const (
	bytesPerToken = 3
	openingMost   = 400 << 10
)

// synthesist holds the data that the tools of the synthesis conversation change.
type synthesist struct {
	engine *Engine
	book   *book
	looked
	pace
	got     *luminos.Synthesis     // the submitted report, or nil
	sent    int                    // reports that were refused because of unknown citations
	flags   []luminos.Flag         // that the model raised in the synthesis
	reviews map[int]luminos.Review // by the index of the flag in the book
	opening string
	shown   map[int]bool // the numbers of claims that the model was shown, which it may cite
}

func newSynthesist(e *Engine, d *luminos.Dossier) *synthesist {
	return &synthesist{
		engine: e, book: newBook(d), reviews: map[int]luminos.Review{}, shown: map[int]bool{},
		looked: looked{opened: new(fileSet), glimpsed: new(fileSet)},
	}
}

// Forget deletes the submitted report, the raised flags, the reviews and the claims of the synthesis.
func (s *synthesist) Forget() {
	opening, opened, glimpsed := s.opening, s.opened, s.glimpsed
	opened.clear()
	glimpsed.clear()
	*s = *newSynthesist(s.engine, s.book.d)
	s.opening, s.opened, s.glimpsed = opening, opened, glimpsed
	s.show(opening)
}

// show records the numbers of claims in a text for the model, and returns the text.
func (s *synthesist) show(text string) string {
	for _, m := range shownNumber.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		s.shown[n] = true
	}
	return text
}

// shownNumber matches the number of a claim in a text for the model.
var shownNumber = regexp.MustCompile(`\[(\d{1,6})\]`)

type pathInput struct {
	Path string `json:"path" jsonschema:"a file or directory of which there is an entry"`
}

type wholeFlagInput struct {
	Path     string `json:"path" jsonschema:"the file or directory that it is about; . is the whole"`
	Finding  string `json:"finding"`
	Severity string `json:"severity" jsonschema:"info, concern or critical; without claims that show it it is info"`
	Claims   []int  `json:"claims,omitempty" jsonschema:"the numbers of the claims that show it"`
}

// tools returns the tools that the engine offers for the synthesis.
func (s *synthesist) tools() []tool.Tool {
	return local(
		tool.New[listInput, none]("list_cache", "List entries and flags",
			"Lists the entries and flags, one a line: kind, path, confidence or severity, and the beginning of the text. "+
				"A call shows a page; its end says how to see the next.", s.list),
		tool.New[pathInput, none]("read_cache", "Read an entry", "Shows an entry in full, with its numbered claims.", s.read),
		thinkTool(),
		tool.New[claimInput, none]("note_claim", "Note a claim",
			"Checks a claim about a file of which you saw a part, and gives it a number under which you can cite it.",
			untold(&s.pace, s.noteClaim)),
		tool.New[wholeFlagInput, none]("flag", "Raise a flag",
			"Raises a finding that only several directories together show, such as a contradiction.", untold(&s.pace, s.raise)),
		tool.New[reviewInput, none]("review_flag", "Review a flag",
			"Judges a flag that was raised before: keep it, downgrade it, withdraw it, or merge it into another flag "+
				"about the same defect, which gets its places.", untold(&s.pace, s.review)),
		tool.New[synthesisInput, none]("submit_report", "Submit the report", "Hands in the report and ends the task.", s.submit),
	)
}

// insideMost is the maximal number of bytes of the entries of files that read_cache shows for a directory.
const insideMost = 16 << 10

// read handles a call of the tool read_cache: it shows the entry of a path and, for a directory, of the files directly in
// it.
func (s *synthesist) read(_ context.Context, in pathInput) (tool.Result, error) {
	p := pathOf(in.Path)
	var b strings.Builder
	for i := range s.book.d.Entries {
		if s.book.d.Entries[i].Path == p {
			b.WriteString(s.book.dir(&s.book.d.Entries[i], whole))
		}
	}
	var inside []luminos.FileEntry
	for i, f := range s.book.d.Files {
		if f.Path == p {
			b.WriteString(s.book.file(&s.book.d.Files[i]))
		} else if f.Path.Dir() == p {
			inside = append(inside, f)
		}
	}
	b.WriteString(s.book.files(inside, insideMost))
	if b.Len() == 0 {
		return tool.Failure("read_cache: there is no entry of %s; list_cache shows all", named(p)), nil
	}
	return tool.Result{Text: s.show(b.String())}, nil
}

func (s *synthesist) raise(_ context.Context, in wholeFlagInput) (tool.Result, error) {
	finding, _ := s.book.places(in.Finding)
	f, problem := newFlag(in.Path, finding, in.Severity, len(s.flags))
	known := s.saw(f.Path) ||
		slices.ContainsFunc(s.book.d.Entries, func(e luminos.Entry) bool { return e.Path == f.Path }) ||
		slices.ContainsFunc(s.book.d.Files, func(e luminos.FileEntry) bool { return e.Path == f.Path })
	switch {
	case problem != "":
		return tool.Failure("flag: %s", problem), nil
	case !known:
		return tool.Failure("flag: there is no entry of %s, and you have not seen it: read it first", named(f.Path)), nil
	}
	if f.Evidence, problem = s.claimed(in.Claims); problem != "" {
		return tool.Failure("flag: %s", problem), nil
	}
	var added bool
	own := len(s.book.flags) - len(s.flags)
	s.flags, added = addFlag(s.flags, &f, luminos.CitesNothing)
	s.book.flags = append(s.book.flags[:own], s.flags...)
	s.partly = f.Lowered != nil
	same := func(g luminos.Flag) bool { return g.Path == f.Path && g.Finding == f.Finding }
	name := flagName(own + slices.IndexFunc(s.flags, same))
	if !added {
		return tool.Result{Text: "it was raised already, as " + name + ", which has the places of both now"}, nil
	}
	return tool.Result{Text: "as " + name + ": " + raised(&f, nil)}, nil
}

func (s *synthesist) submit(_ context.Context, in synthesisInput) (tool.Result, error) {
	if strings.TrimSpace(visible(in.Brief)) == "" {
		return tool.Failure("submit_report: brief is empty; it is the one section that must say something; call it again"), nil
	}
	out, unknown := s.compose(&in)
	s.got = out
	if len(unknown) > 0 && s.sent == 0 {
		s.sent++
		return unknownCitations(unknown), nil
	}
	if why := s.sendBack(); why != "" {
		return tool.Failure("submit_report: not yet accepted, because %s. Then call it again.", why), nil
	}
	return tool.Result{Text: "accepted", Ends: true}, nil
}

// unknownCitations returns the refusal of a report with citations or flags that do not exist.
func unknownCitations(unknown []string) tool.Result {
	return tool.Failure("submit_report: not yet accepted: no claims or flags have the numbers %s. "+
		"Cite only numbers that you were shown, or none, and call it again. A name such as F1 that is no flag is code: `F1`.",
		words.Some(unknown, 10))
}

// compose returns the sections of a report with the flags and reviews of the conversation. It also returns the
// citations and flags in it that do not exist.
func (s *synthesist) compose(in *synthesisInput) (out *luminos.Synthesis, unknown []string) {
	c := citer{book: s.book, merged: s.merged(), reviews: s.reviews, shown: s.shown}
	worst, unknown := s.worst(in.Worst)
	out = &luminos.Synthesis{Flags: s.flags, Reviews: s.reviewed(), Worst: worst}
	for _, part := range []struct{ id, title, text string }{
		{"brief", "In brief", in.Brief}, {"overall_purpose", "Purpose", in.OverallPurpose}, {"architecture", "Architecture", in.Architecture},
		{"flows", "From outside to outside", in.Flows}, {"components", "Components", in.Components},
		{"tech_stack", "Built with", in.TechStack}, {"entry_points", "Entry points", in.EntryPoints},
		{"datasets", "Data", in.Datasets}, {"schema_summary", "Schema", in.SchemaSummary}, {"period_covered", "Period covered", in.PeriodCovered},
		{"themes", "Themes", in.Themes}, {"data_quality", "Data quality", in.DataQuality}, {"concerns", "Concerns", in.Concerns},
		{"hypothesis", "Hypothesis and evidence", in.Hypothesis}, {"alternatives", "Alternatives considered", in.Alternatives}, {"detailed", "In detail", in.Detailed},
	} {
		if section := c.section(part.id, part.title, passage(part.text, sectionMost)); section != nil {
			out.Sections = append(out.Sections, *section)
		}
	}
	if q := c.questions(in.OpenQuestions); q != nil {
		out.Sections = append(out.Sections, *q)
	}
	return out, append(c.unknown, unknown...)
}

// questions returns the section of open questions, or nil if no question has a text. Questions have no evidence, so
// numbers of claims and names of flags in brackets are left out.
func (c *citer) questions(in []questionInput) *luminos.Section {
	said := func(s string) string { return c.prose(paragraph(citation.ReplaceAllString(s, ""), 400)) }
	s := &luminos.Section{ID: "open_questions", Title: "Open questions", Statements: []luminos.Statement{}}
	for _, q := range in[:min(len(in), 30)] {
		if text := said(q.Question); text != "" {
			s.Questions = append(s.Questions, luminos.Question{Basis: luminos.Judged, Question: text,
				Why: words.Sentence(said(q.Why)), Tried: words.Sentence(said(q.Tried))})
		}
	}
	if len(s.Questions) == 0 {
		return nil
	}
	return s
}
