package verify

import (
	"regexp"
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// fence is a block of code.
type fence struct {
	language string
	lines    []string
	first    int // the line number of lines[0]
	context  string
	prompts  bool // a line has a prompt
	sample   bool // a heading above says so
	gone     bool // see [section.gone], or it records a run of the past
}

// measured matches a line that a profiler, a benchmark or a report wrote: it names the things of the revision that ran.
var measured = lazyregexp.Lazy(`\d%\s+[\d.]+%\s|\s[\d.]+ (?:ns|B|allocs)/op\b|` +
	`(?:line|at|path=).* ?"?/(?:home|Users)/\w`)

// hasPrompt reports whether a line of a block of code is a command behind a prompt.
func hasPrompt(line string) bool {
	return strings.HasPrefix(line, "$ ") || strings.HasPrefix(line, "> ")
}

// isOutput reports whether a line is the output of a command: others of the block have a prompt.
func (f *fence) isOutput(line string) bool { return f.prompts && !hasPrompt(line) }

// settings are the languages of blocks of code that hold data.
var settings = []string{"toml", "yaml", "yml", "json", "jsonc", "json5", "ini", "dotenv", "properties", "xml", "hcl",
	"csv"}

// leftOut matches a line in the place of lines that a block of code leaves out.
var leftOut = lazyregexp.Lazy(`^\s*(?:(?://|#|--|;+)\s*)?(?:\.\.\.|…)\s*$`)

// has reports whether a line of the block matches a pattern.
func (f *fence) has(pattern func() *regexp.Regexp) bool {
	return slices.ContainsFunc(f.lines, func(l string) bool { return len(l) <= lineMost && pattern().MatchString(l) })
}
