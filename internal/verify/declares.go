package verify

import (
	"regexp"
	"strings"

	"luminos/internal/lazyregexp"
)

// declarations knows the ends of the lines of a source above the one at work: the call that declares a flag can begin
// there.
type declarations struct {
	lines        [declaringMost]string
	next         int
	tries        int // words of the current line that were tried as names of flags and definitions
	takes, below answer
}

// answer is the cached result of matching a pattern against the lines above. It is valid if known is set.
type answer struct{ known, yes bool }

const (
	declaringMost = 4   // lines above a flag at which its declaration can begin
	nearMost      = 200 // bytes of a line around a name that are read for it
	triesMost     = 32  // words of a line that can turn out to declare and to define nothing
)

// add adds a line above the next one. Declarations do not go on behind a line that ends a statement.
func (d *declarations) add(line string) {
	if strings.HasSuffix(strings.TrimRight(line, " \t\r\n"), ";") {
		*d = declarations{}
	}
	d.lines[d.next%declaringMost] = near(line, nearMost)
	d.next++
	d.tries, d.takes, d.below = 0, answer{}, answer{}
}

// above reports whether the pattern matches the lines above the one at work. It keeps the answer in a, since a line can
// have many flags.
func (d *declarations) above(a *answer, pattern *regexp.Regexp) bool {
	if !a.known {
		first := d.next % declaringMost
		text := strings.Join(d.lines[first:], "") + strings.Join(d.lines[:first], "")
		*a = answer{known: true, yes: pattern.MatchString(text)}
	}
	return a.yes
}

// near returns the last bytes of a text, at most a number.
func near(s string, most int) string { return s[max(0, len(s)-most):] }

var (
	// takesFlag matches calls and comparisons by which code takes flags with their hyphens.
	takesFlag = lazyregexp.Lazy(`(?i)add_?arg|add_?opt|option\s*[(<{\[]|\boptions?\s*[:=]|_option\b|flag\w*\(|` +
		`\.on\s*\(|\bnames?\s*=|str(?:n?case)?n?cmp|equals|starts_?with|has_?prefix|[=!]=|\b(?:case|when)\b`)
	// branch matches the text after a flag in a string that a branch is for.
	branch = lazyregexp.Lazy(`^[^"']*["'](?:\s*\|\s*["'][\w-]+["'])*\s*(?:=>|->|[=!]==?)`)
	// beginsString matches the text before a flag at the begin of a string, or behind a short flag there.
	beginsString = lazyregexp.Lazy("[\"'`](?:-\\w(?: ?<[^<>]*>)?[,|/ ]+|[\\w-]+/)?$")
	// shellCase matches the text before a flag in a pattern of a shell.
	shellCase = lazyregexp.Lazy(`^\s*(?:\(|-[\w-]+\s*\|\s*)*$`)
	// takesName matches the text before the name of a flag without its hyphens.
	takesName = lazyregexp.Lazy(`(?:\b[lL]ong\b\s*[(=:]?\s*\[?|(?:\bo|_o|O)ptions?(?:[A-Z_]\w*)?[ (]\s*|` +
		`(?:[pP]arser\.|^\s*)accepts(?:All)?\(|` +
		`(?:(?:\bp?f|_f|F)lag|(?:\bo|_o|O)pt(?:(?:ions?)?\b|ions?[A-Z_]|[^i\W]))\w*` +
		`(?:\(\))?(?:\.\w+)?\((?:[^"'()]*,\s*)?|` +
		`\bfs\.(?:Bool|Int|Uint|String|Float|Duration|Func|Var)\w*\(|\b(?:DEFINE|OPT)_\w+\(|\bdefine\(|` +
		`Flag\w*\{.*\bName:\s*)(?:&?[\w.]+,\s*|["']\w?["'],\s*)?(?:["'](?:\w[,|])?|:)$|\b(?:DEFINE|OPT)_\w+\($`)
	// ofTable matches the text after the name of a flag in a table: of getopt_long, or of Getopt::Long.
	ofTable = lazyregexp.Lazy(`^["']\s*,\s*(?:\w+_argument\b|[012]\s*,)|^[|=!:+\w]*["']\s*=>`)
	// flagsBelow matches the begin of a table, or the attribute of a field, whose keys or fields are flags.
	flagsBelow = lazyregexp.Lazy(`\boptions\s*\(\s*\{|\b[fF]lags\b.*[=:]\s*\{|Flag\w*\{|GetOptions|` +
		`#\[(?:arg|clap|structopt|argh|command)\b|@(?:Flag|Option)\b`)
	// ofKey matches the text after a key or a field that can be a flag.
	ofKey = lazyregexp.Lazy(`^["']?\s*:\s*(?:\{|[\w<>]+|[fF]lags\.\w+\()`)
	// hyphenKey matches a quoted key of several words that has settings, as tables of flags have it.
	hyphenKey = lazyregexp.Lazy(`^[a-z]+(?:-[a-z]+)+["']\s*:\s*\{`)
	quote     = lazyregexp.Lazy(`^\s*["']$`)
	key       = lazyregexp.Lazy(`^\s*(?:pub(?:\([a-z]+\))?\s+|var\s+|["'])?$`)
)

// may reports whether one more word of the current line is tried.
func (d *declarations) may() bool {
	d.tries++
	return d.tries <= triesMost
}

// declares reports whether the word from begin to end of a line declares a flag of a program.
func (d *declarations) declares(line string, begin, end int) bool {
	if !d.may() {
		return false
	}
	before, after := near(line[:begin], nearMost), line[end:min(len(line), end+nearMost)]
	if strings.HasPrefix(line[begin:], "--") {
		if begin <= nearMost && strings.IndexAny(after, ")|") == 0 && shellCase().MatchString(before) {
			return true
		}
		return beginsString().MatchString(before) &&
			(branch().MatchString(after) || takesFlag().MatchString(before) || d.above(&d.takes, takesFlag()))
	}
	last := d.lines[(d.next+declaringMost-1)%declaringMost]
	switch {
	case takesName().MatchString(before), begin <= nearMost &&
		takesName().MatchString(strings.TrimRight(last, " \t\r\n")+strings.TrimLeft(before, " \t")):
		return true
	case ofTable().MatchString(after):
		return strings.HasPrefix(strings.TrimLeft(line, " \t"), "{") || d.above(&d.below, flagsBelow())
	case strings.HasSuffix(before, `Name: "`):
		return d.above(&d.below, flagsBelow())
	}
	if begin <= nearMost && quote().MatchString(before) && hyphenKey().MatchString(line[begin:]) {
		return true
	}
	return ofKey().MatchString(after) &&
		(begin <= nearMost && key().MatchString(before) && d.above(&d.below, flagsBelow()) ||
			strings.Contains(after, "typer.Option") || strings.Contains(after, "lags."))
}

// isLiteral reports whether the word from begin to end of a line is a whole string, with or without hyphens, or a key:
// enough for a flag of a command of the target.
func isLiteral(line string, begin, end int) bool {
	before, after := near(line[:begin], nearMost), line[end:]
	if begin > 0 && strings.IndexByte("\"'`", line[begin-1]) >= 0 {
		return strings.HasPrefix(after, line[begin-1:begin]) || strings.HasPrefix(after, "=")
	}
	return begin <= nearMost && key().MatchString(before) && ofKey().MatchString(after)
}
