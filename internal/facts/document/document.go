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
	"slices"

	"luminos"
	"luminos/internal/facts/reading"
)

// Bounds of one run.
const (
	readmeBytes   = 256 << 10 // read of the README
	documentBytes = 64 << 10  // read of any other document
	documentsRun  = 2000      // documents that are read
	documentsMax  = 500       // documents that are reported
)

// Result is what was found and what was read for it.
type Result struct {
	// Documents are the most important ones, the most important first.
	Documents []luminos.Document
	// Themes are the key terms over all documents, strongest first.
	Themes []luminos.Term
	// Readme describes the whole target, or is nil.
	Readme *luminos.Document
	// Status is what the README says of the state of the target, or nil.
	Status   *luminos.StatedStatus
	NotRead  []luminos.NotRead
	Problems []luminos.Problem
	// Read are the files that were opened, by path.
	Read []luminos.Path
}

// draft is one document on its way.
type draft struct {
	candidate
	doc    luminos.Document
	status *luminos.StatedStatus // of the README
	terms  counts
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
	drafts := make([]draft, len(candidates))
	errs, err := reading.Each(ctx, len(candidates), func(ctx context.Context, i int) (err error) {
		drafts[i], err = read(ctx, src, candidates[i], candidates[i].file.Path == readme)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading documents: %w", err)
	}
	done := drafts[:0]
	for i, err := range errs {
		switch p := candidates[i].file.Path; {
		case err == nil:
			r.Read = append(r.Read, p)
			done = append(done, drafts[i])
		case !errors.Is(err, luminos.ErrNotText): // what only looked like text by its name is no news of the documents
			r.Problems = append(r.Problems, reading.Problem(p, err))
		}
	}
	r.Problems = reading.Few(r.Problems)
	r.Themes = weigh(done)
	for i := range done[:min(len(done), documentsMax)] {
		r.Documents = append(r.Documents, done[i].doc)
	}
	for i := range r.Documents {
		if r.Documents[i].Path == readme {
			d := r.Documents[i]
			r.Readme, r.Status = &d, done[i].status
		}
	}
	slices.Sort(r.Read)
	slices.SortFunc(r.NotRead, func(a, b luminos.NotRead) int { return cmp.Compare(a.What, b.What) })
	return r, nil
}

// read reads one document.
func read(ctx context.Context, src luminos.Source, c candidate, readme bool) (draft, error) {
	limit := documentBytes
	if readme {
		limit = readmeBytes
	}
	text, err := src.Text(ctx, c.file.Path, limit)
	if err != nil {
		return draft{}, err
	}
	blocks := parse(c.format, text.Lines())
	d := draft{candidate: c, doc: outline(text, blocks, readme), terms: countTerms(blocks)}
	if readme {
		d.status = findStatus(text, blocks, d.doc.Title)
	}
	return d, nil
}
