package redact

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

// shapes are rules for formats without a fixed prefix.
var shapes = []rule{
	{words: []string{"AKIA", "ASIA"}, exact: true, look: awsSecret},
	{words: []string{"eyJ"}, exact: true, look: jwt},
	{words: []string{"://", `:\/\/`}, exact: true, look: address},
	{words: []string{"://", "jdbc:"}, look: loginAfter},
	{words: []string{".atlasv1."}, exact: true, look: terraform},
	{words: []string{"T3BlbkFJ"}, exact: true, look: openai},
	{words: []string{"Q~"}, exact: true, look: entra},
	{words: []string{":AA"}, exact: true, look: telegram},
	{words: []string{"_mmk"}, exact: true, look: maxmind},
	{words: []string{"ZXlK"}, exact: true, look: encodedJWT},
	{words: []string{"curl "}, exact: true, look: func(f *finder, _, end int) { f.curl = end }},
	{words: []string{"-u", "--user "}, exact: true, look: curl},
	{words: []string{"bot "}, look: discordBot},
	{words: []string{"@tcp(", "@unix("}, exact: true, look: dsn},
	{words: []string{"basic "}, look: basic},
	{words: []string{"bearer "}, look: bearer},
	{words: []string{"$2a$", "$2b$", "$2y$", "$2x$", "$1$", "$5$", "$6$", "$y$", "$7$", "$apr1$", "$argon2i", "$argon2d", "{SHA}", "{SSHA}", "pbkdf2_sha256$", "$gy$", "$sha1$"}, exact: true, look: hashed},
}

// awsSecret adds the secret key near the AWS key id that begins at start. The secret has no prefix: it is 40
// characters of base64 (https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html).
func awsSecret(f *finder, start, end int) {
	s := f.s
	if _, ok := f.runBetween(end, upperNum, 16, 16); !ok || !boundary(s, start) {
		return
	}
	i, to := max(f.ids, start-window), min(len(s), end+window)
	if i > f.ids { // skip the rest of a run that began before
		i = f.run(i, base64std, longest)
	}
	for i < to {
		f.looked++
		if !base64std[s[i]] {
			i++
			continue
		}
		j := f.run(i, base64std, longest)
		k := i
		if i > 0 && s[i-1] == '\\' && strings.IndexByte("nrt", s[i]) >= 0 {
			k++ // the letter of an escape
		}
		if v := s[k:j]; len(v) == 40 && threeSorts(v) && entropy(v) > 4 && !strings.Contains(v, "EXAMPLE") {
			f.add(k, j, "aws-secret-key")
		}
		i = j
	}
	f.ids = max(f.ids, i)
}

// The parts of a JWT. Each has a set of its own, so that the last run of each is
// remembered.
var jwtHead, jwtBody, jwtSign, jwtRest = newSet("0-9A-Za-z_-"), newSet("0-9A-Za-z_-"), newSet("0-9A-Za-z_-"), newSet("0-9A-Za-z_.-")

// jwt adds a JSON web token, which has the three parts of RFC 7519 or the five of RFC 7516, to the
// secrets. The first part must be a header of RFC 7515.
func jwt(f *finder, start, end int) {
	s := f.s
	if !boundary(s, start) && s[start-1] != '_' {
		return
	}
	first := f.run(start, jwtHead, longestJWT)
	if first >= len(s) || s[first] != '.' {
		return
	}
	second := f.run(first+1, jwtBody, longestJWT)
	if second-first < 10 || second >= len(s) || s[second] != '.' {
		return
	}
	if f.header == first && first-start > maxInner {
		return // only the first word that ends here can have the length of a header with certificates
	}
	f.header = first
	if !header(f, s[start:first]) {
		return
	}
	third := f.run(second+1, jwtSign, longestJWT)
	if third+1 < len(s) && s[third] == '.' && wordDash[s[third+1]] { // encrypted: five parts, RFC 7516
		third = f.run(third, jwtRest, longestJWT)
	}
	if !f.covers("jwt", start, third) {
		f.add(start, third, "jwt")
	}
}

