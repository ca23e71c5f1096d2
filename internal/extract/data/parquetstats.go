package data

import (
	"encoding/binary"
	"math"
	"strconv"
	"time"

	"luminos"
)

// number is a value of statistics as a text, and as a number for comparisons between row groups.
type number struct {
	text string
	r    float64
	ok   bool
}

// rowGroup reads a field of RowGroup.
func (p *parquet) rowGroup(id int16, typ byte) bool {
	if id == 3 && typ == 6 {
		n := p.Varint()
		p.counted += min(max(n, 0), math.MaxInt64-p.counted)
		if p.layout != nil {
			p.layout.rows[len(p.layout.rows)-1] = n
		}
		return true
	}
	if id != 1 || typ != thriftList {
		return false
	}
	p.inGroup = 0
	p.list(func(typ byte) bool {
		if typ != thriftStruct {
			return false
		}
		p.chunk()
		p.inGroup++
		return true
	})
	return true
}

// chunk reads a ColumnChunk: its codec and its statistics.
func (p *parquet) chunk() {
	codecs := []string{"uncompressed", "Snappy", "gzip", "LZO", "Brotli", "LZ4", "Zstandard", "LZ4 raw"}
	var s statistics
	var at place
	p.fields(func(id int16, typ byte) bool {
		if id == 8 && typ == thriftStruct {
			p.x.Set("encryption", "columns, not the footer")
		}
		if id != 3 || typ != thriftStruct {
			return false
		}
		p.fields(func(id int16, typ byte) bool {
			switch {
			case id == 4 && typ == 5:
				if at.codec = p.Varint(); at.codec >= 0 && at.codec < int64(len(codecs)) {
					p.codecs.Add(codecs[at.codec])
				}
			case id == 5 && typ == 6:
				at.values = p.Varint()
			case id == 9 && typ == 6:
				at.pages = p.Varint()
			case id == 11 && typ == 6:
				at.dictionary = p.Varint()
			case id == 12 && typ == thriftStruct:
				p.statistics(&s)
			default:
				return false
			}
			return true
		})
		return true
	})
	if p.inGroup < len(p.leaves) {
		p.leaves[p.inGroup].add(s)
	}
	p.layout.add(p, at)
}

// statistics are the statistics of one column in one row group.
type statistics struct {
	nulls          int64
	hasNulls       bool
	low, top       []byte
	hasLow, hasTop bool
	oldLow, oldTop []byte
	hadLow, hadTop bool
}

const statisticMost = 1000 // bytes of a minimum or maximum

// statistics reads Statistics.
func (p *parquet) statistics(s *statistics) {
	p.fields(func(id int16, typ byte) bool {
		switch {
		case id == 1 && typ == thriftBinary:
			s.oldTop, s.hadTop = p.bytes(statisticMost), true
		case id == 2 && typ == thriftBinary:
			s.oldLow, s.hadLow = p.bytes(statisticMost), true
		case id == 3 && typ == 6:
			s.nulls, s.hasNulls = p.Varint(), true
		case id == 5 && typ == thriftBinary:
			s.top, s.hasTop = p.bytes(statisticMost), true
		case id == 6 && typ == thriftBinary:
			s.low, s.hasLow = p.bytes(statisticMost), true
		default:
			return false
		}
		return true
	})
}

// add joins the statistics of one more row group.
func (l *leaf) add(s statistics) {
	if !s.hasNulls || s.nulls < 0 {
		l.noNulls = true
	} else {
		l.Missing += s.nulls
	}
	low, top := s.low, s.top
	if !s.hasLow && !s.hasTop && s.hadLow && s.hadTop && l.of.physical < 6 {
		// The old fields have an order of signed numbers, which is right for numbers only.
		low, top = s.oldLow, s.oldTop
	} else if !s.hasLow || !s.hasTop {
		l.noRange = true
		return
	}
	a, b := l.of.plain(low), l.of.plain(top)
	if !a.ok || !b.ok {
		l.noRange = true
		return
	}
	if !l.low.ok || a.less(l.low) {
		l.low = a
	}
	if !l.top.ok || l.top.less(b) {
		l.top = b
	}
}

