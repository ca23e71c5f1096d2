package data

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"luminos/internal/extract/file"
)

// errValues is the error of values that do not follow their encoding
// (https://github.com/apache/parquet-format/blob/master/Encodings.md).
var errValues = errors.New("the values of a column do not follow their encoding")

// decoder returns a function that returns the text of the next value of a page.
func (c *cursor) decoder(encoding int64, b []byte) (func() (string, error), error) {
	e := c.leaf.of
	switch encoding {
	case 0:
		return plainValues(e, b), nil
	case 2, 8: // of a dictionary
		b = append(b, 0)[:max(len(b), 1)] // a page without values has no width
		r := &runs{b: b[1:], width: int(min(b[0], 32))}
		return func() (string, error) {
			i, err := r.next()
			if err != nil || i >= len(c.words) {
				return "", errValues
			}
			return c.words[i], nil
		}, nil
	case 3: // truth values
		if len(b) < 4 {
			return nil, errValues
		}
		r := &runs{b: b[4:], width: 1}
		return func() (string, error) {
			i, err := r.next()
			return strconv.FormatBool(i == 1), err
		}, nil
	case 5:
		d := newDeltas(b)
		return func() (string, error) {
			n, err := d.next()
			if e.physical == 1 {
				return e.value(binary.LittleEndian.AppendUint32(nil, uint32(n))), err
			}
			return e.value(binary.LittleEndian.AppendUint64(nil, uint64(n))), err
		}, nil
	case 6, 7:
		next, err := deltaTexts(b, encoding == 7)
		return func() (string, error) {
			v, err := next()
			return e.value(v), err
		}, err
	case 9: // the first bytes of all values, the second bytes…
		width := e.width()
		if width <= 0 {
			return nil, errValues
		}
		n, i := len(b)/width, 0
		value := make([]byte, width)
		return func() (string, error) {
			if i >= n {
				return "", errValues
			}
			for k := range value {
				value[k] = b[k*n+i]
			}
			i++
			return e.value(value), nil
		}, nil
	}
	return nil, fmt.Errorf("%w: the encoding %d of its values is not known", ErrNoTable, encoding)
}

// width returns the number of bytes of a value, or -1 if it differs.
func (e element) width() int {
	if e.physical == 7 {
		return int(min(max(e.length, 0), pageMost))
	}
	return []int{-1, 4, 8, 12, 4, 8, -1, -1}[e.physical&7]
}

// plainValues returns the values of a page in the plain encoding.
func plainValues(e element, b []byte) func() (string, error) {
	if e.physical == 0 {
		at := 0
		return func() (string, error) {
			v, ok := bitsAt(b, at, 1)
			if at++; !ok {
				return "", errValues
			}
			return strconv.FormatBool(v == 1), nil
		}
	}
	width := e.width()
	return func() (string, error) {
		n := width
		if n < 0 {
			if len(b) < 4 {
				return "", errValues
			}
			n, b = int(binary.LittleEndian.Uint32(b)), b[4:]
		}
		if n > len(b) {
			return "", errValues
		}
		v := b[:n]
		b = b[n:]
		return e.value(v), nil
	}
}

// value returns a value as text. Bytes that are no text are hexadecimal.
func (e element) value(b []byte) string {
	b = b[:min(len(b), 4*longMost)]
	if n := e.plain(b); n.text != "" {
		return cell(n.text)
	}
	switch kind := e.kind(); {
	case e.physical == 3 && len(b) == 12: // nanoseconds, and the Julian day
		days := int64(int32(binary.LittleEndian.Uint32(b[8:]))) - 2440588
		return moment(time.Unix(days*86400, int64(binary.LittleEndian.Uint64(b))))
	case kind == "DECIMAL" && len(b) <= 64 && e.scale >= 0 && e.scale <= 100:
		return bigDecimal(b, int(e.scale))
	case kind == "UUID" && len(b) == 16:
		h := hex.EncodeToString(b)
		return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
	case kind == "FLOAT16" && len(b) == 2:
		return realOf(halfOf(binary.LittleEndian.Uint16(b)), 32).text
	case strings.HasPrefix(kind, "TIME") && len(b) == 4:
		return clock(int64(binary.LittleEndian.Uint32(b)) * 1e6)
	case strings.HasPrefix(kind, "TIME") && len(b) == 8:
		unit := int64(1000)
		if e.unit == "ns" {
			unit = 1
		}
		return clock(int64(binary.LittleEndian.Uint64(b)) * unit)
	case utf8.Valid(b) && kind != "INTERVAL" && !bytes.ContainsFunc(b, control):
		return cell(string(b))
	}
	return hex.EncodeToString(b[:min(len(b), longMost/2)])
}

