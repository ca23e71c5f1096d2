package redact

import (
	b64 "encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
)

// window is how far around a word a pattern is searched.
const window = 240

func (n nearby) rule() *rule {
	expr := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(n.expr) })
	key := n.kind + " " + n.word
	return &rule{words: []string{n.word}, look: func(f *finder, start, end int) {
		if f.seen == nil {
			f.seen = map[string]int{}
		}
		from := max(end, f.seen[key])
		to := min(len(f.s), end+window)
		if from >= to || !n.possible(f.s[from:to]) {
			return
		}
		f.seen[key] = max(from, to-window/2) // a secret that begins late in the window is found from the next word
		for _, m := range expr().FindAllStringSubmatchIndex(f.s[from:to], -1) {
			if !dull(f.s[from+m[2] : from+m[3]]) {
				f.add(from+m[2], from+m[3], n.kind)
			}
		}
	}}
}

// possible reports whether there is a run as long as the secret needs: patterns
// are a hundred times slower.
func (n nearby) possible(s string) bool {
	for i := 0; i < len(s); i++ {
		j := run(s, i, n.of, n.least)
		if j-i == n.least {
			return true
		}
		i = j
	}
	return false
}

// shapes are formats that are known by something else than how they begin.
var shapes = []rule{
	{words: []string{"AKIA", "ASIA"}, exact: true, look: awsSecret},
	{words: []string{"eyJ"}, exact: true, look: jwt},
	{words: []string{"://", `:\/\/`}, exact: true, look: address},
	{words: []string{".atlasv1."}, exact: true, look: terraform},
	{words: []string{"T3BlbkFJ"}, exact: true, look: openai},
	{words: []string{"Q~"}, exact: true, look: entra},
	{words: []string{":AA"}, exact: true, look: telegram},
	{words: []string{"_mmk"}, exact: true, look: maxmind},
	{words: []string{"ZXlK"}, exact: true, look: encodedJWT},
	{words: []string{"-u ", "--user "}, exact: true, look: curl},
	{words: []string{"basic "}, look: basic},
	{words: []string{"bearer "}, look: bearer},
	{words: []string{"$2a$", "$2b$", "$2y$", "$2x$", "$1$", "$5$", "$6$", "$y$", "$7$", "$apr1$", "$argon2i", "$argon2d", "{SHA}", "{SSHA}", "pbkdf2_sha256$", "$gy$", "$sha1$"}, exact: true, look: hashed},
}

// awsSecret takes the secret key that stands beside an id, which has no mark of its
// own: 40 characters of base64 (https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html).
func awsSecret(f *finder, start, end int) {
	s := f.s
	if to := run(s, end, upperNum, 17); to != end+16 || !boundary(s, start) {
		return
	}
	from, to := max(0, start-window), min(len(s), end+window)
	for i := from; i < to; {
		if !base64[s[i]] {
			i++
			continue
		}
		j := run(s, i, base64, longest)
		k := i
		if escapeBefore(s, min(i+1, len(s))) && i > 0 && s[i-1] == '\\' {
			k++ // the letter of an escape
		}
		if j-k == 40 && mixedCase(s[k:j]) && entropy(s[k:j]) > 4 && !strings.Contains(s[k:j], "EXAMPLE") {
			f.add(k, j, "aws-secret-key")
		}
		i = j
	}
}

// jwt takes the three parts of RFC 7519; the first must be the header of RFC 7515.
func jwt(f *finder, start, end int) {
	s := f.s
	if !boundary(s, start) && s[start-1] != '_' {
		return
	}
	first := run(s, start, wordDash, 4*longest)
	if first >= len(s) || s[first] != '.' {
		return
	}
	second := run(s, first+1, wordDash, 4*longest)
	if second-first < 10 || second >= len(s) || s[second] != '.' {
		return
	}
	third := run(s, second+1, wordDash, 4*longest)
	head, err := b64.RawURLEncoding.DecodeString(s[start:first])
	var fields map[string]any
	if err != nil || json.Unmarshal(head, &fields) != nil || fields["alg"] == nil && fields["typ"] == nil && fields["enc"] == nil {
		return
	}
	if third+1 < len(s) && s[third] == '.' && wordDash[s[third+1]] { // encrypted: five parts, RFC 7516
		third = run(s, third, dotted, 4*longest)
	}
	f.add(start, third, "jwt")
}

// encodedJWT takes a token that was encoded once more, as in secrets of Kubernetes
// (https://kubernetes.io/docs/concepts/configuration/secret/).
func encodedJWT(f *finder, start, end int) {
	to := run(f.s, start, base64eq, 4*longest)
	if to-start < 60 || !boundary(f.s, start) {
		return
	}
	b, err := b64.RawStdEncoding.DecodeString(strings.TrimRight(f.s[start:to], "="))
	if err != nil || strings.Count(string(b), ".") < 2 || run(string(b), 0, dotted, len(b)) != len(b) {
		return
	}
	f.add(start, to, "jwt")
}