// header reports whether s is the encoded header of a JSON web token.
func header(f *finder, s string) bool {
	f.looked += len(s)
	head, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		return false
	}
	var fields map[string]any
	return json.Unmarshal(head, &fields) == nil && (fields["alg"] != nil || fields["typ"] != nil || fields["enc"] != nil)
}

// encodedJWT adds a JWT that was encoded in base64 once more to the secrets, as in secrets of
// Kubernetes (https://kubernetes.io/docs/concepts/configuration/secret/).
func encodedJWT(f *finder, start, end int) {
	if !boundary(f.s, start) {
		return
	}
	to := f.run(start, alnum, longestJWT) // "+" and "/" are in no encoded text of JWT
	pad := run(f.s, to, equals, 2)
	if pad-start < 60 || pad < len(f.s) && base64eq[f.s[pad]] {
		return
	}
	f.looked += to - start
	b, err := base64.RawStdEncoding.DecodeString(f.s[start:to])
	if err != nil || strings.Count(string(b), ".") < 2 || !all(string(b), dotted) {
		return
	}
	f.add(start, pad, "jwt")
}

// maxmind adds licence keys of MaxMind, which end in a fixed suffix, to the secrets
// (https://dev.maxmind.com/geoip/updating-databases/).
func maxmind(f *finder, start, end int) {
	from := f.back(start, word, 40)
	if start-from >= 36 && (end == len(f.s) || !word[f.s[end]]) && threeSorts(f.s[start-36:start]) {
		f.add(start-36, end, "maxmind-key")
	}
}

// curl adds the password in the option -u user:password of curl to the secrets (https://curl.se/docs/manpage.html#-u).
func curl(f *finder, start, end int) {
	s := f.s
	if start == 0 || s[start-1] != ' ' && s[start-1] != '\t' {
		return
	}
	if end-start > 2 {
		option(f, start, end)
	}
	if first, _ := f.lineStart(start, maxBefore); f.curl < first+len("curl ") {
		return
	}
	i := run(s, end, blanks, 8)
	i += len(quoteAt(s, i))
	v := s[i:f.run(i, userInfo, maxInfo)]
	user, password, ok := strings.Cut(v, ":")
	if ok && user != "" && !plainHolder(password) && strings.Trim(user, "{}$") != "" {
		f.add(i+len(user)+1, i+len(v), "password-in-command")
	}
}

// dsn adds the password in "user:x@tcp(host)/db" to the secrets (https://github.com/go-sql-driver/mysql#dsn-data-source-name).
func dsn(f *finder, start, _ int) {
	from := f.back(start, userInfo, maxName)
	user, v, ok := strings.Cut(f.s[from:start], ":")
	if ok && user != "" && !plainHolder(v) {
		f.add(from+len(user)+1, start, "password-in-url")
	}
}

// terraform adds a token of HCP Terraform to the secrets
// (https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens).
func terraform(f *finder, start, end int) {
	from, to := f.back(start, alnum, 15), f.run(end, dottedEq, maxTail)
	if escapeBefore(f.s, min(from+1, start)) {
		from++
	}
	to = end + len(strings.TrimRight(f.s[end:to], "."))
	if start-from == 14 && to-end >= 60 {
		f.add(from, to, "terraform-token")
	}
}

// openai adds a key of OpenAI, found by the mark in its middle ("OpenAI" in base64), to the secrets
// (https://platform.openai.com/docs/api-reference/authentication).
func openai(f *finder, start, end int) {
	from, to := f.back(start, wordDash, maxTail), f.run(end, wordDash, maxTail)
	if i := strings.Index(f.s[from:start], "sk-"); i >= 0 && to-end >= 16 {
		f.add(from+i, to, "openai-key")
	}
}

