package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium"
	"github.com/tetratelabs/wazero/api"

	"luminos/internal/extract/file"
)

// textMost is the number of bytes of a text outside of pages, such as a title, for which memory is asked.
const textMost = 64 << 10

// guest is an instance of PDFium with one document. Its first error is kept: all later calls do nothing and return 0.
type guest struct {
	ctx      context.Context // ends the instance
	instance pdfium.Pdfium
	module   api.Module
	blocks   *blocks
	doc      uint64
	err      error
}

// open returns an instance for a file. It waits for the one instance of the process.
func open(ctx context.Context, f *file.File) (*guest, error) {
	loaded.Lock()
	i, m, err := instance(ctx)
	if err != nil {
		loaded.Unlock()
		return nil, err
	}
	return &guest{ctx: ctx, instance: i, module: m, blocks: &blocks{from: f, size: f.Size}}, nil
}

// close frees the instance.
func (g *guest) close() {
	g.blocks.held = nil
	_ = g.instance.Close() // fails after a fault, and frees the memory too
	loaded.Unlock()
}

// load opens the document and returns 0, or the code of the reason why it cannot be opened.
func (g *guest) load() uint32 {
	reader, ok := g.instance.GetImplementation().(interface {
		CreateFileAccessReader(int64, io.ReadSeeker) (*uint64, *uint32, error)
	})
	if !ok {
		g.fail(errors.New("go-pdfium has no access to files"))
		return math.MaxUint32
	}
	access, _, err := reader.CreateFileAccessReader(g.blocks.size, g.blocks)
	if err != nil {
		g.fail(err)
		return math.MaxUint32
	}
	if g.doc = g.call("FPDF_LoadCustomDocument", *access, 0); g.doc != 0 {
		return 0
	}
	return max(1, uint32(g.call("FPDF_GetLastError")))
}

func (g *guest) fail(err error) {
	if g.err == nil {
		g.err = err
	}
}

// failure returns the error of the instance, which has a reason in its time, its file or its memory, or is a fault of
// PDFium.
func (g *guest) failure() error {
	const nearly = memoryPages << 16 * 7 / 8 // a request that fails is for more than the rest
	switch {
	case g.ctx.Err() != nil:
		return g.ctx.Err()
	case g.blocks.err != nil:
		return g.blocks.err
	case g.module.Memory().Size() >= nearly:
		return fmt.Errorf("%w: %w", file.ErrTooLarge, g.err)
	}
	return g.err
}

// call calls a function of PDFium and returns its result, or 0 without one or after an error.
func (g *guest) call(name string, args ...uint64) uint64 {
	if g.err != nil {
		return 0
	}
	f := g.module.ExportedFunction(name)
	if f == nil {
		g.fail(fmt.Errorf("PDFium has no function %s", name))
		return 0
	}
	got, err := f.Call(g.ctx, args...)
	if err != nil {
		g.fail(err)
		return 0
	}
	if len(got) == 0 {
		return 0
	}
	return got[0]
}

// number calls a function that returns a number of things, and returns it, at least 0 and at most the maximum.
func (g *guest) number(maximum int, name string, args ...uint64) int {
	return min(max(0, int(int32(g.call(name, args...)))), maximum)
}

// buffer calls use with the address of n bytes of memory of the guest, and returns the bytes after that.
func (g *guest) buffer(n int, use func(at uint64)) []byte {
	at := g.call("malloc", uint64(n))
	if at == 0 {
		g.fail(fmt.Errorf("%w: PDFium has no memory", file.ErrTooLarge))
		return nil
	}
	use(at)
	var b []byte
	if g.err == nil {
		view, ok := g.module.Memory().Read(uint32(at), uint32(n))
		if !ok {
			g.fail(errors.New("a buffer is outside of the memory"))
		}
		b = append(b, view...)
	}
	g.call("free", at)
	return b
}

// text calls a function whose last two parameters are a buffer for a text in UTF-16 and its length in bytes, and which
// returns the length that it needs. Texts of more than 64 KiB are left out.
func (g *guest) text(name string, args ...uint64) string {
	n := g.number(math.MaxInt32, name, append(args, 0, 0)...)
	if n < 2 || n > textMost {
		return ""
	}
	return decode(g.buffer(n, func(at uint64) { g.call(name, append(args, at, uint64(n))...) }))
}

// tagged calls a function as text does, with the name of an entry as the parameter before the buffer.
func (g *guest) tagged(name string, of uint64, tag string) (text string) {
	g.buffer(len(tag)+1, func(at uint64) {
		if g.module.Memory().WriteString(uint32(at), tag+"\x00") {
			text = g.text(name, of, at)
		}
	})
	return text
}

// decode returns a text in UTF-16, little endian, until its first NUL.
func decode(b []byte) string {
	units := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		u := uint16(b[i]) | uint16(b[i+1])<<8
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\uFEFF")
}
