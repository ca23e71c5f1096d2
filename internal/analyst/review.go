package analyst

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// flagLines returns one line for each flag of the book, with the name under which the synthesis reviews it and the
// numbers of its claims, as text of at most room bytes.
func (b *book) flagLines(room int) string {
	order := make([]int, len(b.flags))
	for i := range order {
		order[i] = i
	}
	text, _ := fill(room, order, "flag", b.flagLine)
	return text
}

// flagLine returns the line of the flag with the index i.
func (b *book) flagLine(i int) string {
	f := &b.flags[i]
	place := named(f.Path)
	if f.Lines != nil {
		place += ":" + strconv.Itoa(f.Lines.First)
	}
	finding := f.Finding
	if f.Source != luminos.SourceModel {
		finding = "by a rule: " + quote(400, finding) // it can hold words of the target
	}
	line := fmt.Sprintf("- %s %s, %s: %s", flagName(i), f.Severity, place, finding)
	for _, c := range b.numbered(f.Evidence, f.Finding, claimsMost) {
		line += fmt.Sprintf(" [%d]", c.Number)
	}
	if j := f.Judgement; j != nil && verdictTexts[j.Verdict] != "" {
		line += fmt.Sprintf(" A second reader: it %s its places.", verdictTexts[j.Verdict])
		if reason := quote(200, j.Reason); reason != "" {
			line += " " + reason
		}
	}
	return line + "\n"
}

// flagName returns the name of the flag with the index i in the book.
func flagName(i int) string { return "F" + strconv.Itoa(i+1) }

// flagNamed returns the index of the named flag, or -1.
func (b *book) flagNamed(name string) int {
	n, err := strconv.Atoi(strings.TrimLeft(strings.TrimSpace(name), "Ff"))
	if err != nil || n < 1 || n > len(b.flags) {
		return -1
	}
	return n - 1
}

// importLines returns a line for each pair of directories that imports connect, as the rules read them.
func importLines(g *luminos.ImportGraph) []string {
	lines := make([]string, len(g.Edges))
	for i, e := range g.Edges {
		lines[i] = fmt.Sprintf("%s imports %s, in %s", named(e.From), named(e.To), words.Plural(e.Files, "file"))
	}
	return lines
}

type reviewInput struct {
	ID       string `json:"id" jsonschema:"the flag, such as F3"`
	Verdict  string `json:"verdict" jsonschema:"keep, downgrade, withdraw or merge_into"`
	Severity string `json:"severity,omitempty" jsonschema:"for downgrade: info or concern"`
	Into     string `json:"into,omitempty" jsonschema:"for merge_into: the flag that names the same defect, such as F1"`
	Reason   string `json:"reason" jsonschema:"what shows it, in one or two sentences; the report prints it, of keep only in full length"`
	Finding  string `json:"finding,omitempty" jsonschema:"for keep or downgrade: the finding in words that its places show"`
	Claims   []int  `json:"claims,omitempty" jsonschema:"unless you withdraw it: the numbers of further claims that show the defect, which become places of the flag"`
}

// claimed returns the claims with the given numbers, at most claimsMost, or the reason why one cannot be cited.
func (s *synthesist) claimed(numbers []int) (list []luminos.Evidence, problem string) {
	if len(numbers) > claimsMost {
		return nil, fmt.Sprintf("%d claims at once are the most", claimsMost)
	}
	for _, n := range numbers {
		if n < 1 || n > len(s.book.claims) || !s.shown[n] {
			return nil, fmt.Sprintf("you were shown no claim with the number %d", n)
		}
		list = append(list, s.book.claims[n-1])
	}
	return list, ""
}

// review handles a call of review_flag: it stores the judgement of the model about a flag. A later one replaces it.
func (s *synthesist) review(_ context.Context, in reviewInput) (tool.Result, error) {
	r := luminos.Review{
		Verdict:  luminos.ReviewVerdict(strings.ToLower(strings.TrimSpace(in.Verdict))),
		Severity: luminos.Severity(strings.ToLower(strings.TrimSpace(in.Severity))),
	}
	reason, _ := s.book.places(paragraph(in.Reason, 400))
	r.Reason = words.Stop(plain(reason))
	if finding, _ := s.book.places(paragraph(in.Finding, findingMost)); finding != "" {
		r.Finding = words.Stop(finding)
	}
	claims, problem := s.claimed(in.Claims)
	if problem = cmp.Or(problem, s.refused(&in, &r)); problem != "" {
		return tool.Failure("review_flag: %s", problem), nil
	}
	i := s.book.flagNamed(in.ID)
	r.Flag, r.Evidence = s.book.flags[i], claims
	if r.Verdict == luminos.Merged {
		r.Into = s.book.flags[s.book.flagNamed(in.Into)]
	}
	s.reviews[i] = r
	switch {
	case r.Flag.Source == luminos.SourceModel || r.Verdict == luminos.Kept:
		return tool.Result{Text: "noted"}, nil
	case r.Flag.Aside:
		return tool.Result{Text: "noted: the flag of the rule stays a minor note, which only the whole report shows, " +
			"with your reason beside it"}, nil
	}
	return tool.Result{Text: "noted: the flag of the rule stays in the report, with your reason beside it"}, nil
}

