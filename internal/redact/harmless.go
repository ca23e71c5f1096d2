package redact

import (
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// defaultPassword is the kind of a password that a product or its user name gives away, such as postgres.
const defaultPassword = "default-password"

// defaults are passwords that are names of products, as their images and manuals have them, or say that they are no
// real ones. "1" or "123" can follow.
var defaults = words("postgres postgresql mysql mariadb mongo mongodb redis rabbitmq guest minio minioadmin elastic " +
	"neo4j grafana vagrant nextcloud wordpress keycloak vault memcached couchdb cassandra clickhouse influxdb test " +
	"testing demo dummy sample")

var userBefore = lazyregexp.Lazy(`(?i)(?:\b|_)user(?:name|id)?["']?\s?[:=]\s?["']?([\w.-]+)["']?[\s,;&]`)

// byDefault reports whether the secret p of the text s is a password that everyone can guess: the name of a product or
// of its section of settings, or the name of the user before it in its line or command. The passwords of administrators
// are no defaults.
func byDefault(s string, p span) bool {
	v := s[p.start:p.end]
	word := strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(v), "1"), "123"), "#@_-")
	switch {
	case !strings.HasPrefix(p.kind, "password") || p.kind == "password-hash" || len(v) > maxName:
		return false
	case defaults[word]:
		return true
	case !all(v, wordDash):
		return false
	case strings.HasSuffix(word, "-test"), strings.HasSuffix(word, "_test"), strings.HasPrefix(word, "test-"):
		return true
	case v == "admin" || v == "root":
		return false
	}
	before := commandBefore(s[max(0, p.start-maxBefore):p.start])
	if v == "1234" && !strings.Contains(strings.ToLower(before), "admin") {
		return true
	}
	if user, ok := strings.CutSuffix(before, v+":"); ok {
		return user == "" || !nameSet[user[len(user)-1]]
	}
	if sectionOf(s[max(0, p.start-maxSection):p.start]) == v {
		return true
	}
	for _, m := range userBefore().FindAllStringSubmatch(before, -1) {
		if m[1] == v {
			return true
		}
	}
	return false
}

