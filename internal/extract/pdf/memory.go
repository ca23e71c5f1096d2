package pdf

import "github.com/tetratelabs/wazero/experimental"

// memory is the memory of an instance. It grows in few steps: wazero itself copies it to a slightly larger one each
// time, and a file that needs 256 MiB then takes 860 MB to 1.1 GB of the process, against 370 to 430 MB here.
type memory struct{ b []byte }

// memorySteps are the sizes for which memory is asked. Of the last one only the used part takes memory.
var memorySteps = [...]uint64{16 << 20, 64 << 20, memoryPages << 16}

// newMemory returns the empty memory of an instance.
func newMemory(_, _ uint64) experimental.LinearMemory { return &memory{} }

// Reallocate implements [experimental.LinearMemory].
func (m *memory) Reallocate(size uint64) []byte {
	if size <= uint64(cap(m.b)) {
		m.b = m.b[:size]
		return m.b
	}
	for _, step := range memorySteps {
		if size <= step {
			b := make([]byte, size, step)
			copy(b, m.b)
			m.b = b
			return b
		}
	}
	return nil
}

// Free implements [experimental.LinearMemory].
func (m *memory) Free() { m.b = nil }
