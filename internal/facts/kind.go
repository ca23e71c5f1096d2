package facts

import (
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/facts/manifest"
	"luminos/internal/pathrole"
)

// profile holds the facts that kind and audience follow from.
type profile struct {
	name, description string
	readme            *luminos.Document
	language          string // "" when the target is not code
	contents          contents
	manifests         []luminos.Manifest
	entries           []luminos.EntryPoint
	dependencies      []luminos.Dependency
	containers        int
	datasets          int
}

// kindOf returns the kind of the target in words, such as "library in a monorepo of 5 packages",
// and its audience.
func (p *profile) kindOf() (kind, audience string) {
	if p.language == "" || lastLanguages[p.language] {
		return p.materialKind()
	}
	if settingLanguages[p.language] {
		return "configuration repository", "administrators of what it configures"
	}
	kinds := p.codeKinds()
	var names, people []string
	for _, k := range kinds {
		names = append(names, k.name)
		if k.name == library.name && slices.Contains(names, framework.name) {
			continue // users of a framework call it as well
		}
		if s := k.audience(p.language); s != "" && !slices.Contains(people, s) {
			people = append(people, s)
		}
	}
	kind = list(names)
	if n := p.packages(); n >= 3 {
		if kind != "" {
			kind += " in a "
		}
		kind += "monorepo of " + strconv.Itoa(n) + " packages"
	}
	if kind == "" {
		return "collection of source code", "developers who read or reuse the code"
	}
	return kind, list(people)
}

// settingLanguages are programming languages for configuration.
var settingLanguages = map[string]bool{"HCL": true, "Puppet": true, "Bicep": true, "Nix": true, "Jsonnet": true, "Dhall": true, "CUE": true}

// packages returns the number of packages of the main language below the root. In a workspace it returns the number of
// its members if that is larger. Tools, tests and the like do not count.
func (p *profile) packages() int {
	members, beside := map[luminos.Path]bool{}, map[luminos.Path]bool{}
	workspace := false
	for i := range p.manifests {
		m := &p.manifests[i]
		workspace = workspace || m.Workspace && m.Own() && len(m.Members) > 0
		if !m.Own() || m.Name == "" || pathrole.Of(m.Path) != "" || isTool(m.Path) {
			continue
		}
		if m.Role == luminos.ManifestMember {
			members[m.Path.Dir()] = true
		}
		if m.Role != luminos.ManifestRoot && m.Path.Depth() <= 3 && manifest.Rank(m.Ecosystem, p.language) != manifest.Unrelated {
			beside[m.Path.Dir()] = true
		}
	}
	if !workspace {
		return len(beside)
	}
	return max(len(members), len(beside))
}

// materialKind returns the kind and the audience of a target that is not code, by the categories of its files.
func (p *profile) materialKind() (kind, audience string) {
	c := &p.contents
	n := func(cs ...luminos.Category) (sum int) {
		for _, k := range cs {
			sum += c.categories[k]
		}
		return sum
	}
	// The files without README, scripts and unknown files.
	rest := c.files - c.itself - c.programs - n(luminos.CategoryOther)
	settings := n(luminos.CategoryConfig)
	most := func(part int) bool { return part > 0 && part*10 >= (rest-settings)*6 }
	images, media := n(luminos.CategoryImage), n(luminos.CategoryImage, luminos.CategoryAudio, luminos.CategoryVideo)
	switch {
	case c.nothing:
		return "empty directory", ""
	case c.files == 0:
		return "", ""
	case c.tables*2 > c.files:
		return "database", "analysts who work with the data"
	case c.isSite():
		return site.name, site.audience("")
	case settings*2 > c.files:
		return "configuration repository", "administrators of what it configures"
	case most(n(luminos.CategoryData)):
		if p.datasets >= 5 {
			return "collection of data sets", "analysts who work with the data"
		}
		return "data set", "analysts who work with the data"
	case most(n(luminos.CategoryModel)):
		return "machine-learning model", "people who run the model"
	case most(images) && c.photos*2 > images:
		return "photo collection", "people who look at the pictures"
	case most(images):
		return "image collection", "people who use the pictures"
	case most(n(luminos.CategoryAudio)):
		return "audio collection", "people who listen to it"
	case most(n(luminos.CategoryVideo)):
		return "video collection", "people who watch it"
	case most(media):
		return "media collection", "people who look at and listen to it"
	case most(n(luminos.CategoryDocument)):
		return "document collection", "people who read the documents"
	case most(n(luminos.CategoryArchive)):
		return "collection of archives", "people who unpack them"
	case most(n(luminos.CategoryFont)):
		return "font collection", "people who set text"
	case p.containers > 0 && c.files <= 20 && n(luminos.CategoryData, luminos.CategoryDocument) == 0:
		return "container image", "operators who build and run the image"
	case settings*10 >= rest*6 && settings > 0:
		return "configuration repository", "administrators of what it configures"
	}
	return "mixed directory" + c.mix(), ""
}

// plurals are the names of categories in prose.
var plurals = map[luminos.Category]string{
	luminos.CategorySource: "source files", luminos.CategoryConfig: "settings", luminos.CategoryDocument: "documents",
	luminos.CategoryData: "data files", luminos.CategoryImage: "images", luminos.CategoryAudio: "sounds", luminos.CategoryVideo: "videos",
	luminos.CategoryArchive: "archives", luminos.CategoryExecutable: "executables", luminos.CategoryFont: "fonts", luminos.CategoryModel: "models",
}

// mix returns " of " and at most four names of categories with a tenth of the files or more, or "".
func (c *contents) mix() string {
	var parts []string
	for _, k := range byCount(c.categories, 4) {
		if name := plurals[k]; name != "" && c.categories[k]*10 >= c.files {
			parts = append(parts, name)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " of " + list(parts)
}

// list joins words to an enumeration in English: "a", "a and b", "a, b and c".
func list(items []string) string {
	n := len(items)
	if n < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:n-1], ", ") + " and " + items[n-1]
}
