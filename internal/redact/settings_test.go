package redact

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the masked parts to the golden files of testdata")

// compareGolden compares the masked parts of each line of a file with the parts that the file
// shows between « and ». source and shown translate a line to a text and back.
func compareGolden(t *testing.T, file string, source, shown func(string) string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := strings.Cut(string(text), "\n\n")
	all := head + "\n\n"
	for line := range strings.Lines(body) {
		if line != "\n" && !strings.HasPrefix(line, "## ") {
			s := source(strings.NewReplacer("«", "", "»", "", "\n", "", "⏎", "\n").Replace(line))
			var b strings.Builder
			at := 0
			for _, p := range find(s) {
				b.WriteString(shown(s[at:p.start]) + "«" + shown(s[p.start:p.end]) + "»")
				at = p.end
			}
			got := strings.ReplaceAll(b.String()+shown(s[at:]), "\n", "⏎") + "\n"
			if got != line && !*update {
				t.Errorf("%s: got %swant %s", file, got, line)
			}
			line = got
		}
		all += line
	}
	if *update {
		if err := os.WriteFile(file, []byte(all), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSettings(t *testing.T) {
	password, random := "Tr0ub"+"4dor", lot(mix, 32)
	compareGolden(t, "testdata/settings.txt", strings.NewReplacer("§", password, "¤", random).Replace, strings.NewReplacer(password, "§", random, "¤").Replace)
}

func TestKeys(t *testing.T) {
	var texts, letters []string
	for letter, s := range map[string]string{
		"Ⓚ": lot(mix, 64), "Ⓛ": lot(mix, 40), "Ⓜ": lot(mix, 39), "Ⓢ": lot(mix, 16), "Ⓣ": lot(mix, 15),
		"Ⓑ": "-----BEGIN RSA PRIVATE" + " KEY-----", "Ⓔ": "-----END RSA PRIVATE" + " KEY-----", "Ⓞ": "---- BEGIN SSH2 ENCRYPTED PRIVATE" + " KEY ----", "Ⓟ": "---- END SSH2 ENCRYPTED PRIVATE" + " KEY ----",
	} {
		texts = append(texts, s, letter)
		letters = append(letters, letter, s)
	}
	compareGolden(t, "testdata/keys.txt", strings.NewReplacer(letters...).Replace, strings.NewReplacer(texts...).Replace)
}

// Base64 ends in no, one or two equals signs. One of them is not the assignment of a typed name.
func TestBase64IsMaskedWithEachPadding(t *testing.T) {
	for _, form := range []string{"kind: Secret\ndata:\n  password: %\n", "client_secret: %", "token: % # of the cluster", `{"text": "a: b\napi_key: %\nb: c"}`, `x = "password: %"`} {
		for n := range 60 {
			v := encode(lot(mix+"!", 12+n))
			text := strings.Replace(form, "%", v, 1)
			if got := first(Text(text)); strings.Contains(got, v[:5]) || strings.Contains(got, v[len(v)-6:]) {
				t.Errorf("%q becomes %q", text, got)
			}
		}
	}
}
