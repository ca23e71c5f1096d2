package redact

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
)

// A text can end or begin anywhere in a secret, or in the text around it.
func TestTextsCutAnywhereKeepTheirLength(t *testing.T) {
	var texts []string
	for _, e := range append(formats(), settingExamples()...) {
		text, _ := open(e)
		texts = append(texts, text)
	}
	for name, f := range forms() {
		if name == "plain" || name == "JSON in JSON" || name == "numbered" {
			texts = append(texts, f.write(key(2)))
		}
	}
	for _, text := range append(texts, innocent()...) {
		for i := range len(text) {
			for _, part := range []string{text[:i], text[i:], text[:i] + "\\", text[:i] + "\"", "\"" + text[i:], text[:i] + ":"} {
				if got := hide(part, nil); len(got) != len(part) || strings.Count(got, "\n") != strings.Count(part, "\n") {
					t.Fatalf("%q becomes %q", part, got)
				}
			}
		}
	}
}

// sized is a format whose example has a part of n bytes.
type sized struct {
	kind        string
	least, most int
	text        func(n int) string
}

func TestShapesHaveLengthsOfTheirFormats(t *testing.T) {
	header := encodeURL(`{"alg":"HS256","typ":"JWT"}`)
	code := lot(mix, 38)
	for _, f := range []sized{
		{"aws-secret-key", 40, 40, func(n int) string { return "AK" + "IA" + lot(up+"234567", 16) + " " + lot(mix+"+/", n) }},
		{"aws-secret-key", 16, 16, func(n int) string { return "AK" + "IA" + lot(up+"234567", n) + " " + lot(mix+"+/", 40) }},
		{"jwt", 9, 0, func(n int) string { return header + "." + lot(mix, n) + "." + lot(mix, 43) }},
		{"jwt", 60, 0, func(n int) string {
			return encode(header + ".." + lot(mix, 43))[:n]
		}},
		{"aws-secret-key", 40, 40, func(n int) string { return `\n` + lot(mix+"+/", n) + `\n` + "AK" + "IA" + lot(up+"234567", 16) }},
		{"private-key", 0, 42, func(n int) string {
			return "-----BEGIN " + strings.Repeat("x", n-1) + " PRIVATE" + " KEY-----" + lot(mix, 64)
		}},
		{"maxmind-key", 36, 0, func(n int) string { return lot(mix, n) + "_" + "mmk" }},
		{"terraform-token", 14, 14, func(n int) string { return lot(mix, n) + ".atlas" + "v1." + lot(mix, 67) }},
		{"terraform-token", 60, 0, func(n int) string { return lot(mix, 14) + ".atlas" + "v1." + lot(mix, n) }},
		{"openai-key", 16, 0, func(n int) string { return "sk-" + lot(mix, 20) + "T3Blbk" + "FJ" + lot(mix, n) }},
		{"azure-client-secret", 31, 34, func(n int) string { return lot(mix, 3) + "8Q" + "~" + lot(mix, n) }},
		{"azure-client-secret", 3, 0, func(n int) string { return "=" + lot(mix, n) + "8Q" + "~" + lot(mix, 34) }},
		{"telegram-token", 8, 10, func(n int) string { return lot("123456789", n) + ":A" + "A" + lot(mix, 33) }},
		{"telegram-token", 32, 34, func(n int) string { return lot("123456789", 10) + ":A" + "A" + lot(mix, n) }},
		{"discord-token", 22, 27, func(n int) string { return "Bot N" + lot(mix, n) + "." + lot(mix, 6) + "." + code }},
		{"discord-token", 6, 6, func(n int) string { return "Bot M" + lot(mix, 25) + "." + lot(mix, n) + "." + code }},
		{"discord-token", 27, 40, func(n int) string { return "Bot O" + lot(mix, 25) + "." + lot(mix, 6) + "." + lot(mix, n) }},
		{"password-in-header", 8, 0, func(n int) string { return "Basic " + encode("a:" + lot(mix, 20))[:n] }},
		{"token-in-header", 12, 0, func(n int) string { return "Bearer " + lot(mix, n) }},
		{"password-hash", 53, 0, func(n int) string { return "$2" + "y$10$" + lot(mix+"./", n) }},
		{"password-hash", 22, 0, func(n int) string { return "$" + "6$" + lot(mix, 5) + "$" + lot(mix, n-6) }},
		{"password-hash", 27, 0, func(n int) string { return "{S" + "HA}" + lot(mix, n) }},
		{"password-hash", 30, 0, func(n int) string { return "{SS" + "HA}" + lot(mix, n) }},
		{"token-in-url", 20, 0, func(n int) string { return "https://" + lot(mix, n) + "@example.org/" }},
		{"twilio-token", 32, 32, func(n int) string { return "twilio_auth_token: " + lot(hexLow, n) }},
	} {
		for n, want := range map[int]bool{f.least: true, f.most: true, f.least - 1: false, f.most + 1: false} {
			if n <= 1 { // no upper bound
				continue
			}
			text := "x: " + f.text(n) + " y"
			if _, found := Text(text); slices.ContainsFunc(found, func(s Secret) bool { return s.Kind == f.kind }) != want {
				t.Errorf("%s of %d bytes is found: %t, want %t: %q", f.kind, n, !want, want, text)
			}
		}
	}
}

