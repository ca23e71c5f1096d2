package investigate

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/lazyregexp"
	"luminos/internal/store"
	"luminos/internal/words"
)

// Judge is a second reader of the claims of models: it sees a statement and the lines that it cites, and nothing else.
type Judge interface {
	// Model returns the name of the model that is asked.
	Model() string
	// Version returns a text that changes whenever the second reader could give other verdicts.
	Version() string
	// Judge returns a judgement for each case of the batch, in their order; one without an answer has no verdict. The
	// batch names its conversation. With an error, the other judgements are still used.
	Judge(ctx context.Context, batch luminos.Path, cases []luminos.Case) ([]luminos.Judgement, error)
	// Forecast returns the expected work of a batch of n cases.
	Forecast(n int) luminos.Forecast
}

const (
	textJudge      = "Judging claims"
	withoutVerdict = "the claims without a verdict are marked as not judged"
)

const (
	batchCases = 30       // of one conversation
	batchBytes = 24 << 10 // of their texts
	casePlaces = 24       // that are shown of one case
	stated     = 1_500    // characters that are shown of one statement
)

// reading is the second reading of the claims of a report.
type reading struct {
	*run
	report *luminos.Report
	cases  []*heldCase
	// when distinguishes the names of the batches of two readings in one run.
	when string
}

// heldCase is a case with the parts of the report that its judgement is about.
type heldCase struct {
	luminos.Case
	cited      []luminos.Claim
	claims     []*luminos.Claim
	sentences  []*luminos.Statement
	flags      []*luminos.Flag
	judgement  luminos.Judgement
	unanswered string // the reason why there is no verdict
}

// readCases are the cases, by key, about which the second reader was asked in this run. It is asked once about each.
type readCases map[string]*heldCase

// newReading returns the second reading of a report whose claims are checked. when is "" for the last one of a run.
func newReading(r *run, report *luminos.Report, when string) *reading {
	s, version := &reading{run: r, report: report, when: when}, ""
	if r.Judge != nil {
		version = r.Judge.Version()
	}
	s.cases = casesOf(report, version)
	return s
}

