package facts

import (
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	composition    = lazyregexp.Lazy(`^(docker-)?compose(\.[\w-]+)*\.ya?ml$`)
	database       = lazyregexp.Lazy(`^\s+image:\s*['"]?(?:[\w.:-]+/)*(?:postg\w*|mysql|mariadb|mongo|mssql/server|redis|valkey|couchdb|pgvector|timescaledb)\b`)
	publishedPort  = lazyregexp.Lazy(`^\s+-\s*['"]?(?:0\.0\.0\.0:)?\d+:\d+['"]?\s*$`)
	passwordSwitch = lazyregexp.Lazy(`(?i)PASSWORD['"]?\s*[=:]\s*['"]?(?:true|false|yes|no|on|off|0|1)['"]?\s*$`)
	restarts       = lazyregexp.Lazy(`(?m)^\s+restart:\s*['"]?(?:always|unless-stopped|on-failure)`)
	fixedPassword  = lazyregexp.Lazy(`^\s+-?\s*['"]?\w*PASSWORD['"]?\s*[=:]\s*['"]?[^'"$\s{][^\s]*`)
)

// publishedDatabases returns an exposure for each service of a composition of containers that is a database, publishes
// a port on all interfaces and has a fixed password. The line is the line of the port. A composition whose services do
// not restart is made for the machine of a developer.
func publishedDatabases(text luminos.Text) []luminos.Exposure {
	if !composition().MatchString(text.Path.Base()) || !restarts().MatchString(text.Content) {
		return nil
	}
	var found []luminos.Exposure
	lines := text.Lines()
	name, indent, port := "", -1, 0
	isDatabase, password := false, false
	flush := func() {
		if isDatabase && password && port > 0 && len(found) < exposuresMost {
			found = append(found, luminos.Exposure{Rule: luminos.RulePublishedDatabase, Path: text.Path, Line: port, Name: name,
				Evidence: citeLine(text, lines, port)})
		}
		isDatabase, password, port = false, false, 0
	}
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || trimmed[0] == '#' || len(line) > 1000 {
			continue
		}
		depth := len(line) - len(strings.TrimLeft(line, " "))
		if key, ok := strings.CutSuffix(trimmed, ":"); ok && depth > 0 && (indent < 0 || depth <= indent) {
			flush()
			name, indent = key, depth
			continue
		}
		if depth == 0 {
			flush()
			indent = -1
		}
		isDatabase = isDatabase || database().MatchString(line)
		password = password || fixedPassword().MatchString(line) && !passwordSwitch().MatchString(line)
		if port == 0 && publishedPort().MatchString(line) {
			port = i + 1
		}
	}
	flush()
	return found
}

// onlyDevelopment matches a comment that says for whom a composition is.
var onlyDevelopment = lazyregexp.Lazy(`(?i)\b(?:for|only) (?:local |your )?(?:development|dev|testing|local use)\b|` +
	`\b(?:not|n't) (?:be )?(?:use|used|meant|intended|suitable)(?: it| this)?(?: for| in) production\b`)

// otherFile matches a comment that names another file for developers, or production for this one.
var otherFile = lazyregexp.Lazy(`(?i)\bfor production\b|\b(?:see|use) \S+\.ya?ml\b`)

// ofDevelopers matches the variable by which a program learns that it runs for developers. It can refuse the values of
// the same file elsewhere.
var ofDevelopers = lazyregexp.Lazy(`(?m)^(?:[A-Z]+_)*(?:ENV|ENVIRONMENT)=['"]?(?:local|dev|development|test)\b`)

// saysDevelopment reports whether the comments above the settings of a composition say that it is for developers.
func saysDevelopment(text luminos.Text) bool {
	for _, line := range text.Lines() {
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "":
		case trimmed[0] != '#':
			return false
		case len(line) <= 1000 && onlyDevelopment().MatchString(line) && !otherFile().MatchString(line):
			return true
		}
	}
	return false
}
