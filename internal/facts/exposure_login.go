package facts

import (
	"strings"

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
		`([^\s./:*"'\x60]{3,})` + mark + `|` +
		atFirst + `.{0,60}?(?:user(?: ?name)?|login|e-?mail|account)\W{1,6}(?:is |as )?` + mark + `\w[\w@.-]*` + mark +
		`.{0,40}?password\W{1,6}(?:is )?` + mark + `([^\s*"'\x60]{3,})` + mark + `|` +
		`\bdefault (?:admin(?:istrator)? )?password\W{1,6}(?:(?:is|=|:)\W{1,6})?` + mark + `([^\s*"'\x60]{3,})` + mark)
	// announced matches the line above a table of the first login: "The default credentials are:".
	announced = lazyregexp.Lazy(`(?i)\b(?:default|initial) (?:\w+ )?(?:login|credentials?|user(?: ?name)?|account)s?\b` +
		`(?: is| are)?:?\W*$`)
	loginUser = lazyregexp.Lazy(`(?i)^(?:user(?: ?name)?|e-?mail|login)$`)
	// ofOther matches a sentence about the login of a database, of a test or of an example.
	ofOther = lazyregexp.Lazy(`(?i)\b(?:postgres\w*|mysql|mariadb|mongo\w*|redis|rabbitmq|database|db|` +
		`tests?|testing|example|e\.g\.|demo|random\w*|generated?)\b`)
	// noLogin matches a place for a name or a password, and words for none.
	noLogin = lazyregexp.Lazy(`(?i:\byour\b|\b(?:none|null|empty|pass@\w+)\b|` +
		`\b(?:user|user_?name|e-?mail) ?[/:] ?pass(?:word)?\b)|` +
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
		if announced().MatchString(line) && !ofOther().MatchString(line) {
			if n, password := loginTable(lines, i+1); n > 0 {
				return loginExposure(text, lines, n, password)
			}
		}
		m := firstLogin().FindStringSubmatch(line)
		if m != nil && !ofOther().MatchString(m[0]) && !noLogin().MatchString(m[0]) {
			return loginExposure(text, lines, i+1, m[1]+m[2]+m[3]) // one of them is not empty
		}
	}
	return nil
}

// loginExposure returns the exposure of the line n with a password, which its quote does not show.
func loginExposure(text luminos.Text, lines []string, n int, password string) []luminos.Exposure {
	cited, cut := citeMasked(text, lines, n, []string{password})
	return []luminos.Exposure{{Rule: luminos.RuleDefaultLogin, Path: text.Path, Line: n, Name: "password",
		Evidence: cited, Cut: cut}}
}

// tableLines is the maximum number of lines from the announcement of a table to the last row that is read.
const tableLines = 8

// loginTable returns the number of the line with a password in the table that follows below the line from, or 0, and
// the password. The table has a column of users and one of passwords, or a row of each.
func loginTable(lines []string, from int) (int, string) {
	column, user := -1, false
	for i := from; i < min(len(lines), from+tableLines); i++ {
		row, isRow := strings.CutPrefix(strings.TrimSpace(lines[i]), "|")
		if !isRow || len(row) > 1000 {
			if row != "" || column >= 0 || user {
				return 0, ""
			}
			continue
		}
		cells := strings.Split(strings.TrimSuffix(row, "|"), "|")
		for j := range cells {
			cells[j] = strings.Trim(cells[j], " \t`*")
		}
		has := func(j int) bool { return j < len(cells) && len(cells[j]) > 2 && !strings.ContainsAny(cells[j], " <{$") }
		switch {
		case column >= 0 && has(column) && strings.Trim(cells[column], ":-") != "":
			return i + 1, cells[column]
		case user && strings.EqualFold(cells[0], "password") && has(1):
			return i + 1, cells[1]
		case loginUser().MatchString(cells[0]) && len(cells) > 1 && strings.EqualFold(cells[1], "password"):
			column = 1
		case loginUser().MatchString(cells[0]) && has(1):
			user = true
		}
	}
	return 0, ""
}
