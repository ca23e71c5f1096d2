// Package manifest reads package manifests: names, workspaces, entry points,
// commands, dependencies and test frameworks.
//
// Read works in two phases. First each manifest is read by the function that
// [ecosystems] has for its name. Then workspaces are resolved, so that the role of
// each manifest is known, and the manifests of the target itself add their entry
// points and commands. Manifests of tests and examples add neither;
// manifests of vendored code are only listed.
package manifest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/decode"
)

// Bounds on the work, the lists and the memory of one Read.
const (
	maxManifests    = 1000 // listed
	maxParsed       = 600  // read, the most important first
	maxText         = 256 << 10
	maxDependencies = 2000
	maxFewDeps      = 10 // of one manifest that is a test, an example or vendored
	maxEntryPoints  = 100
	maxCommands     = 80
	maxProblems     = 100
	maxYAMLTotal    = 4 << 20  // bytes of YAML, the slowest format by far
	maxSourceBytes  = 48 << 20 // of source files searched for entry points and tests
)

// Result holds the declarations of the manifests of a target.
type Result struct {
	Manifests   []luminos.Manifest   // by path
	EntryPoints []luminos.EntryPoint // most important first
	Commands    []luminos.Command    // most useful first within a purpose
	// Dependencies are the direct ones, by manifest, name and scope. Packages of
	// the target itself are left out.
	Dependencies []luminos.Dependency
	// Libraries are the dependencies with a known role of the target's own manifests, sorted by role.
	Libraries      []luminos.Library
	TestFrameworks []string // most used first
	Problems       []luminos.Problem
	Version        string   // of the target, by a file such as VERSION
	Toolchains     []string // the toolchain of the main language first, such as "Go 1.25"
	// Evidence backs test frameworks, under "test_frameworks/NAME", and the version, under "version".
	Evidence map[string][]luminos.Evidence
	// Read lists the files whose content was read, by path.
	Read []luminos.Path
}

// Read reads the manifests of a target whose main language is language, or "". A file that cannot
// be parsed becomes a problem. Read returns an error only if ctx is cancelled.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan, language string) (*Result, error) {
	r := &reader{
		sources:  &sources{ctx: ctx, src: src, tree: newTree(scan), read: map[luminos.Path]bool{}, budget: maxSourceBytes},
		res:      &Result{Evidence: map[string][]luminos.Evidence{}},
		language: language, family: languageFamily(language), globWork: maxGlobWork, yamlLeft: maxYAMLTotal,
	}
	r.collect()
	for _, p := range r.pkgs {
		if p.parse && p.format.load != nil {
			r.guard(p, func() { r.declare(p) })
		}
	}
	r.resolveWorkspaces()
	r.markParts()
	for _, p := range r.pkgs {
		if p.isOwn() && p.enter != nil {
			r.guard(p, func() { p.enter(r, p) })
		}
	}
	discover(r)
	findTestFrameworks(r)
	r.finish()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("cancelled while reading the manifests of packages: %w", err)
	}
	return r.res, nil
}

// pkg is one manifest while it is being read.
type pkg struct {
	luminos.Manifest
	format *format
	dir    luminos.Path
	parse  bool         // it is among the manifests that are read
	text   luminos.Text // its content, once read
	doc    value        // its decoded content, for JSON, TOML and YAML
	xml    *decode.Element
	// scripts are the console scripts of a Python package, by name: "module:function".
	scripts map[string]string
	globs   []string // patterns of workspace members, relative to dir; "!" excludes
	deps    []luminos.Dependency
	enter   func(*reader, *pkg) // its format's, if it was loaded
	part    bool                // it declares a small part of the target
}

// declare loads the manifest p and reads its declarations into p. If p can be loaded, it sets
// p.enter, the function that later adds the entry points and commands of p.
func (r *reader) declare(p *pkg) {
	if !p.format.load(r, p) {
		return
	}
	if p.format.read != nil {
		p.format.read(r, p)
	}
	p.enter = p.format.enter
}

// isOwn reports whether the manifest was chosen to be read and describes the target itself, not a
// test, an example or vendored code.
func (p *pkg) isOwn() bool {
	return p.parse && (p.Role == luminos.ManifestRoot || p.Role == luminos.ManifestMember || p.Role == luminos.ManifestNested)
}

// reader is the state of one Read. The functions of the ecosystems use it to
// read files and to add their findings.
type reader struct {
	*sources
	res      *Result
	pkgs     []*pkg // root first, then by role, depth and path
	language string // the main language, or ""
	family   string // of the main language
	entries  []entry
	globWork int // matching of workspace patterns that may still be done
	yamlLeft int // bytes of YAML that may still be parsed

	conventions     []string // the result of publishers; nil before the first call
	publishesByCode bool     // code of the build publishes modules, as publishers finds out
	said            stated
}

