package facts

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/manifest"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// headEntries is the number of entry points among which a page makes a web
// application.
const headEntries = 8

// sorted counts entry points of one sort. first is the rank of the first.
type sorted struct{ n, first int }

func (s *sorted) add(at int) {
	if s.n++; s.n == 1 {
		s.first = at
	}
}

// entryCounts counts the entry points of the target's own code.
type entryCounts struct {
	programs, servers, pages, libraries sorted

	started   int  // programs that a script of a package starts, of no known sort
	named     int  // programs that are compiled or installed under a name
	commands  int  // the ones that a package manager installs as commands
	eponymous bool // one of them has the name of the target
	atRoot    bool // one of them lies in the root directory
	private   bool // there is a library that is not published
	worded    bool // only the description names the library
}

// maxServerDepth is the maximum depth of the file of a server that can make the target a server.
const maxServerDepth = 4

// commonNames are names of scripts that start a program for its developers, not commands of their own.
var commonNames = []string{"start", "run", "serve", "dev"}

// isTool reports whether a file lies in a top-level directory of tools. In a
// deeper directory, as in packages/utils, such a name means a part of the target.
func isTool(p luminos.Path) bool {
	first, _, nested := strings.Cut(string(p), "/")
	return nested && manifest.ToolDir(first)
}

// countEntries counts the target's programs, servers, pages and libraries by its entry points outside of tests,
// examples and the like. Entry points of tools, or else of parts outside of tools in the language of the target, count
// only if there are no others.
func (p *profile) countEntries() entryCounts {
	c := p.countWhere(func(e luminos.EntryPoint) bool {
		return pathrole.Of(e.Path) == "" && !isTool(e.Path) && !e.Part && !p.foreign(e)
	})
	if c == (entryCounts{}) {
		c = p.countWhere(func(e luminos.EntryPoint) bool {
			return pathrole.Of(e.Path) == "" && !(e.Part && (isTool(e.Path) || p.foreign(e)))
		})
	}
	return c
}

func (p *profile) countWhere(counts func(luminos.EntryPoint) bool) entryCounts {
	var c entryCounts
	called := map[string]bool{}
	for _, e := range p.entries {
		called[e.Name] = true
	}
	name := words.Fold(shortName(p.name))
	library := slices.ContainsFunc(p.entries, func(e luminos.EntryPoint) bool { return e.Kind == "library" && !e.Part })
	for i, e := range p.entries {
		aside := strings.HasPrefix(string(e.Path), "template") || ofSite().MatchString(string(e.Path.Dir()))
		if !counts(e) || e.Kind == "page" && aside { // which people copy, or a site about the target
			continue
		}
		switch e.Kind {
		case "binary", "script":
			own := words.Fold(e.Name)
			same := name != "" && (manifest.ProgramOf(name, own) || own == "cargo"+name) ||
				len(own) >= 4 && own+"server" == name || len(name) >= 5 && strings.HasSuffix(own, name)
			switch {
			case manifest.Started(e):
				c.started++
				continue
			case manifest.Guessed(e) && !same && own != "server" && (library || !terminal(p.head())):
				continue // an example, a check of the build or a chore
			}
			base, d := strings.CutSuffix(e.Name, "d") // sshd beside ssh
			if d && called[base] && strings.HasSuffix(name, words.Fold(base)) || strings.HasSuffix(own, "server") {
				if c.servers.add(i); !terminal(p.head()) {
					continue
				}
			}
			c.programs.add(i)
			c.atRoot = c.atRoot || e.Path.Dir() == luminos.Root
			unnamed := e.Name == "" || e.Reason == manifest.RootScript || slices.Contains(commonNames, e.Name)
			if e.Kind == "binary" || !unnamed {
				c.named++
			}
			if manifest.Installed(e) {
				c.commands++
			}
			c.eponymous = c.eponymous || same
		case "server":
			switch {
			case e.Path.Base() == "manage.py", manifest.Fronts(e): // it makes pages
				c.pages.add(i)
			case e.Path.Depth() <= maxServerDepth || words.Fold(e.Name) == name:
				c.servers.add(i)
			}
		case "page":
			c.pages.add(i)
		case "library":
			if unpublished(p.manifests, e) {
				c.private = true
			} else if e.Reason != manifest.MacroCrate || len(p.entries) == 1 {
				c.libraries.add(i)
			}
		}
	}
	return c
}

// ofSite matches a directory with the name of a site, such as apps/anvil.dev.
var ofSite = lazyregexp.Lazy(`(?:^|/)[\w-]+\.(?:dev|io|com|org|net)(?:/|$)`)

// unpublished reports whether one of the manifests declares that the package of an entry point is not published.
func unpublished(manifests []luminos.Manifest, e luminos.EntryPoint) bool {
	return slices.ContainsFunc(manifests, func(m luminos.Manifest) bool {
		return m.Name == e.Name && e.Path.Within(m.Path.Dir()) && (m.Private || copied(manifests, &m))
	})
}
