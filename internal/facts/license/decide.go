package license

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// decision combines the findings. A licence text at the root decides; a manifest
// and the README make it more exact, or replace it if there is no text.
type decision struct {
	ctx    context.Context
	src    luminos.Source
	scan   *luminos.Scan
	result *Result
}

// decide sets License and Evidence of the result from the licence files, the licences that manifests declare and the
// README.
func (d *decision) decide(files []file, declared []Declared) {
	root := rootFiles(files)
	expr, evidence := combineFiles(root)
	decl, ok := d.choose(declared, expr)
	if members := agreed(declared); !ok && strings.Contains(expr, " AND ") &&
		covers(members.License, expr) && covers(expr, members.License) {
		decl, ok = members, true
	}
	differs := false
	parted := slices.IndexFunc(files, func(f file) bool { return f.parts && f.path.Depth() == 1 })
	switch {
	case expr == "" && !ok && parted >= 0: // no licence is the one of the whole
		d.result.Terms = files[parted].evidence
		return
	case expr == "" && !ok:
		if d.standIn(declared); d.result.License == "" {
			d.mention(declared)
		}
		return
	case expr == "":
		expr, evidence = decl.License, decl.Evidence
	case ok && covers(decl.License, expr):
		// The files agree; the declaration says how they belong together. The list of a gem does not: beside the only
		// file, with the text of one of its licences, it offers no choice.
		if decl.Path.Ext() == ".gemspec" && len(root) == 1 && len(ids(expr)) == 1 {
			decl.License = strings.ReplaceAll(decl.License, " OR ", " AND ")
		}
		expr, evidence = decl.License, append(slices.Clone(evidence), decl.Evidence...)
	case ok && slices.ContainsFunc(root, func(f file) bool { return f.main() && f.expr == decl.License }):
		// The main file and the declaration agree; the other files are of parts, such as fonts.
		expr, evidence = decl.License, append(slices.Clone(evidence), decl.Evidence...)
	case ok && len(root) == 1 && covers(expr, decl.License) && !conditions().MatchString(expr) &&
		(strings.Contains(expr, " AND ") || strings.Contains(decl.License, " WITH ")):
		// The file also has the text of a part that others wrote, or the words of an exception.
		expr, evidence = decl.License, append(slices.Clone(evidence), decl.Evidence...)
	case ok && decl.Role == luminos.ManifestRoot && strings.HasPrefix(decl.License, "LicenseRef-"):
		// The text is of no known licence: the known licences are of parts.
		expr, evidence = decl.License, decl.Evidence
	case ok && strings.HasPrefix(expr, "modified ") && modified().MatchString(decl.License):
		expr, evidence = decl.License, append(slices.Clone(evidence), decl.Evidence...)
	case ok && strings.HasPrefix(expr, decl.License+"-"): // BSD, and the file says which one
	case ok && !covers(expr, decl.License) && decl.Role == luminos.ManifestRoot && !slices.ContainsFunc(files, ownTerms):
		differs = true
	}
	d.result.License, d.result.Evidence = expr, evidence
	if d.refine(files); differs {
		d.result.problem(decl.Path, fmt.Sprintf("declares the licence %q, the licence file at the root is %q",
			decl.License, d.result.License))
	}
}

// conditions matches licences that restrict the licence beside them.
var conditions = lazyregexp.Lazy(`Commons-Clause|` + proprietary)

// modified matches the name of a licence that an author changed.
var modified = lazyregexp.Lazy(`(?i)\bmodified\b`)

// ofContent reports whether a file has a licence for documents or other content beside the code.
func ofContent(f file) bool { return f.purpose == content }

// ownTerms reports whether a file at the root has a licence text that is not known. It can be the text that a manifest
// means.
func ownTerms(f file) bool {
	return f.err == nil && f.expr == "" && f.path.Depth() == 1 && f.purpose != thirdParty && f.purpose != copyright
}

// rootFiles returns the licence files that apply to the whole target and whose licence was
// recognised.
func rootFiles(files []file) []file {
	var root, reused []file
	for _, f := range files {
		switch {
		case f.err != nil || f.expr == "" || f.purpose == thirdParty:
		case f.purpose == reuse:
			reused = append(reused, f)
		case f.path.Depth() == 1:
			root = append(root, f)
		}
	}
	// COPYRIGHT is usually a list of authors.
	if texts := slices.DeleteFunc(slices.Clone(root), func(f file) bool { return f.purpose == copyright }); len(texts) > 0 {
		root = texts
	}
	// The licence of a tool has a name of its own beside the target's.
	tool := func(f file) bool {
		base := strings.ToLower(f.path.Base())
		plain := strings.HasPrefix(base, "licen") || strings.HasPrefix(base, "copying")
		return strings.Contains(f.expr, "www.") || len(f.expr) > 60 && !plain
	}
	if own := slices.DeleteFunc(slices.Clone(root), tool); len(own) > 0 {
		root = own
	}
	// A GNU text without the word is of a part beside the licence of the whole.
	if slices.ContainsFunc(root, file.main) {
		root = slices.DeleteFunc(root, func(f file) bool { return gnuName().MatchString(strings.ToLower(f.path.Base())) })
	}
	// The licence of the documentation or of pictures is not the one of the program.
	if slices.ContainsFunc(root, file.main) {
		root = slices.DeleteFunc(root, func(f file) bool {
			return f.purpose == content && besideWord().MatchString(strings.ToLower(f.path.Base()))
		})
	}
	if len(root) == 0 && len(reused) == 1 {
		return reused
	}
	return root
}

