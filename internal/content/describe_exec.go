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
