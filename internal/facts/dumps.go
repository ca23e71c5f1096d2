package facts

import (
	"context"

	"luminos/internal/lazyregexp"
)

// Bounds of the dumps of databases.
const (
	dumpsMost  = 20       // dumps of a target
	dumpBytes  = 4 << 20  // of a text that are read
	triedMost  = 200      // texts that are read, with schemas alone
	triedBytes = 32 << 20 // of them together
)

// tableOfDump matches a statement that makes a table.
var tableOfDump = lazyregexp.Lazy(`(?im)^create\s+table\s+(?:if\s+not\s+exists\s+)?["\x60\[\w]`)

// rowsOfDump matches a statement that fills a table.
var rowsOfDump = lazyregexp.Lazy(`(?im)^(?:insert\s+into|copy)\s+["\x60\[\w]`)

// readDumps reads the tables of the texts in SQL that make tables and fill them. It reads none where most files are
// programs, as a program has no rows on tables.
func readDumps(ctx context.Context, in input, r *readings) (yield, error) {
	var y yield
	if c := countContents(in.scan); c.programs*2 > c.total && c.code >= largeCode {
		return y, nil
	}
	tried, size := 0, int64(0)
	for i := range in.scan.Files {
		f := &in.scan.Files[i]
		if f.Path.Ext() != ".sql" || !f.Regular() || f.Vendored || size+min(f.Size, dumpBytes) > triedBytes {
			continue
		}
		if len(r.dumps) == dumpsMost || tried == triedMost {
			break
		}
		tried, size = tried+1, size+min(f.Size, dumpBytes)
		text, err := in.src.Text(ctx, f.Path, dumpBytes)
		if ctx.Err() != nil {
			return y, context.Cause(ctx)
		}
		if err != nil {
			y.problem(f.Path, "%s", err)
			continue
		}
		if n := len(tableOfDump().FindAllStringIndex(text.Content, -1)); n > 0 && rowsOfDump().MatchString(text.Content) {
			r.dumps = append(r.dumps, n)
			y.read = append(y.read, f.Path)
		}
	}
	return y, nil
}
