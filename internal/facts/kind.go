package facts

import (
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/facts/folder"
	"luminos/internal/facts/manifest"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/words"
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
	found             folder.Found // by names, before anything else
	shown             shown
}

// samples matches names of targets that hold examples.
var samples = lazyregexp.Lazy(`(?i)(?:^|[ _-])(?:examples|samples|demos|tutorials|snippets|recipes)$`)

// kindOf returns the sort of the target, its kind in words, such as "library in a monorepo of 5 packages", and its
// audience.
func (p *profile) kindOf() folder.Found {
	switch {
	case p.found.Sort != "":
		return p.found
	case p.isList():
		return links
	case p.contents.forms.playbooks > 2*p.contents.programs:
		f := configuration
		f.Kind += " (Ansible playbooks)"
		return f
	case p.language == "" || lastLanguages[p.language]:
		if f := p.materialKind(); f.Sort != luminos.SortDocuments || !p.isBook() {
			return f
		}
		return textbook
	case settingLanguages[p.language]:
		return p.settingKind()
	case p.isBook():
		return textbook
	}
	if n := p.shown.services; n > 0 {
		return thing(luminos.SortProject, "collection of "+strconv.Itoa(n)+" services", "operators who run the services")
	}
	if samples().MatchString(p.name) && len(p.entries) > 1 {
		return thing(luminos.SortProject, "collection of examples", "people who learn from them")
	}
	if p.shown.adrift {
		return thing(luminos.SortProject, "", "")
	}
	kind, audience := p.codeKind()
	sort := luminos.SortProject
	switch n, published := p.packages(); {
	case n < 3: // without evidence of a kind it stays ""
	case kind == "":
		sort, kind = luminos.SortMonorepo, "monorepo of "+strconv.Itoa(n)+" packages"
	case p.modules() > 0:
		kind += " in " + strconv.Itoa(p.modules()) + " modules"
	case published == 1:
		kind += " in " + strconv.Itoa(n) + " packages, 1 published"
	default:
		sort, kind = luminos.SortMonorepo, kind+" in a monorepo of "+strconv.Itoa(n)+" packages"
	}
	return thing(sort, kind, audience)
}

var configuration = thing(luminos.SortConfiguration, "configuration repository", "administrators of what it configures")

// Patterns for the words of a title or a description that name a module of Terraform, and a book.
var (
	reModule = lazyregexp.Lazy(`(?i)\b(?:terraform|opentofu) (?:root |sub-?)?(module)(s?)\b`)
	reBook   = lazyregexp.Lazy(`(?i)\b(?:text)?book(?:'s)?\b`)
)

// settingKind returns the kind of a target whose main language is for settings: modules for others if it says so.
func (p *profile) settingKind() folder.Found {
	title := ""
	if p.readme != nil {
		title = p.readme.Title
	}
	m := reModule().FindStringSubmatch(title + ". " + p.head())
	switch {
	case m == nil:
		return configuration
	case m[2] != "":
		return thing(luminos.SortProject, "collection of Terraform modules", "developers of Terraform configurations")
	}
	return thing(luminos.SortProject, "Terraform module", "developers of Terraform configurations")
}

// manyLinks is the number of links in a README from which on they are the content, if the README says so.
const manyLinks = 100

// reList matches the words of a title or a description that name a list.
var reList = lazyregexp.Lazy(`(?i)^awesome\s|\blists? of\b|\bcurated\b|\bcollective list\b`)

var links = thing(luminos.SortDocuments, "list of links", "people who look for what it lists")

// isList reports whether the target is a list of links: its README says so, has many links, and more lines than the
// code.
func (p *profile) isList() bool {
	return p.readme != nil && p.shown.links >= manyLinks && p.shown.links > p.contents.code/4 &&
		(reList().MatchString(p.readme.Title) || reList().MatchString(p.description))
}

var textbook = thing(luminos.SortDocuments, "book", "people who read it")

// isBook reports whether the target is the source of a book: a manifest at the root makes a book, and the title or the
// description has the word.
func (p *profile) isBook() bool {
	made := slices.ContainsFunc(p.manifests, func(m luminos.Manifest) bool {
		return m.Role == luminos.ManifestRoot && m.Ecosystem == "book"
	})
	return made && reBook().MatchString(p.description)
}