// commandBefore returns the end of s from the beginning of its last line on, or of the command whose lines a backslash
// continues there.
func commandBefore(s string) string {
	first := len(s)
	for {
		i := strings.LastIndexByte(s[:first], '\n')
		if i < 0 {
			return s
		}
		if !strings.HasSuffix(strings.TrimRight(s[:i], " \t\r"), `\`) {
			return s[i+1:]
		}
		first = i
	}
}

// maxSection is the number of bytes before a value in which the heading of its section is searched.
const maxSection = 1024

var section = lazyregexp.Lazy(`(?m)^\[([\w.-]+)\]`)

// sectionOf returns the name of the last section of settings that begins in s, such as "demo" in "[demo]", or "".
func sectionOf(s string) string {
	all := section().FindAllStringSubmatch(s, -1)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1][1]
}

// spells reports whether the value v only spells its name, as "login-password" does in LOGIN_PASSWORD. The number of a
// ticket can precede the name in small letters: "ab-12-login-password".
func spells(name, v string) bool {
	if !all(v, dotted) || !strings.ContainsAny(v, "-_.") || len(v) < 8 {
		return false
	}
	name, says := bare(name), bare(v)
	small := strings.Count(v, "-") > 2 && v == strings.ToLower(v)
	return name == says || len(name) >= 8 && small && strings.HasSuffix(says, name)
}

// repeats reports whether the value v is its name of two or more words with a short number, as "signingKey512" is for
// signingKey. A person's password can be such a value; a key is not.
func repeats(name, v string) bool {
	stem := strings.TrimRight(v, numerals)
	return stem == strings.TrimRight(name, numerals) && len(v)-len(stem) <= 4 && len(split(name)) > 1
}

// bare returns s in lower case, without signs.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x80 || !alnum[byte(r)] {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// stored matches the address, in small letters, of a secret in the store of a cloud.
var stored = lazyregexp.Lazy(`^(?:projects/[\w-]+/secrets/[\w-]+(?:/versions/\w+)?|` +
	`arn:aws:(?:secretsmanager|ssm):[\w:/.+=@-]+)$`)

var conversion = lazyregexp.Lazy(`%[-+ #0]?\d{0,3}(?:\.\d{1,3})?(?:hh?|ll?|z)?[sdiuxXvq@]`)

// formatted reports whether v is a format of a print function: it has two conversions such as %s.
func formatted(v string) bool {
	return strings.Contains(v, "%") && len(conversion().FindAllStringIndex(v, 2)) > 1
}

// exampleAddress matches an address in a domain for documentation (RFC 2606), as anonymous FTP takes for a password.
var exampleAddress = lazyregexp.Lazy(`^[a-z]{1,64}@example\.(?:com|org|net)$`)

// derived matches the name of a constraint of a database with the digest of its columns, a digest that says so, and the
// type of a resource with the version of its interface.
var derived = lazyregexp.Lazy(`^(?:fk|idx|uniq|pk|uk)_[0-9a-f]{8,32}$|^hash_[0-9a-f]{32,64}$|` +
	`^microsoft\.[a-z./]{1,100}@\d{4}-\d\d-\d\d(?:-preview)?$`)

// tally matches the result of a vote or a game, perhaps in bold type: "Pass: 7-0".
var tally = lazyregexp.Lazy(`^\d{1,2}(?:-\d{1,2}){1,2}\**$`)

// nameless reports whether v is the header of a user without a password, as public clients send it.
func nameless(v string) bool {
	user, password, ok := credentials(strings.TrimPrefix(v, "Basic "))
	return ok && user != "" && password == "" && all(user, nameSet)
}

// minisignKey is the length of a public key of minisign (https://jedisct1.github.io/minisign/): 42 bytes in base64, of which
// the first are "Ed".
const minisignKey = 56

// publishable reports whether v, given in lower case, is an identifier that a service makes for pages that everyone can
// read.
func publishable(low string) bool {
	// https://posthog.com/docs/api#authentication, https://docs.stripe.com/keys
	// The last three begin public keys of RSA and of elliptic curves (https://www.rfc-editor.org/rfc/rfc5280#section-4.1).
	for _, head := range []string{"phc_", "pk_live_", "pk_test_", "miibijanbgkqhkig9w0baqef",
		"migfma0gcsqgsib3dqebaquaa4gn", "mfkwewyhkozizj0caq"} {
		if strings.HasPrefix(low, head) {
			return true
		}
	}
	if len(low) == minisignKey && strings.HasPrefix(low, "rw") {
		return true
	}
	// https://developers.google.com/identity/protocols/oauth2
	return strings.HasSuffix(low, ".apps.googleusercontent.com") || stored().MatchString(low)
}

// optionOf reports whether v is an option of a command, such as "-Duser.language=en".
func optionOf(v string) bool {
	name, value, ok := strings.Cut(v, "=")
	return ok && len(name) > 2 && name[0] == '-' && all(name, nameSet) && wordy(name) && wordy(value)
}

// release reports whether v is a version of a library with a sign for later ones, such as "~1.2.3".
func release(v string) bool {
	return v[0] == '~' && len(v) > 1 && digits[v[1]] && strings.Trim(v[1:], numerals+".") == ""
}

// titled reports whether v is the name of a secret in place of the secret: "AuthToken".
func titled(v string) bool {
	return all(v, letters) && len(split(v)) > 1 && v != strings.ToUpper(v) && classify(v) != classNone
}

// secured matches the end of a text in front of a value that a service of continuous integration has encrypted.
var secured = lazyregexp.Lazy(`(?:^|\n)[ \t]*(?:- )?secure:[ \t]*["']?$`)

// leastEncrypted is the least number of characters of an encrypted value in base64: one block of its cipher.
const leastEncrypted = 22

// encrypted reports whether the value v behind the text before is one that only the service can decrypt, so that it may
// be published (https://www.appveyor.com/docs/build-configuration/#secure-variables).
func encrypted(before, v string) bool {
	return len(v) >= leastEncrypted && all(v, base64any) && secured().MatchString(before)
}

// exampleWords are words by which a value says that it is an example.
var exampleWords = strings.Fields("example placeholder dummy sample changeme change-me change_me")

// encodedExample reports whether v is a text in base64 that says that it is an example.
func encodedExample(v string) bool {
	if len(v) > maxName || !all(v, base64any) {
		return false
	}
	text := strings.ToLower(decoded(v))
	return readable(text) && slices.ContainsFunc(exampleWords, func(w string) bool { return strings.Contains(text, w) })
}
