package redact

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"luminos/internal/lazyregexp"
)

// samples are parts of values that were written for examples and tests, in lower case.
var samples = strings.Fields("example sample dummy fake demo your change placeholder insert replace default todo " +
	"password passwort secret test somewhere abc123 123abc 12345678 01234567 87654321 abcdef deadbeef " +
	"00000000 11111111 aaaaaa " +
	"d41d8cd98f00b204 da39a3ee5e6b4b0d e3b0c44298fc1c14 " + // digests of nothing
	"eby8vdm02xnocqflquwjpllmetlcdxj1") // the key of all emulators of Azure Storage

// publicToken matches the payloads of tokens that expire, that pages send to everyone, and of the token of manuals.
var publicToken = lazyregexp.Lazy(`"exp":|"role":\s*"anon"|"John Doe"|"1234567890"`)

// plain reports whether the masked value v is no proof of a secret: it holds a word of examples or another text that can
// be read, its kind is public, or it is a password of one or two sorts of characters or a token that is not random.
func plain(kind, v string) bool {
	if text, err := url.PathUnescape(v); err == nil && strings.Contains(text, " ") {
		return true // an address holds words
	}
	low := strings.ToLower(v)
	switch {
	case kind == "private-key":
		return false
	case strings.HasPrefix(v, "eyJ") && strings.Count(v, ".") == 2:
		return publicToken().MatchString(decoded(strings.Split(v, ".")[1]))
	case slices.ContainsFunc(samples, func(s string) bool { return strings.Contains(low, s) }):
		return true
	case kind == "google-api-key", fingerprint().MatchString(v): // pages, apps and scripts hold them
		return true
	case reference().MatchString(v):
		return true
	case ofService(kind):
		return false
	}
	if text := decoded(v); readable(text) && !sorted(text) {
		return true
	}
	if strings.HasPrefix(kind, "password") {
		return !sorted(v) && !drawn(v)
	}
	return !drawn(v)
}

// fingerprint matches the fingerprint of an OpenPGP key, which scripts name to fetch the public key.
var fingerprint = lazyregexp.Lazy(`^[0-9A-F]{40}$`)

// reference matches a variable of the shell with a name in capitals.
var reference = lazyregexp.Lazy(`^\$\{?[A-Z][A-Z\d]*_\w+\}?$`)

// ofService reports whether a kind of secret, such as "github-token", names the service that issues it.
func ofService(kind string) bool {
	maker, _, ok := strings.Cut(kind, "-")
	return ok && !slices.Contains([]string{"password", "token", "secret", "default"}, maker)
}

// decoded returns the text of a value in base64, or "".
func decoded(v string) string {
	if v = strings.TrimRight(v, "="); len(v) < 8 {
		return ""
	}
	for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if b, err := e.DecodeString(v); err == nil {
			return string(b)
		}
	}
	return ""
}

// readable reports whether s is a text of printable ASCII characters.
func readable(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > unicode.MaxASCII })
}

// leastSorted is the least length of a password of three sorts of characters that counts as chosen against guesses.
const leastSorted = 8

// sorted reports whether a password of at least leastSorted characters has three of four sorts: small and capital
// letters, digits and other signs. It is no path, no address and no expression.
func sorted(v string) bool {
	if len(v) < leastSorted || strings.ContainsAny(v, " /\\()[]{}<>,") || !strings.ContainsAny(v, numerals) {
		return false
	}
	n := 0
	for _, is := range []func(r rune) bool{
		func(r rune) bool { return 'a' <= r && r <= 'z' }, func(r rune) bool { return 'A' <= r && r <= 'Z' },
		func(r rune) bool { return '0' <= r && r <= '9' },
		func(r rune) bool { return strings.ContainsRune("!#$%&*+=?@^~", r) },
	} {
		if strings.ContainsFunc(v, is) {
			n++
		}
	}
	return n >= 3 && (!strings.ContainsAny(v, "-_.:") || strange(v) > 0)
}

// leastRandom is the least length of a token that counts as random.
const leastRandom = 16

// leastRun is the least number of letters and digits without a sign between them of a value that was drawn at random.
const leastRun = 10

func longestRun(v string) int {
	most := 0
	for _, part := range strings.FieldsFunc(v, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		most = max(most, len(part))
	}
	return most
}

var numberOfThing = lazyregexp.Lazy(`^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$`)

// drawn reports whether v can only have been drawn at random: it is long, has digits or signs among letters, and no
// words. Identifiers of things (UUID) are drawn too, but are public.
func drawn(v string) bool {
	bare := strings.TrimPrefix(strings.TrimPrefix(v, "base64:"), "Bearer ")
	expression := strings.ContainsAny(bare, " ()[]{}<>") && !mixed(bare)
	if len(bare) < leastRandom || expression || numberOfThing().MatchString(bare) {
		return false
	}
	letter, other := 0, 0
	for i := range len(bare) {
		if letters[bare[i]] {
			letter++
		} else if !strings.ContainsRune("-_./:", rune(bare[i])) {
			other++
		}
	}
	run := strange(bare) > 0 || longestRun(bare) >= leastRun
	return letter >= 4 && other >= 3 && entropy(bare) >= 3 && !wordy(bare) && run
}
