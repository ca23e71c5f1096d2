package license

import (
	"regexp"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// Bounds of the search for terms where neither a licence file nor a manifest or a README names a licence.
const (
	maxPages    = 20 // documents that are searched
	maxHeaders  = 60 // source files whose heads are searched
	pageBytes   = 32 << 10
	headerBytes = 4 << 10
	headerShare = 3 // one source file of this many states terms, or one at the root does
)

var (
	// mentions matches words of texts that give terms, in documents.
	mentions = lazyregexp.Lazy(`(?i)licen[sc]|\bcopyleft\b|\bpublic[- ]domain\b|\bfree software\b|\bsame terms\b|` +
		`\bcreative commons\b|\bterms of use\b|\bpermission to use\b`)
	// headerTerms matches words of the comments with terms at the heads of source files.
	headerTerms = lazyregexp.Lazy(`(?i)licen[sc]ed?\b.{0,60}\b(?:under|terms|MIT|BSD|GPL|Apache|file)\b|SPDX-License-Identifier|` +
		`@licen[sc]e|\blicen[sc]e\s*:|\bpermission (?:is hereby|to use)|\bredistribution and use|\bfree software|` +
		`\bpublic[- ]domain\b|\bsame terms as\b|\bunder the terms of\b|\bmay be (?:freely )?(?:used|distributed)\b`)
)

// mention sets the licence of the result to the one on which the SPDX tags of source files agree. Without it, it
// sets Terms: a report must not deny them.
func (d *decision) mention(declared []Declared) {
	r := d.result
	if expr, at, ok := d.headers(); ok {
		if r.License, r.Evidence = expr, at; expr == "" {
			r.Evidence, r.Terms = nil, at
		}
		return
	}
	for _, decl := range declared {
		if decl.License != "" && len(decl.Evidence) > 0 {
			r.Terms = decl.Evidence[:1]
			return
		}
	}
	for t := range readmes(d.ctx, d.src, d.scan) {
		if r.Terms = mentioned(t); r.Terms != nil {
			return
		}
	}
	n := 0
	for i := range d.scan.Files {
		f := &d.scan.Files[i]
		if f.Category != luminos.CategoryDocument || !f.Regular() || f.Path.Depth() > 2 || f.Vendored {
			continue
		}
		if n++; n > maxPages {
			return
		}
		if t, err := d.src.Text(d.ctx, f.Path, pageBytes); err == nil {
			if r.Terms = mentioned(t); r.Terms != nil {
				return
			}
		}
	}
}

// mentioned returns the first line of a document that speaks of terms, or nil.
func mentioned(t luminos.Text) []luminos.Evidence {
	for i, line := range t.Lines() {
		if mentions().MatchString(head(line, maxLine)) {
			return []luminos.Evidence{t.Cite(i+1, i+1)}
		}
	}
	return nil
}

// heads iterates over the heads of the source files of the target itself, at most maxHeaders.
func (d *decision) heads(yield func(*luminos.File, luminos.Text) bool) {
	read := 0
	for i := range d.scan.Files {
		f := &d.scan.Files[i]
		if f.Category != luminos.CategorySource || !f.Regular() || f.Vendored || f.Generated || pathrole.Aside(f.Path) {
			continue
		}
		if read == maxHeaders {
			return
		}
		t, err := d.src.Text(d.ctx, f.Path, headerBytes)
		if err != nil {
			continue
		}
		if read++; !yield(f, t) {
			return
		}
	}
}

// headers searches the heads of source files. It returns the licence on which all SPDX tags agree, or "", with the
// first place, and false if the files state no terms.
func (d *decision) headers() (expr string, at []luminos.Evidence, ok bool) {
	read, stating, tags, atRoot := 0, 0, 0, false
	for f, t := range d.heads {
		read++
		e, line := identifierTag(t)
		if e == "" {
			line = lineOf(t, headerTerms())
		}
		if line == 0 {
			continue
		}
		switch stating++; {
		case e == "":
		case tags == 0 || e == expr:
			tags, expr = tags+1, e
		default:
			expr = "" // they differ
		}
		atRoot = atRoot || f.Path.Depth() == 1
		if at == nil {
			at = []luminos.Evidence{t.Cite(line, line)}
		}
	}
	if tags*headerShare < read {
		expr = ""
	}
	return expr, at, stating > 0 && (atRoot || stating*headerShare >= read)
}

var (
	// gnuNotice matches the notice of a GNU licence; its groups are the kind of licence, its version and the words
	// that allow later versions.
	gnuNotice = lazyregexp.Lazy(`(?i)\bGNU (Affero |Lesser |Library )?(?:General )?Public License` +
		`(?: \("?[AL]?GPL"?\))?(?:,? as published by the Free Software Foundation)?[,;]? ` +
		`(?:either )?(?:version |v)(\d(?:\.\d)?)(?: of the License)?` +
		`(,? or,? \(?at your option\)?,? any later version|,? or (?:any )?later\b)?`)
	// shortNotice matches the line of a notice with the short name of a GNU licence.
	shortNotice = lazyregexp.Lazy(`(?i)\bunder (?:the )?(?:terms of )?(?:the )?(?:GNU )?[AL]?GPL`)
	// publicLicense matches the name of a GNU licence in a line.
	publicLicense = lazyregexp.Lazy(`(?i)\bPublic License\b`)
	// commentMark matches the mark of a comment at the beginning of a line.
	commentMark = lazyregexp.Lazy(`(?m)^[ \t]*(?:[;#*%!"]+|//+|/\*+|--+|REM\b)?[ \t]*`)
)

// laterVersions reports whether the notices of the source files allow later versions of a GNU licence: all notices
// do, and a third of the files have notices. It returns the first one.
func (d *decision) laterVersions(id string) (at []luminos.Evidence, ok bool) {
	read, granting := 0, 0
	for f, t := range d.heads {
		if f.Language == "Makefile" { // which few people put under a notice
			continue
		}
		read++
		e, line := identifierTag(t)
		if e == "" {
			e, line = noticeOf(t)
		}
		switch {
		case e == "", kindOf(e) != kindOf(id): // no notice, or the one of another part
		case e != id+"-or-later":
			return nil, false
		default:
			if granting++; at == nil {
				at = []luminos.Evidence{t.Cite(line, line)}
			}
		}
	}
	return at, granting > 0 && granting*headerShare >= read
}

// kindOf returns the kind of a licence by its identifier: "LGPL" of "LGPL-2.1-or-later".
func kindOf(id string) string {
	kind, _, _ := strings.Cut(id, "-")
	return kind
}

// gnuKinds are the beginnings of the identifiers of GNU licences, by their kinds in notices.
var gnuKinds = map[string]string{"": "GPL-", "affero ": "AGPL-", "lesser ": "LGPL-", "library ": "LGPL-"}

// noticeOf returns the GNU licence that the notice at the head of a source file gives it, and the line that names the
// licence, or "".
func noticeOf(t luminos.Text) (string, int) {
	if line := lineOf(t, shortNotice()); line > 0 {
		if names := namesIn(t.Lines()[line-1]); len(names) == 1 && gnu(names[0].id) {
			return names[0].id, line
		}
	}
	line := lineOf(t, headerTerms())
	if line == 0 {
		line = lineOf(t, publicLicense())
	}
	m := gnuNotice().FindStringSubmatch(luminos.Fold(commentMark().ReplaceAllString(t.Content, "")))
	if m == nil || line == 0 {
		return "", 0
	}
	id := gnuKinds[strings.ToLower(m[1])] + m[2]
	if !strings.Contains(m[2], ".") {
		id += ".0"
	}
	if m[3] != "" {
		id += "-or-later"
	}
	return id, line
}

// lineOf returns the number of the first line at the head of a source file that matches a pattern, or 0.
func lineOf(t luminos.Text, pattern *regexp.Regexp) int {
	for i, line := range t.Lines() {
		if i == 60 {
			break
		}
		if pattern.MatchString(strings.TrimSpace(head(line, 400))) {
			return i + 1
		}
	}
	return 0
}
