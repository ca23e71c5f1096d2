package analyst

import (
	"embed"
	"strings"
	"sync"
	"text/template"

	"luminos"
)

// The prompts are source: what they say decides what a report says.
//
//go:embed prompts/*.md
var promptFiles embed.FS

var prompts = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"join": strings.Join}).ParseFS(promptFiles, "prompts/*.md"))
})

// prompt renders a prompt. A template that does not fit its data is a fault of
// ours that every test meets.
func prompt(name string, data any) string {
	var b strings.Builder
	if err := prompts().ExecuteTemplate(&b, name, data); err != nil {
		panic("prompt " + name + ": " + err.Error())
	}
	return strings.TrimSpace(b.String()) + "\n"
}

// textsOf names the files that a pass renders: first its system prompt.
var textsOf = map[luminos.Pass][]string{
	luminos.PassSurvey: {"survey.md"}, luminos.PassPlan: {"plan.md"}, luminos.PassDirectories: {"directory.md"}, luminos.PassSynthesis: {"synthesis.md"},
}
