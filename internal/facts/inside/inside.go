// Package inside sums up the content of files that are not plain text: it chooses the files, and adds up their
// extractions.
package inside

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/content"
)

// Bounds of one run. They depend on the target only, so that the report is the same on every machine.
const (
	filesMost = 10_000
	bytesMost = 2 << 30   // of all files
	fileMost  = 512 << 20 // of one file
	// textMost is the number of bytes of text of each file that are searched for secrets and orders to agents.
	textMost = 64 << 10
	// KeptMost is the number of files that a report lists. The facts are made from all files.
	KeptMost = 2000
	// entriesMost is the number of entries of an archive that the report keeps.
	entriesMost = 50
	// batchFiles is the number of files whose texts are in memory at a time.
	batchFiles = 64
	// innerMost is the number of bytes of texts in one file, such as files in an archive, that are searched, and
	// innerTotal of all files.
	innerMost  = 1 << 20
	innerTotal = 32 << 20
	// keysMost is the number of messages of all files whose keys are kept until the facts are made: 32 MB.
	keysMost = 2_000_000
	// asideMost is the number of files that are read in a target of code, in which they are an aside.
	asideMost = 200
)

// Result holds the sums, and the files and problems that were met.
type Result struct {
	Inside   *luminos.Inside // nil if no file was read
	Read     []luminos.Path
	Problems []luminos.Problem
	NotRead  []luminos.NotRead

	innerLeft int // texts in files that were not searched
	keys      int // of messages that are kept
}

// Found is a text that is to be searched.
type Found struct {
	luminos.Text
	// Place is the place of a text in its file, such as "its metadata" or "the output of cell 7". It is "" if lines of
	// the text can be cited.
	Place string
}

// Read extracts from the files of a scan that readers may know, and adds up their content. It calls text with the
// beginning of the texts of each file, the reading of the file first. A file that cannot be read is a row of the
// result. Read returns an error only if ctx is cancelled.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan, text func(Found)) (*Result, error) {
	r := &Result{}
	extractor := luminos.CapabilitiesOf(src).Extractor
	chosen, left := choose(scan)
	if extractor == nil || len(chosen) == 0 {
		return r, nil
	}
	paths := make([]luminos.Path, len(chosen))
	for i, f := range chosen {
		paths[i] = f.Path
	}
	beside := &besides{sizes: map[luminos.Path]int64{}}
	for i := range scan.Files {
		if scan.Files[i].Regular() {
			beside.sizes[scan.Files[i].Path] = scan.Files[i].Size
		}
	}
	in := &luminos.Inside{Left: left, Rows: []luminos.InsideRow{}, Files: []luminos.FileInside{}}
	inner := innerTotal
	for some := range slices.Chunk(paths, batchFiles) {
		all, err := extractor.Extract(ctx, some, luminos.Extract{Text: textMost, Inner: min(innerMost, max(inner, 0))})
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		inner -= r.add(in, some, all, text)
		for i, x := range all {
			if x != nil && family(x) == "archive" {
				beside.add(some[i], x)
			}
		}
		if err != nil {
			r.Problems = append(r.Problems, luminos.Problem{
				Path:   luminos.Root,
				Reason: "the files that are not plain text were not all read: " + luminos.ReadProblem(err),
			})
			break
		}
	}
	if in.Looked == 0 {
		return r, nil
	}
	if r.innerLeft > 0 {
		r.NotRead = append(r.NotRead, luminos.NotRead{
			What: "texts in files, such as files in archives", Files: r.innerLeft,
			Reason: "not searched for text that instructs agents: over the bounds",
		})
	}
	r.readSystems(ctx, src, in.Files, beside)
	slices.SortFunc(in.Files, func(a, b luminos.FileInside) int { return cmp.Compare(a.Path, b.Path) })
	pictures := photosOf(in.Files, scan.SurveySignals.Newest)
	if pictures.sum.Dated+pictures.sum.WithCamera > 0 && left == 0 {
		in.Photos = &pictures.sum
	}
	in.Rows = append(rows(in.Files, scan, pictures), beside.found[:min(len(beside.found), archivesShown)]...)
	if left > 0 {
		in.Rows = append(in.Rows, luminos.InsideRow{Label: "Looked", Text: partial(in)})
	}
	r.Inside = in
	return r, nil
}

// languageOfText is the property with the language that the words of a text have. The property "language" is the one
// that the file states, often the language of the program that wrote it.
const languageOfText = "language of text"

// Measure returns the number with the given name of the extraction of p, which is made again. A file without
// extraction has no numbers.
func Measure(ctx context.Context, src luminos.Source, p luminos.Path, name string) (string, error) {
	extractor := luminos.CapabilitiesOf(src).Extractor
	if extractor == nil {
		return "", luminos.NotMeasured("files cannot be extracted here")
	}
	all, err := extractor.Extract(ctx, []luminos.Path{p}, luminos.Extract{Text: textMost})
	if err != nil {
		return "", err
	}
	if all[0] == nil {
		return "", luminos.NotMeasured("no reader knows the format of the file")
	}
	return strconv.FormatInt(all[0].Number(name), 10), nil
}

