package coreutils

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"luminos"
)

var grepProgram = program{
	summary:  "shows lines that match a pattern; -r searches all files of directories, ignored and hidden files too",
	operands: "PATTERN FILE... (or -r PATTERN [FILE]...)", declare: declareGrep, trouble: 2,
}

// grep is a search with parsed flags.
type grep struct {
	matchOptions
	grepOutput
	before, after int
	separate      bool  // a context flag is given, even with 0: print "--" between groups
	limit         int64 // selected lines of a file; -1 for all
	files         fileFilter
	m             *matcher
	names         bool // prefix each line with the name of its file
	matched       bool
	printed       bool // a line of any file is printed
}

// grepOutput selects the output of grep.
type grepOutput struct {
	invert, count, list, listOthers, only, quiet, silent bool
	number, withName, noName, text                       bool
}

// grepFlags are the values of flags from which the patterns, the context and the
// filters of a grep are computed.
type grepFlags struct {
	patterns, include, exclude, excludeDir []string
	basic, recursive, dereference          bool
	context                                int
}

// maxContext is the maximum number of context lines before a match. They are held
// in memory.
const maxContext = 10_000

func declareGrep(fs *pflag.FlagSet) runFunc {
	g, f := &grep{}, &grepFlags{}
	switches(fs, "extended-regexp/E fixed-strings/F basic-regexp/G ignore-case/i word-regexp/w line-regexp/x",
		&g.extended, &g.fixed, &f.basic, &g.fold, &g.word, &g.line)
	switches(fs, "invert-match/v count/c files-with-matches/l files-without-match/L only-matching/o quiet/q no-messages/s",
		&g.invert, &g.count, &g.list, &g.listOthers, &g.only, &g.quiet, &g.silent)
	switches(fs, "line-number/n with-filename/H no-filename/h text/a recursive/r dereference-recursive/R",
		&g.number, &g.withName, &g.noName, &g.text, &f.recursive, &f.dereference)
	fs.IntVarP(&g.before, "before-context", "B", 0, "NUM")
	fs.IntVarP(&g.after, "after-context", "A", 0, "NUM")
	fs.IntVarP(&f.context, "context", "C", 0, "NUM")
	fs.Int64VarP(&g.limit, "max-count", "m", -1, "NUM")
	fs.StringArrayVarP(&f.patterns, "regexp", "e", nil, "PATTERN")
	fs.StringArrayVar(&f.include, "include", nil, "GLOB")
	fs.StringArrayVar(&f.exclude, "exclude", nil, "GLOB")
	fs.StringArrayVar(&f.excludeDir, "exclude-dir", nil, "GLOB")
	fs.String("color", "", "WHEN") // accepted and ignored
	fs.Lookup("color").NoOptDefVal = "auto"
	return func(ctx context.Context, s *session, args []string) {
		if b2i(g.extended)+b2i(g.fixed)+b2i(f.basic) > 1 {
			s.fail(2, "-E, -F and -G exclude each other")
			return
		}
		if !g.setContext(s, fs, f.context) {
			return
		}
		if args, ok := g.parsePatterns(s, f, fs.Changed("regexp"), args); ok {
			g.files = fileFilter{compileGlobs(f.include), compileGlobs(f.exclude), compileGlobs(f.excludeDir)}
			g.run(ctx, s, f.recursive || f.dereference, args)
		}
	}
}

// setContext sets the numbers of lines that grep prints around a match: -A and -B override -C,
// whose value is both. It returns false, after an error message, for a negative number.
func (g *grep) setContext(s *session, fs *pflag.FlagSet, both int) bool {
	if min(g.before, g.after, both) < 0 {
		s.fail(2, "the number of context lines must not be negative")
		return false
	}
	if !fs.Changed("before-context") {
		g.before = both
	}
	if !fs.Changed("after-context") {
		g.after = both
	}
	g.before = min(g.before, maxContext)
	g.separate = fs.Changed("before-context") || fs.Changed("after-context") || fs.Changed("context")
	if g.list || g.listOthers || g.quiet || g.count || g.only {
		g.before, g.after, g.separate = 0, 0, false
	}
	return true
}

