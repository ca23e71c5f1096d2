package data

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	npyMagic   = "\x93NUMPY"
	npyMost    = 1 << 20 // bytes of the header of an array
	arraysMost = 10_000  // arrays of an archive
)

var errNumPy = errors.New("the header of the array is not valid")

// array is the header of an array of NumPy
// (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
type array struct {
	version  string
	dtype    string
	fields   []luminos.Column // of a structured type
	fortran  bool
	shape    []int64
	elements int64
	header   int64 // bytes before the values
	objects  bool  // the values are a pickle
	item     int64 // bytes of a value, or 0 if unknown
}

// readNPY reads the header of an array.
func readNPY(f *file.File, x *luminos.Extraction) error {
	x.Format = "NumPy array"
	a, err := parseNPY(f.Stream(binary.LittleEndian))
	if err != nil {
		return err
	}
	x.Format += " " + a.version
	x.Set("dtype", a.dtype)
	x.Set("shape", a.shapeWords())
	x.Set("order", map[bool]string{true: "Fortran"}[a.fortran])
	x.Add("elements", a.elements)
	rows, columns := a.table()
	x.Add("rows", rows)
	if len(a.fields) > 0 {
		one(f, x, a.fields)
	} else {
		x.Add("columns", columns)
	}
	if a.objects {
		x.Risks = append(x.Risks, runsCode)
	}
	if a.item > 0 && a.elements > (f.Size-a.header)/a.item {
		x.Fail(luminos.ExtractDamaged, "it is cut off: it has fewer values than its header states")
	}
	return nil
}

// runsCode is the risk of an array of objects, which are a pickle. NumPy refuses them unless allow_pickle is set
// (https://numpy.org/doc/stable/reference/generated/numpy.load.html).
const runsCode = "runs code if it is loaded with allow_pickle"

// parseNPY reads a header.
func parseNPY(s *file.Stream) (*array, error) {
	if string(s.Next(len(npyMagic))) != npyMagic {
		s.Fail(errNumPy)
	}
	major, minor := s.U8(), s.U8()
	size := uint64(0)
	if major == 1 {
		size = uint64(s.U16())
	} else {
		size = uint64(s.U32())
	}
	if major < 1 || major > 3 {
		s.Fail(errNumPy)
	}
	text := s.Bytes(size, npyMost)
	if s.Err != nil {
		return nil, s.Err
	}
	a := &array{version: strconv.Itoa(int(major)) + "." + strconv.Itoa(int(minor)), header: s.Pos()}
	p := &literals{text: string(text)}
	dict, ok := p.value(0).(map[string]any)
	if !ok || p.bad {
		return nil, errNumPy
	}
	a.setType(dict["descr"])
	a.fortran = dict["fortran_order"] == "True"
	shape, ok := dict["shape"].([]any)
	if !ok || a.dtype == "" {
		return nil, errNumPy
	}
	a.elements = 1
	for _, v := range shape {
		word, _ := v.(string)
		n, err := strconv.ParseInt(strings.TrimSuffix(word, "L"), 10, 64)
		if err != nil || n < 0 || n > 0 && a.elements > math.MaxInt64/n {
			return nil, errNumPy
		}
		a.shape = append(a.shape, n)
		a.elements *= n
	}
	return a, nil
}

// setType sets the type of the values: a name, or the fields of a structure.
func (a *array) setType(descr any) {
	switch d := descr.(type) {
	case text:
		a.dtype, a.item = string(d), itemSize(string(d))
	case []any:
		a.dtype = "structure"
		known := true
		for _, f := range d {
			if pair, ok := f.([]any); ok && len(pair) >= 2 {
				c := luminos.Column{Name: short(words(pair[0]), nameMost), Type: short(words(pair[1]), valueMost)}
				a.fields = append(a.fields, c)
				size := itemSize(c.Type)
				known = known && size > 0 && len(pair) == 2
				a.item += size
			}
		}
		if !known {
			a.item = 0
		}
	}
	a.objects = slices.ContainsFunc(append(a.fields, luminos.Column{Type: a.dtype}), func(c luminos.Column) bool {
		return strings.Contains(c.Type, "O")
	})
}

// words returns a literal as words.
func words(v any) string {
	switch v := v.(type) {
	case text:
		return string(v)
	case []any:
		var all []string
		for _, e := range v {
			all = append(all, words(e))
		}
		return "(" + strings.Join(all, ", ") + ")"
	case string:
		return v
	}
	return "structure"
}

// itemSize returns the bytes of a value: "<f4" has 4. It is 0 for structures and objects.
func itemSize(dtype string) int64 {
	digits := strings.TrimLeft(dtype, "<>|=bBhHiIlLqQfdgFDGSUVcumM?a")
	digits, _, _ = strings.Cut(digits, "[")
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil || n < 0 {
		return 0
	}
	if strings.Contains(dtype, "U") {
		n *= 4
	}
	return n
}

func (a *array) shapeWords() string {
	all := make([]string, len(a.shape))
	for i, n := range a.shape {
		all[i] = strconv.FormatInt(n, 10)
	}
	return "(" + strings.Join(all, ", ") + ")"
}

// table returns the number of rows, and of columns: fields, or the values of one row.
func (a *array) table() (rows, columns int64) {
	rows, columns = 1, 1
	if len(a.shape) > 0 {
		rows = a.shape[0]
	}
	if rows > 0 && len(a.shape) > 1 {
		columns = a.elements / rows
	}
	if len(a.fields) > 0 {
		columns = int64(len(a.fields))
	}
	return rows, columns
}

// isNPZ reports whether a zip archive has the extension of NumPy, or begins with an array.
func isNPZ(f *file.File) bool {
	if !bytes.HasPrefix(f.Head, []byte("PK\x03\x04")) || len(f.Head) < 30 {
		return false
	}
	n := int(binary.LittleEndian.Uint16(f.Head[26:]))
	first := f.Head[30:][:min(n, len(f.Head)-30)]
	return ext(f) == ".npz" || bytes.HasSuffix(first, []byte(".npy"))
}

// readNPZ reads the headers of the arrays of an archive.
func readNPZ(f *file.File, x *luminos.Extraction) error {
	x.Format = "NumPy archive"
	z, err := f.Members()
	if err != nil {
		return err
	}
	t := file.NewText(f, x)
	defer t.EndSample()
	t.Part("arrays")
	for i, m := range z.File {
		if i == arraysMost {
			x.Limit("only the first " + strconv.Itoa(arraysMost) + " arrays were read")
			break
		}
		a, err := member(m)
		if file.Stopped(err) {
			return err
		}
		if err != nil {
			x.Fail(luminos.ExtractDamaged, "not all of its arrays can be read")
			continue
		}
		x.Add("arrays", 1)
		x.Add("elements", a.elements)
		rows, columns := a.table()
		label := string(luminos.PathFromOS(strings.TrimSuffix(m.Name, ".npy")))
		table := luminos.DataTable{Name: short(label, nameMost), Rows: rows, Columns: int(min(columns, math.MaxInt32))}
		x.Tables = append(x.Tables, table)
		t.Line(cell(label) + "\t" + a.dtype + "\t" + a.shapeWords())
		if a.objects && len(x.Risks) == 0 {
			x.Risks = append(x.Risks, runsCode)
		}
	}
	return nil
}

// member reads the header of an array in an archive.
func member(m *zip.File) (*array, error) {
	r, err := m.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, 64<<10))
	if err != nil {
		return nil, err
	}
	return parseNPY(file.BytesStream(b, binary.LittleEndian))
}
