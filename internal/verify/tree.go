package verify

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/ignore"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/search"
)

// tree holds the names in the target.
type tree struct {
	src   luminos.Source
	files []luminos.Path // that the ignore rules do not exclude
	known map[luminos.Path]bool
	// named lists the files and directories by their last element.
	named map[string][]luminos.Path
	bare  map[string]bool // see [bareName]
	// site states that a generator of sites makes pages of documents below docs, with addresses of its own.
	site bool
	// flat states that the generator finds pages and images by the last element of a link.
	flat bool
	// incomplete states that a part of the target could not be listed, or is not checked out.
	incomplete bool
	submodules []luminos.Path // whose files are of other repositories
	stemmed
	nearby
	asking
}

// stemmed holds names without their endings, and other names of documents.
type stemmed struct {
	stems map[string]bool // bare names of files that are not aside
	// unnumbered has the paths of documents without the number that orders them and without the ending, as generators
	// of sites name pages: faq for 14-faq.md.
	unnumbered map[luminos.Path]bool
	// linked has the documents to which links in the top directory lead: people read them there, too.
	linked map[luminos.Path]bool
}

// asking holds results of reading the source, which further statements need again.
type asking struct {
	asked, matched int                            // see askedMost
	rules          map[luminos.Path]*ignore.Rules // by the directory of .gitignore
	embeds         map[luminos.Path]bool          // see [tree.embedded]
}

// nearby holds the names among which [tree.nearest] looks for similar ones.
type nearby struct {
	folded   map[string]luminos.Path       // the first path by its letters in lower case
	below    map[luminos.Path][]string     // the names in a directory
	near     map[luminos.Path]luminos.Path // answers
	compared int                           // names with which missing ones were compared
}

// readTree returns the names of the files and directories in a source.
func readTree(ctx context.Context, src luminos.Source) (*tree, error) {
	t := &tree{src: src, known: map[luminos.Path]bool{luminos.Root: true}, named: map[string][]luminos.Path{},
		bare: map[string]bool{}, stemmed: stemmed{map[string]bool{}, map[luminos.Path]bool{}, map[luminos.Path]bool{}},
		asking: asking{rules: map[luminos.Path]*ignore.Rules{}, embeds: map[luminos.Path]bool{}}}
	add := func(p luminos.Path) {
		t.known[p] = true
		t.named[p.Base()] = append(t.named[p.Base()], p)
		t.bare[bareName(p)] = true
	}
	unread, err := search.Files(ctx, src, func(n luminos.Node) error {
		t.files = append(t.files, n.Path)
		add(n.Path)
		if m := numbered().FindStringSubmatch(n.Path.Base()); m != nil {
			t.unnumbered[n.Path.Dir().Join(m[1])] = true
		}
		if !pathrole.Aside(n.Path) {
			t.stems[bareName(n.Path)] = true
		}
		for d := n.Path.Dir(); !t.known[d]; d = d.Dir() {
			add(d)
		}
		t.flat = t.flat || flatSite().MatchString(string(n.Path))
		t.site = t.site || t.flat || siteFile().MatchString(string(n.Path))
		return nil
	})
	t.incomplete = unread > 0
	listErr := eachLink(ctx, src, luminos.Root, func(_, to luminos.Path) { t.linked[to] = true })
	if b, err := src.Read(ctx, ".gitmodules", 0, manifestLimit); err == nil {
		for _, m := range submodule().FindAllSubmatch(b, -1) {
			if p := luminos.PathFromOS(path.Clean(string(m[1]))); p != luminos.Root {
				t.submodules = append(t.submodules, p)
			}
		}
	}
	return t, cmp.Or(err, listErr)
}

// numbered matches the name of a document with a number that orders it.
var numbered = lazyregexp.Lazy(`^\d+[-_.]([\w-]+)\.(?:md|mdx|markdown|rst|adoc)$`)

// submodule matches the path of a submodule in its settings.
var submodule = lazyregexp.Lazy(`(?m)^\s*path\s*=\s*(\S+)\s*$`)

