package verify

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
)

// oldVersion is a version that a manifest stated at head and states no more.
type oldVersion struct {
	old, new string
	names    []string // in lower case, of which a document writes one before the version
	from     *origin
}

// manifestFile matches the names of files that state versions: of the target, of languages and of dependencies.
var manifestFile = lazyregexp.Lazy(`^(?:go\.mod|package\.json|composer\.json|Cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|` +
	`pom\.xml|build\.gradle(?:\.kts)?|gradle\.properties|libs\.versions\.toml|build\.sbt|project\.clj|deps\.edn|` +
	`DESCRIPTION|mix\.exs|rebar\.config|.*\.gemspec|.*\.cabal|.*\.csproj|Package\.swift|pubspec\.yaml|shard\.yml|` +
	`dune-project|CMakeLists\.txt|meson\.build|rust-toolchain(?:\.toml)?|global\.json|version\.\w+|VERSION)$`)

var (
	number       = lazyregexp.Lazy(`\d+(?:\.\d+)*`)
	manifestName = lazyregexp.Lazy(`[A-Za-z][A-Za-z]+|\bR\b`)
	artifact     = lazyregexp.Lazy(`<artifactId>([\w.-]+)</artifactId>`)
)

// noNames are words of manifests that name nothing whose version documents state.
var noNames = []string{"version", "versions", "requires", "required", "compiler", "source", "target", "engines", "name", "def",
	"dependencies", "scope", "minimum", "property", "properties", "project", "release", "cmake", "lang", "new"}

// versionsMost is the number of versions of one number that are kept.
const versionsMost = 16

// addVersions takes the versions of the old text of a manifest that its new text has changed. A line of the new one is
// the same statement if it begins as the old one up to the number.
func (r *recent) addVersions(ctx context.Context, t *tree, at *origin, text string) {
	now, err := t.src.Text(ctx, luminos.PathFromOS(at.path), manifestLimit)
	if err != nil {
		return
	}
	numbers := map[string][]string{} // of the new text, by the beginnings of their lines
	eachNumber(now.Content, func(_, before, number, _ string) {
		numbers[before] = append(numbers[before], number)
	})
	eachNumber(text, func(artifact, before, number, line string) {
		if news := numbers[before]; len(news) != 1 || news[0] == number {
			return
		}
		names := []string{strings.ToLower(artifact)}
		for _, w := range manifestName().FindAllString(before, -1) {
			if w = strings.ToLower(w); !slices.Contains(noNames, w) {
				names = append(names, w)
			}
		}
		if strings.Contains(line, "maven.compiler") || strings.Contains(line, "Compatibility") || strings.Contains(line, "<release>") {
			names = append(names, "java", "jdk")
		}
		v := oldVersion{number, numbers[before][0], names, at}
		for end := range len(number) + 1 {
			if end == len(number) || number[end] == '.' && strings.Contains(number[:end], ".") {
				if key := number[:end]; len(r.versions[key]) < versionsMost {
					r.versions[key] = append(r.versions[key], v)
				}
			}
		}
	})
}

// eachNumber calls see with the numbers of a manifest, each with the artifact of Maven that the lines above name, the
// text before it and its line.
func eachNumber(text string, see func(artifact, before, number, line string)) {
	name := ""
	for line := range strings.Lines(text) {
		if len(line) > lineMost {
			continue
		}
		line = strings.TrimSpace(line)
		if m := artifact().FindStringSubmatch(line); m != nil {
			name = m[1]
		}
		if m := number().FindStringIndex(line); m != nil {
			see(name, name+" "+line[:m[0]], line[m[0]:m[1]], line)
		}
	}
}

// stating matches a version in a document.
var stating = lazyregexp.Lazy(`(?:^|[^\w.])v?(\d+(?:\.\d+)*)(?:\.x)?\b`)

// sinceThen matches words of statements that stay true when a version changes.
var sinceThen = lazyregexp.Lazy(`(?i)\b(?:since|until|before|introduced|dropped|deprecat\w*|older|earlier|prior|added|` +
	`as of|changelog|released?|fixed)\b`)

// versions reports versions that a manifest stated and that changed.
func (o *outdated) versions(ctx context.Context, p piece) {
	r := o.past.recent
	if len(r.versions) == 0 || sinceThen().MatchString(p.text) {
		return
	}
	for _, m := range stating().FindAllStringSubmatchIndex(p.text, -1) {
		says, before := p.text[m[2]:m[3]], strings.ToLower(p.text[max(0, m[2]-nameBefore):m[2]])
		for _, v := range r.versions[says] {
			if v.new == says || strings.HasPrefix(v.new, says+".") {
				continue
			}
			if v.isNamed(before) {
				o.tell(ctx, luminos.RuleDocVersion, p, says, v.from.path+" states "+v.new+" now", v.from)
				break
			}
		}
	}
}

// nameBefore is the number of bytes before a version in which its name is looked for.
const nameBefore = 80

// isNamed reports whether a text in lower case has a name of the version as a word.
func (v oldVersion) isNamed(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	return slices.ContainsFunc(v.names, func(name string) bool {
		return name != "" && (slices.Contains(words, name) || strings.ContainsAny(name, "-_.") && strings.Contains(text, name))
	})
}
