package facts

import (
	"context"
	"slices"

	"luminos"
	"luminos/internal/facts/integrity"
	"luminos/internal/facts/paper"
	"luminos/internal/facts/tables"
	"luminos/internal/facts/vault"
)

func readPapers(ctx context.Context, in input, r *readings) (yield, error) {
	res, err := paper.Read(ctx, in.src, in.scan)
	if err != nil {
		return yield{}, err
	}
	r.facts.Papers = res.Papers
	return yield{problems: res.Problems, read: res.Read}, nil
}

func readVaults(ctx context.Context, in input, r *readings) (yield, error) {
	res, err := vault.Read(ctx, in.src, in.scan)
	if err != nil {
		return yield{}, err
	}
	r.facts.Vaults = res.Vaults
	return yield{problems: res.Problems, read: res.Read}, nil
}

func readIntegrity(ctx context.Context, in input, r *readings) (yield, error) {
	res, err := integrity.Read(ctx, in.src, in.scan)
	if err != nil {
		return yield{}, err
	}
	r.facts.Checked = res.Checked
	return yield{problems: res.Problems, read: res.Read}, nil
}

// addRows adds the statements about papers, vaults and files that belong together to the ones about the content of
// files.
func (r *readings) addRows() {
	f := &r.facts
	rows := slices.Concat(paper.Rows(f.Papers, f.Inside), integrity.Rows(f.Checked, f.Inside), r.cardRow())
	notes := vault.Rows(f.Vaults)
	if len(rows)+len(notes) == 0 {
		return
	}
	if f.Inside == nil {
		f.Inside = &luminos.Inside{Rows: []luminos.InsideRow{}, Files: []luminos.FileInside{}}
	}
	f.Inside.Rows = slices.Concat(rows, f.Inside.Rows, notes)
}

// addTableRows adds the statements about tables before the others. Texts with records say little about a program, so
// they have no rows there.
func addTableRows(f *luminos.Facts) {
	sets := f.Datasets
	if f.MainLanguage != "" {
		sets = nil
	}
	rows := tables.Rows(sets, f.Inside)
	if len(rows) == 0 {
		return
	}
	if f.Inside == nil {
		f.Inside = &luminos.Inside{Files: []luminos.FileInside{}}
	}
	f.Inside.Rows = append(rows, f.Inside.Rows...)
}
