package folder

import (
	"strings"

	"luminos"
)

// Signs of a project in one directory.
const (
	signReadme = 1 << iota
	signLicence
	signPackage
	signChecks // continuous integration
	signGit    // a repository of its own
)

// Bounds on the search for projects.
const (
	memberDepth = 3    // of a project: host/owner/name
	maxStats    = 2000 // directories that are asked for a repository
)

// partNames are names of directories that hold parts of one product.
var partNames = names(`frontend backend client server api web www app apps ui core common shared lib libs src cmd
	pkg internal packages crates docs doc website site test tests tools scripts examples infra deploy mobile ios
	android desktop worker services service database db plugins`)

// Members returns the directories of the projects that lie side by side in the target, by path, or nil if the target is
// one thing. The function hasGit reports whether a directory holds a git repository.
//
// A directory is a project if it is a repository, or has two of these directly inside: a README, a licence, a named
// package, settings of continuous integration. The target is one thing if it has one of the last three itself, lists
// the members of a workspace, or has a README, and its members are no repositories. Projects must hold most of
// the target's directories or files, and be named otherwise than the parts of a product.
func Members(scan *luminos.Scan, manifests []luminos.Manifest, hasGit func(luminos.Path) bool) []luminos.Path {
	if scan.Git != nil {
		return nil
	}
	s := survey(scan, manifests)
	s.hasGit = hasGit
	found := s.below(luminos.Root)
	root := s.signs[luminos.Root]
	gits, parts := 0, 0
	files, tops := 0, map[string]bool{}
	for _, p := range found {
		if s.signs[p]&signGit != 0 {
			gits++
		}
		if partNames[strings.ToLower(p.Base())] {
			parts++
		}
		files += s.files[p]
		first, _, _ := strings.Cut(string(p), "/")
		tops[first] = true
	}
	switch {
	case len(found) == 1 && s.files[found[0]] == s.files[luminos.Root] && !s.workspace:
		return found // an unpacked archive
	case len(found) < 2, parts*2 >= len(found), s.workspace:
		return nil
	case gits < 2 && root != 0, root&signPackage != 0 && gits*2 < len(found):
		return nil
	case len(tops)*2 < len(s.children[luminos.Root]) && files*10 < s.files[luminos.Root]*8:
		return nil
	}
	return found
}

// signs holds the signs of projects in directories.
type signs struct {
	signs     map[luminos.Path]int
	files     map[luminos.Path]int // in the subtree
	children  map[luminos.Path][]luminos.Path
	vendored  map[luminos.Path]bool
	workspace bool // a manifest at the root lists members
	hasGit    func(luminos.Path) bool
	stats     int
}

// survey collects the signs of projects at most memberDepth below the root.
func survey(scan *luminos.Scan, manifests []luminos.Manifest) *signs {
	s := &signs{
		signs: map[luminos.Path]int{}, files: map[luminos.Path]int{},
		children: map[luminos.Path][]luminos.Path{}, vendored: map[luminos.Path]bool{},
	}
	for i := range scan.Dirs {
		d := &scan.Dirs[i]
		if d.Path.Depth() > memberDepth {
			continue
		}
		s.files[d.Path] = d.TotalFiles
		s.vendored[d.Path] = d.Vendored
		if d.Path != luminos.Root && d.TotalFiles > 0 && !strings.HasPrefix(d.Path.Base(), ".") {
			s.children[d.Path.Dir()] = append(s.children[d.Path.Dir()], d.Path)
		}
	}
	for i := range scan.Files {
		p := scan.Files[i].Path
		if p.Depth() > memberDepth+3 {
			continue
		}
		dir := p.Dir()
		switch about(p.Base()) {
		case "readme":
			s.signs[dir] |= signReadme
		case "licence":
			s.signs[dir] |= signLicence
		}
		switch base := p.Base(); {
		case dir.Base() == "workflows" && dir.Dir().Base() == ".github":
			s.signs[dir.Dir().Dir()] |= signChecks
		case dir.Base() == ".circleci":
			s.signs[dir.Dir()] |= signChecks
		case base == ".gitlab-ci.yml" || base == ".travis.yml" || base == "Jenkinsfile" || base == "azure-pipelines.yml":
			s.signs[dir] |= signChecks
		}
	}
	for i := range manifests {
		m := &manifests[i]
		if m.Path.Dir() == luminos.Root && m.Workspace && len(m.Members) > 0 {
			s.workspace = true
		}
		if !m.Lockfile && (m.Name != "" || m.Path.Dir() == luminos.Root) {
			s.signs[m.Path.Dir()] |= signPackage
		}
	}
	return s
}

// below returns the projects below a directory, by path. A directory within a project is no project.
func (s *signs) below(dir luminos.Path) []luminos.Path {
	var found []luminos.Path
	for _, p := range s.children[dir] {
		if s.vendored[p] {
			continue
		}
		if s.stats < maxStats {
			if s.stats++; s.hasGit(p) {
				s.signs[p] |= signGit
			}
		}
		switch n := s.signs[p]; {
		case n&signGit != 0 || n&(n-1) != 0: // two signs
			found = append(found, p)
		case n == 0 && p.Depth() < memberDepth: // a directory that only holds others
			found = append(found, s.below(p)...)
		}
	}
	return found
}
