package luminos

// Basis says how a statement came about.
type Basis string

// What a statement can rest on.
const (
	// Measured: counted or read by the program; taking the measure again gives it again.
	Measured Basis = "measured"
	// Derived: concluded by a rule from what was measured; the rule can be wrong.
	Derived Basis = "derived"
	// Judged: written by a language model.
	Judged Basis = "judged"
)

// Statement is one sentence of the report with what it rests on.
type Statement struct {
	Text  string `json:"text"`
	Basis Basis  `json:"basis"`
	// From names the fields of the report that the sentence was made from, as
	// "/"-separated paths ("scan/languages", "facts/license").
	From []string `json:"from,omitempty"`
	// Evidence is what backs the sentence until claims are numbered; the
	// printed report carries Claims instead.
	Evidence []Evidence `json:"-"`
	// Claims are the ids of the supported claims that back the sentence.
	Claims []int `json:"claims,omitempty"`
	// Unverified says that the sentence had claims and none was supported.
	Unverified bool `json:"unverified,omitempty"`
}

// Evidence is a place in the target where something can be checked: lines of a
// file with a quote, or a measure that a program can take again. Lines are as they
// are shown: where one holds a secret, quote and digest are of the masked line.
type Evidence struct {
	Path Path `json:"path"`
	// Lines are numbered from 1; in documents they are pages or parts. Nil means the whole file.
	Lines *LineRange `json:"lines,omitempty"`
	// Quote occurs in those lines once white space is folded.
	Quote string `json:"quote,omitempty"`
	// SHA256 is of the cited lines as [DigestLines] gives it, or of the whole
	// file's bytes when there are no lines.
	SHA256 string `json:"sha256,omitempty"`
	// Measure names something that can be measured again at Path; Value is what it gave.
	Measure Measure `json:"measure,omitempty"`
	Value   string  `json:"value,omitempty"`
	// Statement is what the place is evidence for, where that is not the sentence,
	// the summary or the finding that it stands with.
	Statement string `json:"-"`
}

// LineRange is an inclusive range of lines.
type LineRange struct {
	First int `json:"first"`
	Last  int `json:"last"`
}

// Measure is something about a path that a program can measure again.
type Measure string

// The measures that claims can rest on.
const (
	MeasureKind       Measure = "kind"       // what the entry is: an [EntryKind]
	MeasureSize       Measure = "size"       // bytes
	MeasureEntries    Measure = "entries"    // entries of a directory, hidden ones too
	MeasureRows       Measure = "rows"       // records of a data file, its header left out
	MeasureColumns    Measure = "columns"    // column names, comma-separated
	MeasureDimensions Measure = "dimensions" // WIDTHxHEIGHT of an image
)

// Claim is a statement in the report with its evidence and how checking it went.
type Claim struct {
	ID        int    `json:"id"`
	Statement string `json:"statement"`
	Evidence
	Verdict Verdict `json:"verdict"`
	// Reason says why a claim is not supported.
	Reason string `json:"reason,omitempty"`
}

// Verdict is the outcome of checking a claim against the target.
type Verdict string

// The verdicts.
const (
	Supported    Verdict = "supported"
	Changed      Verdict = "changed"      // the place is there and says something else
	Missing      Verdict = "missing"      // the file or the lines are gone
	Unverifiable Verdict = "unverifiable" // it could not be checked, for example unreadable
)
