package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/render"
	"luminos/internal/verify"
	"luminos/internal/words"
)

// statementMost is the number of characters of a statement in the table of citations.
const statementMost = 100

// printCitations prints the table of citations, the worst first. It returns an error if any does not hold.
func printCitations(a *app, o *verifyOptions, target string, list []verify.Citation) error {
	counts := map[evidence.State]int{}
	broken := 0
	for _, c := range list {
		counts[c.State]++
		if !c.Holds() {
			broken++
		}
	}
	var text bytes.Buffer
	for _, c := range list {
		if c.State != evidence.Found || o.verbose {
			writeCitation(&text, c)
		}
	}
	var parts []string
	for _, s := range evidence.States {
		if counts[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[s], s))
		}
	}
	if len(list) == 0 {
		parts = []string{"no claims"}
	}
	fmt.Fprintf(&text, "%s: %s\n", words.Plural(len(list), "citation"), strings.Join(parts, ", "))
	all := verify.CitationResult{Target: target, Counts: counts, Citations: list}
	if err := o.write(a, text.Bytes(), all, verify.Flags(list)); err != nil {
		return err
	}
	if broken > 0 {
		verb := "do"
		if broken == 1 {
			verb = "does"
		}
		return failed(fmt.Errorf("%d of %s %s not hold", broken, words.Plural(len(list), "citation"), verb),
			"a new report has citations of the present files: luminos --offline --json "+typed(target))
	}
	return nil
}

// writeCitation writes the rows of one citation: its state and place, its statement, and the reason.
func writeCitation(b *bytes.Buffer, c verify.Citation) {
	fmt.Fprintf(b, "%-12s  %s", c.State, render.Clean(words.Name(string(c.Path))))
	if c.Lines != nil {
		b.WriteString(":" + rangeOf(*c.Lines))
	}
	if c.Now != nil {
		b.WriteString(" is now " + rangeOf(*c.Now))
	}
	if c.Part != "" {
		fmt.Fprintf(b, " (%s)", words.Line(c.Part, statementMost))
	}
	if c.Measure != "" {
		fmt.Fprintf(b, " (%s)", words.Line(string(c.Measure), statementMost))
	}
	if c.Statement != "" {
		fmt.Fprintf(b, "\n              %s", words.Line(c.Statement, statementMost))
	}
	b.WriteByte('\n')
	if c.Reason != "" {
		fmt.Fprintf(b, "              because %s\n", words.Line(c.Reason, 2*statementMost))
	}
}

// rangeOf returns a range of lines as text: "7" or "7-9".
func rangeOf(r luminos.LineRange) string {
	if r.First == r.Last {
		return fmt.Sprint(r.First)
	}
	return fmt.Sprintf("%d-%d", r.First, r.Last)
}

// printFindings prints the findings in documents, the path first. It returns an error if there are any.
func printFindings(a *app, o *verifyOptions, r *verify.Result) error {
	var b bytes.Buffer
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s:%d: %s: %s\n", render.Clean(words.Name(string(f.Path))), f.Line, f.Rule, render.Clean(f.Text()))
	}
	fmt.Fprintf(&b, "%s, %s checked, %s", words.Plural(len(r.Documents), "document"),
		words.Plural(r.Checked, "statement"), words.Plural(len(r.Findings), "finding"))
	if r.LeftOut > 0 {
		fmt.Fprintf(&b, ", %s more left out", words.Count(r.LeftOut))
	}
	if r.Ignored > 0 {
		fmt.Fprintf(&b, ", %d ignored by comments", r.Ignored)
	}
	b.WriteByte('\n')
	if err := o.write(a, b.Bytes(), r, r.Flags()); err != nil {
		return err
	}
	if !o.quiet {
		for _, n := range r.Notes {
			place := words.Name(string(n.Path))
			if n.Line > 0 {
				place += fmt.Sprintf(":%d", n.Line)
			}
			if n.Path == luminos.Root {
				place = "the target"
			}
			a.say("note", place+": "+n.Text)
		}
	}
	if len(r.Documents) == 0 {
		return failed(fmt.Errorf("no document could be read"), "")
	}
	if len(r.Findings) > 0 {
		return failed(fmt.Errorf("%s not hold", words.Plural(len(r.Findings)+r.LeftOut, "statement of documents does",
			"statements of documents do")),
			"mend them, or leave one out by a comment above it: <!-- luminos-verify-ignore -->")
	}
	return nil
}

// write writes a result to all outputs, as text, as the JSON of v, or as flags.
func (o *verifyOptions) write(a *app, text []byte, v any, flags []luminos.Flag) error {
	r := &luminos.Report{Flags: flags}
	r.Run.Version = programVersion()
	all := &common{output: o.output}
	return all.emit(a, func(f render.Format, w io.Writer, s render.Style) error {
		switch f.Name {
		case "json":
			return render.JSON(w, v)
		case "sarif":
			return f.Report(w, r, s)
		}
		_, err := w.Write(text)
		return err
	})
}
