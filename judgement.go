package luminos

import "slices"

// Judgement is the verdict of a second reader about a statement and the lines that it cites.
type Judgement struct {
	Verdict JudgeVerdict `json:"verdict"`
	// Reason is in the words of the second reader or, for [NotJudged], of the program.
	Reason string `json:"reason,omitempty"`
}

// JudgeVerdict is the outcome of a [Judgement].
type JudgeVerdict string

// The verdicts. A statement that is not shown loses its citations; one that is contradicted is withdrawn.
const (
	Supported    JudgeVerdict = "supported"
	Partly       JudgeVerdict = "partly"
	NotShown     JudgeVerdict = "not_shown"
	Contradicted JudgeVerdict = "contradicted"
	NotJudged    JudgeVerdict = "not_judged"
)

// Holds reports whether the judgement j leaves a statement its citations. Nil does.
func (j *Judgement) Holds() bool {
	return j == nil || j.Verdict != NotShown && j.Verdict != Contradicted
}

// Is reports whether the judgement j has the verdict v. Nil does not.
func (j *Judgement) Is(v JudgeVerdict) bool { return j != nil && j.Verdict == v }

// Unsupported is a statement of the report that a second reader does not find supported, with the places that it cites.
type Unsupported struct {
	Statement string
	Places    []Evidence
	Judgement
}

// Case is a statement with the places that it cites, as a second reader sees it.
type Case struct {
	// Key is a digest of the statement, the cited lines, and the version of the second reader.
	Key       string
	Statement string
	Places    []Excerpt
}

// Excerpt is the text of one cited place. Secrets in it are masked.
type Excerpt struct {
	Path Path
	// First is the number of the first line of Cited. Before and After are the lines around Cited. Long lines are cut.
	First                int
	Before, Cited, After []string
	// Inside are lines further above that begin the blocks around Cited, such as the head of its function.
	Inside []string
	// Measure, Value and Scope take the place of lines.
	Measure      Measure
	Value, Scope string
	// Lacks lists the numbers, quoted texts and names of the statement that neither the path nor the lines near the
	// place have.
	Lacks []string
}

// JudgedClaims counts the verdicts of a second reader about the claims of models.
type JudgedClaims struct {
	Model string `json:"model,omitempty"` // "" if there was no second reader
	// Claims counts the claims of models whose places were found, Sentences the sentences of sections that cite them.
	Claims    Verdicts `json:"claims"`
	Sentences Verdicts `json:"sentences"`
}

// Verdicts has the number of judgements with each verdict.
type Verdicts struct {
	Supported    int `json:"supported"`
	Partly       int `json:"partly"`
	NotShown     int `json:"not_shown"`
	Contradicted int `json:"contradicted"`
	NotJudged    int `json:"not_judged"`
}

// Counts returns the numbers of verdicts that are not 0, with the verdict in words as the name.
func (v Verdicts) Counts() []Counted {
	all := []Counted{
		{"supported", v.Supported}, {"partly", v.Partly}, {"not shown", v.NotShown}, {"contradicted", v.Contradicted},
		{"not judged", v.NotJudged},
	}
	return slices.DeleteFunc(all, func(c Counted) bool { return c.Files == 0 })
}

// Add counts the judgement j. Nil counts nothing.
func (v *Verdicts) Add(j *Judgement) {
	switch {
	case j.Is(Supported):
		v.Supported++
	case j.Is(Partly):
		v.Partly++
	case j.Is(NotShown):
		v.NotShown++
	case j.Is(Contradicted):
		v.Contradicted++
	case j.Is(NotJudged):
		v.NotJudged++
	}
}

// Retraction is a text of a model that was withdrawn from the report, since the lines that it cites say otherwise. Its
// judgement has the reason.
type Retraction struct {
	// From is the id of the section, or the path of the entry, that had the text.
	From string `json:"from"`
	Statement
}