// refused returns the reason why the review r, the one of in, is refused, or "".
func (s *synthesist) refused(in *reviewInput, r *luminos.Review) string {
	i, into := s.book.flagNamed(in.ID), s.book.flagNamed(in.Into)
	known := []luminos.ReviewVerdict{luminos.Kept, luminos.Downgraded, luminos.Withdrawn, luminos.Merged}
	switch {
	case i < 0:
		return fmt.Sprintf("no flag has the name %.20q; flags are named as in F3", in.ID)
	case !slices.Contains(known, r.Verdict):
		return fmt.Sprintf("the verdict is keep, downgrade, withdraw or merge_into, not %.40q", in.Verdict)
	case strings.TrimSpace(visible(in.Reason)) == "":
		return "the reason is empty"
	}
	flag := &s.book.flags[i]
	switch {
	case r.Finding != "" && flag.Source != luminos.SourceModel:
		return fmt.Sprintf("%s is a flag of a rule, which keeps its words; call it again without finding", flagName(i))
	case r.Finding != "" && r.Verdict != luminos.Kept && r.Verdict != luminos.Downgraded:
		return "finding goes with keep or downgrade; to correct a flag that others are merged into, review that flag"
	case r.Verdict == luminos.Merged && (into < 0 || into == i):
		return fmt.Sprintf("into names another flag, such as F3, not %.20q", in.Into)
	case r.Verdict == luminos.Merged && s.book.flags[into].Source != luminos.SourceModel &&
		s.book.flags[into].Severity.Rank() < flag.Severity.Rank():
		return fmt.Sprintf("%s is a flag of a rule that is less grave than %s; keep both", flagName(into), flagName(i))
	case r.Verdict == luminos.Downgraded && (r.Severity.Rank() == 0 || r.Severity.Rank() >= flag.Severity.Rank()):
		return fmt.Sprintf("the severity of %s is %s; downgrade names a lower one", flagName(i), flag.Severity)
	}
	return ""
}

// reviewed returns the reviews in the order of the flags.
func (s *synthesist) reviewed() []luminos.Review {
	var list []luminos.Review
	for i := range s.book.flags {
		if r, ok := s.reviews[i]; ok {
			list = append(list, r)
		}
	}
	return list
}

// merged returns, by the index of a flag, the indices of the flags that reviews merge into it.
func (s *synthesist) merged() map[int][]int {
	merged := map[int][]int{}
	for i := range s.book.flags {
		r := s.reviews[i]
		same := func(f luminos.Flag) bool { return f.Path == r.Into.Path && f.Finding == r.Into.Finding }
		if k := slices.IndexFunc(s.book.flags, same); r.Verdict == luminos.Merged && k >= 0 {
			merged[k] = append(merged[k], i)
		}
	}
	return merged
}

// worst returns the named flags, and the names that no flag has.
func (s *synthesist) worst(names []string) (flags []luminos.Flag, unknown []string) {
	for _, name := range names[:min(len(names), 50)] {
		if i := s.book.flagNamed(name); i >= 0 {
			flags = append(flags, s.book.flags[i])
		} else {
			unknown = append(unknown, short(20, name))
		}
	}
	return flags, unknown
}

// noteClaim handles a call of note_claim. It checks a claim about a file of which the synthesis saw a part, and gives the
// claim a number.
func (s *synthesist) noteClaim(ctx context.Context, in claimInput) (tool.Result, error) {
	held, failed, err := s.engine.cited(ctx, "claim", []claimInput{in}, s.saw)
	switch {
	case err != nil:
		return tool.Result{}, err
	case len(failed) > 0:
		return tool.Failure("note_claim: %s", failed[0].problem), nil
	}
	n := s.book.numbers[keyOf(held[0])]
	if n == 0 {
		s.book.claims = append(s.book.claims, held[0])
		n = len(s.book.claims)
		s.book.numbers[keyOf(held[0])] = n
	}
	text := fmt.Sprintf("the place is there; cite it as [%d]", n)
	if l := held[0].Lines; l != nil && in.First > 0 && (l.First != in.First || l.Last != max(in.First, in.Last)) {
		text += fmt.Sprintf(". Its lines are %d to %d, which have the quote", l.First, l.Last)
	}
	return tool.Result{Text: s.show(text)}, nil
}

// Seen records the questions of the synthesis about the target, and the files that it has opened.
func (s *synthesist) Seen(use, result model.Block) {
	if q, ok := inquiry(luminos.Root, use, result); ok {
		s.ask(q)
	}
	if !result.Failed {
		s.note(use.Name, json.RawMessage(use.Input), result.Text)
	}
}

// Outdated reports whether an inquiry of the synthesis has another answer now.
func (s *synthesist) Outdated(ctx context.Context) bool { return s.outdated(ctx, s.engine) }
