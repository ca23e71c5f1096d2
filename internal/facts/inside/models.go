package inside

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// netsShown is the number of groups of models that have a row.
const netsShown = 3

func models(s *sum, add func(string, ...string)) {
	add("Models", s.formats(4))
	nets := netsOf(s.all)
	for _, g := range nets[:min(len(nets), netsShown)] {
		add("Nets", g.text(s.sizes))
	}
}

// isPlain reports whether a file is a whole pickle that needs no class: numbers, texts and lists of them.
func isPlain(f *luminos.FileInside) bool {
	return strings.HasPrefix(f.Format, "Python pickle") && f.State == "" && len(f.Limits) == 0 &&
		topOf(f, "imports").Total == 0
}

// net is the models of one directory whose names begin with the same word: mostly forms of one net.
type net struct {
	name   string
	models []*luminos.FileInside
}

// netsOf returns the groups of models, the ones with the most parameters first. A model without tensors and inputs is
// no net.
func netsOf(files []*luminos.FileInside) []net {
	by := map[string][]*luminos.FileInside{}
	for _, f := range files {
		if f.Number("parameters")+f.Number("tensors") == 0 && f.Property("inputs") == "" {
			continue
		}
		base := f.Path.Base()
		word := base[:cmp.Or(max(strings.IndexAny(base, "_-. "), 0), len(base))]
		key := path.Join(string(f.Path.Dir()), word)
		by[key] = append(by[key], f)
	}
	var out []net
	for _, key := range slices.Sorted(maps.Keys(by)) {
		name := by[key][0].Path.Base()
		if len(by[key]) > 1 {
			name = path.Base(key) + "*"
		}
		out = append(out, net{name, by[key]})
	}
	slices.SortStableFunc(out, func(a, b net) int { return cmp.Compare(b.parameters(), a.parameters()) })
	return out
}

// parameters returns the number of parameters of the largest model.
func (n net) parameters() (most int64) {
	for _, f := range n.models {
		most = max(most, f.Number("parameters"))
	}
	return most
}

// text returns the formats of the models with the range of their numbers, and the inputs and outputs of the first one
// that states them: "vad*: 309,633 parameters · F32 · 1.2 MiB · opset 15 · 2 ONNX models · in x".
func (n net) text(sizes map[luminos.Path]int64) string {
	s := &sum{}
	low, high := int64(0), int64(0)
	small, large := sizes[n.models[0].Path], int64(0)
	var opsets []int
	kinds := map[string]int{}
	inputs, outputs, of := "", "", ""
	for _, f := range n.models {
		s.add(f)
		small, large = min(small, sizes[f.Path]), max(large, sizes[f.Path])
		if p := f.Number("parameters"); p > 0 {
			low, high = min(cmp.Or(low, p), p), max(high, p)
		}
		if v, err := strconv.Atoi(f.Property("opset")); err == nil {
			opsets = append(opsets, v)
		}
		for _, c := range topOf(f, "types of tensors").Top {
			kinds[cmp.Or(numberTypes[c.Name], c.Name)] += c.Files
		}
		if inputs == "" {
			inputs, outputs = f.Property("inputs"), f.Property("outputs")
			if inputs != "" && len(n.models) > 1 { // other forms can have other ones
				of = " of " + words.Name(f.Path.Base())
			}
		}
	}
	var parts []string
	if high > 0 {
		parts = append(parts, words.Between(words.Count(low), words.Count(high))+" parameters")
	}
	names := slices.SortedFunc(maps.Keys(kinds), func(a, b string) int {
		return cmp.Or(kinds[b]-kinds[a], cmp.Compare(a, b))
	})
	if len(names) > 0 {
		parts = append(parts, words.Some(names, 2))
	}
	if large > 0 {
		size := words.Bytes(large)
		if least := words.Bytes(small); least != size {
			size = least + " to " + size
		}
		parts = append(parts, size)
	}
	if len(opsets) > 0 {
		parts = append(parts, "opset "+words.Between(strconv.Itoa(slices.Min(opsets)), strconv.Itoa(slices.Max(opsets))))
	}
	parts = append(parts, s.formats(4))
	for _, end := range []struct{ label, text string }{{"in", inputs}, {"out", outputs}} {
		if end.text != "" {
			parts = append(parts, end.label+of+" "+words.Line(end.text, 120))
		}
	}
	return words.Name(n.name) + ": " + strings.Join(parts, " · ")
}

// numberTypes are the names that ONNX gives to types of tensors, with the ones of the other formats.
var numberTypes = map[string]string{
	"float": "F32", "float16": "F16", "double": "F64", "bfloat16": "BF16", "int64": "I64", "int32": "I32", "int8": "I8",
	"uint8": "U8", "bool": "BOOL",
}

// topOf returns the counted values of a file with a name, or no values.
func topOf(f *luminos.FileInside, name string) luminos.ValueCounts {
	for _, v := range f.Values {
		if v.Name == name {
			return v
		}
	}
	return luminos.ValueCounts{}
}

// titlesShown is the number of titles of notebooks that a row names.
const titlesShown = 12

func notebooks(s *sum, add func(string, ...string)) {
	bare, titles := 0, []string(nil)
	var versions [][]int // of Python, as numbers
	homes := map[luminos.Path]int{}
	for _, f := range s.all {
		homes[f.Path.Dir()]++
	}
	slices.SortStableFunc(s.all, func(a, b *luminos.FileInside) int {
		return homes[b.Path.Dir()] - homes[a.Path.Dir()]
	})
	for _, f := range s.all {
		if f.Number("bytes of outputs") == 0 && f.Number("code cells") > 0 && f.State != luminos.ExtractDamaged {
			bare++
		}
		title := words.Quote(words.Line(f.Property("title"), 60))
		if f.Property("title") != "" && !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
		version, ok := strings.CutPrefix(f.Property("language"), "python ")
		if n := words.Numbers(version); ok && len(n) >= 2 && n[1] > 0 {
			versions = append(versions, n[:2])
		}
	}
	state, python, outputs := "", "", ""
	if bare > 0 {
		state = words.Plural(bare, "notebook") + " without outputs"
	}
	if bare == len(s.all) {
		state = "no outputs"
	}
	if len(versions) > 0 {
		slices.SortFunc(versions, slices.Compare)
		form := func(v []int) string { return strconv.Itoa(v[0]) + "." + strconv.Itoa(v[1]) }
		python = "Python " + words.Between(form(versions[0]), form(versions[len(versions)-1]))
	}
	if n := s.numbers["bytes of outputs"]; n > 0 {
		outputs = words.Bytes(n) + " of outputs"
	}
	errors := "no errors in outputs"
	if n := s.numbers["errors in outputs"]; n > 0 {
		errors = counted(n, "errors in outputs")
	} else if bare == len(s.all) {
		errors = ""
	}
	add("Cells", words.Plural(s.files, "notebook"),
		amounts(s.numbers, "code cells", "text cells", "other cells", "lines of code"),
		errors, state, python, outputs)
	if len(titles) > 0 {
		add("Titles", words.Some(titles, titlesShown))
	}
}
