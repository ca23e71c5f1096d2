package mlmodel

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	pickleMost  = 1 << 30  // bytes of pickles that are walked; long texts and blobs are skipped
	picklesMost = 1000     // pickles one after the other
	stackMost   = 1 << 20  // values on the stack
	memoMost    = 1 << 18  // values that are kept for later
	tuplesMost  = 1 << 17  // tuples whose elements are kept
	textsMost   = 1 << 16  // different short texts that are kept
	textMost    = 200      // bytes of a text that is kept: a name
	lineMost    = 1 << 20  // bytes of a line of protocol 0
	inflateMost = 16 << 20 // bytes of a compressed pickle
	namesMost   = 1000     // different imports that decide on risks
)

var errPickle = errors.New("the operations of the pickle are not valid")

// pickles are the extensions of files that are pickles of any protocol.
var pickles = map[string]bool{".pkl": true, ".pickle": true, ".joblib": true, ".pck": true, ".pcl": true}

// isPickle reports whether the file begins with the protocol and a frame, or with the protocol and a common operation,
// or has the extension of pickles and begins with an operation of protocol 0 or 1.
func isPickle(f *file.File) bool {
	b := f.Head
	if len(b) > 2 && b[0] == 0x80 && b[1] >= 2 && b[1] <= 5 {
		return b[1] >= 4 && b[2] == 0x95 || bytes.IndexByte([]byte("}]()cXUKMGNJ\x8a\x88\x89\x8c\x8f\x94."), b[2]) >= 0
	}
	if !pickles[ext(f)] || len(b) < 2 {
		return false
	}
	return bytes.IndexByte([]byte("(c}])SVIFLGKMJXUN"), b[0]) >= 0 || compressed(b)
}

// compressed reports whether a pickle is compressed as joblib writes it by default.
func compressed(b []byte) bool {
	return len(b) > 2 && b[0] == 0x78 && (uint(b[0])<<8|uint(b[1]))%31 == 0
}

// readPickle walks over the operations of a pickle and runs none.
func readPickle(f *file.File, x *luminos.Extraction) error {
	x.Format = "Python pickle"
	s, cut := f.Stream(binary.LittleEndian), false
	if compressed(f.Head) {
		z, err := zlib.NewReader(f.Reader())
		if err != nil {
			return err
		}
		b, err := io.ReadAll(file.Limit(z, inflateMost))
		if cut = errors.Is(err, file.ErrTooLarge); cut {
			x.Limit("only the beginning of the compressed content was read")
		} else if err != nil {
			return err
		}
		x.Set("compression", "zlib")
		s = file.BytesStream(b, binary.LittleEndian)
	}
	t := file.NewText(f, x)
	defer t.EndSample()
	p := newPickle(x, t)
	p.file(s)
	p.describe()
	if p.torch {
		x.Format = "PyTorch model (pickle)"
	}
	if p.joblib {
		x.Format = "joblib pickle"
	}
	if p.protocol > 0 {
		x.Format += ", protocol " + strconv.Itoa(p.protocol)
	}
	if cut && errors.Is(s.Err, io.ErrUnexpectedEOF) {
		return nil
	}
	return s.Err
}

// pickle is a machine for pickles that keeps names and the shapes of tensors, and makes no objects
// (https://github.com/python/cpython/blob/main/Lib/pickletools.py).
type pickle struct {
	*file.Stream
	x        *luminos.Extraction
	all      *tensors
	protocol int
	torch    bool
	joblib   bool // the values of arrays follow their descriptions
	unread   bool // not all operations were walked over, so that imports can be among the others
	imports  file.Values
	names    map[string]bool // the imports
	machine
}

// machine is the state of the operations.
type machine struct {
	stack  []item
	memo   map[uint64]item
	next   uint64 // the place of the next value that MEMOIZE keeps
	texts  []string
	known  map[string]int32 // the places of texts
	tuples [][]item
}

// item is a value on the stack: its kind, and the place of a text or of a tuple, or a number.
type item struct {
	kind byte
	at   int32
	n    int64
}

// Kinds of items.
const (
	opaque  = iota
	mark    // the begin of a group
	aText   // at
	aGlobal // at: its name
	aNumber // n
	aTuple  // at
	storage // at: the name of its type
	aTensor // at: the tuple of its arguments
)

func newPickle(x *luminos.Extraction, t *file.Text) *pickle {
	return &pickle{x: x, all: &tensors{x: x, text: t}, names: map[string]bool{},
		machine: machine{known: map[string]int32{}}}
}

