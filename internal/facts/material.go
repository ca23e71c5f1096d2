package facts

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/folder"
	"luminos/internal/facts/manifest"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

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
	rest := c.files - c.itself - c.programs - n(luminos.CategoryOther) // without README, scripts and unknown files
	settings, documents := n(luminos.CategoryConfig), n(luminos.CategoryDocument)-c.forms.guides
	most := func(part int) bool { return part > 0 && part*10 >= (rest-settings)*6 && part*4 >= c.files }
	packaged := slices.ContainsFunc(p.manifests, isPackage) // of styles or pictures, without a kind by its files
	images, media := n(luminos.CategoryImage), n(luminos.CategoryImage, luminos.CategoryAudio, luminos.CategoryVideo)
	switch {
	case c.nothing:
		return thing(luminos.SortEmpty, "empty directory", "")
	case c.files == 0:
		return unknown
	case c.tables*2 > c.files:
		return thing(luminos.SortData, "database", analysts)
	case c.isBackup(n(luminos.CategoryArchive), most(n(luminos.CategoryArchive))):
		return backups
	case c.isSite() && !packaged:
		return thing(luminos.SortProject, site.name, "")
	case reTemplates().MatchString(p.head()):
		return thing(luminos.SortDocuments, "templates", "")
	case n(luminos.CategoryData) > 0 && slices.ContainsFunc(p.manifests, isDataPackage):
		return thing(luminos.SortData, "data set", analysts)
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
	case most(documents), most(images) && documents*4 > images: // pictures of texts
		return thing(luminos.SortDocuments, "document collection", "people who read the documents")
	case most(media):
		return collected(most, images, n(luminos.CategoryAudio), n(luminos.CategoryVideo))
	case most(n(luminos.CategoryArchive)):
		return thing(luminos.SortBackups, "collection of archives", "people who unpack them")
	case most(n(luminos.CategoryFont)) && (p.readme == nil || reFont().MatchString(p.description)):
		return thing(luminos.SortMedia, "font collection", "people who set text")
	case p.containers > 0 && c.files <= 20 && n(luminos.CategoryData, luminos.CategoryDocument) == 0:
		return thing(luminos.SortConfiguration, "container image", "operators who build and run the image")
	case settings*10 >= rest*6 && settings > 0 && p.readme != nil && !packaged:
		return configuration
	}
	if mix := c.mix(); mix != "" && !packaged {
		return thing(luminos.SortMixed, "mixed directory"+mix, "")
	}
	return unknown
}

// unknown is the result for files without known formats.
var unknown = folder.Found{Sort: luminos.SortMixed}

// collected returns the kind of a collection of media by the most frequent of them.
func collected(most func(int) bool, images, audio, video int) folder.Found {
	switch {
	case most(images):
		return thing(luminos.SortMedia, "image collection", "people who use the pictures")
	case most(audio):
		return thing(luminos.SortMedia, "audio collection", "people who listen to it")
	case most(video):
		return thing(luminos.SortMedia, "video collection", "people who watch it")
	}
	return thing(luminos.SortMedia, "media collection", "people who look at and listen to it")
}

// Patterns for descriptions of templates and of fonts.
var (
	reTemplates = lazyregexp.Lazy(`(?i)\btemplates?\b`)
	reFont      = lazyregexp.Lazy(`(?i)\b(?:fonts?|typefaces?)\b`)
)

// isDataPackage reports whether a manifest at the root describes the data of the target.
func isDataPackage(m luminos.Manifest) bool {
	return m.Ecosystem == "datapackage" && m.Path.Dir() == luminos.Root
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

// mix returns " of " and at most four names of categories with a tenth of the files or more, or "" if most files are in
// none of them.
func (c *contents) mix() string {
	var parts []string
	named := 0
	for _, k := range byCount(c.categories, 4) {
		if name := plurals[k]; name != "" && c.categories[k]*10 >= c.files {
			parts = append(parts, name)
			named += c.categories[k]
		}
	}
	if named*2 < c.files || named == 0 {
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
