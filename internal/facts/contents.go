package facts

import (
	"slices"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/facts/folder"
	"luminos/internal/facts/manifest"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// contents are counts over the target's own files. Vendored files and the settings
// of the repository (CI, editors) are left out.
type contents struct {
	nothing    bool // no files at all, ignored ones included
	files      int
	total      int                      // regular files, with vendored and hidden ones
	categories map[luminos.Category]int // all own files
	material   int                      // data, documents, media and settings outside tests, documentation and the like
	bytes      byteCounts
	programs   int // files in programming languages, without build tools
	code       int // lines of code in them
	site       siteCounts
	tables     int // of a database
	forms      formCounts
	trains     bool // a program at the root trains a model
}

// byteCounts are sizes in bytes: of data among the material, of data, documents and models, of programs, of TeX and
// LaTeX, and of style sheets.
type byteCounts struct{ data, material, code, tex, styles int64 }

// reTrain matches the paths of programs that train a model.
var reTrain = lazyregexp.Lazy(`^(?:src/)?(?:pre|fine)?_?train(?:ing|er)?(?:_\w+)?\.(?:py|jl|cu|c)$`)

// formCounts are counts of files of some formats: all by the names of formOf, and tasks of Ansible.
//
// playbook is true if the root has the settings of Ansible, action if it declares an action of GitHub.
type formCounts struct {
	files            map[string]int
	playbooks        int
	playbook, action bool
	role             int  // files of an Ansible role at the root: its tasks and its metadata
	macros           bool // sources of packages of LaTeX
	places           places
	notebooks        notebookCounts
}

// wholeRole is the number of files that make a role of Ansible.
const wholeRole = 2

// reTasks matches the paths of tasks, handlers and variables in roles of Ansible.
var reTasks = lazyregexp.Lazy(`(?:^|/)roles/[^/]+/(?:tasks|handlers|vars|defaults|meta)/[^/]+\.ya?ml$`)

// siteCounts are counts over the files of a website.
type siteCounts struct {
	pages     int  // HTML
	styles    int  // CSS and its preprocessors
	frontPage bool // index.html at the root
}

// boilerplate are documents that most repositories have.
var boilerplate = map[string]bool{"readme": true, "license": true, "licence": true, "copying": true, "contributing": true, "changelog": true, "changes": true, "code_of_conduct": true, "security": true, "authors": true, "notice": true, "history": true, "install": true, "agents": true, "claude": true}

// categoryMail is the category of messages in a Maildir.
const categoryMail luminos.Category = "mail"

// countContents counts the files of a target by the properties on which its kind depends.
func countContents(scan *luminos.Scan) contents {
	own := 0 // programs outside of tests, documentation and the like
	var aside, built contents
	pack := false // the target is a package of npm
	c := contents{categories: map[luminos.Category]int{}}
	c.forms.files, _, c.total = formCount(scan)
	c.nothing = len(scan.Files)+scan.Ignored.Files+len(scan.Unreadable) == 0
	message := folder.Messages(scan)
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Vendored || hiddenTop(f.Path) || f.Path.Ext() == "" && f.Size == 0 {
			continue
		}
		c.files++
		if message(f.Path) {
			c.categories[categoryMail]++
			continue
		}
		c.categories[categoryOf(f)]++
		switch f.Language {
		case "HTML":
			c.site.pages++
			c.site.frontPage = c.site.frontPage || f.Path == "index.html"
		case "CSS", "SCSS", "Sass", "Less":
			c.site.styles++
			c.bytes.styles += f.Size
		case "TeX":
			if f.Path.Ext() == ".tex" {
				c.bytes.tex += f.Size
			}
		}
		c.forms.macros = c.forms.macros || f.Path.Ext() == ".dtx" || f.Path.Ext() == ".ins"
		c.form(f)
		c.trains = c.trains || reTrain().MatchString(string(f.Path))
		if f.Counted() && content.IsProgramming(f.Language) && !toolLanguages[f.Language] {
			if pathrole.Of(f.Path) == "" {
				own++
			}
			c.addProgram(f)
		} else if f.Generated && isProgram(f) {
			built.addProgram(f)
		}
		pack = pack || f.Path == "package.json"
		switch {
		case aboutItself(f): // no material
		case pathrole.Of(f.Path) == "":
			c.addMaterial(f)
		default:
			aside.addMaterial(f)
		}
	}
	if pack && c.programs == 0 { // a published package can be the output of a compiler
		c.programs, c.code, c.bytes.code = built.programs, built.code, built.bytes.code
	}
	if own == 0 { // a corpus in a directory named tests has its programs there, too
		c.material, c.bytes.data = c.material+aside.material, c.bytes.data+aside.bytes.data
		c.bytes.material += aside.bytes.material
	}
	return c
}

// addProgram counts a file in a programming language.
func (c *contents) addProgram(f *luminos.File) {
	c.programs++
	c.code += f.Lines.Code
	c.bytes.code += f.Size
}

// noData are the extensions of files that programs read and analysts do not: certificates, keys and translations.
var noData = []string{".pem", ".crt", ".cer", ".der", ".key", ".p12", ".pfx", ".csr", ".crl", ".mo"}

