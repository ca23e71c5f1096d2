package history

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"luminos"
)

// Minimums and maximums of the statistics over files.
const (
	minPeople  = 3  // active in the last year, for naming authors of parts
	minTouches = 10 // commits to a part, for naming its authors
	minJoint   = 5  // commits that change both files of a pair
	pairFiles  = 30 // a commit that changes more files makes no pairs
	maxFiles   = 200
	maxPairs   = 100
	maxParts   = 50
	maxAuthors = 3
	maxDirs    = 1000
)

// changes compares the newest commits with their parents and returns statistics over the files that they changed.
// Objects that are missing, or more than the bounds permit, are a reason in the result. An error means that ctx ended.
func changes(ctx context.Context, o *objects, log []commit, people *people) (*luminos.FileChanges, error) {
	c := &counter{
		objects: o, people: people, trees: map[plumbing.Hash]plumbing.Hash{},
		files: map[string]int{}, pairs: map[[2]string]int{}, parts: map[string]*count{},
		days: map[luminos.Path]string{}, settings: map[luminos.Path]string{},
	}
	c.result = noChanges("")
	for i := range log {
		c.trees[log[i].hash] = log[i].tree
	}
	for i := range log {
		if c.result.Commits == maxChanges {
			break
		}
		if err := c.commit(ctx, &log[i]); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			none := noChanges(reason(err))
			return &none, nil
		}
	}
	active, _ := activity(log, people)
	return c.finish(active.People >= minPeople), nil
}

// noChanges returns statistics over no commits. Its lists are empty and not nil.
func noChanges(why string) luminos.FileChanges {
	return luminos.FileChanges{
		NotRead: why, MassFiles: massFiles,
		Files: []luminos.ChangedFile{}, Pairs: []luminos.ChangedPair{}, Parts: []luminos.KnownPart{},
		Directories: []luminos.ChangedDir{},
	}
}

// counter counts the commits that changed files.
type counter struct {
	*objects
	people   *people
	trees    map[plumbing.Hash]plumbing.Hash // by commit
	files    map[string]int
	pairs    map[[2]string]int
	parts    map[string]*count
	days     map[luminos.Path]string // of the newest commit that changed a file in or below a directory
	settings map[luminos.Path]string // the same of hidden files at the root
	result   luminos.FileChanges
}

// errMass stops the comparison of a commit that changed too many files.
var errMass = errors.New("the commit changed too many files")

// commit compares a commit with its parent and counts its files. Commits without a parent that can be read are left
// out.
func (c *counter) commit(ctx context.Context, one *commit) error {
	if len(one.parents) > 1 {
		c.result.Merges++
	}
	if len(one.parents) != 1 {
		return nil
	}
	before, ok := c.trees[one.parents[0]]
	if !ok {
		data, err := c.get(ctx, one.parents[0], plumbing.CommitObject)
		if err == errMissing {
			return nil // the end of a shallow copy
		}
		if err != nil {
			return err
		}
		parent, err := parseCommit(one.parents[0], data)
		if err != nil {
			return err
		}
		before = parent.tree
	}
	var changed []string
	err := c.compare(ctx, before, one.tree, "", &changed)
	if err == errMass {
		c.result.Mass++
		return nil
	}
	if err != nil {
		return err
	}
	c.result.Commits++
	c.result.Since = one.day()
	c.add(changed, c.people.of(one))
	c.date(changed, one.day())
	return nil
}

// date records the day of a commit for the directories of the files that it changed, and for hidden files at the root,
// unless a newer commit changed them.
func (c *counter) date(changed []string, day string) {
	for _, name := range changed {
		if p := luminos.PathFromOS(name); atRootHidden(p) && c.settings[p] == "" {
			c.settings[p] = day
		}
		for p := luminos.PathFromOS(name); p != luminos.Root; {
			if p = p.Dir(); c.days[p] != "" {
				break // so have the directories above it
			}
			c.days[p] = day
		}
	}
}

// atRootHidden reports whether p is a hidden file at the root.
func atRootHidden(p luminos.Path) bool { return strings.HasPrefix(string(p), ".") && p.Depth() == 1 }

