package diff

import (
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/words"
)

// purpose returns the changes of the name and the kind of the target, and of its texts about itself.
func purpose(a, b *luminos.Facts) []Change {
	return slices.Concat(
		packages(a, b),
		kind(a, b),
		value("main language", a.MainLanguage, b.MainLanguage),
		description(a, b),
		readme(a, b),
		value("audience", a.Audience, b.Audience),
		value("status", status(a), status(b)),
	)
}

// description returns the change of the description. Nothing changed if one side has the other's words elsewhere.
func description(a, b *luminos.Facts) []Change {
	has := func(f *luminos.Facts, text string) bool {
		said := func(m luminos.Manifest) bool { return m.Description == text }
		titled := f.Readme != nil && strings.Contains(f.Readme.Title, text)
		return text != "" && (titled || slices.ContainsFunc(f.Manifests, said))
	}
	if has(a, b.Description) || has(b, a.Description) || plain(a.Description) == plain(b.Description) {
		return nil
	}
	return value("description", words.Shorten(a.Description, 200), words.Shorten(b.Description, 200))
}

// plain returns a text without marks and without a full stop at its end.
func plain(text string) string { return strings.TrimSuffix(markup.Replace(text), ".") }

// markup removes marks of Markdown and of reStructuredText in a line.
var markup = strings.NewReplacer("`", "", "*", "")

// packages returns the changes of the names under which manifests at the root declare the target: others have to
// install or import it by another name.
func packages(a, b *luminos.Facts) (out []Change) {
	declares := func(m luminos.Manifest) bool { return m.Role == luminos.ManifestRoot && m.Own() && m.Name != "" }
	for _, now := range b.Manifests {
		i := slices.IndexFunc(a.Manifests, func(old luminos.Manifest) bool { return old.Path == now.Path && declares(old) })
		if i >= 0 && declares(now) {
			out = append(out, value("name in "+string(now.Path), a.Manifests[i].Name, now.Name)...)
		}
	}
	return out
}

// readme returns the changes of the title and the first paragraph of the README, where projects say that they end or
// moved. Other marks, and versions in a title, are no change, and neither is a paragraph that has the description.
func readme(a, b *luminos.Facts) (out []Change) {
	x, y := a.Readme, b.Readme
	if x == nil || y == nil || x.Path.Dir() != y.Path.Dir() {
		return nil
	}
	if unversioned(x.Title) != unversioned(y.Title) {
		out = value("title of the README", words.Shorten(x.Title, 200), words.Shorten(y.Title, 200))
	}
	said := func(f *luminos.Facts) bool {
		return f.Description != "" && strings.Contains(f.Readme.Summary, f.Description)
	}
	if plain(x.Summary) != plain(y.Summary) && !(said(a) && said(b)) {
		out = append(out, value("summary of the README", words.Shorten(x.Summary, 200), words.Shorten(y.Summary, 200))...)
	}
	return out
}

// unversioned returns a title without marks, and without the words that begin with a number or have no letter.
func unversioned(title string) string {
	fields := strings.Fields(markup.Replace(title))
	return strings.Join(slices.DeleteFunc(fields, func(word string) bool {
		numbered := strings.IndexFunc(strings.TrimLeft(word, "vV("), unicode.IsDigit) == 0
		return numbered || !strings.ContainsFunc(word, unicode.IsLetter)
	}), " ")
}
