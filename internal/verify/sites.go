package verify

import (
	"context"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// siteRepository matches the repository that the settings of MkDocs name; its group is the last element.
var siteRepository = lazyregexp.Lazy(`(?m)^repo_url:\s*["']?\S+/([\w.-]+?)(?:\.git)?/?["']?\s*$`)

// published holds the names under which the target and its pages are published.
type published struct {
	packages  map[string]bool // as code writes them
	site      string          // the repository whose site has the pages, or ""
	addresses map[string]bool // of the repository of the target: host, owner and name in lower case
}

var (
	// manifestAddress matches the address of a repository in a manifest.
	manifestAddress = lazyregexp.Lazy(`(?im)(?:^module\s+"?|` +
		`(?:\b|_)(?:repository|repo_url|source(?:[ _-]code)?|url|homepage)` +
		`["']?\s*[:=]\s*["']?(?:git\+)?(?:https?|ssh|git)://(?:\w+@)?)([\w.-]+)/([\w.-]+/[\w.-]+)`)
	// remoteAddress matches the address of the remote repository in the settings of git.
	remoteAddress = lazyregexp.Lazy(`\[remote "origin"\][^\[]*?\n\s*url\s*=\s*(?:\w+://)?(?:[^@/\s]+@)?` +
		`([\w.-]+)(?::\d+)?[:/]([\w.-]+/[\w.-]+)`)
)

// readAddresses keeps the addresses of the repository of the target that git and the manifests at the root name.
func (p *published) readAddresses(ctx context.Context, src luminos.Source) {
	for _, name := range append([]string{".git/config", "mkdocs.yml"}, packages...) {
		form := manifestAddress
		if name == ".git/config" {
			form = remoteAddress
		}
		b, err := src.Read(ctx, luminos.Path(name), 0, manifestLimit)
		if err != nil {
			continue
		}
		for _, g := range form().FindAllSubmatch(b, -1) {
			p.addresses[strings.TrimSuffix(strings.ToLower(string(g[1])+"/"+string(g[2])), ".git")] = true
		}
	}
}

// mkdocs keeps the name of the repository whose site the pages of the target are for.
func (m *made) mkdocs(p luminos.Path, s string) {
	if name := siteRepository().FindStringSubmatch(s); name != nil && p.Dir() == luminos.Root {
		m.site = strings.ToLower(name[1])
	}
}

// elsewhere reports whether the pages of the target are parts of the site of another project, whose name begins the
// names of the target's packages: x for x_settings. Their links lead to pages of that site.
func (p *published) elsewhere() bool {
	other := false
	for name := range p.packages {
		name = strings.ReplaceAll(strings.ToLower(name), "-", "_")
		if site := strings.ReplaceAll(p.site, "-", "_"); name == site {
			return false
		} else if site != "" && strings.HasPrefix(name, site+"_") {
			other = true
		}
	}
	return other
}
