// Package debian recognises the files of one unpacked Debian package, and reads its licence and its releases from the
// documents that each package brings.
package debian

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"io"
	"strings"
	"time"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/facts/injection"
	"luminos/internal/lazyregexp"
)

// Bounds of one run.
const (
	textBytes = 256 << 10 // read of a file of terms
	logBytes  = 64 << 10  // read of a compressed change log, and of its text
)

// Kind is the kind of an unpacked package in words.
const Kind = "unpacked Debian package"

// Package is one unpacked package. The zero value is no package.
type Package struct {
	Name        string
	Licenses    []string          // all hold, by the names of Debian; from terms in the form for machines
	Plain       bool              // its file of terms is in words, not in the form for machines
	Description string            // of its file of pkg-config, or of its only document for doc-base
	Docs        luminos.Path      // the directory of its documents
	Releases    *luminos.Releases // nil if it has no change log of its own name
	Evidence    map[string][]luminos.Evidence
	Read        []luminos.Path
	Problems    []luminos.Problem
}

// terms matches the file of terms of a package, which each package must have.
var terms = lazyregexp.Lazy(`^usr/share/doc/([a-z0-9][a-z0-9+.-]*)/copyright$`)

// Read reads the documents of the only package of a tree. It returns the zero value if the files of terms are of no
// package, or of several. Only a cancelled context is an error.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (Package, error) {
	var p Package
	files := map[luminos.Path]bool{}
	var documents []luminos.Path
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() {
			continue
		}
		files[f.Path] = true
		if f.Path.Dir() == "usr/share/doc-base" {
			documents = append(documents, f.Path)
		}
		m := terms().FindStringSubmatch(string(f.Path))
		switch {
		case m == nil:
		case p.Name != "":
			return Package{}, nil
		default:
			p.Name, p.Docs = m[1], f.Path.Dir()
		}
	}
	if p.Name == "" {
		return p, nil
	}
	at := p.Docs.Join("copyright")
	p.Evidence = map[string][]luminos.Evidence{"name": exists(at)}
	p.text(ctx, src, at, p.readTerms)
	if pc := luminos.Path("usr/share/pkgconfig").Join(p.Name + ".pc"); files[pc] {
		p.text(ctx, src, pc, p.readConfig)
	}
	if len(documents) == 1 && p.Description == "" {
		p.text(ctx, src, documents[0], p.readAbstract)
	}
	for _, name := range []string{"changelog.Debian.gz", "changelog.gz"} { // the second if only Debian has it
		if log := p.Docs.Join(name); files[log] && p.Releases == nil {
			p.readLog(ctx, src, log)
		}
	}
	return p, ctx.Err()
}

// exists returns the evidence that a file exists: the lines of a compressed file cannot be cited.
func exists(p luminos.Path) []luminos.Evidence {
	return []luminos.Evidence{{Path: p, Measure: luminos.MeasureKind, Value: string(luminos.KindFile)}}
}

// text calls read with the text of a file. A file that cannot be read is a problem.
func (p *Package) text(ctx context.Context, src luminos.Source, at luminos.Path, read func(luminos.Text)) {
	t, err := src.Text(ctx, at, textBytes)
	if err != nil {
		p.Problems = append(p.Problems, batch.Problem(at, err))
		return
	}
	p.Read = append(p.Read, at)
	read(t)
}

var (
	// format matches the first field of terms in the form for machines (DEP 5).
	format = lazyregexp.Lazy(`(?m)^Format: *\S*copyright-format`)
	// shortName matches the name of a licence in such a file.
	shortName = lazyregexp.Lazy(`^[A-Za-z0-9][A-Za-z0-9.+() ~-]{0,79}$`)
)

