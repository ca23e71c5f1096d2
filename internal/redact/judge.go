package redact

import "strings"

// judge reports whether the value v looks random enough for a secret of class c, for example a
// password or a token. The caller has excluded placeholders.
func judge(c class, v string) bool {
	if strings.ContainsAny(v, " \t") {
		// A sentence is not a secret; a salt of strange characters is.
		return len(v) >= 32 && strange(v)*5 >= len(v) && !strings.Contains(v, "  ")
	}
	switch c {
	case classPassword:
		digit := strings.ContainsAny(v, numerals) && !numbered(v)
		return len(v) >= 4 && (digit || strange(v) > 0 && len(v) >= 5 || len(v) >= 10 && !wordy(v))
	case classSecret:
		return len(v) >= 8 && (strange(v) > 0 && mixed(v) || mixed(v) && !wordy(v)) || len(v) >= 16 && !wordy(v)
	case classKey:
		return len(v) >= 24 && entropy(v) >= 4 && threeSorts(v) && all(v, base64any) && !wordy(v)
	case classToken:
		return len(v) >= 10 && entropy(v) >= 2.8 && !wordy(v) && (mixed(v) || len(v) >= 16)
	}
	return false
}

// strange returns the number of ASCII characters in v that identifiers, paths and sentences do not contain. It
// returns 0 for words with one sign of a variable or the like at an end, as in "$name" or "name=".
func strange(v string) int {
	n := 0
	for i := range len(v) {
		if c := v[i]; c > ' ' && c < 0x7f && !wordDash[c] && !strings.ContainsRune("./:,?'\"()|", rune(c)) {
			n++
		}
	}
	sigil := n == 1 && (strings.IndexByte("#@$&*", v[0]) >= 0 || strings.IndexByte("=!", v[len(v)-1]) >= 0)
	if sigil && wordy(strings.Trim(v, "#@$&*=!")) {
		return 0 // a selector, a variable, a parameter, an exclamation
	}
	return n
}

// numbered reports whether a value with digits is a short number, a version, or words and numbers
// with signs between them: "123", "1.2.3", "step-2", "v1/users".
func numbered(v string) bool {
	if strings.Trim(v, "0123456789.,-") == "" {
		return len(v) < 4 || strings.Contains(v, ".")
	}
	return strings.ContainsAny(v, "-_./:") && wordy(v)
}

// wordy reports whether a value consists of words with numbers between them. It uses the structure
// of words and the short list known, but no dictionary.
func wordy(v string) bool {
	from := 0
	for i := 0; i <= len(v); i++ {
		if i < len(v) && alnum[v[i]] {
			continue
		}
		if !wordlike(v[from:i]) {
			return false
		}
		from = i + 1
	}
	return true
}

// wordlike reports whether one run of letters and digits looks like words, and not like a
// random token.
func wordlike(w string) bool {
	letters := w[:runBack(w, len(w), digits, len(w))]
	if letters == "" {
		return len(w) <= 4
	}
	if len(w)-len(letters) > 2 {
		return false
	}
	if known[strings.ToLower(w)] {
		return true
	}
	if i := run(letters, 0, noDigits, len(letters)); i < len(letters) { // a2b, utf8mb4, OAuth2Token
		if len(letters) <= 3 {
			return true
		}
		return i >= 3 && (known[strings.ToLower(letters[:i+1])] || joined(letters[:i], letters[i+1:]))
	}
	return spoken(letters)
}

// joined reports whether left and right, the letters on either side of a digit, are words in camel
// case, such as OAuth2Token.
func joined(left, right string) bool {
	if right == "" || strings.ContainsAny(right, numerals) || len(left)+len(right) < 8 {
		return false
	}
	camel := strings.ToLower(left) != left || strings.ToLower(right) != right
	return camel && spoken(left) && spoken(right)
}

// known are words with digits that are common in programs.
var known = words("base64 base32 base58 utf8 utf16 sha1 sha256 sha384 sha512 md5 hs256 hs384 hs512 rs256 es256 ed25519 x509 pkcs8 pkcs12 oauth2 oauth1 http2 int32 int64 uint8 uint16 uint32 uint64 float32 float64 ipv4 ipv6 s3 ec2 k8s i18n l10n a11y varchar255 argon2id argon2i aes128 aes192 aes256 secp256k1 p256 rsa2048 rsa4096 web3 sqlite3 mysql8 python3 log4j h2 v1beta1 v1alpha1 v2beta2 u2f fido2 cp1252 latin1 iso8601 rfc3339 bcrypt2 pbkdf2 crc32 x86 amd64 arm64 win32 linux64")

// spoken reports whether letters consists of words in camel case: of sensible length, with vowels.
func spoken(letters string) bool {
	if len(letters) <= 3 {
		return true
	}
	pieces, vowels, consonants := 1, 0, 0
	for i := range len(letters) {
		c := letters[i]
		if i > 0 && c >= 'A' && c <= 'Z' && letters[i-1] >= 'a' {
			pieces++
		}
		if strings.IndexByte("aeiouyAEIOUY", c) >= 0 {
			vowels++
			consonants = 0
		} else if consonants++; consonants > 5 {
			return false
		}
	}
	rare := vowels > 0 && vowels*100 < len(letters)*12 // without vowels there are at most five letters
	return !rare && len(letters) >= pieces*3 && !ragged(letters)
}