// control reports whether a character is in binary values and not in texts.
func control(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' }

// clock returns a time of the day from its nanoseconds.
func clock(ns int64) string { return time.Unix(0, ns).UTC().Format("15:04:05.999999999") }

// bigDecimal returns an integer of any number of bytes, the highest first, with its last digits behind a point.
func bigDecimal(b []byte, scale int) string {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	digits, sign := new(big.Int).Abs(n).String(), ""
	if n.Sign() < 0 {
		sign = "-"
	}
	if scale == 0 {
		return sign + digits
	}
	digits = strings.Repeat("0", max(0, scale+1-len(digits))) + digits
	return sign + digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}

// halfOf returns a number of 16 bits.
func halfOf(h uint16) float64 {
	mantissa, exponent := float64(h&0x3FF)/1024, int(h>>10&31)
	var r float64
	switch {
	case exponent == 31 && mantissa > 0:
		return math.NaN()
	case exponent == 31:
		r = math.Inf(1)
	case exponent == 0:
		r = math.Ldexp(mantissa, -14)
	default:
		r = math.Ldexp(1+mantissa, exponent-15)
	}
	if h&0x8000 != 0 {
		return -r
	}
	return r
}

// runs reads numbers of a fixed width in bits: runs of an equal number, and runs of packed ones.
type runs struct {
	b      []byte
	width  int
	left   uint64 // of the run
	value  int
	packed []byte // nil in a run of an equal number
	at     int    // the next bit of packed
}

// newRuns returns a reader of levels from 0 to most.
func newRuns(b []byte, most int) *runs { return &runs{b: b, width: bits.Len(uint(most))} }

// next returns the next number; 0 if there are no runs.
func (r *runs) next() (int, error) {
	if r == nil {
		return 0, nil
	}
	for r.left == 0 {
		head, n := binary.Uvarint(r.b)
		if n <= 0 || head>>1 > pageValues {
			return 0, errValues
		}
		r.b = r.b[n:]
		size := (r.width + 7) / 8
		if r.left, r.packed = head>>1, nil; head&1 == 1 {
			r.left, size = 8*r.left, min(int(r.left)*r.width, len(r.b))
			r.packed, r.at = r.b[:size:size], 0
		}
		if size > len(r.b) {
			return 0, errValues
		}
		r.value = 0
		for i, c := range r.b[:min(size, 4)] {
			r.value |= int(c) << (8 * i)
		}
		r.b = r.b[size:]
	}
	r.left--
	if r.packed == nil {
		return r.value, nil
	}
	v, ok := bitsAt(r.packed, r.at, r.width)
	if r.at += r.width; !ok {
		return 0, errValues
	}
	return int(v), nil
}

// bitsAt returns a number of some bits, the lowest bit first. ok is false beyond the end of b.
func bitsAt(b []byte, at, width int) (v uint64, ok bool) {
	if at+width > 8*len(b) {
		return 0, false
	}
	for i := 0; i < width; {
		k := at + i
		take := min(8-k&7, width-i)
		v |= uint64(b[k>>3]>>(k&7)) & (1<<take - 1) << i
		i += take
	}
	return v, true
}

// deltas reads numbers that are stored as packed differences.
type deltas struct {
	b       []byte
	left    uint64 // values that follow
	value   int64
	least   int64  // the least difference of the block
	widths  []byte // of the small blocks that follow in the block
	each    uint64 // values of a small block
	small   uint64 // small blocks of a block
	inSmall uint64 // values that follow in the small block
	packed  []byte
	at      int
	begun   bool
}

// newDeltas reads the header. A header that is not valid has no values.
func newDeltas(b []byte) *deltas {
	d := &deltas{b: b}
	var head [3]uint64
	for i := range head {
		var n int
		if head[i], n = binary.Uvarint(d.b); n <= 0 {
			return &deltas{}
		}
		d.b = d.b[n:]
	}
	first, n := binary.Varint(d.b)
	if n <= 0 || head[1] == 0 || head[0] > pageValues || head[1] > head[0] || head[2] > pageValues {
		return &deltas{}
	}
	d.b, d.value = d.b[n:], first
	d.small, d.each, d.left = head[1], head[0]/head[1], head[2]
	return d
}

func (d *deltas) next() (int64, error) {
	if d.left == 0 {
		return 0, errValues
	}
	d.left--
	if !d.begun {
		d.begun = true
		return d.value, nil
	}
	if d.inSmall == 0 {
		if len(d.widths) == 0 {
			least, n := binary.Varint(d.b)
			if n <= 0 || d.small > uint64(len(d.b)-n) {
				return 0, errValues
			}
			d.least, d.widths, d.b = least, d.b[n:][:d.small], d.b[n+int(d.small):]
		}
		size := min(d.each*uint64(d.widths[0])/8, uint64(len(d.b)))
		d.packed, d.b, d.at, d.inSmall = d.b[:size], d.b[size:], 0, d.each
	}
	width := int(d.widths[0])
	v, ok := bitsAt(d.packed, d.at, width)
	if !ok || width > 64 {
		return 0, errValues
	}
	d.at += width
	d.value += d.least + int64(v)
	if d.inSmall--; d.inSmall == 0 {
		d.widths = d.widths[1:]
	}
	return d.value, nil
}

// rest returns the bytes after the last number.
func (d *deltas) rest() ([]byte, error) {
	for d.left > 0 {
		if _, err := d.next(); err != nil {
			return nil, err
		}
	}
	return d.b, nil
}

// deltaTexts returns the values of a page that holds all lengths before all bytes. If they are shared, the lengths of
// the beginnings that values share with the ones before stand in front.
func deltaTexts(b []byte, shared bool) (func() ([]byte, error), error) {
	var prefixes *deltas
	if shared {
		prefixes = newDeltas(b)
		var err error
		if b, err = newDeltas(b).rest(); err != nil {
			return nil, err
		}
	}
	lengths := newDeltas(b)
	text, err := newDeltas(b).rest()
	if err != nil {
		return nil, err
	}
	var last []byte
	return func() ([]byte, error) {
		n, err := lengths.next()
		var prefix int64
		if err == nil && shared {
			prefix, err = prefixes.next()
		}
		switch {
		case err != nil || n < 0 || n > int64(len(text)) || prefix < 0 || prefix > int64(len(last)):
			return nil, errValues
		case prefix+n > pageMost:
			return nil, file.ErrTooLarge
		}
		last = append(last[:prefix], text[:n]...)
		text = text[n:]
		return last, nil
	}, nil
}
