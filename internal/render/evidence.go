package render

import (
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// quoteShown is how much of a quotation stands beside its place, in characters.
const quoteShown = 100

// cited names the claims behind a statement, where the report lists them.
func (v *view) cited(claims []int) span {
	if !v.all || len(claims) == 0 {
		return span{}
	}
	var b strings.Builder
	for i := 0; i < len(claims); {
		j := i
		for j+1 < len(claims) && claims[j+1] == claims[j]+1 {
			j++
		}
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(strconv.Itoa(claims[i]))
		if j > i {
			b.WriteString("–" + strconv.Itoa(claims[j]))
		}
		i = j + 1
	}
	return as(quiet, " ["+b.String()+"]")
}

// evidence lists what each claim rests on, by its number.
func (v *view) evidence() {
	if !v.all || len(v.r.Claims) == 0 {
		return
	}
	v.head("Evidence")
	for _, c := range v.r.Claims {
		v.field(2, 8, as(quiet, strconv.Itoa(c.ID)), say(where(c.Evidence)), as(quiet, what(c.Evidence)))
	}
}

// where is a place as editors and compilers write it.
func where(e luminos.Evidence) string {
	s := string(e.Path)
	if e.Lines != nil {
		s += ":" + strconv.Itoa(e.Lines.First)
		if e.Lines.Last > e.Lines.First {
			s += "-" + strconv.Itoa(e.Lines.Last)
		}
	}
	return s
}

// what is there: words, or a measure with its value.
func what(e luminos.Evidence) string {
	switch {
	case e.Measure != "":
		return "  " + string(e.Measure) + " " + e.Value
	case e.Quote != "":
		return "  “" + words.Shorten(e.Quote, quoteShown) + "”"
	}
	return ""
}