// caseKey returns a digest of a statement, of its cited lines, and of the version of the second reader.
func caseKey(version, statement string, cited []luminos.Claim) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q\n", version, statement)
	for _, c := range cited {
		fmt.Fprintf(h, "%q %q %q %q %q\n", c.Path, c.SHA256, c.Quote, c.Measure, c.Value)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// claimsOfModels returns the ids of the claims that texts of models cite.
func claimsOfModels(report *luminos.Report) map[string]bool {
	ids := map[string]bool{}
	add := func(list []string) {
		for _, id := range list {
			ids[id] = true
		}
	}
	for i := range report.Sections {
		eachStatement(&report.Sections[i], func(s *luminos.Statement) {
			if s.Basis == luminos.Judged {
				add(s.Claims)
			}
		})
	}
	for i := range report.Entries {
		if e := &report.Entries[i]; e.Basis == luminos.Judged {
			add(e.Claims)
			for k := range e.Answers {
				add(e.Answers[k].Claims)
			}
		}
	}
	for i := range report.Files {
		add(report.Files[i].Claims)
	}
	for i := range report.Flags {
		if f := &report.Flags[i]; f.Source == luminos.SourceModel {
			add(f.Claims)
		}
	}
	return ids
}

// eachJudged calls f for each sentence of a section that a model wrote, with the label of its item. The ones that rules
// took from entries are not among them: the claims of the entries are judged.
func eachJudged(report *luminos.Report, f func(label string, s *luminos.Statement)) {
	for i := range report.Sections {
		sec := &report.Sections[i]
		label := map[*luminos.Statement]string{}
		for k := range sec.Items {
			it := &sec.Items[k]
			label[&it.Statement] = labelAt(it, 0)
			for n := range it.More {
				label[&it.More[n]] = labelAt(it, n+1)
			}
		}
		eachStatement(sec, func(s *luminos.Statement) {
			if s.Basis == luminos.Judged && len(s.From) == 0 {
				f(label[s], s)
			}
		})
	}
}

// labelAt returns the label of the sentence with the index k of an item: the one of the item, or "" for a sentence after
// the first one with a label of its own.
func labelAt(it *luminos.Item, k int) string {
	if k > 0 && ownLabel().MatchString(it.More[k-1].Text) {
		return ""
	}
	return it.Label
}

// ownLabel matches a sentence with a label of at most two words, such as "Old scans: none".
var ownLabel = lazyregexp.Lazy(`^[^\s:]+( [^\s:]+)?: `)

// labelled returns a sentence with the label of its item, without the number of a step.
func labelled(label, text string) string {
	number, rest, _ := strings.Cut(label, ".")
	if number != "" && strings.Trim(number, "0123456789") == "" {
		label = strings.TrimSpace(rest)
	}
	return strings.TrimPrefix(label+": "+text, ": ")
}

// judge returns the pass in which a second reader judges the claims of models.
func (s *reading) judge() pass {
	return pass{name: luminos.PassJudge, text: textJudge,
		skip: func(*luminos.Dossier) string {
			switch {
			case s.Judge == nil:
				return "there is no second reader"
			case len(s.cases) == 0:
				return "no claim of a model was found"
			}
			return ""
		},
		run:     func(ctx context.Context, _ *luminos.Dossier) error { return s.ask(ctx) },
		instead: withoutVerdict,
	}
}

// ask asks the second reader about the cases without a stored verdict about which it was not asked in this run, and
// stores the verdicts. It returns the error of the first batch that failed.
func (s *reading) ask(ctx context.Context) error {
	stored := s.memory.verdicts()
	known := make(map[string]luminos.Judgement, len(stored))
	for _, v := range stored {
		known[v.Key] = v.Judgement
	}
	var open []*heldCase
	for _, h := range s.cases {
		h.judgement = known[h.Key]
		before := s.memory.read[h.Key]
		switch {
		case h.judgement.Verdict != "":
		case before != nil:
			h.judgement, h.unanswered = before.judgement, before.unanswered
		default:
			open = append(open, h)
		}
	}
	if err := s.excerpts(ctx, open); err != nil {
		return err
	}
	batches := batched(open)
	errs := make([]error, len(batches))
	var g errgroup.Group
	g.SetLimit(s.Parallel)
	begin, done := 1, make(chan int, len(batches))
	for i, batch := range batches {
		name := luminos.Path(fmt.Sprintf("claims %d to %d", begin, begin+len(batch)-1) + s.when)
		begin += len(batch)
		g.Go(func() error {
			errs[i] = s.askBatch(ctx, name, batch)
			done <- len(batch)
			return nil
		})
	}
	go func() { _ = g.Wait(); close(done) }()
	judged := 0
	for n := range done {
		judged += n
		s.Sink.Emit(luminos.Event{Pass: luminos.PassJudge, Text: textJudge, Done: judged, Total: len(open)})
	}
	if ctx.Err() != nil {
		return context.Cause(ctx) // the conversations are stored
	}
	for _, h := range open {
		s.memory.read[h.Key] = h
	}
	s.memory.keepVerdicts(s.cases, stored)
	return cmp.Or(errs...)
}

// askBatch asks the second reader about one batch.
func (s *reading) askBatch(ctx context.Context, name luminos.Path, batch []*heldCase) error {
	cases := make([]luminos.Case, len(batch))
	for i, h := range batch {
		cases[i] = h.Case
	}
	got, err := guarded(s.run, luminos.PassJudge, name, func() ([]luminos.Judgement, error) {
		return s.Judge.Judge(ctx, name, cases)
	})
	for i, h := range batch {
		h.unanswered = "the second reader gave no clear verdict"
		if _, ok := errors.AsType[*luminos.Failure](err); ok {
			h.unanswered = notReached
		}
		if i < len(got) {
			h.judgement = got[i]
			h.judgement.Reason = valid(got[i].Reason)
		}
	}
	return err
}

// excerpts reads the places of cases.
func (s *reading) excerpts(ctx context.Context, cases []*heldCase) error {
	var all []luminos.Claim
	for _, h := range cases {
		for _, c := range h.cited {
			c.Statement = h.Statement
			all = append(all, c)
		}
	}
	check := evidence.Checker{Source: s.source.Source, Measure: s.Facts.Measure}
	texts, err := check.Excerpts(ctx, all, s.Parallel)
	if err != nil {
		return err
	}
	for _, h := range cases {
		h.Places, texts = texts[:len(h.cited):len(h.cited)], texts[len(h.cited):]
	}
	return nil
}

// batched divides cases into batches, in their order.
func batched(cases []*heldCase) (batches [][]*heldCase) {
	var batch []*heldCase
	size := 0
	for _, h := range cases {
		h.Statement = words.Shorten(h.Statement, stated)
		n := len(h.Statement)
		for _, p := range h.Places {
			for _, l := range slices.Concat(p.Inside, p.Before, p.Cited, p.After) {
				n += len(l) + 3
			}
		}
		if len(batch) == batchCases || len(batch) > 0 && size+n > batchBytes {
			batches, batch, size = append(batches, batch), nil, 0
		}
		batch = append(batch, h)
		size += n
	}
	if len(batch) > 0 {
		batches = append(batches, batch)
	}
	return batches
}

// verdicts returns the stored verdicts of second readers.
func (m *memory) verdicts() []store.StoredVerdict {
	if m.inv == nil {
		return nil
	}
	return m.inv.Verdicts()
}

// keepVerdicts stores the verdicts about cases before the other ones that were stored.
func (m *memory) keepVerdicts(cases []*heldCase, stored []store.StoredVerdict) {
	if m.inv == nil {
		return
	}
	var list []store.StoredVerdict
	used := map[string]bool{}
	for _, h := range cases {
		if h.judgement.Verdict != "" {
			list = append(list, store.StoredVerdict{Key: h.Key, Judgement: h.judgement})
			used[h.Key] = true
		}
	}
	for _, v := range stored {
		if !used[v.Key] {
			list = append(list, v)
		}
	}
	if !slices.Equal(list, stored) {
		m.try(func() error { return m.inv.PutVerdicts(list) })
	}
}
