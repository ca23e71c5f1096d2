package facts

import (
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/inside"
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
	r.facts.Checked, r.cut = res.Checked, res.Cut
	return yield{problems: res.Problems, read: res.Read}, nil
}

// addRows adds the statements about papers, vaults and files that belong together to the ones about the content of
// files.
func (r *readings) addRows() {
	f := &r.facts
	rows := slices.Concat(paper.Rows(f.Papers, f.Inside), integrity.Rows(f.Checked, f.Inside), r.cardRow())
	notes := vault.Rows(f.Vaults)
	if len(rows)+len(notes)+len(r.cut) == 0 {
		return
	}
	if f.Inside == nil {
		f.Inside = &luminos.Inside{Rows: []luminos.InsideRow{}, Files: []luminos.FileInside{}}
	}
	inside.AddDamaged(f.Inside, r.cut)
	f.Inside.Rows = slices.Concat(rows, f.Inside.Rows, notes)
}

// withholdAbstract makes the row with the abstract of a text private if the text is not published.
func withholdAbstract(f *luminos.Facts) {
	for i := 0; f.Inside != nil && len(f.Papers) > 0 && i < len(f.Inside.Rows); i++ {
		if r := &f.Inside.Rows[i]; r.Label == "Abstract" {
			r.Private = f.SharedPapers()[0].Abstract == ""
		}
	}
}

// addTableRows adds the statements about tables before the others. Texts with records say little about a program, so
// they have no rows there. dumps are the numbers of tables in texts in SQL.
func addTableRows(f *luminos.Facts, dumps []int) {
	sets := f.Datasets
	if f.MainLanguage != "" {
		sets, dumps = nil, nil
	}
	rows := tables.Rows(sets, f.Inside, dumps)
	if len(rows) == 0 {
		return
	}
	rows = append(rows, dataPackages(f)...)
	if f.Inside == nil {
		f.Inside = &luminos.Inside{Files: []luminos.FileInside{}}
	}
	f.Inside.Rows = append(rows, f.Inside.Rows...)
}

// Bounds of the row on data packages.
const (
	packagesShown = 6
	aboutPackage  = 40 // characters of a subject
)

// dataPackages returns the row on the data packages below the target: their subjects, and the licences that they
// state unless the whole target has one: "airports/ “Airport codes” PDDL-1.0 · maps/ CC-BY-4.0".
func dataPackages(f *luminos.Facts) []luminos.InsideRow {
	row := luminos.InsideRow{Label: "Package"}
	var parts []string
	for i := range f.Manifests {
		m := &f.Manifests[i]
		if f.Sort == luminos.SortProjects { // the table of projects names them
			break
		}
		if m.Ecosystem != "datapackage" || m.Path.Dir() == luminos.Root && (f.License != "" || m.License == "") {
			continue
		}
		text := words.Name(string(m.Path.Dir()) + "/")
		if m.Description != "" {
			text += " " + words.Quote(words.Shorten(m.Description, aboutPackage))
		}
		if f.License == "" && m.License != "" {
			text += " " + m.License
		}
		parts, row.Files = append(parts, text), append(row.Files, m.Path)
	}
	if row.Text = strings.Join(parts[:min(len(parts), packagesShown)], " · "); row.Text == "" {
		return nil
	}
	return []luminos.InsideRow{row}
}
