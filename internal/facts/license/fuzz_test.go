package license

import (
	"strings"
	"testing"

	"luminos"
)

// FuzzRecognise runs everything that reads prose over any text: no panic, names
// of bounded length, citations inside the text.
func FuzzRecognise(f *testing.F) {
	for _, text := range texts(f) {
		f.Add(text)
	}
	f.Add("# License\n\nDual-licensed under MIT or GPLv2+, at your option.\n")
	f.Add("Attribution-NonCommercial 4.0\n=====\nPackageLicenseDeclared: (MIT OR X\n")
	c := newClassifier()
	f.Fuzz(func(t *testing.T, s string) {
		text := luminos.Text{Path: "LICENSE", Content: strings.ToValidUTF8(s, "\uFFFD")}
		n := len(text.Lines())
		found := c.recognise(text, false)
		st, _ := stated(text)
		tags, ev := readTags(text)
		for _, e := range []string{found.expr, st.expr, tags} {
			if len(e) > 10*nameLimit {
				t.Fatalf("a name of %d bytes", len(e))
			}
		}
		for _, e := range append(append(found.evidence, st.evidence...), ev...) {
			if e.Lines != nil && (e.Lines.First < 1 || e.Lines.Last > n) {
				t.Fatalf("lines %v of %d", *e.Lines, n)
			}
		}
	})
}

// FuzzExpression holds that an accepted expression is accepted again and stays as it is.
func FuzzExpression(f *testing.F) {
	for _, s := range []string{"MIT", "(mit or (apache-2.0 AND isc))", "GPL-2.0+ WITH x", "MIT/X11", "((MIT) OR (ISC))", "LicenseRef-a+", "License :: OSI Approved :: MIT License"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		normalise(s)
		e, ok := expression(s)
		if !ok {
			return
		}
		if again, ok := expression(e); !ok || again != e {
			t.Fatalf("%q became %q and then %q, %v", s, e, again, ok)
		}
		if !covers(e, e) || len(ids(e)) == 0 {
			t.Fatalf("%q does not cover itself", e)
		}
	})
}
