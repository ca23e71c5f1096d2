package redact

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A remembered run or line gives the same result as a new search.
func TestRememberedSearchesEqualNewOnes(t *testing.T) {
	sets := []*set{word, wordDash, except("\n")}
	rapid.Check(t, func(r *rapid.T) {
		pieces := []string{strings.Repeat("a", 30), strings.Repeat("b-", 20), "c", ".", "\n", "\r\n", `\n`, `\\`, `\r`, " "}
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 40).Draw(r, "text"), "")
		f := newFinder(s)
		for range rapid.IntRange(1, 30).Draw(r, "questions") {
			i := rapid.IntRange(0, len(s)).Draw(r, "at")
			limit := rapid.SampledFrom([]int{0, 1, 31, 32, 33, 70, 200, 5000}).Draw(r, "limit")
			for n, b := range sets {
				if got, want := f.run(i, b, limit), run(s, i, b, limit); got != want {
					r.Fatalf("run of set %d at %d, at most %d: got %d, want %d", n, i, limit, got, want)
				}
			}
			fresh := newFinder(s)
			got, sure := f.lineStart(i, limit)
			if want, wantSure := fresh.lineStart(i, limit); got != want || sure != wantSure {
				r.Fatalf("the line of %d begins at %d (%t), want %d (%t), at most %d back", i, got, sure, want, wantSure, limit)
			}
			// An escape that lies across the limit is seen or not.
			if got, want := f.lineEnd(i, limit), fresh.lineEnd(i, limit); got != want && !strings.HasPrefix(s[min(got, want):], `\`) {
				r.Fatalf("the line of %d ends at %d, want %d, at most %d on", i, got, want, limit)
			}
		}
	})
}

// A token counts even if it begins within a word that is not a token.
func TestTokensInsideOtherWordsAreFound(t *testing.T) {
	anthropic, gitlab := "sk-"+"ant-", "gl"+"pat-"
	for name, c := range map[string]struct{ before, token string }{
		"behind a placeholder":     {anthropic + "example-", anthropic + lot(mix, 90)},
		"behind many beginnings":   {strings.Repeat(anthropic, 200), anthropic + lot(mix, 90)},
		"behind what is no token":  {"gl" + "rt-your-token-", gitlab + lot(mix, 20)},
		"at the end of a long run": {strings.Repeat("a", 3000) + "-", anthropic + lot(mix, 90)},
		"a JWT":                    {"eyJ-eyJ_" + strings.Repeat("eyJ-", 50), encodeURL(`{"alg":"HS256","typ":"JWT"}`) + "." + encodeURL(`{"sub":"1234"}`) + "." + lot(mix, 43)},
		"encoded twice":            {strings.Repeat("ZXlK/", 50), encode(encodeURL(`{"alg":"HS256","typ":"JWT"}`) + "." + encodeURL(`{"sub":"1234"}`) + "." + lot(mix, 43))},
	} {
		got, found := Text(c.before + c.token + "\n")
		if len(found) == 0 || !strings.HasSuffix(got, "xx\n") || strings.Contains(got, c.token[len(c.token)-20:]) {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// Names near each other on a long line share the examined part of the line.
func TestSettingsOnLongLines(t *testing.T) {
	secret := "hunter" + "2!"
	for _, n := range []int{10, 300, 500, 700, 1000, 5000} {
		for _, line := range []string{" -e A=b" + strings.Repeat(" -e NAME=x", n/10) + " -e DB_PASSWORD=" + secret, "https://x.org/?" + strings.Repeat("a=b&", n/4) + "password=" + secret} {
			if got := first(Text(line + "\n")); strings.Contains(got, secret) {
				t.Errorf("%d bytes before it: %q", n, got[len(got)-60:])
			}
		}
	}
}

// The name of a service in every line does not hide a secret between two searched areas.
func TestSecretsBetweenNamesOfServices(t *testing.T) {
	secret := lot(hexLow, 32) + "-us12"
	for n := range 250 {
		text := strings.Repeat("mailchimp, ", n+1) + secret + strings.Repeat(" mailchimp", n)
		if strings.Contains(first(Text(text)), secret) {
			t.Errorf("not found behind %d names", n+1)
		}
	}
}
