package redact

import (
	"slices"
	"strings"
)

// class says how much a name says that its value is secret.
type class uint8

const (
	classNone     class = iota
	classKey            // keys of anything, which only random values make secret
	classToken          // keys and tokens: long and random, or none
	classSecret         // shared secrets: often chosen by people
	classPassword       // short and weak ones count
)

// kind is what a value of the class is called in its mask.
func (c class) kind() string {
	switch c {
	case classPassword:
		return "password"
	case classSecret:
		return "secret"
	}
	return "token"
}

func assigned(kind string) bool {
	return kind == "password" || kind == "secret" || kind == "token"
}

// passwordWords, secretWords and tokenWords are last words of names; names that
// run words together end with those of four letters and more.
var (
	passwordWords = []string{"password", "passwd", "passphrase", "passcode", "pwd", "passwort", "psw", "pass", "pw", "keypass", "storepass"}
	secretWords   = []string{"secret", "secrets"}
	tokenWords    = []string{"token", "apikey", "secretkey", "accesskey", "privatekey", "privkey", "presharedkey", "authkey", "accountkey", "masterkey", "encryptionkey", "signingkey", "servicekey", "authtoken", "credential", "credentials", "creds", "authorization", "auth", "salt"}
)

// keyWords make a secret of "key" when they stand before it.
var keyWords = words("priv mesh preshared psk api access secret private auth encryption encrypt crypto cipher signing sign signature master account storage service app application license session cookie jwt hmac aes shared admin deploy write subscription functions function host consumer client user security hash rsa ssh ssl tls bot webhook stripe sendgrid mailgun twilio maps openai anthropic azure aws gcp google datadog algolia dd validation rails django flask")

// tailWords can follow without a name meaning something else.
var tailWords = words("value default defaults test dev prod production staging live sandbox current old new primary secondary backup b64 base64 hex plain plaintext raw text string str key secret token access password base env var const a b c x api auth data staging")

// otherTokens stand before tokens that are places in a list, or parts of a text.
var otherTokens = words("page next prev previous continuation continue sync cursor resume eos bos pad unk mask special max min num total input output completion prompt cache cached reasoning stop start end public pub csrf_field syntax expected unexpected last current first operator punctuation keyword number")

func words(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		m[w] = true
	}
	return m
}

// classify says what a name promises: DB_PASSWORD, clientSecret, api-key.
func classify(name string) class {
	parts := split(name)
	if slices.Contains(parts, "public") {
		return classNone
	}
	for i := len(parts) - 1; i >= 0; i-- {
		if c := classOf(parts, i); c != classNone {
			return c
		}
		if !tailWords[parts[i]] {
			return classNone
		}
	}
	return classNone
}

// classOf judges the word at i with those before it.
func classOf(parts []string, i int) class {
	w, before := parts[i], ""
	if i > 0 {
		before = parts[i-1]
	}
	switch {
	case before == "pub" || before == "foreign":
		return classNone
	case ends(w, passwordWords):
		if i > 0 && (w == "pass") && (before == "by" || before == "first" || before == "second" || before == "one" || before == "render") {
			return classNone
		}
		return classPassword
	case ends(w, secretWords):
		return classSecret
	case w == "key":
		if keyWords[before] {
			return classToken
		}
		if i == 0 {
			return classKey
		}
	case ends(w, tokenWords):
		if otherTokens[before] {
			return classNone
		}
		return classToken
	}
	return classNone
}

func ends(w string, list []string) bool {
	for _, l := range list {
		if w == l || len(l) >= 4 && l != "auth" && l != "salt" && l != "pass" && strings.HasSuffix(w, l) {
			return true
		}
		if l == "pass" && len(w) <= 10 && (strings.HasPrefix(w, "db") || strings.HasPrefix(w, "user") || strings.HasPrefix(w, "my") || strings.HasPrefix(w, "root") || strings.HasPrefix(w, "admin")) && strings.HasSuffix(w, l) {
			return true
		}
		if l == "pw" && len(w) == 4 && strings.HasSuffix(w, l) {
			return true // dbpw
		}
	}
	return strings.HasSuffix(w, "pwd")
}

// split cuts a name into words in lower case, without the digits that they end in:
// "dbPassword2" is "db", "password".
func split(name string) []string {
	var parts []string
	add := func(w string) {
		w = strings.TrimRight(strings.ToLower(w), "0123456789")
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
