package redact

import (
	"slices"
	"strings"
	"unicode"

	"luminos/internal/lazyregexp"
)

// judge reports whether the value v looks random enough for a secret of class c, for example a
// password or a token. The caller has excluded placeholders.
func judge(c class, v string) bool {
	if strings.ContainsAny(v, " \t") {
		if c >= classSecret && phrase(v) {
			return true
		}
		// A sentence is not a secret; a salt of strange characters is.
		return len(v) >= 32 && strange(v)*5 >= len(v) && !strings.Contains(v, "  ")
	}
	if c != classPassword && !strings.ContainsAny(v, numerals) && strings.IndexFunc(v, unicode.IsLetter) >= 0 && strings.IndexFunc(v, func(r rune) bool { return r >= 0x80 }) >= 0 {
		return false // a word of another language
	}
	switch c {
	case classPassword:
		digit := strings.ContainsAny(v, numerals) && !numbered(v)
		return human(v) || len(v) >= 4 && (digit || strange(v) > 0 && len(v) >= 5 || len(v) >= 10 && (!wordy(v) || garbled(v)))
	case classSecret:
		return len(v) >= 8 && (strange(v) > 0 && mixed(v) || mixed(v) && !wordy(v) || all(v, digits)) || len(v) >= 16 && !wordy(v) || len(v) >= 12 && garbled(v)
	case classPin:
		return len(v) >= 4 && len(v) <= 12 && (all(v, digits) || len(v) >= 6 && all(v, alnum) && mixed(v) && !wordy(v))
	case classKey:
		long := len(v) >= 24 && entropy(v) >= 4 && threeSorts(v) && all(v, base64any)
		return (long || len(v) >= 16 && len(v) <= 128 && len(v)%8 == 0 && all(v, hex) && entropy(v) >= 3) && !wordy(v)
	case classToken:
		if hexNumber(v) {
			return false
		}
		return len(v) >= 12 && mixed(v) && strange(v) > 1 || len(v) >= 10 && entropy(v) >= 2.8 && !wordy(v) && (mixed(v) || len(v) >= 16) || len(v) >= 12 && all(v, wordDash) && strings.ToLower(v) == v && garbled(v)
	}
	return false
}

// popular are passwords that many people use (https://github.com/danielmiessler/SecLists/tree/master/Passwords).
var popular = words("qwerty qwertz azerty letmein iloveyou welcome dragon monkey sunshine princess football baseball superman batman shadow starwars whatever freedom asdfgh asdfghjkl qwertyuiop zxcvbn zxcvbnm trustno passw0rd p4ssw0rd p@ssword toor raspberry postgres hunter")

// human reports whether v is a password as people make them from words: a popular one, words with a number after them,
// three or more words, or a word with an exclamation mark. Words of labels and of placeholders make no password.
func human(v string) bool {
	low := strings.ToLower(v)
	if popular[strings.TrimRight(low, numerals)] {
		return true
	}
	parts := strings.FieldsFunc(low, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	figures, unfit := 0, false
	for _, w := range parts {
		d := len(w) - len(strings.TrimLeft(strings.TrimRight(w, numerals), numerals))
		figures += d
		if d == 0 && (len(w) < 3 || !all(w, letters)) || common[w] || fillers[w] {
			unfit = true
		}
	}
	switch n := len(parts); {
	case n == 1:
		return len(v) >= 6 && low == v && all(v[:len(v)-1], letters) && v[len(v)-1] == '!' && !common[v[:len(v)-1]]
	case unfit || n == 0 || !all(low, nameSet):
		return false
	case digits[v[len(v)-1]] && figures >= 2:
		return n >= 3 && !strings.Contains(v, ".")
	case figures == 0:
		return n >= 4 && len(v) >= 16 && strings.Count(v, "-") == n-1
	}
	return false
}

// common are words of sentences and of labels, which a pass phrase does not contain.
var common = words("the a an of to in is are be was not no and or for with your you my our this that it on at by from as if can must should may will has have please enter password passwort kennwort passphrase secret token key code username user name email login invalid required wrong forgot forgotten new old current confirm change reset set show hide click here use using used when where which who what how all any more less than characters character letters long short value default file path type string text none empty same field match does do den der die das ein eine und oder nicht ist mit neues altes bitte le la les de des du un une et ou el los las y o confirmar confirme nova novo nueva nuevo actual atual senha clave contrasena repetir introducir digite mot passe nouveau nouvelle confirmer votre mon parola wachtwoord haslo heslo kata sandi nowe")

// phrase reports whether v is a pass phrase: three to twelve short words or numbers without the words of sentences.
func phrase(v string) bool {
	list := strings.Fields(v)
	if len(list) < 3 || len(list) > 24 {
		return false
	}
	for _, w := range list {
		low := strings.ToLower(strings.TrimRight(w, ",!"))
		if len(low) < 3 || len(low) > 16 || !all(low, lowerNum) || common[low] {
			return false
		}
	}
	return true
}

// strange returns the number of ASCII characters in v that identifiers, paths and sentences do not
// contain. It returns 0 if one sign at an end makes v a variable, a parameter or the like.
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
	return strings.ContainsAny(v, "-_./:") && wordy(v) && !dated(v)
}

