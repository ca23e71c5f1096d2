package scan

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/ignore"
	"luminos/internal/localdir"
	"luminos/internal/words"
)

// sighting is an entry of a directory as the listing found it.
type sighting struct {
	name string // as the system spells it
	path luminos.Path
	key  string // where it sorts: directories as if their name ended in a slash
	meta meta
}

// list reads the directory of n, decides for each entry whether it is investigated, queues tasks for the
// directories and files, and reads the first files itself. A failure becomes a problem of the scan.
func (w *walk) list(n *node, r *reader) {
	var dir directory
	if n.parent == nil {
		dir = w.top
	} else {
		var err error
		if dir, err = w.enter(n); err != nil {
			n.problem = true
			w.problem(n.path, reason(err))
			return
		}
	}
	h := &handle{directory: dir, walk: w}
	h.users.Store(1)
	w.open.Add(1)
	if n.parent == nil {
		h.users.Add(1) // the caller closes the root
	}
	defer h.release()

	if now, err := dir.stat(); err != nil || !now.same(&n.meta) {
		n.problem = true
		w.problem(n.path, "replaced during the scan")
		return
	}
	if n.parent != nil && n.meta.dev != n.parent.meta.dev && ofKernel(dir) {
		w.problem(n.path, "not looked into: its files are made by the kernel")
		return
	}
	names, err := dir.names()
	if err != nil {
		n.problem = true
		w.problem(n.path, reason(err))
	}
	seen := w.look(n, dir, names)
	if !n.ruledOut {
		w.readRules(n, dir, seen)
		n.vendored = n.parent != nil && (n.parent.vendored || content.IsVendored(n.path.Join("x")))
	}
	w.sort(n, h, seen)
	w.enqueue(n, h, r)
}

// look returns the entries called names in the directory n, with their kinds, sorted by path, or unsorted if n
// is excluded. Paths that the scan omits are left out. An entry that cannot be examined becomes a problem.
func (w *walk) look(n *node, dir directory, names []string) []sighting {
	seen := make([]sighting, 0, len(names))
	paths := joinAll(n.path, names)
	for i, name := range names {
		p := paths[i]
		if w.omit[p] {
			continue
		}
		m, err := dir.lstat(name)
		if err != nil {
			w.problem(p, reason(err))
			continue
		}
		s := sighting{name: name, path: p, meta: m}
		s.key = string(p)
		if m.kind == luminos.KindDir && !n.ruledOut {
			s.key += "/"
		}
		seen = append(seen, s)
	}
	if !n.ruledOut { // entries that are only weighed need no order
		slices.SortFunc(seen, func(a, b sighting) int { return cmp.Compare(a.key, b.key) })
	}
	return seen
}

// joinAll returns the paths of names inside dir. They share one string: with many
// small files, paths are most of the memory of a scan.
func joinAll(dir luminos.Path, names []string) []luminos.Path {
	var b strings.Builder
	ends := make([]int, len(names))
	size := 0
	for _, name := range names {
		size += len(dir) + 1 + len(name)
	}
	b.Grow(size)
	for i, name := range names {
		if dir != luminos.Root {
			b.WriteString(string(dir))
			b.WriteByte('/')
		}
		b.WriteString(string(luminos.PathFromOS(name)))
		ends[i] = b.Len()
	}
	all, from := b.String(), 0
	paths := make([]luminos.Path, len(names))
	for i, end := range ends {
		paths[i] = luminos.Path(all[from:end])
		from = end
	}
	return paths
}

