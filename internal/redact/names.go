package redact

import (
	"slices"
	"strings"
)

// class is the strength with which a name implies a secret value.
type class uint8

const (
	classNone     class = iota
	classKey            // keys of any kind: secret only if the value is random
	classPin            // secret if the value is a number
	classToken          // keys and tokens: secret if the value is long and random
	classSecret         // shared secrets, often chosen by people
	classPassword       // short and weak values count too
	classPhrase         // secret if the value is a pass phrase: in builds, a mnemonic names a step
)

// kind returns the kind of secret that a report shows for the class: "password", "secret" or "token".
func (c class) kind() string {
	switch c {
	case classPassword, classPhrase:
		return "password"
	case classSecret:
		return "secret"
	case classPin:
		return "password"
	}
	return "token"
}

// ending is a set of last words of names: whole words, and ends of joined words
// ("dbpassword").
type ending struct {
	words map[string]bool
	ends  []string
}

var (
	passwordWords = ending{words("psw pass psk requirepass masterauth passin passout puk"), []string{"password", "passwords", "passwd", "passphrase", "passphrases", "passcode", "pwd", "passwort", "pw"}}
	secretWords   = ending{words("secrets"), []string{"secret"}} // not the name of a project: OpenSecrets
	tokenWords    = ending{words("auth salt pepper session sid totp community oauth bearer"), []string{"token", "tokens", "apikey", "apikeys", "sessionid", "sessid", "authtok", "secretkey", "accesskey", "privatekey", "privkey", "presharedkey", "authkey", "accountkey", "masterkey", "encryptionkey", "signingkey", "servicekey", "authtoken", "credential", "credentials", "creds", "authorization"}}
)

// passages are words that end in "pass" and name no password.
var passages = words("bypass compass encompass surpass trespass overpass underpass subpass multipass prepass renderpass " +
	"webpass impass buypass sshaskpass gitaskpass askpass")

// otherPasses come before a "pass" that is not a password: a run, also of a compiler, or a way.
const otherPassesList = "by first second one render ask function module loop region block"

var otherPasses = words(otherPassesList)

// keyWords come before a "key" that is secret.
const keyWordsList = "priv mesh preshared psk api access secret private auth encryption encrypt crypto cipher signing sign signature master account storage service app application license session cookie jwt hmac aes shared admin deploy write subscription functions function host consumer client user security hash rsa ssh ssl tls bot webhook stripe sendgrid mailgun twilio maps openai anthropic azure aws gcp google datadog algolia dd validation rails django flask network deployer partner fastly cloudflare"

var keyWords = words(keyWordsList)

// otherKeys come before keys that are not secret: of data bases, maps and signatures that everyone can check.
const otherKeysList = "public pub foreign primary cache sort partition object row map group index unique natural site host fingerprint gpg pgp commit idempotency i18n translation message etag content file asset hot short arrow socket first second third"

var otherKeys = words(otherKeysList)

// tailWords can follow a word without changing the meaning of the name.
const tailWordsList = "value default defaults hash test dev prod production staging live sandbox current old new primary secondary backup hex plain plaintext raw text string str key secret token access password base env var const a b c x api auth data equals v smtp mail email login db database ldap ftp sftp ssh vpn wifi wlan ap portal git registry proxy certificate cert"

var tailWords = words(tailWordsList)

// otherTokens come before tokens that are parts of a text or a list.
const otherTokensList = "page next prev previous continuation continue sync cursor resume eos bos pad unk mask special max min num total input output completion prompt cache cached reasoning stop start end public pub field syntax expected unexpected last current first operator punctuation keyword number"

var otherTokens = words(otherTokensList)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		m[w] = true
	}
	return m
}

// classify returns the class of secret that the name of a setting suggests, for example
// DB_PASSWORD, clientSecret or api-key.
func classify(name string) class {
	parts := split(name)
	if slices.Contains(parts, "public") {
		return classNone
	}
	weak := classNone
	for i := len(parts) - 1; i >= 0; i-- {
		if c := classOf(parts, i); c > classKey {
			return c
		} else if c == classKey {
			weak = c
		}
		if !tailWords[parts[i]] {
			break
		}
	}
	return weak
}

// classOf returns the class of secret that the word parts[i] of a name suggests, given the word
// before it. It returns classNone if the word suggests no secret.
func classOf(parts []string, i int) class {
	w, before := parts[i], ""
	if i > 0 {
		before = parts[i-1]
	}
	switch {
	case before == "pub" || before == "foreign", before == "user" && w == "signingkey": // of git: the name of a key
		return classNone
	case w == "pass" && otherPasses[before]:
		return classNone
	case passwordWords.of(w) || ownPass(w):
		return classPassword
	case secretWords.of(w):
		return classSecret
	case w == "pin" || w == "pincode":
		return classPin
	case w == "mnemonic":
		return classPhrase
	case w == "key" && before == "shared", w == "community" && before == "snmp", w == "phrase" && (before == "pass" || before == "seed" || before == "recovery"):
		return classPassword
	case w == "login" && before == "sonar", w == "seed" && strings.HasSuffix(before, "otp"), w == "setcookie":
		return classToken
	case w == "key" || w == "keys" && keyWords[before]:
		if keyWords[before] {
			return classToken
		}
		if !otherKeys[before] {
			return classKey
		}
	case tokenWords.of(w):
		if otherTokens[before] {
			return classNone
		}
		return classToken
	case strings.HasSuffix(w, "key") && keyWords[strings.TrimSuffix(w, "key")]:
		return classKey
	}
	return classNone
}

// of reports whether the word w means e, such as a password: it is in e.words or ends in one of e.ends.
func (e ending) of(w string) bool {
	return e.words[w] || slices.ContainsFunc(e.ends, func(end string) bool { return strings.HasSuffix(w, end) })
}

// ownPass reports whether a word is a password with the name of its owner: "dbpass", "smtppass".
func ownPass(w string) bool {
	return len(w) <= 12 && strings.HasSuffix(w, "pass") && !passages[w]
}

// split returns the words of a name in lower case, without digits at their ends: "dbPassword2" is "db", "password".
func split(name string) []string {
	var parts []string
	add := func(w string) {
		w = strings.TrimRight(strings.ToLower(w), numerals)
		if w != "" {
			parts = append(parts, w)
		}
	}
	from := 0
	for i := range len(name) {
		c := name[i]
		switch {
		case !alnum[c]:
			add(name[from:i])
			from = i + 1
		case c >= 'A' && c <= 'Z' && i > from:
			before := name[i-1]
			last := i+1 >= len(name) || name[i+1] < 'a' || name[i+1] > 'z'
			if before >= 'A' && before <= 'Z' && last {
				continue // inside of an acronym
			}
			if before >= '0' && before <= '9' && last {
				continue
			}
			add(name[from:i])
			from = i
		}
	}
	add(name[from:])
	return parts
}
