package redact

import (
	"regexp"
	"strings"

	"luminos/internal/lazyregexp"
)

// between is a secret between fixed words: the first group of expr, which is searched from the beginning of the word on.
type between struct {
	words []string
	kind  string
	expr  func() *regexp.Regexp
	least func(v string) bool
	must  string // a part of each text that expr matches; it is searched first
}

var anyValue = func(v string) bool { return len(v) >= 4 && !plainHolder(v) }

// betweens are secrets that have no name and no form of their own, but a place in a well known text.
var betweens = []between{
	// https://docs.oracle.com/en/database/oracle/oracle-database/23/jjdbc/data-sources-and-URLs.html
	{[]string{"oracle:thin:"}, "password-in-url", lazyregexp.Lazy(`^oracle:thin:[\w.$]{1,64}/([^\s@"']{4,64})@`), anyValue, ""},
	// https://developer.mozilla.org/docs/Web/API/Window/btoa
	{[]string{"btoa(", "b64encode("}, "password-in-header", lazyregexp.Lazy(`^\w+\(b?["'\x60][^"'\x60:\s]{1,64}:([^"'\x60\s]{4,64})["'\x60]`), anyValue, ""},
	// https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
	{[]string{"license"}, "newrelic-key", lazyregexp.Lazy(`^license\w{0,16}["']?\s?[:=]\s?["']?([0-9a-f]{36}(?:FFFF)?NRAL)\b`), anyValue, "NRAL"},
	// https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/
	{[]string{" on >"}, "password", lazyregexp.Lazy(`^ on >(\S{4,64})`), anyValue, ""},
	// https://developer.hashicorp.com/vault/docs/commands/operator/init
	{[]string{"unseal key"}, "vault-key", lazyregexp.Lazy(`^\w+ \w+ \d{1,2}: ([0-9A-Za-z+/]{43,44}=?)`), anyValue, ""},
	// https://lftp.yar.ru/lftp-man.html
	{[]string{"lftp "}, "password-in-command", lazyregexp.Lazy(`^lftp [^\r\n]{0,64}?-u \S{1,64},(\S{4,64})`), anyValue, ""},
	// https://www.samba.org/samba/docs/current/man-html/smbclient.1.html
	{[]string{"smbclient ", "rpcclient ", "smbmap "}, "password-in-command", lazyregexp.Lazy(`^\w+ [^\r\n]{0,64}?-U ["']?[\w\\./-]{1,64}%([^\s"']{4,64})`), anyValue, ""},
	// https://learn.microsoft.com/windows-server/administration/windows-commands/net-use
	{[]string{"net use "}, "password-in-command", lazyregexp.Lazy(`^net use [^\r\n]{0,80}?\\\\\S+ ([^\s/]\S{3,64}) /user:`), anyValue, ""},
	{[]string{"net use "}, "password-in-command", lazyregexp.Lazy(`^net use [^\r\n]{0,80}?/user:\S{1,64} ([^\s/]\S{3,64})`), anyValue, ""},
	// https://learn.microsoft.com/windows-server/administration/windows-commands/net-user
	{[]string{"net user "}, "password-in-command", lazyregexp.Lazy(`^net user [\w.$-]{1,64} ([^\s/*]\S{3,64})(?: /|\s*[\r\n])`), anyValue, ""},
	// https://learn.microsoft.com/windows-server/administration/windows-commands/schtasks-create
	{[]string{" /rp "}, "password-in-command", lazyregexp.Lazy(`^ /rp "?([^\s"]{4,64})`), anyValue, ""},
	// https://docs.oracle.com/en/database/oracle/oracle-database/23/sqpug/
	{[]string{"sqlplus ", "impdp ", "expdp ", "sqlldr "}, "password-in-command", lazyregexp.Lazy(`^\w+ (?:-\w+ ){0,4}["']?[\w$#]{1,64}/([^\s@"'/]{4,64})(?:@|["'\s])`), anyValue, ""},
	// https://httpd.apache.org/docs/current/programs/htpasswd.html
	{[]string{"htpasswd "}, "password-in-command", lazyregexp.Lazy(`^htpasswd (?:-\w+ )*-\w*b\w* (?:-\w+ )*(?:[\w./~-]{1,128} )?[\w.@-]{1,64} ["']?([^\s"'<$-][^\s"']{3,64})`), anyValue, ""},
	// https://www.rabbitmq.com/docs/man/rabbitmqctl.8
	{[]string{"rabbitmqctl "}, "password-in-command", lazyregexp.Lazy(`^rabbitmqctl (?:add_user|change_password|authenticate_user) \S{1,64} ["']?([^\s"'<$]{4,64})`), anyValue, ""},
	// https://core.tcl-lang.org/expect/
	{[]string{"assword"}, "password", lazyregexp.Lazy(`^assword[^\r\n]{0,24}\r?\n?\s{0,16}send(?: --)? "([^"$\\]{4,64})\\[rn]"`), anyValue, "send"},
	// https://github.com/zxing/zxing/wiki/Barcode-Contents
	{[]string{"wifi:"}, "password", lazyregexp.Lazy(`^(?i:wifi):[^\r\n]{0,100}?\bP:([^;\r\n]{4,64});`), anyValue, ""},
	// https://www.ibm.com/docs/en/db2/12.1.0?topic=commands-connect-statement
	{[]string{"connect to "}, "password", lazyregexp.Lazy(`(?i)^connect to \w{1,32} user \w{1,32} using ([^\s;]{4,64})`), anyValue, ""},
	// https://docs.asterisk.org
	{[]string{"register => "}, "password-in-url", lazyregexp.Lazy(`^register => [\w.-]{1,64}:([^\s@:]{4,64})@`), anyValue, ""},
	// https://docs.strongswan.org/docs/latest/config/ipsec.secrets.html
	{[]string{": eap \"", ": xauth \""}, "password", lazyregexp.Lazy(`^: \w+ "([^"]{4,64})"`), anyValue, ""},
	// RFC 7518, 6.2.2, 6.3.2 and 6.4.1: the private parts of a key
	{[]string{`"d"`, `"k"`, `"p"`, `"q"`, `"dp"`, `"dq"`, `"qi"`}, "private-key", lazyregexp.Lazy(`^"\w{1,2}"\s?:\s?"([0-9A-Za-z_-]{40,700})"`), threeSorts, ""},
}

const maxBetween = 320 // bytes from a word on that are searched

func (b between) rule() rule {
	exact := strings.HasPrefix(b.words[0], `"`)
	return rule{words: b.words, exact: exact, look: func(f *finder, start, end int) {
		s := f.s[start:min(len(f.s), start+maxBetween)]
		if end-start < 4 { // a key is long
			s = f.s[start:min(len(f.s), start+maxBetween*3)]
			if len(s) < 40 || s[end-start] != ':' {
				return
			}
		}
		f.looked += maxName
		if !strings.Contains(s[:min(len(s), 2*maxName)], b.must) {
			return
		}
		m := b.expr().FindStringSubmatchIndex(s)
		if m != nil && b.least(s[m[2]:m[3]]) && !strings.ContainsAny(s[m[2]:m[3]], "\r\n") {
			f.add(start+m[2], start+m[3], b.kind)
		}
	}}
}
