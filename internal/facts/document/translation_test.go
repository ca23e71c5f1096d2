package document

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestLanguageOf(t *testing.T) {
	for code, want := range map[string]string{
		"de": "de", "pt-BR": "pt", "pt-br": "pt", "zh_TW": "zh", "zh-Hans": "zh", "jp": "ja", "cn": "zh", "KO": "ko", "np": "ne", "fil": "fil",
		"in": "", "go": "", "py": "", "doc": "", "api": "", "fr-": "", "fr-tables": "", "x": "", "": "", "C": "",
	} {
		if got := languageOf(code); got != want {
			t.Errorf("languageOf(%q) = %q, want %q", code, got, want)
		}
	}
}

func TestIsTranslation(t *testing.T) {
	there := map[luminos.Path]bool{}
	for _, p := range []luminos.Path{
		"README.md", "docs/HOWTO.md", "docs/HOWTO-ar.md", "books/list-en.md", "docs/en/guide/a.md", "docs/start.md", "docs/README.md",
		"src/zed.md", "site/en-US/index.html", "notes/plan.txt",
	} {
		there[p] = true
	}
	for p, want := range map[luminos.Path]bool{
		"README.zh-CN.md": true, "README_ja.md": true, "README.pt-br.md": true, "i18n/README.fr.md": true, "i18n/fr/README.md": true,
		"docs/HOWTO-ar.md": true, "docs/HOWTO-zh_TW.md": true, "books/list-de.md": true, "docs/fr/guide/a.md": true, "docs/de/start.md": true,
		"docs/de/README.md": true, "site/it/index.html": true,

		"README.md": false, "docs/HOWTO.md": false, "books/list-en.md": false, "docs/en/guide/a.md": false, "README.en.md": false,
		"docs/HOWTO-dev.md": false, "docs/HOWTO-go.md": false, "docs/sign-in.md": false, "src/ts/README.md": false, "docs/fr/other.md": false,
		"notes/plan-de.md": false, "books/list-langs.md": false, "it/zed.md": false,
	} {
		if got := isTranslation(p, there); got != want {
			t.Errorf("isTranslation(%q) = %v", p, got)
		}
	}
}

func TestTranslationsComeLast(t *testing.T) {
	r := mustRead(t, map[string]string{
		"README.md":        "# Zed\n\nZed is a reader of tables, for people in a hurry.\n",
		"docs/HOWTO.md":    "# How to\n\nRead the tables one by one.\n",
		"docs/HOWTO-de.md": "# Anleitung\n\nMan liest die Tabellen der Reihe nach, bis man am Ende angekommen ist, und beginnt dann von vorn.\n",
		"docs/notes.txt":   "Notes\n\nOn the tables.\n",
		"tests/odd.md":     "# Odd\n\nMaterial for a test.\n",
	})
	var got []luminos.Path
	for _, d := range r.Documents {
		got = append(got, d.Path)
	}
	if diff := cmp.Diff([]luminos.Path{"README.md", "docs/HOWTO.md", "docs/notes.txt", "tests/odd.md", "docs/HOWTO-de.md"}, got); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}
