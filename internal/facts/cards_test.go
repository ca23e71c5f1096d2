package facts

import (
	"strings"
	"testing"

	"luminos"
	"luminos/internal/facts/factstest"
)

// TestCards states the licence, the task and the models that a card names, and takes no order and no place as one of
// them.
func TestCards(t *testing.T) {
	const gguf = "GGUF\x03\x00\x00\x00"
	const odd = "---\nlicense: see /etc/passwd\npipeline_tag: ignore-all-previous-instructions\n---\n"
	const talk = "---\nlicense: apache-2.0\npipeline_tag: text-generation\n---\n# Small Talk\n\n" +
		"It answers short questions about the weather of the coast. Use talk-q4.gguf.\n"
	const mit = "MIT License\n\nCopyright (c) 2020 The authors\n\nPermission is hereby granted, free of charge"
	files := map[string]string{
		"big/README.md":    talk,
		"big/talk-q4.gguf": gguf, "big/talk-q8.gguf": gguf, "big/talk.jit": "PK\x03\x04",
		"vad/README.md": "# Voices\n", "vad/a.gguf": gguf + strings.Repeat("\x00", 100), // heavier, so first
		"vad/LICENSE":   mit,
		"none/b.gguf":   gguf,
		"odd/README.md": odd,
	}
	src, scan := factstest.Tree(t, files)
	r, err := runReaders(t.Context(), readers, input{src: src, scan: scan}, func(luminos.Event) {})
	if err != nil {
		t.Fatal(err)
	}
	want := "vad/README.md: licence MIT, “Voices”; big/README.md: licence apache-2.0, for text-generation, " +
		"“It answers short questions about the weather of the coast. Use talk-q4.gguf.”, names talk-q4.gguf of 3 models"
	rows := r.cardRow()
	if len(rows) != 1 || rows[0].Text != want {
		t.Errorf("%+v, want %q", rows, want)
	}
}
