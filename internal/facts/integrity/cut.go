package integrity

import (
	"bytes"
	"context"

	"luminos"
	"luminos/internal/lazyregexp"
)

// Bounds on the search for files that end too early.
const (
	cutMost   = 2000     // files whose beginning and end are read
	cutHead   = 16 << 10 // bytes
	cutTail   = 4 << 10
	fitsBlock = 2880 // bytes, of which a FITS file is made
)

// markup are the extensions of texts in XML that hold data: each is one element. Pages and templates are left out,
// which are often parts.
var markup = map[string]bool{
	".tmx": true, ".tbx": true, ".xlf": true, ".xliff": true, ".musicxml": true, ".gpx": true, ".kml": true, ".fb2": true,
	".opml": true, ".plist": true, ".rdf": true, ".mei": true, ".tei": true, ".ttml": true, ".atom": true, ".osm": true,
	".graphml": true, ".xml": true,
}

// root matches the first tag of a text in XML, after its declarations and comments.
var root = lazyregexp.Lazy(`^(?:\x{FEFF})?\s*` +
	`(?:<\?[^>]*>\s*|<!--(?:[^-]|-[^-])*-->\s*|<!DOCTYPE(?:[^>\[]|\[[^\]]*\])*>\s*)*<([\pL_][\w:.-]*)[\s/>]`)

// dumpHead matches the first lines of a dump by a program that writes a line after the last row.
var dumpHead = lazyregexp.Lazy(`(?m)^-- (?:(?:MySQL|MariaDB) dump|PostgreSQL database dump)`)

// dumpEnd matches that line. A dump without comments lacks the first lines, too.
var dumpEnd = lazyregexp.Lazy(`(?m)^-- (?:Dump completed|PostgreSQL database (?:cluster )?dump complete)`)

// isCut reports whether a file ends too early, by its beginning and its end: a text in XML without the end of its
// element, a dump of a database without the line that ends it, images of astronomy with a part of a block.
func isCut(f *luminos.File, head, tail []byte) bool {
	switch ext := f.Path.Ext(); {
	case f.MIME == "image/fits":
		return f.Size%fitsBlock != 0
	case markup[ext]:
		m := root().FindSubmatchIndex(head)
		if m == nil || bytes.IndexByte(head, 0) >= 0 {
			return false
		}
		begin, _, whole := bytes.Cut(head[m[2]:], []byte(">"))
		empty := whole && bytes.HasSuffix(begin, []byte("/"))
		end := append([]byte("</"), head[m[2]:m[3]]...) // in the head of a part with several elements
		return !empty && !bytes.Contains(head, end) && !bytes.Contains(tail, end)
	case ext == ".sql":
		return dumpHead().Match(head) && !dumpEnd().Match(tail)
	}
	return false
}

// mayBeCut reports whether isCut knows the format of a file.
func mayBeCut(f *luminos.File) bool {
	ext := f.Path.Ext()
	return f.Size > 0 && (f.MIME == "image/fits" || f.Text && (markup[ext] || ext == ".sql"))
}

// cutOff returns the files that end too early.
func (r *reader) cutOff(ctx context.Context, files []*luminos.File) (out []luminos.Path) {
	for _, f := range files[:min(len(files), cutMost)] {
		head, err := r.src.Read(ctx, f.Path, 0, cutHead)
		if err != nil {
			continue // another reader states the problem
		}
		tail := head[max(len(head)-cutTail, 0):]
		if f.Size > int64(len(head)) {
			if tail, err = r.src.Read(ctx, f.Path, max(f.Size-cutTail, 0), cutTail); err != nil {
				continue
			}
		}
		if isCut(f, head, tail) {
			out = append(out, f.Path)
		}
	}
	return out
}