func TestSecretKeyOfOnePasswordHasGroups(t *testing.T) {
	for lengths, want := range map[[8]int]bool{
		{6, 11, 5, 5, 5}: true, {6, 6, 5, 5, 5, 5}: true, {6, 5, 4, 4, 4, 4, 5}: true,
		{6, 16, 6, 5}: false, {6, 4, 4, 3, 3, 3, 3, 5}: false, {7, 6, 5, 5, 5, 5}: false, {5, 6, 5, 5, 5, 5}: false, {6, 6, 5, 5, 5, 4}: false, {6, 6, 5, 5, 5, 6}: false,
	} {
		var groups []string
		for _, n := range lengths {
			if n > 0 {
				groups = append(groups, lot(up+num, n))
			}
		}
		if text := "A" + "3-" + strings.Join(groups, "-"); hasKind(text, "1password-secret-key") != want {
			t.Errorf("%q is found: %t", text, !want)
		}
	}
}

func TestValuesAreJudgedByClass(t *testing.T) {
	for _, c := range []struct {
		class   class
		secret  string
		similar string // not a secret
	}{
		{classPassword, "ab1c", "a1c"},
		{classPassword, "ab!cd", "a!cd"},
		{classPassword, "bdfghkmpqr", "bdfghkmpq"},
		{classPassword, "1234", "123"},
		{classPassword, "12-34", "1.2.34"},
		{classSecret, "ab!cd12e", "ab!cd1e"},
		{classSecret, "x7k2q9vb", "x7k2q9v"},
		{classSecret, "bdfghkmpqrstvwxz", "bdfghkmprst"},
		{classSecret, "ajutzafljdofuw", "ajutnafladofun"},
		{classPassword, "Sommer-24", "step-2"},
		{classPassword, "Sommer.24", "user.name"},
		{classPin, "1234", "123"},
		{classPassword, "vier gelbe Hunde laufen", "vier gelbe Hunde und Katzen"},
		{classToken, "x7k2q9vbd4", "x7k2q9vbd"},
		{classToken, "bdfghkmpqrstvwxz", "bdfghkmprst"},
		{classToken, "a1b2c3d4e5", "a1a1a1a1a1a1"},
		{classKey, "aB3dE6gH9jK2mN5pQ8sT1vWx", "aB3dE6gH9jK2mN5pQ8sT1vW"},
		{classKey, "aB3dE6gH9jK2mN5pQ8sT1vWx", "ab3de6gh9jk2mn5pq8st1vwx"},
		{classKey, "aB3dE6gH9jK2mN5pQ8sT1vWx", "aB3dE6gH9jK2mN5pQ8sT1v!x"},
		{classPassword, "a#b$c%d^e&f*g!h@ i#j$k%l^m&n*o!p", "a#b$c%d^e&f*g!h@ i#j$k%l^m&n*o!"},
		{classPassword, "a#b$c%d^e&f*g!h@ i#j$k%l^m&n*o!p", "a#b$c%d^e&f*g!h@  #j$k%l^m&n*o!pq"},
		{classPassword, "#$%^&*! " + strings.Repeat("a", 27), "#$%^&*! " + strings.Repeat("a", 28)},
	} {
		if !judge(c.class, c.secret) {
			t.Errorf("%q is not a secret of class %d", c.secret, c.class)
		}
		if judge(c.class, c.similar) {
			t.Errorf("%q is a secret of class %d", c.similar, c.class)
		}
	}
	if judge(classNone, lot(mix, 40)) {
		t.Error("a value without a class is a secret")
	}
}

