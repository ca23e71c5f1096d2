// Command run prints the extraction of each file that is named, as lines of JSON, for comparisons with other programs.
// It reads in its own process.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"luminos"
	"luminos/internal/extract"
	"luminos/internal/localdir"
)

func main() {
	text := flag.Int("text", 1<<30, "bytes of text of each file")
	flag.Parse()
	if err := run(flag.Args(), *text); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes the extractions of the named files to standard output.
func run(names []string, text int) error {
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for _, name := range names {
		x, err := one(name, text)
		if err != nil {
			return fmt.Errorf("extracting from %s: %w", name, err)
		}
		row := struct {
			Path       string              `json:"path"`
			Extraction *luminos.Extraction `json:"extraction"`
		}{name, x}
		if err := out.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// one returns the extraction of one file.
func one(name string, text int) (*luminos.Extraction, error) {
	dir, err := localdir.Open(filepath.Dir(name))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	files := []luminos.Path{luminos.PathFromOS(filepath.Base(name))}
	got, err := extract.Over(dir).Extract(context.Background(), files, luminos.Extract{Text: text})
	if err != nil {
		return nil, err
	}
	return got[0], nil
}
