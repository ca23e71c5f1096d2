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

// rank is the importance of a part for the reader of a report that is not verbose.
type rank uint8

const (
	mainText  rank = iota // by a model, for each reader
	otherText             // by a model
	factsText             // by rules
)

// mainSections are the ids of the sections with mainText, if a model wrote them.
var mainSections = []string{"brief", "overall_purpose", "architecture", "flows", "concerns", "datasets", "themes"}

// part is a titled part of a report.
type part struct {
	id, title string
	blocks    []block
	aside     bool // shown only on request, since other parts have its main points
	yields    bool // left out if the parts without a bound do not all fit, since the first screen has the main points
	rank      rank // of a part without a bound: a lower one gets lines first
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
	// coverageLines is the most lines on coverage, endLines of the remarks at the end.
	coverageLines, unknownLines, notableLines, endLines = 8, 10, 12, 13
	// The others are of lists of flags: by rules, by a model, and withdrawn.
	flagLines, modelFlagLines, withdrawnLines = 16, 24, 7
)

// composeReport returns the parts of a report in their order. All formats for people are written from them.
func composeReport(d *dossier) document {
	d.screen = composeScreen(d)
	doc := document{screen: d.screen, most: mostLines}
	if d.byModel() {
		doc.most = mostLinesOfModel
	}
	written, measured := sections(d)
	n := 0 // the sections before the listing of the contents
	if len(measured) > 0 && measured[0].ID == "brief" {
		n = 1
	}
	var parts []part
	if len(written) > 0 { // parts are composed in their order, since claims are numbered when they are first cited
		parts = slices.Concat(sectionParts(d, written), flagParts(d), sectionParts(d, measured), contentsPart(d),
			treeParts(d))
	} else {
		parts = slices.Concat(sectionParts(d, measured[:n]), contentsPart(d), sectionParts(d, measured[n:]), treeParts(d),
			flagParts(d))
	}
	parts = append(parts,
		part{id: "since", title: "Since the last run", blocks: composeSince(d), most: sinceLines},
		part{id: "coverage", title: "What was looked at", blocks: composeCoverage(d), most: coverageLines},
		part{id: "unknown", title: "What cannot be known this way", blocks: composeUnknown(d),
			aside: !d.byModel(), most: unknownLines},
		part{id: "evidence", title: "Evidence", blocks: composeEvidence(d), aside: true})
	doc.parts = slices.DeleteFunc(parts, func(p part) bool { return len(p.blocks) == 0 })
	doc.end = part{blocks: composeChecks(d), most: endLines}
	return doc
}

// writtenOrder lists the ids of the sections of a model in the order of the report. Sections with other ids come before
// "hypothesis".
var writtenOrder = []string{
	"brief", "overall_purpose", "architecture", "flows", "concerns", "entry_points", "components", "tech_stack",
	"datasets", "schema_summary", "period_covered", "themes", "data_quality", "answers", "open_questions", "detailed", "",
	"hypothesis", "alternatives",
}

// sections returns the sections of the report: the ones with text of a model, the brief and the open questions in the
// order of writtenOrder if a model wrote any section, and the others, the brief first.
func sections(d *dossier) (byModel, byRules []*luminos.Section) {
	written := d.byModel() && judgedSection(d.report.Sections...)
	for i := range d.report.Sections {
		s := &d.report.Sections[i]
		if written && (judgedSection(*s) || s.ID == "brief" || s.ID == "open_questions") {
			byModel = append(byModel, s)
		} else {
			byRules = append(byRules, s)
		}
	}
	rank := func(s *luminos.Section) int {
		if i := slices.Index(writtenOrder, s.ID); i >= 0 {
			return i
		}
		return slices.Index(writtenOrder, "")
	}
	slices.SortStableFunc(byModel, func(a, b *luminos.Section) int { return cmp.Compare(rank(a), rank(b)) })
	slices.SortStableFunc(byRules, func(a, b *luminos.Section) int {
		return compareBool(a.ID != "brief", b.ID != "brief")
	})
	return byModel, byRules
}

