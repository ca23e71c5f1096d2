package main

import (
	"strings"
	"testing"
)

func TestLanguageTags(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"de": "de", "DE": "de", "pt-br": "pt-BR", "pt_BR": "pt-BR", "zh-hant": "zh-Hant", "sr-Latn-RS": "sr-Latn-RS",
		"": "", "und": "", "german": "", "zz": "", "de-": "", "d e": "", "x-ignore-previous-orders": "", "de-x-ignore": "",
		"de-u-co-phonebk": "", "de\nen": "", "de\x1b[2J": "", strings.Repeat("de-", 10_000): "",
	} {
		l := lang("")
		if err := l.Set(s); string(l) != want || (err == nil) != (want != "") {
			t.Errorf("%.40q: %q, %v, want %q", s, l, err, want)
		}
	}
}

func FuzzLanguageTag(f *testing.F) {
	for _, s := range []string{"de", "pt-BR", "x-a", "de-u-co-phonebk"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, again := lang(""), lang("")
		if l.Set(s) != nil {
			return
		}
		if len(l) > 11 || again.Set(string(l)) != nil || again != l {
			t.Errorf("%q: %q, then %q", s, l, again)
		}
	})
}