// add adds the extractions of files to the result, and passes their texts on. It returns the number of bytes of texts
// in the files.
func (r *Result) add(
	in *luminos.Inside, paths []luminos.Path, all []*luminos.Extraction, text func(Found),
) (inner int) {
	for i, x := range all {
		if x == nil {
			continue
		}
		in.Looked++
		r.Read = append(r.Read, paths[i])
		text(Found{Text: luminos.Text{Path: paths[i], Content: x.Reading(), Encoding: x.Reader, From: x}})
		if len(x.Parts) > 0 {
			text(Found{luminos.Text{Path: paths[i], Content: x.Overview()}, "its metadata"})
		}
		for _, t := range x.Inner {
			inner += len(t.Text)
			found := Found{luminos.Text{Path: paths[i], Content: t.Text}, t.Name}
			if t.Reader != "" { // a source has this text
				found.Path, found.Place = paths[i]+"!/"+luminos.Path(t.Name), ""
				found.From = &luminos.Extraction{Reader: t.Reader}
			}
			text(found)
		}
		r.innerLeft += x.InnerLeft
		kept := luminos.FileInside{Path: paths[i], Extraction: *x}
		kept.Parts, kept.Inner, kept.InnerLeft = nil, nil, 0
		kept.Entries = kept.Entries[:min(len(kept.Entries), entriesMost)]
		if r.keys+len(kept.Keys) > keysMost {
			kept.Keys = nil
		}
		r.keys += len(kept.Keys)
		if x.Number("cues") > 0 {
			kept.Set(languageOfText, languageOf(x.Content()))
		}
		if name := family(x); name == "pdf" || name == "office" {
			if x.Number("sheets") == 0 { // the names in a table are in no language
				kept.Set(languageOfText, languageOf(x.Content()))
			}
			kept.Set(statedYear, yearOf(paths[i], x))
			if isInvoice(x) {
				kept.Set(kindOfText, invoice)
				kept.Set(statedYear, invoiceYear(x))
				kept.Set(totalAmount, totalOf(x.Content()))
			}
		}
		in.Files = append(in.Files, kept)
	}
	return inner
}

// ranks are the categories of files that are read, the most informative first.
var ranks = map[luminos.Category]int{
	luminos.CategoryDocument: 1, luminos.CategoryData: 2, luminos.CategoryModel: 3, luminos.CategoryArchive: 4,
	luminos.CategoryVideo: 5, luminos.CategoryAudio: 5, luminos.CategoryImage: 6, luminos.CategoryFont: 7,
	luminos.CategoryOther: 8,
}

// countedTexts are the extensions of texts that are read as they are, and counted here, as calendars and contacts are.
var countedTexts = map[string]bool{
	".gpx": true, ".kml": true, ".pem": true, ".crt": true, ".cer": true, ".csr": true, ".key": true,
	".srt": true, ".vtt": true, ".ass": true, ".ssa": true, ".xmp": true,
}

// choose returns the files of a scan to read, the most informative first, and the number of files that are left.
func choose(scan *luminos.Scan) (files []*luminos.File, left int) {
	code := 0
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Category == luminos.CategorySource {
			code++
		}
		cache := strings.EqualFold(f.Path.Base(), "Thumbs.db") // of a file manager
		if !f.Regular() || f.Vendored || f.Table || f.Size <= 0 || f.MIME == content.LFSPointer || cache {
			continue
		}
		id := content.Identity{Category: f.Category, Language: f.Language, MIME: f.MIME, Text: f.Text}
		counted := countedTexts[f.Path.Ext()] || f.MIME == "text/calendar" || f.MIME == "text/vcard"
		if f.Text && !counted && !content.ReadByExtraction(f.Path, id) || !f.Text && ranks[f.Category] == 0 {
			continue
		}
		files = append(files, f)
	}
	slices.SortStableFunc(files, func(a, b *luminos.File) int {
		return cmp.Or(rank(a)-rank(b), a.Path.Depth()-b.Path.Depth(), cmp.Compare(a.Path, b.Path))
	})
	most, total := filesMost, int64(0)
	if code > len(files) { // pictures and archives say little about a program
		most = asideMost
		files = slices.DeleteFunc(files, func(f *luminos.File) bool { return rank(f) > ranks[luminos.CategoryModel] })
	}
	all := len(files)
	files = slices.DeleteFunc(files, func(f *luminos.File) bool {
		if most == 0 || f.Size > fileMost || total+f.Size > bytesMost {
			return true
		}
		most--
		total += f.Size
		return false
	})
	return files, all - len(files)
}

// rank returns the place of the category of a file among the categories that are read. Text is a message or a notebook.
func rank(f *luminos.File) int {
	if f.Text {
		return 1
	}
	return ranks[f.Category]
}

// family returns the name of the reader of an extraction, without its version.
func family(x *luminos.Extraction) string {
	name, _, _ := strings.Cut(x.Reader, " ")
	return name
}
