package facts

import (
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/folder"
	"luminos/internal/facts/manifest"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// materialKind returns the sort and the kind of a target that is not code. The kind follows from the
// counted formats of its files. Material has no audience, since no file says who uses it.
func (p *profile) materialKind() folder.Found {
	c := &p.contents
	data := func(m luminos.Manifest) bool { return m.Ecosystem == "datapackage" && m.Path.Dir() == luminos.Root }
	top := func(m luminos.Manifest) bool { return isPackage(m) && m.Path.Dir() == luminos.Root && m.Name != "" }
	switch {
	case c.nothing && p.dirs > 1:
		return thing(luminos.SortEmpty, "")
	case c.nothing:
		return thing(luminos.SortEmpty, "empty directory")
	case p.onlyManifests():
		return p.packageAlone()
	case c.tables*2 > c.files:
		return thing(luminos.SortData, "database")
	case slices.ContainsFunc(p.entries, manifest.Installed) && slices.ContainsFunc(p.manifests, top):
		return thing(luminos.SortProject, command) // its code is generated, or comes with another package
	case slices.ContainsFunc(p.manifests, data),
		(c.categories[luminos.CategoryData]*2 > c.files || c.manyData()) && slices.ContainsFunc(p.manifests, top):
		return thing(luminos.SortData, "data package")
	case c.forms.role == wholeRole:
		return thing(luminos.SortConfiguration, "Ansible role")
	case charts(p.manifests) > 0:
		return thing(luminos.SortConfiguration, chartsKind(charts(p.manifests)))
	case p.vouched && c.forms.playbook && c.forms.files["YAML file"] > 0:
		return thing(luminos.SortConfiguration, "Ansible configuration")
	case p.vouched && c.site.frontPage && c.isSite() && !slices.ContainsFunc(p.manifests, isPackage):
		return thing(luminos.SortProject, site)
	case p.photos*2 > c.total && c.categories[luminos.CategoryImage]*4 > c.files*3:
		return thing(luminos.SortMedia, "photo collection")
	case p.vouched && c.categories[luminos.CategoryData]*2 > c.files && p.namesData():
		return thing(luminos.SortData, "data set")
	}
	what := folderWord
	if p.git {
		what = repositoryWord
	}
	kind := c.measured(what)
	if of := notebookKind(p); of != "" && (kind == "" || c.forms.files["notebook"]*10 >= c.total*6) {
		return thing(luminos.SortDocuments, of)
	}
	if c.sort() == luminos.SortDocuments && slices.ContainsFunc(p.manifests, top) {
		kind = "" // the documents are about the package
	}
	known := 0
	for _, n := range c.forms.files {
		known += n
	}
	lesson := p.description != "" && !p.namesData()
	if n := c.categories[luminos.CategoryData]; kind == "" && !lesson && n > 1 && n*10 >= c.files*6 && known*2 >= c.total {
		kind = "data collection" // of several formats; a format without a name can be one of settings
	}
	return thing(c.sort(), kind)
}

// manyData reports whether data are nearly all of the bytes, and more than two fifths of the files.
func (c *contents) manyData() bool {
	others := c.bytes.material - c.bytes.data + c.bytes.code
	return c.categories[luminos.CategoryData]*5 > c.files*2 && c.bytes.data > 9*others
}

// charts returns the number of Helm charts, without the charts in others.
func charts(manifests []luminos.Manifest) int {
	var dirs []luminos.Path
	for i := range manifests {
		if m := &manifests[i]; m.Ecosystem == "helm" && m.Path.Base() == "Chart.yaml" && m.Own() {
			dirs = append(dirs, m.Path.Dir())
		}
	}
	return len(slices.DeleteFunc(slices.Clone(dirs), func(d luminos.Path) bool {
		return slices.ContainsFunc(dirs, func(above luminos.Path) bool { return above != d && d.Within(above) })
	}))
}

// chartsKind returns the kind of a target with n Helm charts.
func chartsKind(n int) string {
	if n == 1 {
		return "Helm chart"
	}
	return "collection of " + words.Count(n) + " Helm charts"
}

// namesData reports whether the title of the README or the description names data.
func (p *profile) namesData() bool {
	return reData().MatchString(p.description) || p.readme != nil && reData().MatchString(p.readme.Title)
}

// reData matches words that name data.
var reData = lazyregexp.Lazy(`(?i)\b(?:data|data ?sets?|databases?|corpus|corpora)\b`)

// Words for a target of which only the files are known.
const (
	folderWord     = "folder"
	repositoryWord = "repository"
)

// fewFiles is the number of files below which their common format is no kind.
const fewFiles = 3

// measured returns "folder of JPEG images" if all files have one format, "folder, mostly JPEG images" if six tenths
// have, the same by larger groups such as office documents and images, or "".
func (c *contents) measured(what string) string {
	if c.total < fewFiles {
		return ""
	}
	groups, classes := map[string]int{}, map[string]int{}
	for name, n := range c.forms.files {
		if group := groupByForm[name]; group != "" {
			groups[group] += n
		}
		if class := classOf(name); class != "" {
			classes[class] += n
		}
	}
	named := maps.Clone(c.forms.files)
	delete(named, plainText)
	for _, counts := range []map[string]int{plurals(named), groups, classes} {
		for _, name := range byCount(counts, 1) {
			switch n := counts[name]; {
			case n == c.total:
				return what + " of " + name
			case n*10 >= c.total*6 && !(imagesOf(name) && classes["documents"]*4 > n): // pictures of texts
				return what + ", mostly " + name
			}
		}
	}
	return ""
}

// imagesOf reports whether the plural of a format or a class names images.
func imagesOf(name string) bool { return strings.HasSuffix(name, "images") || name == "icons" }

// plurals returns the counts by the plurals of their names.
func plurals(counts map[string]int) map[string]int {
	all := map[string]int{}
	for name, n := range counts {
		_, many, _ := strings.Cut(words.Plural(2, name), " ")
		all[many] = n
	}
	return all
}

// sortOfCategory are the sorts of targets by the category of most of their files.
var sortOfCategory = map[luminos.Category]string{
	luminos.CategoryData: luminos.SortData, luminos.CategoryDocument: luminos.SortDocuments,
	luminos.CategoryImage: luminos.SortMedia, luminos.CategoryAudio: luminos.SortMedia,
	luminos.CategoryVideo: luminos.SortMedia, luminos.CategoryFont: luminos.SortMedia,
	luminos.CategoryModel: luminos.SortModels, luminos.CategoryArchive: luminos.SortBackups,
	luminos.CategoryConfig: luminos.SortConfiguration,
}

// sort returns the sort of the target by the categories of its files.
func (c *contents) sort() string {
	for _, k := range byCount(c.categories, 1) {
		if s := sortOfCategory[k]; s != "" && c.categories[k]*2 > c.files {
			return s
		}
	}
	return luminos.SortMixed
}

// onlyManifests reports whether all files of the target are manifests of packages.
func (p *profile) onlyManifests() bool {
	return len(p.manifests) == p.contents.files && len(p.manifests) > 0 && !slices.ContainsFunc(p.manifests,
		func(m luminos.Manifest) bool { return m.Ecosystem == "docker" || !manifest.IsCode(m.Ecosystem) })
}

// packageAlone returns the kind of a package whose target has its manifests only.
func (p *profile) packageAlone() folder.Found {
	kind := "manifest of a package without code"
	if p.shown.installed > 0 {
		kind += " beside " + words.Plural(p.shown.installed, "file") + " of installed packages"
	}
	return thing(luminos.SortMixed, kind)
}

// list joins words to an enumeration in English: "a", "a and b", "a, b and c".
func list(items []string) string {
	n := len(items)
	if n < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:n-1], ", ") + " and " + items[n-1]
}
