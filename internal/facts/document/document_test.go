package document

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
)

// open makes a tree in which "-> x" is a link to x, and opens it.
func open(t *testing.T, files map[string]string) (luminos.Source, *luminos.Scan) {
	t.Helper()
	root := factstest.Write(t, files)
	for name, content := range files {
		to, ok := strings.CutPrefix(content, "-> ")
		if !ok {
			continue
		}
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, name); err != nil {
			t.Skip("no links here:", err)
		}
	}
	return factstest.Dir(t, root)
}

func mustRead(t *testing.T, files map[string]string) *Result {
	t.Helper()
	src, s := open(t, files)
	r, err := Read(t.Context(), src, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Documents {
		checkEvidence(t, src, d)
	}
	return r
}

// checkEvidence checks the evidence of a document against its source.
func checkEvidence(t *testing.T, src luminos.Source, d luminos.Document) {
	t.Helper()
	factstest.Holds(t, src, d.Evidence...)
	want := 0
	for _, s := range []string{d.Title, d.Summary} {
		if s != "" {
			want++
		}
	}
	if len(d.Evidence) != want {
		t.Errorf("%s has %d pieces of evidence, want %d", d.Path, len(d.Evidence), want)
	}
}

func TestReadFindsTheReadme(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  luminos.Path
	}{
		{"Markdown before plain text", map[string]string{"README": "x y z", "README.md": "# A", "readme.txt": "x"}, "README.md"},
		{"the root before docs", map[string]string{"docs/README.md": "# D", "readme.txt": "words here"}, "readme.txt"},
		{"docs before .github", map[string]string{"docs/README.rst": "D\n=\n", ".github/README.md": "# G"}, "docs/README.rst"},
		{"the original before a translation", map[string]string{"README.zh.md": "# 中文", "README.md": "# A"}, "README.md"},
		{"the target of a link", map[string]string{"README.md": "-> pkg/core/README.md", "pkg/core/README.md": "# Core"}, "pkg/core/README.md"},
		{"not one of a part", map[string]string{"pkg/README.md": "# P", "notes.md": "# N"}, ""},
		{"a file rather than a link that leads nowhere", map[string]string{"README.md": "-> ../../etc/passwd", "readme.txt": "words here"}, "readme.txt"},
		{"not a link out of the target", map[string]string{"README.md": "-> ../../etc/passwd", "a.md": "# A"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := mustRead(t, tt.files)
			got := luminos.Path("")
			if r.Readme != nil {
				got = r.Readme.Path
			}
			if got != tt.want {
				t.Errorf("README = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestReadPutsTheMostProminentFirst(t *testing.T) {
	r := mustRead(t, map[string]string{
		"README.md":             "# Thing\n\nThing is a tool for things.\n",
		"CHANGELOG.md":          "# Changes\n\n" + strings.Repeat("Fixed something small.\n", 500),
		"docs/guide.md":         "# Guide\n\nHow to use it well.\n",
		"tests/odd.md":          "# Odd\n\nMaterial for a test.\n",
		"LICENSE.md":            "# Licence\n\nDo as you like.\n",
		"requirements.txt":      "flask\nrequests\n",
		"docs/deep/er/notes.md": "# Notes\n\nA few remarks on the side.\n",
	})
	var got []luminos.Path
	for _, d := range r.Documents {
		got = append(got, d.Path)
	}
	want := []luminos.Path{"README.md", "docs/guide.md", "docs/deep/er/notes.md", "CHANGELOG.md", "tests/odd.md"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, r.Read); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
}

func TestUnsupportedFormatsAreCounted(t *testing.T) {
	r := mustRead(t, map[string]string{
		"a.pdf": "%PDF-1.7\n\x00\x01\x02", "b.PDF": "%PDF-1.4\n\x00\x01\x02", "c.docx": "PK\x03\x04\x00\x00\x00",
		"~$c.docx": "\x03Ann\x00\x00",
		"kept.md":  "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "notes.txt": "One line.\n", "binary.txt": "\x00\x01\x02\x03\x00", "empty.md": "",
	})
	want := []luminos.NotRead{
		{What: "PDF documents", Files: 2, Reason: "this version does not read their text"},
		{What: "Word documents", Files: 1, Reason: "this version does not read their text"},
		{What: "text documents", Files: 1, Reason: "Git LFS keeps them elsewhere: only their pointers are here"},
	}
	if diff := cmp.Diff(want, r.NotRead); diff != "" {
		t.Errorf("not read (-want +got):\n%s", diff)
	}
	if len(r.Documents) != 1 || len(r.Problems) != 0 {
		t.Errorf("documents %v, problems %v", r.Documents, r.Problems)
	}
}

func TestLongDocumentsAreCut(t *testing.T) {
	line := strings.Repeat("many words without an end ", 40) + "\n"
	r := mustRead(t, map[string]string{
		"README.md": "# Long\n\nLong is a long story.\n\n" + strings.Repeat(line, 3<<20/len(line)),
		"other.md":  "# Other\n\nA short story it is.\n" + strings.Repeat(line, 100<<10/len(line)),
		"short.md":  "# Short\n\nA short story it is.\n",
	})
	for _, d := range r.Documents {
		if want := d.Path != "short.md"; d.Partial != want {
			t.Errorf("%s: partial = %v", d.Path, d.Partial)
		}
	}
	if want := []luminos.Path{"README.md", "other.md"}; !slices.Equal(r.Begun, want) {
		t.Errorf("begun %q, want %q", r.Begun, want)
	}
	if w := r.Readme.Words; w < 40_000 || w > 60_000 {
		t.Errorf("the README's first 256 KiB have %d words", w)
	}
}

func TestThemesAreSharedTerms(t *testing.T) {
	r := mustRead(t, map[string]string{
		"1.txt": "Plan\n\nThe vegetable garden gets new beds. Tomatoes and beans need sun.\n",
		"2.txt": "Watering\n\nThe vegetable garden needs water each evening. Tomatoes most of all.\n",
		"3.txt": "Harvest\n\nFrom the vegetable garden: tomatoes, beans, and a pumpkin.\n",
		"4.txt": "Car\n\nThe car needs an inspection in May; the brakes squeal.\n",
	})
	var got []string
	for _, term := range r.Themes {
		got = append(got, term.Text)
		if term.Weight <= 0 || term.Weight > 1 || term.Documents < 2 {
			t.Errorf("theme %+v", term)
		}
	}
	if len(got) < 2 || got[0] != "vegetable garden" || !slices.Contains(got, "tomatoes") {
		t.Errorf("themes = %q", got)
	}
}

// TestNoThemesOfFewWords checks that one short document has no themes.
func TestNoThemesOfFewWords(t *testing.T) {
	text := "# Jargon\n\n" + strings.Repeat("The jargon lexicon is included in this package without its cartoons. ", 8)
	if r := mustRead(t, map[string]string{"README.md": text}); len(r.Themes) != 0 || len(r.Documents[0].Terms) == 0 {
		t.Errorf("themes %v", r.Themes)
	}
	if r := mustRead(t, map[string]string{"README.md": strings.Repeat(text+"\n\n", 3)}); len(r.Themes) == 0 {
		t.Error("no themes of a longer one")
	}
}

// TestNoTermsWithoutFunctionWords checks that texts in languages without a list of function words have no terms, and
// that other texts have.
func TestNoTermsWithoutFunctionWords(t *testing.T) {
	for text, want := range map[string]bool{
		"Наоколо има толкова много кал, че не можем. ":                                         false,
		"Programmet læser filer og skriver dem ud igen, og ingen konto er nødvendig at have. ": false,
		"Hier liegen die Daten der Wetterstationen, die jeden Tag von uns gelesen werden. ":    true,
		"These notes are about the tides of the sea, and when the boats can leave harbour. ":   true,
		"潮汐 笔记 关于 海洋 的 数据 ":                                                                    true,
	} {
		got := countTerms([]block{{kind: paragraph, text: strings.Repeat(text, 5)}})
		if (len(got) > 0) != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestReaderSuite(t *testing.T) {
	files := map[string]string{}
	for i := range 60 {
		files[fmt.Sprintf("notes/%02d.md", i)] = fmt.Sprintf("# Note %d\n\nOn invoice number %d of customer %c. The garden needs water.\n", i, i, 'a'+i%7)
	}
	factstest.Suite{
		Files: files,
		Gone:  []luminos.File{{Path: "gone.md", Size: 10, Text: true, Category: luminos.CategoryDocument}},
		Read: func(ctx context.Context, src luminos.Source, scan *luminos.Scan) (factstest.Outcome, error) {
			r, err := Read(ctx, src, scan)
			if err != nil {
				return factstest.Outcome{}, err
			}
			o := factstest.Outcome{Result: r, Problems: r.Problems}
			for _, d := range r.Documents {
				o.Evidence = append(o.Evidence, d.Evidence...)
			}
			return o, nil
		},
	}.Run(t)
}
