package lookup

import (
	"context"
	"fmt"
	"strconv"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/words"
)

// Others counts the files of the report that no claim cites, by their sizes now. Sentences that count files and lines
// rest on them without evidence.
type Others struct {
	Files   int `json:"files"`
	Taken   int `json:"checked"`
	Resized int `json:"resized"`
	Missing int `json:"missing"`
}

// othersMost is the number of files whose sizes an overview compares; each takes some 0.7 ms.
const othersMost = 1_000

// others compares the sizes of files that no claim cites, at equal distances if they are many. The only error is the
// cause of the end of ctx.
func (b *Book) others(ctx context.Context) (*Others, error) {
	o := &Others{}
	if b.report.Scan == nil {
		return o, nil
	}
	cited := map[luminos.Path]bool{}
	for i := range b.report.Claims {
		cited[b.report.Claims[i].Path] = true
	}
	var all []luminos.Claim
	for i := range b.report.Scan.ClassifiedFiles.Files {
		f := &b.report.Scan.ClassifiedFiles.Files[i]
		if f.Regular() && !cited[f.Path] {
			all = append(all, luminos.Claim{Evidence: luminos.Evidence{
				Path: f.Path, Measure: luminos.MeasureSize, Value: strconv.FormatInt(f.Size, 10)}})
		}
	}
	o.Files, o.Taken = len(all), min(len(all), othersMost)
	some := make([]luminos.Claim, o.Taken)
	for i := range some {
		some[i] = all[i*len(all)/o.Taken]
	}
	now, err := b.states(ctx, some)
	for i := range now {
		switch now[i].State {
		case evidence.Changed:
			o.Resized++
		case evidence.Missing:
			o.Missing++
		}
	}
	return o, err
}

// String returns the counts as a sentence, which also names the changes that are not looked for.
func (o *Others) String() string {
	if o.Files == 0 {
		return "Files that are new or have no citation are not compared."
	}
	text := "Of " + words.Plural(o.Files, "file") + " without a citation"
	if o.Taken < o.Files {
		text += fmt.Sprintf(", %s of which were looked at", words.Count(o.Taken))
	}
	return text + fmt.Sprintf(", %s another size now and %s gone; new files, and changes that keep the size, "+
		"are not looked for.", has(o.Resized), is(o.Missing))
}

func has(n int) string {
	if n == 1 {
		return "1 has"
	}
	return words.Count(n) + " have"
}

func is(n int) string {
	if n == 1 {
		return "1 is"
	}
	return words.Count(n) + " are"
}
