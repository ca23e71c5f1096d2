// Package manifest reads what a target's package manifests declare: names,
// workspaces, entry points, commands, dependencies and test frameworks.
//
// It works in two phases. First every manifest is read on its own (one file per
// ecosystem here, listed in [formats]); then workspaces are resolved, so that it
// is known which manifests matter, and those are asked for entry points and
// commands. Manifests of tests, examples and vendored code are listed with
// that role and tell nothing about the target.
package manifest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"luminos"
)

// Bounds on what one target can make this package do, list or remember.
const (
	maxManifests    = 1000 // listed
	maxParsed       = 600  // read, the most important first
	maxText         = 256 << 10
	maxDependencies = 2000
	maxFewDeps      = 10 // of one manifest that is a test, an example or vendored
	maxEntryPoints  = 100
	maxCommands     = 80
	maxProblems     = 100
	maxYAMLTotal    = 4 << 20  // of YAML parsed, the slowest format by far
	maxSourceBytes  = 48 << 20 // of source files looked through for entry points and tests
)

// Result is what the manifests of a target declare.
type Result struct {
	Manifests   []luminos.Manifest   // by path
	EntryPoints []luminos.EntryPoint // most important first
	Commands    []luminos.Command    // most useful first within a purpose
	// Dependencies are direct ones only, by manifest, name and scope, and none
	// on another package of the target.
	Dependencies   []luminos.Dependency
	TestFrameworks []string // the one that most tests use first
	Problems       []luminos.Problem
	// Evidence backs test frameworks, under "test_frameworks/NAME".
	Evidence map[string][]luminos.Evidence
	// Read are the files whose content was looked at, by path.
	Read []luminos.Path
}

// Read reads the manifests of a target. Files that cannot be understood become
// problems; only cancellation is an error.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*Result, error) {
	r := &reader{
		ctx: ctx, src: src, tree: newTree(scan),
		res:    &Result{Evidence: map[string][]luminos.Evidence{}},
		read:   map[luminos.Path]bool{},
		budget: maxSourceBytes, globWork: maxGlobWork, yamlLeft: maxYAMLTotal,
	}
	r.collect()
	for _, p := range r.pkgs {
		if p.parse && p.format.read != nil {
			r.guard(p, p.format.read)
		}
	}
	r.resolveWorkspaces()
	r.markParts()
	r.family = r.tree.mainFamily()
	r.project = r.projectName()
	for _, p := range r.pkgs {
		if p.tells() && !p.broken && !p.other && p.format.enter != nil {
			r.guard(p, p.format.enter)
		}
	}
	r.discover()
	r.frameworks()
	r.finish()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("reading manifests: %w", err)
	}
	return r.res, nil
}

// pkg is one manifest while it is being read.
type pkg struct {
	luminos.Manifest
	format *format
	dir    luminos.Path
	parse  bool         // it is among those that are read
	text   luminos.Text // its content, once read
	doc    value        // its decoded content, for formats that have one
	globs  []string     // patterns of workspace members, relative to dir; "!" excludes
	// members are names of workspace members, for ecosystems that list those.
	members []string
	deps    []luminos.Dependency
	extra   any  // what read leaves for enter
	broken  bool // it could not be understood
	part    bool // it declares a small part of the target
	other   bool // reading it showed that it only shares the name of a manifest
}

// tells reports whether the manifest speaks for the target, not for a test,
// an example or somebody else's code.
func (p *pkg) tells() bool {
	return p.parse && (p.Role == luminos.ManifestRoot || p.Role == luminos.ManifestMember || p.Role == luminos.ManifestNested)
}

// reader is the state of one Read.
type reader struct {
	ctx     context.Context
	src     luminos.Source
	tree    *tree
	res     *Result
	pkgs    []*pkg // root first, then by role, depth and path
	project string // what the target seems to be called, folded; "" when unknown
	family  string // of the main language
	size    area   // how much there is of the target
	entries []entry
	tests   []framework
	read    map[luminos.Path]bool
	budget  int // bytes of source that may still be read
	// globWork is how much matching of workspace patterns may still be done.
	globWork int
	yamlLeft int  // bytes of YAML that may still be parsed
	cut      bool // the budget ran out
	// Worked out when first asked for.
	goTestDirs map[luminos.Path]bool      // directories with Go tests at any depth
	jvmClasses map[string][]*luminos.File // by lower-case name
	tsRoots    map[luminos.Path]string    // rootDir of tsconfig.json by directory
}

