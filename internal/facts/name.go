package facts

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/lazyregexp"
)

// ecosystems that a language's own packages are published in, best first.
var ecosystems = map[string][]string{
	"Go": {"go"}, "Rust": {"cargo"}, "Python": {"python"}, "Ruby": {"rubygems"}, "PHP": {"composer"}, "Elixir": {"hex"},
	"JavaScript": {"npm", "deno"}, "TypeScript": {"npm", "deno"}, "TSX": {"npm", "deno"}, "Vue": {"npm"}, "Svelte": {"npm"},
	"Java": {"maven", "gradle"}, "Kotlin": {"gradle", "maven"}, "Scala": {"sbt", "maven"}, "C#": {"nuget"}, "F#": {"nuget"},
	"C": {"cmake", "meson", "conan"}, "C++": {"cmake", "meson", "conan"}, "Haskell": {"cabal", "haskell"}, "Dart": {"pub"}, "Swift": {"swift"},
}

// headManifests are the manifests that can name and describe the target, the
// one that does so best first: those of the main language before others, those
// of the root before a workspace member that gives its siblings their names,
// and at last the only package that there is.
func headManifests(manifests []luminos.Manifest, language string) []*luminos.Manifest {
	var root, members, nested []*luminos.Manifest
	for i := range manifests {
		m := &manifests[i]
		if !m.Own() || m.Name == "" && m.Description == "" {
			continue
		}
		switch {
		case m.Path.Dir() == luminos.Root:
			root = append(root, m)
		case m.Role == luminos.ManifestMember:
			members = append(members, m)
			nested = append(nested, m)
		default:
			nested = append(nested, m)
		}
	}
	rank := func(m *luminos.Manifest) int {
		i := slices.Index(ecosystems[language], m.Ecosystem)
		if i < 0 {
			return 10
		}
		return i
	}
	slices.SortStableFunc(root, func(a, b *luminos.Manifest) int { return cmp.Compare(rank(a), rank(b)) })
	// A root package of another language only holds tools: the package of the
	// main language that the others are called after goes first.
	eponym := eponymous(members, language)
	if eponym == nil && len(root) == 0 {
		eponym = eponymous(nested, language)
	}
	if eponym == nil {
		return root
	}
	if len(root) > 0 && rank(root[0]) < 10 && root[0].Name != "" && !generic(root[0].Name) {
		return append(root, eponym)
	}
	return append([]*luminos.Manifest{eponym}, root...)
}

// eponymous finds the package that gives its siblings their names ("code2prompt"
// beside "code2prompt-core"), or the only one in the main language.
func eponymous(manifests []*luminos.Manifest, language string) *luminos.Manifest {
	var own []*luminos.Manifest
	for _, m := range manifests {
		if slices.Contains(ecosystems[language], m.Ecosystem) && m.Name != "" {
			own = append(own, m)
		}
	}
	if len(own) == 1 {
		return own[0]
	}
	slices.SortStableFunc(own, func(a, b *luminos.Manifest) int { return cmp.Compare(len(a.Name), len(b.Name)) })
	for _, m := range own {
		named := 0
		for _, o := range own {
			if o != m && strings.HasPrefix(foldName(o.Name), foldName(m.Name)) {
				named++
			}
		}
		if named > 0 && named*3 >= len(own)-1 {
			return m
		}
	}
	return nil
}

// foldName makes "AI File Sorter", "ai_file_sorter" and "ai-file-sorter" one.
func foldName(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// genericNames name nothing.
var genericNames = []string{"root", "monorepo", "workspace", "project", "package", "app", "main", "myapp", "myproject", "untitled", "test", "tests", "demo", "example", "unknown", "private", "tools", "scripts", "docs", "website", "frontend", "backend", "api", "server", "client", "web", "core", "src", "lib"}

func generic(name string) bool {
	if i := strings.LastIndexByte(name, '/'); i >= 0 && strings.HasPrefix(name, "@") {
		name = name[i+1:]
	}
	return slices.Contains(genericNames, foldName(name))
}

// reVersion is the end of a module path that says its major version.
var reVersion = lazyregexp.Lazy(`/v\d+$`)

// shortName is what people call a package: without its path, scope, version
// or domain ("github.com/caddyserver/caddy/v2", "tailscale.com", "@rails/actioncable").
func shortName(name string) string {
	name = reVersion().ReplaceAllString(name, "")
	name = name[strings.LastIndexByte(name, '/')+1:]
	if head, _, ok := strings.Cut(name, "."); ok && head != "" {
		return head
	}
	return name
}

// umbrella is what a package that only holds others adds to the name of the whole.
var umbrella = lazyregexp.Lazy(`(?i)[-_. ](?:parent|root|monorepo|workspace|aggregator|mono)$`)

// nameOf is the name that the target gives itself: in a manifest, else in the
// title of its README; "" when nothing says it. The name of the directory it
// lies in never counts: two copies in different places are one target.
func nameOf(heads []*luminos.Manifest, readme *luminos.Document) (string, []luminos.Evidence) {
	title := titleName(readme)
	for _, m := range heads {
		name := umbrella().ReplaceAllString(m.Name, "")
		if name == "" || generic(name) {
			continue
		}
		return name, saying(m.Evidence, m.Name)
	}
	if title != "" {
		return title, saying(readme.Evidence, title)
	}
	return "", nil
}

// Titles that name a document and not what it is about.
var (
	reWelcome  = lazyregexp.Lazy(`(?i)^(?:welcome to|about|introduction to|introducing|what is|the) `)
	reSubtitle = lazyregexp.Lazy(`\s*(?:: | [-–—|·] |\().*$`)
	reDocument = lazyregexp.Lazy(`(?i)^(?:read ?me|introduction|overview|install(?:ation|ing)?|getting started|quick ?start|documentation|docs|index|(?:table of )?contents|usage|about|license|changelog|home|notes?|todo|description|project|summary|welcome|untitled)\b.{0,12}$`)
)

// titleName is the name in the title of a README, or "" when the title is a
// sentence, a slogan or the name of a document.
func titleName(readme *luminos.Document) string {
	if readme == nil {
		return ""
	}
	t := strings.TrimRight(strings.TrimSpace(readme.Title), "?!.")
	t = reWelcome().ReplaceAllString(t, "")
	t = strings.TrimSpace(reSubtitle().ReplaceAllString(t, ""))
	words := strings.Fields(t)
	if len(words) == 0 || len(words) > 4 || len(t) > 60 || reDocument().MatchString(t) || strings.ContainsAny(t, "\"“”<>[]{}") {
		return ""
	}
	// A name begins its words with capitals or is a single word; a phrase does not.
	if len(words) > 1 {
		for _, w := range words[1:] {
			if r, _ := utf8.DecodeRuneInString(w); unicode.IsLower(r) && len(w) > 3 {
				return ""
			}
		}
	}
	return t
}

// saying narrows evidence to what quotes the beginning of a text, if any does.
func saying(all []luminos.Evidence, text string) []luminos.Evidence {
	text = luminos.Fold(text)
	text = text[:min(len(text), 24)]
	for i := range all {
		if strings.Contains(all[i].Quote, text) {
			return all[i : i+1]
		}
	}
	return all
}
