package license

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/lazyregexp"
)

// file is a licence file that was read.
type file struct {
	path     luminos.Path
	purpose  purpose
	expr     string // the licence; "" if it is not recognised
	coverage int
	note     string // the licence that it becomes later, and the date
	evidence []luminos.Evidence
	prose    bool         // a statement about licences rather than the text of one
	later    bool         // a GNU text that a notice before it makes "or later"
	parts    bool         // it says that each part has a licence of its own
	pointer  luminos.Path // the file is nothing but this path: a link that was checked out as text
	err      error
}

// purpose is the kind of a licence file by its name.
type purpose int

const (
	notLicense purpose = iota
	text               // the text of a licence: LICENSE, COPYING, LICENSE-MIT
	content            // the text of the licence of a part: LICENSE-docs
	thirdParty         // licences of bundled software
	tags               // an SPDX document
	copyright          // COPYRIGHT: a statement, at times a text
	reuse              // LICENSES/MIT.txt of the REUSE convention
)

var (
	// Parts of names, in lower case and between separators.
	licenseWord = lazyregexp.Lazy(`(?:^|[-_. ])(?:un)?licen[sc]es?(?:[-_. ]|$)|^copying(?:[-_.][a-z0-9.]+){0,2}$`)
	// gnuName matches the name of a file with a GNU licence that has no other word.
	gnuName = lazyregexp.Lazy(`^[al]?gpl(?:[-_.]?v?[23](?:[.,][01])?)?\.txt$`)
	// artistic matches the name of the second licence of Perl, beside Copying.
	artistic       = lazyregexp.Lazy(`^artistic(?:[-_ ]?[12](?:\.0)?)?(?:\.txt)?$`)
	contentWord    = lazyregexp.Lazy(`[-_. ](?:docs?|documentation|content|contents|data|dataset|assets?|images?|art|media|fonts?|models?|weights|code|samples?|examples?|logos?)(?:[-_. ]|$)`)
	thirdPartyWord = lazyregexp.Lazy(`third|3rd|3-?part|vendor|dependenc|bundled|other|external|oss[-_. ]|attribution|` +
		`report|build-?tool`)
	// An ending that names a licence or its subject: LICENSE.MIT,
	// LICENSE_APACHE-2.0, COPYING.LESSER.
	licenseEnding = lazyregexp.Lazy(`^\.(?:[0-3]|mit|apache|bsd|[al]?gpl|lib|lesser|mpl|isc|zlib|unlicen[sc]e|licen[sc]e|cc0|cc-by|boost|epl|docs?|code|data|content|third|3rd|vendor)`)
	// A name that names a licence: then several files are alternatives.
	namesLicense = lazyregexp.Lazy(`^license-2\.0\.txt$|mit|apache|bsd|gpl|lesser|mpl|isc|zlib|unlicen[sc]e|cc0|cc-by|boost|bsl|epl|artistic|wtfpl|0bsd|sspl|rsal|elastic|agpl`)
)

// textEndings are the endings of licence files. Others after a dot name the
// licence itself (LICENSE.MIT, LICENSE_APACHE-2.0) or are not licence texts.
var textEndings = []string{"", ".txt", ".md", ".markdown", ".mdown", ".rst", ".adoc", ".html", ".htm", ".rdoc", ".spdx", ".text", ".pod"}

// purposeOf returns the purpose of a file by its path, size and category. It is notLicense for an
// empty file, for source code, and for a file whose name is not a name of licence files.
func purposeOf(f *luminos.File) purpose {
	base := strings.ToLower(f.Path.Base())
	ext := path.Ext(base)
	if !f.Regular() || f.Size == 0 || len(base) > 100 {
		return notLicense
	}
	if f.Path.Depth() == 2 && f.Path.Dir() == "LICENSES" && ext == ".txt" {
		return reuse
	}
	if ext == ".spdx" {
		return tags
	}
	if ext == ".license" && strings.Contains(strings.TrimSuffix(base, ext), ".") {
		return notLicense // the sidecar of one file: photo.png.license
	}
	if !slices.Contains(textEndings, ext) && !licenseEnding().MatchString(ext) {
		return notLicense
	}
	if f.Category == luminos.CategorySource {
		return notLicense
	}
	stem := strings.TrimSuffix(base, ext)
	switch {
	case stem == "copyright" || stem == "copyrights":
		return copyright
	case (gnuName().MatchString(base) || artistic().MatchString(base)) && f.Path.Depth() == 1:
		return text
	case !licenseWord().MatchString(base):
		return notLicense
	case thirdPartyWord().MatchString(base):
		return thirdParty
	case contentWord().MatchString(base):
		return content
	case len(strings.Fields(strings.NewReplacer("-", " ", "_", " ").Replace(stem))) > 4:
		return notLicense // an article about licences
	}
	return text
}

// readFiles reads the licence files of the target, at most maxFiles of the nested ones, and lists at most maxListed in
// the result.
func (r *Result) readFiles(ctx context.Context, src luminos.Source, scan *luminos.Scan) ([]file, error) {
	var files []file
	left := 0
	for i := range scan.Files {
		purpose := purposeOf(&scan.Files[i])
		switch {
		case purpose == notLicense:
		case len(files) >= maxFiles && scan.Files[i].Path.Depth() > 1:
			left++
		default:
			files = append(files, file{path: scan.Files[i].Path, purpose: purpose})
		}
	}
	if left > 0 {
		r.problem(luminos.Root, fmt.Sprintf("%d more licence files than are read", left))
	}
	if err := recogniseAll(ctx, src, files); err != nil {
		return nil, err
	}
	followPointers(files)
	for i := range files {
		f := &files[i]
		if f.err != nil {
			r.Problems = append(r.Problems, batch.Problem(f.path, f.err))
			continue
		}
		// Below the root, COPYRIGHT files without a licence are not listed.
		plain := f.path.Depth() == 1 || f.purpose != copyright
		if (f.expr != "" || plain) && len(r.Files) < maxListed {
			r.Files = append(r.Files, luminos.LicenseFile{Path: f.path, License: f.expr, Note: f.note, Coverage: f.coverage, Evidence: f.evidence})
		}
	}
	return files, nil
}