// compressed are the extensions of compressed files.
var compressed = []string{".gz", ".bz2", ".xz", ".zst", ".z", ".br", ".brotli"}

// reArchive matches the names of compressed archives of several files.
var reArchive = lazyregexp.Lazy(`(?i)\.(?:tar|cpio|mbox|sql|dump)\.\w+$`)

// categoryOf returns the category of a file as material. A text without an extension can be of any sort, such as the
// settings of a program, certificates and translations are no data, and a single file that is compressed is no archive.
func categoryOf(f *luminos.File) luminos.Category {
	ext := f.Path.Ext()
	single := slices.Contains(compressed, ext) && !reArchive().MatchString(f.Path.Base())
	text := f.Category == luminos.CategoryDocument && ext == "" && !aboutItself(f)
	if single || text || slices.Contains(noData, ext) || isSourceMap(f) || f.Language == "Public Key" {
		return luminos.CategoryOther
	}
	return f.Category
}

// isSourceMap reports whether a file maps a built script or style sheet to its source: it is no data.
func isSourceMap(f *luminos.File) bool { return f.Path.Ext() == ".map" && formOf(f) == sourceMap }

// addMaterial counts a file if it is material. A notebook is as much a program as a document.
func (c *contents) addMaterial(f *luminos.File) {
	if f.Path.Ext() == ".ipynb" || isSourceMap(f) {
		return
	}
	switch f.Category {
	case luminos.CategoryData:
		c.bytes.data += f.Size
		c.bytes.material += f.Size
		c.material++
	case luminos.CategoryDocument, luminos.CategoryModel:
		c.bytes.material += f.Size
		c.material++
	case luminos.CategoryImage, luminos.CategoryAudio, luminos.CategoryVideo, luminos.CategoryConfig:
		c.material++ // a single screenshot has more bytes than most programs
	}
}

// form counts a file by its format.
func (c *contents) form(f *luminos.File) {
	c.forms.notebooks.add(f)
	switch {
	case f.Table:
		c.tables++
	case f.Path == "action.yml" || f.Path == "action.yaml":
		c.forms.action = true
	case f.Path == "tasks/main.yml" || f.Path == "meta/main.yml":
		c.forms.role++
	case f.Path == "ansible.cfg":
		c.forms.playbook = true
	case reTasks().MatchString(string(f.Path)):
		c.forms.playbooks++
	default:
		c.forms.places.add(f.Path)
	}
}

// isSite reports whether the target consists of the files of a website: it has index.html at its root and a tenth of
// its files are pages and style sheets, or more of its files than not are.
func (c *contents) isSite() bool {
	n := c.site
	return n.pages > 0 && (n.frontPage && (n.pages+n.styles)*10 >= c.files || (n.pages+n.styles)*2 > c.files)
}

// hiddenTop reports whether p is a hidden entry at the root, such as .github or .editorconfig, or lies below one.
func hiddenTop(p luminos.Path) bool { return len(p) > 1 && p[0] == '.' }

// aboutItself reports whether a file at the root is about the project itself, by a name such as LICENSE, and not part
// of its content.
func aboutItself(f *luminos.File) bool {
	base := asciiLower(f.Path.Base())
	return f.Path.Depth() == 1 && boilerplate[base[:len(base)-len(f.Path.Ext())]]
}

// ofCode reports whether a manifest is for code of the target itself.
func ofCode(m luminos.Manifest) bool { return m.Own() && manifest.IsCode(m.Ecosystem) }

// largeCode is the number of lines of code from which on a tree with a manifest of code is code, though most files are
// not. The case is NewPipe: 470 files with 57,000 lines beside 2,900 texts for a shop of apps.
const largeCode = 20_000

// isCode reports whether the target is code rather than material with a few scripts beside it. Program files must be
// a twentieth of program files and material together if there is a package of the language, a tenth in much code, else
// a sixth, or a third below 1,000 lines of code. In the last case the data must also be smaller than ten times the code.
// Without a package and without a build file the code must also be a tenth of the bytes of code, data, documents and
// models.
func (c *contents) isCode(manifests []luminos.Manifest, language string) bool {
	all := c.programs + c.material
	packaged := slices.ContainsFunc(manifests, func(m luminos.Manifest) bool {
		return isPackage(m) && manifest.Rank(m.Ecosystem, language) != manifest.Unrelated
	})
	built := slices.ContainsFunc(manifests, func(m luminos.Manifest) bool { return m.Own() && m.BuildTool })
	switch {
	case c.programs == 0, c.bytes.styles > 4*c.bytes.code: // scripts beside style sheets
		return false
	case c.makesData(manifests):
		return false
	case packaged:
		return c.programs*20 >= all
	case c.code >= largeCode && slices.ContainsFunc(manifests, ofCode): // beside the texts for shops of apps
		return c.programs*10 >= all
	case !built && c.bytes.code*9 < c.bytes.material:
		return false
	case c.code < 1000:
		return c.programs*3 >= all && c.bytes.data < 10*c.bytes.code
	}
	return c.programs*6 >= all
}

// makesData reports whether the code only makes the data of a package of data, which is the only package at the root.
func (c *contents) makesData(manifests []luminos.Manifest) bool {
	return c.code < largeCode && ofData(manifests) != nil
}
