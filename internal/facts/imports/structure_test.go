package imports

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/facts/factstest"
	"luminos/internal/outline"
)

const twoPackages = `
-- go.mod --
module m
-- main.go --
package main

import "m/core"

func main() { core.Run() }
-- core/core.go --
package core

// Runner runs things.
type Runner interface{ Run() }

// Config is how to run.
type Config struct{ N int }

// Run runs.
func Run() {}
-- ui/button.tsx --
import {x} from "../lib/x"

/** Button can be pressed. */
export const Button = () => null
export const size = 3
-- lib/x.ts --
export const x = 1
`

// parsed reads an archive with a parser.
func parsed(t *testing.T, archive string) *Result {
	t.Helper()
	if len(outline.Grammars()) == 0 {
		t.Skip("built without a C compiler: there are no parsers")
	}
	src, scan := factstest.Archive(t, archive)
	r, err := Read(t.Context(), factstest.Parsed(src, scan), scan)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestParsersRefineSymbols(t *testing.T) {
	r := parsed(t, twoPackages)
	want := map[luminos.Path]string{
		"core": "interface Runner (Runner runs things.); struct Config (Config is how to run.); func Run (Run runs.)",
		"ui":   "func Button (Button can be pressed.); const size ()",
	}
	for dir, want := range want {
		var got []string
		for _, s := range r.Symbols[dir] {
			got = append(got, fmt.Sprintf("%s %s (%s)", s.Kind, s.Name, s.Doc))
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%s: got %s\nwant %s", dir, got, want)
		}
	}
	// main.go defines no public symbol, so a parser would add nothing.
	if want := []luminos.Path{"core/core.go", "lib/x.ts", "ui/button.tsx"}; !slices.Equal(r.Parsed, want) {
		t.Errorf("parsed %v, want %v", r.Parsed, want)
	}
}

// failing is an Outliner that always fails.
type failing struct{ asked []luminos.Path }

func (f *failing) Outlines(_ context.Context, files []luminos.Path) ([]*luminos.Outline, error) {
	f.asked = files
	return make([]*luminos.Outline, 1), errors.New("the parsers died")
}

func TestResultWithoutParsers(t *testing.T) {
	src, scan := factstest.Archive(t, twoPackages)
	f := &failing{}
	r, err := Read(t.Context(), luminos.WithOutliner(src, f), scan)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Symbols["core"]) != 3 || len(r.Parsed) != 0 {
		t.Errorf("got %v, parsed %v", r.Symbols["core"], r.Parsed)
	}
	if r.Unparsed == nil || r.Unparsed.Error() != "the parsers died" {
		t.Errorf("no reason: %v", r.Unparsed)
	}
	if len(f.asked) == 0 || f.asked[0] != "core/core.go" {
		t.Errorf("asked for %v, want the most central file first", f.asked)
	}
}

func TestParsedFilesFitTheBudget(t *testing.T) {
	r := &Result{Symbols: map[luminos.Path][]luminos.Symbol{}}
	var files []*source
	add := func(p luminos.Path, size int64) {
		files = append(files, &source{path: p, size: size, family: outline.Go})
		r.Symbols["d"] = append(r.Symbols["d"], luminos.Symbol{Path: p})
	}
	for i := range 5000 {
		add(luminos.Path(fmt.Sprintf("d/f%04d.go", i)), 3<<10)
	}
	add("d/huge.go", parseFile+1)
	chosen := r.central(files)
	total := int64(0)
	for _, f := range chosen {
		total += f.size
	}
	if total > parseTotal || total < parseTotal-3<<10 || len(chosen) > parseFiles {
		t.Errorf("%d files of %d bytes are parsed, want up to %d and %d", len(chosen), total, parseFiles, parseTotal)
	}
}
