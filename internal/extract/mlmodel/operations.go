package mlmodel

import (
	"strconv"
	"strings"
)

// value walks over an operation that pushes a value of the file. It returns false for other operations.
func (p *pickle) value(op byte) bool {
	switch op {
	case 'I', 'L', 'F', 'S', 'V', 'P':
		p.line(op)
	case 'J':
		p.push(item{kind: aNumber, n: int64(int32(p.U32()))})
	case 'K':
		p.push(item{kind: aNumber, n: int64(p.U8())})
	case 'M':
		p.push(item{kind: aNumber, n: int64(p.U16())})
	case 0x8a:
		p.long(uint64(p.U8()))
	case 0x8b:
		p.long(uint64(p.U32()))
	case 'T', 'B':
		p.blob(op, uint64(p.U32()))
	case 'U', 'C':
		p.blob(op, uint64(p.U8()))
	case 0x8e, 0x96:
		p.blob(op, p.U64())
	case 0x8c:
		p.text(uint64(p.U8()))
	case 'X':
		p.text(uint64(p.U32()))
	case 0x8d:
		p.text(p.U64())
	case 'G':
		p.Skip(8)
		p.push(item{})
	default:
		return false
	}
	return true
}

// line pushes a value of protocol 0, which is a line.
func (p *pickle) line(op byte) {
	s := p.Line(lineMost)
	switch op {
	case 'I', 'L':
		if n, err := strconv.ParseInt(strings.TrimSuffix(s, "L"), 10, 64); err == nil {
			p.push(item{kind: aNumber, n: n})
			return
		}
	case 'S':
		p.push(p.keep(aText, strings.Trim(s, `'"`)))
		return
	case 'V':
		p.push(p.keep(aText, s))
		return
	}
	p.push(item{})
}

// long pushes an integer of n bytes.
func (p *pickle) long(n uint64) {
	if n > 8 {
		p.Skip(n)
		p.push(item{})
		return
	}
	v := int64(0)
	for i, b := range p.Next(int(n)) {
		if i == int(n)-1 {
			v |= int64(int8(b)) << (8 * i)
		} else {
			v |= int64(b) << (8 * i)
		}
	}
	p.push(item{kind: aNumber, n: v})
}

// blob pushes bytes. The texts of Python 2 are bytes too.
func (p *pickle) blob(op byte, n uint64) {
	if op == 'T' || op == 'U' {
		p.text(n)
		return
	}
	p.Skip(n)
	p.push(item{})
}

// short walks over an operation that pushes a constant, or that uses the memo.
func (p *pickle) short(op byte) bool {
	switch op {
	case 'N', 0x88, 0x89, 0x97, ']', '}', 0x8f:
		p.push(item{})
	case ')':
		p.tuple(nil)
	case '(':
		p.push(item{kind: mark})
	case '0':
		p.pop()
	case '2':
		top := p.pop()
		p.push(top)
		p.push(top)
	case '1':
		p.popMark()
	case 'g', 'p':
		n, err := strconv.ParseUint(p.Line(lineMost), 10, 63)
		if err != nil {
			p.Fail(errPickle)
		}
		p.remember(op == 'p', n)
	case 'h', 'q':
		p.remember(op == 'q', uint64(p.U8()))
	case 'j', 'r':
		p.remember(op == 'r', uint64(p.U32()))
	case 0x94:
		p.remember(true, p.next)
	case 0x80:
		p.protocol = max(p.protocol, int(p.U8()))
	case 0x95:
		p.Skip(8)
		p.Goto(p.Pos())
	case 0x98:
	default:
		return false
	}
	return true
}

// remember keeps the uppermost value in the memo, or pushes a value of the memo. Opaque values need no place.
func (p *pickle) remember(put bool, place uint64) {
	if !put {
		p.push(p.memo[place])
		return
	}
	top := p.pop()
	p.push(top)
	p.next++
	switch {
	case top.kind == opaque || top.kind == mark:
		delete(p.memo, place)
	case len(p.memo) < memoMost:
		p.memo[place] = top
	}
}

