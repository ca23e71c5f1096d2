package verify

import (
	"context"
	"net/url"
	"path"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// checkLink checks the path, the lines and the anchor of a link.
func (c *checker) checkLink(ctx context.Context, d *document, l link) {
	to := strings.TrimSpace(l.to)
	if g := forgeFile().FindStringSubmatch(to); g != nil && c.made.addresses[strings.ToLower(g[1])] {
		c.out.Checked++
		p := luminos.PathFromOS(path.Clean(g[2]))
		if !c.tree.exists(ctx, p) {
			c.claim(claim{doc: d, paths: []string{p.OS()}, finding: Finding{Rule: luminos.RuleDocPath, Line: l.line, Says: l.to,
				Truth: "there is no " + string(p)}})
		}
		return
	}
	if strings.ContainsAny(to, "{}<>$*|") || strings.Contains(to, "://") || strings.HasPrefix(to, "//") ||
		scheme().MatchString(to) || to == "" || to == "#" || to[0] == '@' || to[0] == '~' || strings.Contains(to, "...") ||
		itemLink().MatchString(to) {
		return
	}
	to, anchor, _ := strings.Cut(to, "#")
	to, _, _ = strings.Cut(to, "?")
	if decoded, err := url.PathUnescape(to); err == nil {
		to = decoded
	}
	if decoded, err := url.PathUnescape(anchor); err == nil {
		anchor = decoded
	}
	if strings.HasPrefix(anchor, ".") {
		return // an item of code, on a page that JSDoc makes
	}
	if to == "" {
		c.checkAnchor(ctx, d, d, l, anchor)
		return
	}
	found, leaves := c.follow(ctx, d, to)
	switch {
	case leaves:
		p := path.Join(d.path.Dir().OS(), to)
		if linkedFile().MatchString(to) && !strings.HasPrefix(to, "/") && !strings.HasPrefix(p, "..") {
			c.claim(claim{doc: d, paths: []string{p}, finding: Finding{Rule: luminos.RuleDocPath, Line: l.line, Says: l.to,
				Truth: "there is no " + p}})
		}
		return
	case found == "":
		c.missingLink(ctx, d, l, to)
		return
	}
	c.out.Checked++
	c.led++
	if anchor == "" {
		return
	}
	if m := lineAnchor().FindStringSubmatch(anchor); m != nil {
		c.checkLines(ctx, d, l.line, l.to, found, m[1], m[2])
	} else if isMarkdown(found) {
		if other, err := c.document(ctx, found); err == nil {
			c.checkAnchor(ctx, d, other, l, anchor)
		}
	}
}

var (
	// forgeFile matches the address of a file on the main branch of a repository: its address and the path.
	forgeFile = lazyregexp.Lazy(`^https?://([\w.-]+/[\w.-]+/[\w.-]+)/(?:-/)?` +
		`(?:blob|tree|raw)/(?:main|master|HEAD)/([\w./@+-]+)$`)
	scheme = lazyregexp.Lazy(`^(?:[A-Za-z][A-Za-z0-9+.-]*|[\w.-]+@[\w.-]+):`)
	// itemLink matches a link to an item of code, which generators of references resolve.
	itemLink   = lazyregexp.Lazy("::|`|^(?:crate|self|super)(?:#|$)")
	lineAnchor = lazyregexp.Lazy(`^L(\d{1,9})(?:C\d+)?(?:-L?(\d{1,9})(?:C\d+)?)?$`)
)

// isMarkdown reports whether the anchors of a file are the ones of its headings.
func isMarkdown(p luminos.Path) bool { return p.Ext() == ".md" || p.Ext() == ".markdown" }

// follow returns the path to which a relative link leads, or "" if it is not there. leaves states that it leaves the
// target, or that its address is of a site.
func (c *checker) follow(ctx context.Context, d *document, to string) (found luminos.Path, leaves bool) {
	if strings.HasPrefix(to, "/") {
		first, _, _ := strings.Cut(to[1:], "/")
		p := luminos.PathFromOS(path.Clean(strings.TrimLeft(to, "/")))
		if p != luminos.Root && c.tree.exists(ctx, p) {
			return p, false
		}
		return "", !c.strict(d) || c.tree.site || path.Ext(to) == "" || !c.tree.known[luminos.Path(first)] ||
			len(c.tree.suffixed(to[1:])) > 0 ||
			len(c.tree.suffixed(to[1:]+".md")) > 0
	}
	bases := []luminos.Path{d.path.Dir(), d.path[:len(d.path)-len(path.Ext(string(d.path)))]}
	if m := languageDir().FindStringSubmatch(string(d.path.Dir())); m != nil && !c.strict(d) {
		bases = append(bases, luminos.PathFromOS(path.Join(m[1], m[2]))) // pages that are not translated
	}
	if p := luminos.PathFromOS(path.Clean(to)); c.tree.linked[d.path] && !c.tree.exists(ctx, d.path.Dir().Join(to)) &&
		c.tree.exists(ctx, p) {
		return p, false
	}
	for _, base := range bases {
		p := luminos.PathFromOS(path.Join(base.OS(), to))
		if p == ".." || strings.HasPrefix(string(p), "../") {
			return "", true
		}
		if c.tree.exists(ctx, p) {
			return p, false
		}
		if c.strict(d) && path.Ext(to) != "" {
			return "", false
		}
		bare := strings.TrimSuffix(string(p), ".html")
		for _, ending := range []string{".md", ".mdx", ".rst", ".adoc", ".markdown", "/index.md", "/README.md",
			"/_index.md", ".ipynb", ".md.erb"} {
			if q := luminos.Path(bare + ending); c.tree.exists(ctx, q) {
				return q, false
			}
		}
	}
	if c.strict(d) {
		return "", false
	}
	at := luminos.PathFromOS(path.Clean(to))
	return "", strings.HasSuffix(to, "/") || !linkedFile().MatchString(to) ||
		strings.Contains(to, "/") && c.tree.known[at] ||
		c.tree.flat && (len(c.tree.named[at.Base()]) > 0 || at == luminos.Path(at.Base()))
}

// languageDir matches the directory of a translated page, by the codes of languages and of countries that are in use
// for them: its groups are the elements around the language.
var languageDir = lazyregexp.Lazy(`^(.+)/(?:` +
	`a[rz]|b[egns]|c[anszy]|d[aek]|e[lnostu]|f[air]|g[alr]|h[eiruy]|i[dst]|j[ap]|` +
	`k[akmor]|l[tv]|m[knsy]|n[belno]|p[lt]|r[ou]|s[iklqrvw]|t[ahlrw]|u[akrz]|vi|zh)(?:[-_][A-Za-z]{2,4})?(/.*)?$`)

// linkedFile matches a link of a site to a file, in contrast to a page or a name that a generator resolves.
var linkedFile = lazyregexp.Lazy(`(?i)\.(?:md|mdx|markdown|rst|adoc|png|jpe?g|gif|` +
	`svg|webp|ico|pdf|js|mjs|ts|tsx|css|json|ya?ml|toml|xml|txt|` +
	`csv|py|go|rs|rb|java|kt|c|cc|cpp|h|hpp|cs|php|swift|sh|ex|exs|lua|sql|proto|ipynb|zip|tar|gz)$`)

// imageFile matches the name of an image.
var imageFile = lazyregexp.Lazy(`(?i)\.(?:png|jpe?g|gif|svg|webp|ico)$`)

// forgeRoute matches a link to a page that a forge shows beside the files of a repository.
var forgeRoute = lazyregexp.Lazy(`^(?:\.\./)+(?:pulls?|issues|wiki|releases|discussions|actions|` +
	`compare|projects|security|tags)(?:/|$)`)

// noLink matches the destination that a template has in the place of a link.
var noLink = lazyregexp.Lazy(`^(?:none|(?:image|your|the)[-_]?(?:link|url))$`)

// missingLink reports the link to a path that is not there, unless a build makes it.
func (c *checker) missingLink(ctx context.Context, d *document, l link, to string) {
	p := luminos.PathFromOS(path.Clean(strings.TrimLeft(to, "/")))
	if !strings.HasPrefix(to, "/") {
		p = luminos.PathFromOS(path.Join(d.path.Dir().OS(), to))
	}
	if c.tree.excluded(ctx, p) || strings.ContainsAny(to, " ,") && path.Ext(to) == "" || path.Ext(to) == ".html" ||
		strings.Contains(to, "X.Y") || forgeRoute().MatchString(to) || noLink().MatchString(to) {
		return // made by a build, or a placeholder such as X.Y.Z.md
	}
	if !c.strict(d) && imageFile().MatchString(to) && len(c.tree.suffixed(strings.Trim(to, "./"))) > 0 {
		return // generators of sites copy images to other places
	}
	page := luminos.PathFromOS(strings.TrimSuffix(d.path.OS(), d.path.Ext()))
	for _, base := range []luminos.Path{d.path.Dir(), d.path.Dir().Dir(), page} {
		if !strings.HasPrefix(to, "/") && c.tree.unnumbered[luminos.PathFromOS(path.Join(base.OS(), to))] {
			return
		}
	}
	c.out.Checked++
	if c.tree.embedded(ctx, d.path) || !c.strict(d) && c.made.elsewhere() {
		return // a part of a document or a site elsewhere
	}
	near := c.tree.nearest(p)
	if near != "" {
		near = luminos.Path(relative(d.path.Dir().OS(), near.OS()))
	}
	f := Finding{Rule: luminos.RuleDocPath, Line: l.line, Says: l.to, Truth: "there is no " + string(p),
		Nearest: string(near)}
	if dir := c.tree.absent(ctx, p.Dir()); near == "" && dir != "" {
		f.Truth = "there is no directory " + dir // one cause of many findings
	}
	c.lost = append(c.lost, claim{doc: d, page: isMarkdown(p) && !atFront(d.path), paths: []string{p.OS()}, finding: f})
}

// absent returns the uppermost directory of a path of directories that is not there, or "".
func (t *tree) absent(ctx context.Context, dir luminos.Path) string {
	top := ""
	for ; dir != luminos.Root && !t.exists(ctx, dir); dir = dir.Dir() {
		top = string(dir)
	}
	return top
}

// relative returns the relative path from a directory to a path in the same tree.
func relative(dir, to string) string {
	if dir == "." {
		return to
	}
	from, parts := strings.Split(dir, "/"), strings.Split(to, "/")
	for len(from) > 0 && len(parts) > 1 && from[0] == parts[0] {
		from, parts = from[1:], parts[1:]
	}
	return strings.Repeat("../", len(from)) + strings.Join(parts, "/")
}
