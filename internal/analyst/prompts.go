package analyst

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
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

// promptOf is the system prompt of each pass.
var promptOf = map[luminos.Pass]string{
	luminos.PassSurvey: "survey.md", luminos.PassPlan: "plan.md", luminos.PassDirectories: "directory.md", luminos.PassSynthesis: "synthesis.md",
}

// promptDigest changes with a system prompt. What else is said to models is in
// the program, whose version is a part of every fingerprint.
func promptDigest(name string) string {
	text, err := promptFiles.ReadFile("prompts/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
