package content

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
)

// Names of machines, by the number in the header.
var elfMachines = map[uint16]string{0: "no machine", 2: "SPARC", 3: "Intel 80386", 4: "Motorola m68k", 8: "MIPS", 20: "PowerPC or cisco 4500",
	21: "64-bit PowerPC or cisco 7500", 22: "IBM S/390", 40: "ARM", 42: "Renesas SH", 43: "SPARC V9", 50: "IA-64", 62: "x86-64",
	83: "Atmel AVR 8-bit", 94: "Tensilica Xtensa", 164: "QUALCOMM DSP6", 183: "ARM aarch64", 190: "NVIDIA CUDA architecture",
	224: "AMD GPU architecture", 243: "UCB RISC-V", 247: "eBPF", 258: "LoongArch"}

var elfABIs = map[byte]string{0: "SYSV", 1: "HP-UX", 2: "NetBSD", 3: "GNU/Linux", 6: "Solaris", 9: "FreeBSD", 12: "OpenBSD"}

func describeELF(f format, s *sample) string {
	h, ok := parseELF(s.head)
	if !ok {
		return "ELF (header cut short)"
	}
	bits, end := "32-bit", "LSB"
	if h.wide {
		bits = "64-bit"
	}
	if s.head[5] == 2 {
		end = "MSB"
	}
	kind := map[uint16]string{1: "relocatable", 2: "executable", 3: "shared object", 4: "core file"}[h.kind]
	if f.mime == "application/x-pie-executable" {
		kind = "pie executable"
	}
	machine, ok := elfMachines[h.machine]
	if !ok {
		machine = fmt.Sprintf("unknown machine %d", h.machine)
	}
	words := list(strings.TrimRight("ELF "+bits+" "+end+" "+kind, " "), machine, "version 1")
	if abi, ok := elfABIs[h.abi]; ok {
		words += " (" + abi + ")"
	}
	if h.kind == 2 || h.kind == 3 {
		words = list(words, elfLinking(h, s))
	}
	return list(words, elfSymbols(h, s))
}

// elfLinking tells what the program headers and their notes say.
func elfLinking(h elfHeader, s *sample) string {
	linking, interpreter, notes := "statically linked", "", ""
	for _, p := range h.programHeaders(s.head) {
		if p.offset > 1<<40 {
			continue
		}
		switch p.kind {
		case ptDynamic:
			linking = "dynamically linked"
		case ptInterp:
			path, _, _ := bytes.Cut(s.read(int64(p.offset), int(min(p.size, 256))), []byte{0})
			interpreter = "interpreter " + printable(path)
		case ptNote:
			notes = list(notes, elfNotes(h, s.read(int64(p.offset), int(min(p.size, 4096)))))
		}
	}
	return list(linking, interpreter, notes)
}

// elfNotes reads build identifiers and the oldest kernel that the program runs on.
func elfNotes(h elfHeader, b []byte) string {
	var words string
	for range 16 {
		if len(b) < 12 {
			break
		}
		nameLen, descLen, kind := uint64(h.order.Uint32(b)), uint64(h.order.Uint32(b[4:])), h.order.Uint32(b[8:])
		nameEnd := 12 + (nameLen+3)&^3
		end := nameEnd + (descLen+3)&^3
		if end > uint64(len(b)) {
			break
		}
		name, desc := string(bytes.TrimRight(b[12:12+nameLen], "\x00")), b[nameEnd:nameEnd+descLen]
		switch {
		case name == "GNU" && kind == 3 && len(desc) == 20:
			words = list(words, "BuildID[sha1]="+hex.EncodeToString(desc))
		case name == "GNU" && kind == 3 && len(desc) <= 32:
			words = list(words, "BuildID="+hex.EncodeToString(desc))
		case name == "GNU" && kind == 1 && len(desc) >= 16 && h.order.Uint32(desc) == 0:
			words = list(words, fmt.Sprintf("for GNU/Linux %d.%d.%d", h.order.Uint32(desc[4:]), h.order.Uint32(desc[8:]), h.order.Uint32(desc[12:])))
		case name == "Go" && kind == 4 && len(desc) <= 128:
			words = list(words, "Go BuildID="+printable(desc))
		}
		b = b[end:]
	}
	return words
}

