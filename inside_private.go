package luminos

import (
	"slices"
	"strings"
)

// Shared returns a copy for a report that is sent around: with counts, domains, years and formats, and without names,
// addresses and positions of persons beyond the names of files and the headings of documents. It returns nil for nil.
func (in *Inside) Shared() *Inside {
	if in == nil {
		return nil
	}
	out := *in
	out.Rows = slices.DeleteFunc(slices.Clone(in.Rows), func(r InsideRow) bool { return r.Private && r.Shared == "" })
	for i := range out.Rows {
		if r := &out.Rows[i]; r.Private {
			r.Text, r.Private, r.Shared = r.Shared, false, ""
		}
	}
	out.Files = slices.Clone(in.Files)
	for i := range out.Files {
		withhold(&out.Files[i].Extraction)
	}
	return &out
}

// sharedProperties are the properties that are kept.
var sharedProperties = setOf(`title language language-of-text kind-of-text stated-year
	created modified taken edited published width height duration codec
	sample-rate channels orientation software producer program kernel state version dtype shape order
	architecture context-length
	opset inputs outputs framework license licence compression encryption encoding page-size written-by type system
	family style format camera camera-maker camera-model lens rating boot generator`)

// sharedValues are the frequencies that are kept.
var sharedValues = setOf(`domain list year attachment-type extension camera imports operators types codec format top
	foreign-key album genre last-day`)

// setOf returns the set of the words of a text, in which "-" means a space.
func setOf(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[strings.ReplaceAll(w, "-", " ")] = true
	}
	return set
}

// withhold removes the properties and values of an extraction that can name a person or a place.
func withhold(x *Extraction) {
	x.Properties = slices.DeleteFunc(slices.Clone(x.Properties), func(p Property) bool {
		return !sharedProperties[p.Name]
	})
	x.Values = slices.DeleteFunc(slices.Clone(x.Values), func(v ValueCounts) bool { return !sharedValues[v.Name] })
	if x.IsLetter() {
		x.Outline = nil // subjects of messages, names of events and contacts
		x.Properties = slices.DeleteFunc(x.Properties, func(p Property) bool { return p.Name == "title" })
	}
	for i, v := range x.Values { // some programs name a list by the address of a person
		isAddress := func(c Counted) bool { return strings.Contains(c.Name, "@") }
		x.Values[i].Top = slices.DeleteFunc(slices.Clone(v.Top), isAddress)
	}
	x.Columns = slices.Clone(x.Columns)
	for i := range x.Columns { // values of a table can be amounts and names
		x.Columns[i].Min, x.Columns[i].Max, x.Columns[i].Examples = "", "", nil
	}
}
