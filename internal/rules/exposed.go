package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// exposureRules give each rule of exposed settings a severity, a finding and a remedy. In a finding, %s is the name of
// the setting.
var exposureRules = map[luminos.Rule]struct {
	severity        luminos.Severity
	finding, remedy string
}{
	luminos.RuleDefaultSecret: {luminos.Concern, "uses a fixed value if %s is not set",
		"Refuse to start without the value: all readers of the code know the fixed one."},
	luminos.RuleFixedSecret: {luminos.Concern, "sets %s to a fixed value",
		"Take the value from the environment or a secret: all readers of the file know the fixed one."},
	luminos.RulePublishedDatabase: {luminos.Concern, "publishes a port of the database %s, whose password is in this file",
		"Publish the port on 127.0.0.1 only, or not at all, and take the password from a secret."},
	luminos.RuleInsecureCookie: {luminos.Concern, "lets a cookie be sent without encryption (%s)",
		"Set it to true wherever the program is not served from localhost."},
	luminos.RuleAssetScope: {luminos.Concern, "opens files of all directories to the web view (%s of the asset protocol)",
		"Name the directories that the program needs."},
	luminos.RuleHostPermissions: {luminos.Concern, "asks for access to all websites (%s)",
		"Name the websites that the extension needs, or use activeTab."},
	luminos.RulePublicBucket: {luminos.Concern, "gives everyone on the internet access to a bucket (%s)",
		"Use a private bucket, unless all of its objects are to be public."},
	luminos.RuleTargetChange: {luminos.Concern, "checks out the code of a pull request under %s, and the job runs it",
		"Run it under pull_request, whose token cannot write and which gets no secrets."},
	luminos.RuleOpenAdminPort: {luminos.Concern, "opens %s to all addresses of the internet",
		"Permit the addresses of administrators only, or use a gateway."},
	luminos.RuleRemotePage: {luminos.Concern, "gives pages of the internet rights of the program (%s)",
		"Show them in a window without these rights."},
	luminos.RuleDefaultLogin: {luminos.Concern, "names the first login of each installation (%s)",
		"Change it before the program can be reached, and make the program ask for another."},
	luminos.RuleHostControl: {luminos.Concern, "lets the service %s, which others can reach, control its host",
		"Put a filter before the socket, give it single rights only, or publish no port."},
	luminos.RulePrivileged: {luminos.Info, "gives a container the rights of its host (%s)", ""},
	luminos.RuleAnonymous: {luminos.Concern, "lets everyone use the service without a login (%s)",
		"Demand a login, or let only this machine reach it."},
	luminos.RuleNoPolicy: {luminos.Concern, "gives the web view no policy for its content (%s)",
		"Set a policy that names the sources of scripts."},
	luminos.RuleUnverifiedTLS: {luminos.Info, "connects without verifying the server (%s)",
		"Verify the certificate, or trust the issuer of the server."},
	luminos.RuleOpenCORS:   {luminos.Info, "lets pages of all websites read answers (%s)", ""},
	luminos.RuleListensAll: {luminos.Info, "names all network interfaces as the place to listen (%s)", ""},
}

// productValue matches the password that a database has by default, or that tests have, after the name of the password.
var productValue = lazyregexp.Lazy(`\b(?:DB|DATABASE|DATASOURCES?|MYSQL|MARIADB|POSTGRES|PG|` +
	`REDIS|MONGO|SQL|MINIO)_(?:[A-Z]+_)?` +
	`PASS.*['"\x60-](?:postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|redis|guest|minioadmin|secret|password|` +
	`(?:[\w-]+[_-])?test(?:ing)?)['"\x60}]`)

// serviceOfTests matches the name of a database for developers or tests, such as "pgtest", but not "latest".
var serviceOfTests = lazyregexp.Lazy(`^(?:dev|test)(?:[-_]|$)|` +
	`(?:^|[^a-z]|db|pg|sql|postgres|mariadb|mongo|redis)(?:dev|test)$`)

// testValue matches the password "test", as a composition of services gives it.
var testValue = lazyregexp.Lazy(`[:=]\s*['"]?test(?:ing)?['"]?\s*$`)

