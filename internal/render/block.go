package render

import "luminos"

// block is one piece of a composed report: a heading, a row, a table. Blocks
// hold text and meaning and no layout, so that the writer of a format needs to
// know these types and not the report.
type block interface{ isBlock() }

// heading is a block: the title that begins a part of the report.
type heading string

// gap is a block: the empty line between two blocks of one part.
type gap struct{}

// rowKind is the role of a row; each format has one layout for each kind.
type rowKind uint8

const (
	topRow      rowKind = iota // a paragraph of the report as a whole
	bodyRow                    // a paragraph of a part
	belowRow                   // a paragraph below its name
	bulletRow                  // an element of a list
	stepRow                    // an element of a list with a number
	noteRow                    // a remark under a short label
	flagRow                    // a finding under its severity
	remedyRow                  // the remedy of the findings above
	detailRow                  // a remark on the row above
	doubtRow                   // the reason of low confidence
	evidenceRow                // a place under the number of its claim
	claimRow                   // the statement of a claim, below its place
	degradedRow                // a degradation of the run
)

// row is a paragraph, with a label or without. In a list of labelled rows, a row without a label continues the row
// above.
type row struct {
	kind   rowKind
	label  span
	text   []span
	counts int // the number of entries that the row counts, such as 3 for "and 3 more links"
	// deep reports that the row is below a heading inside of a part, follows that it is not separated from the row
	// above.
	deep, follows bool
	// flag is the flag of a row of the list of flags, from which a format can take its rule; else nil.
	flag *luminos.Flag
}

// sentences is a block: a paragraph of statements, which a format may write as a list if it is long.
type sentences [][]span

// definitions is a block: labels with their texts, in two aligned columns.
type definitions []definition

type definition struct {
	label string
	text  []span
}

// counts is a block: labels, each with a number and remarks on the number.
type counts []count

type count struct {
	label   string
	n       int
	remarks string
}

// column is the title and the layout of one column of a table.
type column struct {
	title string
	right bool // aligned at the right, as numbers are
	spare bool // may be left out if there is no room
}

// table is rows of text under columns. A row may have fewer or more texts than
// there are columns.
type table struct {
	columns []column
	rows    [][]string
}

// listing is a block: the directories and files of two levels, one line each, and a remark on the others.
type listing struct {
	titles [2]string // of the two columns of numbers
	rows   []listingRow
	rest   string
}

// listingRow is one line of a listing: a directory or a file with two measures and descriptions, the best first. A
// format with little room takes the first one that it need not cut.
type listingRow struct {
	level    int // 0 or 1
	name     string
	at       *spot
	measures [2]string
	abouts   [][]span
}

// about returns the best description of a row, or nil.
func (r *listingRow) about() []span {
	if len(r.abouts) == 0 {
		return nil
	}
	return r.abouts[0]
}

// drawing is a block: the lines of a directory tree, without the entries that the report leaves out.
type drawing []branch

// branch is one printed line of a tree of files.
type branch struct {
	stem   string // box drawing
	node   *luminos.TreeNode
	rest   int    // for a line without a node: the number of entries left out
	hidden string // and the counts of hidden ones
}

// screen is a block: the first screen of a report, which answers the first questions of a reader. A format gives each
// part as much room as it has.
type screen struct {
	name     string
	about    []span
	kinds    [][]span // lines with the kind and the sizes, the fullest first
	partial  []span   // the reason why the report is partial
	mixed    []span   // the part that was investigated with other settings
	practice []practice
	places   []place
	members  []luminos.Member // the projects of a target that is several projects, the largest first
	flags    screenFlags
	claims   string
	legend   []legendLine
}

// practice is one row on the use of the target: its audience, or how it
// is built, run, tested and checked.
type practice struct {
	label string
	text  []span
	whole bool // its second line comes before further flags and places
	tall  bool // it can have four lines
	grave bool // its first line comes before the ones of other rows
	main  bool // all its lines come before the first lines of minor rows
	long  bool // further lines say as much as the second line of another row
	minor bool // it gives way to the other rows and to the second line of the worst flag
	late  bool // it gives way to the second lines of other rows, too
	// listed means that its second line gives way to the second lines of rows that lose a number.
	listed bool
}

// place is a path where a newcomer should start to read, and the reason.
type place struct {
	path luminos.Path
	why  string
	mark span
}

// screenFlags are the flags on the first screen. Rules and a model have separate places.
type screenFlags struct {
	rules, model flagGroup
	minor        int  // flags that only the whole report shows
	ofMembers    bool // each project of the target has flags of its own
}

// flagGroup is the worst flags of one source, and the number of all.
type flagGroup struct {
	count string
	total int
	worst []row
}

// legendLine explains one mark. A terminal shows at most the given number of
// lines; 0 means all.
type legendLine struct {
	text []span
	most int
}

func (heading) isBlock()     {}
func (gap) isBlock()         {}
func (row) isBlock()         {}
func (sentences) isBlock()   {}
func (definitions) isBlock() {}
func (counts) isBlock()      {}
func (table) isBlock()       {}
func (listing) isBlock()     {}
func (drawing) isBlock()     {}
func (screen) isBlock()      {}

// note returns a row of the report that shows the text s, such as a remark, beside a short label.
func note(label, s string) row {
	return labelled(noteRow, as(quiet, label), text(s))
}

// labelled returns a row of the report that shows the spans beside a label.
func labelled(kind rowKind, label span, spans ...span) row {
	return row{kind: kind, label: label, text: spans}
}

// body returns a row of the report that shows the spans as a paragraph of its own, without a label.
func body(spans ...span) row { return row{kind: bodyRow, text: spans} }
