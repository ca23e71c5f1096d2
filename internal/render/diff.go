package render

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/diff"
	"luminos/internal/words"
)

// DiffFormats returns the output formats in which a comparison of two reports can be written.
func DiffFormats() []Format {
	return slices.DeleteFunc(slices.Clone(Formats), func(f Format) bool { return f.Diff == nil })
}

func diffTerminal(w io.Writer, c *diff.Comparison, s Style) error {
	most := 0
	if !s.Verbose {
		most = changesShown
	}
	return writeTerminal(w, composeDiff(c, most), s)
}

func diffMarkdown(w io.Writer, c *diff.Comparison, _ Style) error {
	m := &markdown{w: bufio.NewWriter(w)}
	for _, b := range composeDiff(c, 0) {
		m.block(b)
	}
	return m.w.Flush()
}

// changesShown is the number of changes of a topic that a terminal shows without --verbose: with some topics they fill
// one screen.
const changesShown = 12

// topicTitles are the headings of topics that need more than their name.
var topicTitles = map[diff.Topic]string{
	diff.Release: "Version and toolchain", diff.Parts: "Directories of code", diff.Checks: "Checks and tests",
	diff.Interfaces: "Environment, routes and other interfaces", diff.Content: "Files by format",
	diff.Languages: "Shares of languages",
}

// composeDiff returns the blocks of a comparison: both sides, the limits, and the changes by topic. It shows at most
// most changes of a topic; 0 means all.
func composeDiff(c *diff.Comparison, most int) []block {
	blocks := []block{
		row{kind: topRow, text: append([]span{as(strong, "From ")}, sideSpans(c.Before)...)},
		row{kind: topRow, text: append([]span{as(strong, "To ")}, sideSpans(c.After)...)},
	}
	for _, n := range c.Notes {
		blocks = append(blocks, note("Note", n))
	}
	if len(c.Changes) == 0 {
		return append(blocks, gap{}, row{kind: topRow, text: []span{text("No change in meaning was found.")}})
	}
	for _, topic := range diff.Topics {
		var list []diff.Change
		for _, one := range c.Changes {
			if one.Topic == topic {
				list = append(list, one)
			}
		}
		if len(list) == 0 {
			continue
		}
		title := topicTitles[topic]
		if title == "" {
			title = strings.ToUpper(string(topic[:1])) + string(topic[1:])
		}
		blocks = append(blocks, heading(title))
		left := c.LeftOut[topic]
		if most > 0 && len(list) > most {
			left += len(list) - most
			list = list[:most]
		}
		for i := range list {
			blocks = append(blocks, labelled(bulletRow, as(quiet, "-"), changeSpans(&list[i])...))
		}
		if left > 0 {
			more := row{kind: bulletRow, label: as(quiet, "-"), counts: left}
			more.text = []span{as(quiet, "and "+words.Plural(left, "more change"))}
			blocks = append(blocks, more)
		}
	}
	return blocks
}

// sideSpans returns the description of one side of a comparison: its root, its version and its commit. Texts of
// different origin are different spans, so that no markup begins in one and ends in another.
func sideSpans(s diff.Side) []span {
	spans := []span{text(cmp.Or(s.Root, s.Name, "a report without a root"))}
	between := " ("
	add := func(list ...span) {
		spans = append(append(spans, text(between)), list...)
		between = ", "
	}
	if s.Version != "" {
		add(text("version "), text(s.Version))
	}
	if s.Commit != "" {
		add(text("commit "), text(s.Commit[:min(len(s.Commit), 12)]))
	}
	if s.Engine == "model" {
		add(text("with a language model"))
	}
	if len(spans) > 1 {
		spans = append(spans, text(")"))
	}
	return spans
}

// changeSpans returns one change as a sentence. Findings and descriptions are quoted as they are.
func changeSpans(c *diff.Change) []span {
	verb := map[diff.Kind]string{diff.Added: "new", diff.Removed: "gone"}[c.Kind]
	if c.Topic == diff.Interfaces { // patterns find them, and can miss a changed form of one
		verb = map[diff.Kind]string{diff.Added: "found now", diff.Removed: "no longer found"}[c.Kind]
	}
	value := c.After
	if c.Kind == diff.Removed {
		value = c.Before
	}
	switch {
	case c.Topic == diff.Flags:
		return flagSpans(c, value)
	case c.Kind == diff.Changed:
		return []span{as(strong, c.Name), text(": "), text(c.Before), text(" → "), text(c.After)}
	case slices.Contains(singleTopics, c.Topic):
		absent := "not found" // by the reader, which can miss a changed form
		if c.Topic == diff.Content || c.Topic == diff.Languages {
			absent = "none"
		}
		if c.Kind == diff.Removed {
			return []span{as(strong, c.Name), text(": "), text(value), text(" → " + absent)}
		}
		return []span{as(strong, c.Name), text(": " + absent + " → "), text(value)}
	case value == "":
		return []span{as(quiet, verb+": "), as(strong, c.Name)}
	}
	return []span{as(quiet, verb+": "), as(strong, c.Name), text(": "), text(value)}
}

// singleTopics are the topics whose changes are of values with a name, not of things that come and go.
var singleTopics = []diff.Topic{
	diff.Purpose, diff.Licence, diff.Release, diff.Commands, diff.Checks, diff.Content, diff.Languages,
}

func flagSpans(c *diff.Change, finding string) []span {
	verb, look := "new ", plain
	switch {
	case c.Kind == diff.Removed:
		verb = "no longer found " // a rule can miss a changed form
	case c.Kind == diff.Changed:
		return []span{
			text("changed " + string(c.Severity) + ": "), as(strong, c.Name), text(": "), text(c.Before), text(" → "),
			text(c.After),
		}
	case c.Severity == luminos.Critical:
		look = alarm
	case c.Severity == luminos.Concern:
		look = warn
	}
	return []span{as(look, verb+string(c.Severity)), text(": "), as(strong, c.Name), text(": "), text(finding)}
}
