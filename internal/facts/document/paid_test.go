package document

import (
	"strings"
	"testing"

	"luminos/internal/facts/factstest"
)

// TestSponsors checks that advertisements of sponsors name and describe nothing, and that the subject of a list of links
// is not the list.
func TestSponsors(t *testing.T) {
	for name, c := range map[string]struct{ text, title, summary string }{
		"a paragraph": {
			"# Zed\n\n[Anvil](https://x.y/?utm_source=zed) is a service for anvils.\n\nZed is a quick reader of tables.\n",
			"Zed", "Zed is a quick reader of tables."},
		"a section": {
			"# Zed\n\n## Anvil Ltd\n\nHave a look at [Anvil](https://x.y/?utm_medium=sponsorship).\n\n" +
				"an API for anvils that is very good\n\n## What is it?\n\nZed is a quick reader of tables.\n",
			"Zed", "Zed is a quick reader of tables."},
		"a logo": {
			"<div>\n<a href=\"https://x.y/?utm_source=zed\"><img alt=\"Anvil logo\" src=\"a.png\"><b>Fast anvils in a box.</b></a>\n" +
				"<p>Zed is a quick reader of tables.</p>\n</div>\n",
			"", "Zed is a quick reader of tables."},
		"a line over a picture": {
			"<p>\n<i>Zed is a quick reader of tables.</i>\n<br/>\n<img src=\"a.png\" alt=\"Zed\"/>\n<br/>\n<b><a href=\"b\">Demo</a></b> | " +
				"<b><a href=\"c\">Docs</a></b> | <b><a href=\"d\">Chat</a></b>\n</p>\n\nAn API for anvils.\n",
			"", "Zed is a quick reader of tables."},
		"behind code": {"# Zed\n\n```\n./zed\n```\n\nname will be the one of the table\n", "Zed", ""},
		"another product": {
			"<div>\n<sub>Check out my macOS app</sub>\n<h2><a href=\"https://x.y/anvil\">Anvil</a><br>Elevate all your iron " +
				"with it</h2>\n</div>\n\nZed is a quick reader of tables.\n",
			"", "Zed is a quick reader of tables."},
		"another subject": {
			"# ZedCpp\n\nZed is a format for tables.\n\nZedCpp is a quick reader of tables.\n",
			"ZedCpp", "ZedCpp is a quick reader of tables."},
		"a list": {
			"# Awesome Zed.js\n\nZed.js is a runtime for tables.\n\n- [a](https://a.b) - A table that is the best.\n",
			"Awesome Zed.js", ""},
	} {
		src, scan := factstest.Tree(t, map[string]string{"README.md": c.text})
		r, err := Read(t.Context(), src, scan)
		if err != nil {
			t.Fatal(err)
		}
		same := strings.HasPrefix(r.Readme.Summary, c.summary) && (c.summary == "") == (r.Readme.Summary == "")
		if r.Readme.Title != c.title || !same {
			t.Errorf("%s: %q, %q, want %q, %q", name, r.Readme.Title, r.Readme.Summary, c.title, c.summary)
		}
	}
}