// atOnce is the number of licence files whose texts are in memory at the same time.
const atOnce = 64

// recogniseAll reads licence files and sets their licences or errors. It reads several at a time and recognises them in
// an order of their own, so that the scanners of the classifier do not depend on the machine.
func recogniseAll(ctx context.Context, src luminos.Source, files []file) error {
	c := newClassifier()
	for len(files) > 0 {
		some := files[:min(len(files), atOnce)]
		files = files[len(some):]
		texts := make([]luminos.Text, len(some))
		errs, err := batch.Each(ctx, len(some), func(ctx context.Context, i int) (err error) {
			texts[i], err = some[i].read(ctx, src)
			return err
		})
		if err != nil {
			return err
		}
		order := make([]int, len(some)) // long texts first: the scanners for them are often good for the others
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return len(texts[b].Content) - len(texts[a].Content) })
		for _, i := range order {
			if err := ctx.Err(); err != nil {
				return err
			}
			if some[i].err = errs[i]; errs[i] == nil {
				some[i].err = batch.Guard(func() error { some[i].recognise(texts[i], c); return nil })
			}
		}
	}
	return nil
}

// read returns the text of a licence file.
func (f *file) read(ctx context.Context, src luminos.Source) (luminos.Text, error) {
	limit := textLimit
	if f.path.Depth() > 1 {
		limit = nestedLimit
	}
	return src.Text(ctx, f.path, limit)
}

// recognise sets the licence of a licence file with the text t, or the path if the file holds only a path to another
// file.
func (f *file) recognise(t luminos.Text, c *classifier) {
	if to := strings.TrimSpace(t.Content); strings.HasPrefix(to, "../") && len(to) < 200 && !strings.ContainsAny(to, " \n") {
		f.pointer = f.path.Dir().Join(to)
		return
	}
	if f.purpose == tags {
		f.expr, f.evidence = readTags(t)
		return
	}
	if f.purpose == copyright {
		if name, line := ofAllFiles(t); name != "" {
			f.expr, f.evidence = Known(name), []luminos.Evidence{t.Cite(line, line)}
			return
		}
	}
	found := c.recognise(t, f.path.Depth() == 1 || f.purpose == reuse)
	f.expr, f.coverage, f.evidence = exact(t, found.expr), found.coverage, found.evidence
	f.prose, f.later, f.parts = found.prose, found.later, found.parts
	note, ev := future(t, f.expr)
	f.note, f.evidence = note, append(f.evidence, ev...)
	if f.expr == "" && f.purpose == reuse {
		// The convention names the file after the licence.
		f.expr = strings.TrimSuffix(f.path.Base(), ".txt")
		f.evidence = []luminos.Evidence{t.Cite(1, 1)}
	}
}

// ofAllFiles returns the licence that a file of Debian's form for machines (DEP 5) gives for all files, "*", and its
// line. It returns "" for other texts.
func ofAllFiles(t luminos.Text) (name string, line int) {
	if !debianForm().MatchString(t.Content) {
		return "", 0
	}
	all := false
	for i, text := range t.Lines() {
		key, value, _ := strings.Cut(text, ":")
		switch value = strings.TrimSpace(value); {
		case key == "Files":
			all = value == "*"
		case key == "License" && all:
			return value, i + 1
		}
	}
	return "", 0
}

// debianForm matches the first field of such a file.
var debianForm = lazyregexp.Lazy(`(?m)^Format: *\S*copyright-format`)

// followPointers gives each licence file that holds only a path the licence of the licence file at that path, if there
// is one. Git writes such files in place of links if the system has no links.
func followPointers(files []file) {
	for i := range files {
		f := &files[i]
		if f.pointer == "" {
			continue
		}
		at, ok := slices.BinarySearchFunc(files, f.pointer, func(g file, p luminos.Path) int { return strings.Compare(string(g.path), string(p)) })
		if ok && files[at].pointer == "" {
			f.expr, f.coverage, f.evidence = files[at].expr, files[at].coverage, files[at].evidence
		}
	}
}

// readTags returns the licences that an SPDX document in tag form declares, at most eight, as alternatives, and the
// lines that declare them.
func readTags(t luminos.Text) (string, []luminos.Evidence) {
	var ids []string
	var evidence []luminos.Evidence
	n := 0
	for line := range strings.Lines(t.Content) {
		n++
		v, ok := strings.CutPrefix(line, "PackageLicenseDeclared:")
		if !ok || len(ids) == 8 {
			continue
		}
		e := normalise(v)
		if e == "" || e == "NONE" || e == "NOASSERTION" || slices.Contains(ids, e) {
			continue
		}
		ids = append(ids, e)
		evidence = append(evidence, t.Cite(n, n))
	}
	return join(ids, "OR"), evidence
}

func (r *Result) problem(p luminos.Path, reason string) {
	r.Problems = append(r.Problems, luminos.Problem{Path: p, Reason: reason})
}
