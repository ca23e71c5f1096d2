package investigate

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

var (
	remark     = lazyregexp.Lazy(`(?:\s#|\s//|/\*|<!--|\s--\s)(.*)$`)
	mask       = lazyregexp.Lazy(`\(masked\)|\bx{4,}|\b1{4,}`)
	shownWords = lazyregexp.Lazy(`(?i)\b(?:tests?|testing|demo|public|local|` +
		`examples?|samples?|dummy|fake|placeholder)\b`)
	exampleName = lazyregexp.Lazy(`(?i)placeholder|(?:data|key|value)_?holder|` +
		`example|sample|dummy|fake|mock|\btest|_test|demo`)
	buildTime = lazyregexp.Lazy(`(?i)^\s*#.*\bbuild[- ]time\b`)
	usedWords = lazyregexp.Lazy(`(?i)\b(?:prod|production|live|private)\b`)
	// another matches an order to take another value for production.
	another   = lazyregexp.Lazy(`(?i)\buse an? (?:[\w-]+ )?production\b`)
	negation  = lazyregexp.Lazy(`(?i)\b(?:not|never|no|don't|without)\b`)
	published = lazyregexp.Lazy(`(?i)\b(?:algolia|docsearch|typesense|firebase|mapbox|posthog|amplitude|` +
		`mixpanel|segment|analytics|gtag|recaptcha|hcaptcha|turnstile|site_?key|public_?key|publishable|anon)`)
	// sentence matches a value of JSON that consists of words: its authors have no comments.
	sentence = lazyregexp.Lazy(`:\s*"(?:[\w'/-]+[ ,.]+){4,}[^"]*",?\s*$`)
	// exampleField matches the example of a description of an interface, in JSON or YAML.
	exampleField = lazyregexp.Lazy(`^[\s{-]*['"]?examples?['"]?\s*:`)
	helpTitle    = lazyregexp.Lazy(`^\s*(?:EXAMPLES?|Examples?|USAGE|Usage):?\s*$`)
)

// shown reports whether the text around the last of lines says that it is an example or is for tests: a comment in the
// line, which can hold the place, or in the whole line above it, or the heading of a help text in a program. It reports
// the same of a field with the name "example", and of a key that a page sends to a service, as the names around it say.
func shown(p luminos.Path, lines []string) bool {
	n := len(lines) - 1
	if m := remark().FindStringSubmatchIndex(lines[n]); m != nil {
		code, comment := lines[n][:m[0]], lines[n][m[0]:]
		if says(comment) || mask().MatchString(comment) && !mask().MatchString(code) {
			return true
		}
	}
	return n > 0 && (words.Comment(lines[n-1]) || p.Ext() == ".json" && sentence().MatchString(lines[n-1])) &&
		says(lines[n-1]) || inHelp(p, lines) || aboveStatement(lines) ||
		ofBuild(p, lines) || inFunction(lines) || exampleField().MatchString(lines[n]) ||
		!strings.Contains(lines[n], "PRIVATE KEY") &&
			slices.ContainsFunc(lines[max(0, n-publishedLines):], published().MatchString)
}

// statementLines is the maximum number of lines from the beginning of a statement to a value in it.
const statementLines = 5

// aboveStatement reports whether a comment above the statement that the last of lines belongs to speaks of tests,
// examples or public values. The statement begins with the nearest line that is less indented.
func aboveStatement(lines []string) bool {
	indent := func(i int) int { return len(lines[i]) - len(strings.TrimLeft(lines[i], " \t")) }
	last := len(lines) - 1
	for i := last - 1; i > 0 && i >= last-statementLines && strings.TrimSpace(lines[i]) != ""; i-- {
		if indent(i) < indent(last) {
			return strings.ContainsAny(lines[i], "({[") && words.Comment(lines[i-1]) && says(lines[i-1])
		}
	}
	return false
}

// hintAbove matches a line of code that begins the hint of a field, whose text is on the next line.
var hintAbove = lazyregexp.Lazy(`(?i)\bplaceholder['"]?\s*(?:=>?|:)\s*$`)