// collect adds the manifests of the tree to r.pkgs, at most maxManifests, beginning with the
// target's own. It marks the ones to read, at most maxParsed.
func (r *reader) collect() {
	for i := range r.tree.scan.Files {
		f := &r.tree.scan.Files[i]
		as := formatOf(f.Path)
		if as == nil || !f.Regular() {
			continue
		}
		p := &pkg{format: as, dir: f.Path.Dir()}
		p.Path, p.Ecosystem, p.Lockfile, p.BuildTool = f.Path, as.name, as.lockfile, as.builds
		p.Role = r.tree.role(f)
		r.pkgs = append(r.pkgs, p)
	}
	slices.SortFunc(r.pkgs, func(a, b *pkg) int {
		return cmp.Or(cmp.Compare(roleOrder(a.Role), roleOrder(b.Role)),
			cmp.Compare(a.Path.Depth(), b.Path.Depth()), cmp.Compare(a.Path, b.Path))
	})
	if n := len(r.pkgs); n > maxManifests {
		r.problem(luminos.Root, "%d of %d manifests are left out of the list, "+
			"the deepest and those of tests, examples and vendored code first", n-maxManifests, n)
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

// finish fills the result with the sorted manifests, dependencies, entry points and commands, and
// cuts lists that are too long.
func (r *reader) finish() {
	for _, p := range r.pkgs {
		r.res.Manifests = append(r.res.Manifests, p.Manifest)
	}
	slices.SortFunc(r.res.Manifests, func(a, b luminos.Manifest) int { return cmp.Compare(a.Path, b.Path) })
	r.res.Libraries = r.libraries()
	r.finishDependencies()
	r.res.Toolchains = r.toolchains()
	var version []luminos.Evidence
	if r.res.Version, version = r.versionFile(); len(version) > 0 {
		r.res.Evidence["version"] = version
	}
	readme, _ := r.readme()
	entries := rankEntries(r, readme.Content)
	if n := len(entries); n > maxEntryPoints {
		r.problem(luminos.Root, "%d of %d entry points are left out, the least important", n-maxEntryPoints, n)
		entries = entries[:maxEntryPoints]
	}
	for _, e := range entries {
		r.res.EntryPoints = append(r.res.EntryPoints, luminos.EntryPoint{
			Path: e.Path, Kind: e.Kind, Name: e.Name, Reason: e.Reason, Part: e.Part, Evidence: e.Evidence,
		})
	}
	goBuilds(r, entries)
	scriptCommands(r)
	documentedCommands(r, readme)
	deliveredCommands(r)
	r.res.Commands = withoutDisputed(r, r.res.Commands)
	runCommands(r)
	r.res.Commands = withoutUnprepared(r, withoutUnsure(r, withoutDoubtful(r, r.res.Commands)))
	markNarrow(r)
	markRivals(r.res.Commands)
	markOtherRuns(r.res.Commands, r.res.EntryPoints)
	main := luminos.Root
	if len(r.res.EntryPoints) > 0 {
		main = r.res.EntryPoints[0].Path
	}
	r.res.Commands = finishCommands(r.res.Commands, main)
	r.noteModules()
	if r.cut {
		r.problem(luminos.Root, "not every source file was looked through for entry points and tests: %d MiB were", maxSourceBytes>>20)
	}
	for p := range r.read {
		r.res.Read = append(r.res.Read, p)
	}
	slices.Sort(r.res.Read)
	slices.SortStableFunc(r.res.Problems, func(a, b luminos.Problem) int { return cmp.Compare(a.Path, b.Path) })
}

// finishDependencies lists the dependencies of the manifests within the bounds, except packages of
// the target itself: the members of a workspace need each other. A package can be developed with a release of its own.
func (r *reader) finishDependencies() {
	own := r.ownNames()
	var all []luminos.Dependency
	for _, p := range r.pkgs {
		slices.SortStableFunc(p.deps, compareDeps)
		deps := slices.CompactFunc(p.deps, func(a, b luminos.Dependency) bool {
			a.Version, b.Version = "", "" // the first has one, if any has
			return compareDeps(a, b) == 0
		})
		deps = slices.DeleteFunc(deps, func(d luminos.Dependency) bool {
			released := d.Name == p.Name && d.Scope == "dev" && strings.ContainsAny(d.Version, "0123456789")
			return own[packageKey(d.Ecosystem, d.Name)] && !released
		})
		if !p.isOwn() && len(deps) > maxFewDeps {
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

// packageKey returns a key of the package of an ecosystem that is equal for all spellings of the name.
func packageKey(ecosystem, name string) string {
	return ecosystem + " " + strings.NewReplacer("_", "-", ".", "-").Replace(strings.ToLower(name))
}

// ownNames returns the set of the keys of the target's own packages.
func (r *reader) ownNames() map[string]bool {
	own := map[string]bool{}
	for _, p := range r.pkgs {
		if p.isOwn() && p.Name != "" {
			own[packageKey(p.Ecosystem, p.Name)] = true
		}
	}
	return own
}

func compareDeps(a, b luminos.Dependency) int {
	return cmp.Or(cmp.Compare(a.Manifest, b.Manifest), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Scope, b.Scope),
		compareBool(a.Version == "", b.Version == ""))
}
