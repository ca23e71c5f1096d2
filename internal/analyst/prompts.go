package analyst

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"strings"
	"sync"
	"text/template"
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

// promptsDigest changes with every prompt.
var promptsDigest = sync.OnceValue(func() string {
	h := sha256.New()
	files, err := fs.Glob(promptFiles, "prompts/*.md")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, name := range files {
		text, err := promptFiles.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		h.Write([]byte(name))
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
})
