package redact

import (
	"fmt"
	"strings"
	"testing"
)

// most is the maximal number of bytes that rules read for each byte of a text, on average.
const most = 64

// cost returns the number of bytes that rules look at in one pass.
func cost(s string) int {
	f := newFinder(s)
	f.find()
	f.settle()
	return f.looked
}

// The texts consist of one word of a rule, alone and with each sign after it.
func TestCostIsBoundedForEachWord(t *testing.T) {
	const size = 16 << 10 // a cost that grows with the square would be 10 times the bound
	worst, unit := 0, ""
	for _, w := range theIndex().words {
		for _, sign := range []string{"", "-", "_", ".", "=", ": ", "\""} {
			s := strings.Repeat(w+sign, size/len(w+sign))
			n := cost(s)
			if n > most*len(s) {
				t.Errorf("%q: %d bytes looked at for each byte", w+sign, n/len(s))
			}
			if n/len(s) > worst {
				worst, unit = n/len(s), w+sign
			}
		}
	}
	t.Logf("most: %d, for %q", worst, unit)
}

// hostile returns texts in which a single rule has much to do.
func hostile() map[string]string {
	lines := key(1)
	units := map[string]string{
		"values that are never closed": `password="`, "names of names": "a.password.", "addresses with users": "x://a:", "fences with keys": lines[0] + lines[1],
		"fences with four dashes": "---- BEGIN SSH2 PRIVATE" + " KEY ---- x", "ends": lines[3], "ends of lines": lines[1] + "\n" + lines[3] + "\n", "begins on lines": lines[0] + "\n",
		"headers": "eyJhbGciOiJIUzI1NiJ9.", "headers and text": "eyJhbGciOiJIUzI1NiJ9-eyJhbGciOiJIUzI1NiJ9.", "ids": "AK" + "IAABCDEFGHIJKLMNOP ", "names of services": "discord twilio heroku ",
		"services and digits": "twilio0123456789abcdef0123456789abcdef", "marks": Mark, "escapes": `\n`, "backslashes": `\`, "escaped fences": lines[0] + `\n`, "pairs": "password\n value",
		"PuTTY": "Private-Lines: 9999\n", "base64": "A", "secrets": "password: hunter" + "2!\n", "secrets on a line": " PASSWORD=hunter" + "2! ", "names behind slashes": "/pw=", "elements": "pw>", "curl": "curl -u ", "curls": " -u",
		"tokens of letters": "xox" + "b-qzXkjw", "escaped slashes": `hooks.slack.com/services/\/`, "words of lines": "e ", "netrc": "machine login password x account ",
	}
	texts := map[string]string{}
	for name, unit := range units {
		texts[name] = unit
	}
	for name, unit := range map[string]string{"names behind slashes": "/pw=", "names in a connection": "pw=", "names in braces": "pw:x,", "leads": "e /pw=", "fields": ":*:"} {
		texts[name+", on lines"] = strings.Repeat("e ", 50) + "{server=;" + strings.Repeat(unit, 400/len(unit)) + "example\n"
	}
	texts["a header in a header"] = strings.Repeat("eyJ-", 1000) + "." + strings.Repeat("A", 10) + "." + "\n"
	texts["fences and a long word"] = strings.Repeat("---- BEGIN SSH2 PRIVATE"+" KEY ---- x", 1000) + strings.Repeat("A", 30000)
	return texts
}

func TestCostIsBoundedForHostileTexts(t *testing.T) {
	for name, unit := range hostile() {
		s := strings.Repeat(unit, max(1, (64<<10)/len(unit)))
		if n := cost(s); n > most*len(s) {
			t.Errorf("%s: %d bytes looked at for each byte", name, n/len(s))
		}
	}
}

func BenchmarkHostile(b *testing.B) {
	texts := hostile()
	for _, w := range theIndex().words {
		for _, sign := range []string{"", "-", "_", ".", "=", ": ", "\""} {
			texts[fmt.Sprintf("%q", w+sign)] = w + sign
		}
	}
	for name, unit := range texts {
		b.Run(name, func(b *testing.B) {
			s := strings.Repeat(unit, max(1, (64<<10)/len(unit)))
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Text(s)
			}
		})
	}
}
