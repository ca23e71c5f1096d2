package data

import (
	"encoding/binary"
	"math"
	"strconv"
	"unicode/utf16"
)

// value is one value of a row.
type value struct {
	kind byte // 'n' null, 'i' integer, 'r' real, 't' text, 'b' blob, '-' cut off
	n    int64
	r    float64
	b    []byte
	size uint64 // of a text or a blob, which can be longer than b
}

// record returns at most the given number of values of a row. Values beyond the end of the payload are cut off.
func (d *pages) record(payload []byte, most int) []value {
	size, at := sqliteVarint(payload)
	if size > uint64(len(payload)) {
		size = uint64(len(payload))
	}
	body := payload[size:]
	var all []value
	for at < int(size) && len(all) < most {
		code, n := sqliteVarint(payload[at:size])
		if n == 0 {
			break
		}
		at += n
		v, used := decode(code, body)
		body = body[used:]
		all = append(all, v)
	}
	return all
}

// decode returns the value of a serial type at the beginning of b, and its bytes.
func decode(code uint64, b []byte) (value, int) {
	widths := [...]int{0, 1, 2, 3, 4, 6, 8, 8, 0, 0}
	switch {
	case code == 0:
		return value{kind: 'n'}, 0
	case code == 8 || code == 9:
		return value{kind: 'i', n: int64(code - 8)}, 0
	case code < 8:
		w := widths[code]
		if len(b) < w {
			return value{kind: '-'}, len(b)
		}
		var wide [8]byte
		if b[0] >= 0x80 {
			wide = [8]byte{255, 255, 255, 255, 255, 255, 255, 255}
		}
		copy(wide[8-w:], b[:w])
		u := binary.BigEndian.Uint64(wide[:])
		if code == 7 {
			return value{kind: 'r', r: math.Float64frombits(u)}, w
		}
		return value{kind: 'i', n: int64(u)}, w
	case code < 12:
		return value{kind: '-'}, 0
	}
	size := (code - 12) / 2
	v := value{kind: "bt"[code&1], size: size, b: b[:min(size, uint64(len(b)))]}
	return v, len(v.b)
}

// text returns the value as a text of one column, not cut.
func (v value) text(d *pages) string {
	switch v.kind {
	case 'i':
		return strconv.FormatInt(v.n, 10)
	case 'r':
		return strconv.FormatFloat(v.r, 'g', -1, 64)
	case 't':
		return d.decodeText(v.b)
	case 'b':
		return "[" + strconv.FormatUint(v.size, 10) + " bytes]"
	case '-':
		return "…"
	}
	return "NULL"
}

// decodeText returns a text in the encoding of the database.
func (d *pages) decodeText(b []byte) string {
	if d.encoding != 2 && d.encoding != 3 {
		return string(b)
	}
	var order binary.ByteOrder = binary.LittleEndian
	if d.encoding == 3 {
		order = binary.BigEndian
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = order.Uint16(b[2*i:])
	}
	return string(utf16.Decode(units))
}

// texts returns the values of a row as texts.
func (d *pages) texts(def *table, id int64, payload []byte) []string {
	columns := def.stored()
	values := d.record(payload, max(len(columns), 1))
	out := make([]string, len(values))
	for i, v := range values {
		if i < len(columns) && columns[i].rowid && v.kind == 'n' {
			v = value{kind: 'i', n: id}
		}
		if v.kind == 't' && len(v.b) > 4*valueMost {
			v.b = v.b[:4*valueMost]
		}
		out[i] = v.text(d)
	}
	return out
}