// parsePatterns compiles the patterns of grep, from -e or from the first of args, and returns the
// other args. It returns false after an error message if a pattern is missing or invalid.
func (g *grep) parsePatterns(s *session, f *grepFlags, given bool, args []string) ([]string, bool) {
	if !given {
		if len(args) == 0 {
			s.fail(2, "no pattern; usage: grep [FLAG]... %s", s.program.operands)
			return nil, false
		}
		f.patterns, args = args[:1], args[1:]
	}
	var patterns []string
	for _, p := range f.patterns {
		patterns = append(patterns, strings.Split(p, "\n")...) // GNU grep: a line end separates patterns
	}
	m, err := g.compile(patterns)
	if err != nil {
		s.fail(2, "%v", err)
		return nil, false
	}
	g.m = m
	return args, true
}

// fileFilter selects files by their base names.
type fileFilter struct{ include, exclude, excludeDir []*regexp.Regexp }

func compileGlobs(patterns []string) []*regexp.Regexp {
	var list []*regexp.Regexp
	for _, p := range patterns {
		list = append(list, compileGlob(strings.TrimSuffix(p, "/"), false))
	}
	return list
}

func (f fileFilter) file(o operand) bool {
	return !matchAny(f.exclude, o) && (len(f.include) == 0 || matchAny(f.include, o))
}

func (f fileFilter) dir(o operand) bool { return !matchAny(f.excludeDir, o) }

func matchAny(globs []*regexp.Regexp, o operand) bool {
	base := o.node.Path.Base()
	return slices.ContainsFunc(globs, func(re *regexp.Regexp) bool { return re.MatchString(base) })
}

func (g *grep) run(ctx context.Context, s *session, recursive bool, args []string) {
	if g.limit == 0 && !g.listOthers {
		s.status = 1
		return
	}
	s.silent = g.silent
	g.names = !g.noName && (g.withName || len(args) > 1)
	if recursive && len(args) == 0 {
		if o, ok := s.stat(ctx, "."); ok {
			o.text = "" // names without "./"
			g.operand(ctx, s, true, o)
		}
	} else if !s.requireOperands(args) {
		return
	}
	for _, arg := range args {
		if s.stopped(ctx) || g.quiet && g.matched {
			break
		}
		if o, ok := s.stat(ctx, arg); ok {
			g.operand(ctx, s, recursive, o)
		}
	}
	switch {
	case g.quiet && g.matched:
		s.status = 0
	case !g.matched:
		s.status = max(s.status, 1)
	}
}

// operand searches the file or directory that an argument of grep names, a directory only if
// recursive is true.
func (g *grep) operand(ctx context.Context, s *session, recursive bool, o operand) {
	switch {
	case o.node.Kind == luminos.KindDir && recursive:
		before := g.names
		g.names = !g.noName
		if o.node.Path == luminos.Root || g.files.dir(o) {
			g.walk(ctx, s, o)
		}
		g.names = before
	case o.node.Kind == luminos.KindDir:
		s.fail(2, "%s: Is a directory (-r searches it)", o.name())
	case o.node.Kind != luminos.KindFile:
		s.fail(2, "%s: %s", o.name(), notRegular(o.node))
	case g.files.file(o):
		g.file(ctx, s, o)
	}
}

// walk searches the files in and below a directory that the filters of grep select. It skips links and special files,
// as grep -r does.
func (g *grep) walk(ctx context.Context, s *session, dir operand) {
	entries, _ := s.list(ctx, dir)
	for _, o := range entries {
		switch {
		case s.stopped(ctx) || g.quiet && g.matched:
			return
		case o.node.Kind == luminos.KindDir && g.files.dir(o):
			g.walk(ctx, s, o)
		case o.node.Kind == luminos.KindFile && g.files.file(o):
			g.file(ctx, s, o)
		}
	}
}
