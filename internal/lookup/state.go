package lookup

import (
	"context"
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/words"
)

// Cited is a piece of evidence with its present state.
type Cited struct {
	Claim     string             `json:"claim"` // the id
	Statement string             `json:"statement,omitempty"`
	Path      luminos.Path       `json:"path"`
	Lines     *luminos.LineRange `json:"lines,omitempty"`
	Part      string             `json:"part,omitempty"`
	Quote     string             `json:"quote,omitempty"`
	Measure   luminos.Measure    `json:"measure,omitempty"`
	Value     string             `json:"value,omitempty"`
	Scope     string             `json:"scope,omitempty"`
	State     evidence.State     `json:"state"`
	Reason    string             `json:"reason,omitempty"`
	// Now are the present lines of evidence that moved.
	Now *luminos.LineRange `json:"now,omitempty"`
}

// Holds reports whether the evidence is still in the target.
func (c *Cited) Holds() bool { return c.State.Holds() }

// Present returns the evidence as a claim with its present lines and verdict. Evidence that moved is found.
func (c *Cited) Present() luminos.Claim {
	claim := luminos.Claim{ID: c.Claim, Verdict: luminos.Verdict(c.State), Reason: c.Reason, Evidence: luminos.Evidence{
		Statement: c.Statement, Path: c.Path, Lines: c.Lines, Part: c.Part, Quote: c.Quote,
		Measure: c.Measure, Value: c.Value, Scope: c.Scope,
	}}
	if c.State == evidence.Moved {
		claim.Verdict, claim.Lines = luminos.Found, c.Now
	}
	return claim
}

const (
	citedMost = 4   // pieces of evidence of an item in an answer
	quoteMost = 400 // bytes of a quote in an answer
	atOnce    = 2   // files that are checked at a time
)

// states checks claims against the target. The only error is the cause of the end of ctx.
func (b *Book) states(ctx context.Context, claims []luminos.Claim) ([]Cited, error) {
	states, err := b.checker.States(ctx, claims, atOnce)
	if err != nil {
		return nil, err
	}
	list := make([]Cited, len(claims))
	for i, c := range claims {
		list[i] = Cited{
			Claim: c.ID, Statement: words.Line(c.Statement, textMost), Path: c.Path, Lines: c.Lines, Part: c.Part,
			Quote: words.Line(c.Quote, quoteMost), Measure: c.Measure, Value: words.Line(c.Value, quoteMost),
			Scope: words.Line(c.Scope, quoteMost),
			State: states[i].State, Reason: states[i].Reason, Now: states[i].Now,
		}
	}
	return list, nil
}

// check fills the evidence of items. The only error is the cause of the end of ctx.
func (b *Book) check(ctx context.Context, items []Item) error {
	var all []luminos.Claim
	for i := range items {
		n := min(len(items[i].places), citedMost)
		items[i].Left = len(items[i].places) - n
		all = append(all, items[i].places[:n]...)
	}
	cited, err := b.states(ctx, all)
	if err != nil {
		return err
	}
	for i := range items {
		n := min(len(items[i].places), citedMost)
		items[i].Evidence, cited = cited[:n:n], cited[n:]
		for j := range items[i].Evidence {
			if c := &items[i].Evidence[j]; strings.HasSuffix(items[i].Text, c.Statement) {
				c.Statement = ""
			}
		}
	}
	return nil
}

// Said returns sentences of an answer to a question as items with checked evidence. The only error is the cause of the
// end of ctx.
func (b *Book) Said(ctx context.Context, list []luminos.Statement) ([]Item, error) {
	items := make([]Item, len(list))
	for i, s := range list {
		items[i] = Item{Kind: Sentence, Section: "answer", Text: s.Text, Basis: s.Basis, Doubt: doubt(s.Judgement, s.Unsupported)}
		for _, e := range s.Evidence {
			items[i].places = append(items[i].places, luminos.NewClaim(s.Text, e))
		}
	}
	return items, b.check(ctx, items)
}

// Checked counts the claims of a report by their present states.
type Checked struct {
	Claims int                    `json:"claims"` // of the report
	Taken  int                    `json:"checked"`
	States map[evidence.State]int `json:"states"`
}

// takenMost is the number of claims that an overview checks: enough for a share that is right to 6 points.
const takenMost = 250

// Standing checks claims of the report, at equal distances if they are many, and counts them by state. The only error
// is the cause of the end of ctx.
func (b *Book) Standing(ctx context.Context) (*Checked, error) {
	all := b.report.Claims
	n := min(len(all), takenMost)
	some := make([]luminos.Claim, n)
	for i := range some {
		some[i] = all[i*len(all)/n]
	}
	cited, err := b.states(ctx, some)
	if err != nil {
		return nil, err
	}
	return count(cited, len(all)), nil
}

// Count counts the evidence of items by its states.
func Count(items []Item) *Checked {
	c := &Checked{States: map[evidence.State]int{}}
	for i := range items {
		for _, e := range items[i].Evidence {
			c.States[e.State]++
			c.Taken++
		}
	}
	c.Claims = c.Taken
	return c
}

// String returns the counts as a sentence.
func (c *Checked) String() string {
	if c.Taken == 0 {
		return "The report has no claims that can be checked."
	}
	text := "Checked now: " + words.Plural(c.Claims, "citation")
	if c.Taken < c.Claims {
		text = fmt.Sprintf("Checked now: %d of %s", c.Taken, words.Plural(c.Claims, "citation"))
	}
	for _, s := range []evidence.State{
		evidence.Found, evidence.Moved, evidence.Changed, evidence.Missing, evidence.Unverifiable,
	} {
		if n := c.States[s]; n > 0 {
			text += fmt.Sprintf(", %d %s", n, s)
		}
	}
	return text + "."
}
