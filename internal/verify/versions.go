package verify

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// stated matches a statement that a version of a language or a later one is needed: "Go 1.22+", "Python >= 3.9",
// "Node.js 18 or later".
var stated = lazyregexp.Lazy(`(?i)\b(Go|Golang|Python|Node(?:\.?js)?|Rust|rustc|Ruby|PHP|Elixir)\b[\s*_` + "`" +
	`]*(?:version\s+|v)?(>=|≥|&gt;=)?\s*v?(\d+(?:\.\d+){0,2})(?:\.x)?[*_` + "`" + `]*` +
	`(\+|\s*(?:\(?or|and)\s+(?:later|newer|higher|above|greater|up))?`)

// otherTime matches words of statements about other versions than the ones that are needed now.
var otherTime = lazyregexp.Lazy(`(?i)\b(?:since|until|before|was|were|introduced|dropped?|support for|added|` +
	`deprecat\w*|older|earlier|prior|in version|if|e\.g|example|your|running|built-?in|changelog|released?|for Go|` +
	`using (?:Go|Golang|Python|Node|Rust))\b`)

// ownNeeds matches the paths of documents and the headings about the needs of the target itself.
var ownNeeds = lazyregexp.Lazy(`(?i)^(?:README|AGENTS|CLAUDE)\b|contribut|develop|install|set.?up|build|` +
	`requirements|prerequisite|getting.?started`)

// needs matches the text before the least version.
var needs = lazyregexp.Lazy(`(?i)\b(?:requires?|needs?|at least|minimum(?: version)?(?: of)?)[\s\[*_` + "`" + `]+$`)

// development matches the paths of documents and the headings about work on the target, which can need later versions
// than its use.
var development = lazyregexp.Lazy(`(?i)AGENTS|CLAUDE|contribut|develop|build`)

// attributive matches the text behind a version that only describes the next noun: "Python 3.6+ type declarations".
var attributive = lazyregexp.Lazy(`^[ *_]+(?:type|syntax|features?|code|style|annotations?|` +
	`projects?|apps?|applications?|for|if|when|with)\b`)

// ofPart matches the text before a language that states it for one version of the target, for a feature in a note, or
// for another program, or as a condition.
var ofPart = lazyregexp.Lazy(`[¹²³†]|\d\.(?:\d|x)[^.\n]*$|\^\d[^\n]*$|\($|\b[Ww]hen\b[^.\n]*$`)

// checkVersions checks the versions of languages that the document states against the manifest of its directory.
func (c *checker) checkVersions(d *document) {
	about := ownNeeds().MatchString(string(d.path))
	for _, p := range d.prose {
		if !about && !ownNeeds().MatchString(p.heading) {
			continue
		}
		all := stated().FindAllStringSubmatchIndex(p.text, -1)
		versions := map[string]int{} // by language
		for _, m := range all {
			versions[languageOf(p.text[m[2]:m[3]])]++
		}
		for _, m := range all {
			language := languageOf(p.text[m[2]:m[3]])
			if versions[language] > 1 { // one is of a part or a product
				continue
			}
			if m[4] < 0 && m[8] < 0 && !needs().MatchString(p.text[:m[0]]) { // no word says that it is the least version
				continue
			}
			if otherTime().MatchString(sentence(p.text, m[0])) || strings.HasSuffix(strings.ToLower(p.text[:m[0]]), " in ") ||
				attributive().MatchString(p.text[m[1]:]) || ofPart().MatchString(p.text[:m[0]]) {
				continue
			}
			needed, dir := c.needed(d, language)
			if needed == "" {
				continue
			}
			c.out.Checked++
			if says := p.text[m[6]:m[7]]; older(says, minor(needed)) || language != "Node" && older(needed, says) &&
				needs().MatchString(p.text[:m[0]]) && !development().MatchString(string(d.path)+p.heading) {
				c.report(d, luminos.RuleDocVersion, p.line+strings.Count(p.text[:m[0]], "\n"), p.text[m[0]:m[1]],
					fmt.Sprintf("the manifest in %s needs %s %s", directoryName(dir), language, needed), language+" "+needed)
			}
		}
	}
}

// directoryName returns words for a directory of the target.
func directoryName(dir luminos.Path) string {
	if dir == luminos.Root {
		return "the root"
	}
	return string(dir)
}

// languageOf returns the name under which [made.need] records a language.
func languageOf(s string) string {
	switch s = strings.ToLower(s); {
	case strings.HasPrefix(s, "node"):
		return "Node"
	case strings.HasPrefix(s, "go"):
		return "Go"
	case strings.HasPrefix(s, "rust"):
		return "Rust"
	case s == "php":
		return "PHP"
	default:
		return strings.ToUpper(s[:1]) + s[1:]
	}
}

// general matches the paths of the documents of a whole target.
var general = lazyregexp.Lazy(`(?i)^(?:\.github/|docs?/|documentation/)?[^/]+$|^(?:docs?|documentation)/`)

// needed returns the least version of a language by the nearest manifest in the directory of the document or above,
// with its directory; "" without one.
func (c *checker) needed(d *document, language string) (string, luminos.Path) {
	if stem(d.path) == "readme" && !general().MatchString(string(d.path)) && len(c.made.needs[d.path.Dir()]) == 0 {
		return "", luminos.Root // it is about its directory, which can be of another program
	}
	for dir := d.path.Dir(); ; dir = dir.Dir() {
		if v := c.made.needs[dir][language]; v != "" || dir == luminos.Root {
			return v, dir
		}
	}
}

// minor returns a version without the number behind its second dot: releases that only mend faults need no new text.
func minor(version string) string {
	parts := strings.SplitN(version, ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}

// older reports whether the version a comes before b, as far as a is given: 1.22 is not older than 1.22.3.
func older(a, b string) bool {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(x), len(y)) {
		m, _ := strconv.Atoi(x[i])
		n, _ := strconv.Atoi(y[i])
		if m != n {
			return m < n
		}
	}
	return false
}

// pin matches a dependency in TOML: name = "1.2", name = { version = "1.2" }.
var pin = lazyregexp.Lazy(`^\s*([\w-]+)\s*=\s*(?:\{[^}]*?version\s*=\s*)?"[\^~=]*\s*(\d+(?:\.\d+){0,2})"`)

// checkPins checks the versions with which a block of TOML depends on crates of the target.
func (c *checker) checkPins(d *document, f fence) {
	if f.language != "toml" || !slices.ContainsFunc(f.lines, isDependencies) || hedged(f.context) {
		return
	}
	for i, line := range f.lines {
		m := pin().FindStringSubmatch(line)
		if m == nil || c.made.rust.versions[m[1]] == "" || !release().MatchString(c.made.rust.versions[m[1]]) {
			continue
		}
		c.out.Checked++
		if now := c.made.rust.versions[m[1]]; !compatible(m[2], now) {
			c.report(d, luminos.RuleDocVersion, f.first+i, strings.TrimSpace(line),
				fmt.Sprintf("the version of %s is %s", m[1], now),
				strings.Replace(strings.TrimSpace(line), m[2], now, 1))
		}
	}
}

var release = lazyregexp.Lazy(`^\d+\.\d+\.\d+$`)

func isDependencies(line string) bool { return strings.Contains(line, "dependencies]") }

// compatible reports whether the requirement of a crate permits a version by the rule of Cargo: the first number that
// is not zero is equal.
func compatible(required, version string) bool {
	x, y := strings.Split(required, "."), strings.Split(version, ".")
	for i := range x {
		if i >= len(y) || x[i] != y[i] {
			return false
		}
		if x[i] != "0" {
			return !older(version, required)
		}
	}
	return true
}
