package coreutils

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

var errHelp = errors.New("help is wanted")

// parse reads flags and operands, which may stand in any order, as GNU programs do.
func (p program) parse(args []string) (run, []string, error) {
	fs, work := p.flagSet()
	help := fs.Bool("help", false, "")
	err := fs.Parse(apart(fs, args))
	switch missing, ok := errors.AsType[*pflag.NotExistError](err); {
	case ok:
		return nil, nil, p.unknown(missing.GetSpecifiedName())
	case errors.Is(err, pflag.ErrHelp): // -h where there is none
		return nil, nil, p.unknown("h")
	case err != nil:
		return nil, nil, fmt.Errorf("%w; known flags: %s", err, p.known())
	case *help:
		return nil, nil, errHelp
	}
	return work, fs.Args(), nil
}

func (p program) flagSet() (*pflag.FlagSet, run) {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	fs.SortFlags = false
	return fs, p.declare(fs)
}

// unknown is the error for a flag that is not on the list.
func (p program) unknown(name string) error {
	flag := "-" + name
	if len(name) > 1 {
		flag = "--" + name
	}
	if why, ok := p.refused[name]; ok {
		return fmt.Errorf("%s is refused: %s; known flags: %s", show(flag), why, p.known())
	}
	return fmt.Errorf("no flag %s here; known flags: %s", show(flag), p.known())
}

// known lists the flags of a program.
func (p program) known() string {
	if p.declare == nil {
		return p.flags
	}
	fs, _ := p.flagSet()
	var list []string
	fs.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
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
	return strings.Join(list, ", ")
}

// apart gives values that begin with "=" an argument of their own: pflag takes
// that sign of "-d=x" for a separator, where GNU takes it for a part of the value.
func apart(fs *pflag.FlagSet, args []string) []string {
	var list []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		list = append(list, a)
		if a == "--" {
			return append(list, args[i+1:]...)
		}
		wants := false // the next argument is the value of this one
		if long, ok := strings.CutPrefix(a, "--"); ok {
			f := fs.Lookup(long)
			wants = f != nil && f.NoOptDefVal == ""
		} else if len(a) > 1 && a[0] == '-' {
			for k := 1; k < len(a); k++ {
				f := fs.ShorthandLookup(a[k : k+1])
				if f == nil || f.NoOptDefVal != "" {
					continue
				}
				wants = k == len(a)-1
				if !wants && a[k+1] == '=' {
					list[len(list)-1] = a[:k+1]
					list = append(list, a[k+1:])
				}
				break
			}
		}
		if wants && i+1 < len(args) {
			i++
			list = append(list, args[i])
		}
	}
	return list
}

// digits is the number of a flag that is one: -5. Its digits are flags for pflag.
type digits struct{ text *string }

func (d digits) String() string { return "" }
func (d digits) Type() string   { return "digit" }

// Set adds a digit.
func (d digits) Set(digit string) error {
	*d.text += digit
	return nil
}

// numbered declares -NUM.
func numbered(fs *pflag.FlagSet) *string {
	text := new(string)
	for d := range 10 {
		digit := strconv.Itoa(d)
		f := fs.VarPF(digits{text}, "digit-"+digit, digit, "")
		f.NoOptDefVal = digit
		f.Hidden = true
	}
	return text
}

// letter declares a flag without a long name. For pflag it has one.
func letter(fs *pflag.FlagSet, c string) *bool {
	return fs.BoolP(c, c, false, "")
}

var multipliers = map[string]float64{
	"": 1, "b": 512, "kB": 1e3, "K": 1 << 10, "k": 1 << 10, "KiB": 1 << 10, "MB": 1e6, "M": 1 << 20, "MiB": 1 << 20,
	"GB": 1e9, "G": 1 << 30, "GiB": 1 << 30, "TB": 1e12, "T": 1 << 40, "TiB": 1 << 40,
}

// count reads a number with a suffix as head and tail know them: 10, 2K, 1MB.
// What is too large for an integer is the largest one.
func count(s string) (int64, bool) {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	by, ok := multipliers[s[n:]]
	if n == 0 || !ok {
		return 0, false
	}
	v, err := strconv.ParseInt(s[:n], 10, 64)
	if err != nil || float64(v)*by > math.MaxInt64/2 {
		return math.MaxInt64 / 2, true
	}
	return v * int64(by), true
}
