package office

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

// odfTypes maps the end of the MIME type of an OpenDocument file to its format.
var odfTypes = map[string]string{
	"text": "OpenDocument text", "spreadsheet": "OpenDocument spreadsheet", "presentation": "OpenDocument presentation",
	"graphics": "OpenDocument drawing", "chart": "OpenDocument chart", "formula": "OpenDocument formula",
	"image": "OpenDocument image", "database": "OpenDocument database", "base": "OpenDocument database",
	"text-master": "OpenDocument master document", "text-web": "OpenDocument page template",
}

// odfFormat returns the format of a MIME type of OpenDocument.
func odfFormat(mime string) string {
	kind, template := strings.CutSuffix(mime[strings.LastIndexByte(mime, '.')+1:], "-template")
	format := odfTypes[kind]
	if format == "" {
		format = "OpenDocument file"
	}
	if template {
		format += " template"
	}
	return format
}

// readODF reads a package of OpenDocument (ISO/IEC 26300).
func readODF(p *pack) error {
	d := p.d
	d.x.Format = odfFormat(p.head("mimetype"))
	manifest := &manifestReader{d: d}
	if err := p.walk("META-INF/manifest.xml", manifest); err != nil {
		return err
	}
	if d.x.Format == "OpenDocument file" {
		d.x.Format = odfFormat(manifest.mime)
	}
	meta := &odfReader{flow: flow{d: d}}
	if !manifest.encrypted {
		if err := p.walk("meta.xml", meta); err != nil {
			return err
		}
	}
	d.x.Format = strings.TrimSpace(d.x.Format + " " + meta.version)
	for _, name := range p.names {
		switch lower := strings.ToLower(name); {
		case strings.HasPrefix(lower, "basic/") && strings.HasSuffix(lower, ".xml") &&
			!strings.HasSuffix(lower, "script-lb.xml") && !strings.HasSuffix(lower, "script-lc.xml"),
			strings.HasPrefix(lower, "scripts/") && !strings.HasSuffix(lower, "/"):
			d.risk("holds macros")
		}
	}
	if n := p.count("pictures/", ""); n > 0 {
		d.x.Add("images", n)
	}
	if manifest.encrypted {
		d.x.Fail(luminos.ExtractEncrypted, "its content is encrypted")
		return nil
	}
	body := &odfReader{flow: flow{d: d}}
	if err := p.walk("content.xml", body); err != nil {
		return err
	}
	body.finish()
	if err := body.readObjects(p); err != nil {
		return err
	}
	edges := &odfReader{flow: flow{d: d}, edges: true}
	if err := p.walk("styles.xml", edges); err != nil {
		return err
	}
	edges.flush()
	return nil
}

// readObjects reads the documents that the document embeds, such as charts, as one part of the text.
func (h *odfReader) readObjects(p *pack) error {
	begun := false
	for _, name := range h.objects {
		if !p.has(name + "/content.xml") {
			continue
		}
		if !begun {
			h.d.part("embedded objects")
			begun = true
		}
		o := &odfReader{flow: flow{d: h.d}, inner: true}
		if err := p.walk(name+"/content.xml", o); err != nil {
			return err
		}
		o.finish()
	}
	return nil
}

// flatMost bounds the bytes of a document that is one XML file. Pictures are a part of them.
const flatMost = 64 << 20

// readFlat reads an OpenDocument file that is one XML document.
func (d *document) readFlat() error {
	d.x.Format = "OpenDocument file"
	h := &odfReader{flow: flow{d: d}}
	err := walk(file.Limit(d.file.Reader(), flatMost), h)
	h.finish()
	d.x.Format = strings.TrimSpace(strings.Replace(odfFormat(h.mime), "Document ", "Document flat ", 1) + " " + h.version)
	return d.partial(err)
}

// manifestReader reads the list of the parts of a package.
type manifestReader struct {
	d         *document
	mime      string
	encrypted bool
}

func (h *manifestReader) start(e *element) bool {
	switch e.name {
	case "file-entry":
		if path := e.get("full-path"); path == "/" {
			h.mime = e.get("media-type")
		}
	case "encryption-data", "encrypted-key":
		h.encrypted = true
	}
	return false
}
func (*manifestReader) end(string)  {}
func (*manifestReader) text(string) {}

// odfNames maps elements of the metadata of OpenDocument to names of properties.
var odfNames = map[string]string{
	"title": "title", "subject": "subject", "description": "description", "keyword": "keywords",
	"initial-creator": "author", "creator": "last author", "creation-date": "created", "date": "modified",
	"print-date": "printed", "language": "language", "generator": "program",
}

// odfReader reads the text and the metadata of a document of OpenDocument.
type odfReader struct {
	flow
	odfState
	table   odfTable
	version string
	mime    string
	edges   bool // the headers and footers in styles are read, and nothing else
	slides  int
	objects []string // the names of the documents that it embeds
	inner   bool     // it is embedded
	chart   bool     // it is an embedded chart
	keys    []string // keywords
}

// odfState is the place in the document.
type odfState struct {
	meta    bool // in the metadata
	named   bool // the text is the name of an author, or a time
	edge    int  // headers and footers that are open
	para    int  // paragraphs that are open
	value   strings.Builder
	note    *strings.Builder // the text of the comment that is open
	creator string           // of the comment
	date    string           // of the comment
	notes   []string         // the comments
}

