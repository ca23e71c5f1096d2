package render

import (
	"slices"

	"luminos"
)

// onlyMember returns a dossier about the only project of the target, with its paths below the target, if all files lie
// in that project: an unpacked package is often in a directory "package". It returns nil for other targets.
func onlyMember(d *dossier) *dossier {
	if d.facts.Sort != luminos.SortProjects || len(d.facts.Members) != 1 {
		return nil
	}
	m := &d.facts.Members[0]
	if m.Report == nil || m.Files != d.scan.SurveySignals.Files {
		return nil
	}
	f := *d.facts
	f.Sort, f.Kind, f.MainLanguage, f.License = m.Sort, m.Kind, m.Language, m.License
	f.Commands, f.EntryPoints = slices.Clone(m.Report.Commands), slices.Clone(m.Report.EntryPoints)
	if !slices.ContainsFunc(f.Commands, func(c luminos.Command) bool { return c.Purpose != "install" }) {
		f.Commands = nil // with nothing to run, it installs the project into another one
	}
	f.Vouched = true // a package is made to be published as a whole
	f.Datasets = nil // which of them are the same data in other forms is not known
	for i := range f.Commands {
		c := &f.Commands[i]
		c.Dir, c.Evidence = m.Path.Join(string(c.Dir)), below(c.Evidence, m.Path)
	}
	for i := range f.EntryPoints {
		e := &f.EntryPoints[i]
		e.Path, e.Evidence = m.Path.Join(string(e.Path)), below(e.Evidence, m.Path)
	}
	r := *d.report
	r.Facts, r.Flags = &f, slices.Clone(r.Flags)
	for _, flag := range m.Report.Flags {
		flag.Path = m.Path.Join(string(flag.Path))
		same := func(o luminos.Flag) bool { return o.Rule == flag.Rule && o.Path == flag.Path }
		if !slices.ContainsFunc(d.report.Flags, same) {
			r.Flags = append(r.Flags, flag)
		}
	}
	only := *d
	only.report, only.facts = &r, &f
	return &only
}

// below returns evidence with its paths in the directory dir.
func below(list []luminos.Evidence, dir luminos.Path) []luminos.Evidence {
	list = slices.Clone(list)
	for i := range list {
		list[i].Path = dir.Join(string(list[i].Path))
	}
	return list
}