// besideWord matches a part of the name of a file with the licence of something beside the program.
var besideWord = lazyregexp.Lazy(`[-_. ](?:docs?|documentation|assets?|images?|art|media|fonts?|samples?|examples?|` +
	`logos?)(?:[-_. ]|$)`)

// main reports whether a file has the name of the licence of the whole: LICENSE, COPYING.
func (f file) main() bool {
	return f.purpose == text && !f.prose && !namesLicense().MatchString(strings.ToLower(f.path.Base()))
}

// combineFiles returns the SPDX expression that joins the licences of several licence files, with
// its evidence.
func combineFiles(files []file) (string, []luminos.Evidence) {
	var list []string
	var evidence []luminos.Evidence
	for _, f := range files {
		evidence = append(evidence, f.evidence[:min(len(f.evidence), 2)]...)
		if !slices.Contains(list, f.expr) {
			list = append(list, f.expr)
		}
	}
	list = withoutText(list)
	sold := slices.Contains(list, proprietary) && slices.ContainsFunc(list, gnu)
	if len(list) <= 1 || sold { // sold: under the free licence, or under the one that is paid for
		return join(list, "OR"), evidence
	}
	// A file that speaks of the licences says how they are meant.
	all := join(list, "AND")
	for _, f := range files {
		if (f.prose || f.purpose == tags) && covers(f.expr, all) {
			return f.expr, evidence
		}
	}
	var plain []string
	for _, f := range files {
		if f.purpose == content {
			return all, evidence // one licence for the code, another for the rest
		}
		if !f.prose && !namesLicense().MatchString(strings.ToLower(f.path.Base())) && !slices.Contains(plain, f.expr) {
			plain = append(plain, f.expr)
		}
	}
	// LICENSE-MIT beside LICENSE-APACHE, and LICENSE beside LICENSE-MIT: alternatives. The GPL and the LGPL are for
	// parts.
	parts := slices.ContainsFunc(list, func(id string) bool { return strings.HasPrefix(id, "LGPL-2") && gnu(all) })
	if len(plain) <= 1 && !parts {
		return join(list, "OR"), evidence
	}
	return all, evidence
}

// choose returns the licence declaration of a manifest at the root: the first that contains the licences of expr, the
// expression of the licence files, or else the first. It returns false without such a declaration.
func (d *decision) choose(declared []Declared, expr string) (Declared, bool) {
	var best Declared
	found, fits := false, false
	for _, decl := range declared {
		decl.License = normalise(decl.License)
		if decl.License == "" || decl.Role != luminos.ManifestRoot && decl.Path.Depth() != 1 {
			continue
		}
		agrees := expr != "" && covers(decl.License, expr)
		if !found || agrees && !fits {
			best, found, fits = decl, true, agrees
		}
	}
	return best, found
}

// standIn sets the licence of the result if neither a file nor a manifest at the root states one: to the licence in the
// README, or to the one on which all manifests of members and nested packages that declare a licence agree.
func (d *decision) standIn(declared []Declared) {
	if st, ok := readme(d.ctx, d.src, d.scan); ok {
		d.result.License, d.result.Evidence = st.expr, st.evidence
		return
	}
	if all := agreed(declared); all.License != "" {
		d.result.License, d.result.Evidence = all.License, all.Evidence
	}
}

// agreed returns the first declaration of the licence on which all manifests of members and nested packages that
// declare one agree, or an empty one.
func agreed(declared []Declared) (first Declared) {
	for _, decl := range declared {
		decl.License = normalise(decl.License)
		if decl.License == "" || decl.Role != luminos.ManifestMember && decl.Role != luminos.ManifestNested {
			continue
		}
		if decl.License == "ISC" && decl.Role == luminos.ManifestNested && decl.Path.Base() == "package.json" {
			continue // "npm init" writes it
		}
		if first.License != "" && first.License != decl.License {
			return Declared{}
		}
		if first.License == "" {
			first = decl
		}
	}
	return first
}

// refine makes the licence of the result more exact if it is a single one: it adds to a GNU licence whether later
// versions are allowed, or the licence that the README gives the data.
func (d *decision) refine(files []file) {
	r := d.result
	id := r.License
	a, b, two := strings.Cut(id, " AND ")
	if two && len(ids(id)) == 2 && !slices.ContainsFunc(files, ofContent) {
		st, ok := readme(d.ctx, d.src, d.scan)
		both := ok && strings.Contains(st.expr, " OR ") && covers(st.expr, id)
		if both || ok && st.choice && len(rootFiles(files)) == 2 { // LICENSE beside COPYING
			r.License, r.Evidence = a+" OR "+b, append(r.Evidence, st.evidence...)
		}
	}
	if len(ids(id)) != 1 || id == proprietary {
		return
	}
	open := gnu(id) && base(id) == id // the text alone does not say
	if open {
		for _, f := range files {
			if f.path.Depth() != 1 || f.err != nil {
				continue
			}
			if f.later || f.purpose == copyright && strings.HasPrefix(f.expr, id+"-") {
				r.License = id + "-or-later"
				if strings.HasSuffix(f.expr, "-only") {
					r.License = f.expr
				}
				r.Evidence = append(r.Evidence, f.evidence...)
				return
			}
		}
	}
	st, ok := readme(d.ctx, d.src, d.scan)
	if ok && open && strings.HasPrefix(st.expr, id+"-") {
		r.License, r.Evidence = st.expr, append(r.Evidence, st.evidence...)
		return
	}
	if at, granted := d.laterVersions(id); open && granted {
		r.License, r.Evidence = id+"-or-later", append(r.Evidence, at...)
		return
	}
	if ok && st.parted && slices.Contains(ids(st.expr), id) {
		r.License, r.Evidence = st.expr, append(r.Evidence, st.evidence...)
	}
}