// readTerms sets the licence that terms in the form for machines declare: the licences of all files that are not of the
// packaging only. Without a paragraph for all files it sets none.
func (p *Package) readTerms(t luminos.Text) {
	if p.Plain = !format().MatchString(t.Content); p.Plain {
		return
	}
	var names []string
	var evidence []luminos.Evidence
	seen, files, whole := map[string]bool{}, "", false
	for i, line := range t.Lines() {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch {
		case strings.TrimSpace(line) == "":
			files = ""
		case key == "Files":
			files = value
			whole = whole || value == "*"
		case key != "License" || files == "" || strings.HasPrefix(files, "debian/"):
		case !shortName().MatchString(value):
			return
		case !seen[value]:
			seen[value] = true
			names = append(names, value)
			evidence = append(evidence, t.Cite(i+1, i+1))
		}
	}
	const most = 4 // licences; a list of more does not say which is the licence of the package
	if whole && len(names) <= most {
		p.Licenses, p.Evidence["license"] = names, evidence
	}
}

// readConfig sets the description of a file of pkg-config.
func (p *Package) readConfig(t luminos.Text) {
	for i, line := range t.Lines() {
		text, ok := strings.CutPrefix(line, "Description:")
		if ok && !injection.In(text) {
			p.Description = luminos.Fold(text)
			p.Evidence["description"] = []luminos.Evidence{t.Cite(i+1, i+1)}
			return
		}
	}
}

// readAbstract sets the description of a file for doc-base, the register of documents. Lines that begin with a space
// go on with the field.
func (p *Package) readAbstract(t luminos.Text) {
	lines := t.Lines()
	for i, line := range lines {
		text, ok := strings.CutPrefix(line, "Abstract:")
		if !ok {
			continue
		}
		last := i
		for last+1 < len(lines) && strings.HasPrefix(lines[last+1], " ") {
			last++
			text += lines[last]
		}
		if text = luminos.Fold(text); text != "" && !injection.In(text) {
			p.Description = text
			p.Evidence["description"] = []luminos.Evidence{t.Cite(i+1, last+1)}
		}
		return
	}
}

var (
	// entry matches the first line of an entry of a change log: "jo (1.9-1) unstable; urgency=medium".
	entry = lazyregexp.Lazy(`^([a-z0-9][a-z0-9+.-]*) \(([0-9][A-Za-z0-9.+:~-]{0,59})\) [a-z][a-z0-9 -]*; *urgency=`)
	// signature matches the last line of an entry, with its date.
	signature = lazyregexp.Lazy(`^ -- .*>  ?(\w{3}, +\d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4})`)
)

// readLog sets the releases that a compressed change log lists if it is of the same name: another name is of the source
// of several packages, which can have other versions.
func (p *Package) readLog(ctx context.Context, src luminos.Source, at luminos.Path) {
	text, cut, err := unzip(ctx, src, at)
	if err != nil {
		p.Problems = append(p.Problems, batch.Problem(at, err))
		return
	}
	p.Read = append(p.Read, at)
	var last luminos.Releases
	for line := range strings.SplitSeq(text, "\n") {
		switch m, s := entry().FindStringSubmatch(line), signature().FindStringSubmatch(line); {
		case m != nil && m[1] != p.Name && last.Count == 0:
			return
		case m != nil:
			last.Count++
			last.Last, last.FirstDate = cmp.Or(last.Last, m[2]), ""
		case s != nil && last.Count > 0:
			if day, err := time.Parse("Mon, 2 Jan 2006 15:04:05 -0700", luminos.Fold(s[1])); err == nil {
				last.FirstDate = day.Format(time.DateOnly)
				if last.Count == 1 {
					last.LastDate = last.FirstDate
				}
			}
		}
	}
	if last.Count == 0 {
		return
	}
	if last.Partial = cut; cut {
		last.FirstDate = ""
	}
	last.Source = at
	last.Evidence = exists(at)
	p.Releases, p.Evidence["version"] = &last, last.Evidence
}

// unzip returns the beginning of a compressed text, and reports whether it ends before the text.
func unzip(ctx context.Context, src luminos.Source, at luminos.Path) (text string, cut bool, err error) {
	raw, err := src.Read(ctx, at, 0, logBytes)
	if err != nil {
		return "", false, err
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return "", false, err
	}
	b, err := io.ReadAll(io.LimitReader(z, logBytes))
	return string(b), err != nil || len(b) == logBytes, nil
}
