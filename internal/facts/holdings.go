package facts

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/folder"
	"luminos/internal/lazyregexp"
)

// maxHoldings is the maximum number of formats in the holdings of a target.
const maxHoldings = 50

// holdings returns the formats of the files of a target by their names, the most frequent first. Files of mail have a
// format of their own, and a format without a name has its extension, except a few texts. It returns nil for a target
// with a main language, a folder of projects, and a target of which less than a quarter of the files have a format with a
// name.
func holdings(scan *luminos.Scan, f *luminos.Facts) []luminos.Counted {
	if f.Sort == luminos.SortProjects || f.MainLanguage != "" {
		return nil
	}
	count, named, total := formCount(scan)
	unnamed := unnamedFiles(scan)
	ends := map[string]int{}
	for _, f := range unnamed {
		ends[f.Path.Ext()]++
	}
	for _, f := range unnamed {
		ext := f.Path.Ext()
		extension := namesFormat(f.Path)
		switch {
		case f.Text && (!extension || ends[ext] < fewFiles): // the end of hyphen.us or logrotate.conf.rsync is no format
			count[plainText]++
			named++
		case extension:
			count[formByEnd(f.Path)]++
			named++
		}
	}
	if named*4 < total {
		return nil
	}
	if f.Kind == folder.Fontconfig {
		count["fontconfig file"] += count["configuration file"]
		delete(count, "configuration file")
	}
	if n := count[plainText]; n > 0 {
		count["text file"] += n // a reader sees no difference
		delete(count, plainText)
	}
	all := luminos.Counts(count)
	return slices.Clip(all[:min(len(all), maxHoldings)])
}

// unnamedFiles returns the regular files whose format has no name, without sources and mail.
func unnamedFiles(scan *luminos.Scan) (files []*luminos.File) {
	message := folder.Messages(scan)
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Regular() && f.Category != luminos.CategorySource && !message(f.Path) &&
			formOf(f) == "" && (formByExt[f.Path.Ext()] == "" || formByExt[f.Path.Ext()] == sourceMap) {
			files = append(files, f)
		}
	}
	return files
}

// shownForm returns the name of the format of a file among the others in its directory: a name that people know, the
// extension, or a word for texts without one. It returns "" for other files.
func shownForm(f *luminos.File) string {
	name, extension := formOf(f), namesFormat(f.Path)
	switch {
	case name == plainText, name == "" && !extension && f.Text:
		return plainTextShown
	case name == "" && extension:
		return formByEnd(f.Path)
	}
	return name
}

// kindOfFile returns the name of the kind of a file among the others in its directory: the language of a program, a
// word for images, sounds and videos, else the name of its format. It returns "" for other files.
func kindOfFile(f *luminos.File) string {
	ext := f.Path.Ext()
	switch {
	case f.Category == luminos.CategoryImage:
		return "image"
	case f.Category == luminos.CategoryVideo:
		return "video"
	case f.Category == luminos.CategoryAudio:
		return "sound file"
	case f.Language == "Dockerfile":
		return "Dockerfile"
	}
	program := isProgram(f)
	if program && sourceLanguages[f.Language] && formByExt[ext] == "" && f.Language != "MATLAB" {
		switch {
		case slices.Contains(headers, ext):
			return headerFile
		case f.Language == "Batchfile":
			return batchFile
		}
		return f.Language + " file" // most files of programs, in a short way
	}
	name := shownForm(f)
	if name == plainTextShown && program {
		return f.Language + " file" // by its first line
	}
	return name
}

// plainTextShown is the word for texts without a format.
const plainTextShown = "text file"

// versionEnd matches the name of a file that ends with a version: 2.0.0.pre1.
var versionEnd = lazyregexp.Lazy(`\d\.(?:pre|preview|alpha|beta|rc|dev|post|[abp])\d*$`)

// namesFormat reports whether the extension of a file is the name of a format, and neither the section of a manual nor
// the end of a version.
func namesFormat(p luminos.Path) bool {
	ext := p.Ext()
	return isExtension(ext) && strings.Trim(ext, ".0123456789") != "" && !versionEnd().MatchString(p.Base())
}

// formByEnd returns the name of a format by an extension without a name. A compressed file has the name of the format
// inside, if that is known: its own extension says nothing about the content.
func formByEnd(p luminos.Path) string {
	ext := p.Ext()
	if !slices.Contains(compressed, ext) {
		return ext + " file"
	}
	inner := luminos.Path(strings.TrimSuffix(strings.ToLower(p.Base()), ext))
	if name := formByExt[inner.Ext()]; name != "" {
		return "compressed " + name
	}
	if namesFormat(inner) {
		return "compressed " + inner.Ext() + " file"
	}
	return "compressed file"
}

// formCount returns the number of regular files by the name of their format, the number of files with a name, and the
// number of all.
func formCount(scan *luminos.Scan) (count map[string]int, named, total int) {
	count = map[string]int{}
	message := folder.Messages(scan)
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() {
			continue
		}
		total++
		name := formOf(f)
		if message(f.Path) {
			name = "e-mail"
		}
		if name != "" {
			count[name]++
			named++
		}
	}
	return count, named, total
}
