// Package usage finds in a README how people use the target: whether other code imports it, and whether they type its
// name as a command.
package usage

import (
	"slices"
	"strings"
	"unicode"

	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// Usage is the use of a target as its README shows it.
type Usage struct {
	Imported bool // code imports it, or a manifest or a package manager adds it to the packages that code uses
	Typed    bool // a line of a shell begins with its name, or a package manager installs it as a command
}

// Names are the names by which a README can call the target. A name that differs in case or in marks between its words
// is the same.
type Names struct {
	Packages []string // such as "@scope/name", "group:name" or the path of a module
	Programs []string
}

// maxBytes is the maximum number of bytes of a README that are searched.
const maxBytes = 128 << 10

// Of returns the use of a target with the names n that the text of its README shows.
func Of(readme string, n Names) Usage {
	readme = readme[:min(len(readme), maxBytes)]
	packages, programs := folded(n.Packages), folded(n.Programs)
	var u Usage
	for line := range strings.Lines(readme) {
		line = strings.TrimLeft(synopsis().ReplaceAllString(strings.TrimSpace(line), ""), "$>% `+-*")
		u.Imported = u.Imported || imports(line) && mentions(line, packages) || documents(line, packages)
		u.Typed = u.Typed || types(line, programs) || adds().MatchString(line) && mentions(line, programs)
	}
	return u
}

var (
	// statement matches statements of programming languages that import code, and commands and entries of manifests
	// that add a package to the packages that code uses.
	statement = lazyregexp.Lazy(`^(?:import|from \S+ import|use|using|include|require\w*|extern crate|open|library|local|` +
		`const|let|var|gem|pod|implementation|testImplementation|api|compile|libraryDependencies|go get|cargo add|` +
		`composer require|dotnet add|Install-Package|(?:uv|poetry|yarn|bun|deno) add|(?:pnpm|npm) (?:add|install|i)|` +
		`mix|alias|plug)\b|\b(?:require|import)\(|^\{:\w+, *"|<artifactId>|PackageReference|\.package\(|` +
		`^[\w-]+ *= *(?:"[~^=]?\d|\{ *version)|<script|^\(require|use-package|^@import|\bfrom ['"]|` +
		`\b(?:ivy|mvn)"|" %%? "`)
	// documented matches the address of the documentation of a package. Its group is the path.
	documented = lazyregexp.Lazy(`//(?:docs\.rs|pkg\.go\.dev|godoc\.org|hexdocs\.pm|javadoc\.io|` +
		`(?:www\.)?nuget\.org/packages|packagist\.org/packages|search\.maven\.org|central\.sonatype\.com)/([^\s)>"']*)`)
	// synopsis matches the word before the command in the help of a program.
	synopsis = lazyregexp.Lazy(`^(?i:usage): +`)
	// globally matches flags that install a package as a command, and the installation of a directory.
	globally = lazyregexp.Lazy(` (?:-g|--global)\b|^(?:pnpm|npm) \w+ \.{0,2}/`)
	// adds matches commands that install a program.
	adds = lazyregexp.Lazy(`^(?:sudo )?(?:pipx (?:install|run)|uv tool install|uvx|npx|brew install|cargo b?install|` +
		`go install|go run|` +
		`(?:apt|apt-get|dnf|yum|scoop|choco|winget|snap|dotnet tool) install|pacman -S\w*|docker run|podman run|` +
		`npm (?:i|install|add) .*(?:-g|--global)\b)\b`)
)

// imports reports whether a line has a statement that imports code or adds a package.
func imports(line string) bool {
	return strings.HasPrefix(line, "#include") || statement().MatchString(line) && !globally().MatchString(line)
}

// documents reports whether a line has the address of the documentation of one of the packages.
func documents(line string, packages []string) bool {
	return slices.ContainsFunc(documented().FindAllStringSubmatch(line, -1), func(m []string) bool {
		return mentions(m[1], packages)
	})
}

// interpreters are programs that run a file.
var interpreters = strings.Fields("python python3 node ruby php perl")

// command matches a line of a shell: a program in lower case, then arguments that are no prose.
var command = lazyregexp.Lazy(`^([a-z0-9_.-]+) ([^\s=:(].*[^.])$`)

// types reports whether a line of a shell begins with one of the names of programs, or runs a file with such a name.
func types(line string, programs []string) bool {
	m := command().FindStringSubmatch(line)
	if m == nil {
		return false
	}
	args := strings.Fields(m[2])
	if slices.Contains(interpreters, m[1]) {
		return slices.Contains(programs, words.Fold(args[0]))
	}
	return slices.Contains(programs, words.Fold(m[1])) && (len(args) < maxWords || strings.HasPrefix(args[0], "-"))
}

// maxWords is the number of words from which on a line that begins with the name of a program is prose, unless an
// option follows.
const maxWords = 8

// mentions reports whether one of the words of a line, or a part of a word between slashes, points or colons,
// is one of the names.
func mentions(line string, names []string) bool {
	list := strings.FieldsFunc(line, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:@", r)
	})
	for _, w := range list {
		parts := strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("./:@", r) })
		for _, p := range append(parts, w) {
			if slices.Contains(names, words.Fold(p)) {
				return true
			}
		}
	}
	return false
}

// folded returns names in lower case without marks, and their last parts.
func folded(names []string) []string {
	var all []string
	for _, n := range names {
		last := n[strings.LastIndexAny(n, "/:")+1:]
		for _, s := range []string{words.Fold(n), words.Fold(last)} {
			if len(s) > 1 && !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return all
}