// dated reports whether v is one word and a number of four or more digits with a sign between them, as people
// make passwords: "Sommer-2024".
func dated(v string) bool {
	i := run(v, 0, letters, len(v))
	k := i + run(v[i:], 0, joints, 1)
	return i >= 3 && k > i && len(v)-k >= 2 && all(v[k:], digits) && !heldWords[strings.ToLower(v[:i])]
}

var joints = newSet("#@*+%_.:-")

// pairs has a digit for each pair of letters, from aa to zz: 5 if words contain the pair as often as random letters do,
// one more for each doubling, one less for each halving. It was counted in the words of the documents and sources of 48
// repositories.
const pairs = "57774563615868262878554453644363116206225305535000307454744760664384165753113064458442711433631553532130" +
	"75786653523768464987454642534456216005226305445011305122724560143553065351102061237200601332620435401040" +
	"65766661214769862677261406300040002000003000403000004112622150031332035330102073458331803743730355532060" +
	"75337221602452660253511030737775836244356414785531315576345352466866186665633172437335603632660756512130" +
	"10010000000200000000500000845693527055557505765430506363833671454366347863415173538436802543750776623362" +
	"55545441501657350666110211512271116012224101221000005122511350121442044200010031314202400121140024100320" +
	"3222311030033435024310101140005000300000200010010012"

// garbled reports whether v has at least six pairs of letters, and words contain them more rarely than random letters
// do. The average of their digits is then below 4.25.
func garbled(v string) bool {
	n, sum := 0, 0
	for i := 0; i+2 <= len(v); i++ {
		if !letters[v[i]] || !letters[v[i+1]] || v[i] >= 'a' && v[i+1] < 'a' {
			continue // another word begins
		}
		sum += int(pairs[int(v[i]&31-1)*26+int(v[i+1]&31-1)]) - '5'
		n++
	}
	return n >= 6 && sum*4 < -3*n
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

// wordlike reports whether one run of letters and digits looks like words, and not like a random token.
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
	return !rare && len(letters) >= pieces*3 && !ragged(letters) && !garbled(letters)
}

// ragged reports whether upper and lower case alternate more often than in words, as in "aBcDeF".
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
var heldWords = words("redacted masked null none nil true false undefined password passwd pass pwd passphrase secret " +
	"secrets token tokens key apikey user username name test foo bar baz string str text default " +
	"empty required optional yes no on off hidden enabled disabled value any unset todo tbd n/a auto " +
	"random prompt ask secretkey mypassword mysecret mytoken oauth1 oauth2")

// holders are parts of values that are references or have been removed, such as "${", or of the key in AWS's manuals.
var holders = []string{Mark, "xxx", "***", "...", "${", "{{", "$(", "%(", "#{", "<%", "<?", "%{", "((", "{0}", "$[[", "process.env", "os.environ", "getenv", "secrets.", "!vault", "arn:aws", "sha512-", "sha256-", "sha384-", "sha1-", "sha256:", "sha512:", "md5:", "data:", "…", "••", "@param", "@return", "<your", "examplekey"}

// fillers are the words of placeholders: "your-api-key-here", "changeme", "example_password_1".
var fillers = words("your my the a an some this that here change changed changeme changeit me it please insert replace replaced with enter put set add use fill example sample placeholder redacted todo fixme dummy fake fakes mock omitted removed censored hidden password passwd passphrase pass pwd secret token key api apikey access auth client id private public user username name value string test tests testing foo bar baz db database env var app bot jwt session cookie account service openai github gitlab slack stripe aws azure google anthropic telegram discord secretkey apisecret accesskey default of for in to from and or is not real yourself own new old one goes live dev prod local redis mysql postgres admin root hash salt signing encryption master server backend random long very super strong secure at least generated generate")