// elfSymbols tells from the section headers whether the file is stripped.
func elfSymbols(h elfHeader, s *sample) string {
	const symbolTable, most = 2, 64 << 10
	least := 40
	if h.wide {
		least = 64
	}
	if h.sections == 0 || h.sections > 1<<40 || h.sectionSize < least || h.sectionSize > 256 {
		if h.kind == 4 {
			return ""
		}
		return "no section header"
	}
	table := s.read(int64(h.sections), min(h.sectionSize*h.sectionCount, most))
	stripped, debug := true, false
	var names []byte
	if at := h.sectionNames * h.sectionSize; at+least <= len(table) {
		offset, size := h.section(table[at:])
		if offset < 1<<40 {
			names = s.read(int64(offset), int(min(size, most)))
		}
	}
	for ; len(table) >= least; table = table[min(h.sectionSize, len(table)):] {
		if h.order.Uint32(table[4:]) == symbolTable {
			stripped = false
		}
	}
	debug = bytes.Contains(names, []byte(".debug_info\x00"))
	switch {
	case debug:
		return "with debug_info, not stripped"
	case stripped:
		return "stripped"
	}
	return "not stripped"
}

// section is where a section's content is.
func (h elfHeader) section(b []byte) (offset, size uint64) {
	if h.wide {
		return h.order.Uint64(b[24:]), h.order.Uint64(b[32:])
	}
	return uint64(h.order.Uint32(b[16:])), uint64(h.order.Uint32(b[20:]))
}

var peMachines = map[uint16]string{0x014c: "Intel 80386", 0x8664: "x86-64", 0xAA64: "Aarch64", 0x01c0: "ARM", 0x01c4: "ARMv7 Thumb", 0x0200: "Intel Itanium", 0x5064: "RISC-V 64-bit"}

var peSubsystems = map[uint16]string{1: "native", 2: "GUI", 3: "console", 7: "POSIX", 9: "Windows CE", 10: "EFI application",
	11: "EFI boot service driver", 12: "EFI runtime driver", 14: "XBOX"}

func describePE(_ format, s *sample) string {
	at := peHeader(s.head)
	b := s.head[at:]
	sections, optional, flags := le16(b[6:]), le16(b[20:]), le16(b[22:])
	machine, ok := peMachines[le16(b[4:])]
	if !ok {
		machine = fmt.Sprintf("unknown machine 0x%x", le16(b[4:]))
	}
	words, directories := "PE executable", 0
	if len(b) >= 24+72 && optional >= 72 {
		switch le16(b[24:]) {
		case 0x10b:
			words, directories = "PE32 executable", 24+96
		case 0x20b:
			words, directories = "PE32+ executable", 24+112
		}
		if flags&0x2000 != 0 {
			words += " (DLL)"
		}
		if system, ok := peSubsystems[le16(b[24+68:])]; ok {
			words += " (" + system + ")"
		}
	}
	words += " " + machine
	// The fifteenth data directory is that of the common language runtime.
	if clr := directories + 14*8; directories > 0 && len(b) >= clr+4 && int(optional) >= clr+8-24 && le32(b[clr:]) != 0 {
		words += " Mono/.Net assembly"
	}
	if flags&0x0200 != 0 {
		words += " (stripped to external PDB)"
	}
	return words + ", for MS Windows, " + plural(int(sections), "section")
}

var machCPUs = map[uint32]string{7: "i386", 0x01000007: "x86_64", 12: "arm", 0x0100000c: "arm64", 0x0200000c: "arm64_32", 18: "ppc", 0x01000012: "ppc64"}

var machKinds = map[uint32]string{1: "object", 2: "executable", 3: "fixed virtual memory shared library", 4: "core", 5: "preload executable",
	6: "dynamically linked shared library", 7: "dynamic linker", 8: "bundle", 9: "dynamically linked shared library stub", 10: "dSYM companion file", 11: "kext bundle"}