// group walks over an operation that joins values.
func (p *pickle) group(op byte) bool {
	switch op {
	case 'e', 0x90:
		p.popMark()
	case 'l', 'd', 0x91:
		values := p.popMark()
		if op == 'd' {
			p.pairs(values)
		}
		p.push(item{})
	case 't':
		p.tuple(p.popMark())
	case 0x85, 0x86, 0x87:
		n := int(op-0x85) + 1
		if len(p.stack) < n {
			p.Fail(errPickle)
			return true
		}
		values := p.stack[len(p.stack)-n:]
		p.stack = p.stack[:len(p.stack)-n]
		p.tuple(values)
	case 'a':
		p.pop()
	case 's':
		value := p.pop()
		key := p.pop()
		p.pairs([]item{key, value})
	case 'u':
		p.pairs(p.popMark())
	default:
		return false
	}
	return true
}

// object walks over an operation that imports or makes an object.
func (p *pickle) object(op byte) bool {
	switch op {
	case 'c', 'i':
		module := p.Line(lineMost)
		name := p.Line(lineMost)
		if op == 'i' {
			p.popMark()
		}
		if p.Err == nil {
			p.global(module, name)
		}
	case 0x93:
		name, module := p.pop(), p.pop()
		if name.kind == aText && module.kind == aText {
			p.global(p.texts[module.at], p.texts[name.at])
		} else {
			p.global("unknown", "unknown")
		}
	case 0x82, 0x83, 0x84:
		p.Skip(1 << (op - 0x82))
		p.global("copyreg", "extension")
	case 'R':
		args := p.pop()
		p.reduce(p.pop(), args)
	case 'b':
		p.pop()
	case 0x81:
		p.pop()
		p.pop()
		p.push(item{})
	case 0x92:
		p.pop()
		p.pop()
		p.pop()
		p.push(item{})
	case 'o':
		p.popMark()
		p.push(item{})
	case 'Q':
		p.persistent(p.pop())
	default:
		return false
	}
	return true
}

// persistent pushes the object of a persistent id. PyTorch names storages so: ("storage", type, key, device, size).
func (p *pickle) persistent(id item) {
	if id.kind == aTuple {
		if t := p.tuples[id.at]; len(t) >= 2 && t[0].kind == aText && p.texts[t[0].at] == "storage" &&
			t[1].kind == aGlobal {
			p.push(item{kind: storage, at: t[1].at})
			return
		}
	}
	p.push(item{})
}

// reduce pushes the result of a call. Calls that make tensors from storages have the arguments storage, offset, size
// and strides.
func (p *pickle) reduce(f, args item) {
	if f.kind == aGlobal && args.kind == aTuple {
		switch t := p.tuples[args.at]; p.texts[f.at] {
		case "torch._utils._rebuild_tensor_v2", "torch._utils._rebuild_tensor", "torch._utils._rebuild_tensor_v3":
			if len(t) >= 3 && t[2].kind == aTuple {
				p.push(item{kind: aTensor, at: args.at})
				return
			}
		case "torch._utils._rebuild_parameter":
			if len(t) > 0 && t[0].kind == aTensor {
				p.push(t[0])
				return
			}
		}
	}
	p.push(item{})
}

// pairs counts the tensors among the values of a dictionary, under their keys.
func (p *pickle) pairs(values []item) {
	for i := 0; i+1 < len(values); i += 2 {
		key, v := values[i], values[i+1]
		if key.kind != aText || v.kind != aTensor {
			continue
		}
		t := p.tuples[v.at]
		dtype := "unknown"
		if t[0].kind == storage {
			word := strings.TrimSuffix(strings.TrimPrefix(p.texts[t[0].at], "torch."), "Storage")
			dtype = short(strings.ToLower(word), 20)
		}
		var shape []int64
		for _, n := range p.tuples[t[2].at] {
			if n.kind != aNumber {
				n.n = -1
			}
			shape = append(shape, n.n)
		}
		p.all.add(p.texts[key.at], dtype, shape)
	}
}
