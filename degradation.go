package luminos

import "cmp"

// Degradation is a pass, or one unit of a pass, that failed.
type Degradation struct {
	Pass Pass `json:"pass"`
	// Unit is the topmost directory of the unit; "" if the whole pass failed.
	Unit Path `json:"unit,omitempty"`
	// Class is the kind of failure, in the words of the engine, such as "not
	// authorised"; "" if the engine names no kind.
	Class string `json:"class,omitempty"`
	// NotAsked is set if the engine was not asked at all, because Reason had ended
	// an earlier conversation.
	NotAsked bool   `json:"not_asked,omitempty"`
	Reason   string `json:"reason"`
	// Instead describes the replacement of the missing result in the report.
	Instead string `json:"instead"`
}

// Why returns the reason of the degradation. If the engine was not asked at all, because of earlier
// failures, the text begins with "not asked any more".
func (d Degradation) Why() string {
	if d.NotAsked {
		return notAsked + d.Reason
	}
	return d.Reason
}

// String returns the unit or the pass, the reason, and the replacement in the report.
func (d Degradation) String() string {
	return cmp.Or(string(d.Unit), string(d.Pass)) + ": " + d.Why() + "; " + d.Instead
}

const notAsked = "not asked any more, since "

// ClassCeiling is the class of the failure of a call that was not made, since it could break a ceiling of the run.
const ClassCeiling = "ceiling reached"

// Failure is an error of an engine with its class. Class and NotAsked are the fields of the [Degradation] that is made
// from it.
type Failure struct {
	Class    string
	NotAsked bool
	Err      error
}

// Error returns the text of the error Err, with the words "not asked any more" before it if NotAsked is set.
func (f *Failure) Error() string {
	if f.NotAsked {
		return notAsked + f.Err.Error()
	}
	return f.Err.Error()
}

// Unwrap returns the error Err, which the failure classifies.
func (f *Failure) Unwrap() error { return f.Err }