// cased returns n letters in alternating runs of upper and lower case.
func cased(runs, n int) string {
	var b strings.Builder
	for i := range runs {
		b.WriteString(strings.Repeat(string("Aa"[i%2]), n*(i+1)/runs-n*i/runs))
	}
	return b.String()
}

func TestWordsAreNotRandom(t *testing.T) {
	for v, want := range map[string]bool{
		"": true, "user": true, "user-name": true, "UserName": true, "2024": true, "20245": false, "name12": true, "name123": false, "int32": true,
		"utf8mb4": true, "web3client": true, "ec2instance": false, "a1b": true, "ab1c": false, "x509Certificate": false,
		"Abcd2efgh": true, "abcd2EFGH": true, "abcd2efgh": false, "Abc2efgh": false, "Abcde2": true, "Abcd2efg3h": false, "Bcdfghk2efgh": false, "efgh2Bcdfghk": false,
		"bcd": true, "bcdf": true, "abcdfga": true, "abcdfgha": false, "bcdfabcd": true, "bcdfabcdf": false, "bcdfaabcdf": true,
		"AbCdef": true, "AbCde": false, cased(10, 17): false, cased(10, 18): true, cased(11, 19): false, cased(11, 20): true,
	} {
		if got := wordy(v); got != want {
			t.Errorf("%q: got %t, want %t", v, got, want)
		}
	}
}

func TestPlaceholders(t *testing.T) {
	for v, want := range map[string]bool{
		"": true, " null ": true, "aaaaaaaa": true, "<x1!>": true, "<x1!": false, "{x1!}": true, "{x1!": false, "[x1!]": true, "[x1!": false, "%x1!%": true, "%x1": true, "%x1!": false,
		"$name": true, "$1name": false, "@name@": true, ":name": true, "&name": true, "$x7!": false, "$": true, "~/x7!": true, "./x7!": true, "~x7!": false, ".": true, "~": true, ".x7!": false,
		"^1!x": true, ">1!x": true, "==x7!": true, "=x7!": false, "^x7!": false, "^": true, "__x7!__": true, "__x7!": false, "x7!__": false, "x7!://": true,
		"x7!.yml": true, "x7!.qqq": false, ".yml": true, "some/path.x": true, `some\path`: true, "some/x7q!": false, `c:\x7!`: true, `c:\`: true, `cc\x7!`: false, `c:x7!`: false,
		"f(x7!)": true, "f(": true, "f(x7!": false, "x[0!]": true, "x[7!": false, "a.b": true, "user->name": true, "Foo::x7q2": true, "7f(x)": false, "x7q2k9": false,
		`\u003cx7!\u003e`: true, "&lt;x7!&gt;": true, "${x7!}": true, "your-x7!": false, "your-api-key-12": true, "<insert your token here>": true, "MyExample2024!": false, "fake-but-real-1234": false, "insertCoin2024!": false, "changeme123": true,
		"HmacSHA512": true, "SHA256withRSA": true, "HmacSHA5129x": false, "example_password_1": true,
	} {
		if got := placeholder(v); got != want {
			t.Errorf("%q: got %t, want %t", v, got, want)
		}
	}
}

func TestNamesSuggestClasses(t *testing.T) {
	for name, want := range map[string]class{
		"password": classPassword, "DB_PASSWORD": classPassword, "dbpass": classPassword, "compass": classNone, "bypass": classNone, "pass": classPassword, "first_pass": classNone, "user_pass": classPassword,
		"dbpw": classPassword, "mysqlpw": classPassword, "administratorpass": classNone, "userdbpass": classPassword, "surpass": classNone,
		"password_file": classNone, "password_value": classPassword, "password_default_value": classPassword, "password_length": classNone, "secret": classSecret, "clientSecret": classSecret,
		"key": classKey, "some_key": classKey, "sort_key": classNone, "api_key": classToken, "apikey": classToken, "public_key": classNone, "publicApiKey": classNone, "pub_token": classNone, "pub_password": classNone, "foreign_secret": classNone, "foreign_key": classNone,
		"token": classToken, "page_token": classNone, "access_token": classToken, "auth": classToken, "HTTPToken": classToken, "X1Token": classToken, "user": classNone, "": classNone,
		"SshAskPass": classNone, "user.signingkey": classNone, "signingkey": classToken,
	} {
		if got := classify(name); got != want {
			t.Errorf("%q: got %d, want %d", name, got, want)
		}
	}
}

func TestPrefixesOfTools(t *testing.T) {
	for line, want := range map[string]int{
		"   12\tx": 6, "12:x": 3, "12-x": 3, "12|x": 3, "12 | x": 4, "12 x": 0, "12": 0, "12 ": 0, `12\tx`: 4, `12\nx`: 0, `12\`: 0, strings.Repeat(" ", 16) + "1:x": 18, strings.Repeat(" ", 17) + "1:x": 0,
		"123456789:x": 10, "1234567890:x": 0,
		"conf/a.yml:12:x": 14, "conf/a.yml-12-x": 14, "conf/a.yml:x": 11, "conf/a.yml-x": 0, "conf/a.yml:12-x": 11, "a:12:x": 5, ":12:x": 0, "a:x": 0, "conf/a.yml:": 0, "http://x": 0, `c.d:\x`: 0, "a.b:/x": 0,
		"a b/c.d:x": 0, "a=b/c.d:x": 0, `a"b/c.d:x`: 0, "a'b/c.d:x": 0, "a(b/c.d:x": 0, "a{b/c.d:x": 0, "a<b/c.d:x": 0, "a,b/c.d:x": 0, "": 0,
		strings.Repeat("a", maxListing-2) + "/:x": maxListing, strings.Repeat("a", maxListing-1) + "/:x": 0,
	} {
		if got := listing(line); got != want {
			t.Errorf("%q: got %d, want %d", line, got, want)
		}
	}
}

