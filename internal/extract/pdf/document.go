package pdf

import (
	"encoding/binary"
	"fmt"
	"path"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

const (
	pagesMost       = 500   // pages whose text is read: at 30 ms each they fill the time
	headingsMost    = 1_000 // bookmarks
	depthMost       = 32    // levels of bookmarks
	attachmentsMost = 1_000 // entries of an extraction
	sizesMost       = 100   // attachments that are unpacked to find their size
	nameMost        = 1_000 // bytes of the name of an attachment
	countMost       = 1 << 24
)

// read sets the fields of the extraction from the open document.
func (g *guest) read(f *file.File, x *luminos.Extraction) {
	pages := g.number(countMost, "FPDF_GetPageCount", g.doc)
	x.Add("pages", int64(pages))
	g.properties(f, x)
	if n := g.number(countMost, "FPDF_GetSignatureCount", g.doc); n > 0 { // before pages changes the form
		x.Add("signatures", int64(n))
	}
	if g.number(countMost, "FPDFDoc_GetJavaScriptActionCount", g.doc) > 0 {
		addRisk(x, riskJavaScript)
	}
	g.outline(x, pages)
	g.pages(f, x, pages)
	g.attachments(x) // last, since their sizes can exceed the memory
}

// forms are the kinds of forms, by the results of FPDF_GetFormType.
var forms = map[int]string{1: "AcroForm", 2: "XFA", 3: "XFA and AcroForm"}

// properties sets the properties of the document, except a title that its first page states.
func (g *guest) properties(f *file.File, x *luminos.Extraction) {
	get := func(tag string) string { return strings.TrimSpace(g.tagged("FPDF_GetMetaText", g.doc, tag)) }
	if title := get("Title"); !nameOfFile(title, f.Path) {
		x.Set("title", title)
	}
	x.Set("author", get("Author"))
	x.Set("subject", get("Subject"))
	x.Set("keywords", get("Keywords"))
	x.Set("created", day(get("CreationDate")))
	x.Set("modified", day(get("ModDate")))
	x.Set("program", get("Creator"))
	x.Set("producer", get("Producer"))
	x.Set("language", g.text("FPDFCatalog_GetLanguage", g.doc))
	if kind := forms[g.number(countMost, "FPDF_GetFormType", g.doc)]; kind != "" {
		x.Set("form", kind)
		x.Add("forms", 1)
	}
	if int32(g.call("FPDF_GetSecurityHandlerRevision", g.doc)) > 0 {
		x.Set("protection", "encrypted, opens without a password")
	}
}

// fileTitle matches titles that programs make of the name of a file, or of nothing.
var fileTitle = lazyregexp.Lazy(`(?i)^(untitled|document|title|slide|presentation|` +
	`microsoft (word|powerpoint|excel) - .*|.*\.(pdf|docx?|odt|rtf|txt|te?x|dvi|e?ps|html?|pptx?|odp|xlsx?|ods|` +
	`indd|qxd|pmd|p65|cdr|ai|fm|wpd|pub|vsd|dwg|tiff?|jpe?g|png))$`)

// nameOfFile reports whether a title of the metadata is empty or names a file, of this one or of its source.
func nameOfFile(title string, p luminos.Path) bool {
	base := path.Base(string(p))
	base = strings.TrimSuffix(base, path.Ext(base))
	return strings.Trim(title, " .-_") == "" || fileTitle().MatchString(title) || strings.EqualFold(title, base)
}

// outline sets the outline to the bookmarks, in the order of reading. A bookmark that occurs again, as in a circle,
// ends its level.
func (g *guest) outline(x *luminos.Extraction, pages int) {
	seen := map[uint64]bool{}
	var level func(parent uint64, depth int)
	level = func(parent uint64, depth int) {
		mark := g.call("FPDFBookmark_GetFirstChild", g.doc, parent)
		for mark != 0 && !seen[mark] {
			if len(seen) == headingsMost || depth > depthMost {
				x.Limit(fmt.Sprintf("only %s bookmarks of %d levels were read", words.Count(headingsMost), depthMost))
				return
			}
			seen[mark] = true
			if title := luminos.Fold(g.text("FPDFBookmark_GetTitle", mark)); title != "" {
				h := luminos.Heading{Level: depth, Title: title, Part: g.target(mark, pages)}
				x.Outline = append(x.Outline, h)
			}
			level(mark, depth+1)
			mark = g.call("FPDFBookmark_GetNextSibling", g.doc, mark)
		}
	}
	level(0, 1)
}

// target returns the number of the page to which a bookmark leads, from 1, or 0 if it leads to no page.
func (g *guest) target(mark uint64, pages int) int {
	to := g.call("FPDFBookmark_GetDest", g.doc, mark)
	if to == 0 {
		if action := g.call("FPDFBookmark_GetAction", mark); action != 0 {
			to = g.call("FPDFAction_GetDest", g.doc, action)
		}
	}
	if to == 0 {
		return 0
	}
	if n := int(int32(g.call("FPDFDest_GetDestPageIndex", g.doc, to))); n >= 0 && n < min(pages, pagesMost) {
		return n + 1
	}
	return 0
}

// attachments sets the entries to the attached files.
func (g *guest) attachments(x *luminos.Extraction) {
	n := g.number(countMost, "FPDFDoc_GetAttachmentCount", g.doc)
	if n == 0 {
		return
	}
	x.Add("attachments", int64(n))
	var handles []uint64
	for i := range min(n, attachmentsMost) {
		a := g.call("FPDFDoc_GetAttachment", g.doc, uint64(i))
		if a == 0 {
			continue
		}
		e := luminos.ArchiveEntry{Size: -1}
		e.Name = string(luminos.PathFromOS(cut(g.text("FPDFAttachment_GetName", a), nameMost)))
		e.Modified = day(g.tagged("FPDFAttachment_GetStringValue", a, "ModDate"))
		if g.err != nil {
			return
		}
		handles, x.Entries = append(handles, a), append(x.Entries, e)
	}
	if n > attachmentsMost {
		x.Limit(fmt.Sprintf("only the first %s attachments are listed", words.Count(attachmentsMost)))
	}
	for i, a := range handles[:min(len(handles), sizesMost)] {
		x.Entries[i].Size = g.size(a)
	}
}

// size returns the size of an attachment, which PDFium unpacks to find it, or -1.
func (g *guest) size(a uint64) int64 {
	ok := false
	b := g.buffer(4, func(at uint64) { ok = uint32(g.call("FPDFAttachment_GetFile", a, 0, 0, at)) != 0 })
	if !ok || len(b) < 4 {
		return -1
	}
	return int64(binary.LittleEndian.Uint32(b))
}
