package dataset

import (
	"errors"
	"io"
)

// The JSON decoder keeps a stack of what is open and holds each token whole;
// these bound both.
const (
	depthMax = 200
	tokenMax = 8 << 20
)

var (
	errTooDeep = errors.New("is nested too deeply")
	errTooLong = errors.New("holds a value that is too long")
)

// guard passes a JSON stream on and stops it before it can hurt the decoder.
type guard struct {
	r        io.Reader
	depth    int
	run      int // bytes since the last structural character
	inString bool
	escaped  bool
	err      error
}

// Read implements [io.Reader].
func (g *guard) Read(p []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	n, err := g.r.Read(p)
	for i, c := range p[:n] {
		if g.run++; g.run > tokenMax {
			g.err = errTooLong
			return i, nil
		}
		if g.inString {
			switch {
			case g.escaped:
				g.escaped = false
			case c == '\\':
				g.escaped = true
			case c == '"':
				g.inString, g.run = false, 0
			}
			continue
		}
		switch c {
		case '"':
			g.inString, g.run = true, 0
		case '{', '[':
			g.run = 0
			if g.depth++; g.depth > depthMax {
				g.err = errTooDeep
				return i, nil
			}
		case '}', ']':
			g.run = 0
			g.depth--
		case ',', ':':
			g.run = 0
		}
	}
	g.err = err
	return n, err
}
