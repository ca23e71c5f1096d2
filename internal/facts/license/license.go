// Package license determines the licence of a target: from licence texts,
// declarations in manifests and statements in READMEs, in this order of weight,
// with evidence.
package license

import (
	"context"

	"luminos"
)

// Declared is the licence field of a manifest, as written there.
type Declared struct {
	Path     luminos.Path
	License  string
	Evidence []luminos.Evidence
	Role     luminos.ManifestRole // as in [luminos.Manifest]
}

// Result is the licence of a target.
type Result struct {
	// License is an SPDX expression, or the licence's own name where SPDX has
	// none; "" when none was found.
	License  string
	Evidence []luminos.Evidence
	// Terms is a place that speaks of terms without a known licence, if License is "".
	Terms []luminos.Evidence
	// Files are licence files of the target by path, nested ones too, at most 300.
	Files    []luminos.LicenseFile
	Problems []luminos.Problem
}

const (
	// textLimit is more than the longest licence text in use.
	textLimit = 256 << 10
	// nestedLimit is for files that do not decide; the longest common text has 35 KB.
	nestedLimit = 64 << 10
	// maxFiles bounds how many licence files are read, maxListed how many are listed.
	maxFiles  = 2000
	maxListed = 300
	// maxEvidence bounds how many places back the one answer.
	maxEvidence = 6
)

// Read returns the licence of a target. Unreadable licence files and contradictions are problems in the result. The
// error is not nil only if ctx is cancelled.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan, declared []Declared) (*Result, error) {
	r := &Result{}
	files, err := r.readFiles(ctx, src, scan)
	if err != nil {
		return nil, err
	}
	d := decision{ctx: ctx, src: src, scan: scan, result: r}
	d.decide(files, declared)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(r.Evidence) > maxEvidence {
		r.Evidence = r.Evidence[:maxEvidence]
	}
	return r, nil
}
