package content

import "fmt"

// elfMachines names the processors by the number in an ELF header.
var elfMachines = map[uint16]string{2: "SPARC", 3: "Intel 80386", 4: "Motorola m68k", 8: "MIPS", 20: "PowerPC",
	21: "64-bit PowerPC", 22: "IBM S/390", 40: "ARM", 42: "Renesas SH", 43: "SPARC V9", 50: "IA-64", 62: "x86-64",
	83: "Atmel AVR 8-bit", 94: "Tensilica Xtensa", 183: "ARM aarch64", 190: "NVIDIA CUDA architecture",
	224: "AMD GPU architecture", 243: "UCB RISC-V", 247: "eBPF", 258: "LoongArch"}

// describeELF returns a description of an ELF file: the word size, the kind, the processor and, for
// programs and libraries, whether they are linked statically or dynamically.
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
