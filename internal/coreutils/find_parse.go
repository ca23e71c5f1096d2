package coreutils

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"luminos"
)

// predicate is a parsed part of an expression.
type predicate func(ctx context.Context, v visit) bool

func always(context.Context, visit) bool { return true }

// findParser is a recursive-descent parser of find expressions:
//
//	or = and { -o and } ; and = not { [-a] not } ; not = ! not | ( or ) | primary
type findParser struct {
	ctx  context.Context
	f    *find
	rest []string
}

func (p *findParser) parse() (predicate, error) {
	if len(p.rest) == 0 {
		return always, nil
	}
	matches, err := p.or()
	if err == nil && len(p.rest) > 0 {
		err = p.unexpected(p.rest[0])
	}
	return matches, err
}

// unexpected returns the error for the argument arg, which cannot continue the expression of find.
func (p *findParser) unexpected(arg string) error {
	switch {
	case arg == ")":
		return errors.New("the find expression has a ) without a (")
	case !strings.HasPrefix(arg, "-"):
		return fmt.Errorf("the paths must precede the find expression, but %s does not", quote(arg))
	}
	return p.f.s.program.unsupported(arg[1:])
}

// accept skips the next argument if it is one of names, and reports whether it did.
func (p *findParser) accept(names ...string) bool {
	if len(p.rest) == 0 || !slices.Contains(names, p.rest[0]) {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *findParser) or() (predicate, error) {
	left, err := p.and()
	for err == nil && p.accept("-o", "-or") {
		a := left
		var b predicate
		b, err = p.and()
		left = func(ctx context.Context, v visit) bool { return a(ctx, v) || b(ctx, v) }
	}
	return left, err
}

func (p *findParser) and() (predicate, error) {
	left, err := p.not()
	for err == nil && len(p.rest) > 0 && !slices.Contains([]string{"-o", "-or", ")"}, p.rest[0]) {
		p.accept("-a", "-and")
		a := left
		var b predicate
		b, err = p.not()
		left = func(ctx context.Context, v visit) bool { return a(ctx, v) && b(ctx, v) }
	}
	return left, err
}

func (p *findParser) not() (predicate, error) {
	switch {
	case len(p.rest) == 0:
		return nil, errors.New("the find expression ends where a test such as -name is expected")
	case p.accept("!", "-not"):
		a, err := p.not()
		return func(ctx context.Context, v visit) bool { return !a(ctx, v) }, err
	case p.accept("("):
		a, err := p.or()
		if err == nil && !p.accept(")") {
			err = errors.New("the find expression has a ( without a )")
		}
		return a, err
	}
	return p.primary()
}

// primary parses one test or option of a find expression, such as -name GLOB, and returns its
// predicate.
func (p *findParser) primary() (predicate, error) {
	name := p.rest[0]
	switch {
	case p.accept("-print"): // the only action, which is the default
		return always, nil
	case p.accept("-empty"):
		return p.empty, nil
	case !slices.Contains(findTests, name):
		return nil, p.unexpected(name)
	case len(p.rest) < 2:
		return nil, fmt.Errorf("the find test %s needs an argument", name)
	}
	value := p.rest[1]
	p.rest = p.rest[2:]
	matches, err := p.test(name, value)
	if err != nil {
		return nil, fmt.Errorf("reading the find test %s %s: %w", name, quote(value), err)
	}
	return matches, nil
}

// findTests are the tests and options that have a value.
var findTests = []string{
	"-name", "-iname", "-path", "-ipath", "-wholename", "-type", "-size", "-mtime", "-mmin", "-newer", "-maxdepth", "-mindepth",
}

func (p *findParser) test(name, value string) (predicate, error) {
	switch name {
	case "-name", "-iname":
		glob := compileGlob(value, name == "-iname")
		return func(_ context.Context, v visit) bool { return glob.MatchString(v.base()) }, nil
	case "-path", "-ipath", "-wholename":
		glob := compileGlob(value, name == "-ipath")
		return func(_ context.Context, v visit) bool { return glob.MatchString(v.text) }, nil
	case "-type":
		return typeTest(value)
	case "-size":
		return sizeTest(value)
	case "-mtime":
		return ageTest(value, 24*60*60)
	case "-mmin":
		return ageTest(value, 60)
	case "-newer":
		return p.newerTest(value)
	case "-maxdepth":
		return always, parseDepth(value, &p.f.maxDepth)
	}
	return always, parseDepth(value, &p.f.minDepth)
}

func parseDepth(text string, to *int) error {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return errors.New("expected a number of directory levels, such as 2")
	}
	*to = int(n)
	return nil
}

// parseComparison parses N, +N or -N and returns a function that reports whether a number is equal
// to N, greater than N, or less than N.
func parseComparison(text string) (func(int64) bool, error) {
	digits := strings.TrimLeft(text, "+-")
	n, err := strconv.ParseInt(digits, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		n, err = math.MaxInt64, nil
	}
	if err != nil || len(text)-len(digits) > 1 {
		return nil, errors.New("expected a number: N for exactly, +N for more, -N for less")
	}
	return func(v int64) bool {
		switch text[0] {
		case '+':
			return v > n
		case '-':
			return v < n
		}
		return v == n
	}, nil
}

// ageTest returns the predicate for find -mtime and -mmin, which compares the age of an entry with
// value. seconds is the length of the unit of value; the age is rounded down to whole units.
func ageTest(value string, seconds int64) (predicate, error) {
	compare, err := parseComparison(value)
	now := time.Now().Unix()
	return func(_ context.Context, v visit) bool {
		return !v.node.ModTime.IsZero() && compare((now-v.node.ModTime.Unix())/seconds)
	}, err
}

// sizeTest returns the predicate for find -size, which compares the size of an entry, rounded up to
// whole units, with a value such as +10k.
func sizeTest(value string) (predicate, error) {
	units := map[byte]int64{'c': 1, 'w': 2, 'b': 512, 'k': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}
	unit := int64(512)
	if value != "" {
		if u, ok := units[value[len(value)-1]]; ok {
			unit, value = u, value[:len(value)-1]
		}
	}
	compare, err := parseComparison(value)
	return func(_ context.Context, v visit) bool {
		return v.node.Size >= 0 && compare((v.node.Size+unit-1)/unit)
	}, err
}

func typeTest(value string) (predicate, error) {
	for k := range strings.SplitSeq(value, ",") {
		if len(k) != 1 || !strings.Contains("fdlpscb", k) {
			return nil, errors.New("expected f (file), d (directory), l (link), p (fifo), s (socket) or c (device)")
		}
	}
	return func(_ context.Context, v visit) bool { return strings.IndexByte(value, kindLetter(v.node.Kind)) >= 0 }, nil
}

func (p *findParser) newerTest(value string) (predicate, error) {
	name, err := parsePath(value)
	if err != nil {
		return nil, err
	}
	than, err := p.f.s.src.Stat(p.ctx, name)
	if err != nil {
		return nil, errors.New(describeError(err))
	}
	return func(_ context.Context, v visit) bool { return v.node.ModTime.After(than.ModTime) }, nil
}

// empty reports whether an entry is an empty file or an empty directory (find -empty).
func (p *findParser) empty(ctx context.Context, v visit) bool {
	if v.node.Kind == luminos.KindFile {
		return v.node.Size == 0
	}
	entries, err := p.f.s.src.List(ctx, v.node.Path)
	return v.node.Kind == luminos.KindDir && err == nil && len(entries) == 0
}
