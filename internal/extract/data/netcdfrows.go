package data

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

// variable is the place and the shape of the values of a variable.
type variable struct {
	name   string
	kind   int
	dims   []int // by their numbers in the file
	begin  int64
	record bool   // its first dimension grows
	fill   []byte // the value that means a missing one
}

// netCDFWindow is the number of bytes of a variable that are read at once.
const netCDFWindow = 16 << 10

// netCDFRows calls a function with one row for each position along the dimensions that a table names, "time, lat": the
// coordinates, and the values of all variables with these dimensions. "" is the only combination of dimensions.
// Values are as stored: scale_factor and add_offset are not applied.
func netCDFRows(f *file.File, table string, most int, row func(columns, values []string) bool) error {
	n := &netCDF{x: &luminos.Extraction{}, keep: true}
	if n.header(f); n.Err != nil {
		return n.Err
	}
	var chosen []variable
	for _, v := range n.variables {
		if names := strings.Join(n.names(v), ", "); names == table || table == "" {
			if len(chosen) > 0 && names != strings.Join(n.names(chosen[0]), ", ") {
				return fmt.Errorf("%w: its variables have different dimensions", ErrNoTable)
			}
			chosen = append(chosen, v)
		}
	}
	if len(chosen) == 0 || len(chosen) > columnsMost/10 {
		return ErrNoTable
	}
	return n.rows(f, chosen, most, row)
}

// names returns the names of the dimensions of the rows of a variable. The last dimension of texts is their length.
func (n *netCDF) names(v variable) []string {
	var names []string
	for _, d := range v.rowDims() {
		names = append(names, n.dimensions[d])
	}
	return names
}

func (v variable) rowDims() []int {
	if v.kind == 2 && len(v.dims) > 0 && !(v.record && len(v.dims) == 1) {
		return v.dims[:len(v.dims)-1]
	}
	return v.dims
}

// rows passes the rows of variables that share their dimensions.
func (n *netCDF) rows(f *file.File, chosen []variable, most int, row func(columns, values []string) bool) error {
	dims := chosen[0].rowDims()
	lengths := make([]int64, len(dims))
	total := int64(1)
	for i, d := range dims {
		if lengths[i] = n.sizes[d]; lengths[i] == 0 {
			lengths[i] = n.records
		}
		if lengths[i] == 0 {
			return nil
		}
		if lengths[i] > math.MaxInt64/total {
			return errNetCDF
		}
		total *= lengths[i]
	}
	columns := n.names(chosen[0])
	var coordinates []*window
	for _, d := range dims {
		coordinates = append(coordinates, n.coordinate(f, d))
	}
	var windows []*window
	for _, v := range chosen {
		columns = append(columns, v.name)
		windows = append(windows, n.window(f, v))
	}
	values := make([]string, len(columns))
	for at := range total {
		if most--; most < 0 {
			return nil
		}
		rest := at
		for i := len(dims) - 1; i >= 0; i-- {
			k := rest % lengths[i]
			rest /= lengths[i]
			values[i] = strconv.FormatInt(k, 10)
			if coordinates[i] != nil {
				values[i] = coordinates[i].text(k)
			}
		}
		for i, w := range windows {
			values[len(dims)+i] = w.text(at)
		}
		for _, w := range append(windows, coordinates...) {
			if w != nil && w.err != nil {
				return w.err
			}
		}
		if !row(columns, values) {
			return nil
		}
	}
	return nil
}

// coordinate returns the values along a dimension, which a variable with the name of the dimension holds, or nil.
func (n *netCDF) coordinate(f *file.File, dim int) *window {
	for _, v := range n.variables {
		if d := v.rowDims(); v.name == n.dimensions[dim] && len(d) == 1 && d[0] == dim {
			return n.window(f, v)
		}
	}
	return nil
}

// window reads the values of a variable in their order.
type window struct {
	f          *file.File
	variable   variable
	width      int64 // bytes of a value
	each, step int64 // values of a record, and bytes from one record to the next
	b          []byte
	from       int64
	err        error
}

func (n *netCDF) window(f *file.File, v variable) *window {
	w := &window{f: f, variable: v, width: netCDFSizes[v.kind], each: math.MaxInt64, step: n.recordSize()}
	for _, d := range v.dims[len(v.rowDims()):] {
		w.width *= max(n.sizes[d], 0)
	}
	if w.width > netCDFWindow {
		w.width, w.err = 0, file.ErrTooLarge
	}
	if v.record {
		w.each = 1
		for _, d := range v.rowDims()[1:] {
			w.each *= max(n.sizes[d], 1)
		}
	}
	return w
}

// recordSize returns the bytes of a record: the values of all variables that grow, each filled up to four bytes unless
// it is the only one.
func (n *netCDF) recordSize() int64 {
	var size, exact int64
	count := 0
	for _, v := range n.variables {
		if !v.record {
			continue
		}
		count++
		exact = netCDFSizes[v.kind]
		for _, d := range v.dims[1:] {
			exact = min(exact*min(n.sizes[d], 1<<31), 1<<31) // the size of a variable has 32 bits
		}
		size += exact + -exact&3
	}
	if count == 1 {
		return exact
	}
	return size
}

// text returns a value as text, or "" for a missing one.
func (w *window) text(i int64) string {
	at := w.variable.begin + i%w.each*w.width
	if w.variable.record {
		at += i / w.each * w.step
	}
	if w.err != nil || w.width == 0 {
		return ""
	}
	if at < w.from || at+w.width > w.from+int64(len(w.b)) {
		if w.b == nil {
			w.b = make([]byte, netCDFWindow)
		}
		n, err := w.f.ReadAt(w.b[:netCDFWindow], at)
		w.b, w.from = w.b[:n], at
		if int64(n) < w.width {
			w.err = io.ErrUnexpectedEOF
			if err != nil && !errors.Is(err, io.EOF) {
				w.err = err
			}
			return ""
		}
	}
	b := w.b[at-w.from:][:w.width]
	if len(w.variable.fill) > 0 && string(b) == string(w.variable.fill) {
		return ""
	}
	return netCDFValue(w.variable.kind, b)
}

// netCDFValue returns a value of a type as text.
func netCDFValue(kind int, b []byte) string {
	order := binary.BigEndian
	switch kind {
	case 1:
		return strconv.Itoa(int(int8(b[0])))
	case 2:
		return cell(strings.TrimRight(string(b), "\x00 "))
	case 3:
		return strconv.Itoa(int(int16(order.Uint16(b))))
	case 4:
		return strconv.Itoa(int(int32(order.Uint32(b))))
	case 5:
		return strconv.FormatFloat(float64(math.Float32frombits(order.Uint32(b))), 'g', -1, 32)
	case 6:
		return strconv.FormatFloat(math.Float64frombits(order.Uint64(b)), 'g', -1, 64)
	case 7:
		return strconv.Itoa(int(b[0]))
	case 8:
		return strconv.Itoa(int(order.Uint16(b)))
	case 9:
		return strconv.FormatUint(uint64(order.Uint32(b)), 10)
	case 10:
		return strconv.FormatInt(int64(order.Uint64(b)), 10)
	}
	return strconv.FormatUint(order.Uint64(b), 10)
}
