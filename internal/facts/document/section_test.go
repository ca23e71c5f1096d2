package document

import (
	"testing"

	"luminos/internal/facts/factstest"
)

// TestDescriptionOfTheWhole checks which part of a README describes and names the target.
func TestDescriptionOfTheWhole(t *testing.T) {
	for name, c := range map[string]struct{ readme, title, description string }{
		"another subject": {"# Node exporter\n\nPrometheus exporter for metrics exposed by kernels, written in Go.\n\n" +
			"The Windows exporter is recommended for Windows users.\n",
			"Node exporter", "Prometheus exporter for metrics exposed by kernels, written in Go."},
		"below a heading on installing": {"# Dotfiles\n\n## Installation\n\n### Using Git\n\n" +
			"The script will copy the files to your home folder.\n", "Dotfiles", ""},
		"a logo with a slogan": {"<p><picture><img alt=\"kite: A fast counter of tables\"></picture>\n" +
			"<a href=\"x\">Site</a> | " +
			"<a href=\"y\">Docs</a></p>\n\n## Why?\n\nThe main goal of the kite project is to bring about a new era.\n",
			"kite: A fast counter of tables", "A fast counter of tables"},
		"a release": {"Status\n======\n\nkite-3.8.0 was released on August 8, 2026.\n\nWhat is kite?\n=============\n\n" +
			"Tables have lines. Many count them by hand in all kinds of formats.\n\n" +
			"The kite library counts the lines of tables in many formats.\n",
			"What is kite?", "The kite library counts the lines of tables in many formats."},
		"a slogan that is a heading": {"<h1>Kite</h1>\n<h3>A small and fast counter written in C</h3>\n\n" +
			"It may not work for everyone. To configure it, see below.\n", "Kite", "A small and fast counter written in C"},
		"the systems before the subject": {"# Kite\n\n> Intuitive and type safe counter of tables\n\n- fast\n\n" +
			"Kite works with both Zed 2 and Zed 3.\n", "Kite", "Intuitive and type safe counter of tables"},
		"how it is packed": {"README for Kite version 3\n=========\n\nKite comes in several formats of archives.\n\n" +
			"This release was made by hand.\n\nFor examples of kites in a program, see a.c.\n", "", ""},
		"a note on compatibility": {"# Kite\n\n> **Compatibility Note:**\n" +
			"> Kite requires Node.js of version 20.19 or later.\n", "Kite", ""},
		"a slogan before how it is written": {"<h1><img src=\"a.png\"></h1>\n\n<h4>A kite library in a single source file.</h4>\n\n" +
			"kite is written in C and should compile clean on all compilers of today.\n", "A kite library in a single source file.",
			"A kite library in a single source file."},
		"the name in lower case": {"# Kite -- A Counter of Tables\n\nThe kite module is a way to count tables, vs. by hand.\n\n" +
			"The Python form of a table is quite readable, owing to the names.\n", "Kite -- A Counter of Tables",
			"The kite module is a way to count tables, vs. by hand."},
		"a list after it": {"# Kite\n\nKite is a fast, small counter of tables featuring:\n\n- colours\n",
			"Kite", "Kite is a fast, small counter of tables"},
		"a name below the first sentence": {"# Kite\n\nTables are long. " +
			"The kite package provides counts of their lines.\n",
			"Kite", "The kite package provides counts of their lines."},
		"a question as title": {"## What is Kite?\n\nKite is often called a counter. " +
			"What this means is that Kite provides counts.\n",
			"What is Kite?", "Kite is often called a counter."},
		"a pronoun": {"# Kite\n\nRun the whole stack on one machine.\n\nIt gives you a database for tables.\n",
			"Kite", "Run the whole stack on one machine."},
		"a name in brackets": {"# Kite\n\n" +
			"**{kite}** is a counter of tables.\n", "Kite", "{kite} is a counter of tables."},
		"only on installing": {"# Kite\n\n## Install\n\n" +
			"The Kite package in the shop is a tool of other people.\n", "Kite", ""},
		"a badge and a diagram": {"![Continuous Integration](https://x.org/badge.svg)\n\n" +
			"**Online Shop** is a demo application of small services.\n\n" +
			"## Parts\n\n![Parts of services](x.png)\n", "", "Online Shop is a demo application of small services."},
	} {
		src, scan := factstest.Archive(t, "-- README.md --\n"+c.readme)
		r, err := Read(t.Context(), src, scan)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := Description(r.Readme, "")
		if r.Readme.Title != c.title || got != c.description {
			t.Errorf("%s: %q, %q, want %q, %q", name, r.Readme.Title, got, c.title, c.description)
		}
	}
}