// ofProduct reports whether a fixed value is the password that a product has before it is configured, or a password of
// tests.
func (w flagRules) ofProduct(e *luminos.Exposure) bool {
	switch {
	case e.Rule == luminos.RulePublishedDatabase && serviceOfTests().MatchString(e.Name):
		return true
	case e.Rule == luminos.RuleFixedSecret && composition().MatchString(e.Path.Base()) &&
		testValue().MatchString(e.Evidence.Quote):
		return true
	case strings.Contains(e.Name, "TEST_") || e.Rule == luminos.RuleDefaultSecret && !gravest().MatchString(e.Name):
		return true
	}
	return e.Rule == luminos.RuleDefaultSecret && (productValue().MatchString(e.Evidence.Quote) ||
		slices.ContainsFunc(w.Facts.Secrets, func(m luminos.Masked) bool {
			return m.Path == e.Path && m.Lines.First == e.Line && m.Kind == "default-password"
		}))
}

// exposureFlags returns a flag for each rule and file outside of tests and the like with lines that open the program
// to others. The flag is about the first of these lines and counts the others.
func (w flagRules) exposureFlags() []luminos.Flag {
	type place struct {
		rule luminos.Rule
		path luminos.Path
	}
	var order []place
	all := map[place][]*luminos.Exposure{}
	for i := range w.Facts.Exposures {
		e := &w.Facts.Exposures[i]
		at := place{e.Rule, e.Path}
		idle := (strings.HasPrefix(e.Path.Base(), ".env") || e.Path.Ext() == ".env") && !composedBeside(w.Facts, e.Path)
		if w.inTests(e.Path) || testSupport(e.Path) || idle || e.Rule == luminos.RulePrivateKey {
			continue
		}
		if all[at] == nil {
			order = append(order, at)
		}
		all[at] = append(all[at], e)
	}
	byRule, installed := map[luminos.Rule][]luminos.Flag{}, w.installed()
	kind := w.Facts.PlainKind()
	offers := !strings.Contains(kind, "program") &&
		(strings.HasSuffix(kind, "library") || strings.HasSuffix(kind, "framework"))
	for _, at := range order {
		if offers && at.rule == luminos.RuleOpenCORS { // the program that uses it decides
			continue
		}
		list, rule := all[at], exposureRules[at.rule]
		finding := fmt.Sprintf("Line %d "+rule.finding, list[0].Line, words.Name(list[0].Name))
		finding += quoteOf(list[0].Evidence, list[0].Cut)
		if n := len(list) - 1; n > 0 { // the rule does not know all names of secrets
			finding += "; at least " + words.Plural(n, "more line") + " " + verb(n, "does", "do") + " the like"
		}
		known := !slices.ContainsFunc(list, func(e *luminos.Exposure) bool { return !w.ofProduct(e) })
		local := forDevelopers(at.path) && at.rule != luminos.RuleTargetChange || // a workflow runs for strangers
			pathrole.Under(at.path, luminos.DirDocumentation)
		aside := exercise(at.path)
		if at.rule == luminos.RuleDefaultLogin && strings.HasSuffix(list[0].Name, "_PASSWORD") {
			aside = tried(at.path) // an account that a variable changes is for installations, also in seeds
		}
		if known || installed[at.path] || local || aside || w.showsExamples() {
			rule.severity = luminos.Info
		}
		byRule[at.rule] = append(byRule[at.rule],
			flag(at.rule, at.path, rule.severity, finding+".", rule.remedy, list[0].Evidence))
	}
	var out []luminos.Flag
	for _, id := range slices.Sorted(maps.Keys(byRule)) {
		out = append(out, limited(byRule[id], id,
			"file with a setting that opens it to others", "files with settings that open them to others")...)
	}
	return out
}

// quoteOf returns the end of a finding that quotes the beginning of the cited text, with a colon, or "". cut is true if
// the text goes on behind the quote.
func quoteOf(e luminos.Evidence, cut bool) string {
	if e.Quote == "" {
		return ""
	}
	quote := words.Shorten(e.Quote, 60)
	if cut && !strings.HasSuffix(quote, "…") {
		quote += "…"
	}
	return ": " + words.Quote(quote)
}