// add counts a commit that changed some files, by the person who.
func (c *counter) add(changed []string, who int) {
	slices.Sort(changed)
	parts := map[string]bool{}
	for i, p := range changed {
		c.files[p]++
		if first, rest, ok := strings.Cut(p, "/"); ok {
			parts[first] = true
			if second, _, ok := strings.Cut(rest, "/"); ok {
				parts[first+"/"+second] = true
			}
		}
		if len(changed) <= pairFiles {
			for _, other := range changed[i+1:] {
				c.pairs[[2]string{p, other}]++
			}
		}
	}
	if c.people.bot(who) {
		return
	}
	for part := range parts {
		if c.parts[part] == nil {
			c.parts[part] = newCount()
		}
		c.parts[part].add(who)
	}
}

// finish returns the statistics, with the people who know the parts if that is wanted.
func (c *counter) finish(known bool) *luminos.FileChanges {
	r := &c.result
	for p, n := range c.files {
		r.Files = append(r.Files, luminos.ChangedFile{Path: luminos.PathFromOS(p), Commits: n})
	}
	slices.SortFunc(r.Files, func(a, b luminos.ChangedFile) int {
		return cmp.Or(-cmp.Compare(a.Commits, b.Commits), cmp.Compare(a.Path, b.Path))
	})
	r.Files = r.Files[:min(len(r.Files), maxFiles)]
	for p, n := range c.pairs {
		if most := max(c.files[p[0]], c.files[p[1]]); n >= minJoint && n*2 >= most {
			r.Pairs = append(r.Pairs, luminos.ChangedPair{
				A: luminos.PathFromOS(p[0]), B: luminos.PathFromOS(p[1]), Commits: n, OfA: c.files[p[0]], OfB: c.files[p[1]],
			})
		}
	}
	slices.SortFunc(r.Pairs, func(a, b luminos.ChangedPair) int {
		return cmp.Or(-cmp.Compare(a.Commits, b.Commits), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
	r.Pairs = r.Pairs[:min(len(r.Pairs), maxPairs)]
	if known {
		c.finishParts()
	}
	for p, day := range c.days {
		r.Directories = append(r.Directories, luminos.ChangedDir{Path: p, Day: day})
	}
	byPath := func(a, b luminos.ChangedDir) int { return cmp.Compare(a.Path, b.Path) }
	slices.SortFunc(r.Directories, func(a, b luminos.ChangedDir) int {
		return cmp.Or(cmp.Compare(a.Path.Depth(), b.Path.Depth()), byPath(a, b))
	})
	r.Directories = r.Directories[:min(len(r.Directories), maxDirs)]
	slices.SortFunc(r.Directories, byPath)
	for p, day := range c.settings {
		r.Settings = append(r.Settings, luminos.ChangedDir{Path: p, Day: day})
	}
	slices.SortFunc(r.Settings, func(a, b luminos.ChangedDir) int {
		return cmp.Or(-cmp.Compare(a.Day, b.Day), byPath(a, b))
	})
	r.Settings = r.Settings[:min(len(r.Settings), maxDirs)] // a file that is left out is older than these
	slices.SortFunc(r.Settings, byPath)
	return r
}

// finishParts adds the directories at the root with the people who know them. A directory that most commits change is
// replaced by its directories.
func (c *counter) finishParts() {
	for part, n := range c.parts {
		dir, _, below := strings.Cut(part, "/")
		split := c.parts[dir].commits*2 > c.result.Commits && c.hasParts(dir)
		if below != split || n.commits < minTouches {
			continue
		}
		k := luminos.KnownPart{Path: luminos.PathFromOS(part), Commits: n.commits, Authors: len(n.by)}
		for who, commits := range n.by {
			if name := c.people.name(who); name != "" {
				k.Most = append(k.Most, luminos.Author{Name: name, Commits: commits})
			}
		}
		slices.SortFunc(k.Most, func(a, b luminos.Author) int {
			return cmp.Or(-cmp.Compare(a.Commits, b.Commits), cmp.Compare(a.Name, b.Name))
		})
		k.Most = slices.Clip(k.Most[:min(len(k.Most), maxAuthors)])
		if len(k.Most) > 0 {
			c.result.Parts = append(c.result.Parts, k)
		}
	}
	slices.SortFunc(c.result.Parts, func(a, b luminos.KnownPart) int {
		return cmp.Or(-cmp.Compare(a.Commits, b.Commits), cmp.Compare(a.Path, b.Path))
	})
	c.result.Parts = c.result.Parts[:min(len(c.result.Parts), maxParts)]
}

// hasParts reports whether a directory at the root has directories with enough commits.
func (c *counter) hasParts(dir string) bool {
	for part, n := range c.parts {
		if strings.HasPrefix(part, dir+"/") && n.commits >= minTouches {
			return true
		}
	}
	return false
}
