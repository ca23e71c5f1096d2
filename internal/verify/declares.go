package verify

import (
	"strings"

	"luminos/internal/lazyregexp"
)

// declarations knows the lines of a source above the one at work: the call that declares a flag can begin there.
type declarations struct {
	lines [declaringMost]string
	next  int
}

// declaringMost is the number of lines above a flag at which its declaration can begin.
const declaringMost = 4

// add adds a line above the next one. Declarations do not go on behind a line that ends a statement.
func (d *declarations) add(line string) {
	if strings.HasSuffix(strings.TrimRight(line, " \t\r\n"), ";") {
		*d = declarations{}
	}
	d.lines[d.next%declaringMost] = line
	d.next++
}

// above returns the lines above the one at work.
func (d *declarations) above() string {
	var b strings.Builder
	for i := range declaringMost {
		b.WriteString(d.lines[(d.next+i)%declaringMost])
	}
	return b.String()
}

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
	takesName = lazyregexp.Lazy(`(?:\b[lL]ong\b\s*[(=:]?\s*\[?|\b\w*[oO]ption[A-Z]?\w*[ (]\s*|accepts(?:All)?\(|` +
		`\w*(?:[fF]lag|[oO]pt)\w*(?:\(\))?(?:\.\w+)?\((?:[^"'()]*,\s*)?|\bfs\.\w+\(|` +
		`\b(?:DEFINE|OPT)_\w+\(|\bdefine\(|Flag\w*\{.*\bName:\s*)(?:&?[\w.]+,\s*|["']\w?["'],\s*)?(?:["'](?:\w[,|])?|:)?$`)
	// ofTable matches the text after the name of a flag in a table: of getopt_long, or of Getopt::Long.
	ofTable = lazyregexp.Lazy(`^["']\s*,\s*(?:\w+_argument\b|[012]\s*,)|^[|=!:+\w]*["']\s*=>`)
	// flagsBelow matches the begin of a table, or the attribute of a field, whose keys or fields are flags.
	flagsBelow = lazyregexp.Lazy(`\boptions\s*\(\s*\{|\b[fF]lags\b.*[=:]\s*\{|Flag\w*\{|GetOptions|` +
		`#\[(?:arg|clap|structopt|argh|command)\b|@(?:Flag|Option)\b`)
	// ofKey matches the text after a key or a field that can be a flag.
	ofKey = lazyregexp.Lazy(`^["']?\s*:\s*(?:\{|[\w<>]+|[fF]lags\.\w+\()`)
	key   = lazyregexp.Lazy(`^\s*(?:pub(?:\([a-z]+\))?\s+|var\s+|["'])?$`)
)

// declares reports whether the word from begin to end of a line declares a flag of a program.
func (d *declarations) declares(line string, begin, end int) bool {
	before, after, above := line[:begin], line[end:], d.above()
	if strings.HasPrefix(line[begin:], "--") {
		if shellCase().MatchString(before) && strings.IndexAny(after, ")|") == 0 {
			return true
		}
		return beginsString().MatchString(before) &&
			(branch().MatchString(after) || takesFlag().MatchString(before) || takesFlag().MatchString(above))
	}
	last := d.lines[(d.next+declaringMost-1)%declaringMost]
	switch {
	case takesName().MatchString(before),
		takesName().MatchString(strings.TrimRight(last, " \t\r\n") + strings.TrimLeft(before, " \t")):
		return true
	case ofTable().MatchString(after):
		return strings.HasPrefix(strings.TrimLeft(before, " \t"), "{") || flagsBelow().MatchString(above)
	case strings.HasSuffix(before, `Name: "`):
		return flagsBelow().MatchString(above)
	}
	return ofKey().MatchString(after) && (key().MatchString(before) && flagsBelow().MatchString(above) ||
		strings.Contains(after, "typer.Option") || strings.Contains(after, "lags."))
}
