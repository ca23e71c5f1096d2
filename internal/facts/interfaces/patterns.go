package interfaces

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"luminos/internal/lazyregexp"
)

// kind is a kind of place.
type kind int

const (
	listener kind = iota
	route
	subprocess
	service
	anyOrigin
	permission
	variable
	kinds // their number
)

// pattern finds places of one kind on single lines.
type pattern struct {
	kind   kind
	family string // of languages, "" for all
	needle string // a text on every line that matches; it is searched first
	// match matches a line. The first group that is not empty is the name.
	match func() *regexp.Regexp
	// base is the name of the only files with such places, and requires a text that the file contains; "" for any.
	base, requires string
}

// families maps a language to its family of patterns.
var families = map[string]string{
	"JavaScript": "js", "TypeScript": "js", "TSX": "js", "JSX": "js",
	"Vue": "js", "Svelte": "js", "Python": "py", "Go": "go",
	"Rust": "rs", "Java": "jvm", "Kotlin": "jvm", "Scala": "jvm", "Groovy": "jvm", "C#": "cs", "F#": "cs", "Ruby": "rb",
	"PHP": "php", "C": "c", "C++": "c", "Elixir": "ex",
}

//go:embed patterns.txt
var patternsText string

// patterns returns the patterns of the table. Each is compiled when it is first used.
var patterns = sync.OnceValue(func() []pattern {
	names := []string{"listener", "route", "subprocess", "service", "any-origin", "permission", "variable"}
	var all []pattern
	for row := range strings.Lines(patternsText) {
		cells := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if len(cells) != 6 {
			continue // a comment
		}
		for i, c := range cells[:5] {
			cells[i] = strings.TrimPrefix(strings.Replace(c, "SPACE", " ", 1), "-")
		}
		all = append(all, pattern{
			kind: kind(slices.Index(names, cells[0])), family: cells[1], needle: cells[2], base: cells[3], requires: cells[4],
			match: lazyregexp.Lazy(cells[5]),
		})
	}
	return all
})

// setters are words in names of functions that set or remove a variable, or give it to another program.
var setters = []string{"set", "putenv", "with", "delete", "addenv", "clear", "remove", "mock", "patch"}

// sets reports whether a function, such as "t.Setenv", does something else with a variable than read it.
func sets(function string) bool {
	lower := strings.ToLower(function)
	for _, s := range setters {
		if strings.Contains(lower, s) {
			return true
		}
	}
	return false
}