// maxmind: https://dev.maxmind.com/geoip/updating-databases/ (licence keys end in their mark)
func maxmind(f *finder, start, end int) {
	from := runBack(f.s, start, word, 40)
	if start-from >= 36 && (end == len(f.s) || !word[f.s[end]]) && mixedCase(f.s[start-36:start]) {
		f.add(start-36, end, "maxmind-key")
	}
}

// curl takes the password of -u user:password (https://curl.se/docs/manpage.html#-u).
func curl(f *finder, start, end int) {
	s := f.s
	if start == 0 || s[start-1] != ' ' && s[start-1] != '\t' {
		return
	}
	first, _ := lineStart(s, start, 400)
	if !strings.Contains(s[first:start], "curl ") {
		return
	}
	i := run(s, end, blanks, 8)
	i += len(quoteAt(s, i))
	v := s[i:run(s, i, userInfo, 256)]
	user, password, ok := strings.Cut(v, ":")
	if ok && user != "" && !plainHolder(password) && strings.Trim(user, "{}$") != "" {
		f.add(i+len(user)+1, i+len(v), "password-of-curl")
	}
}

// terraform: https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens
func terraform(f *finder, start, end int) {
	from, to := runBack(f.s, start, alnum, 15), run(f.s, end, dottedEq, 200)
	if escapeBefore(f.s, min(from+1, start)) {
		from++
	}
	to = end + len(strings.TrimRight(f.s[end:to], "."))
	if start-from == 14 && to-end >= 60 {
		f.add(from, to, "terraform-token")
	}
}

// openai finds the mark that stands in the middle of its keys ("OpenAI" in base64),
// https://platform.openai.com/docs/api-reference/authentication.
func openai(f *finder, start, end int) {
	from, to := runBack(f.s, start, wordDash, 200), run(f.s, end, wordDash, 200)
	if i := strings.Index(f.s[from:start], "sk-"); i >= 0 && to-end >= 16 {
		f.add(from+i, to, "openai-key")
	}
}

// entra: https://learn.microsoft.com/entra/identity-platform/howto-create-service-principal-portal
func entra(f *finder, start, end int) {
	from, to := runBack(f.s, start, newSet("0-9A-Za-z_.~"), 5), run(f.s, end, newSet("0-9A-Za-z_.~-"), 60)
	to = end + len(strings.TrimRight(f.s[end:to], ".-"))
	if n := to - end; n >= 31 && n <= 34 && start-from >= 4 && digits[f.s[start-1]] {
		f.add(start-4, to, "azure-client-secret")
	}
}

// telegram: https://core.telegram.org/bots/features#botfather
func telegram(f *finder, start, end int) {
	from, to := runBack(f.s, start, digits, 11), run(f.s, end, wordDash, 60)
	if n := start - from; n >= 8 && n <= 10 && to-end >= 32 && to-end <= 34 && mixed(f.s[end:to]) && !dull(f.s[end:to]) {
		f.add(from, to, "telegram-token")
	}
}

// basic takes user and password of RFC 7617.
func basic(f *finder, start, end int) {
	to := run(f.s, end, base64eq, 512)
	if to-end < 8 || !boundary(f.s, start) {
		return
	}
	user, password, ok := credentials(f.s[end:to])
	header := strings.Contains(strings.ToLower(f.s[max(0, start-24):start]), "authorization")
	if ok && password != "" && !placeholder(password) && user != "" || !ok && header && judge(classToken, f.s[end:to]) {
		f.add(end, to, "authorization-basic")
	}
}

// credentials decodes "user:password" in base64.
func credentials(s string) (user, password string, ok bool) {
	b, err := b64.RawStdEncoding.DecodeString(strings.TrimRight(s, "="))
	if err != nil {
		return "", "", false
	}
	for _, c := range b {
		if c < ' ' || c > '~' {
			return "", "", false
		}
	}
	return strings.Cut(string(b), ":")
}

// bearer takes the token of RFC 6750.
func bearer(f *finder, start, end int) {
	to := run(f.s, end, newSet("0-9A-Za-z._~+/=-"), longest)
	v := strings.TrimRight(f.s[end:to], ".")
	if len(v) >= 12 && boundary(f.s, start) && !placeholder(v) && judge(classToken, v) {
		f.add(end, end+len(v), "authorization-bearer")
	}
}

// hashed takes passwords as crypt(5), htpasswd and Django store them: what was
// weak can be guessed from them.
func hashed(f *finder, start, end int) {
	s := f.s
	to := run(s, end, newSet("0-9A-Za-z./$+=,_-"), 512)
	body := strings.TrimRight(s[end:to], ".,=")
	to = end + len(body)
	if s[start] == '{' { // base64 of known length: what fills it up belongs to it
		to = run(s, to, newSet("="), 2)
	}
	least := 22
	switch s[start:end] {
	case "$2a$", "$2b$", "$2y$", "$2x$":
		if len(body) < 56 || body[2] != '$' {
			return
		}
		to = end + 56
	case "{SHA}":
		least = 27
	case "{SSHA}":
		least = 30
	default:
		if !strings.Contains(body, "$") {
			return
		}
	}
	if len(body) >= least && !dull(body) {
		f.add(start, to, "password-hash")
	}
}
