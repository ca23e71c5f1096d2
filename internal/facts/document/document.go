// Package document reads text documents: their titles, summaries, headings, and the
// key terms that distinguish them.
//
// Each format is parsed into blocks (headings, paragraphs, list items, code …) with
// their lines. The rules for titles and summaries are the same for all formats.
package document

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/facts/injection"
	"luminos/internal/words"
)

// Bounds of one run.
const (
	readmeBytes   = 256 << 10 // read of the README
	documentBytes = 64 << 10  // read of any other document
	documentsRun  = 2000      // documents that are read
	documentsMax  = 500       // documents that are reported
)

// Result holds the documents of a scan, and the files and problems that were met.
type Result struct {
	// Documents are the most important ones, the most important first.
	Documents []luminos.Document
	// Themes are the key terms over all documents, strongest first.
	Themes []luminos.Term
	// Readme describes the whole target, or is nil.
	Readme *luminos.Document
	// Status is the state of the target by its README, or nil.
	Status *luminos.StatedStatus
	// Abouts are the descriptions of directories by their READMEs, one for each
	// directory, the most prominent documents first.
	Abouts []About
	// Links is the number of links to other sites in the README of the target.
	Links    int
	Text     string // of the README
	NotRead  []luminos.NotRead
	Problems []luminos.Problem
	// Read are the files that were read, by path.
	Read []luminos.Path
	// Begun are the files of which only the beginning was read, by path.
	Begun []luminos.Path
}

// About is the description of a directory by its README.
type About struct {
	Dir      luminos.Path
	Text     string // its summary, or "" if the README does not describe the directory
	Evidence []luminos.Evidence
}

// draft is one document on its way.
type draft struct {
	candidate
	doc    luminos.Document
	status *luminos.StatedStatus // of the README of the whole target
	about  *About                // of any README
	// translated is true if the document is a translation of another.
	translated bool
	text       string
	links      int // of the README of the whole target, to other sites
	terms      counts
}

// Read reads the documents of a scan. A file that cannot be read is a problem of the result, unless it is no text; only
// a cancelled context is an error.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*Result, error) {
	candidates, readme, notRead := choose(scan, "")
	if copied(ctx, src, scan, readme) {
		if others, second, left := choose(scan, readme); readmeRank(second) >= readmeRank(readme)/100*100 {
			candidates, readme, notRead = others, second, left
		}
	}
	r := &Result{NotRead: notRead}
	if over := len(candidates) - documentsRun; over > 0 {
		candidates = candidates[:documentsRun]
		r.NotRead = append(r.NotRead, luminos.NotRead{
			What: "text documents", Files: over,
			Reason: fmt.Sprintf("only the %s most prominent documents are read", words.Count(documentsRun)),
		})
	}
	drafts := make([]draft, len(candidates))
	errs, err := batch.Each(ctx, len(candidates), func(ctx context.Context, i int) (err error) {
		drafts[i], err = read(ctx, src, candidates[i], candidates[i].file.Path == readme)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("cancelled while reading the documents of the target: %w", err)
	}
	done := drafts[:0]
	for i, err := range errs {
		switch p := candidates[i].file.Path; {
		case err == nil:
			r.Read = append(r.Read, p)
			done = append(done, drafts[i])
			if drafts[i].doc.Partial {
				r.Begun = append(r.Begun, p)
			}
		case !errors.Is(err, luminos.ErrNotText): // binary files with names of texts are no problem
			r.Problems = append(r.Problems, batch.Problem(p, err))
		}
	}
	r.Problems = batch.Few(r.Problems)
	slices.SortStableFunc(done, func(a, b draft) int { return cmp.Compare(boolInt(a.translated), boolInt(b.translated)) })
	r.Themes = weigh(done)
	for i := range done[:min(len(done), documentsMax)] {
		r.Documents = append(r.Documents, done[i].doc)
	}
	for i := range r.Documents {
		if r.Documents[i].Path == readme {
			d := r.Documents[i]
			if done[i].about.Text == "" {
				d.Summary, d.Evidence = "", d.Evidence[:min(len(d.Evidence), 1)] // it is no description
			}
			r.Readme, r.Status, r.Links, r.Text = &d, done[i].status, done[i].links, done[i].text
		}
	}
	r.Abouts = abouts(done)
	slices.Sort(r.Read)
	slices.Sort(r.Begun)
	slices.SortFunc(r.NotRead, func(a, b luminos.NotRead) int { return cmp.Compare(a.What, b.What) })
	return r, nil
}

// abouts returns one description for each directory: the one from the README of the directory that
// a reader would open first.
func abouts(drafts []draft) []About {
	var list []About
	seen := map[luminos.Path]bool{}
	for i := range drafts {
		if a := drafts[i].about; a != nil && !seen[a.Dir] {
			seen[a.Dir] = true
			list = append(list, *a)
		}
	}
	return list
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// isReadme reports whether a file is named as the README of its directory.
func isReadme(p luminos.Path) bool {
	stem, _, _ := strings.Cut(strings.ToLower(p.Base()), ".")
	return stem == "readme"
}

// read reads the document c and returns its outline and terms and, of a README, the description of its directory. If
// whole is true, c is the README of the whole target, and the result has the state of the project, too.
func read(ctx context.Context, src luminos.Source, c candidate, whole bool) (draft, error) {
	limit := documentBytes
	if whole {
		limit = readmeBytes
	}
	text, err := src.Text(ctx, c.file.Path, limit)
	if err != nil {
		return draft{}, err
	}
	lines := injection.Without(text.Lines()) // an order is no title, no summary and no term
	blocks := parse(c.format, lines)
	of := nothingElse
	switch {
	case whole:
		of = wholeTarget
	case isReadme(c.file.Path):
		of = directory
	}
	doc, certain := outline(text, blocks, of)
	d := draft{candidate: c, doc: doc, translated: c.named}
	if !isListing(c.format, lines) {
		d.terms = countTerms(blocks)
	}
	if whole {
		d.status = findStatus(text, blocks, doc.Title)
		d.text = text.Content
		d.links = strings.Count(text.Content, "](http") + strings.Count(text.Content, "href=\"http")
	}
	if whole || isReadme(c.file.Path) {
		d.about = &About{Dir: c.file.Path.Dir()}
		if !isReadme(c.file.Path) { // a link at the root has the name
			d.about.Dir = luminos.Root
		}
		if certain {
			d.about.Text, d.about.Evidence = doc.Summary, doc.Evidence[len(doc.Evidence)-1:]
		}
	}
	return d, nil
}
