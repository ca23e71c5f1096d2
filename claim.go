package luminos

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// Basis is the origin of a statement.
type Basis string

// The bases of statements.
const (
	// Measured: counted or read by the program; it can be repeated.
	Measured Basis = "measured"
	// Derived: concluded by a rule from measurements; the rule can be wrong.
	Derived Basis = "derived"
	// Judged: written by a language model.
	Judged Basis = "judged"
)

// Statement is one sentence of the report with its basis.
type Statement struct {
	Text  string `json:"text"`
	Basis Basis  `json:"basis"`
	// Paragraph reports that the sentence begins another paragraph than the sentence before it.
	Paragraph bool `json:"paragraph,omitempty"`
	// From names the fields of the report that the sentence was made from, as
	// "/"-separated paths ("scan/languages", "facts/license").
	From []string `json:"from,omitempty"`
	// Evidence supports the sentence. A [Report] moves it into its Claims and
	// leaves their ids here.
	Evidence []Evidence `json:"evidence,omitempty"`
	// Claims are the ids of the claims that support the sentence.
	Claims []string `json:"claims,omitempty"`
	// Unsupported reports that the sentence has no citation that was found, although it had
	// citations or a model wrote it.
	Unsupported bool `json:"unsupported,omitempty"`
	// Judgement is the one about the sentence with all its places; nil without one.
	Judgement *Judgement `json:"judgement,omitempty"`
}

// Evidence is a place in the target that can be checked: lines of a file with a
// quote, or a measure that a program can take again. If a line holds a secret,
// quote and digest are of the masked line.
type Evidence struct {
	// Statement is the sentence that the place supports. If it is empty, the place
	// supports the text to which the evidence belongs: a sentence, a summary or a finding.
	Statement string `json:"statement,omitempty"`
	Path      Path   `json:"path,omitempty"`
	// Lines are numbered from 1. Nil means the whole file. If Reader is set, they are lines of the text that this reader
	// extracts from the file, which differs between its versions: "pdf 1". Part is the part of the first line: "page 3".
	Lines  *LineRange `json:"lines,omitempty"`
	Reader string     `json:"reader,omitempty"`
	Part   string     `json:"part,omitempty"`
	// Quote occurs in these lines if white space is folded as by [Fold].
	Quote string `json:"quote,omitempty"`
	// SHA256 is the digest of the cited lines by [DigestLines] or, without lines, of
	// the bytes of the file.
	SHA256 string `json:"sha256,omitempty"`
	// Measure names a measure that can be taken again at Path; Value is its result.
	Measure Measure `json:"measure,omitempty"`
	Value   string  `json:"value,omitempty"`
	// Scope states in which files below Path lines were counted, and in which not: "31 files searched; not: 2 ignored".
	Scope string `json:"scope,omitempty"`
}

// Mask replaces a secret in texts and quotes; the file has the secret in its place.
const Mask = "(masked)"

// Masked reports whether the quote has a secret that is masked.
func (e *Evidence) Masked() bool { return strings.Contains(e.Quote, Mask) }

// LineRange is an inclusive range of lines.
type LineRange struct {
	First int `json:"first"`
	Last  int `json:"last"`
}

// Measure is a property of a path that a program can measure again.
type Measure string

// The measures that claims can rest on.
const (
	MeasureKind       Measure = "kind"       // the [EntryKind]
	MeasureSize       Measure = "size"       // bytes
	MeasureEntries    Measure = "entries"    // number of entries of a directory, with hidden ones
	MeasureRows       Measure = "rows"       // number of records of a data file, without its header
	MeasureColumns    Measure = "columns"    // column names, comma-separated
	MeasureDimensions Measure = "dimensions" // WIDTHxHEIGHT of an image
)

// Prefixes of the measures of [Matches].
const (
	matchesText  = "matches: "
	matchesRegex = "matches of the expression: "
)

// Matches returns the measure of a path that counts the lines with a text in the text files below the path, or in the
// file, as the tool search_files does: files that the ignore rules of the target leave out do not count. The pattern is
// literal, or a regular expression in RE2 syntax.
func Matches(pattern string, regex bool) Measure {
	if regex {
		return Measure(matchesRegex + pattern)
	}
	return Measure(matchesText + pattern)
}

// numberPrefix is the prefix of the measures of [NumberOf].
const numberPrefix = "number of "

// NumberOf returns the measure of a file whose value is the number with the given name in its extraction, "pages".
func NumberOf(name string) Measure { return Measure(numberPrefix + name) }

// Number returns the name of the number of a measure of [NumberOf]. ok is false for other measures.
func (m Measure) Number() (name string, ok bool) { return strings.CutPrefix(string(m), numberPrefix) }

// Pattern returns the pattern of a measure of [Matches]. ok is false for other measures.
func (m Measure) Pattern() (pattern string, regex, ok bool) {
	if pattern, ok = strings.CutPrefix(string(m), matchesRegex); ok {
		return pattern, true, true
	}
	pattern, ok = strings.CutPrefix(string(m), matchesText)
	return pattern, false, ok
}

// Absent reports whether the evidence is a count of 0 lines. Such a count is easily had: it shows something only together
// with its statement.
func (e *Evidence) Absent() bool {
	_, _, ok := e.Measure.Pattern()
	return ok && e.Value == "0"
}

// NotMeasured is the reason why a measure could not be taken. It holds no content of the target.
type NotMeasured string

func (n NotMeasured) Error() string { return string(n) }

// Claim is a statement with one piece of evidence and the result of checking it.
// Make one with [NewClaim].
type Claim struct {
	ID string `json:"id"` // see [NewClaim]
	Evidence
	Verdict Verdict `json:"verdict"`
	// Reason is the reason why a claim is not supported.
	Reason string `json:"reason,omitempty"`
	// Judgement is the one of a second reader; nil if the statement is not of a model, or was not to be judged.
	Judgement *Judgement `json:"judgement,omitempty"`
}

// NewClaim returns the claim that the evidence e makes, which is not checked yet. Its statement is e.Statement or, if
// that is empty, text. Its id is the first 12 hexadecimal digits of the SHA-256 of statement, path, first line, last
// line, quote and measure, separated by NUL bytes; the lines of a whole file are 0. Claims that say the same of the
// same place have the same id in every report.
func NewClaim(text string, e Evidence) Claim {
	e.Statement = cmp.Or(e.Statement, text)
	var lines LineRange
	if e.Lines != nil {
		lines = *e.Lines
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{
		e.Statement, string(e.Path), strconv.Itoa(lines.First), strconv.Itoa(lines.Last), e.Quote, string(e.Measure),
	}, "\x00")))
	return Claim{ID: hex.EncodeToString(sum[:6]), Evidence: e}
}

// Verdict is the outcome of checking a claim against the target.
type Verdict string

// The verdicts.
const (
	Found        Verdict = "found"        // the evidence is at its place; the statement need not follow from it
	Changed      Verdict = "changed"      // the place is there and says something else
	Missing      Verdict = "missing"      // the file or the lines are gone
	Unverifiable Verdict = "unverifiable" // it could not be checked, for example unreadable
)
