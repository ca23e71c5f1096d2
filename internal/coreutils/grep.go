package coreutils

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"luminos"
)

var grepProgram = program{
	does:     "shows lines that match a pattern; with -r in all files of directories, ignored and hidden ones too",
	operands: "PATTERN FILE... (or -r PATTERN [FILE]...)", declare: declareGrep, trouble: 2,
	refused: map[string]string{
		"f": listed, "file": listed, "P": "Perl's patterns can take for ever; use -E", "perl-regexp": "Perl's patterns can take for ever; use -E",
		"exclude-from": listed, "D": "only regular files are read", "devices": "only regular files are read",
		"z": "lines end with a line end here", "null-data": "lines end with a line end here",
	},
}

// grep is what the flags say.
type grep struct {
	matching
	invert, count, list, listOthers, only, quiet, silent bool
	number, withName, noName, text                       bool
	before, after                                        int
	groups                                               bool  // context was asked for, even none: "--" between what is apart
	most                                                 int64 // selected lines of a file; -1: all
	include, exclude, excludeDir                         []*glob

	m       *matcher
	names   bool // each line has the name of its file before it
	matched bool
	printed bool // a line, of whichever file
}

// grepFlags are those that need reading.
type grepFlags struct {
	patterns                     []string
	before, after, context, most string
	include, exclude, excludeDir []string
	recursive, dereference       bool
	number                       *string
}

func declareGrep(fs *pflag.FlagSet) run {
	g, f := &grep{}, &grepFlags{}
	basic := letter(fs, "G")
	for _, b := range []struct {
		v           *bool
		name, short string
	}{
		{&g.extended, "extended-regexp", "E"}, {&g.fixed, "fixed-strings", "F"}, {&g.fold, "ignore-case", "i"}, {&g.word, "word-regexp", "w"},
		{&g.line, "line-regexp", "x"}, {&g.invert, "invert-match", "v"}, {&g.count, "count", "c"}, {&g.list, "files-with-matches", "l"},
		{&g.listOthers, "files-without-match", "L"}, {&g.only, "only-matching", "o"}, {&g.quiet, "quiet", "q"}, {&g.silent, "no-messages", "s"},
		{&g.number, "line-number", "n"}, {&g.withName, "with-filename", "H"}, {&g.noName, "no-filename", "h"}, {&g.text, "text", "a"},
		{&f.recursive, "recursive", "r"}, {&f.dereference, "dereference-recursive", "R"},
	} {
		fs.BoolVarP(b.v, b.name, b.short, false, "")
	}
	fs.StringVarP(&f.before, "before-context", "B", "", "NUM")
	fs.StringVarP(&f.after, "after-context", "A", "", "NUM")
	fs.StringVarP(&f.context, "context", "C", "", "NUM")
	fs.StringVarP(&f.most, "max-count", "m", "", "NUM")
	fs.StringArrayVarP(&f.patterns, "regexp", "e", nil, "PATTERN")
	fs.StringArrayVar(&f.include, "include", nil, "GLOB")
	fs.StringArrayVar(&f.exclude, "exclude", nil, "GLOB")
	fs.StringArrayVar(&f.excludeDir, "exclude-dir", nil, "GLOB")
	fs.String("color", "", "WHEN")
	fs.Lookup("color").NoOptDefVal = "auto" // there is no colour here, and asking for it does no harm
	f.number = numbered(fs)
	return func(ctx context.Context, s *session, args []string) {
		if b2i(g.extended)+b2i(g.fixed)+b2i(*basic) > 1 {
			s.fail(2, "of -E, -F and -G only one can be had")
			return
		}
		if args, ok := g.read(s, f, fs.Changed("regexp"), args); ok {
			g.run(ctx, s, f.recursive || f.dereference, args)
		}
	}
}