func (a number) less(b number) bool {
	if math.IsNaN(a.r) { // a text
		return a.text < b.text
	}
	return a.r < b.r
}

// plain returns a value in the plain encoding, if its type has a text that people read.
func (e element) plain(b []byte) number {
	kind := e.kind()
	switch {
	case e.physical == 1 && len(b) == 4 && kind == "DATE":
		return number{day(int64(int32(binary.LittleEndian.Uint32(b)))), float64(int32(binary.LittleEndian.Uint32(b))), true}
	case e.physical == 1 && len(b) == 4:
		return e.integerOf(int64(int32(binary.LittleEndian.Uint32(b))), 32)
	case e.physical == 2 && len(b) == 8:
		return e.integerOf(int64(binary.LittleEndian.Uint64(b)), 64)
	case e.physical == 4 && len(b) == 4:
		return realOf(float64(math.Float32frombits(binary.LittleEndian.Uint32(b))), 32)
	case e.physical == 5 && len(b) == 8:
		return realOf(math.Float64frombits(binary.LittleEndian.Uint64(b)), 64)
	case e.physical == 6 && (kind == "STRING" || kind == "ENUM" || kind == "JSON"):
		return number{short(string(b), valueMost), math.NaN(), true}
	}
	return number{}
}

func realOf(r float64, bits int) number {
	return number{strconv.FormatFloat(r, 'g', -1, bits), r, !math.IsNaN(r)}
}

// integerOf returns an integer of the logical type of the column: a number, a decimal, or a time.
func (e element) integerOf(n int64, bits int) number {
	switch kind := e.kind(); {
	case kind == "DECIMAL":
		if e.scale < 0 || e.scale > 18 {
			return number{}
		}
		return number{decimal(n, int(e.scale)), float64(n), true}
	case kind == "TIMESTAMP(ms)" || kind == "TIMESTAMP" && e.unit == "ms":
		return number{moment(time.UnixMilli(n)), float64(n), true}
	case kind == "TIMESTAMP(us)" || kind == "TIMESTAMP" && e.unit == "us":
		return number{moment(time.UnixMicro(n)), float64(n), true}
	case kind == "TIMESTAMP" && e.unit == "ns":
		return number{moment(time.Unix(0, n)), float64(n), true}
	case kind == "TIME" || kind == "TIME(ms)" || kind == "TIME(us)":
		return number{}
	case len(kind) > 4 && kind[:4] == "UINT" || e.logical == "INTEGER" && !e.integer:
		u := uint64(n)
		if bits == 32 {
			u = uint64(uint32(n))
		}
		return number{strconv.FormatUint(u, 10), float64(u), true}
	}
	return number{strconv.FormatInt(n, 10), float64(n), true}
}

// decimal returns an integer with its last digits behind a point.
func decimal(n int64, scale int) string {
	s, sign := strconv.FormatInt(n, 10), ""
	if n < 0 {
		s, sign = s[1:], "-"
	}
	for len(s) <= scale {
		s = "0" + s
	}
	if scale == 0 {
		return sign + s
	}
	return sign + s[:len(s)-scale] + "." + s[len(s)-scale:]
}

// day returns a day from its number since 1970.
func day(n int64) string { return time.Unix(n*86400, 0).UTC().Format(time.DateOnly) }

// moment returns a time in the zone of the file, which Parquet stores as UTC.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.999999999") }

// column returns the column with the statistics that all row groups have.
func (l *leaf) column() luminos.Column {
	c := l.Column
	if l.noNulls {
		c.Missing = 0
	}
	if !l.noRange && l.low.ok && l.top.ok {
		c.Min, c.Max = l.low.text, l.top.text
	}
	return c
}
