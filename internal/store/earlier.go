package store

import (
	"io/fs"
	"path"
	"slices"

	"luminos"
)

// earlierMost is the maximal number of stored reports that [Latest] reads to find two of one engine.
const earlierMost = 20

// Latest returns the two latest reports on a target by one engine, the newest first: the engine of the newest report.
// The list is shorter if there are fewer. Reports that cannot be read are left out.
func Latest(c *Cache, target string) ([]*luminos.Report, error) {
	v, err := c.investigations()
	if err != nil {
		return nil, err
	}
	var files []StoredReport
	for _, id := range v.Targets[target] {
		if isID(id) {
			files = append(files, reportFiles(c, id)...)
		}
	}
	slices.SortStableFunc(files, func(a, b StoredReport) int { return b.Written.Compare(a.Written) })
	var latest []*luminos.Report
	for _, f := range files[:min(len(files), earlierMost)] {
		r, err := c.ReadReport(f)
		if err != nil || len(latest) > 0 && r.Target.Engine != latest[0].Target.Engine {
			continue
		}
		if len(latest) > 0 && r.Run.StartedAt.Equal(latest[0].Run.StartedAt) {
			continue // the same report under another name
		}
		if latest = append(latest, r); len(latest) == 2 {
			break
		}
	}
	return latest, nil
}

// reportFiles returns the files of an investigation that hold reports, the earlier ones too. Files that are links to
// one another have equal times.
func reportFiles(c *Cache, id string) []StoredReport {
	var list []StoredReport
	add := func(name string) {
		info, err := c.root.Lstat(name)
		if err != nil || !info.Mode().IsRegular() {
			return
		}
		same := func(s StoredReport) bool { return s.Written.Equal(info.ModTime()) }
		if !slices.ContainsFunc(list, same) {
			list = append(list, StoredReport{ID: id, Written: info.ModTime(), file: name})
		}
	}
	add(path.Join(id, reportFile))
	for _, engine := range engines {
		add(path.Join(id, engineFile(engine)))
	}
	entries, err := fs.ReadDir(c.root.FS(), path.Join(id, reportsDir))
	if err != nil {
		return list
	}
	for _, e := range entries {
		add(path.Join(id, reportsDir, e.Name()))
	}
	return list
}