// file walks over the pickles at the beginning of a stream. Bytes that follow are the values of arrays.
func (p *pickle) file(s *file.Stream) {
	p.Stream = s
	for i := 0; s.Err == nil && s.Left() > 0; i++ {
		if i > 0 {
			if b := s.Next(1); b[0] != 0x80 {
				p.x.Limit("bytes behind the pickle were not read")
				break
			}
			s.Goto(s.Pos() - 1)
		}
		if i == picklesMost {
			p.x.Limit("only the first " + strconv.Itoa(picklesMost) + " pickles were read")
			p.unread = true
			break
		}
		p.stack, p.memo, p.next = p.stack[:0], map[uint64]item{}, 0
		if p.x.Add("pickles", 1); !p.run() {
			p.unread = true
			break
		}
	}
}

// run walks over the operations up to STOP. It returns false if the file cannot be read further.
func (p *pickle) run() bool {
	for p.Err == nil {
		if p.Pos() > pickleMost || len(p.stack) > stackMost {
			p.Fail(file.ErrTooLarge)
			break
		}
		op := p.U8()
		if p.Err != nil {
			break
		}
		if op == '.' {
			return true
		}
		if op == 'b' && p.joblib {
			p.x.Limit("the values of its arrays, and the operations behind the first of them, were not read")
			return false
		}
		if !p.value(op) && !p.short(op) && !p.group(op) && !p.object(op) {
			p.Fail(errPickle)
		}
	}
	return false
}

func (p *pickle) push(i item) { p.stack = append(p.stack, i) }

// pop returns the uppermost value; an empty stack is an error.
func (p *pickle) pop() item {
	if len(p.stack) == 0 {
		p.Fail(errPickle)
		return item{}
	}
	top := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	return top
}

// popMark returns the values above the uppermost mark, and removes both. They are valid until the next push.
func (p *pickle) popMark() []item {
	for i := len(p.stack) - 1; i >= 0; i-- {
		if p.stack[i].kind == mark {
			values := p.stack[i+1:]
			p.stack = p.stack[:i]
			return values
		}
	}
	p.Fail(errPickle)
	return nil
}

// keep returns the item of a text. Long texts, and texts beyond the bound, are opaque.
func (p *pickle) keep(kind byte, s string) item {
	if len(s) > textMost {
		return item{}
	}
	at, ok := p.known[s]
	if !ok {
		if len(p.texts) == textsMost {
			return item{}
		}
		at = int32(len(p.texts))
		p.texts = append(p.texts, s)
		p.known[s] = at
	}
	return item{kind: kind, at: at}
}

// text pushes a text of n bytes.
func (p *pickle) text(n uint64) {
	if n > textMost {
		p.Skip(n)
		p.push(item{})
		return
	}
	p.push(p.keep(aText, string(p.Next(int(n)))))
}

// tuple pushes a tuple. Long tuples, and tuples beyond the bound, are opaque.
func (p *pickle) tuple(values []item) {
	if len(values) > 8 || len(p.tuples) == tuplesMost {
		p.push(item{})
		return
	}
	p.tuples = append(p.tuples, slices.Clone(values))
	p.push(item{kind: aTuple, at: int32(len(p.tuples) - 1)})
}

// global pushes an import and counts it.
func (p *pickle) global(module, name string) {
	full := short(module+"."+name, nameMost)
	p.imports.Add(cell(full))
	if len(p.names) < namesMost || dangerous(full) && len(p.names) < 2*namesMost {
		p.names[full] = true
	}
	p.joblib = p.joblib || full == "joblib.numpy_pickle.NumpyArrayWrapper"
	p.torch = p.torch || strings.HasPrefix(full, "torch.")
	p.push(p.keep(aGlobal, full))
}

// describe sets the imports, the tensors and the risks.
func (p *pickle) describe() {
	p.all.done()
	p.imports.Set(p.x, "imports")
	add := func(risk string) {
		if !slices.Contains(p.x.Risks, risk) {
			p.x.Risks = append(p.x.Risks, risk)
		}
	}
	if len(p.names) > 0 || p.unread {
		add(runsCode)
	}
	for name := range p.names {
		if dangerous(name) {
			add("imports functions that start programs, open files or run text as code")
		}
	}
}

// dangerous reports whether no model needs the import.
func dangerous(name string) bool {
	module, _, _ := strings.Cut(name, ".")
	switch module {
	case "os", "posix", "nt", "subprocess", "sys", "socket", "shutil", "pty", "commands", "runpy", "webbrowser",
		"importlib", "ctypes", "urllib", "requests", "http", "asyncio", "platform", "pip", "code", "marshal", "timeit",
		"pdb", "bdb", "cProfile", "profile", "threading", "multiprocessing", "tempfile", "signal":
		return true
	case "builtins", "__builtin__", "__builtins__":
		_, name, _ := strings.Cut(name, ".")
		return slices.Contains([]string{"eval", "exec", "execfile", "compile", "open", "getattr", "__import__", "apply",
			"globals", "locals", "vars", "breakpoint", "input", "file"}, name)
	}
	return false
}
