package evidence

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"luminos"
)

// asFailure returns the error of a check as a verdict with a reason. The reason contains neither the path, which readers
// know, nor the text of an unknown error, which can be unsafe to print.
func asFailure(err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	if why, ok := errors.AsType[luminos.NotMeasured](err); ok {
		return &failure{verdict: luminos.Unverifiable, reason: string(why)}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &failure{verdict: luminos.Missing, reason: "the file or directory is not there any more"}
	case errors.Is(err, fs.ErrPermission):
		return &failure{verdict: luminos.Unverifiable, reason: "permission to read the file or directory is denied"}
	case errors.Is(err, luminos.ErrNotText):
		return &failure{verdict: luminos.Changed, reason: "the file is not a text file"}
	case errors.Is(err, luminos.ErrNotRegular):
		return &failure{verdict: luminos.Changed, reason: "the path is not a regular file"}
	}
	return &failure{verdict: luminos.Unverifiable, reason: "the file or directory could not be read"}
}

// check returns nil if everything that the evidence e states holds. Evidence without lines, quote, digest and measure
// states only that the path exists.
func check(ctx context.Context, r *pathReader, e *luminos.Evidence) error {
	node, err := r.stat(ctx)
	if err != nil {
		return err
	}
	if e.Measure != "" {
		if err := checkMeasure(ctx, r, node, e); err != nil {
			return err
		}
	}
	if e.Lines == nil && e.Quote == "" && e.SHA256 == "" {
		return nil
	}
	return otherReader(ctx, r, e, checkText(ctx, r, node, e))
}

// otherReader returns the error of a check. If the text that the evidence cites was made by another reader than the
// present text, or by another version of the reader, a difference says nothing about the file.
func otherReader(ctx context.Context, r *pathReader, e *luminos.Evidence, err error) error {
	if err == nil || e.Reader == "" || ctx.Err() != nil {
		return err
	}
	now := "no reader"
	if t, failed := r.text(ctx); failed == nil && t.From != nil {
		now = t.From.Reader
	}
	if verdict := asFailure(err).verdict; now == e.Reader || verdict == luminos.Unverifiable {
		return err
	}
	return unverifiable("the cited text was made by the reader %s, and the present one by %s", e.Reader, now)
}

// checkText checks the lines, the quote and the digest of the evidence e of the path with the description node.
func checkText(ctx context.Context, r *pathReader, node luminos.Node, e *luminos.Evidence) error {
	if node.Kind != luminos.KindFile {
		return unverifiable("the path is a %s, and only files have lines, quotes and digests", node.Kind)
	}
	switch {
	case e.Lines != nil:
		return checkLines(ctx, r, e)
	case e.Quote != "":
		if err := checkQuote(ctx, r, e.Quote); err != nil {
			return err
		}
	}
	if e.SHA256 == "" {
		return nil
	}
	sum, err := r.digest(ctx, node.Size)
	if err != nil {
		return err
	}
	if sum != e.SHA256 {
		return changed("the file has another content")
	}
	return nil
}

// checkLines returns an error unless the file has the lines of e, and the lines have the quote and the digest of e, as
// far as e has them.
func checkLines(ctx context.Context, r *pathReader, e *luminos.Evidence) error {
	if e.Lines.First < 1 || e.Lines.Last < e.Lines.First {
		return unverifiable("%d to %d is no range of lines", e.Lines.First, e.Lines.Last)
	}
	t, err := r.text(ctx)
	if err != nil {
		return err
	}
	if n := len(t.lines); e.Lines.Last > n {
		if t.Cut {
			return unverifiable("the lines lie beyond the first %d MiB of the file, and the rest is not checked", textLimit>>20)
		}
		return missing("the file has only %d lines", n)
	}
	cited := t.cite(*e.Lines)
	if e.Quote != "" && !strings.Contains(cited.folded, luminos.Fold(e.Quote)) {
		return changed("the quote is not in the cited lines")
	}
	if e.SHA256 == "" || e.SHA256 == cited.digest {
		return nil
	}
	if t.Cut && !strings.HasSuffix(t.Content, "\n") && e.Lines.Last == len(t.lines) {
		return unverifiable("the last cited line continues beyond the first %d MiB of the file, and the rest is not checked", textLimit>>20)
	}
	return changed("the cited lines have another text")
}

// checkQuote returns an error unless the text of the file contains the quote. Differences in white space are ignored.
func checkQuote(ctx context.Context, r *pathReader, quote string) error {
	t, err := r.text(ctx)
	if err != nil {
		return err
	}
	if strings.Contains(t.cite(luminos.LineRange{First: 1, Last: len(t.lines)}).folded, luminos.Fold(quote)) {
		return nil
	}
	if t.Cut {
		return unverifiable("the quote is not in the first %d MiB of the file, and the rest is not checked", textLimit>>20)
	}
	return changed("the quote is not in the file")
}
