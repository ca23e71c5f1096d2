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
