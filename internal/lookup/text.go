package lookup

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"luminos"
	"luminos/internal/words"
)

// Text returns the answer as text for a reader or a model.
func (a *Answer) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", a.About, words.Plural(a.All, "finding"))
	for i := range a.Items {
		fmt.Fprintf(&b, "\n%d. ", a.Offset+i+1)
		a.Items[i].write(&b)
	}
	if len(a.Notes) > 0 {
		b.WriteString("\n" + strings.Join(a.Notes, "\n") + "\n")
	}
	return b.String()
}

// write writes the item as a line with its origin, its text and a line for each piece of evidence.
func (it *Item) write(b *strings.Builder) {
	head := []string{string(it.Kind)}
	for _, s := range []string{string(it.Severity), string(it.Rule), it.Section, string(it.Basis)} {
		if s != "" {
			head = append(head, words.Line(s, 100))
		}
	}
	fmt.Fprintf(b, "[%s] ", strings.Join(head, ", "))
	if it.Path != "" {
		fmt.Fprintf(b, "%s%s: ", words.Name(string(it.Path)), lines(it.Lines))
	}
	b.WriteString(it.Text + "\n")
	if it.Doubt != "" {
		b.WriteString("   doubt: " + it.Doubt + "\n")
	}
	if it.Remedy != "" {
		b.WriteString("   remedy: " + it.Remedy + "\n")
	}
	for i := range it.Evidence {
		b.WriteString("   " + it.Evidence[i].String() + "\n")
	}
	if it.Left > 0 {
		fmt.Fprintf(b, "   and %s more\n", words.Plural(it.Left, "piece of evidence", "pieces of evidence"))
	}
}

// Place returns the present state and the place of the evidence: "moved to 6: main.go:4".
func (c *Cited) Place() string {
	text := string(c.State)
	if c.Now != nil {
		text += " to " + strings.TrimPrefix(lines(c.Now), ":")
	}
	path := words.Name(string(c.Path))
	if _, _, counted := c.Measure.Pattern(); counted && c.Path == luminos.Root {
		path = "the whole target"
	}
	return text + ": " + path + lines(c.Lines)
}

// String returns the place, the quote and the present state of the evidence on one line.
func (c *Cited) String() string {
	text := c.Place()
	if c.Part != "" {
		text += " (" + words.Line(c.Part, 100) + ")"
	}
	switch {
	case c.Quote != "":
		text += " " + words.Quote(c.Quote)
		if strings.Contains(c.Quote, luminos.Mask) {
			text += " (a secret in it is masked)"
		}
	case c.Measure != "":
		text += " " + words.Line(string(c.Measure), 200) + " " + words.Quote(c.Value)
		if c.Scope != "" {
			text += " (" + c.Scope + ")"
		}
	}
	if c.Statement != "" {
		text += " for: " + c.Statement
	}
	if c.Reason != "" {
		text += " [" + c.Reason + "]"
	}
	return text
}

// Text returns the overview as text, at the time now.
func (o *Overview) Text(now time.Time) string {
	var b strings.Builder
	by := "by rules"
	if o.Engine == "model" {
		by = "with a language model"
	}
	fmt.Fprintf(&b, "%s: a report of %s, made %s\n", cmp.Or(o.Name, "this directory"), words.Ago(o.Made, now), by)
	for _, s := range []struct{ label, text string }{{"kind", o.Kind}, {"licence", o.License}} {
		if s.text != "" {
			b.WriteString(s.label + ": " + s.text + "\n")
		}
	}
	b.WriteString(o.Checked.String() + "\n" + o.Others.String() + "\n")
	for i := range o.Brief {
		b.WriteString("\n")
		o.Brief[i].write(&b)
	}
	fmt.Fprintf(&b, "\nflags: %d critical, %d concern, %d info\n", o.Flags[luminos.Critical], o.Flags[luminos.Concern],
		o.Flags[luminos.Info])
	b.WriteString("sections: " + words.Line(strings.Join(o.Sections, ", "), 2000) + "\n")
	for _, n := range o.Notes {
		b.WriteString(n + "\n")
	}
	return b.String()
}

// lines returns a range of lines as it follows a path, or "".
func lines(r *luminos.LineRange) string {
	switch {
	case r == nil:
		return ""
	case r.First == r.Last:
		return fmt.Sprintf(":%d", r.First)
	}
	return fmt.Sprintf(":%d-%d", r.First, r.Last)
}
