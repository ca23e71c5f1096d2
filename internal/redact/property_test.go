package redact

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// law returns the rule that the masked form of a text breaks, or "".
func law(s string) string {
	got, found := Text(s)
	if len(found) == 0 {
		if got != s {
			return "changed, and nothing found"
		}
		return ""
	}
	if breaks(got) != breaks(s) || strings.Count(got, "\n") != strings.Count(s, "\n") || strings.Count(got, "\r") != strings.Count(s, "\r") {
		return "lines are not kept"
	}
	if again, more := Text(got); again != got || more != nil {
		return "not the same when masked again: " + again
	}
	for _, f := range found {
		if f.Line < 1 || f.Last < f.Line || f.Last > breaks(s)+1 || f.Kind == "" {
			return "a place that is none"
		}
	}
	// Bytes outside of masks are unchanged, and all masks are on reported lines.
	if len(got) != len(s) {
		return "not as long as it was"
	}
	line := 1
	for i := range len(s) {
		told := slices.ContainsFunc(found, func(f Secret) bool { return f.Line <= line && line <= f.Last })
		if got[i] != s[i] && (!told || !strings.ContainsRune(Mark+"x1", rune(got[i]))) {
			return "something else has changed: " + got
		}
		if s[i] == '\n' || s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
			line++
		}
	}
	return ""
}

func TestLawsHoldForTextsMadeOfSecrets(t *testing.T) {
	pieces := []string{"\n", "\r\n", "\r", " ", "\t", "=", ": ", "\"", "'", `\"`, `\n`, `\\n`, ";", ",", "&", "@", "://", "password", "SECRET_KEY=", "token: ", "value: ", "\x00", "\xff", Mark, "]", "hunter" + "2!", "Basic ", "Bearer ", "   12\t", "a.yml:3:", "{", "}", "(", ")", "<", "</", ">", "-----", "BEGIN ", "END ", "machine x login y password ", "é", "…", "Private-Lines: 3"}
	for _, e := range append(formats(), settingExamples()...) {
		text, want := open(e)
		pieces = append(pieces, text, want)
	}
	pieces = append(pieces, key(2)...)
	pieces = append(pieces, innocent()...)
	rapid.Check(t, func(r *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 24).Draw(r, "pieces"), "")
		if s := law(s); s != "" {
			r.Fatal(s)
		}
	})
}

func TestTextWithoutTheWordsIsReturnedAsItIs(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"name", " = ", "\"", "value1!", "\n", "é", "\x00", "0123456789abcdef", "if x {", "}", "ZmZmZm", "==", "line"})).Draw(r, "words"), "")
		if got, found := Text(s); got != s || found != nil {
			r.Fatalf("%q became %q", s, got)
		}
	})
}

func FuzzText(f *testing.F) {
	for _, e := range append(formats(), settingExamples()...) {
		text, want := open(e)
		f.Add(text)
		f.Add(want)
	}
	for _, s := range innocent() {
		f.Add(s)
	}
	f.Add(strings.Join(key(2), "\n"))
	for _, table := range []string{"<tr><th>a</th><th>password</th></tr><tr><td>b</td><td>Tr0ub4dor</td></tr>", "{|\n! a !! password\n|-\n| b || Tr0ub4dor\n|}", "|===\n|a |password\n\n|b\n|Tr0ub4dor\n|==="} {
		f.Add(table)
	}
	f.Add("key[16] = {0x2b, 0x7e,\n0x15, 16, 0x28}")
	f.Add("chpasswd:\n  list: |\n    root:Tr0ub4dor\n")
	f.Fuzz(func(t *testing.T, s string) {
		if why := law(s); why != "" {
			t.Error(why)
		}
	})
}

func TestLongLines(t *testing.T) {
	secret := "gh" + "p_" + lot(mix, 36)
	for _, filler := range []string{"x", "password ", "A1", "/", `"`} {
		s := strings.Repeat(filler, 2<<20/len(filler)) + " " + secret + " tail"
		got, found := Text(s)
		if len(found) == 0 || strings.Contains(got, secret) || !strings.HasSuffix(got, " tail") {
			t.Errorf("2 MiB of %q: the token is not masked", filler)
		}
	}
}
