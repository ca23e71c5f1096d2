package content

import "encoding/binary"

// elfHeader is the part of an ELF file header that matters here.
type elfHeader struct {
	order                     binary.ByteOrder
	wide                      bool // 64-bit
	kind, machine             uint16
	programs, sections        uint64 // where the two tables are
	programSize, programCount int
	sectionSize, sectionCount int
	sectionNames              int
	abi                       byte
}

func parseELF(b []byte) (h elfHeader, ok bool) {
	if len(b) < 52 || string(b[:4]) != "\x7fELF" || b[4] < 1 || b[4] > 2 || b[5] < 1 || b[5] > 2 {
		return h, false
	}
	h.order, h.wide, h.abi = binary.LittleEndian, b[4] == 2, b[7]
	if b[5] == 2 {
		h.order = binary.BigEndian
	}
	if h.wide && len(b) < 64 {
		return h, false
	}
	u16 := func(at int) int { return int(h.order.Uint16(b[at:])) }
	h.kind, h.machine = h.order.Uint16(b[16:]), h.order.Uint16(b[18:])
	counts := 42
	if h.wide {
		h.programs, h.sections, counts = h.order.Uint64(b[32:]), h.order.Uint64(b[40:]), 54
	} else {
		h.programs, h.sections = uint64(h.order.Uint32(b[28:])), uint64(h.order.Uint32(b[32:]))
	}
	h.programSize, h.programCount = u16(counts), u16(counts+2)
	h.sectionSize, h.sectionCount, h.sectionNames = u16(counts+4), u16(counts+6), u16(counts+8)
	return h, true
}

// elfMIME distinguishes programs, libraries, objects and core dumps. A position
// independent program and a library share one type; only a program names its
// interpreter.
func elfMIME(b []byte) string {
	h, ok := parseELF(b)
	if !ok {
		return "application/octet-stream"
	}
	switch h.kind {
	case 1:
		return "application/x-object"
	case 2:
		return "application/x-executable"
	case 3:
		for _, p := range h.programHeaders(b) {
			if p.kind == ptInterp {
				return "application/x-pie-executable"
			}
		}
		return "application/x-sharedlib"
	case 4:
		return "application/x-coredump"
	}
	return "application/x-executable"
}

// Types of program headers.
const (
	ptDynamic = 2
	ptInterp  = 3
	ptNote    = 4
)

// elfProgram is one program header.
type elfProgram struct {
	kind         uint32
	offset, size uint64
}

// programHeaders returns the program headers within b, the head of the file.
func (h elfHeader) programHeaders(b []byte) []elfProgram {
	least := 32
	if h.wide {
		least = 56
	}
	if h.programSize < least || h.programs > uint64(len(b)) {
		return nil
	}
	var all []elfProgram
	b = b[h.programs:]
	for range min(h.programCount, 128) {
		if len(b) < h.programSize {
			break
		}
		p := elfProgram{kind: h.order.Uint32(b)}
		if h.wide {
			p.offset, p.size = h.order.Uint64(b[8:]), h.order.Uint64(b[32:])
		} else {
			p.offset, p.size = uint64(h.order.Uint32(b[4:])), uint64(h.order.Uint32(b[16:]))
		}
		all = append(all, p)
		b = b[h.programSize:]
	}
	return all
}

// peHeader returns the offset of the PE header of a Windows program, or 0.
func peHeader(b []byte) int {
	if len(b) < 64 {
		return 0
	}
	at := le32(b[60:])
	if at < 4 || uint64(at)+24 > uint64(len(b)) || string(b[at:at+4]) != "PE\x00\x00" {
		return 0
	}
	return int(at)
}
