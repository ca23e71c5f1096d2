package facts

import (
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/manifest"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// places are the sources whose place shows the sort of a target without a manifest.
type places struct {
	lisp, headers, ruby map[string]bool // by folded names: sources at the root, in lisp, include or lib
	modules             map[string]bool // directories in lib with sources of Ruby
	vim                 bool            // a plugin of Vim
	settings            bool            // a user's own settings of an editor
	served              bool            // the settings of a server for Ruby
	templates           int             // of pages
}

// rePageTemplate matches the paths of templates of pages.
var rePageTemplate = lazyregexp.Lazy(`(?:^|/)templates/(?:[^/]+/)*[^/]+\.(?:html|jinja2?|j2)$`)

// add records a file.
func (c *places) add(p luminos.Path) {
	put := func(set *map[string]bool, name string) {
		if *set == nil {
			*set = map[string]bool{}
		}
		(*set)[words.Fold(name)] = true
	}
	dir, base, ext := p.Dir(), p.Base(), p.Ext()
	stem := base[:len(base)-len(ext)]
	switch {
	case slices.Contains([]luminos.Path{"vimrc", ".vimrc", "init.vim", "init.el", "init.lua", "early-init.el"}, p):
		c.settings = true
	case p == "config.ru":
		c.served = true
	case ext == ".el" && (dir == luminos.Root || dir == "lisp"):
		put(&c.lisp, stem)
	case ext == ".vim" && dir == "plugin":
		c.vim = true
	case (ext == ".h" || ext == ".hpp") && (dir == luminos.Root || dir == "include"):
		put(&c.headers, stem)
	case ext == ".rb" && dir == "lib":
		put(&c.ruby, stem)
	case ext == ".rb" && p.Within("lib"):
		first, _, _ := strings.Cut(string(p[len("lib/"):]), "/")
		put(&c.modules, first)
	case rePageTemplate().MatchString(string(p)) && !pathrole.Aside(p):
		c.templates++
	}
}

// kindByPlace returns the kind of a target without a manifest that declares a package, by the places of its sources, or
// "".
func kindByPlace(p *profile) string {
	at, name := &p.contents.forms.places, words.Fold(shortName(p.name))
	switch {
	case at.settings || p.readme == nil || slices.ContainsFunc(p.manifests, isPackage):
		return ""
	case p.language == "Emacs Lisp" && (at.lisp[name] || name == "" && begins(at.lisp)):
		return "Emacs package"
	case p.language == "Vim Script" && at.vim:
		return "Vim plugin"
	case native[p.language] && at.headers[name] && !starts(p), p.language == "Ruby" && isGem(p) && !starts(p):
		return library
	}
	return ""
}

// begins reports whether one of several names begins half of the others or more.
func begins(names map[string]bool) bool {
	for name := range names {
		n := 0
		for other := range names {
			if strings.HasPrefix(other, name) {
				n++
			}
		}
		if n > 1 && n*2 >= len(names) {
			return true
		}
	}
	return false
}

// starts reports whether the target has an entry point apart from examples and from scripts at the root.
func starts(p *profile) bool {
	return slices.ContainsFunc(p.entries, func(e luminos.EntryPoint) bool {
		return !pathrole.Aside(e.Path) && e.Reason != manifest.RootScript
	})
}

// isGem reports whether the sources have the places of a gem: one file in lib, a directory of its name, and a Rakefile.
func isGem(p *profile) bool {
	at := &p.contents.forms.places
	if len(at.ruby) != 1 || at.served {
		return false
	}
	only := slices.Collect(maps.Keys(at.ruby))[0]
	return at.modules[only] && slices.ContainsFunc(p.manifests, func(m luminos.Manifest) bool {
		return m.Ecosystem == "rake" && m.Role == luminos.ManifestRoot
	})
}

// manyTemplates is the number of templates from which on a program with Flask shows pages and is more than an API.
const manyTemplates = 3

// templated reports whether a dependency makes pages of the templates of the target.
func templated(p *profile, d luminos.Dependency) bool {
	return d.Scope == "" && manifest.Rank(d.Ecosystem, "Python") != manifest.Unrelated && strings.EqualFold(d.Name, "flask") &&
		p.contents.forms.places.templates >= manyTemplates
}

var (
	// reImages matches a description of sources of images of containers; its group is the end of the plural.
	reImages = lazyregexp.Lazy(`(?i)\bdocker\b["“” ]{1,3}(?:official )?image(s?)\b`)
	// reSpecification matches a description of a specification.
	reSpecification = lazyregexp.Lazy(`(?i)\bis (?:an?|the) (?:[\w-]+,? ){0,4}specification\b(?:$|[.,;]| (?:within|for|of)\b)`)
)

// servedBy returns the kind of a target whose code only serves its other files, or "": Dockerfiles, or the texts of a
// specification.
func servedBy(p *profile) string {
	own := func(m luminos.Manifest) bool { return m.Ecosystem == "docker" && m.Own() }
	m := reImages().FindStringSubmatch(p.description)
	switch {
	case starts(p):
		return ""
	case m != nil && slices.ContainsFunc(p.manifests, own) && !slices.ContainsFunc(p.manifests, isPackage):
		if m[1] != "" {
			return "Dockerfiles of container images"
		}
		return "Dockerfiles of a container image"
	case reSpecification().MatchString(p.head()) && p.contents.bytes.material > 8*p.contents.bytes.code:
		return "specification"
	}
	return ""
}