// read reads what flags say in words, and the pattern.
func (g *grep) read(s *session, f *grepFlags, given bool, args []string) ([]string, bool) {
	g.most = -1
	for i, n := range []struct {
		text string
		set  func(int64)
	}{
		{*f.number, func(n int64) { g.before, g.after = clamp(n), clamp(n) }},
		{f.context, func(n int64) { g.before, g.after = clamp(n), clamp(n) }},
		{f.before, func(n int64) { g.before = clamp(n) }},
		{f.after, func(n int64) { g.after = clamp(n) }},
		{f.most, func(n int64) { g.most = n }},
	} {
		if n.text == "" || n.text == "-1" { // as in grep: no bound
			continue
		}
		v, err := strconv.ParseInt(n.text, 10, 62)
		if err != nil || v < 0 {
			s.fail(2, "%s: not a number of lines", show(n.text))
			return nil, false
		}
		n.set(v)
		g.groups = g.groups || i < 4
	}
	if !given {
		if len(args) == 0 {
			s.fail(2, "no pattern; usage: grep [FLAG]... %s", s.program.operands)
			return nil, false
		}
		f.patterns, args = args[:1], args[1:]
	}
	var patterns []string
	for _, p := range f.patterns {
		patterns = append(patterns, strings.Split(p, "\n")...) // as in grep: a line end separates patterns
	}
	m, warnings, err := g.compile(patterns)
	for _, w := range warnings {
		s.fail(0, "%s", w)
	}
	if err != nil {
		s.fail(2, "%v", err)
		return nil, false
	}
	g.m = m
	for _, l := range []struct {
		to   *[]*glob
		from []string
	}{{&g.include, f.include}, {&g.exclude, f.exclude}, {&g.excludeDir, f.excludeDir}} {
		for _, text := range l.from {
			*l.to = append(*l.to, newGlob(strings.TrimSuffix(text, "/"), false))
		}
	}
	if g.list || g.listOthers || g.quiet || g.count || g.only {
		g.before, g.after, g.groups = 0, 0, false
	}
	return args, true
}

func clamp(n int64) int { return int(min(n, 1<<20)) }

func (g *grep) run(ctx context.Context, s *session, recursive bool, args []string) {
	if g.most == 0 && !g.listOthers {
		s.status = 1
		return
	}
	s.silent = g.silent
	g.names = !g.noName && (g.withName || len(args) > 1)
	switch {
	case recursive && len(args) == 0:
		n, err := s.src.Stat(ctx, luminos.Root)
		if err != nil {
			s.broken(ctx, ".", err)
			return
		}
		g.names = !g.noName
		g.walk(ctx, s, operand{"", n})
	case !s.needs(args):
		return
	}
	for _, arg := range args {
		if s.over(ctx) || g.quiet && g.matched {
			break
		}
		o, ok := s.look(ctx, arg)
		switch {
		case !ok:
		case o.node.Kind == luminos.KindDir && recursive:
			before := g.names
			g.names = !g.noName
			if base := o.node.Path.Base(); !slices.ContainsFunc(g.excludeDir, func(x *glob) bool { return x.match(base) && base != "." }) {
				g.walk(ctx, s, o)
			}
			g.names = before
		case o.node.Kind == luminos.KindDir:
			s.fail(2, "%s: Is a directory (-r searches in it)", o.name())
		case o.node.Kind != luminos.KindFile:
			s.fail(2, "%s: %s", o.name(), unread(o.node))
		case g.wants(o):
			g.file(ctx, s, o)
		}
	}
	switch {
	case g.quiet && g.matched:
		s.status = 0
	case !g.matched:
		s.status = max(s.status, 1)
	}
}

// wants reports whether a file is to be searched, by its name.
func (g *grep) wants(o operand) bool {
	base := o.node.Path.Base()
	is := func(x *glob) bool { return x.match(base) }
	return !slices.ContainsFunc(g.exclude, is) && (len(g.include) == 0 || slices.ContainsFunc(g.include, is))
}

// walk searches in a directory. Links and what is not a file are passed over, as
// grep -r does.
func (g *grep) walk(ctx context.Context, s *session, dir operand) {
	entries, _ := s.list(ctx, dir)
	for _, o := range entries {
		if s.over(ctx) || g.quiet && g.matched {
			return
		}
		switch o.node.Kind {
		case luminos.KindDir:
			if base := o.node.Path.Base(); !slices.ContainsFunc(g.excludeDir, func(x *glob) bool { return x.match(base) }) {
				g.walk(ctx, s, o)
			}
		case luminos.KindFile:
			if g.wants(o) {
				g.file(ctx, s, o)
			}
		}
	}
}
