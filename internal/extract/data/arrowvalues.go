package data

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"strconv"
	"time"
)

// text returns the value of a column in a row of the batch; "" for a missing one.
func (r *arrowReader) text(c *arrowColumn, i int64) (string, error) {
	if bit, ok := bitsAt(c.valid, int(i), 1); ok && bit == 0 || c.kind == 1 {
		return "", nil
	}
	if c.dictionary >= 0 {
		at, err := r.text(c.index, i)
		n, failed := strconv.Atoi(at)
		words := r.dictionaries[c.dictionary]
		if err != nil || failed != nil || n < 0 || n >= len(words) {
			return "", errArrow
		}
		return words[n], nil
	}
	switch c.kind {
	case 4, 5, 19, 20:
		size := int64(4)
		if c.kind >= 19 {
			size = 8
		}
		from, ok := number64(c.offsets, i, size)
		to, too := number64(c.offsets, i+1, size)
		if !ok || !too || from < 0 || to < from || to > int64(len(c.values)) {
			return "", errArrow
		}
		b := c.values[from:to]
		if c.kind == 4 || c.kind == 19 {
			return (element{physical: 6}).value(b), nil
		}
		return cell(string(b[:min(len(b), 4*longMost)])), nil
	case 6:
		bit, ok := bitsAt(c.values, int(i), 1)
		if !ok {
			return "", errArrow
		}
		return strconv.FormatBool(bit == 1), nil
	case 12, 13, 16, 17, 21:
		return "[not shown]", nil
	}
	return c.fixed(i)
}

// number64 returns the number of some bytes at a position, with its sign.
func number64(b []byte, i, size int64) (int64, bool) {
	if i < 0 || (i+1)*size > int64(len(b)) {
		return 0, false
	}
	b = b[i*size:][:size]
	switch size {
	case 1:
		return int64(int8(b[0])), true
	case 2:
		return int64(int16(binary.LittleEndian.Uint16(b))), true
	case 4:
		return int64(int32(binary.LittleEndian.Uint32(b))), true
	}
	return int64(binary.LittleEndian.Uint64(b)), true
}

// fixed returns the value of a type with a fixed number of bytes.
func (c *arrowColumn) fixed(i int64) (string, error) {
	size := map[int]int64{2: int64(c.width / 8), 3: []int64{2, 4, 8, 8}[c.unit&3], 7: int64(c.width / 8), 10: 8,
		8: []int64{4, 8}[c.unit&1], 9: int64(c.width / 8), 15: int64(c.width), 18: 8}[c.kind]
	if size <= 0 || size > longMost || (i+1)*size > int64(len(c.values)) {
		return "", errArrow
	}
	b := c.values[i*size:][:size]
	n := int64(0)
	if size == 1 || size == 2 || size == 4 || size == 8 {
		n, _ = number64(b, 0, size)
	} else if c.kind != 7 && c.kind != 15 {
		return "", errArrow
	}
	switch c.kind {
	case 2:
		if c.plain[0] == 'u' {
			mask := ^uint64(0) >> (64 - 8*size)
			return strconv.FormatUint(uint64(n)&mask, 10), nil
		}
		return strconv.FormatInt(n, 10), nil
	case 3:
		switch size {
		case 2:
			return realOf(halfOf(uint16(n)), 32).text, nil
		case 4:
			return realOf(float64(math.Float32frombits(uint32(n))), 32).text, nil
		}
		return realOf(math.Float64frombits(uint64(n)), 64).text, nil
	case 7:
		return c.decimal(b), nil
	case 8:
		if size == 4 {
			return day(n), nil
		}
		return moment(time.UnixMilli(n)), nil
	case 9:
		return clock(n * []int64{1e9, 1e6, 1e3, 1}[c.unit&3]), nil
	case 10:
		return moment(unixTime(n, c.unit)), nil
	case 15:
		return (element{physical: 7}).value(b), nil
	}
	return strconv.FormatInt(n, 10), nil
}

// unixTime returns the time that is a number of units after 1970.
func unixTime(n int64, unit int) time.Time {
	switch unit & 3 {
	case 0:
		return time.Unix(n, 0)
	case 1:
		return time.UnixMilli(n)
	case 2:
		return time.UnixMicro(n)
	}
	return time.Unix(0, n)
}

// decimal returns a decimal, whose lowest byte is the first, with c.unit digits behind the point.
func (c *arrowColumn) decimal(b []byte) string {
	if c.unit < 0 || c.unit > 100 {
		return new(big.Int).SetBytes(b).String()
	}
	b = bytes.Clone(b)
	slices.Reverse(b)
	return bigDecimal(b, c.unit)
}
