package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"luminos/internal/render"
)

func newSchema(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the JSON report",
		Long: `The schema describes the output of luminos --json in the language of JSON Schema,
draft 2020-12. Each report has the field schema_version: a field that exists
keeps its meaning as long as the version stays the same, and new fields may come.`,
		Example: `  luminos schema > report.schema.json`,
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			a.parsed = true
			if err := render.Schema(a.stdout); err != nil {
				return fmt.Errorf("writing to standard output: %w", err)
			}
			return nil
		},
	}
}
