package verify

import (
	"context"
	"path"
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
)

// oldVersion is a version that a manifest stated in an earlier revision and states no more.
type oldVersion struct {
	old, new string
	language string // in lower case, if the version is of a language; else it is of the target
	from     *origin
}

// manifestFile matches the names of files that state versions: of the target, of languages and of dependencies.
var manifestFile = lazyregexp.Lazy(`^(?:go\.mod|package\.json|composer\.json|Cargo\.toml|pyproject\.toml|` +
	`setup\.(?:py|cfg)|` +
	`pom\.xml|build\.gradle(?:\.kts)?|gradle\.properties|libs\.versions\.toml|build\.sbt|project\.clj|deps\.edn|` +
	`DESCRIPTION|mix\.exs|rebar\.config|.*\.gemspec|.*\.cabal|.*\.csproj|Package\.swift|pubspec\.yaml|shard\.yml|` +
	`dune-project|CMakeLists\.txt|meson\.build|rust-toolchain(?:\.toml)?|global\.json|version\.\w+|VERSION)$`)

var (
	number = lazyregexp.Lazy(`\d+(?:\.\d+)*`)
	// languageKey matches the text before the version of a language in a manifest; its group is the name.
	languageKey = lazyregexp.Lazy(`(?i)(?:^|[^a-z])(go|python|node|rust|php|ruby|elixir|java|scala|kotlin|swift|r)` +
		`(?:[-_.]?(?:version|tools?-version))?["']?\s*(?:[:=]|\(|>|$)[^a-z]*$|` +
		`(?:(maven\.compiler|sourceCompatibility|targetCompatibility|<release)|swift-(tools))[^0-9]*$`)
	// ownKey matches the text before the version of the target, behind the name of an artifact. A version that comes later
	// in a line is of a dependency.
	ownKey = lazyregexp.Lazy(`(?i)^\S* (?:["'<]?(?:\w+\.|__)?version(?:__|\b)|project\s*\(.*\bversion\b)[^a-z]*$|` +
		`\(defproject\s+\S+\s+"$`)
	// artifact matches the name of a package of Maven, or of a dependency that has a table.
	artifact = lazyregexp.Lazy(`<artifactId>([\w.-]+)</artifactId>|^\[[\w.-]*dependencies\.([\w-]+)\]`)
)

// languageAt returns the name in lower case of the language whose version comes behind a text of a manifest, or "".
func languageAt(before string) string {
	m := languageKey().FindStringSubmatch(before)
	switch {
	case m == nil:
		return ""
	case m[2] != "":
		return "java"
	case m[3] != "":
		return "swift"
	}
	return strings.ToLower(m[1])
}

// versionsMost is the number of versions of one number that are kept.
const versionsMost = 16

// addVersions takes the versions of the old text of a manifest that its new text has changed. A line of the new one is
// the same statement if it begins as the old one up to the number.
func (r *recent) addVersions(ctx context.Context, t *tree, m *made, at *origin, text string) {
	now, err := t.src.Text(ctx, luminos.PathFromOS(at.path), manifestLimit)
	if err != nil {
		return
	}
	numbers := map[string][]string{} // of the new text, by the beginnings of their lines
	eachNumber(now.Content, func(_, before, number string) {
		numbers[before] = append(numbers[before], number)
	})
	eachNumber(text, func(artifact, before, number string) {
		if news := numbers[before]; len(news) != 1 || news[0] == number {
			return
		}
		language := languageAt(before)
		if language == "" && !(ownKey().MatchString(before) && (artifact == "" || m.own(artifact))) {
			return
		}
		v := oldVersion{number, numbers[before][0], language, at}
		for end := range len(number) + 1 {
			if end == len(number) || number[end] == '.' && strings.Contains(number[:end], ".") {
				if key := number[:end]; len(r.versions[key]) < versionsMost {
					r.versions[key] = append(r.versions[key], v)
				}
			}
		}
	})
}

// eachNumber calls see with the numbers of a manifest, each with the artifact that the lines above name and the
// text before it.
func eachNumber(text string, see func(artifact, before, number string)) {
	name := ""
	for line := range strings.Lines(text) {
		if len(line) > lineMost {
			continue
		}
		line = strings.TrimSpace(line)
		if m := artifact().FindStringSubmatch(line); m != nil {
			name = m[1] + m[2]
		}
		if m := number().FindStringIndex(line); m != nil {
			see(name, name+" "+line[:m[0]], line[m[0]:m[1]])
		}
	}
}

// stating matches a version in a document.
var stating = lazyregexp.Lazy(`(?:^|[^\w.])v?(\d+(?:\.\d+)*)(?:\.x)?\b`)

// sinceThen matches words of statements that stay true when a version changes.
var sinceThen = lazyregexp.Lazy(`(?i)\b(?:since|until|before|introduced|dropped|deprecat\w*|older|earlier|prior|` +
	`added|as of|changelog|released?|fixed)\b`)

// condition matches the text before a version that only bounds the others: "with Go < 1.17".
var condition = lazyregexp.Lazy(`(?:<|&lt;|below|under|less than)\s*$`)

// leastOwn matches the text before the version from which on the target has a feature.
var leastOwn = lazyregexp.Lazy(`(?:>=|≥|&gt;=|at least|from)[\s*_v` + "`" + `]*$`)

// versions reports versions that a manifest stated and that changed.
func (o *outdated) versions(ctx context.Context, p piece) {
	r := o.past.recent
	if len(r.versions) == 0 || strings.HasPrefix(strings.TrimSpace(p.text), "|") {
		return // a row of a table is of the version that was measured, or of several
	}
	for _, m := range stating().FindAllStringSubmatchIndex(p.text, -1) {
		says, before := p.text[m[2]:m[3]], strings.ToLower(p.text[max(0, m[2]-nameBefore):m[2]])
		required := pin().FindStringSubmatch(p.text)
		for _, v := range r.versions[says] {
			if required != nil && required[2] == says && compatible(says, v.new) {
				continue // the requirement permits the new one, too
			}
			if v.new == says || strings.HasPrefix(v.new, says+".") || v.language == "" && (v.old != says || // of a series
				leastOwn().MatchString(before) || strings.HasSuffix(before, "/")) { // of an address
				continue
			}
			if o.made.isOf(v, before) && !condition().MatchString(before) && !sinceThen().MatchString(p.text) {
				o.add(ctx, luminos.RuleDocVersion, p, says, v.from.path+" states "+v.new+" now", v.from)
				break
			}
		}
	}
}

// nameBefore is the number of bytes before a version in which its name is looked for.
const nameBefore = 80

// isOf reports whether a text in lower case names the language of a version, or the target: if the manifest lies below
// its root, the part in the directory.
func (m *made) isOf(v oldVersion, text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !strings.ContainsRune("-_#", r)
	})
	return slices.ContainsFunc(words, func(w string) bool {
		if dir := path.Dir(v.from.path); v.language == "" {
			return m.own(w) && (dir == "." || strings.Contains(w, strings.ToLower(path.Base(dir))))
		}
		return w == v.language || w == v.language+"-version" || v.language == "java" && w == "jdk" ||
			v.language == "go" && w == "golang"
	})
}