// siteFile matches the settings of generators of sites.
var siteFile = lazyregexp.Lazy(`(?:^|/)(?:mkdocs[\w.-]*\.ya?ml|docusaurus\.config\.\w+|conf\.py|book\.toml|` +
	`_config\.ya?ml|hugo\.(?:toml|ya?ml)|antora\.yml|mint\.json|docs\.json|_sidebar\.md|SUMMARY\.md|astro\.config\.\w+|` +
	`\.eleventy\.js|eleventy\.config\.\w+|zensical\.toml|next\.config\.\w+|docfx\.json|` +
	`Doxyfile|make\.jl|_pkgdown\.yml)$|(?:^|/)\.(?:vuepress|vitepress)/|(?:^|/)layouts/_default/`)

// flatSite matches the files of ExDoc, DocC and Writerside.
var flatSite = lazyregexp.Lazy(`(?:^|/)(?:mix\.exs|writerside\.cfg)$|\.docc/`)

// askedMost is the number of paths that one check looks up in the source, and the number of paths that it matches with
// the rules of .gitignore files. A document can name very many; beyond the bound, [tree.exists] and [tree.excluded] are
// true.
const askedMost = 50_000

// exists reports whether the target has the path p, an ignored one too.
func (t *tree) exists(ctx context.Context, p luminos.Path) bool {
	if t.known[p] {
		return true
	}
	if strings.HasPrefix(string(p), "../") || p == ".." || strings.HasPrefix(string(p), "/") {
		return false
	}
	if t.asked++; t.asked > askedMost {
		return true
	}
	_, err := t.src.Stat(ctx, p)
	return err == nil
}

// packages are the names of manifests that a package has in its directory.
var packages = []string{"package.json", "Cargo.toml", "pyproject.toml", "setup.py", "go.mod", "composer.json", "pom.xml"}

// packageGone reports whether a file lay in a directory that is gone from among directories of packages. Then the whole
// package has left, most often to a repository of its own, and documents can still describe it.
func (t *tree) packageGone(file luminos.Path) bool {
	gone := luminos.Root
	for dir := file.Dir(); !t.known[dir]; dir = dir.Dir() {
		gone = dir
	}
	return gone != luminos.Root && slices.ContainsFunc(packages, func(name string) bool {
		return slices.ContainsFunc(t.named[name], func(p luminos.Path) bool {
			return p.Dir() != luminos.Root && p.Dir().Dir() == gone.Dir()
		})
	})
}

// suffixed returns the paths that end with the elements of the path p.
func (t *tree) suffixed(p string) []luminos.Path {
	var found []luminos.Path
	for _, q := range t.named[path.Base(p)] {
		if string(q) == p || strings.HasSuffix(string(q), "/"+p) {
			found = append(found, q)
		}
	}
	return found
}

// excluded reports whether the rules of .gitignore files exclude the path p, which is not there, or a submodule has it:
// it is made by a build or by the user.
func (t *tree) excluded(ctx context.Context, p luminos.Path) bool {
	if slices.ContainsFunc(t.submodules, p.Within) {
		return true
	}
	if t.matched++; t.matched > askedMost {
		return true
	}
	var rules *ignore.Rules
	at := luminos.Root
	elements := strings.Split(p.OS(), "/")
	for i := range elements {
		rules = t.rulesIn(ctx, at, rules)
		full := strings.Join(elements[:i+1], "/")
		if rules != nil {
			scope := ignore.Scope{Ignore: rules} // .ignore has the same form, and needs no repository
			never := func(string) bool { return false }
			for _, isDir := range []bool{true, false} {
				if scope.Judge(full, elements[i], isDir, ignore.Around{Beside: never, Inside: never}).Ignored {
					return true
				}
			}
		}
		at = at.Join(elements[i])
	}
	return false
}

// rulesIn returns the rules of .gitignore files for a directory, with the rules of the directories above.
func (t *tree) rulesIn(ctx context.Context, at luminos.Path, above *ignore.Rules) *ignore.Rules {
	if rules, known := t.rules[at]; known || !t.known[at.Join(".gitignore")] {
		return cmp.Or(rules, above)
	}
	base := ""
	if at != luminos.Root {
		base = at.OS() + "/"
	}
	name := at.Join(".gitignore")
	if b, err := t.src.Read(ctx, name, 0, ignore.FileMax+1); err == nil {
		above, _ = ignore.Parse(b, above, string(name), base)
	}
	t.rules[at] = above
	return above
}