// readRules adds the rules of the .gitignore and .ignore files among the entries seen of the directory n
// to its scope, unless NoIgnore is set. If n is a work tree of git, it also adds the repository. It keeps the
// content of a file that it read whole, so that the file is not read twice.
func (w *walk) readRules(n *node, dir directory, seen []sighting) {
	if w.opts.NoIgnore {
		return
	}
	base := ""
	if n.parent != nil {
		base = n.path.OS() + "/"
	}
	for i := range seen {
		if s := &seen[i]; s.name == ".git" && (s.meta.kind == luminos.KindDir || s.meta.kind == luminos.KindFile) {
			n.scope.EnterRepository(base, s.meta.kind, w.gitReader(base), func(problem string) { w.problem(s.path, problem) })
		}
	}
	for i := range seen {
		s := &seen[i]
		if s.meta.kind != luminos.KindFile || s.name != ".gitignore" && s.name != ".ignore" {
			continue
		}
		data, err := readSmall(dir, s.name, &s.meta, ignore.FileMax+1)
		if err != nil {
			continue // reading it as a file will say why
		}
		if n.preread == nil {
			n.preread = preread{}
		}
		if int64(len(data)) == s.meta.size {
			n.preread[s.name] = data
		}
		into := &n.scope.Git
		if s.name == ".ignore" {
			into = &n.scope.Ignore
		}
		rules, problem := ignore.Parse(data, *into, string(s.path), base)
		if problem != "" {
			w.problem(s.path, problem)
		}
		*into = rules
	}
}

// gitReader returns a function that reads the files of the .git directory of the work tree at base. It opens
// them from the root, because it is also called when the directory is closed.
func (w *walk) gitReader(base string) ignore.ReadGit {
	return func(name string, limit int64) ([]byte, error) {
		return readBelow(w.top, limit, strings.Split(base+".git/"+name, "/")...)
	}
}

// sort decides for each seen entry of the directory n whether a rule excludes it, and adds it to
// the subdirectories, the files or the other entries of n.
func (w *walk) sort(n *node, h *handle, seen []sighting) {
	files := 0
	for i := range seen {
		if k := seen[i].meta.kind; k == luminos.KindFile || k == luminos.KindSymlink {
			files++
		}
	}
	if !n.ruledOut {
		n.entries = make([]entry, 0, files)
	}
	var s *sighting
	around := ignore.Around{
		Beside: func(name string) bool {
			return slices.ContainsFunc(seen, func(o sighting) bool { return o.name == name })
		},
		Inside: func(name string) bool { return holds(h.directory, s.name, name) },
	}
	for i := range seen {
		s = &seen[i]
		var v ignore.Verdict
		vcs := n.vcs
		if !n.ruledOut {
			if n.scope.IsVersionControl(s.path.OS(), s.name, s.meta.kind, around) {
				v, vcs = ignore.Verdict{Ignored: true, Rule: ignore.VersionControlRule}, true
			} else {
				v = n.scope.Judge(s.path.OS(), s.name, s.meta.kind == luminos.KindDir, around)
			}
		}
		if s.meta.kind == luminos.KindDir {
			w.addDir(n, s, v, vcs)
			continue
		}
		w.addFile(n, h.directory, s, v, vcs)
	}
}

// holds reports whether the directory name in dir contains an entry called inner.
func holds(dir directory, name, inner string) bool {
	inside, err := dir.openDir(name)
	if err != nil {
		return false
	}
	defer inside.close()
	_, err = inside.lstat(inner)
	return err == nil
}

func (w *walk) addDir(n *node, s *sighting, v ignore.Verdict, vcs bool) {
	switch {
	case n.depth >= depthMax:
		w.problem(s.path, fmt.Sprintf("not looked into: more than %s deep", words.Plural(depthMax, "level")))
		return
	case w.opts.OneFileSystem && s.meta.dev != w.root.meta.dev:
		w.problem(s.path, "not looked into: on another file system")
		return
	}
	n.dirs = append(n.dirs, &node{
		parent: n, name: s.name, path: s.path, depth: n.depth + 1, meta: s.meta, scope: n.scope.Below(v),
		rule: v.Rule, ruledOut: n.ruledOut || v.Ignored, vcs: vcs,
	})
}

