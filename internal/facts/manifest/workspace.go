package manifest

import (
	"path"
	"slices"
	"strings"

	"luminos"
)

const (
	maxWorkspaces = 100
	maxGlobs      = 200 // of one workspace
	maxGlob       = 300 // bytes of one pattern
	maxSegments   = 16  // of one pattern
	maxGlobWork   = 5_000_000
)

// resolveWorkspaces matches the manifests with the patterns of at most maxWorkspaces workspaces. It
// sets the members of each workspace, and the role of each nested manifest that is a member.
func (r *reader) resolveWorkspaces() {
	n := 0
	for _, w := range r.pkgs {
		if len(w.globs) == 0 && (w.Ecosystem != "cargo" || !w.Workspace) {
			continue
		}
		if n++; n > maxWorkspaces {
			r.problem(w.Path, "more than %d workspaces: members of this and later ones are not looked up", maxWorkspaces)
			return
		}
		w.Workspace = true
		if len(w.globs) > maxGlobs {
			w.globs = w.globs[:maxGlobs]
		}
		r.resolveMembers(w)
		if w.Ecosystem == "cargo" {
			pathMembers(r, w)
		}
	}
}

func (r *reader) resolveMembers(w *pkg) {
	for _, q := range r.pkgs {
		if q.Ecosystem != w.Ecosystem || q.Lockfile || q == w || !q.Path.Within(w.dir) || q.dir == w.dir {
			continue
		}
		if r.globWork -= len(w.globs) * (1 + q.Path.Depth()); r.globWork < 0 {
			r.problem(w.Path, "too many workspace patterns: its members and those of later workspaces are not all looked up")
			return
		}
		if !matchesGlobs(w.globs, relative(w.dir, q.dir)) && !matchesGlobs(w.globs, relative(w.dir, q.Path)) {
			continue
		}
		if q.Role == luminos.ManifestNested {
			q.Role = luminos.ManifestMember
		}
		if !slices.Contains(w.Members, q.dir) {
			w.Members = append(w.Members, q.dir)
		}
	}
	slices.Sort(w.Members)
}

// matchesGlobs reports whether the path rel matches one of the globs, and none that begins with "!"
// and so excludes paths.
func matchesGlobs(globs []string, rel string) bool {
	in := false
	for _, g := range globs {
		if rest, not := strings.CutPrefix(g, "!"); not {
			if matchGlob(rest, rel) {
				return false
			}
		} else if matchGlob(g, rel) {
			in = true
		}
	}
	return in
}

// matchGlob reports whether a path matches a slash-separated pattern, in which
// "**" matches any number of elements.
func matchGlob(glob, rel string) bool {
	if len(glob) > maxGlob {
		return false
	}
	glob = path.Clean(strings.TrimPrefix(strings.ReplaceAll(glob, `\`, "/"), "./"))
	if glob == rel {
		return true
	}
	pat, elems := strings.Split(glob, "/"), strings.Split(rel, "/")
	if len(pat) > maxSegments {
		return false
	}
	// reach[i] is true if the pattern so far matches the first i elements.
	reach := make([]bool, len(elems)+1)
	reach[0] = true
	for _, p := range pat {
		next := make([]bool, len(elems)+1)
		for i := range reach {
			if p == "**" {
				next[i] = reach[i] || i > 0 && next[i-1]
			} else if reach[i] && i < len(elems) {
				ok, _ := path.Match(p, elems[i])
				next[i+1] = ok
			}
		}
		reach = next
	}
	return reach[len(elems)]
}

// owner returns the manifest of an ecosystem in the nearest directory above p, or nil.
func (r *reader) owner(p luminos.Path, ecosystem string) *pkg {
	var best *pkg
	for _, q := range r.pkgs {
		if q.Ecosystem == ecosystem && !q.Lockfile && p.Within(q.dir) && (best == nil || q.dir.Depth() > best.dir.Depth()) {
			best = q
		}
	}
	return best
}
