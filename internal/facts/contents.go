package facts

import (
	"slices"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/pathrole"
)

// contents are counts over the target's own files: neither vendored nor about
// the repository itself (CI, editor settings).
type contents struct {
	nothing    bool // not even what is ignored or set aside
	files      int
	categories map[luminos.Category]int // all own files
	material   int                      // data, documents, media and settings outside tests, documentation and the like
	data       int64                    // bytes of data among them
	codeBytes  int64
	programs   int  // files in programming languages, those of build tools left out
	code       int  // lines of code in them
	pages      int  // HTML
	styles     int  // CSS and its kin
	frontPage  bool // index.html at the root
	tables     int  // of a database
	photos     int  // images as cameras make them
	itself     int  // README, licence and other files that every repository has
}

// photoExtensions are of formats that cameras write.
var photoExtensions = map[string]bool{".jpg": true, ".jpeg": true, ".heic": true, ".heif": true, ".cr2": true, ".cr3": true, ".nef": true, ".arw": true, ".dng": true, ".raf": true, ".orf": true, ".rw2": true}

// boilerplate are documents that every repository has; they are not what it is about.
var boilerplate = map[string]bool{"readme": true, "license": true, "licence": true, "copying": true, "contributing": true, "changelog": true, "changes": true, "code_of_conduct": true, "security": true, "authors": true, "notice": true, "history": true, "install": true, "agents": true, "claude": true}

func countContents(scan *luminos.Scan) contents {
	c := contents{categories: map[luminos.Category]int{}, nothing: len(scan.Files)+scan.Ignored.Files+len(scan.Unreadable) == 0}
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Vendored || hiddenTop(f.Path) || f.Path.Ext() == "" && f.Size == 0 {
			continue
		}
		c.files++
		c.categories[f.Category]++
		switch f.Language {
		case "HTML":
			c.pages++
			c.frontPage = c.frontPage || f.Path == "index.html"
		case "CSS", "SCSS", "Sass", "Less":
			c.styles++
		}
		if f.Table {
			c.tables++
		}
		if photoExtensions[f.Path.Ext()] {
			c.photos++
		}
		if f.Counted() && content.LanguageType(f.Language) == "programming" && !toolLanguages[f.Language] {
			c.programs++
			c.code += f.Lines.Code
			c.codeBytes += f.Size
		}
		if aboutItself(f) {
			c.itself++
		} else if pathrole.Of(f.Path) == "" {
			switch f.Category {
			case luminos.CategoryData:
				c.data += f.Size
				c.material++
			case luminos.CategoryDocument, luminos.CategoryImage, luminos.CategoryAudio,
				luminos.CategoryVideo, luminos.CategoryModel, luminos.CategoryConfig:
				c.material++
			}
		}
	}
	return c
}

// isSite reports whether the target is pages for a browser, as files.
func (c *contents) isSite() bool {
	return c.pages > 0 && (c.frontPage || (c.pages+c.styles)*2 > c.files)
}

// hiddenTop reports whether p is, or lies in, a hidden entry at the top: .github, .editorconfig.
func hiddenTop(p luminos.Path) bool { return len(p) > 1 && p[0] == '.' }

// aboutItself reports whether a file is one of those that every repository has.
func aboutItself(f *luminos.File) bool {
	base := asciiLower(f.Path.Base())
	return f.Path.Depth() == 1 && boilerplate[base[:len(base)-len(f.Path.Ext())]]
}

// isCode decides whether the target is a body of code rather than of material
// that has a few scripts beside it. By number of files, programs must be a
// third of programs and material, or a sixth when they are a thousand lines or
// more, unless there are ten times as many bytes of data as of few lines of code.
// A package at the root or in a workspace, or a program at the root with a
// manifest beside it, needs no more than a twentieth, for data sets are published
// as packages, too, or two thousand lines; a package elsewhere needs a sixth.
func (c *contents) isCode(manifests []luminos.Manifest, entries []luminos.EntryPoint) bool {
	if c.programs == 0 {
		return false
	}
	all := c.programs + c.material
	root, packaged := false, 0 // a manifest at the root; how many programs a package must come with, as a part of all
	for i := range manifests {
		m := &manifests[i]
		if !m.Own() {
			continue
		}
		root = root || m.Path.Dir() == luminos.Root
		switch {
		case m.Name == "":
		case m.Role == luminos.ManifestNested:
			packaged = max(packaged, 6)
		default:
			packaged = max(packaged, 20)
		}
	}
	if root && slices.ContainsFunc(entries, func(e luminos.EntryPoint) bool { return e.Path.Dir() == luminos.Root }) {
		packaged = 20
	}
	switch {
	case packaged > 0:
		return c.programs*packaged >= all || packaged == 20 && c.code >= 2000
	case c.code < 1000:
		return c.programs*3 >= all && c.data < 10*c.codeBytes
	}
	return c.programs*6 >= all
}
