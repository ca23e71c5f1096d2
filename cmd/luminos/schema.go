package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/diff"
	"luminos/internal/render"
	"luminos/internal/repomap"
	"luminos/internal/verify"
	"luminos/internal/words"
)

// schemas lists the JSON documents that have a schema. The first one is the default.
var schemas = []render.Document{
	{Name: "report", Title: "Luminos report", Forms: []any{&luminos.Report{}},
		Description: "A report about a directory, as luminos --json writes it."},
	{Name: "verify", Title: "Luminos check", Forms: []any{&verify.CitationResult{}, &verify.Result{}},
		Description: "The citations of a report or the findings in documents, as luminos verify --json writes them."},
	{Name: "diff", Title: "Luminos comparison", Forms: []any{&diff.Comparison{}},
		Description: "The changes between two reports, as luminos diff --json writes them."},
	{Name: "map", Title: "Luminos map", Forms: []any{&repomap.Map{}},
		Description: "The outline of a directory, as luminos map --json writes it."},
}

func newSchema(a *app) *cobra.Command {
	var names []string
	for _, d := range schemas {
		names = append(names, d.Name)
	}
	return &cobra.Command{
		Use:   "schema [report | verify | diff | map]",
		Short: "Print the JSON Schema of the JSON report, or of another command's JSON",
		Long: `The schema describes the output of luminos --json, or of the command that is named
with --json, in the language of JSON Schema, draft 2020-12. Reports and maps have
the field schema_version: a field that exists keeps its meaning as long as the
version stays the same, and new fields may come.`,
		Example:               "  luminos schema > report.schema.json\n  luminos schema diff > diff.schema.json",
		ValidArgs:             names,
		DisableFlagsInUseLine: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 || len(args) == 1 && !slices.Contains(names, args[0]) {
				err := fmt.Errorf("schema takes the name of one document, got %q", strings.Join(args, " "))
				return usage(err, "the documents are "+words.List(names))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			a.parsed = true
			d := schemas[0]
			if len(args) == 1 {
				d = schemas[slices.Index(names, args[0])]
			}
			if err := render.Schema(a.stdout, d); err != nil {
				return fmt.Errorf("writing to standard output: %w", err)
			}
			return nil
		},
	}
}
