// Package vault reads directories of notes in Markdown that link to each other: links, targets that do not exist,
// tags.
package vault

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/content"
	"luminos/internal/daterange"
	"luminos/internal/pathrole"
)

// Bounds of one run.
const (
	notesMost  = 20_000 // a large vault has a few thousand
	noteMost   = 1 << 20
	bytesMost  = 128 << 20
	vaultsMost = 20
	// linkedLeast is the number of files with links that make a directory without settings of Obsidian a vault.
	linkedLeast = 10
	settings    = ".obsidian"
)

// Result holds the vaults of a scan by path, and the files and problems that were met.
type Result struct {
	Vaults   []luminos.Vault
	Read     []luminos.Path
	Problems []luminos.Problem
}

// Read reads the notes of a scan. A file that cannot be read is a problem in the result. Read returns an error
// only if ctx is cancelled.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*Result, error) {
	r := &Result{}
	notes, cut := choose(scan)
	roots := rootsOf(scan)
	if len(notes) < linkedLeast && len(roots) == 0 {
		return r, nil
	}
	pages := make([]page, len(notes))
	errs, err := batch.Each(ctx, len(notes), func(ctx context.Context, i int) error {
		text, err := src.Text(ctx, notes[i], noteMost)
		if err == nil {
			pages[i] = parse(text.Content)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("cancelled while reading notes: %w", err)
	}
	linked := 0
	for i, p := range notes {
		pages[i].path = p
		if errs[i] != nil {
			r.Problems = append(r.Problems, batch.Problem(p, errs[i]))
		} else {
			r.Read = append(r.Read, p)
		}
		if pages[i].wiki && !pathrole.Under(p, luminos.DirTests, luminos.DirFixtures) {
			linked++
		}
	}
	r.Problems = batch.Few(r.Problems)
	if len(roots) == 0 {
		if linked < linkedLeast || linked*5 < len(notes) { // texts that show links as examples are no vault
			r.Read = nil
			return r, nil
		}
		roots = []luminos.Path{common(pages)}
	}
	for _, root := range roots[:min(len(roots), vaultsMost)] {
		v := sumUp(root, roots, pages, scan)
		if v.Notes > 0 {
			v.Cut = cut
			r.Vaults = append(r.Vaults, v)
		}
	}
	return r, nil
}

// choose returns the files of Markdown that can be notes, and reports whether some are left out.
func choose(scan *luminos.Scan) (notes []luminos.Path, cut bool) {
	total := int64(0)
	for i := range scan.Files {
		f := &scan.Files[i]
		ext := f.Path.Ext()
		if ext != ".md" && ext != ".markdown" || !f.Regular() || f.Vendored || hidden(f.Path) ||
			!f.Text && f.Size > 0 || f.MIME == content.LFSPointer {
			continue
		}
		if total += min(f.Size, noteMost); len(notes) >= notesMost || total > bytesMost {
			return notes, true
		}
		notes = append(notes, f.Path)
	}
	slices.Sort(notes)
	return notes, false
}

// rootsOf returns the directories with settings of Obsidian, sorted.
func rootsOf(scan *luminos.Scan) []luminos.Path {
	var roots []luminos.Path
	for i := range scan.Dirs {
		if p := scan.Dirs[i].Path; p.Base() == settings {
			roots = append(roots, p.Dir())
		}
	}
	for _, r := range scan.Ignored.Roots {
		if r.Path.Base() == settings {
			roots = append(roots, r.Path.Dir())
		}
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}

// hidden reports whether the name of a file, or of a directory above, begins with a dot.
func hidden(p luminos.Path) bool { return p[0] == '.' || strings.Contains(string(p), "/.") }

// common returns the nearest directory above all notes with links.
func common(pages []page) luminos.Path {
	var dir luminos.Path
	for i := range pages {
		if !pages[i].wiki {
			continue
		}
		if at := pages[i].path.Dir(); dir == "" {
			dir = at
		} else {
			dir = dir.Common(at)
		}
	}
	return cmp.Or(dir, luminos.Root)
}

// in reports whether a file belongs to the vault at root, and not to one below.
func in(p, root luminos.Path, roots []luminos.Path) bool {
	if !p.Within(root) {
		return false
	}
	return !slices.ContainsFunc(roots, func(other luminos.Path) bool {
		return other != root && other.Within(root) && p.Within(other)
	})
}

// sumUp returns the vault at root.
func sumUp(root luminos.Path, roots []luminos.Path, pages []page, scan *luminos.Scan) luminos.Vault {
	v := luminos.Vault{Path: root}
	names := newNames(root)
	for i := range scan.Files {
		p := scan.Files[i].Path
		if !in(p, root, roots) || hidden(p.Below(root)) {
			continue
		}
		names.add(p)
		switch p.Ext() {
		case ".md", ".markdown", ".base", ".canvas":
		default:
			v.Attachments++
		}
	}
	missing, tags := map[string]bool{}, map[string]bool{}
	linked := map[luminos.Path]bool{} // notes with a link to or from another note
	var own []*page
	for i := range pages {
		n := &pages[i]
		if !in(n.path, root, roots) {
			continue
		}
		own = append(own, n)
		v.Links += len(n.links)
		for _, t := range n.tags {
			tags[t] = true
		}
		for _, l := range n.links {
			to, ok := names.find(n.path, l.target)
			switch {
			case !ok:
				missing[strings.ToLower(l.target)] = true
				if v.MissingLinks++; len(v.MissingAt) < 3 {
					v.MissingAt = append(v.MissingAt, luminos.Spot{Path: n.path, Line: l.line})
				}
			case to != n.path:
				linked[n.path], linked[to] = true, true
			}
		}
	}
	v.Notes, v.Missing, v.Tags = len(own), len(missing), len(tags)
	sortOut(&v, own, linked)
	return v
}

// sortOut counts the notes of a vault that are templates, daily notes or orphans.
func sortOut(v *luminos.Vault, own []*page, linked map[luminos.Path]bool) {
	var days daterange.Span
	for _, n := range own {
		stem := strings.TrimSuffix(n.path.Base(), n.path.Ext())
		switch day, ok := daterange.InName(stem); {
		case isTemplate(n.path.Below(v.Path)):
			v.Templates++
		case ok && len(stem) <= len("2006-01-02 Mon"):
			v.Daily++
			days.Add(day)
		case !linked[n.path]:
			v.Orphans++
		}
	}
	v.Period = days.Period("names of notes")
}

// isTemplate reports whether a note lies in a directory of templates.
func isTemplate(p luminos.Path) bool {
	for dir := p.Dir(); dir != luminos.Root; dir = dir.Dir() {
		name := strings.Trim(strings.ToLower(dir.Base()), "_- .0123456789")
		if name == "templates" || name == "template" || strings.HasSuffix(name, " templates") {
			return true
		}
	}
	return false
}