func machCPU(n uint32) string {
	if name, ok := machCPUs[n]; ok {
		return name
	}
	return fmt.Sprintf("cpu 0x%x", n)
}

func describeMachO(f format, s *sample) string {
	b := s.head
	if len(b) < 16 {
		return ""
	}
	if be32(b) == 0xcafebabe {
		return describeUniversal(b)
	}
	u32 := le32
	if b[0] == 0xfe {
		u32 = be32
	}
	words := "Mach-O"
	if b[0] == 0xcf || b[3] == 0xcf {
		words += " 64-bit"
	}
	words += " " + machCPU(u32(b[4:]))
	if kind, ok := machKinds[u32(b[12:])]; ok {
		words += " " + kind
	}
	if len(b) >= 28 {
		words += ", flags:<" + machFlags(u32(b[24:])) + ">"
	}
	return words
}

// machFlags are the names of the header's flags that say something to people.
func machFlags(n uint32) string {
	var set []string
	for _, f := range []struct {
		bit  uint32
		name string
	}{{1, "NOUNDEFS"}, {4, "DYLDLINK"}, {0x80, "TWOLEVEL"}, {0x2000, "SUBSECTIONS_VIA_SYMBOLS"}, {0x8000, "WEAK_DEFINES"},
		{0x10000, "BINDS_TO_WEAK"}, {0x100000, "NO_REEXPORTED_DYLIBS"}, {0x200000, "PIE"}, {0x800000, "HAS_TLV_DESCRIPTORS"}} {
		if n&f.bit != 0 {
			set = append(set, f.name)
		}
	}
	return strings.Join(set, "|")
}

func describeUniversal(b []byte) string {
	n := int(be32(b[4:]))
	words := "Mach-O universal binary with " + plural(n, "architecture") + ":"
	for i := range min(n, 8, (len(b)-8)/20) {
		words += " [" + machCPU(be32(b[8+20*i:])) + "]"
	}
	return words
}

func describeClass(f format, s *sample) string {
	if len(s.head) < 8 {
		return ""
	}
	minor, major := be16(s.head[4:]), be16(s.head[6:])
	words := fmt.Sprintf("%s, version %d.%d", f.name, major, minor)
	switch {
	case major >= 53:
		words += fmt.Sprintf(" (Java SE %d)", major-44)
	case major >= 46:
		words += fmt.Sprintf(" (Java 1.%d)", major-44)
	}
	return words
}

func describeWASM(f format, s *sample) string {
	if len(s.head) < 8 {
		return ""
	}
	if v := le32(s.head[4:]); v != 1 {
		return fmt.Sprintf("%s version %#x", f.name, v)
	}
	return f.name + " version 0x1 (MVP)"
}

// pythonMagics are the first magic number of each version of Python.
var pythonMagics = []struct {
	from    uint16
	version string
}{{62211, "2.7"}, {62161, "2.6"}, {3600, "3.14"}, {3550, "3.13"}, {3500, "3.12"}, {3450, "3.11"}, {3430, "3.10"}, {3420, "3.9"},
	{3400, "3.8"}, {3390, "3.7"}, {3360, "3.6"}, {3320, "3.5"}, {3250, "3.4"}, {3190, "3.3"}, {3170, "3.2"}, {3000, "3.0 or 3.1"}}

func describePyc(_ format, s *sample) string {
	b := s.head
	magic := le16(b)
	words := "Byte-compiled Python module"
	for _, m := range pythonMagics {
		if magic >= m.from {
			words += " for CPython " + m.version
			break
		}
	}
	// From 3.7 on a field of flags stands before the time or the hash.
	switch {
	case magic < 3390 || magic >= 62000:
		return words
	case le32(b[4:])&1 != 0:
		return words + ", hash-based"
	}
	return fmt.Sprintf("%s, timestamp-based, .py timestamp: %s UTC, .py size: %d bytes", words, utcTime(int64(le32(b[8:]))), le32(b[12:]))
}