// ragged reports whether upper and lower case alternate more often than in words, as in
// "aBcDeF".
func ragged(letters string) bool {
	changes := 0
	for i := 1; i < len(letters); i++ {
		if (letters[i] >= 'a') != (letters[i-1] >= 'a') {
			changes++
		}
	}
	return changes*5 > len(letters)*2+10
}

// heldWords are whole values that are placeholders, such as "null".
var heldWords = words("null none nil true false undefined password passwd pass pwd passphrase secret secrets token tokens key apikey user username name test foo bar baz string str text default empty required optional yes no on off hidden enabled disabled value any unset todo tbd n/a auto random prompt ask secretkey mypassword mysecret mytoken")

// holders are parts of values that are placeholders or references, such as "your" and
// "${".
var holders = []string{Mark, "xxx", "***", "...", "your", "changeme", "change_me", "change-me", "changeit", "change_it", "example", "placeholder", "redacted", "insert", "replace", "todo", "fixme", "dummy", "fake", "${", "{{", "$(", "%(", "#{", "<%", "<?", "%{", "((", "{0}", "$[[", "process.env", "os.environ", "getenv", "env.", "secrets.", "var.", "!vault", "arn:aws", "sha512-", "sha256-", "sha384-", "sha1-", "sha256:", "sha512:", "md5:", "data:", "…", "••", "@param", "@return", "<your", "omitted", "removed", "censored"}

// placeholder reports whether a value is not a secret even if its name suggests a secret: it is a
// placeholder, a reference, code, a URL or a path.
func placeholder(v string) bool {
	v = strings.TrimSpace(unescape(v))
	low := strings.ToLower(v)
	if v == "" || heldWords[strings.Trim(low, "<>[]{}()_-*#:;.,\"'` ")] || strings.TrimLeft(v, v[:1]) == "" {
		return true
	}
	for _, h := range holders {
		if strings.Contains(low, h) {
			return true
		}
	}
	last := v[len(v)-1]
	switch v[0] {
	case '<':
		return last == '>'
	case '{':
		return last == '}'
	case '[':
		return last == ']'
	case '%':
		return last == '%' || len(v) <= 3
	case '$', '@', ':', '&':
		rest := strings.Trim(v[1:], "@")
		if rest != "" && !digits[rest[0]] && all(rest, nameSet) && wordy(strings.ToLower(rest)) {
			return true // a variable, a parameter, a symbol
		}
	case '~', '.':
		if strings.HasPrefix(v[1:], "/") {
			return true
		}
	case '^', '>', '=':
		return len(v) > 1 && strings.ContainsAny(v[1:2], numerals+"=")
	}
	magic := strings.HasPrefix(v, "__") && strings.HasSuffix(v, "__")
	return magic || strings.Contains(v, "://") || file(low) || path(v) || call(v)
}

// file reports whether a value, given in lower case, ends in the extension of a file.
func file(low string) bool {
	i := strings.LastIndexByte(low, '.')
	return i > 0 && extensions[low[i+1:]]
}

var extensions = words("yml yaml json toml ini cfg conf enc pem key crt cer pub p12 pfx jks txt md html htm xml js ts tsx jsx vue css php rb py go rs java kt cs c h cpp sh sql env log png jpg svg gpg asc")

// path reports whether a value is a path whose elements look like words, or begins like a path
// of Windows.
func path(v string) bool {
	return strings.ContainsAny(v, `/\`) && all(v, pathSet) && wordy(v) || strings.HasPrefix(v[1:], `:\`)
}

var pathSet = newSet(`0-9A-Za-z_./\:*?-`)

// call reports whether a value is the expression of a call, a member or an index: f(x), a.b.c, A::B, x[0].
func call(v string) bool {
	i := run(v, 0, memberSet, len(v))
	switch {
	case i == 0 || digits[v[0]]:
		return false
	case i == len(v):
		return strings.ContainsAny(v, ".>") && wordy(strings.ReplaceAll(v, "->", ".")) || strings.Contains(v, "::")
	case v[i] == '(':
		return strings.ContainsRune(v[i:], ')') || i+1 == len(v)
	case v[i] == '[':
		return strings.ContainsRune(v[i:], ']')
	}
	return false
}

var memberSet = newSet("0-9A-Za-z_.$>:-")

// unescape replaces escaped brackets and signs in a value (JSON "\u003c", HTML "&lt;") by the characters.
func unescape(v string) string {
	if !strings.ContainsAny(v, `\&`) {
		return v
	}
	return entities.Replace(v)
}

var entities = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&", `\u003C`, "<", `\u003E`, ">", `\"`, `"`, `\/`, "/", "&lt;", "<", "&gt;", ">", "&amp;", "&", "&quot;", `"`, `\\`, `\`)
