// Package document reads text documents: their title, what they say first, their
// headings, and the key terms that set each apart from the others.
//
// Every format is turned into the same few blocks (headings, paragraphs, list
// items, code …) with the lines they stand on; from there on one set of rules
// finds title and summary for all.
package document

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"luminos"
)

// Bounds of one run.
const (
	readmeBytes   = 256 << 10 // read of the README
	documentBytes = 64 << 10  // read of any other document
	documentsRun  = 2000      // documents that are read
	documentsMax  = 500       // documents that are reported
	problemsMax   = 50
)

// Result is what was found and what was read for it.
type Result struct {
	// Documents are the most important ones, the most important first.
	Documents []luminos.Document
	// Themes are the key terms over all documents, strongest first.
	Themes []luminos.Term
	// Readme describes the whole target, or is nil.
	Readme   *luminos.Document
	NotRead  []luminos.NotRead
	Problems []luminos.Problem
	// Read are the files that were opened, by path.
	Read []luminos.Path
}

// reading is one document on its way.
type reading struct {
	candidate
	doc   luminos.Document
	terms counts
	err   error
}

// Read reads the documents of a scan. A file that cannot be read is a problem of
// the result; only a cancelled context is an error.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*Result, error) {
	candidates, readme, notRead := choose(scan)
	r := &Result{NotRead: notRead}
	if over := len(candidates) - documentsRun; over > 0 {
		candidates = candidates[:documentsRun]
		r.NotRead = append(r.NotRead, luminos.NotRead{
			What: "text documents", Files: over,
			Reason: fmt.Sprintf("only the %d most prominent documents are read", documentsRun),
		})
	}
	readings, err := readAll(ctx, src, candidates, readme)
	if err != nil {
		return nil, err
	}
	readings = slices.DeleteFunc(readings, func(d reading) bool {
		if d.err == nil {
			r.Read = append(r.Read, d.file.Path)
			return false
		}
		reason := d.err.Error()
		if errors.Is(d.err, fs.ErrNotExist) {
			reason = "is no longer there"
		}
		// What only looked like text by its name is no news of the documents.
		if !errors.Is(d.err, luminos.ErrNotText) && len(r.Problems) < problemsMax {
			r.Problems = append(r.Problems, luminos.Problem{Path: d.file.Path, Reason: reason})
		}
		return true
	})
	r.Themes = weigh(readings)
	for i := range readings[:min(len(readings), documentsMax)] {
		r.Documents = append(r.Documents, readings[i].doc)
	}
	for i := range r.Documents {
		if r.Documents[i].Path == readme {
			d := r.Documents[i]
			r.Readme = &d
		}
	}
	slices.Sort(r.Read)
	slices.SortFunc(r.Problems, func(a, b luminos.Problem) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(r.NotRead, func(a, b luminos.NotRead) int { return cmp.Compare(a.What, b.What) })
	return r, nil
}

// readAll reads the candidates; results stand by index.
func readAll(ctx context.Context, src luminos.Source, candidates []candidate, readme luminos.Path) ([]reading, error) {
	readings := make([]reading, len(candidates))
	eg, ctx := errgroup.WithContext(ctx)
	eg.SetLimit(runtime.GOMAXPROCS(0))
	for i, c := range candidates {
		eg.Go(func() error {
			limit := documentBytes
			if c.file.Path == readme {
				limit = readmeBytes
			}
			readings[i] = read(ctx, src, c, limit, c.file.Path == readme)
			return ctx.Err()
		})
	}
	if err := eg.Wait(); err != nil {
		return nil, fmt.Errorf("reading documents: %w", err)
	}
	return readings, nil
}

// read reads one document. A panic in a parser becomes that document's error:
// one strange file must not cost the report.
func read(ctx context.Context, src luminos.Source, c candidate, limit int, readme bool) (r reading) {
	r.candidate = c
	defer func() {
		if p := recover(); p != nil {
			r.err = fmt.Errorf("reading %q: the reader gave up: %v", c.file.Path, p)
		}
	}()
	text, err := src.Text(ctx, c.file.Path, limit)
	if err != nil {
		r.err = err
		return r
	}
	lines := text.Lines()
	blocks := parse(c.format, lines)
	r.doc = outline(text, blocks, readme)
	r.terms = countTerms(blocks)
	return r
}
