package analyst

import (
	"cmp"
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// Bounds of what a conversation begins with. What is left out is said.
const (
	extensionsMost   = 25
	descriptionsMost = 20
	filenamesMost    = 40
	surveyTreeMost   = 150 // directories
	planTreeMost     = 700
	planDepth        = 6
)

// surveyOpening shows the measurements, the upper tree, and the tools.
func surveyOpening(d *luminos.Dossier, tools []tool.Tool) string {
	var b strings.Builder
	s := d.Scan.SurveySignals
	fmt.Fprintf(&b, "## Measurements\n\n%s in %s, at most %d deep, %s.\n", words.Plural(s.Files, "file"), words.Plural(s.Directories, "directory"), s.MaxDepth, words.Bytes(s.Bytes))
	if d.Scan.Ignored.Files > 0 {
		fmt.Fprintf(&b, "%s more are ignored and not investigated.\n", words.Plural(d.Scan.Ignored.Files, "file"))
	}
	b.WriteString("\nBy extension:\n")
	for _, x := range s.Extensions[:min(extensionsMost, len(s.Extensions))] {
		fmt.Fprintf(&b, "- %s: %s, %s\n", cmp.Or(short(x.Extension, 60), "(none)"), words.Plural(x.Files, "file"), words.Bytes(x.Bytes))
	}
	b.WriteString("\nWhat a sample of them is:\n")
	for _, x := range s.Descriptions[:min(descriptionsMost, len(s.Descriptions))] {
		fmt.Fprintf(&b, "- %d x %s\n", x.Count, short(x.Description, 120))
	}
	b.WriteString("\nSome names: ")
	names := make([]string, 0, filenamesMost)
	for _, n := range s.Filenames[:min(filenamesMost, len(s.Filenames))] {
		names = append(names, named(luminos.Path(short(n, 120))))
	}
	b.WriteString(strings.Join(names, ", ") + "\n")
	writeFacts(&b, d.Facts)
	b.WriteString("\n## The upper part of the tree\n\n")
	writeTree(&b, d, 2, surveyTreeMost, func(f luminos.DirFacts) string { return words.Plural(f.TotalFiles, "file") })
	b.WriteString("\n## Tools that investigators have\n\n")
	for _, t := range tools {
		fmt.Fprintf(&b, "- %s: %s\n", t.Name, words.FirstSentence(paragraph(t.Description, 1000), 200))
	}
	return b.String()
}

// writeFacts says in a few lines what rules found of the whole.
func writeFacts(b *strings.Builder, f *luminos.Facts) {
	row := func(what, text string) {
		if text != "" {
			fmt.Fprintf(b, "- %s: %s\n", what, short(text, 400))
		}
	}
	b.WriteString("\n## Found by rules, without a model\n\n")
	row("name", f.Name)
	row("says of itself", f.Description)
	row("kind", f.Kind)
	row("main language", f.MainLanguage)
	row("licence", f.License)
	var manifests, entries, data []string
	for i := range f.Manifests {
		if m := &f.Manifests[i]; m.Own() {
			manifests = append(manifests, named(m.Path))
		}
	}
	for _, e := range f.EntryPoints {
		entries = append(entries, named(e.Path)+" ("+e.Kind+")")
	}
	for _, s := range f.Datasets {
		data = append(data, named(s.Path))
	}
	row("manifests", words.Some(manifests, 12))
	row("entry points", words.Some(entries, 12))
	row("data", words.Some(data, 12))
	row("continuous integration", words.List(f.CI))
	row("tests with", words.List(f.TestFrameworks))
	if f.Readme != nil {
		row("README", named(f.Readme.Path)+": "+f.Readme.Title+". "+f.Readme.Summary)
	}
}

// planOpening shows the survey and a tree in which each directory says what can
// be known of it without a model.
func planOpening(d *luminos.Dossier) string {
	var b strings.Builder
	if s := d.Survey; s != nil {
		fmt.Fprintf(&b, "## Survey\n\n%s\n\nApproach: %s\n\nConfidence %.1f.\n", s.Description, s.Approach, s.Confidence)
	}
	writeFacts(&b, d.Facts)
	dirs := len(d.Facts.Directories)
	fmt.Fprintf(&b, "\n## Budget\n\n%s, so about %d turns in all.\n", words.Plural(dirs, "directory"), 10*dirs)
	if known := len(d.Known); known > 0 {
		fmt.Fprintf(&b, "Of %s there is an entry from an earlier run; where nothing changed it holds, and costs nothing.\n", words.Plural(known, "directory"))
	}
	writeLast(&b, d.Last)
	b.WriteString("\n## The tree\n\nThe line of a directory says: files directly in it, code, role, who imports it, what it says of itself, what it defines.\n\n")
	o := orientation(d.Facts)
	writeTree(&b, d, planDepth, planTreeMost, o)
	return b.String()
}

// writeLast says what became of the plan of the run before.
func writeLast(b *strings.Builder, last *luminos.PlanEvaluation) {
	if last == nil || last.TurnsAllocated == 0 {
		return
	}
	fmt.Fprintf(b, "\n## How the last plan fitted\n\n%d of %d turns were used.\n", last.TurnsUsed, last.TurnsAllocated)
	shown := 0
	for _, d := range last.PerDirectory {
		if off := d.Tier == luminos.TierPriority && d.Utilization < 0.4 || d.Utilization >= 1 && d.Completeness < 0.6; off && d.TurnsAllocated > 0 && shown < 20 {
			shown++
			fmt.Fprintf(b, "- %s (%s): %d of %d used, completeness %.1f\n", named(d.Dir), d.Tier, d.TurnsUsed, d.TurnsAllocated, d.Completeness)
		}
	}
}

// orientation says in a line what is known of a directory.
func orientation(f *luminos.Facts) func(luminos.DirFacts) string {
	in, out := map[luminos.Path]int{}, map[luminos.Path]int{}
	for _, e := range f.Imports.Edges {
		in[e.To]++
		out[e.From]++
	}
	return func(d luminos.DirFacts) string {
		parts := []string{words.Plural(d.Files, "file")}
		if d.Code > 0 {
			parts = append(parts, words.Some(d.Languages, 2)+" "+words.Plural(d.Code, "line"))
		}
		if d.Role != "" {
			parts = append(parts, string(d.Role))
		}
		if d.Vendored {
			parts = append(parts, "vendored")
		}
		if d.Generated > 0 {
			parts = append(parts, fmt.Sprintf("%d generated", d.Generated))
		}
		if in[d.Path] > 0 {
			parts = append(parts, "imported by "+words.Plural(in[d.Path], "directory"))
		}
		if out[d.Path] > 0 {
			parts = append(parts, fmt.Sprintf("imports %d", out[d.Path]))
		}
		if d.About != "" {
			parts = append(parts, "“"+words.FirstSentence(short(d.About, 300), 110)+"”")
		}
		if names := symbolNames(d, 4); names != "" {
			parts = append(parts, "defines "+names)
		}
		return strings.Join(parts, "; ")
	}
}

func symbolNames(d luminos.DirFacts, most int) string {
	var names []string
	for _, s := range d.Symbols {
		names = append(names, short(s.Name, 60))
	}
	return words.Some(names, most)
}

// writeTree draws the directories down to a depth, at most so many: where they
// are more, the deepest are left out first, and each parent says how many.
func writeTree(b *strings.Builder, d *luminos.Dossier, depth, most int, about func(luminos.DirFacts) string) {
	dirs := d.Facts.Directories
	for ; depth > 1; depth-- {
		n := 0
		for _, f := range dirs {
			if f.Path.Depth() <= depth {
				n++
			}
		}
		if n <= most {
			break
		}
	}
	shown := 0
	left := 0
	for _, f := range dirs {
		level := f.Path.Depth()
		if level > depth || shown >= most {
			left++
			continue
		}
		shown++
		if f.Path == luminos.Root {
			fmt.Fprintf(b, "./ (%s)\n", about(f))
			continue
		}
		more := ""
		if level == depth && f.Subdirs > 0 {
			more = "; " + words.Plural(f.Subdirs, "directory") + " below not shown"
		}
		fmt.Fprintf(b, "%s%s/ (%s%s)\n", strings.Repeat("    ", level-1), named(luminos.Path(f.Path.Base())), about(f), more)
	}
	if left > 0 {
		fmt.Fprintf(b, "\n%s deeper in the tree are not shown; paths to them can be used all the same where you know them.\n", words.Plural(left, "directory"))
	}
}

// short makes foreign text fit for a line of a prompt.
func short(s string, n int) string { return paragraph(s, n) }

// unitOpening is what a directory loop is given.
func unitOpening(u *luminos.Unit) string {
	var b strings.Builder
	if len(u.Dirs) == 1 {
		fmt.Fprintf(&b, "Unit: %s\n", jsonName(u.Path()))
	} else {
		b.WriteString("Directories of this unit:\n")
		for _, d := range u.Dirs {
			fmt.Fprintf(&b, "- %s\n", jsonName(d.Path))
		}
		b.WriteString("\nsubmit_report takes one summary for each of them.\n")
	}
	fmt.Fprintf(&b, "\nYou have %s.", words.Plural(u.Turns, "turn"))
	switch {
	case u.Pool > 0:
		fmt.Fprintf(&b, " If they are really not enough, request_turns can lend you up to %d.", u.Pool)
	default:
		b.WriteString(" There are none to borrow.")
	}
	switch u.Tier {
	case luminos.TierPriority:
		b.WriteString(" The plan gives this unit priority: be thorough.")
	case luminos.TierShallow:
		b.WriteString(" The plan asks for a quick look only.")
	}
	b.WriteString("\n")
	writeListing(&b, u)
	writeChildren(&b, u)
	writeUnitFacts(&b, u)
	return b.String()
}

// jsonName is a path in quotes, so that nothing can be taken for a part of the prompt.
func jsonName(p luminos.Path) string {
	if s := named(p); strings.HasPrefix(s, `"`) {
		return s
	}
	return `"` + string(p) + `"`
}

// writeChildren tells of the directories below that have been investigated.
func writeChildren(b *strings.Builder, u *luminos.Unit) {
	if len(u.Children) == 0 {
		below := 0
		for _, d := range u.Dirs {
			below += d.Subdirs
		}
		if below == len(u.Dirs)-1 {
			b.WriteString("\nThere are no directories below.\n")
		}
		return
	}
	b.WriteString("\n## Directories below, already investigated\n\n")
	skipped, partial := 0, 0
	most := 1200
	if len(u.Children) > 40 {
		most = 250 // many children: a sentence or two each
	}
	for _, c := range u.Children {
		note := ""
		switch {
		case c.Tier == luminos.TierSkip:
			skipped++
			note = " (skipped: measured only)"
		case c.Partial:
			partial++
			note = " (partial: " + short(c.PartialReason, 120) + ")"
		case c.Confidence < 0.5:
			note = " (unsure)"
		}
		fmt.Fprintf(b, "- %s%s: %s\n", named(c.Path), note, words.Shorten(c.Summary, most))
	}
	if skipped+partial > 0 {
		fmt.Fprintf(b, "\nOf these, %s skipped and %s only partly known: say so where it matters.\n", isAre(skipped), isAre(partial))
	}
}

// writeUnitFacts tells what is known without a model.
func writeUnitFacts(b *strings.Builder, u *luminos.Unit) {
	var rows []string
	add := func(format string, args ...any) { rows = append(rows, fmt.Sprintf(format, args...)) }
	for _, d := range u.Dirs {
		if d.About != "" {
			add("%s says of itself: “%s”", named(d.Path), short(d.About, 400))
		}
		if d.Role != "" {
			add("%s looks like: %s", named(d.Path), d.Role)
		}
		if len(d.Symbols) > 0 {
			var names []string
			for _, s := range d.Symbols {
				names = append(names, fmt.Sprintf("%s %s (%s:%d)", s.Kind, short(s.Name, 80), named(luminos.Path(s.Path.Base())), s.Line))
			}
			add("%s defines, among others: %s", named(d.Path), words.Some(names, 30))
		}
	}
	for _, m := range u.Manifests {
		add("manifest %s (%s): %s", named(m.Path), m.Ecosystem, short(strings.TrimSpace(m.Name+" "+m.Version+" "+m.Description), 200))
	}
	for _, e := range u.EntryPoints {
		add("entry point %s (%s): %s", named(e.Path), e.Kind, short(e.Reason, 160))
	}
	for i, s := range u.Datasets {
		if i == 30 {
			add("%s more", words.Plural(len(u.Datasets)-i, "data file"))
			break
		}
		add("data %s: %s", named(s.Path), dataset(s))
	}
	for i, t := range u.Documents {
		if i == 30 {
			add("%s more", words.Plural(len(u.Documents)-i, "document"))
			break
		}
		add("document %s: %s", named(t.Path), short(fmt.Sprintf("“%s” %s Headings: %s", t.Title, t.Summary, words.Some(t.Headings, 8)), 500))
	}
	for _, m := range u.Media {
		add("%s in %s: %s, %s %s", m.Category, named(m.Dir), words.Plural(m.Files, "file"), words.Some(m.Formats, 4), m.Dimensions)
	}
	if len(rows) == 0 {
		return
	}
	b.WriteString("\n## Found by rules, without a model\n\n")
	for _, r := range rows {
		b.WriteString("- " + r + "\n")
	}
}

// dataset is the schema of a data file in a line.
func dataset(s luminos.Dataset) string {
	var columns []string
	for _, c := range s.Columns {
		columns = append(columns, short(c.Name, 60)+" "+c.Type)
	}
	rows := "rows not counted"
	if s.Rows >= 0 {
		rows = words.Plural(s.Rows, "row")
	}
	text := fmt.Sprintf("%s, %s; columns: %s", s.Format, rows, words.Some(columns, 30))
	if s.Count > 1 {
		text += fmt.Sprintf("; %d files of this schema", s.Count)
	}
	if s.Period != nil {
		text += fmt.Sprintf("; %s to %s", s.Period.First, s.Period.Last)
	}
	if len(s.Issues) > 0 {
		text += "; " + short(words.Some(s.Issues, 3), 200)
	}
	return text
}
