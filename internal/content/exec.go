package content

import "encoding/binary"

// elfHeader is the part of an ELF file header that describes the file.
type elfHeader struct {
	order                     binary.ByteOrder
	wide                      bool // 64-bit
	kind, machine             uint16
	programs                  uint64 // offset of the program headers
	programSize, programCount int
}

// parseELF returns the fields of the header of an ELF file. ok is false if b is no ELF file or ends
// within the header.
func parseELF(b []byte) (h elfHeader, ok bool) {
	if len(b) < 52 || string(b[:4]) != "\x7fELF" || b[4] < 1 || b[4] > 2 || b[5] < 1 || b[5] > 2 {
		return h, false
	}
	h.order, h.wide = binary.LittleEndian, b[4] == 2
	if b[5] == 2 {
		h.order = binary.BigEndian
	}
	if h.wide && len(b) < 64 {
		return h, false
	}
	h.kind, h.machine = h.order.Uint16(b[16:]), h.order.Uint16(b[18:])
	counts := 42
	if h.wide {
		h.programs, counts = h.order.Uint64(b[32:]), 54
	} else {
		h.programs = uint64(h.order.Uint32(b[28:]))
	}
	h.programSize, h.programCount = int(h.order.Uint16(b[counts:])), int(h.order.Uint16(b[counts+2:]))
	return h, true
}

// elfMIME returns the MIME type of an ELF file: program, shared library, object or core dump.
// Position independent programs have the type of libraries in the header; only programs name an
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
		if h.hasProgram(b, ptInterp) {
			return "application/x-pie-executable"
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
)

// hasProgram reports whether an ELF file has a program header of the type kind. b is the beginning
// of the file; only the first 128 program headers within b are checked.
func (h elfHeader) hasProgram(b []byte, kind uint32) bool {
	if h.programSize < 32 || h.programs > uint64(len(b)) {
		return false
	}
	b = b[h.programs:]
	for i := 0; i < min(h.programCount, 128) && len(b) >= h.programSize; i++ {
		if h.order.Uint32(b) == kind {
			return true
		}
		b = b[h.programSize:]
	}
	return false
}

// peHeader returns the offset of the PE header in the Windows program b, or 0 if b is no such
// program.
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
