package verify

import (
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// siteRepository matches the repository that the settings of MkDocs name; its group is the last element.
var siteRepository = lazyregexp.Lazy(`(?m)^repo_url:\s*["']?\S+/([\w.-]+?)(?:\.git)?/?["']?\s*$`)

// published holds the names under which the target and its pages are published.
type published struct {
	packages map[string]bool // as code writes them
	site     string          // the repository whose site has the pages, or ""
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
