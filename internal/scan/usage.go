package scan

import (
	"cmp"
	"slices"

	"luminos"
	"luminos/internal/ignore"
)

// topMax is the maximum number of directories, of large files and of recent files that are listed.
const topMax = 20

// chargeHardlinks counts the size of a file with several paths only at the first of these paths, so
// that the result does not depend on the order of the walk.
func chargeHardlinks(links []hardlink) {
	slices.SortFunc(links, func(a, b hardlink) int {
		return cmp.Or(cmp.Compare(a.dev, b.dev), cmp.Compare(a.ino, b.ino), cmp.Compare(a.path, b.path))
	})
	for i := range links {
		l := &links[i]
		if i > 0 && l.dev == links[i-1].dev && l.ino == links[i-1].ino {
			if l.entry >= 0 {
				l.dir.entries[l.entry].flags |= flagLinkedTo
			}
			continue
		}
		l.dir.other.add(l.totals)
	}
}

// sharedFiles returns the investigated files that have a further name (hard link) outside of the
// target, by the first of their names inside. The links are sorted as chargeHardlinks sorts them.
func sharedFiles(links []hardlink) (shared []luminos.SharedFile) {
	for len(links) > 0 {
		first, n := links[0], 1
		for n < len(links) && links[n].dev == first.dev && links[n].ino == first.ino {
			n++
		}
		entry := slices.IndexFunc(links[:n], func(l hardlink) bool { return l.entry >= 0 && !l.dir.entries[l.entry].flags.has(flagLink) })
		if entry >= 0 && uint64(n) < first.names {
			shared = append(shared, luminos.SharedFile{Path: links[entry].path, Names: int64(first.names), Inside: n})
		}
		links = links[n:]
	}
	slices.SortFunc(shared, func(a, b luminos.SharedFile) int { return cmp.Compare(a.Path, b.Path) })
	return shared
}

// weigh adds the sizes of each subtree to its directory, and returns all directories, parents
// first. It works without recursion, because the author of the target controls the depth.
func weigh(root *node) (all []*node) {
	all = append(all, root)
	for i := 0; i < len(all); i++ {
		all = append(all, all[i].dirs...)
	}
	for _, n := range slices.Backward(all) {
		n.usage.add(n.other)
		n.usage.add(totals{allocated: n.meta.allocated, entries: 1})
		for i := range n.entries {
			if e := &n.entries[i]; !e.flags.has(flagLink) {
				n.files++
				n.bytes += e.size
			}
		}
		if n.parent != nil {
			n.parent.usage.add(n.usage)
			n.parent.files += n.files
			n.parent.bytes += n.bytes
		}
	}
	return all
}

// diskUsage returns the disk usage of the target and the list of its ignored parts. The
// ignored files in single have no node of their own.
func diskUsage(all []*node, single []luminos.IgnoredRoot) (luminos.DiskUsage, luminos.Ignored) {
	root := all[0]
	usage := luminos.DiskUsage{Allocated: root.usage.allocated, Apparent: root.usage.apparent, Entries: root.usage.entries}
	ignored := luminos.Ignored{Roots: slices.Clone(single)}
	for _, n := range all {
		if n.rule == "" {
			continue
		}
		ignored.Roots = append(ignored.Roots, luminos.IgnoredRoot{
			Path: n.path, Files: n.usage.files, Allocated: n.usage.allocated, Rule: n.rule,
		})
	}
	for _, r := range ignored.Roots {
		ignored.Files += r.Files
		ignored.Allocated += r.Allocated
		if r.Rule == ignore.VersionControlRule {
			usage.VCS += r.Allocated
		} else {
			usage.Ignored += r.Allocated
		}
	}
	slices.SortFunc(ignored.Roots, func(a, b luminos.IgnoredRoot) int {
		return cmp.Or(cmp.Compare(b.Allocated, a.Allocated), cmp.Compare(a.Path, b.Path))
	})
	return usage, ignored
}

// topDirectories returns the topMax directories below the root that occupy the most bytes on
// disk, ignored directories included.
func topDirectories(all []*node) []luminos.DirUsage {
	top := slices.Clone(all[1:])
	top = smallest(top, topMax, func(a, b *node) int {
		return cmp.Or(cmp.Compare(b.usage.allocated, a.usage.allocated), cmp.Compare(b.usage.apparent, a.usage.apparent),
			cmp.Compare(a.path, b.path))
	})
	list := []luminos.DirUsage{}
	for _, n := range top {
		list = append(list, luminos.DirUsage{Path: n.path, Allocated: n.usage.allocated, Apparent: n.usage.apparent,
			Files: n.usage.files, Ignored: n.ruledOut})
	}
	return list
}

// smallest returns the k smallest elements of all, sorted. It reorders all.
func smallest[T any](all []T, k int, compare func(a, b T) int) []T {
	slices.SortFunc(all, compare)
	return all[:min(k, len(all))]
}