// collect finds the manifests of the tree and chooses which are read.
func (r *reader) collect() {
	for i := range r.tree.scan.Files {
		f := &r.tree.scan.Files[i]
		as := formatOf(f.Path)
		if as == nil || !f.Regular() {
			continue
		}
		p := &pkg{format: as, dir: f.Path.Dir()}
		p.Path, p.Ecosystem, p.Lockfile = f.Path, as.ecosystem, as.lockfile
		p.Role = r.tree.role(f)
		r.pkgs = append(r.pkgs, p)
	}
	slices.SortFunc(r.pkgs, func(a, b *pkg) int {
		return cmp.Or(cmp.Compare(roleOrder(a.Role), roleOrder(b.Role)),
			cmp.Compare(a.Path.Depth(), b.Path.Depth()), cmp.Compare(a.Path, b.Path))
	})
	if n := len(r.pkgs); n > maxManifests {
		r.problem(luminos.Root, "%d of %d manifests are left out of the list, the deepest and those of tests, examples and vendored code first", n-maxManifests, n)
		r.pkgs = slices.Clip(r.pkgs[:maxManifests])
	}
	parsed := 0
	for _, p := range r.pkgs {
		if p.Lockfile || p.Role == luminos.ManifestVendored {
			continue
		}
		if parsed++; parsed <= maxParsed {
			p.parse = true
		}
	}
	if parsed > maxParsed {
		r.problem(luminos.Root, "%d of %d listed manifests were not read", parsed-maxParsed, parsed)
	}
}

// finish sorts and cuts everything into the result.
func (r *reader) finish() {
	for _, p := range r.pkgs {
		if !p.other {
			r.res.Manifests = append(r.res.Manifests, p.Manifest)
		}
	}
	slices.SortFunc(r.res.Manifests, func(a, b luminos.Manifest) int { return cmp.Compare(a.Path, b.Path) })
	r.finishDependencies()
	r.finishEntries()
	r.scriptCommands()
	r.readmeCommands()
	r.runCommands()
	r.finishCommands()
	if r.cut {
		r.problem(luminos.Root, "not every source file was looked through for entry points and tests: %d MiB were", maxSourceBytes>>20)
	}
	for p := range r.read {
		r.res.Read = append(r.res.Read, p)
	}
	slices.Sort(r.res.Read)
	slices.SortStableFunc(r.res.Problems, func(a, b luminos.Problem) int { return cmp.Compare(a.Path, b.Path) })
}

// finishDependencies lists what the manifests declare, but for the packages of
// the target itself: those that one workspace holds need each other.
func (r *reader) finishDependencies() {
	own := map[string]bool{}
	key := func(ecosystem, name string) string {
		return ecosystem + " " + strings.NewReplacer("_", "-", ".", "-").Replace(strings.ToLower(name))
	}
	for _, p := range r.pkgs {
		if p.tells() && p.Name != "" {
			own[key(p.Ecosystem, p.Name)] = true
		}
	}
	var all []luminos.Dependency
	for _, p := range r.pkgs {
		deps := slices.DeleteFunc(dedupeDeps(p.deps), func(d luminos.Dependency) bool { return own[key(d.Ecosystem, d.Name)] })
		if !p.tells() && len(deps) > maxFewDeps {
			deps = deps[:maxFewDeps]
		}
		if room := maxDependencies - len(all); len(deps) > room {
			r.problem(p.Path, "the list of dependencies ends at %d: those of this and later manifests are left out", maxDependencies)
			all = append(all, deps[:room]...)
			break
		}
		all = append(all, deps...)
	}
	slices.SortStableFunc(all, compareDeps)
	r.res.Dependencies = all
}

func compareDeps(a, b luminos.Dependency) int {
	return cmp.Or(cmp.Compare(a.Manifest, b.Manifest), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Scope, b.Scope))
}

// dedupeDeps sorts dependencies and keeps one of each name and scope.
func dedupeDeps(deps []luminos.Dependency) []luminos.Dependency {
	slices.SortStableFunc(deps, compareDeps)
	return slices.CompactFunc(deps, func(a, b luminos.Dependency) bool { return compareDeps(a, b) == 0 })
}