func (w *walk) addFile(n *node, dir directory, s *sighting, v ignore.Verdict, vcs bool) {
	t := totals{allocated: s.meta.allocated, apparent: s.meta.size, entries: 1}
	if s.meta.kind == luminos.KindFile {
		t.files = 1
	}
	isEntry := !n.ruledOut && !v.Ignored && (s.meta.kind == luminos.KindFile || s.meta.kind == luminos.KindSymlink)
	index := -1
	if isEntry {
		index = len(n.entries)
		e := entry{path: s.path, size: s.meta.size, allocated: s.meta.allocated, seconds: s.meta.seconds, nanos: s.meta.nanos, stamp: s.meta.stamp()}
		if s.meta.executable {
			e.flags |= flagExecutable
		}
		if s.meta.kind == luminos.KindSymlink {
			e.flags |= flagLink
			w.addLink(dir, s)
		}
		n.entries = append(n.entries, e)
	} else if !n.ruledOut {
		w.addLeaf(n, s, v)
	}
	if s.meta.links > 1 { // who is charged is decided when all are known
		charge := totals{allocated: t.allocated, apparent: t.apparent}
		t.allocated, t.apparent = 0, 0
		w.found.Lock()
		w.hardlinks = append(w.hardlinks, hardlink{s.meta.dev, s.meta.ino, s.meta.links, s.path, n, index, charge})
		w.found.Unlock()
	}
	n.other.add(t)
	if v.Ignored {
		w.found.Lock()
		w.ruledOut = append(w.ruledOut, luminos.IgnoredRoot{Path: s.path, Files: 1, Allocated: s.meta.allocated, Rule: v.Rule})
		w.found.Unlock()
	}
}

// addLeaf records the entry s of the directory n, which is not investigated: the verdict v excludes
// it, or it is neither a file, a directory nor a link. The tree shows it if n is not too deep.
func (w *walk) addLeaf(n *node, s *sighting, v ignore.Verdict) {
	note := ""
	if v.Ignored {
		note = "ignored"
	} else {
		w.found.Lock()
		w.special = append(w.special, luminos.Special{Path: s.path, Kind: s.meta.kind})
		w.found.Unlock()
	}
	if n.depth < w.opts.Depth {
		n.leaves = append(n.leaves, leaf{s.path.Base(), s.meta.kind, s.meta.size, note})
	}
}

func (w *walk) addLink(dir directory, s *sighting) {
	target, err := dir.readlink(s.name)
	if errors.Is(err, errUntold) {
		return // it is listed as a link, and that is all that is known
	}
	if err != nil {
		w.problem(s.path, reason(err))
		return
	}
	w.found.Lock()
	w.linked = append(w.linked, luminos.Link{Path: s.path, Target: target})
	w.found.Unlock()
}

// enqueue adds tasks for the subdirectories and files of a listed directory; a shallow walk leaves
// out excluded subdirectories. The first runLength files get no task: enqueue reads them itself.
func (w *walk) enqueue(n *node, h *handle, r *reader) {
	var tasks []task
	for _, d := range n.dirs {
		if w.shallow && d.ruledOut {
			continue
		}
		if w.open.Load() < keptOpen {
			h.users.Add(1)
			d.from = h
		}
		tasks = append(tasks, task{node: d})
	}
	slices.Reverse(tasks)
	for first := runLength; first < len(n.entries); first += runLength {
		h.users.Add(1)
		tasks = append(tasks, task{node: n, at: h, first: first, end: min(first+runLength, len(n.entries))})
	}
	if len(tasks) > 0 {
		w.push(tasks...)
	}
	r.readRun(task{node: n, at: h, first: 0, end: min(runLength, len(n.entries))})
}

// omitted returns the paths, relative to root, of the files and directories called names, which a scan leaves out. A
// name that is not below root is dropped; both the name as it is and the name with its links resolved are tried.
func omitted(root string, names []string) map[luminos.Path]bool {
	omit := map[luminos.Path]bool{}
	for _, name := range names {
		abs, err := filepath.Abs(name)
		if err != nil {
			continue
		}
		inRealDir := filepath.Join(localdir.RealPath(filepath.Dir(abs)), filepath.Base(abs))
		for _, n := range []string{abs, inRealDir, localdir.RealPath(abs)} {
			for _, r := range []string{root, localdir.RealPath(root)} {
				rel, err := filepath.Rel(r, n)
				if err == nil && rel != "." && filepath.IsLocal(rel) {
					omit[luminos.PathFromOS(filepath.ToSlash(rel))] = true
				}
			}
		}
	}
	return omit
}

// reason returns the text of an error without the path of the file, for the list of problems of a scan.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "vanished during the scan"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, luminos.ErrNotRegular), isReplaced(err):
		return "replaced during the scan"
	}
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		err = e.Err
	}
	return err.Error()
}