var entraHead, entraTail = newSet("0-9A-Za-z_.~"), newSet("0-9A-Za-z_.~-")

// entra adds a client secret of Entra to the secrets
// (https://learn.microsoft.com/entra/identity-platform/howto-create-service-principal-portal).
func entra(f *finder, start, end int) {
	from, to := f.back(start, entraHead, 4), f.run(end, entraTail, maxTail)
	to = end + len(strings.TrimRight(f.s[end:to], ".-"))
	if n := to - end; n >= 31 && n <= 34 && start-from == 4 && digits[f.s[start-1]] {
		f.add(from, to, "azure-client-secret")
	}
}

// telegram adds a token of a Telegram bot to the secrets (https://core.telegram.org/bots/features#botfather).
func telegram(f *finder, start, end int) {
	from := f.back(start, digits, 11)
	to, ok := f.runBetween(end, wordDash, 32, 34)
	if n := start - from; ok && n >= 8 && n <= 10 && mixed(f.s[end:to]) && !dull(f.s[end:to]) {
		f.add(from, to, "telegram-token")
	}
}

// discordBot adds the token after "Bot" in a header to the secrets
// (https://discord.com/developers/docs/reference#authentication): id, time and code.
func discordBot(f *finder, start, end int) {
	s := f.s
	i := run(s, end, blanks, 1)
	if i == len(s) || s[i] < 'M' || s[i] > 'O' {
		return
	}
	id, ok := f.runBetween(i, wordDash, 23, 28)
	if !ok || !strings.HasPrefix(s[id:], ".") {
		return
	}
	time, ok := f.runBetween(id+1, wordDash, 6, 6)
	if !ok || !strings.HasPrefix(s[time:], ".") {
		return
	}
	to := f.run(time+1, wordDash, maxTail)
	code := len(strings.TrimRight(s[time+1:to], "-"))
	if code >= 27 && code <= 40 && !dull(s[i:time+1+code]) {
		f.add(i, time+1+code, "discord-token")
	}
}

// basic adds the encoded user and password of HTTP basic authentication (RFC 7617) to the secrets.
func basic(f *finder, start, end int) {
	to := f.run(end, base64eq, maxInfo)
	if to-end < 8 || !boundary(f.s, start) {
		return
	}
	user, password, ok := credentials(f.s[end:to])
	header := strings.Contains(strings.ToLower(f.s[max(0, start-maxScheme):start]), "authorization")
	if ok && password != "" && !placeholder(password) && user != "" || !ok && header && judge(classToken, f.s[end:to]) {
		f.add(end, to, "password-in-header")
	}
}

// credentials decodes "user:password" in base64. It reports whether s has that form.
func credentials(s string) (user, password string, ok bool) {
	b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(s, "="))
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

var bearerSet = newSet("0-9A-Za-z._~+/=-")

// bearer adds the token after "Bearer" in a header (RFC 6750) to the secrets.
func bearer(f *finder, start, end int) {
	to := f.run(end, bearerSet, longest)
	v := strings.TrimRight(f.s[end:to], ".")
	if len(v) >= 12 && boundary(f.s, start) && !placeholder(v) && judge(classToken, v) {
		f.add(end, end+len(v), "token-in-header")
	}
}

var hashSet = newSet("0-9A-Za-z./$+=,_-")

// hashed adds passwords as crypt(5), htpasswd and Django store them to the secrets, since a weak
// password can be guessed from its hash.
func hashed(f *finder, start, end int) {
	s := f.s
	to := f.run(end, hashSet, maxHash)
	body := strings.TrimRight(s[end:to], ".,=")
	to = end + len(body)
	if s[start] == '{' { // base64 of known length, with its padding
		to = run(s, to, equals, 2)
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
	if len(body) >= least && !f.covers("password-hash", start, to) && !dull(f.head(body)) {
		f.add(start, to, "password-hash")
	}
}
