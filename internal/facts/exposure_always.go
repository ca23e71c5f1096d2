package facts

import (
	"strings"

	"luminos/internal/lazyregexp"
)

var (
	// decided matches a line around a setting that makes it a choice: a condition about trust, or a name that says so.
	decided = lazyregexp.Lazy(`(?i)\b(?:else|elif|elsif|case|switch)\b|\b(?:if|unless)\b.*` +
		`(?:insecure|unsafe|skip|verif|validat|self_?sign|cert|trust|accept|allow|ignore|disable|no_?check|check|strict|` +
		`debug|local|dev\b|develop|prod|test|env\b)|` +
		`\b\w*(?:insecure|unsafe|skip_?(?:tls|ssl|verif)|self_?signed|no_?verif)\w*\b.*[({]\s*$`)
	// otherCheck matches a check of certificates by the program itself, a server on the same machine, and a connection
	// without certificates.
	otherCheck = lazyregexp.Lazy(`(?i)\bVerify(?:Connection|PeerCertificate)\b|` +
		`\blocalhost\b|\b127\.0\.0\.1\b|\[::1\]|\b(?-i:[Ll]ocal[A-Z]?\w*(?:URL|Host|Port|Addr))\w*|` +
		`\btls['"]?\s*:\s*false\b|://[a-z][\w-]*(?::\d+)?[/'"]`) // a name without a dot is of the same network
	// oneLine matches a condition on the line of the setting.
	oneLine = lazyregexp.Lazy(`\b(?:if|unless)\b|&&|\?\s`)

	// makesAccount matches a text about the first account, or that makes accounts.
	makesAccount = lazyregexp.Lazy(`(?i)\bfirst (?:user|admin\w*|account)\b|\bfirst_?admin|` +
		`\bcreate_?\w{0,12}(?:user|account|admin)\b|\bnew \w*User\(|` +
		`\b(?:user|account)s?(?:\(\))?(?:::|\.|->)(?:create|insert|save|firstOrCreate)`)
	// withRights matches a field that makes an account one of an administrator.
	withRights = lazyregexp.Lazy(`(?i)\b(?:is_?)?(?:owner|admin|super_?user)['"]?\s*(?::|=>|=)\s*(?:[\w.]+\()?true\b|` +
		`\brole\w*['"]?\s*(?::|=>|=)\s*['"\w:. ]*admin`)
	// startsData matches the names of files with code that makes the first records.
	startsData = lazyregexp.Lazy(`(?i)^(?:\w+[_-])?(?:init|seed|setup|bootstrap|install)\w*` +
		`\.(?:go|py|rb|php|java|kt|cs|rs|[cm]?[jt]s)$`)
	// madeAdministrator matches a text that gives an account all rights.
	madeAdministrator = lazyregexp.Lazy(`(?i)\bis_?(?:super_?(?:user|admin)|admin)['"]?\s*(?::|=>)\s*true\b`)
	// administrator matches a field with the name of the first account.
	administrator = lazyregexp.Lazy(`(?i)\b(?:user_?name|login|e?mail|name)['"]?\s*(?::|=>|=)\s*['"](?:admin\w*|root)\b`)
)

// aboveLines is the number of lines above a setting in which a condition is searched.
const aboveLines = 200

// conditional reports whether the line i is below a condition in its function, by its indentation, or the lines near it
// check the server in another way. It skips lines of over 1000 bytes.
func conditional(lines []string, i int) bool {
	code, _, _ := strings.Cut(lines[i], " //")
	if oneLine().MatchString(code) || declared().MatchString(code) {
		return true
	}
	for _, line := range lines[max(0, i-nearLines):min(len(lines), i+nearLines+1)] {
		if len(line) <= 1000 && otherCheck().MatchString(line) {
			return true
		}
	}
	depth := func(s string) int {
		blank := s[:len(s)-len(strings.TrimLeft(s, " \t"))]
		return len(blank) + 7*strings.Count(blank, "\t") // some editors write eight spaces as a tab
	}
	for at, j := depth(lines[i]), i-1; j >= max(0, i-aboveLines) && at > 0; j-- {
		if len(lines[j]) > 1000 {
			continue
		}
		if d := depth(lines[j]); strings.TrimSpace(lines[j]) != "" && d < at {
			if decided().MatchString(lines[j]) {
				return true
			}
			at = d
		}
	}
	return false
}
