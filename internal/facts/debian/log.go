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
	"luminos/internal/lazyregexp"
)

var (
	// entry matches the first line of an entry of a change log: "jo (1.9-1) unstable; urgency=medium".
	entry = lazyregexp.Lazy(`^([a-z0-9][a-z0-9+.-]*) \(([0-9][A-Za-z0-9.+:~-]{0,59})\) [a-z][a-z0-9 -]*; *urgency=`)
	// other matches the first line of an entry that is no release, and a remark between entries.
	other = lazyregexp.Lazy(`^\S`)
	// removed matches the remark below a change log without its oldest entries.
	removed = lazyregexp.Lazy(`(?i)^#.*\b(?:older|earlier|previous) (?:\w+ )?(?:entries|versions|releases)\b`)
	// signature matches the last line of an entry, with its date.
	signature = lazyregexp.Lazy(`^ -- .*>  ?(\w{3}, +\d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4})`)
)

// readLog sets the releases that a compressed change log lists, and the name of their source, which can be the source
// of several packages.
func (p *Package) readLog(ctx context.Context, src luminos.Source, at luminos.Path) {
	text, cut, ok := p.textOf(ctx, src, at)
	if !ok {
		return
	}
	var last luminos.Releases
	source, open := "", false
	for line := range strings.SplitSeq(text, "\n") {
		switch m, s := entry().FindStringSubmatch(line), signature().FindStringSubmatch(line); {
		case m != nil:
			source, open = cmp.Or(source, m[1]), true
			last.Count++
			last.Last, last.FirstDate = cmp.Or(last.Last, m[2]), ""
		case removed().MatchString(line):
			cut = true
		case other().MatchString(line): // UNRELEASED
			open = false
		case s != nil && open:
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
	p.Source, p.Releases, p.Evidence["version"] = source, &last, last.Evidence
}

// readRebuild sets the version of a package that was built again from the last release of its source, by the change log
// of the architecture: 2.17-29+b1 after 2.17-29. It is no release of the source.
func (p *Package) readRebuild(ctx context.Context, src luminos.Source, at luminos.Path) {
	if p.Releases == nil {
		return
	}
	q := Package{Evidence: map[string][]luminos.Evidence{}}
	q.readLog(ctx, src, at)
	p.Read, p.Problems = append(p.Read, q.Read...), append(p.Problems, q.Problems...)
	if r := q.Releases; r != nil && strings.HasPrefix(r.Last, p.Releases.Last+"+b") {
		p.Releases.Rebuild, p.Evidence["version"] = r.Last, r.Evidence
	}
}

// Version returns the version of the package, or "". It is the newest version in the change logs if the package is
// named after the source: "ncurses-term" after "ncurses". Packages with other names can have versions of their own.
// Releases without a source are in the file for catalogues, which is about the package.
func (p *Package) Version() string {
	if p.Releases == nil {
		return ""
	}
	if p.Source != "" && p.Name != p.Source && !strings.HasPrefix(p.Name, p.Source+"-") && !p.ofPython() {
		return ""
	}
	return cmp.Or(p.Releases.Rebuild, p.Releases.Last)
}

// ofPython reports whether the package is the one of Python that the source is named after: python3-fabio of
// python-fabio.
func (p *Package) ofPython() bool {
	name, ok := strings.CutPrefix(p.Name, "python3-")
	return ok && strings.TrimPrefix(p.Source, "python-") == name
}

// textOf returns the beginning of a compressed document like unzip, and lists the document as read if that is all of
// it, or its problem.
func (p *Package) textOf(ctx context.Context, src luminos.Source, at luminos.Path) (text string, cut, ok bool) {
	text, cut, err := unzip(ctx, src, at)
	if err != nil {
		p.Problems = append(p.Problems, batch.Problem(at, err))
		return "", false, false
	}
	if !cut {
		p.Read = append(p.Read, at)
	}
	return text, cut, true
}

// unzip returns the beginning of a compressed text, and reports whether it ends before the text.
func unzip(ctx context.Context, src luminos.Source, at luminos.Path) (text string, cut bool, err error) {
	raw, err := src.Read(ctx, at, 0, gzipBytes)
	if err != nil {
		return "", false, err
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return "", false, err
	}
	b, err := io.ReadAll(io.LimitReader(z, gzipBytes))
	return string(b), err != nil || len(b) == gzipBytes, nil
}
