package coreutils

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"luminos"
)

// findParser reads an expression of find by descent:
//
//	or = and { -o and } ; and = not { [-a] not } ; not = ! not | ( or ) | primary
type findParser struct {
	ctx  context.Context
	f    *finder
	rest []string
}

func (p *findParser) parse() (test, error) {
	if len(p.rest) == 0 {
		return func(context.Context, visit) bool { return true }, nil
	}
	is, err := p.or()
	if err == nil && len(p.rest) > 0 {
		err = p.problem(p.rest[0])
	}
	return is, err
}

// problem says what is wrong where an expression cannot go on.
func (p *findParser) problem(arg string) error {
	switch {
	case arg == ")":
		return errors.New("a ) without a (")
	case !strings.HasPrefix(arg, "-"):
		return fmt.Errorf("paths must precede the expression: %s", show(arg))
	}
	if why, ok := p.f.s.program.refused[strings.TrimLeft(arg, "-")]; ok {
		return fmt.Errorf("%s is refused: %s; known: %s", show(arg), why, p.f.s.program.flags)
	}
	return fmt.Errorf("no %s here; known: %s", show(arg), p.f.s.program.flags)
}

func (p *findParser) peek(names ...string) bool {
	for _, n := range names {
		if len(p.rest) > 0 && p.rest[0] == n {
			return true
		}
	}
	return false
}

func (p *findParser) or() (test, error) {
	left, err := p.and()
	for err == nil && p.peek("-o", "-or") {
		p.rest = p.rest[1:]
		var right test
		if right, err = p.and(); err == nil {
			a := left
			left = func(ctx context.Context, v visit) bool { return a(ctx, v) || right(ctx, v) }
		}
	}
	return left, err
}

func (p *findParser) and() (test, error) {
	left, err := p.not()
	for err == nil && len(p.rest) > 0 && !p.peek("-o", "-or", ")") {
		if p.peek("-a", "-and") {
			p.rest = p.rest[1:]
		}
		var right test
		if right, err = p.not(); err == nil {
			a := left
			left = func(ctx context.Context, v visit) bool { return a(ctx, v) && right(ctx, v) }
		}
	}
	return left, err
}

func (p *findParser) not() (test, error) {
	if len(p.rest) == 0 {
		return nil, errors.New("the expression ends where a test is expected")
	}
	arg := p.rest[0]
	switch arg {
	case "!", "-not":
		p.rest = p.rest[1:]
		is, err := p.not()
		return func(ctx context.Context, v visit) bool { return !is(ctx, v) }, err
	case "(":
		p.rest = p.rest[1:]
		is, err := p.or()
		if err == nil && !p.peek(")") {
			err = errors.New("a ( without a )")
		}
		if err == nil {
			p.rest = p.rest[1:]
		}
		return is, err
	}
	return p.primary()
}

// primary reads one test or action.
func (p *findParser) primary() (test, error) {
	name := p.rest[0]
	if make, ok := plainTests[name]; ok {
		p.rest = p.rest[1:]
		return make(p.f), nil
	}
	make, ok := valueTests[name]
	if !ok {
		return nil, p.problem(name)
	}
	if len(p.rest) < 2 {
		return nil, fmt.Errorf("missing argument to %s", name)
	}
	value := p.rest[1]
	p.rest = p.rest[2:]
	is, err := make(p.ctx, p.f, value)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", name, show(value), err)
	}
	return is, nil
}

// comparison reads N, +N or -N.
func comparison(text string) (func(int64) bool, error) {
	sign := byte(0)
	if text != "" && (text[0] == '+' || text[0] == '-') {
		sign, text = text[0], text[1:]
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		n, err = math.MaxInt64, nil
	}
	if err != nil || n < 0 || strings.HasPrefix(text, "+") {
		return nil, errors.New("want a number: N for exactly, +N for more, -N for less")
	}
	return func(v int64) bool {
		switch sign {
		case '+':
			return v > n
		case '-':
			return v < n
		}
		return v == n
	}, nil
}

// age tests how long ago an entry was changed, in whole units.
func age(f *finder, value string, unit time.Duration) (test, error) {
	fits, err := comparison(value)
	now := f.s.now
	return func(_ context.Context, v visit) bool {
		if v.node.ModTime.IsZero() {
			return false
		}
		ago := now.Unix() - v.node.ModTime.Unix() // a Duration does not reach back to the year 1
		n := ago / int64(unit/time.Second)
		return fits(n)
	}, err
}

// sized reads -size: units are rounded up.
func sized(value string) (test, error) {
	units := map[byte]int64{'c': 1, 'w': 2, 'b': 512, 'k': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}
	unit := int64(512)
	if value != "" {
		if u, ok := units[value[len(value)-1]]; ok {
			unit, value = u, value[:len(value)-1]
		}
	}
	fits, err := comparison(value)
	return func(_ context.Context, v visit) bool {
		return v.node.Size >= 0 && fits(v.node.Size/unit+int64(b2i(v.node.Size%unit != 0)))
	}, err
}

func typed(value string) (test, error) {
	for k := range strings.SplitSeq(value, ",") {
		if len(k) != 1 || !strings.Contains("fdlpscb", k) {
			return nil, errors.New("want f (file), d (directory), l (link), p (fifo), s (socket) or c (device)")
		}
	}
	return func(_ context.Context, v visit) bool { return strings.IndexByte(value, letterOf(v.node.Kind)) >= 0 }, nil
}

// permitted reads -perm: MODE for exactly, -MODE for all of the bits, /MODE for any.
func permitted(value string) (test, error) {
	how, text := byte(0), value
	if text != "" && (text[0] == '-' || text[0] == '/') {
		how, text = text[0], text[1:]
	}
	bits, err := strconv.ParseUint(text, 8, 12)
	if err != nil {
		return nil, errors.New("want an octal number, as in 644, -111 or /222")
	}
	return func(_ context.Context, v visit) bool {
		have := uint64(v.node.Perm)
		switch {
		case v.node.Links == 0:
			return false
		case how == '-':
			return have&bits == bits
		case how == '/':
			return have&bits != 0 || bits == 0
		}
		return have == bits
	}, nil
}

func isEmpty(f *finder) test {
	return func(ctx context.Context, v visit) bool {
		switch v.node.Kind {
		case luminos.KindFile:
			return v.node.Size == 0
		case luminos.KindDir:
			entries, err := f.s.src.List(ctx, v.node.Path)
			return err == nil && len(entries) == 0
		}
		return false
	}
}
