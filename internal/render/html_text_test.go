package render

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"luminos"
)

func TestBreaksAreAfterSeparatorsOfLongWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"github.com/hashicorp/raft":  "github.com/|hashicorp/|raft",
		"of gapminder_gdp-all.csv, ": "of gapminder_|gdp-|all.csv, ",
		"of 2026-06-11 a.go":         "of 2026-06-11 a.go",
		"https://a.example/x.":       "https://|a.example/|x.",
		"org.apache.lang3":           "org.|apache.lang3",
		".github/workflows":          ".github/|workflows",
		"größe/é\xff/ñandú-\xff":     "größe/|é\xff/|ñandú-\xff",
	} {
		if got := strings.Join(breaks(text), "|"); got != want {
			t.Errorf("%q has the pieces %q, want %q", text, got, want)
		}
	}
}

func TestHTMLOffersBreaksInNames(t *testing.T) {
	r := fixture()
	r.Target.Name = "github.com/organisation/quarry"
	source, _ := pageOf(t, r, Style{})
	if want := `<h1 id="title">github.com/<wbr>organisation/<wbr>quarry</h1>`; !strings.Contains(source, want) {
		t.Errorf("the page lacks %s", want)
	}
}

// TestHTMLStacksProjects checks that each cell of the table of projects has its title in a narrow window.
func TestHTMLStacksProjects(t *testing.T) {
	r := fixture()
	r.Facts.Sort = luminos.SortProjects
	r.Facts.Members = []luminos.Member{{Path: "one", License: "MIT"}, {Path: "two"}}
	_, elements := pageOf(t, r, Style{})
	i := slices.IndexFunc(elements, func(n *html.Node) bool { return attribute(n, "class") == "stacked" })
	if i < 0 {
		t.Fatal("no stacked table")
	}
	var titles []string
	for n := range elements[i].Descendants() {
		if n.Data == "td" {
			titles = append(titles, attribute(n, "data-title"))
		}
	}
	if got := strings.Join(titles[:6], " "); got != " What Language Licence Size Flags" {
		t.Errorf("the cells have the titles %q", got)
	}
}