// refusedNames matches the head of a list of values that a program takes for not set, by its name.
var refusedNames = lazyregexp.Lazy(`(?i)^[^=]*\b(?:\w+_)?(?:weak|forbidden|denied|disallowed|rejected)_?` +
	`(?:default|value|password|secret|key)s?\b[^=]*=.*[{(\[]\s*$`)

// refused reports whether the last of lines is in a list of values that a program refuses.
func refused(lines []string) bool {
	indent := func(i int) int { return len(lines[i]) - len(strings.TrimLeft(lines[i], " \t")) }
	last := len(lines) - 1
	for i := last - 1; i >= max(0, last-headLines) && strings.TrimSpace(lines[i]) != ""; i-- {
		if indent(i) < indent(last) {
			return refusedNames().MatchString(lines[i])
		}
	}
	return false
}

// buildLines is the maximum number of lines from the comment above a paragraph of a script to a value in it.
const buildLines = 12

// ofBuild reports whether the last of lines is in a paragraph of a script below a comment that says that its values are
// for the time of the build: no program that runs uses them.
func ofBuild(p luminos.Path, lines []string) bool {
	if p.Ext() != ".sh" && p.Ext() != ".bash" {
		return false
	}
	for i := len(lines) - 2; i >= max(0, len(lines)-1-buildLines) && strings.TrimSpace(lines[i]) != ""; i-- {
		if buildTime().MatchString(lines[i]) {
			return true
		}
	}
	return false
}

// publishedLines is the number of lines before a key in which the name of its service is searched.
const publishedLines = 4

// says reports whether a comment speaks of tests, of examples or of public values. A comment about production does so
// only if it denies that, or orders to take another one.
func says(comment string) bool {
	return another().MatchString(comment) || shownWords().MatchString(comment) &&
		(!usedWords().MatchString(comment) || negation().MatchString(comment))
}

// hashFunction matches the head of a function that computes the hash of data, by its name: its key is a constant that
// all who compare hashes must share.
var hashFunction = lazyregexp.Lazy(`^\s*(?:func|def|function|fn)\b[^(]*\b\w*(?:[Hh]ash|[Cc]hecksum)\w*\s*\(`)

// functionStart matches the head of a function.
var functionStart = lazyregexp.Lazy(`^\s*(?:func|def|function|fn)\b`)

// demoFunction matches the head of a function that makes examples, by its name.
var demoFunction = lazyregexp.Lazy(`^\s*(?:func|def|function|fn)\b[^(]*` +
	`(?:(?:\b|_)(?:[Dd]emo|[Ss]ample|[Ee]xample|[Ff]ake|[Dd]ummy)|` +
	`[a-z\d](?:Demo|Sample|Example|Fake|Dummy))(?:[A-Z_\d(]|s?\b)`)

// headLines is the maximum number of lines from the head of a function to a value in it.
const headLines = 20

// inFunction reports whether the last of lines is at the beginning of a function that computes the hash of data, or that
// makes examples.
func inFunction(lines []string) bool {
	for i := len(lines) - 1; i >= max(0, len(lines)-1-headLines); i-- {
		if functionStart().MatchString(lines[i]) {
			return demoFunction().MatchString(lines[i]) ||
				hashFunction().MatchString(lines[i]) && !strings.Contains(strings.ToLower(lines[i]), "password")
		}
	}
	return false
}

// helpLines is the maximal number of lines from the heading of a help text to an example.
const helpLines = 60

// longQuotes are the marks of literals of several lines, by the extension of the language.
var longQuotes = map[string]string{
	".go": "`", ".js": "`", ".ts": "`", ".mjs": "`",
	".py": `"""`, ".java": `"""`, ".kt": `"""`, ".scala": `"""`, ".cs": `"""`,
}

// inHelp reports whether the last of lines is in the examples of a help text: in the same literal, below their heading.
func inHelp(p luminos.Path, lines []string) bool {
	quotes := longQuotes[p.Ext()]
	if quotes == "" {
		return false
	}
	last := len(lines) - 1
	for i := last; i >= max(0, last-helpLines); i-- {
		if strings.Contains(lines[i], quotes) {
			return false // the literal begins here, without a heading so far
		}
		if i < last && helpTitle().MatchString(lines[i]) {
			return true
		}
	}
	return false
}
