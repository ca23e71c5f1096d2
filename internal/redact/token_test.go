package redact

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// format is a line of testdata/tokens.txt.
type format struct {
	kind       string
	beginnings []string
	alphabet   string
	lengths    []int  // of the groups of the body
	separator  string // between groups
	max        int    // the greatest length of the only group, or -1
}

var alphabets = map[string]string{
	"base64": mix + "+/", "letters and digits": mix, "upper case": up + num, "lower case": low + num, "hex": hexLow,
}

// readFormats reads testdata/tokens.txt.
func readFormats(t *testing.T) []format {
	t.Helper()
	text, err := os.ReadFile("testdata/tokens.txt")
	if err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`[0-9]+`)
	var list []format
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(strings.TrimSpace(line), " | ")
		if line[0] == '#' {
			continue
		}
		f := format{kind: columns[0], beginnings: strings.Fields(columns[1]), alphabet: alphabets[columns[2]]}
		for _, n := range number.FindAllString(columns[3], -1) {
			n, _ := strconv.Atoi(n)
			f.lengths = append(f.lengths, n)
		}
		f.max = f.lengths[0]
		switch signs := number.ReplaceAllString(columns[3], ""); {
		case signs == "~":
			f.lengths, f.max = f.lengths[:1], f.lengths[1]
		case strings.HasPrefix(signs, "+"):
			f.max, f.separator = -1, signs[1:]
		case signs != "":
			f.separator = signs[:1]
		}
		list = append(list, f)
	}
	return list
}

// bodies returns random texts of a format: groups of the given lengths.
func (f format) bodies(lengths []int) []string {
	r := rand.New(rand.NewPCG(7, uint64(len(f.kind))))
	var list []string
	for range 3 {
		var groups []string
		for _, n := range lengths {
			b := make([]byte, n)
			for i := range b {
				b[i] = f.alphabet[r.IntN(len(f.alphabet))]
			}
			groups = append(groups, string(b))
		}
		list = append(list, strings.Join(groups, f.separator))
	}
	return list
}

// hasKind reports whether the text has a secret of a kind.
func hasKind(text, kind string) bool {
	_, found := Text(text)
	return slices.ContainsFunc(found, func(s Secret) bool { return s.Kind == kind })
}

func TestTokensHaveLengthsOfTheirFormats(t *testing.T) {
	for _, f := range readFormats(t) {
		for _, beginning := range f.beginnings {
			// A random text can look like a word, so one of several has to be found.
			try := func(want bool, lengths ...int) {
				t.Helper()
				found := slices.ContainsFunc(f.bodies(lengths), func(body string) bool { return hasKind("x: "+beginning+body+" y", f.kind) })
				if found != want {
					t.Errorf("%s: %q with %d more bytes is found: %t, want %t", f.kind, beginning, lengths, found, want)
				}
			}
			try(true, f.lengths...)
			if f.max >= 0 {
				try(true, append([]int{f.max}, f.lengths[1:]...)...)
			}
			for i := range f.lengths {
				for _, more := range []int{-1, 1} {
					lengths := slices.Clone(f.lengths)
					lengths[i] += more
					if more > 0 && i == 0 {
						lengths[0] = f.max + 1
					}
					if lengths[i] > 0 {
						try(false, lengths...)
					}
				}
			}
		}
	}
}
