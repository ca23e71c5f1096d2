package evidence

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"luminos"
)

// verdict returns the verdict on the evidence e and, unless it is supported, the reason.
func verdict(ctx context.Context, r *pathReader, e *luminos.Evidence) (luminos.Verdict, string) {
	err := check(ctx, r, e)
	if err == nil {
		return luminos.Supported, ""
	}
	f := classify(err)
	return f.verdict, f.reason
}

// classify returns err as a failure with a verdict and a reason. The reason contains neither the path, which readers
// know, nor the text of an unknown error, which can be unsafe to print.
func classify(err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &failure{luminos.Missing, "it is not there any more"}
	case errors.Is(err, fs.ErrPermission):
		return &failure{luminos.Unverifiable, "there is no permission to read it"}
	case errors.Is(err, luminos.ErrNotText):
		return &failure{luminos.Changed, "it is not a text file"}
	case errors.Is(err, luminos.ErrNotRegular):
		return &failure{luminos.Changed, "it is not a regular file"}
	}
	return &failure{luminos.Unverifiable, "it could not be read"}
}

// check returns nil if everything that the evidence e states holds. Evidence without lines, quote, digest and measure
// states only that the path exists.
func check(ctx context.Context, r *pathReader, e *luminos.Evidence) error {
	node, err := r.stat(ctx)
	if err != nil {
		return err
	}
	if e.Measure != "" {
		if err := checkMeasure(ctx, r, e); err != nil {
			return err
		}
	}
	if e.Lines == nil && e.Quote == "" && e.SHA256 == "" {
		return nil
	}
	if node.Kind != luminos.KindFile {
		return unverifiable("it is a %s, whose content is not read", node.Kind)
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
		return changed("its content is another")
	}
	return nil
}

// checkLines returns an error unless the file has the lines of e, they contain the quote of e, and they have the digest
// of e.
func checkLines(ctx context.Context, r *pathReader, e *luminos.Evidence) error {
	if e.Lines.First < 1 || e.Lines.Last < e.Lines.First {
		return unverifiable("%d to %d is no range of lines", e.Lines.First, e.Lines.Last)
	}
	t, err := r.text(ctx)
	if err != nil {
		return err
	}
	if n := len(t.lines); e.Lines.Last > n {
		if t.cut {
			return unverifiable("the lines lie beyond the first %d MiB", textLimit>>20)
		}
		return missing("it has %d lines", n)
	}
	cited := t.cite(*e.Lines)
	if e.Quote != "" && !strings.Contains(cited.folded, luminos.Fold(e.Quote)) {
		return changed("the quote is not in these lines")
	}
	if e.SHA256 == "" || e.SHA256 == cited.digest {
		return nil
	}
	if t.cut && t.unended && e.Lines.Last == len(t.lines) {
		return unverifiable("the line goes on beyond the first %d MiB", textLimit>>20)
	}
	return changed("these lines say something else")
}

// checkQuote returns an error unless the text of the file contains the quote. Differences in white space are ignored.
func checkQuote(ctx context.Context, r *pathReader, quote string) error {
	t, err := r.text(ctx)
	if err != nil {
		return err
	}
	if len(t.lines) > 0 && strings.Contains(t.cite(luminos.LineRange{First: 1, Last: len(t.lines)}).folded, luminos.Fold(quote)) {
		return nil
	}
	if t.cut {
		return unverifiable("the quote is not in the first %d MiB", textLimit>>20)
	}
	return changed("the quote is not in it")
}
