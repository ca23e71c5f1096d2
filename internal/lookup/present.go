package lookup

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/evidence"
)

const (
	presentMost = 5_000 // claims of a report that are checked at once
	marksMost   = 3     // places that do not hold which a text names
)

// Present returns a copy of the report in which the claims have their present lines and verdicts, and their counts. The
// only error is the cause of the end of ctx.
func (b *Book) Present(ctx context.Context) (*luminos.Report, *Checked, error) {
	r, cited, err := b.present(ctx)
	return r, count(cited, len(b.report.Claims)), err
}

// Marked returns the report as [Book.Present] does. Texts whose evidence moved or does not hold end in saying so.
func (b *Book) Marked(ctx context.Context) (*luminos.Report, *Checked, error) {
	r, cited, err := b.present(ctx)
	if err != nil {
		return nil, nil, err
	}
	stale := map[string]string{}
	for i := range cited {
		if c := &cited[i]; c.State != evidence.Found {
			stale[c.Claim] = " (now " + c.Place() + ")"
		}
	}
	if len(stale) > 0 {
		mark(r, stale)
	}
	return r, count(cited, len(b.report.Claims)), nil
}

// present returns the report with present claims, and the checked ones.
func (b *Book) present(ctx context.Context) (*luminos.Report, []Cited, error) {
	cited, err := b.states(ctx, b.report.Claims[:min(len(b.report.Claims), presentMost)])
	if err != nil {
		return nil, nil, err
	}
	r := *b.report
	r.Claims = slices.Clone(r.Claims)
	for i := range cited {
		c, now := &r.Claims[i], &cited[i]
		if c.Verdict == luminos.Found {
			r.Quality.CitationsFound--
		}
		if c.Verdict, c.Reason = luminos.Verdict(now.State), now.Reason; now.State == evidence.Moved {
			c.Verdict, c.Reason = luminos.Found, fmt.Sprintf("moved from line %d", c.Lines.First)
			c.Lines = now.Now
		}
		if c.Verdict == luminos.Found {
			r.Quality.CitationsFound++
		}
	}
	return &r, cited, nil
}

// mark adds the marks of claims to the texts of the report that rest on them. It copies the lists that it changes.
func mark(r *luminos.Report, stale map[string]string) {
	text := func(text *string, claims []string) {
		var marks []string
		for _, id := range claims {
			if m := stale[id]; m != "" && !slices.Contains(marks, m) && len(marks) < marksMost {
				marks = append(marks, m)
			}
		}
		*text += strings.Join(marks, "")
	}
	statements := func(list []luminos.Statement) []luminos.Statement {
		list = slices.Clone(list)
		for i := range list {
			text(&list[i].Text, list[i].Claims)
		}
		return list
	}
	r.Sections, r.Flags = slices.Clone(r.Sections), slices.Clone(r.Flags)
	r.Entries, r.Files = slices.Clone(r.Entries), slices.Clone(r.Files)
	for i := range r.Sections {
		s := &r.Sections[i]
		s.Statements, s.Items = statements(s.Statements), slices.Clone(s.Items)
		for k := range s.Items {
			text(&s.Items[k].Text, s.Items[k].Claims)
			s.Items[k].More = statements(s.Items[k].More)
		}
	}
	for i := range r.Flags {
		text(&r.Flags[i].Finding, r.Flags[i].Claims)
	}
	for i := range r.Entries {
		text(&r.Entries[i].Summary, r.Entries[i].Claims)
	}
	for i := range r.Files {
		text(&r.Files[i].Summary, r.Files[i].Claims)
	}
}

// count counts checked evidence by its states, of all claims.
func count(cited []Cited, all int) *Checked {
	c := &Checked{Claims: all, Taken: len(cited), States: map[evidence.State]int{}}
	for i := range cited {
		c.States[cited[i].State]++
	}
	return c
}
