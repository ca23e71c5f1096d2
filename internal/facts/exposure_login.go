package facts

import (
	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	readme = lazyregexp.Lazy(`(?i)^readme(?:\.(?:md|rst|txt|adoc))?$`)
	// firstLogin matches a sentence about the account that an installation has at first, with its password in a form for
	// quotes: `admin/admin`, username **admin** and password **umami**, Default password = `password`.
	firstLogin = lazyregexp.Lazy(`(?i)(?:\bdefault (?:\w+ )?` +
		`(?:login|credentials?|user(?: ?name)?|account|admin\w*)(?: is| are)?:?\W{0,3}` + mark + `\w[\w@.-]*|` +
		`\b(?:log|sign) ?in (?:as|with|using):?\W{0,3}` + mark + `(?:admin\w*|root|guest|\w[\w.-]*@\w[\w.-]*)) ?[/:] ?` +
		`[^\s./:*"'\x60]{3,}` + mark + `|` +
		atFirst + `.{0,60}?(?:user(?: ?name)?|login|e-?mail|account)\W{1,6}(?:is |as )?` + mark + `\w[\w@.-]*` + mark +
		`.{0,40}?password\W{1,6}(?:is )?` + mark + `[^\s*"'\x60]{3,}` + mark + `|` +
		`\bdefault (?:admin(?:istrator)? )?password\W{1,6}(?:(?:is|=|:)\W{1,6})?` + mark + `[^\s*"'\x60]{3,}` + mark)
	// ofOther matches a sentence about the login of a database, of a test or of an example.
	ofOther = lazyregexp.Lazy(`(?i)\b(?:postgres\w*|mysql|mariadb|mongo\w*|redis|rabbitmq|database|db|` +
		`tests?|testing|example|e\.g\.|demo|random\w*|generated?)\b`)
	// noLogin matches a place for a name or a password, and words for none.
	noLogin = lazyregexp.Lazy(`(?i:\byour\b|\b(?:none|null|empty|pass@\w+)\b|\b(?:user|user_?name|e-?mail) ?[/:] ?pass(?:word)?\b)|` +
		`\b[A-Z]+_[A-Z_]+\b`)
)

const (
	atFirst = `\b(?:default|initial(?:ly)?|(?:first|log ?in|sign in)\b.{0,30}\b(?:as|with|using|login))\b`
	mark    = "(?:[`\"']|\\*\\*)"
)

// defaultLogin returns an exposure for the first line of a README that names a user with a password which each
// installation has until its owner changes it.
func defaultLogin(text luminos.Text) []luminos.Exposure {
	lines := text.Lines()
	for i, line := range lines {
		if len(line) > 2000 {
			continue
		}
		if m := firstLogin().FindString(line); m != "" && !ofOther().MatchString(m) && !noLogin().MatchString(m) {
			return []luminos.Exposure{{Rule: luminos.RuleDefaultLogin, Path: text.Path, Line: i + 1, Name: "password",
				Evidence: citeLine(text, lines, i+1)}}
		}
	}
	return nil
}
