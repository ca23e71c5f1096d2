package data

import (
	"encoding/binary"
	"errors"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	dimensionsMost = 100_000
	variablesMost  = 100_000
	attributeMost  = 64 << 10 // bytes of the text of an attribute
)

var errNetCDF = errors.New("the header of the NetCDF file is not valid")

// netCDF reads a header (https://docs.unidata.ucar.edu/netcdf-c/current/file_format_specifications.html).
type netCDF struct {
	*file.Stream
	x          *luminos.Extraction
	version    byte
	dimensions []string
	lengths    []string
	begin      uint64 // the highest offset of values

	keep      bool // variables are wanted
	sizes     []int64
	records   int64
	variables []variable
}

// readNetCDF reads the header of NetCDF 3: dimensions, variables, and the attributes of the file.
func readNetCDF(f *file.File, x *luminos.Extraction) error {
	n := &netCDF{x: x}
	columns := n.header(f)
	t := file.NewText(f, x)
	t.Part("dimensions")
	for i, d := range n.dimensions {
		t.Line(cell(d) + "\t" + n.lengths[i])
	}
	t.EndSample()
	list(f, x, "variables", columns)
	x.Columns = columns[:min(len(columns), columnsMost)]
	if n.Err == nil && n.begin > uint64(f.Size) {
		x.Fail(luminos.ExtractDamaged, "it is cut off: values of its variables are missing")
	}
	return n.Err
}

// header reads the header, and returns the variables as columns.
func (n *netCDF) header(f *file.File) (columns []luminos.Column) {
	x := n.x
	n.Stream, n.version = f.Stream(binary.BigEndian), f.Head[3]
	forms := map[byte]string{1: "NetCDF 3", 2: "NetCDF 3, 64-bit offset", 5: "NetCDF 3, 64-bit data (CDF-5)"}
	x.Format = forms[n.version]
	n.Skip(4)
	records := n.count()
	unknown := n.version == 5 && records == 1<<64-1 || n.version != 5 && records == 1<<32-1
	n.elements(10, dimensionsMost, func() {
		n.dimensions = append(n.dimensions, n.name())
		size := n.count()
		word := strconv.FormatUint(size, 10)
		if size == 0 {
			word = "records"
			if !unknown && records < 1<<62 {
				x.Add("records", int64(records))
			}
		}
		n.lengths = append(n.lengths, word)
		n.sizes = append(n.sizes, int64(min(size, 1<<62)))
	})
	x.Add("dimensions", int64(len(n.dimensions)))
	if n.records = int64(min(records, 1<<62)); unknown {
		n.records = 0
	}
	n.attributes(true)
	n.elements(11, variablesMost, func() { columns = append(columns, n.variable()) })
	x.Add("variables", int64(len(columns)))
	return columns
}

// count reads a number of elements, whose size depends on the version.
func (n *netCDF) count() uint64 {
	if n.version == 5 {
		return n.U64()
	}
	return uint64(n.U32())
}

// elements reads a list of the kind with a tag.
func (n *netCDF) elements(tag uint32, most uint64, element func()) {
	got, count := n.U32(), n.count()
	if got != tag && (got != 0 || count != 0) {
		n.Fail(errNetCDF)
	}
	for i := uint64(0); i < count && n.Err == nil; i++ {
		if i == most {
			n.Fail(file.ErrTooLarge)
			return
		}
		element()
	}
}

// name reads a name, which fills up four bytes.
func (n *netCDF) name() string {
	size := n.count()
	b := n.Prefix(size, nameMost)
	n.Skip(-size & 3)
	return name(b)
}

var netCDFTypes = []string{"", "byte", "char", "short", "int", "float", "double", "ubyte", "ushort", "uint", "int64",
	"uint64"}

var netCDFSizes = []int64{0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8}

// kind reads a type: its number, or 0 if it is not valid.
func (n *netCDF) kind() uint32 {
	t := n.U32()
	if t == 0 || int64(t) >= int64(len(netCDFTypes)) {
		n.Fail(errNetCDF)
		return 0
	}
	return t
}

// typ reads a type: its name, and the bytes of a value.
func (n *netCDF) typ() (string, uint64) {
	t := n.kind()
	return netCDFTypes[t], uint64(netCDFSizes[t])
}

// attributes reads a list of attributes. Attributes of the whole file become properties. Of a variable it returns the
// value that means a missing one.
func (n *netCDF) attributes(global bool) (fill []byte) {
	names := map[string]string{"title": "title", "institution": "institution", "source": "source", "history": "history",
		"references": "references", "comment": "description", "conventions": "conventions", "creator_name": "author",
		"author": "author", "license": "license", "date_created": "created", "creation_date": "created"}
	n.elements(12, 1<<62, func() {
		key := strings.ToLower(n.name())
		typ, width := n.typ()
		count := n.count()
		if width == 0 || count > uint64(n.Left())/width {
			n.Fail(errNetCDF)
			return
		}
		size := count * width
		text := n.Prefix(size, attributeMost)
		n.Skip(-size & 3)
		if global {
			n.x.Add("attributes", 1)
		}
		if property := names[key]; global && typ == "char" && property != "" {
			n.x.Set(property, strings.TrimRight(string(text), "\x00"))
		}
		if key == "_fillvalue" && count == 1 {
			fill = text
		}
	})
	return fill
}

// variable reads a variable as a column, with its dimensions in its type: "float(time, lat)".
func (n *netCDF) variable() luminos.Column {
	c := luminos.Column{Name: n.name()}
	count := n.count()
	if count > 1024 { // NC_MAX_VAR_DIMS
		n.Fail(errNetCDF)
		return c
	}
	var dims []string
	v := variable{name: c.Name}
	for range count {
		id := n.count()
		if id >= uint64(len(n.dimensions)) {
			n.Fail(errNetCDF)
			return c
		}
		dims = append(dims, short(n.dimensions[id], 60))
		v.dims = append(v.dims, int(id))
	}
	v.fill = n.attributes(false)
	v.kind = int(n.kind())
	c.Type = netCDFTypes[v.kind]
	if len(dims) > 0 {
		c.Type = short(c.Type+"("+strings.Join(dims, ", ")+")", valueMost)
	}
	n.count() // the size of the values
	begin := uint64(0)
	if n.version == 1 {
		begin = uint64(n.U32())
	} else {
		begin = n.U64()
	}
	if n.Err == nil {
		n.begin = max(n.begin, begin)
	}
	if n.keep && n.Err == nil {
		v.begin = int64(min(begin, 1<<62))
		v.record = len(v.dims) > 0 && n.sizes[v.dims[0]] == 0
		n.variables = append(n.variables, v)
	}
	return c
}