func (h *odfReader) start(e *element) bool {
	if h.edges {
		return h.startEdge(e)
	}
	switch e.name {
	case "document", "document-meta", "document-content":
		if h.mime == "" { // a flat document can hold others
			h.version, h.mime = e.get("version"), e.get("mimetype")
		}
	case "meta":
		h.meta = true
	case "document-statistic":
		h.d.stated("pages", e.get("page-count"))
	case "template":
		h.d.set("template", e.get("title"))
	case "changed-region":
		h.d.x.Add("tracked changes", 1)
	case "deletion":
		// It holds the deleted text, and the author of the change. The text is left out.
		h.note = &strings.Builder{}
	case "creator", "date":
		h.named = true
	case "annotation":
		if e.own("encoding") != "" { // the source of a formula
			return true
		}
		h.d.x.Add("comments", 1)
		h.note, h.creator, h.date = &strings.Builder{}, "", ""
	case "font-face-decls", "automatic-styles", "settings", "forms", "binary-data", "master-styles", "styles",
		"note-citation", "ruby-text", "event-listeners", "sender-initials", "creator-initials":
		return true
	case "page":
		h.page(e)
	case "notes":
		h.flush()
	}
	h.reference(e)
	h.value.Reset()
	return h.content(e)
}

// content takes the elements of the text: paragraphs, spaces, tables.
func (h *odfReader) content(e *element) bool {
	switch e.name {
	case "p", "h":
		if h.para++; h.para > 1 && h.note == nil && !h.table.open {
			h.blank(" ")
		}
		if e.name == "h" && h.note == nil {
			if h.tables == 0 {
				h.flush()
			}
			h.level = max(number(e.get("outline-level")), 1)
		}
	case "s":
		h.put(strings.Repeat(" ", min(max(number(e.get("c")), 1), 100)))
	case "tab":
		h.put("\t")
	case "line-break":
		h.put(" ")
	case "note":
		h.d.x.Add("footnotes", 1)
		h.put(" ")
	case "math":
		h.para++
	case "mi", "mn", "mo", "mtext":
		h.put(" ")
	case "chart":
		h.chart = h.inner
	case "table":
		switch sheets := h.isSheets(); {
		case sheets && h.chart: // it repeats cells of the sheets
			return true
		case sheets && !h.inner:
			h.beginSheet(e)
			return false
		}
		h.flow.table(true)
	case "table-row", "table-cell", "covered-table-cell":
		if h.table.open {
			h.table.start(e)
		}
	case "module":
		h.d.risk("holds macros")
		return true
	}
	return false
}

// isSheets reports whether tables are sheets.
func (h *odfReader) isSheets() bool {
	return strings.HasPrefix(h.d.x.Format, "OpenDocument spreadsheet") || strings.HasSuffix(h.mime, "spreadsheet") ||
		strings.HasSuffix(h.mime, "spreadsheet-template")
}

// page begins a slide, or a page of a drawing.
func (h *odfReader) page(e *element) {
	h.flush()
	if h.inner {
		return
	}
	h.slides++
	if strings.Contains(h.d.x.Format+h.mime, "presentation") {
		h.d.x.Add("slides", 1)
		h.part = h.d.part("slide " + showNumber(float64(h.slides)))
		return
	}
	h.part = h.d.part("page " + e.get("name"))
}

// objectsMost is the most documents embedded in one that are read.
const objectsMost = 200

// reference records the dangers and the links of an element that refers to another file.
func (h *odfReader) reference(e *element) {
	target := e.get("href")
	switch {
	case target == "":
	case e.name == "a":
		h.d.link(target)
	case e.name == "object" && !strings.Contains(target, "://") && !strings.HasPrefix(target, "../"):
		switch name := resolve("", target); {
		case slices.Contains(h.objects, name):
		case len(h.objects) == objectsMost:
			h.d.x.Limit("only the first 200 embedded objects were read")
		default:
			h.objects = append(h.objects, name)
		}
	case strings.Contains(target, "://") || strings.HasPrefix(target, "../"):
		switch e.name {
		case "template":
			h.d.risk("loads a template from another place")
		case "image", "object", "object-ole", "section-source", "table-source", "cell-range-source", "plugin", "dde-source":
			h.d.risk("links to other files")
		}
	}
	if e.name == "dde-connection-decl" || e.name == "dde-source" {
		h.d.risk("runs commands through DDE")
	}
}

// startEdge takes the elements of styles: the text of headers and footers.
func (h *odfReader) startEdge(e *element) bool {
	switch e.name {
	case "header", "footer", "header-left", "footer-left", "header-first", "footer-first":
		h.edge++
	case "automatic-styles", "styles", "font-face-decls", "notes", "frame", "custom-shape":
		return true
	case "p":
		h.para++
	case "tab", "s", "line-break":
		h.put(" ")
	}
	return false
}

// put adds text to the paragraph that is open.
func (h *odfReader) put(s string) {
	switch {
	case h.note != nil:
		if h.note.Len() < cellMost {
			h.note.WriteString(s)
		}
	case h.edges && h.edge == 0:
	case h.table.open:
		h.table.put(s)
	default:
		if h.edges && (len(h.d.x.Parts) == 0 || h.d.x.Parts[len(h.d.x.Parts)-1].Name != "headers and footers") {
			h.d.part("headers and footers")
		}
		h.add(s)
	}
}

func (h *odfReader) text(s string) {
	if h.named || h.para == 0 {
		if h.value.Len() < cellMost {
			h.value.WriteString(s)
		}
		return
	}
	h.put(spaces.Replace(s))
}

// spaces makes one kind of space of all; OpenDocument writes other spaces as elements.
var spaces = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")
