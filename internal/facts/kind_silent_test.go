package facts

import (
	"testing"

	"luminos"
)

// TestKindFromEvidence checks kinds that follow from a manifest and the target's own words, and that there is no kind
// and no audience without both.
func TestKindFromEvidence(t *testing.T) {
	made := []luminos.Manifest{{Path: "book.toml", Role: luminos.ManifestRoot, Ecosystem: "book", Name: "On Anvils"}}
	private := []luminos.Manifest{{Path: "apps/work/package.json", Ecosystem: "npm", Name: "work", Private: true}}
	library := luminos.EntryPoint{Path: "apps/work/index.ts", Kind: "library", Name: "work"}
	started := luminos.EntryPoint{Path: "apps/work/index.ts", Kind: "script", Name: "work", Reason: `run by the script "start"`}
	page := luminos.EntryPoint{Path: "apps/web/page.tsx", Kind: "page"}
	for name, c := range map[string]struct {
		p              profile
		kind, audience string
	}{
		"nothing known": {profile{language: "Rust"}, "", ""},
		"a book": {
			profile{language: "Rust", manifests: made, description: "The source of a book."}, "book", "people who read it"},
		"a page for a book": {
			profile{language: "Rust", manifests: made, description: "Drops anvils."}, "", ""},
		"a module": {
			profile{language: "HCL", description: "Terraform module which creates anvils."},
			"Terraform module", "developers of Terraform configurations"},
		"modules": {
			profile{language: "HCL", readme: &luminos.Document{Title: "OpenTofu Modules of Acme"}},
			"collection of Terraform modules", "developers of Terraform configurations"},
		"its own settings": {
			profile{language: "HCL", description: "Settings that use a Terraform module."},
			configuration.Kind, configuration.Audience},
		"a script starts it": {profile{language: "TypeScript", entries: []luminos.EntryPoint{started}}, "", ""},
		"a server by its words": {
			profile{language: "TypeScript", description: "Work is a proxy.", entries: []luminos.EntryPoint{started}},
			"server", "operators who run it as a service"},
		"private": {profile{language: "TypeScript", manifests: private, entries: []luminos.EntryPoint{library}}, "", ""},
		"a page and its worker": {
			profile{language: "TypeScript", manifests: private, entries: []luminos.EntryPoint{started, page, library}},
			"web application", "people who use it in a browser"},
	} {
		if got := c.p.kindOf(); got.Kind != c.kind || got.Audience != c.audience {
			t.Errorf("%s: %q for %q, want %q for %q", name, got.Kind, got.Audience, c.kind, c.audience)
		}
	}
}

// TestVersioned checks that the version of a package is the version of the target only if the package names it.
func TestVersioned(t *testing.T) {
	for name, c := range map[string]struct {
		head luminos.Manifest
		want bool
	}{
		"its package":      {luminos.Manifest{Name: "kite", Version: "1.2.3"}, true},
		"a workspace":      {luminos.Manifest{Name: "kite-workspace", Version: "1.2.3"}, true},
		"a generic name":   {luminos.Manifest{Name: "monorepo", Version: "1.2.3"}, true},
		"tools":            {luminos.Manifest{Name: "hammer", Version: "1.2.3"}, false},
		"by a generator":   {luminos.Manifest{Name: "kite", Version: "0.1.0", Private: true}, false},
		"private, counted": {luminos.Manifest{Name: "kite", Version: "3.1.0", Private: true}, true},
	} {
		if got := versioned([]*luminos.Manifest{&c.head}, "Kite") != nil; got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}

// TestDeclarationsAreNoLanguage checks that declarations of TypeScript beside JavaScript are not the main language.
func TestDeclarationsAreNoLanguage(t *testing.T) {
	file := func(p luminos.Path, language string, size int64) luminos.File {
		f := luminos.File{Path: p, Language: language, Size: size, Text: true, Category: luminos.CategorySource}
		f.Kind, f.Lines.Code = luminos.KindFile, 10
		return f
	}
	files := []luminos.File{file("src/a.js", "JavaScript", 100), file("src/a.d.ts", "TypeScript", 900)}
	if got := mainLanguage(files); got != "JavaScript" {
		t.Errorf("%q, want JavaScript", got)
	}
	if got := mainLanguage(files[1:]); got != "" {
		t.Errorf("declarations alone: %q, want none", got)
	}
}