// thing returns a result of kindOf.
func thing(sort, kind, audience string) folder.Found {
	return folder.Found{Sort: sort, Kind: kind, Audience: audience}
}

// codeKind returns the kinds of the code as a list in words, or "", and their audience.
func (p *profile) codeKind() (kind, audience string) {
	kinds := p.special(p.codeKinds())
	var names, people []string
	for _, k := range kinds {
		names = append(names, k.name)
		if k.name == library.name && slices.Contains(names, framework.name) {
			continue // users of a framework call it as well
		}
		if s := k.audience(languageOf(p, k)); s != "" && !slices.Contains(people, s) {
			people = append(people, s)
		}
	}
	return list(names), list(people)
}

// settingLanguages are programming languages for configuration.
var settingLanguages = map[string]bool{"HCL": true, "Puppet": true, "Bicep": true, "Nix": true, "Jsonnet": true, "Dhall": true, "CUE": true}

// packages returns the number of packages of the main language below the root. In a workspace it returns the number of
// its members if that is larger. Tools, tests and the like do not count. It returns also the number of the published
// ones, or 0 if no package is declared as private.
func (p *profile) packages() (n, published int) {
	members, beside, private := map[luminos.Path]bool{}, map[luminos.Path]bool{}, map[luminos.Path]bool{}
	workspace := false
	for i := range p.manifests {
		m := &p.manifests[i]
		workspace = workspace || m.Workspace && m.Own() && len(m.Members) > 0
		if !m.Own() || m.Name == "" || pathrole.Of(m.Path) != "" || isTool(m.Path) ||
			pathrole.Under(m.Path, luminos.DirBenchmarks) {
			continue
		}
		if m.Private {
			private[m.Path.Dir()] = true
		}
		if m.Role == luminos.ManifestMember {
			members[m.Path.Dir()] = true
		}
		if m.Role != luminos.ManifestRoot && m.Path.Depth() <= 3 && manifest.Rank(m.Ecosystem, p.language) != manifest.Unrelated {
			beside[m.Path.Dir()] = true
		}
	}
	if !workspace || len(beside) > len(members) {
		members = beside
	}
	published = len(members)
	for dir := range members {
		if private[dir] {
			published--
		}
	}
	if published == len(members) {
		published = 0
	}
	return len(members), published
}

// modules returns the number of modules of the Maven project at the root, which is one product, or 0.
func (p *profile) modules() int {
	for i := range p.manifests {
		if m := &p.manifests[i]; m.Role == luminos.ManifestRoot && m.Ecosystem == "maven" {
			return len(m.Members)
		}
	}
	return 0
}

// materialKind returns the sort, the kind and the audience of a target that is not code, by the categories of its
// files. Code beside the material is named.
func (p *profile) materialKind() folder.Found {
	if p.onlyManifests() {
		return p.packageAlone()
	}
	f := p.material()
	switch f.Sort {
	case luminos.SortEmpty, luminos.SortProject, luminos.SortConfiguration, luminos.SortMixed, "":
	default:
		if c := &p.contents; c.programs > 0 && c.code >= someCode {
			f.Kind += " with some code"
		}
	}
	return f
}

// someCode is the number of lines from which on code beside material is named.
const someCode = 20

const analysts = "analysts who work with the data"

