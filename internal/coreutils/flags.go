package coreutils

import (
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// parse parses the arguments of the program and returns the function that runs it, and the operands. Flags and operands
// may come in any order. The error wraps pflag.ErrHelp for --help, and for -h if the program has no such flag.
func (p program) parse(args []string) (runFunc, []string, error) {
	fs, work := p.flagSet()
	err := fs.Parse(adapt(fs, args))
	if missing, ok := errors.AsType[*pflag.NotExistError](err); ok {
		err = p.unsupported(missing.GetSpecifiedName())
	} else if err != nil {
		err = fmt.Errorf("parsing the flags: %w; supported flags: %s", err, p.supported())
	}
	return work, fs.Args(), err
}

func (p program) flagSet() (*pflag.FlagSet, runFunc) {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	fs.SortFlags = false
	return fs, p.declare(fs)
}

// unsupported returns the error for a flag that the program does not have.
func (p program) unsupported(name string) error {
	flag := "-" + name
	if p.raw == nil && len(name) > 1 {
		flag = "--" + name
	}
	return fmt.Errorf("unsupported flag %s (nothing here writes, executes, follows links or waits); supported flags: %s",
		quote(flag), p.supported())
}

// supported returns the flags of the program in a list for messages: "-l/--lines, -w/--words".
func (p program) supported() string {
	if p.raw != nil {
		return p.flags
	}
	fs, _ := p.flagSet()
	var list []string
	fs.VisitAll(func(f *pflag.Flag) {
		s := "--" + f.Name
		if f.Shorthand != "" {
			s = "-" + f.Shorthand + "/" + s
		}
		if len(f.Name) == 1 {
			s = "-" + f.Name
		}
		if f.NoOptDefVal == "" {
			s += " " + f.Usage
		}
		list = append(list, s)
	})
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// numeric matches -NUM: the number of lines (head, tail) or of context lines (grep).
var numeric = regexp.MustCompile(`^-[0-9]+$`)

// adapt returns args, rewritten where pflag would read them otherwise than GNU programs: -NUM
// becomes -nNUM or -CNUM, and a value that begins with "=" (-d=x) gets a second "=".
func adapt(fs *pflag.FlagSet, args []string) []string {
	args = slices.Clone(args)
	isValue := false // args[i] is the value of the flag before it
	for i, a := range args {
		k := valueFlag(fs, a)
		switch {
		case isValue:
			isValue = false
			continue
		case a == "--":
			return args
		case strings.HasPrefix(a, "--"):
			f := fs.Lookup(a[2:])
			isValue = f != nil && f.NoOptDefVal == ""
			continue
		case numeric.MatchString(a) && fs.Lookup("lines") != nil:
			args[i] = "-n" + a[1:]
		case numeric.MatchString(a) && fs.Lookup("context") != nil:
			args[i] = "-C" + a[1:]
		case k > 0 && k+2 < len(a) && a[k+1] == '=':
			args[i] = a[:k+1] + "=" + a[k+1:]
		}
		isValue = k > 0 && k == len(a)-1
	}
	return args
}

// valueFlag returns the index of the first letter in the argument a whose flag takes a value: 2 in
// "-rm5" if only -m takes a value. It returns 0 if no letter does.
func valueFlag(fs *pflag.FlagSet, a string) int {
	for k := 1; k < len(a) && a[0] == '-'; k++ {
		if f := fs.ShorthandLookup(a[k : k+1]); f != nil && f.NoOptDefVal == "" {
			return k
		}
	}
	return 0
}

// switches declares flags without values. names lists them as "lines/l", or as "l" without a long
// name. Each flag sets the variable at the same index of to.
func switches(fs *pflag.FlagSet, names string, to ...*bool) {
	for i, f := range strings.Fields(names) {
		name, letter, _ := strings.Cut(f, "/")
		if len(name) == 1 {
			letter = name // pflag requires a long name
		}
		fs.BoolVarP(to[i], name, letter, false, "")
	}
}

// parseCount returns the number in s, such as 10 or 2K (2048), as head and tail read it. It returns false for other
// text. A number that is too large becomes about half the largest int64.
func parseCount(s string) (int64, bool) {
	shift := 0
	for i, suffix := range "KMGT" {
		if rest, ok := strings.CutSuffix(strings.ToUpper(s), string(suffix)); ok {
			s, shift = rest, 10*(i+1)
		}
	}
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n > math.MaxInt64/2>>shift {
		n = math.MaxInt64 / 2 >> shift
	}
	return n << shift, true
}
