package vault

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
)

// notes is a vault with all kinds of links.
var notes = map[string]string{
	".obsidian/app.json": "{}",
	"Home.md": "---\ntags:\n  - Start\n  - \"two words\"\nup: \"[[Missing One]]\"\n---\n# Home\n[[Sub/Deep|alias]] ![[pic.PNG]] #inline #123 " +
		"x#no [[#heading]] `[[code]]` ``a`[[b]]``\n```\n[[fenced]]\n```\n| [[deep\\|x]] |\n[md](Sub/Deep.md) [web](https://x/y.md) [gone](gone%20x.md)\n",
	"Sub/Deep.md":   "[[missing one]] [[Board]] [[../Home#x]] [[ ]] [[a [b] c]]\n",
	"Alone.md":      "No link, tags: #Inline\n",
	"2024-01-02.md": "day\n", "2024-02-03.md": "[[2024-01-02]]\n",
	"Templates/T.md": "[[{{title}}]]\n",
	"pic.png":        "x", "Board.canvas": "{}",
	".trash/Old.md": "[[gone]]\n",
}

// read returns the vaults of a tree.
func read(t *testing.T, files map[string]string) []luminos.Vault {
	t.Helper()
	src, scan := factstest.Tree(t, files)
	r, err := Read(t.Context(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	return r.Vaults
}

// TestVault counts the notes, links and tags of one vault.
func TestVault(t *testing.T) {
	want := []luminos.Vault{{
		Path: ".", Notes: 6, Templates: 1, Links: 13, Missing: 4, MissingLinks: 5, Orphans: 1, Tags: 3, Attachments: 1,
		MissingAt: []luminos.Spot{{Path: "Home.md", Line: 5}, {Path: "Home.md", Line: 13}, {Path: "Sub/Deep.md", Line: 1}},
		Daily:     2, Period: &luminos.Period{First: "2024-01-02", Last: "2024-02-03", Source: "names of notes"},
	}}
	if diff := cmp.Diff(want, read(t, notes)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestWithoutSettings takes linked notes for a vault, and texts about links not.
func TestWithoutSettings(t *testing.T) {
	for _, tt := range []struct{ linked, plain, want int }{{10, 5, 10}, {9, 0, 0}, {10, 60, 0}} {
		files := map[string]string{}
		for i := range tt.linked {
			files[fmt.Sprintf("wiki/n%d.md", i)] = "[[n0]]\n"
		}
		for i := range tt.plain {
			files[fmt.Sprintf("docs/p%d.md", i)] = "text\n"
		}
		got := 0
		for _, v := range read(t, files) {
			got += v.Notes
			if v.Path != "wiki" {
				t.Errorf("the vault is %s", v.Path)
			}
		}
		if got != tt.want {
			t.Errorf("%+v: %d notes", tt, got)
		}
	}
}

// TestTwoVaults counts each note once.
func TestTwoVaults(t *testing.T) {
	vaults := read(t, map[string]string{
		".obsidian/app.json": "{}", "a.md": "[[b]]\n", "in/.obsidian/app.json": "{}", "in/b.md": "[[a]]\n",
	})
	if len(vaults) != 2 || vaults[0].Notes != 1 || vaults[0].Missing != 1 || vaults[1].Notes != 1 || vaults[1].Missing != 1 {
		t.Errorf("%+v", vaults)
	}
}

// TestBesideOthers reads a vault beside files with shorter paths.
func TestBesideOthers(t *testing.T) {
	vaults := read(t, map[string]string{
		"notes/.obsidian/app.json": "{}", "notes/a.md": "[[b]]\n", "a": "x", "b.txt": "x", "other/c.txt": "x", ".b": "x",
	})
	if len(vaults) != 1 || vaults[0].Path != "notes" || vaults[0].Notes != 1 || vaults[0].Attachments != 0 {
		t.Errorf("%+v", vaults)
	}
}

// TestRows writes the statements on vaults.
func TestRows(t *testing.T) {
	vaults := []luminos.Vault{
		{Path: ".", Notes: 103, Links: 209, Missing: 49}, {Path: "b", Notes: 2, Templates: 1, Links: 1}, {Path: "c", Notes: 1, Missing: 1},
		{Path: "d", Notes: 1},
	}
	var got []string
	for _, r := range Rows(vaults) {
		got = append(got, r.Label+": "+r.Text)
	}
	want := []string{
		"Notes: 103 notes, 209 links, 49 link targets do not exist", "Notes: b/: 2 notes (1 in templates), 1 link, all targets exist",
		"Notes: c/: 1 note, 0 links, 1 link target does not exist; 1 more vault",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPromises checks the promises of readers of facts.
func TestPromises(t *testing.T) {
	factstest.Suite{
		Files: notes,
		Gone:  []luminos.File{{Path: "gone2.md", Text: true, Size: 1}},
		Read: func(ctx context.Context, src luminos.Source, scan *luminos.Scan) (factstest.Outcome, error) {
			r, err := Read(ctx, src, scan)
			if err != nil {
				return factstest.Outcome{}, err
			}
			return factstest.Outcome{Problems: r.Problems}, nil
		},
	}.Run(t)
}

// TestHostile reads notes whose links never end. Without bounds each takes minutes.
func TestHostile(t *testing.T) {
	for text, want := range map[string]int{
		strings.Repeat("](", 400_000) + ".md)": 0, strings.Repeat("[[", 400_000) + "]]": 0, strings.Repeat("[[a]]", 200_000): linksMost,
	} {
		if n := parse(text); len(n.links) != want {
			t.Errorf("%d links of %.20q, want %d", len(n.links), text, want)
		}
	}
}

// FuzzNote reads hostile notes.
func FuzzNote(f *testing.F) {
	for _, text := range notes {
		f.Add(text)
	}
	f.Add("[[[[a]]]] ````` ~~~ ](<%zz>)")
	f.Add("---\ntags: [a, b\n")
	f.Fuzz(func(t *testing.T, text string) {
		n := parse(text)
		if len(n.links) > linksMost || len(n.tags) > tagsMost {
			t.Errorf("%d links, %d tags", len(n.links), len(n.tags))
		}
		names := newNames(".")
		names.add("a/B.md")
		for _, l := range n.links {
			names.find("a/B.md", l.target)
			if len(l.target) > targetMost {
				t.Errorf("a target has %d bytes", len(l.target))
			}
		}
	})
}
