package evidence

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"luminos"
)

// judge checks one piece of evidence.
func judge(ctx context.Context, pl *place, e *luminos.Evidence) (luminos.Verdict, string) {
	err := examine(ctx, pl, e)
	if err == nil {
		return luminos.Supported, ""
	}
	f := explain(err)
	return f.verdict, f.reason
}

// explain makes a finding of any error. The path is known to the reader, and
// texts of errors can hold what must not reach a terminal: neither is repeated.
func explain(err error) *finding {
	if f, ok := errors.AsType[*finding](err); ok {
		return f
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &finding{luminos.Missing, "it is not there any more"}
	case errors.Is(err, fs.ErrPermission):
		return &finding{luminos.Unverifiable, "there is no permission to read it"}
	case errors.Is(err, luminos.ErrNotText):
		return &finding{luminos.Changed, "it is not a text file"}
	case errors.Is(err, luminos.ErrNotRegular):
		return &finding{luminos.Changed, "it is not a regular file"}
	}
	return &finding{luminos.Unverifiable, "it could not be read"}
}

// examine returns nil when everything that the evidence says holds. Evidence
// that names nothing but a path says that something is there.
func examine(ctx context.Context, pl *place, e *luminos.Evidence) error {
	node, err := pl.stat(ctx)
	if err != nil {
		return err
	}
	if e.Measure != "" {
		if err := remeasure(ctx, pl, e); err != nil {
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
		return examineLines(ctx, pl, e)
	case e.Quote != "":
		if err := examineWhole(ctx, pl, e.Quote); err != nil {
			return err
		}
	}
	if e.SHA256 == "" {
		return nil
	}
	sum, err := pl.digest(ctx, node.Size)
	if err != nil {
		return err
	}
	if sum != e.SHA256 {
		return changed("its content is another")
	}
	return nil
}

// examineLines checks the cited lines of a text.
func examineLines(ctx context.Context, pl *place, e *luminos.Evidence) error {
	if e.Lines.First < 1 || e.Lines.Last < e.Lines.First {
		return unverifiable("%d to %d is no range of lines", e.Lines.First, e.Lines.Last)
	}
	t, err := pl.text(ctx)
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

// examineWhole looks for a quote anywhere in a text.
func examineWhole(ctx context.Context, pl *place, quote string) error {
	t, err := pl.text(ctx)
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
