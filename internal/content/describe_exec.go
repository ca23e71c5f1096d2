package content

import "fmt"

// elfMachines names the processors by the number in an ELF header.
var elfMachines = map[uint16]string{2: "SPARC", 3: "Intel 80386", 4: "Motorola m68k", 8: "MIPS", 20: "PowerPC",
	21: "64-bit PowerPC", 22: "IBM S/390", 40: "ARM", 42: "Renesas SH", 43: "SPARC V9", 50: "IA-64", 62: "x86-64",
	83: "Atmel AVR 8-bit", 94: "Tensilica Xtensa", 183: "ARM aarch64", 190: "NVIDIA CUDA architecture",
	224: "AMD GPU architecture", 243: "UCB RISC-V", 247: "eBPF", 258: "LoongArch"}

// describeELF returns the word size, the kind, the processor and, for programs
// and libraries, the linking.
func describeELF(f format, s *sample) string {
	h, ok := parseELF(s.head)
	if !ok {
		return "ELF (header cut short)"
	}
	bits := "32-bit"
	if h.wide {
		bits = "64-bit"
	}
	kind := map[uint16]string{1: "relocatable", 2: "executable", 3: "shared object", 4: "core file"}[h.kind]
	if f.mime == "application/x-pie-executable" {
		kind = "pie executable"
	}
	machine, ok := elfMachines[h.machine]
	if !ok {
		machine = fmt.Sprintf("machine %d", h.machine)
	}
	linking := ""
	if h.kind == 2 || h.kind == 3 {
		linking = "statically linked"
		if h.hasProgram(s.head, ptDynamic) {
			linking = "dynamically linked"
		}
	}
	return list("ELF "+bits, kind, machine, linking)
}

var peMachines = map[uint16]string{0x014c: "Intel 80386", 0x8664: "x86-64", 0xAA64: "Aarch64", 0x01c0: "ARM", 0x01c4: "ARMv7 Thumb", 0x0200: "Intel Itanium", 0x5064: "RISC-V 64-bit"}

// describePE returns the width, whether it is a library or an assembly of .NET,
// and the processor.
func describePE(_ format, s *sample) string {
	b := s.head[peHeader(s.head):]
	optional, flags := le16(b[20:]), le16(b[22:])
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
	}
	// The fifteenth data directory belongs to the common language runtime.
	if clr := directories + 14*8; directories > 0 && len(b) >= clr+4 && int(optional) >= clr+8-24 && le32(b[clr:]) != 0 {
		words += ", .NET assembly"
	}
	return list(words, peMachines[le16(b[4:])], "for MS Windows")
}

var machCPUs = map[uint32]string{7: "i386", 0x01000007: "x86_64", 12: "arm", 0x0100000c: "arm64", 0x0200000c: "arm64_32", 18: "ppc", 0x01000012: "ppc64"}

var machKinds = map[uint32]string{1: "object", 2: "executable", 4: "core", 6: "dynamically linked shared library", 8: "bundle", 10: "dSYM companion file", 11: "kext bundle"}

// describeMachO returns the processor and the kind, or the number of
// architectures of a universal binary.
func describeMachO(_ format, s *sample) string {
	b := s.head
	if len(b) < 16 {
		return ""
	}
	if be32(b) == 0xcafebabe {
		return "Mach-O universal binary with " + plural(int(be32(b[4:])), "architecture")
	}
	u32 := le32
	if b[0] == 0xfe {
		u32 = be32
	}
	return list("Mach-O", machCPUs[u32(b[4:])], machKinds[u32(b[12:])])
}

// describeClass returns the version of Java that a file of compiled classes requires.
func describeClass(f format, s *sample) string {
	if len(s.head) < 8 {
		return ""
	}
	switch major := be16(s.head[6:]); {
	case major >= 53:
		return fmt.Sprintf("%s (Java SE %d)", f.name, major-44)
	case major >= 46:
		return fmt.Sprintf("%s (Java 1.%d)", f.name, major-44)
	}
	return ""
}

// pythonMagics are the first magic number of each version of Python.
var pythonMagics = []struct {
	from    uint16
	version string
}{{62211, "2.7"}, {62161, "2.6"}, {3600, "3.14"}, {3550, "3.13"}, {3500, "3.12"}, {3450, "3.11"}, {3430, "3.10"}, {3420, "3.9"},
	{3400, "3.8"}, {3390, "3.7"}, {3360, "3.6"}, {3320, "3.5"}, {3250, "3.4"}, {3190, "3.3"}, {3170, "3.2"}, {3000, "3.0 or 3.1"}}

// describePyc returns the version of Python that compiled a module.
func describePyc(_ format, s *sample) string {
	for _, m := range pythonMagics {
		if le16(s.head) >= m.from {
			return "Byte-compiled Python module for CPython " + m.version
		}
	}
	return "Byte-compiled Python module"
}