// repeated are the sections of rules with the same content as the first screen and the listing of the contents.
var repeated = []string{"brief", "components", "detailed"}

// section returns the part for one of the report's own sections.
func (d *dossier) section(s *luminos.Section) part {
	p := part{id: s.ID, title: cmp.Or(s.Title, s.ID), blocks: composeSection(d, s)}
	again := slices.Contains(repeated, s.ID) || s.ID == "members" && len(d.screen.members) > 0
	p.aside = again && !judgedSection(*s) && !s.Failed
	switch written := judgedSection(*s); {
	case !written:
		p.rank = factsText
		p.aside = p.aside || s.ID == "themes" && d.byModel() && d.facts.MainLanguage != ""
	case !slices.Contains(mainSections, s.ID):
		p.rank = otherText
	}
	p.yields = s.ID == "entry_points" && !judgedSection(*s) && !s.Failed
	return p
}

func sectionParts(d *dossier, sections []*luminos.Section) []part {
	parts := make([]part, len(sections))
	for i, s := range sections {
		parts[i] = d.section(s)
	}
	return parts
}

func contentsPart(d *dossier) []part {
	return []part{{id: "contents", title: "Contents", blocks: composeContents(d), most: contentsLines + quotedLines + 5}}
}

// treeParts returns the parts on members, directories, the tree and its languages.
func treeParts(d *dossier) []part {
	return []part{
		{id: "member_reports", title: "Reports about the projects", blocks: composeMembers(d), aside: true},
		{id: "notable", title: "Files to open first", blocks: composeNotable(d), most: notableLines},
		{id: "directories", title: "Directories", blocks: composeEntries(d), aside: !d.byModel(), rank: factsText},
		{id: "tree", title: "Tree", blocks: slices.Concat(composeTree(d), composeKinds(d)), aside: !d.wholeTree},
		{id: "languages", title: "Languages", blocks: composeLanguages(d), aside: true},
	}
}

// flagParts returns the lists of the flags of rules and of a model, of withdrawn flags and of withdrawn sentences.
func flagParts(d *dossier) []part {
	rules, model := d.flagsBySource()
	flags := d.flagPart("Flags", rules)
	flags.blocks = append(flags.blocks, d.asideFlags()...)
	raised := d.flagPart("Flags of the model", model)
	raised.most = modelFlagLines
	if chosen := d.whole && !d.cites; chosen && len(flags.blocks)+len(raised.blocks) == 0 {
		flags.blocks = []block{body(text("none raised"))}
	}
	return []part{flags, raised, {
		id: "withdrawn", title: "Flags that the model withdrew", blocks: withdrawnFlags(d.report.Withdrawn),
		most: withdrawnLines,
	}, {
		id: "retracted", title: "Sentences that were withdrawn", blocks: retracted(d.report.Retracted),
		most: withdrawnLines,
	}}
}

// judgedSection reports whether a model wrote some of the sections.
func judgedSection(s ...luminos.Section) bool {
	_, judged := basesOf(&luminos.Report{Sections: s})
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
	if !slices.Contains(names, "flags") { // that none was raised is an answer, too
		names = append(names, "flags")
	}
	return names
}

const (
	doubtBelow  = 0.7 // the confidence below which the reason of an entry is a doubt
	doubtsShown = 5
)

// composeUnknown returns the blocks that list the questions which cannot be answered this way, and the gravest
// doubts of a model about its entries.
func composeUnknown(d *dossier) []block {
	var blocks []block
	for _, q := range d.report.Coverage.Unknown {
		blocks = append(blocks, labelled(bulletRow, as(quiet, "-"), text(q)))
	}
	n := 0
	for _, e := range luminos.LowConfidence(d.report.Entries, doubtBelow) {
		if e.Basis == luminos.Judged && e.ConfidenceReason != "" && n < doubtsShown {
			n++
			dir, doubt := as(strong, string(e.Path)), text(": "+e.ConfidenceReason)
			blocks = append(blocks, labelled(bulletRow, as(quiet, "-"), dir, doubt, mark(e.Basis)))
		}
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