// askers are words of which a placeholder has at least one.
var askers = []string{"your", "change", "example", "placeholder", "redacted", "insert", "replace", "todo", "fixme", "dummy", "fake", "omitted", "removed", "censored"}

// filled reports whether all words of v are words of placeholders. A number may end it, or digits in their order.
func filled(v string) bool {
	low := strings.ToLower(v)
	asks := func(w string) bool { return strings.Contains(low, w) }
	if !all(v, fillSet) || !slices.ContainsFunc(askers, asks) {
		return false
	}
	parts := split(v)
	for _, w := range parts {
		if !fillers[w] {
			return false
		}
	}
	d := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, v)
	return len(parts) > 0 && (len(d) <= 3 || strings.Contains("12345678901234567890", d))
}

var fillSet = newSet("0-9A-Za-z_. <>()[]-")

// algorithm matches names of algorithms for digests and signatures: HmacSHA512, SHA256withRSA.
var algorithm = lazyregexp.Lazy(`^(?:hmac[-_]?)?(?:md5|sha[-_]?(?:1|224|256|384|512))(?:with[a-z]+)?$`)

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
	if filled(v) || mine().MatchString(low) || algorithm().MatchString(low) ||
		strings.HasPrefix(low, "credentialsjson:") || // of TeamCity: the server has the value
		strings.HasPrefix(low, "env.") || strings.HasPrefix(low, "var.") || publishable(low) ||
		formatted(v) || optionOf(v) || exampleAddress().MatchString(low) || derived().MatchString(low) || nameless(v) ||
		tally().MatchString(v) || encodedExample(v) {
		return true
	}
	last := v[len(v)-1]
	switch v[0] {
	case '<':
		return last == '>'
	case '{':
		return last == '}' && (len(v) < 24 || !all(v[1:len(v)-1], base64any) || wordy(v[1:len(v)-1]))
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
		if strings.HasPrefix(v[1:], "/") || release(v) {
			return true
		}
	case '^', '>', '=':
		return len(v) > 1 && strings.ContainsAny(v[1:2], numerals+"=")
	}
	if strings.ContainsAny(v, "$[{") && templated().MatchString(v) {
		return true
	}
	magic := strings.HasPrefix(v, "__") && strings.HasSuffix(v, "__")
	return magic || strings.Contains(v, "://") || file(low) || path(v) || call(v)
}

// mine matches the passwords of examples: "MyPass123".
var mine = lazyregexp.Lazy(`^my[_-]?(?:pass(?:word)?|secret|token|key)\d*$`)

// templated matches a value of variables alone, such as "$user:$password", and a regular expression.
var templated = lazyregexp.Lazy(`^\$[a-z_]\w*(?:[:/.@-]\$[a-z_]\w*)+$|\.\{[A-Z][A-Z_]+\}\.|\[(?:a-z|A-Z|0-9)`)

// file reports whether a value, given in lower case, ends in the extension of a file.
func file(low string) bool {
	i := strings.LastIndexByte(low, '.')
	return i > 0 && extensions[low[i+1:]]
}

var extensions = words("yml yaml json toml ini cfg conf enc pem key crt cer pub p12 pfx jks txt md html htm xml js ts tsx jsx vue css php rb py go rs java kt cs c h cpp sh sql env log png jpg svg gpg asc")

// path reports whether a value is a path whose elements look like words, or begins like a path of Windows.
func path(v string) bool {
	return strings.ContainsAny(v, `/\`) && all(v, pathSet) && wordy(v) || strings.HasPrefix(v[1:], `:\`)
}

var pathSet = newSet(`0-9A-Za-z_./\:*?#-`)

// call reports whether a value is the expression of a call, a member or an index: f(x), a.b.c, A::B, x[0].
func call(v string) bool {
	i := run(v, 0, memberSet, len(v))
	switch {
	case i == 0 || digits[v[0]]:
		return false
	case i == len(v):
		return strings.ContainsAny(v, ".>") && wordy(strings.ReplaceAll(v, "->", ".")) && !dated(v) || strings.Contains(v, "::") && wordy(v)
	case v[i] == '(':
		return strings.ContainsRune(v[i:], ')') || v[len(v)-1] == '('
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