func TestEscapesEndBeforeWords(t *testing.T) {
	for before, want := range map[string]bool{
		"": true, " ": true, "-": true, "a": false, "_": false, `\n`: true, `\t`: true, `\r`: true, `\b`: false, `\u003d`: true, `x\u00g0`: false, `u003d`: false, "%3D": true, "%3G": false, "3D": false,
		"\x1b[31m": true, "\x1b[K": true, "\x1b[m": true, "[31m": false, "m": false, "31m": false, "\x1b31m": false, "x[m": false,
	} {
		if got := boundary(before+"word", len(before)); got != want {
			t.Errorf("behind %q: got %t, want %t", before, got, want)
		}
	}
}

func TestTokensWithoutRandomBytesAreDull(t *testing.T) {
	for body, want := range map[string]bool{
		"1a2b1a2b3a4b3a4b": false, "1a2b1a2b3a4b3a3b": true, "1a2b1a2b3a4b3a3": false, "aaaabb11": false, "aaaaab11": true, "xxxx7q2k9vbd": true, "exaMPLE7q2k9v": true,
		"UserNameOfSomeBodyEl": false, "UsernameOfSomeBodyElse": false, "UsernameOfSomeBodyX": true, "UsernameOfM": false, "UsernameOfMe": true, "usernameofsomebodyelse": true, "user-name-of-some-body": true,
		"USERNAMEOFSOMEBODY": false, "username0fsomebody": false,
	} {
		if got := dull(body); got != want {
			t.Errorf("%q: got %t, want %t (%.2f bits)", body, got, want, entropy(body))
		}
	}
}

func TestPasswordsOfAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		"x://u:x7q2k9@host": true, "x://u:x7q2k9@[::1]": true, "x://u:x7q2k9@$host": true, "x://u:x7q2k9@{host}": true, "x://u:x7q2k9@-": false, "x://u:x7q2k9@": false, "://u:x7q2k9@host": false, " ://u:x7q2k9@host": false,
		"x://example.org:8080@x": false, "x://example.org:80801@x": false, "x://example.org:808012@x": true, "x://example:8080@x": true, "x://u:a?b&c@x": false, "x://u:a&b@x": true,
		"x://u:$PW@x": false, "x://u:%PW%@x": false, "x://u:%PWq7x@x": true, "x://u:%s@x": false, "x://u:%s7q@x": true, "x://u:x{7}@x": false, "x://u:my-password@x": false, "x://u:@x": false,
	} {
		if _, found := Text(address + " y"); (len(found) > 0) != want {
			t.Errorf("%q: %v, want a secret: %t", address, found, want)
		}
	}
}

func TestCredentialsAreDecoded(t *testing.T) {
	for text, want := range map[string]string{"user:pw": "user|pw|true", "user": "user||false", "us\x1fr:pw": "||false", "us\x7fr:pw": "||false", " ~:~ ": " ~|~ |true"} {
		u, p, ok := credentials(base64.StdEncoding.EncodeToString([]byte(text)))
		if got := u + "|" + p + "|" + map[bool]string{true: "true", false: "false"}[ok]; got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	if _, _, ok := credentials("a"); ok {
		t.Error("an invalid length is decoded")
	}
}