// outputs are names of directories that builds and users make.
var outputs = []string{
	"dist", "build", "out", "output", "outputs", "target", "node_modules", "coverage", ".next", "__pycache__", ".venv",
	"venv", "env", "vendor", "bin", "obj", "tmp", "temp", "log", "logs", "cache", ".cache", "_build", "site", "public",
	"Debug", "Release", "results", "releases", "artifacts", "generated", ".git", "_site", "htmlcov", "wheelhouse", "pkg",
}

// embedded reports whether code or a page beside a document includes it by its name: it can be a part of a larger text.
func (t *tree) embedded(ctx context.Context, p luminos.Path) bool {
	if stem(p) == "readme" {
		return false // sites of repositories show it, too
	}
	if in, known := t.embeds[p]; known {
		return in
	}
	t.embeds[p] = false
	for _, q := range t.files {
		behind, can := embedders[q.Ext()]
		if !can || q.Dir() != p.Dir() {
			continue
		}
		text, err := t.src.Text(ctx, q, manifestLimit)
		if err == nil && strings.Contains(text.Content, p.Base()+behind) {
			t.embeds[p] = true
			return true
		}
	}
	return false
}

// embedders are the endings of files that can include documents. In a page, the text behind the name includes it, as
// in the extension markdown_include of Python.
var embedders = map[string]string{".go": "", ".rs": "", ".py": "", ".js": "", ".ts": "", ".md": "!}"}

// placeholderForm matches an element of a path that is no name of a file of the target.
var placeholderForm = lazyregexp.Lazy(`(?i)^(?:foo\w*|bar|baz|qux|x{2,}|path|to|file(?:name)?s?\d?|` +
	`dir(?:ectory)?|folder|` +
	`name|(?:my|your|some|new|custom|other|this|any)(?:[-_.].*)?|(?-i:[Mm]y[A-Z]|[Yy]our[A-Z])\w*|user(?:name)?|` +
	`project|app|script|hello.*|sample|` +
	`demo|something|my(?:new|own|app|lib|module|package|plugin|pkg)|` +
	`x\.y\b.*|[a-z]|y{4}.*|\d{4}.*|\.{2,}|etc|usr|var|opt|home|v?\d[\d.]*|.*example.*|` +
	`.*placeholder.*|.*x{3,}.*|.*[<\[].*|` +
	`.*\*.*)$`)

// madeUp matches an element of a path that is a placeholder, even if the target has a file of this name elsewhere.
var madeUp = lazyregexp.Lazy(`(?i)^(?:foo\w*|bar|baz|qux)(?:\.\w+)?$`)

// placeholder reports whether an element of the path p, which the target does not have elsewhere, is a placeholder or
// the name of an output of builds.
func (t *tree) placeholder(p string) bool {
	for element := range strings.SplitSeq(strings.Trim(p, "/"), "/") {
		if madeUp().MatchString(element) {
			return true
		}
		if len(t.named[element]) > 0 {
			continue
		}
		stem, _, _ := strings.Cut(element, ".")
		if placeholderForm().MatchString(element) || stem != "" && placeholderForm().MatchString(stem) ||
			slices.Contains(outputs, element) {
			return true
		}
	}
	return false
}

// baseNames returns the last elements of all paths.
func (t *tree) baseNames() []string {
	names := make([]string, 0, len(t.named))
	for name := range t.named {
		names = append(names, name)
	}
	return names
}

// versionName matches a directory for one version: "1.x", "v2".
var versionName = lazyregexp.Lazy(`^v?(\d+(?:\.\d+)*)(?:\.x)?$`)

// superseded reports whether a document lies in a directory for a version beside one for a later version, in the
// one in which generators of sites keep the earlier versions, or in one for documents that no longer hold.
func (t *tree) superseded(p luminos.Path) bool {
	for dir := p.Dir(); dir != luminos.Root; dir = dir.Dir() {
		if name := dir.Base(); name == "versioned_docs" || name == "defunct" || name == "archives" {
			return true
		}
		m := versionName().FindStringSubmatch(dir.Base())
		if m == nil {
			continue
		}
		for other := range t.known {
			if o := versionName().FindStringSubmatch(other.Base()); o != nil && other.Dir() == dir.Dir() && older(m[1], o[1]) {
				return true
			}
		}
	}
	return false
}
