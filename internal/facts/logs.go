package facts

import (
	"context"

	"luminos"
	"luminos/internal/facts/logs"
)

func readLogs(ctx context.Context, in input, r *readings) (yield, error) {
	res, err := logs.Read(ctx, in.src, in.scan)
	if err != nil {
		return yield{}, err
	}
	r.facts.Logs = res.Logs
	return yield{problems: res.Problems, read: res.Read}, nil
}

// addLogRows adds the rows about logs, and about the machine if the target is a part of its file system. Logs say
// little about a program, so they have no rows there.
func addLogRows(f *luminos.Facts) {
	if f.Logs == nil {
		return
	}
	if f.Sort != luminos.SortSystem {
		f.Logs.Machine = nil
	}
	if f.Logs.Machine == nil && len(f.Logs.Files) == 0 {
		f.Logs = nil
		return
	}
	if f.MainLanguage != "" || f.Kind == examples {
		return
	}
	if rows := logs.Rows(f.Logs); len(rows) > 0 {
		if f.Inside == nil {
			f.Inside = &luminos.Inside{Files: []luminos.FileInside{}}
		}
		f.Inside.Rows = append(f.Inside.Rows, rows...)
	}
}
