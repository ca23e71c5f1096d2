package redact

import (
	"fmt"
	"strings"
	"testing"
)

// key returns the lines of an invalid private key in PEM, with n full lines and a short
// one.
func key(n int) (lines []string) {
	lines = []string{"-----BEGIN RSA PRIVATE" + " KEY-----"}
	for i := range n {
		lines = append(lines, lot(mix+"+/", 63)+string(mix[i]))
	}
	return append(lines, lot(mix, 21)+"x==", "-----END RSA PRIVATE"+" KEY-----")
}

// masked returns the lines of a key after masking.
func masked(lines []string) []string {
	var list []string
	for _, l := range lines {
		if !strings.Contains(l, "---") {
			l = mask(l)
		}
		list = append(list, l)
	}
	return list
}

// each writes every line of a key with something around it.
func each(before, after string) func([]string) string {
	return func(lines []string) string {
		var b strings.Builder
		for _, l := range lines {
			b.WriteString(before + l + after + "\n")
		}
		return b.String()
	}
}

// listed writes the lines of a key as a tool lists them.
func listed(format string) func([]string) string {
	return func(lines []string) string {
		var b strings.Builder
		for i, l := range lines {
			fmt.Fprintf(&b, format+"%s\n", i+98, l)
		}
		return b.String()
	}
}

// escaped writes a key as one string of JSON.
func escaped(separator string) func([]string) string {
	return func(lines []string) string {
		return `{"type": "service_account", "private_key": "` + strings.Join(lines, separator) + separator + `", "client_email": "x@y"}` + "\nnext line\n"
	}
}

// form is a way in which keys are written.
type form struct {
	write func([]string) string
	want  func([]string) string // nil: write, of the masked lines
	pages bool                  // pages can begin and end anywhere in the key
}

// oneLine writes a key on one line with blanks for its line ends.
func oneLine(lines []string) string { return "key=\"" + strings.Join(lines, " ") + "\"\nnext\n" }

// oneMask returns a key on one line after masking.
func oneMask(lines []string) string {
	last := len(lines) - 1
	return oneLine([]string{lines[0], mask(strings.Join(lines[1:last], " ")), lines[last]})
}

func forms() map[string]form {
	return map[string]form{
		"plain":              {write: each("", ""), pages: true},
		"carriage returns":   {write: each("", "\r"), pages: true},
		"indented":           {write: each("    ", ""), pages: true},
		"commented":          {write: each("# ", ""), pages: true},
		"starred":            {write: each(" * ", ""), pages: true},
		"quoted in mail":     {write: each("> ", ""), pages: true},
		"string for a line":  {write: each(`  "`, `\n" +`), pages: true},
		"list of strings":    {write: each(`  '`, `',`), pages: true},
		"numbered":           {write: listed("%6d\t"), pages: true},
		"grep -n":            {write: listed("%d:"), pages: true},
		"grep of a file":     {write: listed("conf/some/directory/key.pem:%d:"), pages: true},
		"context of a file":  {write: listed("conf/some/directory/key.pem-%d-"), pages: true},
		"diff":               {write: each("+", ""), pages: true},
		"one JSON string":    {write: escaped(`\n`)},
		"JSON in JSON":       {write: escaped(`\\n`)},
		"JSON with returns":  {write: escaped(`\r\n`)},
		"numbered in JSON":   {write: func(l []string) string { return `{"content":"` + strings.Join(l, `\n    12\t`) + `\n"}` + "\n" }},
		"one line of blanks": {write: oneLine, want: oneMask},
		"in a function call": {write: func(l []string) string { return "x := `" + strings.Join(l, "\n") + "`\nf(x)\n" }},
	}
}

func TestPrivateKeysInEveryForm(t *testing.T) {
	lines := key(6)
	for name, form := range forms() {
		t.Run(name, func(t *testing.T) {
			want := form.write(masked(lines))
			if form.want != nil {
				want = form.want(lines)
			}
			got, found := Text(form.write(lines))
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if len(found) != 1 || found[0].Kind != kindBlock {
				t.Errorf("found %v, want one key", found)
			}
			if again, more := Text(got); again != got || more != nil {
				t.Errorf("masked again: %v\n%s", more, again)
			}
			if !form.pages {
				return
			}
			for from, to := range map[int]int{0: 5, 3: len(lines)} {
				part := lines[from:to]
				if got, want := first(Text("some text\n"+form.write(part))), "some text\n"+form.write(masked(part)); got != want {
					t.Errorf("lines %d to %d: got\n%s\nwant\n%s", from, to, got, want)
				}
			}
		})
	}
}

func first(s string, _ []Secret) string { return s }

func TestMaskOfKeyEndsWithKey(t *testing.T) {
	lines := key(3)
	body := strings.Join(lines[1:4], "\n")
	header := "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AAAA\n\n"
	blockMask := mask(lines[1])
	three := blockMask + "\n" + blockMask + "\n" + blockMask
	begin, end := lines[0], lines[len(lines)-1]
	pgp := "-----BEGIN PGP PRIVATE" + " KEY BLOCK-----\nVersion: x\n\n"
	for name, c := range map[string]struct{ text, want string }{
		"headers stay":                {begin + "\n" + header + body + "\n" + end, begin + "\n" + header + three + "\n" + end},
		"PGP":                         {pgp + body + "\n=aB3d\n-----END PGP PRIVATE" + " KEY BLOCK-----\nx", pgp + three + "\n" + mask("=aB3d") + "\n-----END PGP PRIVATE" + " KEY BLOCK-----\nx"},
		"text after a key cut off":    {begin + "\n" + body + "\n\nThis is text. It goes on.\nAnd on for ever and ever\n", begin + "\n" + three + "\n\nThis is text. It goes on.\nAnd on for ever and ever\n"},
		"code between two fences":     {"a = \"" + begin + "\"\nfunc between() {\n\treturn something\n}\nb = \"" + end + "\"\n", "a = \"" + begin + "\"\nfunc between() {\n\treturn something\n}\nb = \"" + end + "\"\n"},
		"a certificate before an end": {"-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n" + end, "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n" + end},
		"a certificate after a key":   {begin + "\n" + body + "\n" + end + "\n-----BEGIN CERTIFICATE-----\n" + body + "\n", begin + "\n" + three + "\n" + end + "\n-----BEGIN CERTIFICATE-----\n" + body + "\n"},
		"PuTTY":                       {"Public-Lines: 1\n" + lines[1] + "\nPrivate-Lines: 3\n" + body + "\nPrivate-MAC: 00\n" + lines[1], "Public-Lines: 1\n" + lines[1] + "\nPrivate-Lines: 3\n" + three + "\nPrivate-MAC: 00\n" + lines[1]},
		"one line":                    {"x " + begin + lines[1] + end + " y", "x " + begin + blockMask + end + " y"},
		"masked already":              {begin + "\n" + three + "\n" + end, begin + "\n" + three + "\n" + end},
		"masked in part":              {begin + "\n" + blockMask + "\n" + lines[1] + "\n" + end, begin + "\n" + blockMask + "\n" + blockMask + "\n" + end},
	} {
		t.Run(name, func(t *testing.T) {
			if got := first(Text(c.text)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
