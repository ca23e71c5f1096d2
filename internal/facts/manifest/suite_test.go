package manifest

import (
	"context"
	"testing"

	"luminos"
	"luminos/internal/facts/factstest"
)

func TestSuite(t *testing.T) {
	factstest.Suite{
		Files: map[string]string{
			"go.mod": "module example.org/tern\n", "main.go": "package main\n\nfunc main() {}\n",
			"web/package.json": `{"name": "web", "bin": "cli.js", "scripts": {"test": "jest"}}`, "web/cli.js": "run()\n",
		},
		Gone: []luminos.File{{Path: "lib/Cargo.toml", Size: 9, Text: true}},
		Read: func(ctx context.Context, src luminos.Source, scan *luminos.Scan) (factstest.Outcome, error) {
			r, err := Read(ctx, src, scan, "Go")
			if err != nil {
				return factstest.Outcome{}, err
			}
			return factstest.Outcome{Result: r, Problems: r.Problems, Evidence: everyEvidence(r)}, nil
		},
	}.Run(t)
}
