package render

import (
	"cmp"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// document is a composed report: the first screen, the other parts in their order, and the remarks at the end.
type document struct {
	screen screen
	parts  []part
	end    part
	most   int // lines of a report that is not verbose
}

// part is a titled part of a report.
type part struct {
	id, title string
	blocks    []block
	aside     bool // shown only on request, since other parts have its main points
	yields    bool // left out if the parts without a bound do not all fit, since the first screen has the main points
	most      int  // lines that it may take before the parts without a bound share the others; 0 means no bound
	// rest returns words for the entries after the first n, if their number does not say enough; else nil.
	rest func(n int) string
}

// whole reports whether the part is shown in full beyond the lines of the report: the tree, if the reader asks for it.
func (p part) whole() bool { return p.id == "tree" }

const (
	// mostLines is the most lines of a report by rules that is not verbose, for a target of any size.
	mostLines = 120
	// mostLinesOfModel is the same for a report that a model wrote.
	mostLinesOfModel = 200
	// coverageLines is the most lines on coverage, flagLines and withdrawnLines of a list of flags, endLines of the
	// remarks at the end.
	coverageLines, flagLines, withdrawnLines, endLines = 8, 16, 8, 14
)

// composeReport returns the parts of a report in their order. All formats for people are written from them.
func composeReport(d *dossier) document {
	d.screen = composeScreen(d)
	doc := document{screen: d.screen, most: mostLines}
	if d.byModel() {
		doc.most = mostLinesOfModel
	}
	add := func(p part) {
		if len(p.blocks) > 0 {
			doc.parts = append(doc.parts, p)
		}
	}
	brief := d.report.Section("brief")
	if brief != nil {
		add(d.section(brief))
	}
	add(part{id: "contents", title: "Contents", blocks: composeContents(d), most: contentsLines + 5})
	for i := range d.report.Sections {
		if s := &d.report.Sections[i]; s != brief {
			add(d.section(s))
		}
	}
	add(part{id: "member_reports", title: "Reports about the projects", blocks: composeMembers(d), aside: true})
	add(part{id: "directories", title: "Directories", blocks: composeEntries(d), aside: !d.byModel()})
	add(part{id: "tree", title: "Tree", blocks: slices.Concat(composeTree(d), composeKinds(d)), aside: !d.wholeTree})
	add(part{id: "languages", title: "Languages", blocks: composeLanguages(d), aside: true})
	rules, model := d.flagsBySource()
	flags := d.flagPart("Flags", rules)
	flags.blocks = append(flags.blocks, d.asideFlags()...)
	add(flags)
	add(d.flagPart("Flags of the model", model))
	withdrawn := withdrawnFlags(d.report.Withdrawn)
	add(part{id: "withdrawn", title: "Flags that the model withdrew", blocks: withdrawn, most: withdrawnLines})
	add(part{id: "since", title: "Since the last run", blocks: composeSince(d), most: sinceLines})
	add(part{id: "coverage", title: "What was looked at", blocks: composeCoverage(d), most: coverageLines})
	add(part{id: "unknown", title: "What cannot be known this way", blocks: composeUnknown(d), aside: !d.byModel()})
	add(part{id: "evidence", title: "Evidence", blocks: composeEvidence(d), aside: true})
	doc.end = part{blocks: composeChecks(d), most: endLines}
	return doc
}

// repeated are the sections of rules with the same content as the first screen and the listing of the contents.
var repeated = []string{"brief", "components", "detailed"}

// section returns the part for one of the report's own sections.
func (d *dossier) section(s *luminos.Section) part {
	p := part{id: s.ID, title: cmp.Or(s.Title, s.ID), blocks: composeSection(d, s)}
	again := slices.Contains(repeated, s.ID) || s.ID == "members" && len(d.screen.members) > 0
	p.aside = again && !judgedSection(s) && !s.Failed
	p.yields = s.ID == "entry_points" && !judgedSection(s) && !s.Failed
	return p
}

// judgedSection reports whether a model wrote some of the section.
func judgedSection(s *luminos.Section) bool {
	_, judged := basesOf(&luminos.Report{Sections: []luminos.Section{*s}})
	return judged
}

func (d *dossier) flagPart(title string, flags []luminos.Flag) part {
	return part{
		id: "flags", title: title, blocks: d.flagList(flags), most: flagLines,
		rest: func(n int) string { return countFlags(flags[n:]) },
	}
}

// SectionNames returns the names under which [Style.Sections] chooses the sections of a report, in their order.
func SectionNames(r *luminos.Report) []string {
	var names []string
	for _, p := range composeReport(newDossier(r, Style{Verbose: true})).parts {
		if !slices.Contains(names, p.id) {
			names = append(names, p.id)
		}
	}
	return names
}

// composeUnknown returns the blocks that list the questions which cannot be answered this way.
func composeUnknown(d *dossier) []block {
	var blocks []block
	for _, q := range d.report.Coverage.Unknown {
		blocks = append(blocks, labelled(bulletRow, as(quiet, "-"), text(q)))
	}
	return blocks
}

// restOf returns the remark on left, the entries of a part that are left out after the first n.
func (p *part) restOf(left []keptEntry, n int) string {
	if p.rest != nil {
		return "… and " + p.rest(n) + " more"
	}
	sum := 0
	for _, e := range left {
		sum += e.counts
	}
	return "… " + words.Count(sum) + " more"
}
