package evidence_test

import (
	"archive/zip"
	"bytes"
	"testing"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/extract"
	"luminos/internal/readable"
)

// Claims about files in archives cite their lines, and are checked like others.
func TestMembersAreCited(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("d/notes.txt")
	if err == nil {
		_, err = w.Write([]byte("one\r\nThe wall was built in 1911.\r\n"))
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	src, _ := open(t, map[string]string{"x/a.zip": b.String()})
	c := evidence.Checker{Source: readable.Texts(luminos.WithExtractor(src, extract.Over(src)))}
	e, err := c.Cite(t.Context(), luminos.Evidence{Path: "x/a.zip!/d/notes.txt", Quote: "The wall was built in 1911."})
	if err != nil || e.Lines == nil || *e.Lines != *lines(2, 2) || e.SHA256 == "" {
		t.Fatalf("%+v, %v", e, err)
	}
	claims := []luminos.Claim{{Evidence: e}, {Evidence: e}, {Evidence: e}, {Evidence: e}}
	claims[1].SHA256 = luminos.DigestLines([]string{"The wall was built in 1912."})
	claims[2].Path = "x/a.zip!/d/none.txt"
	claims[3].Path = "x/a.zip!/../d/notes.txt"
	if err := c.Check(t.Context(), claims, 1); err != nil {
		t.Fatal(err)
	}
	for i, want := range []luminos.Verdict{luminos.Found, luminos.Changed, luminos.Missing, luminos.Unverifiable} {
		if claims[i].Verdict != want {
			t.Errorf("claim %d is %s (%s), want %s", i, claims[i].Verdict, claims[i].Reason, want)
		}
	}
}
