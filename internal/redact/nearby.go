package redact

import (
	"regexp"

	"luminos/internal/lazyregexp"
)

// nearby is a format without a prefix: it counts only after a word.
type nearby struct {
	kind  string
	word  string
	of    *set // the secret has a run of at least least of these bytes
	least int
	expr  func() *regexp.Regexp // the first group is the secret
}

var nearbySecrets = []nearby{
	// https://www.twilio.com/docs/iam/api/authtoken
	{kind: "twilio-token", word: "twilio", of: lowerHex, least: 32, expr: lazyregexp.Lazy(`(?i)(?:token|secret|auth)[^0-9a-f]{1,24}?\b([0-9a-f]{32})\b`)},
	// https://registry.terraform.io/providers/hashicorp/random/latest/docs/resources/password
	{kind: "password", word: "random_password", of: visible, least: 4, expr: lazyregexp.Lazy(`"result":\s*"([^"\\]{4,})"`)},
	// https://hardhat.org/hardhat-runner/docs/config#hd-wallet-config
	{kind: "ethereum-key", word: "accounts", of: hex, least: 64, expr: lazyregexp.Lazy(`["']((?:0x)?[0-9a-fA-F]{64})["']`)},
	// An id of an account and its token, as arguments.
	{kind: "twilio-token", word: "twilio", of: lowerHex, least: 32, expr: lazyregexp.Lazy(`["']([0-9a-f]{32})["']`)},
	// https://discord.com/developers/docs/reference#authentication: id, time and code in base64
	{kind: "discord-token", word: "discord", of: wordDash, least: 27, expr: lazyregexp.Lazy(`\b([A-Za-z0-9][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40})\b`)},
	// https://devcenter.heroku.com/articles/authentication
	{kind: "heroku-key", word: "heroku", of: hex, least: 12, expr: lazyregexp.Lazy(`(?i)(?:key|token|secret|password|auth|login)[^\r\n]{0,40}?\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b`)},
	// https://mailchimp.com/developer/marketing/guides/quick-start/
	{kind: "mailchimp-key", word: "mailchimp", of: lowerHex, least: 32, expr: lazyregexp.Lazy(`\b([0-9a-f]{32}-us[0-9]{1,2})\b`)},
	// https://documentation.mailgun.com/docs/mailgun/api-reference/authentication/
	{kind: "mailgun-key", word: "mailgun", of: lowerHex, least: 32, expr: lazyregexp.Lazy(`\b([0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})\b`)},
	// https://docs.datadoghq.com/account_management/api-app-keys/
	{kind: "datadog-key", word: "datadog", of: lowerHex, least: 32, expr: lazyregexp.Lazy(`(?i)(?:api|app)[_-]?key[^0-9a-f\r\n]{1,12}\b([0-9a-f]{32}|[0-9a-f]{40})\b`)},
}

// rule returns a rule for secrets of the format n: it searches for them up to window bytes after each word n.word, such
// as "heroku". It joins areas that overlap, so that the cost of many words is in proportion to the length of the text.
func (n nearby) rule(number int) *rule {
	return &rule{words: []string{n.word}, look: func(f *finder, _, end int) {
		if f.areas == nil {
			f.areas = make([]piece, len(nearbySecrets))
		}
		area, to := &f.areas[number], min(len(f.s), end+window)
		switch {
		case end > area.end:
			f.search(number, *area)
			*area = piece{end, to}
		case to-area.start > maxArea:
			f.search(number, piece{area.start, to})
			*area = piece{to - window/2, to} // longer than any secret with its name
		default:
			area.end = to
		}
	}}
}

// search adds the secrets in an area of the text that have the format nearbySecrets[number], which
// counts only after a certain word.
func (f *finder) search(number int, area piece) {
	n, s := nearbySecrets[number], f.s[area.start:area.end]
	f.looked += len(s)
	if !n.possible(s) {
		return
	}
	for _, m := range n.expr().FindAllStringSubmatchIndex(s, -1) {
		if !dull(s[m[2]:m[3]]) {
			f.add(area.start+m[2], area.start+m[3], n.kind)
		}
	}
}

// possible reports whether s has n.least consecutive bytes of the set n.of, as each secret of the
// format n has. It is a hundred times faster than the pattern of n.
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