func (p *profile) material() folder.Found {
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
	audio, video := n(luminos.CategoryAudio), n(luminos.CategoryVideo)
	switch {
	case c.nothing:
		return thing(luminos.SortEmpty, "empty directory", "")
	case c.files == 0:
		return folder.Found{Sort: luminos.SortMixed}
	case c.tables*2 > c.files:
		return thing(luminos.SortData, "database", analysts)
	case c.isBackup(n(luminos.CategoryArchive), most(n(luminos.CategoryArchive))):
		return backups
	case c.isSite():
		return thing(luminos.SortProject, site.name, site.audience(""))
	case settings*2 > c.files:
		return ofSettings(c, p.readme != nil)
	case besides(c.forms.notebooks, n(luminos.CategoryData)) && most(n(luminos.CategoryData)+c.forms.notebooks):
		return thing(luminos.SortData, "collection of data sets and notebooks", analysts)
	case c.forms.notebooks > 0 && (c.forms.notebooks+n(luminos.CategoryModel))*3 > rest:
		return notebooks(c.forms.notebooks, n(luminos.CategoryModel))
	case most(n(luminos.CategoryData)) && p.datasets >= 5:
		return thing(luminos.SortData, "collection of data sets", analysts)
	case most(n(luminos.CategoryData)):
		return thing(luminos.SortData, "data set", analysts)
	case most(n(luminos.CategoryModel)):
		return models(n(luminos.CategoryModel))
	case most(images) && c.forms.photos*2 > images:
		return thing(luminos.SortMedia, "photo collection", "people who look at the pictures")
	case most(n(luminos.CategoryDocument)), most(images) && n(luminos.CategoryDocument)*4 > images: // pictures of texts
		return thing(luminos.SortDocuments, "document collection", "people who read the documents")
	case most(images):
		return thing(luminos.SortMedia, "image collection", "people who use the pictures")
	case most(audio):
		return thing(luminos.SortMedia, "audio collection", "people who listen to it")
	case most(video):
		return thing(luminos.SortMedia, "video collection", "people who watch it")
	case most(media):
		return thing(luminos.SortMedia, "media collection", "people who look at and listen to it")
	case most(n(luminos.CategoryArchive)):
		return thing(luminos.SortBackups, "collection of archives", "people who unpack them")
	case most(n(luminos.CategoryFont)):
		return thing(luminos.SortMedia, "font collection", "people who set text")
	case p.containers > 0 && c.files <= 20 && n(luminos.CategoryData, luminos.CategoryDocument) == 0:
		return thing(luminos.SortConfiguration, "container image", "operators who build and run the image")
	case settings*10 >= rest*6 && settings > 0:
		return configuration
	}
	return thing(luminos.SortMixed, "mixed directory"+c.mix(), "")
}

// anySetting are the formats of settings of all sorts of programs.
var anySetting = map[string]bool{
	"YAML": true, "JSON": true, "TOML": true, "INI": true, "XML": true, "Java Properties": true,
}

// ofSettings returns the kind of a target of settings. The kind is their format if nine tenths have the same, and it is
// the format of one program or there is no README to state their purpose.
func ofSettings(c *contents, readme bool) folder.Found {
	for _, l := range byCount(c.forms.settings, 1) {
		if n := c.forms.settings[l]; n*10 >= c.categories[luminos.CategoryConfig]*9 && l != "" && !(readme && anySetting[l]) {
			return thing(luminos.SortConfiguration, "directory of "+l+" files", "")
		}
	}
	if readme {
		return configuration
	}
	return thing(luminos.SortConfiguration, "directory of settings", "")
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
	return thing(luminos.SortMixed, kind, "")
}

// besides reports whether a target has several notebooks and several data sets, and at most five data sets for each
// notebook.
func besides(notebooks, data int) bool { return notebooks > 1 && data > 1 && notebooks*5 >= data }

// isBackup reports whether the target holds backups: more than half of the archives are backups, and most files are
// archives, or there are manyBackups backups beside at most two programs.
func (c *contents) isBackup(archives int, most bool) bool {
	return c.forms.backups*2 > archives && (most || c.forms.backups >= manyBackups && c.programs <= 2)
}

const manyBackups = 5

var backups = thing(luminos.SortBackups, "collection of backups", "people who restore from them")

// models returns the kind of a target of files of models.
func models(files int) folder.Found {
	if files > 1 {
		return thing(luminos.SortModels, "machine-learning models", "people who run the models")
	}
	return thing(luminos.SortModels, "machine-learning model", "people who run the model")
}

// notebooks returns the kind of a target of notebooks, models or both.
func notebooks(notebooks, models int) folder.Found {
	f := thing(luminos.SortModels, "collection of notebooks", "people who read and run the notebooks")
	if models > 0 {
		f.Kind, f.Audience = "collection of notebooks and models", "people who run the notebooks and the models"
	}
	return f
}

// plurals are the names of categories in prose.
var plurals = map[luminos.Category]string{
	luminos.CategorySource: "source files", luminos.CategoryConfig: "settings", luminos.CategoryDocument: "documents",
	luminos.CategoryData: "data files", luminos.CategoryImage: "images", luminos.CategoryAudio: "sounds",
	luminos.CategoryVideo: "videos", luminos.CategoryArchive: "archives", luminos.CategoryExecutable: "executables",
	luminos.CategoryFont: "fonts", luminos.CategoryModel: "models", categoryMail: "mails",
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
