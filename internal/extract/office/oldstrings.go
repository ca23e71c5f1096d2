package office

import "strings"

// stringsMost bounds the texts that the cells of an old workbook refer to.
const stringsMost = 2_000_000

// pieces is the content of a record and of the records that continue it.
type pieces struct {
	all [][]byte
	at  int // in the first piece
}

// left returns the bytes of the first piece that were not read. It moves to the next piece at an end.
func (p *pieces) left() []byte {
	for len(p.all) > 0 && p.at >= len(p.all[0]) {
		p.all, p.at = p.all[1:], 0
	}
	if len(p.all) == 0 {
		return nil
	}
	return p.all[0][p.at:]
}

// take returns n bytes, fewer at the end.
func (p *pieces) take(n int) (b []byte) {
	for n > 0 {
		left := p.left()
		if len(left) == 0 {
			break
		}
		size := min(n, len(left))
		b = append(b, left[:size]...)
		p.at += size
		n -= size
	}
	return b
}

// sharedStrings reads the texts that cells refer to ([MS-XLS] 2.4.265). It returns the offset behind them.
func (k *oldBook) sharedStrings(at int) (next int) {
	_, data, next := k.record(at)
	p := &pieces{all: [][]byte{data}}
	for {
		kind, data, after := k.record(next)
		if kind != recContinue || after == 0 {
			break
		}
		p.all, next = append(p.all, data), after
	}
	head := p.take(8)
	if len(head) < 8 {
		return next
	}
	for range min(le.Uint32(head[4:]), stringsMost) {
		s, ok := k.sharedString(p)
		if k.strLeft -= len(s); !ok || k.strLeft < 0 {
			break
		}
		k.strs = append(k.strs, s)
	}
	return next
}

// sharedString reads one text. Where a record ends within the characters, the next begins with their width again.
func (k *oldBook) sharedString(p *pieces) (s string, ok bool) {
	head := p.take(3)
	if len(head) < 3 {
		return "", false
	}
	n, flags := int(le.Uint16(head)), head[2]
	skip := 0
	if flags&8 != 0 { // runs of formats
		if b := p.take(2); len(b) == 2 {
			skip += 4 * int(le.Uint16(b))
		}
	}
	if flags&4 != 0 { // phonetic text
		if b := p.take(4); len(b) == 4 {
			skip += int(min(le.Uint32(b), streamMost))
		}
	}
	wide := flags&1 != 0
	var text strings.Builder
	for n > 0 {
		if len(p.all) > 0 && p.at >= len(p.all[0]) {
			if b := p.left(); len(b) > 0 {
				wide = b[0]&1 != 0
				p.at++
			}
		}
		left := p.left()
		if len(left) == 0 {
			break
		}
		chars, size := k.chars(left, n, wide)
		text.WriteString(chars)
		if wide {
			n -= (size + 1) / 2
		} else {
			n -= size
		}
		p.at += size
	}
	for skip > 0 {
		size := min(skip, len(p.left()))
		if size == 0 {
			break
		}
		p.at += size
		skip -= size
	}
	return text.String(), true
}
