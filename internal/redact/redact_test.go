package redact

import (
	"strings"
	"testing"
)

// open returns the text of an example and its masked form.
func open(e example) (text, want string) {
	before, rest, _ := strings.Cut(e.text, "«")
	secret, after, _ := strings.Cut(rest, "»")
	text = before + secret + after
	return text, apply(text, []span{{piece: piece{len(before), len(before) + len(secret)}}})
}

// same compares only the mask of the example: an id is beside each secret key of AWS.
func same(t *testing.T, got, want, kind string) {
	t.Helper()
	if kind == "aws-secret-key" {
		got = got[strings.Index(got, " and"):]
		want = want[strings.Index(want, " and"):]
	}
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestSecretsAreMaskedAndNothingElse(t *testing.T) {
	for _, e := range append(formats(), settingExamples()...) {
		t.Run(e.kind, func(t *testing.T) {
			text, want := open(e)
			got, found := Text(text)
			same(t, got, want, e.kind)
			if len(found) == 0 {
				t.Fatal("nothing is reported")
			}
			if last := found[len(found)-1]; last.Kind != e.kind || last.Line != 1+strings.Count(e.text[:strings.Index(e.text, "«")], "\n") {
				t.Errorf("reported %+v", found)
			}
			if again, more := Text(got); again != got || more != nil {
				t.Errorf("masked again: %q, %v", again, more)
			}
		})
	}
}

// A token of a known format is found in every form in which text reaches a model.
func TestFormsOfTokens(t *testing.T) {
	forms := []struct{ name, before, after string }{
		{"line of a file", "a\nb ", "\nc\n"},
		{"line with carriage return", "a\r\nb ", "\r\nc\r\n"},
		{"numbered line", "   12\tx = ", "\n   13\ty\n"},
		{"line of grep", "conf/a.yml:12:x: ", "\nconf/a.yml:13:y\n"},
		{"string of JSON", `{"content":"a\nx = \"`, `\"\nb"}`},
		{"string of JSON, at its line's start", `{"content":"a\n`, `\nb"}`},
		{"escaped for HTML", `{"content":"\u003ca\u003e`, `\u003c/a\u003e"}`},
		{"coloured by grep", "a:\x1b[01;31m\x1b[K", "\x1b[m\x1b[K b"},
		{"escaped for addresses", "x?a%3D", ""},
		{"in quotes", "say '", "' and go"},
		{"in brackets", "[x](", ")"},
		{"end of a sentence", "It is ", ". And more"},
		{"invalid UTF-8", "\xff\xfe", "\xff\x00"},
	}
	for _, e := range formats() {
		text, want := open(e)
		for _, f := range forms {
			if f.name == "end of a sentence" && strings.Contains(text, "sig=") {
				continue
			}
			got, _ := Text(f.before + text + f.after)
			if !strings.HasPrefix(got, f.before) || !strings.HasSuffix(got, f.after) {
				t.Errorf("%s, %s: got %q", e.kind, f.name, got)
				continue
			}
			t.Run(e.kind+", "+f.name, func(t *testing.T) {
				same(t, got[len(f.before):len(got)-len(f.after)], want, e.kind)
			})
		}
	}
}

func TestNothingIsMaskedWithoutASecret(t *testing.T) {
	for _, text := range innocent() {
		got, found := Text(text)
		if got != text || found != nil {
			t.Errorf("%q\nbecame %q (%v)", text, got, found)
		}
	}
}

// Beside the id of a key only text with the length of its secret is masked.
func TestOnlySecretsStandBesideIds(t *testing.T) {
	id := "AK" + "IA" + lot(up+"234567", 16)
	for _, n := range []int{39, 41, 60} {
		other := lot(mix+"+/", n)
		if got := first(Text(id + " " + other)); !strings.HasSuffix(got, " "+other) {
			t.Errorf("%d bytes beside an id: %q", n, got)
		}
	}
}

// The automaton finds the same words as a search for each word.
func TestMachineFindsEveryWord(t *testing.T) {
	list := []string{"he", "she", "his", "hers", "e", "password", "pass", "word", "sw"}
	m := newMachine(list, make([]*set, len(list)))
	for _, text := range []string{"ushers", "HIShershe", "passwordPASSword", "eee", "", "passwor", "pass\x00word"} {
		found := map[string]int{}
		m.scan(text, func(w int32, end int) {
			if !strings.EqualFold(text[end-len(list[w]):end], list[w]) {
				t.Errorf("%q: %q does not end at %d", text, list[w], end)
			}
			found[list[w]]++
		})
		for _, w := range list {
			want := 0
			for i := range text {
				if strings.HasPrefix(strings.ToLower(text[i:]), w) {
					want++
				}
			}
			if found[w] != want {
				t.Errorf("%q: %q is found %d times, want %d", text, w, found[w], want)
			}
		}
	}
}

func TestLinesAreCountedFromOne(t *testing.T) {
	secret := "gh" + "p_" + lot(mix, 36)
	text := "a\r\nb\rc\n" + secret + "\n" + secret + " " + secret
	got, found := Text(text)
	mask := mask(secret)
	if want := "a\r\nb\rc\n" + mask + "\n" + mask + " " + mask; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(found) != 3 || found[0].Line != 4 || found[1].Line != 5 || found[2].Line != 5 {
		t.Errorf("found %v", found)
	}
}

// A mask can uncover a secret beside it: here the first token counts only if it ends
// where the second begins.
func TestSecretUncoveredByMaskIsMasked(t *testing.T) {
	first, second := "s.500xnbEkbIIu7zzy9SJojxr1", "sq0"+"atp-a2aVyf6CdCxHTWp7UhFUhC"
	got, found := Text(first + second)
	if strings.Contains(got, first) || strings.Contains(got, second) || len(found) != 2 {
		t.Errorf("got %q, %v", got, found)
	}
	_, found = Text(first + second + "\n" + second) // the first token is found last, and is on the first line
	if len(found) != 3 || found[0].Line != 1 || found[1].Line != 1 || found[2].Line != 2 {
		t.Errorf("the secrets are not in the order of lines: %v", found)
	}
}

func TestMaskOfNumberIsNumber(t *testing.T) {
	for text, want := range map[string]string{
		"password = 90210738\n":      "password = 11111111\n",
		"password = 90210738a!\n":    "password = (masked)xx\n",
		"{\"password\": 90210738}\n": "{\"password\": 11111111}\n",
		// digits would read as the value where the syntax does not need a number
		"u = root:902107@tcp(h:1)/\n":     "u = root:xxxxxx@tcp(h:1)/\n",
		"DB_PASSWORD=902107\n":            "DB_PASSWORD=xxxxxx\n",
		"- MYSQL_ROOT_PASSWORD: 902107\n": "- MYSQL_ROOT_PASSWORD: xxxxxx\n",
		"\"password\": \"90210738\"\n":    "\"password\": \"(masked)\"\n",
	} {
		if got, _ := Text(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// Strings after a comma may be arguments or a list. In a list, the names are short or numbered.
func TestValuesAfterCommasAreMaskedOutsideOfLists(t *testing.T) {
	value := lot(low, 20)
	for name, masked := range map[string]bool{
		"password": true, "db_pwd": true, "a_pwd": false, "pass": false, "password2": false, "2password": true,
	} {
		text := `set("` + name + `", "` + value + `")`
		if got := first(Text(text)); (got != text) != masked || strings.Contains(got, value) == masked {
			t.Errorf("%q becomes %q, want masked: %t", text, got, masked)
		}
	}
}

// An encrypted token has five parts (RFC 7516). A point at the end of a sentence is not part of a token.
func TestEncryptedTokensAreMaskedWhole(t *testing.T) {
	part := lot(mix, 40)
	for text, want := range map[string]string{"." + part + "." + part + " y": " y", ". y": ". y", ".": "."} {
		token := encodeURL(`{"alg":"RSA-OAEP","enc":"A256GCM"}`) + "." + part + "." + part
		if got := first(Text("x " + token + text)); !strings.HasPrefix(got, "x "+Mark) || !strings.HasSuffix(got, "x"+want) || strings.Contains(got, part) {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
