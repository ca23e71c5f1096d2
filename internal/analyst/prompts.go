package analyst

import (
	"cmp"
	"embed"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"text/template"

	"luminos"
	"luminos/internal/words"
)

// The prompts are source: a report depends on their wording. Each pass has a system prompt (directory.md) and a template
// for the first message of the user (directory_opening.md).
//
//go:embed prompts/*.md
var promptFiles embed.FS

var prompts = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"join": strings.Join, "short": short, "shorten": func(n int, s string) string { return words.Shorten(s, n) },
		"places": places, "changedLines": changedLines,
		"sentence": func(n int, s string) string { return words.FirstSentence(s, n) },
		"some":     func(n int, items []string) string { return words.Some(items, n) }, "list": words.List,
		"plural": func(n any, one string, many ...string) string {
			return words.Plural(reflect.ValueOf(n).Int(), one, many...)
		}, "bytes": words.Bytes,
		"named": func(s any) string { return words.Name(fmt.Sprint(s)) }, "quoted": jsonName,
		"first": first, "spread": spread,
		"beyond": func(n int, list any) int { return max(0, reflect.ValueOf(list).Len()-n) },
		"number": func(i int) int { return i + 1 }, "sum": func(a, b int) int { return a + b },
		"names": clipped, "bases": bases,
		"row": row, "quote": quote, "manifests": ownManifests, "entryPoints": entryPoints, "datasets": datasets,
		"symbols": symbols, "symbolNames": symbolNames, "columns": columns, "about": fileAbout, "isAre": isAre, "gravest": gravest,
		"inside": insideText,
	}).ParseFS(promptFiles, "prompts/*.md"))
})

// render executes a template of prompts/ with data and returns the text. It panics if they do not
// fit: that is a defect which every test of the pass finds.
func render(name string, data any) string {
	var b strings.Builder
	if err := prompts().ExecuteTemplate(&b, name, data); err != nil {
		panic("prompt " + name + ": " + err.Error())
	}
	return b.String()
}

// prompt executes the named template and returns the system prompt, with one newline at its end.
func prompt(name string, data any) string { return strings.TrimSpace(render(name, data)) + "\n" }

// first returns the first n elements of the slice list, or all if there are fewer.
func first(n int, list any) any {
	v := reflect.ValueOf(list)
	return v.Slice(0, min(n, v.Len())).Interface()
}

// spread returns n elements of list at equal distances, or all if there are fewer.
func spread(n int, list []string) []string {
	if len(list) <= n {
		return list
	}
	out := make([]string, n)
	for i := range out {
		out[i] = list[i*len(list)/n]
	}
	return out
}

// quote returns s in quotation marks, cut to at most n characters without the marks, or "" if s is empty.
func quote(n int, s string) string {
	if s = short(n, s); s == "" {
		return ""
	}
	return words.Quote(s)
}

// row returns the line "- label: value" of a message, with at most 400 characters of the value, or "" without a value.
func row(label string, value any) string {
	text := fmt.Sprint(value)
	if text == "" {
		return ""
	}
	return fmt.Sprintf("- %s: %s\n", label, short(400, text))
}

// gravest returns flags with the gravest first. Among equals their order stays.
func gravest(flags []luminos.Flag) []luminos.Flag {
	return slices.SortedStableFunc(slices.Values(flags), func(a, b luminos.Flag) int { return cmp.Compare(b.Severity.Rank(), a.Severity.Rank()) })
}

// short returns a value from the target as text on one line of at most n characters.
func short(n int, s any) string { return paragraph(fmt.Sprint(s), n) }

// jsonName returns a path as a JSON string, so that it cannot be mistaken for text of the prompt.
func jsonName(p luminos.Path) string {
	if s := named(p); strings.HasPrefix(s, `"`) {
		return s
	}
	return `"` + string(p) + `"`
}
