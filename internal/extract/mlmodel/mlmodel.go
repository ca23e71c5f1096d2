// Package mlmodel reads files of trained models: safetensors, GGUF, ONNX, pickles, and the archives of PyTorch and
// Keras. It reads headers and structures, and no weights. Nothing of a file is run.
package mlmodel

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"luminos"
	"luminos/internal/extract/file"
)

// Reader reads files of trained models.
var Reader = file.Reader{Name: "mlmodel", Version: 1, Reads: reads, Read: read}

const (
	tensorsMost = 100_000 // tensors that are listed; all are counted
	nameMost    = 300     // bytes of a name
	valueMost   = 200     // bytes of a value in a text
)

// runsCode is the risk of a file that holds a pickle.
const runsCode = "runs code when it is loaded"

// kind is a format: its test by the name and the beginning of a file, and its reader.
type kind struct {
	is   func(*file.File) bool
	read func(*file.File, *luminos.Extraction) error
}

var kinds = []kind{
	{isGGUF, readGGUF},
	{isSafetensors, readSafetensors},
	{isArchive, readArchive},
	{isONNX, readONNX},
	{isPickle, readPickle},
}

func find(f *file.File) *kind {
	for i := range kinds {
		if kinds[i].is(f) {
			return &kinds[i]
		}
	}
	return nil
}

// empties are the extensions of files of the family, by which files without bytes are recognised.
var empties = map[string]bool{
	".gguf": true, ".safetensors": true, ".onnx": true, ".pkl": true, ".pickle": true, ".joblib": true, ".pt": true,
	".pth": true,
}

func reads(f *file.File) bool { return f.Size == 0 && empties[ext(f)] || find(f) != nil }

func read(f *file.File, x *luminos.Extraction) error { return find(f).read(f, x) }

// ext returns the extension of the file in lower case.
func ext(f *file.File) string { return strings.ToLower(f.Path.Ext()) }

func begins(f *file.File, magic string) bool { return bytes.HasPrefix(f.Head, []byte(magic)) }

// tensors counts tensors and their elements, and lists them as a part of the text.
type tensors struct {
	x      *luminos.Extraction
	text   *file.Text
	count  int64
	params int64
	types  file.Values
	over   bool // the number of elements exceeds 64 bits
}

// add adds a tensor. A shape without dimensions has one element; a negative dimension is unknown.
func (t *tensors) add(name, dtype string, shape []int64) {
	if t.count++; t.count == 1 {
		t.text.Part("tensors")
	}
	t.types.Add(dtype)
	n := product(shape)
	if n < 0 || t.params > math.MaxInt64-n {
		t.over = true
	} else {
		t.params += n
	}
	if t.count > tensorsMost {
		t.x.Limit("only the first " + strconv.Itoa(tensorsMost) + " tensors are listed")
		return
	}
	if !t.text.Full() {
		t.text.Line(cell(name) + "\t" + dtype + "\t" + shapeWords(shape))
	}
}

// done sets the numbers of the extraction.
func (t *tensors) done() {
	if t.count == 0 {
		return
	}
	t.x.Add("tensors", t.count)
	if !t.over {
		t.x.Add("parameters", t.params)
	}
	t.types.Set(t.x, "types of tensors")
}

// product returns the number of elements of a shape, or -1 if it exceeds 64 bits or a dimension is negative.
func product(shape []int64) int64 {
	if slices.Contains(shape, 0) {
		return 0
	}
	n := int64(1)
	for _, d := range shape {
		if d < 0 || n > math.MaxInt64/d {
			return -1
		}
		n *= d
	}
	return n
}

func shapeWords(shape []int64) string {
	all := make([]string, len(shape))
	for i, n := range shape {
		all[i] = strconv.FormatInt(n, 10)
	}
	return short("("+strings.Join(all, ", ")+")", valueMost)
}

// cell returns a value for a line of values between tabs: on one line, and cut.
func cell(s string) string {
	return short(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s), valueMost)
}

// short returns the text, cut at a rune to at most n bytes.
func short(s string, n int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// firstMember returns the name of the first member of a zip archive by its head, or "".
func firstMember(head []byte) string {
	if len(head) < 30 || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return ""
	}
	n := int(binary.LittleEndian.Uint16(head[26:]))
	return string(head[30:][:min(n, len(head)-30)])
}
