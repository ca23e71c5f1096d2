package facts

import (
	"context"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/integrity"
	"luminos/internal/facts/paper"
	"luminos/internal/facts/tables"
	"luminos/internal/facts/vault"
	"luminos/internal/words"
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
	rows = append(rows, licencesOfData(f)...)
	if f.Inside == nil {
		f.Inside = &luminos.Inside{Files: []luminos.FileInside{}}
	}
	f.Inside.Rows = append(rows, f.Inside.Rows...)
}

// licencesOfData returns the row on the licences that data packages below the target state, or nothing if the whole
// target has one: "PDDL-1.0 in airports/ and population/ · CC-BY-4.0 in maps/".
func licencesOfData(f *luminos.Facts) []luminos.InsideRow {
	by := map[string][]string{}
	row := luminos.InsideRow{Label: "Licence"}
	for i := range f.Manifests {
		if m := &f.Manifests[i]; f.License == "" && m.Ecosystem == "datapackage" && m.License != "" {
			by[m.License] = append(by[m.License], words.Name(string(m.Path.Dir())+"/"))
			row.Files = append(row.Files, m.Path)
		}
	}
	var parts []string
	for _, license := range slices.Sorted(maps.Keys(by)) {
		parts = append(parts, license+" in "+words.Some(by[license], 3))
	}
	if row.Text = strings.Join(parts, " · "); row.Text == "" {
		return nil
	}
	return []luminos.InsideRow{row}
}
