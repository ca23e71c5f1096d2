package office

import (
	"net/url"
	"path"
	"strconv"
	"strings"

	"luminos"
)

// itemsMost bounds the files that the manifest of a book lists.
const itemsMost = 50_000

// bookItem is a file of a book.
type bookItem struct{ href, kind, properties string }

// opfReader reads the package document of a book.
type opfReader struct {
	coreReader
	name    string // of the part
	version string
	items   map[string]bookItem
	spine   []string // IDs of items
	toc     string   // the ID of the table of contents of EPUB 2
	open    string   // the property that the text of an element is
	authors []string
}

func (h *opfReader) start(e *element) bool {
	h.value.Reset()
	h.open = ""
	switch e.name {
	case "package":
		h.version = e.get("version")
	case "meta":
		switch e.get("property") {
		case "dcterms:modified":
			h.open = "modified"
		}
	case "date":
		h.open = "date"
		switch e.get("event") {
		case "modification":
			h.open = "modified"
		case "creation":
			h.open = "created"
		}
	case "creator":
		h.open = "author"
	case "title", "subject", "description", "language", "identifier", "publisher", "rights", "contributor":
		h.open = e.name
	case "item":
		if len(h.items) < itemsMost {
			h.items[e.get("id")] = bookItem{refer(h.name, e.get("href")), e.get("media-type"), e.get("properties")}
		}
	case "spine":
		h.toc = e.get("toc")
	case "itemref":
		if len(h.spine) < itemsMost {
			h.spine = append(h.spine, e.get("idref"))
		}
	}
	return false
}

func (h *opfReader) end(string) {
	value := strings.TrimSpace(h.value.String())
	switch {
	case h.open == "" || value == "":
	case h.open == "author":
		if len(h.authors) < 100 {
			h.authors = append(h.authors, title(value))
		}
	default:
		h.d.set(h.open, value)
	}
	h.open = ""
	h.value.Reset()
}

// refer returns the name of a part by a reference, without its fragment.
func refer(from, href string) string {
	href, _, _ = strings.Cut(href, "#")
	if s, err := url.PathUnescape(href); err == nil {
		href = s
	}
	return resolve(from, href)
}

// containerReader reads the place of the package document.
type containerReader struct{ name string }

func (h *containerReader) start(e *element) bool {
	if e.name == "rootfile" && h.name == "" {
		h.name = resolve("", e.get("full-path"))
	}
	return false
}
func (*containerReader) end(string)  {}
func (*containerReader) text(string) {}

// opfOnly reports whether the package is a book that lacks its container file.
func (p *pack) opfOnly() bool {
	return p.withSuffix(".opf") != "" && !p.has("content.xml") && !p.has("[Content_Types].xml") &&
		(p.has("mimetype") || p.has("META-INF/container.xml"))
}

// readEPUB reads a book: its metadata, its table of contents, and its chapters in the order of the spine.
func readEPUB(p *pack) error {
	d := p.d
	d.x.Format = "EPUB"
	container := &containerReader{}
	if err := p.walk("META-INF/container.xml", container); err != nil {
		return err
	}
	name := container.name
	if !p.has(name) {
		name = p.withSuffix(".opf")
	}
	if name == "" {
		return errNoDocument
	}
	book := &opfReader{coreReader: coreReader{d: d}, name: name, items: map[string]bookItem{}}
	if err := p.walk(name, book); err != nil {
		return err
	}
	d.x.Format = strings.TrimSpace("EPUB " + cut(luminos.Fold(book.version), 10))
	d.written(book.authors)
	if locked, err := bookEncryption(p); err != nil || locked {
		return err
	}
	toc, err := readContents(p, book)
	if err != nil {
		return err
	}
	for _, i := range book.items {
		switch {
		case strings.HasPrefix(i.kind, "image/"):
			d.x.Add("images", 1)
		case strings.HasPrefix(i.kind, "audio/"):
			d.x.Add("sounds", 1)
		case strings.Contains(i.kind, "javascript"):
			d.risk("runs scripts")
		}
		if strings.Contains(" "+i.properties+" ", " scripted ") {
			d.risk("runs scripts")
		}
	}
	return readChapters(p, book, toc)
}

// readChapters reads the files of the spine, each as a part.
func readChapters(p *pack, book *opfReader, toc []tocEntry) error {
	d := p.d
	titles := map[string]string{}
	for _, t := range toc {
		if titles[t.href] == "" {
			titles[t.href] = t.title
		}
	}
	parts := map[string]int{}
	for i, id := range book.spine {
		if i == partsMost {
			d.x.Limit("only the first 5,000 chapters were read")
			break
		}
		item := book.items[id]
		if item.href == "" || parts[item.href] > 0 || !isPage(item.kind, item.href) {
			continue
		}
		d.x.Add("chapters", 1)
		name := "chapter " + strconv.Itoa(i+1)
		if t := titles[item.href]; t != "" {
			name += ": " + t
		}
		parts[item.href] = d.part(name)
		r, err := p.open(item.href)
		if err != nil {
			d.x.Fail(luminos.ExtractDamaged, "a part of it is missing or cannot be read")
			continue
		}
		h := &pageReader{flow: flow{d: d, part: parts[item.href]}, headings: len(toc) == 0}
		err = h.read(r)
		r.Close()
		if err := d.partial(err); err != nil {
			return err
		}
	}
	for _, t := range toc {
		d.heading(t.level, t.title, parts[t.href])
	}
	return nil
}

// isPage reports whether a file of a book has text.
func isPage(kind, href string) bool {
	switch kind {
	case "application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document", "image/svg+xml":
		return true
	}
	ext := strings.ToLower(path.Ext(href))
	return ext == ".xhtml" || ext == ".html" || ext == ".htm"
}

// encryptionReader reads the encryption of the files of a book.
type encryptionReader struct {
	locked bool
	method string
}

func (h *encryptionReader) start(e *element) bool {
	switch e.name {
	case "EncryptedData":
		h.method = ""
	case "EncryptionMethod":
		if h.method == "" {
			h.method = e.get("Algorithm")
		}
	case "CipherReference":
		// Fonts are obfuscated in books that are open.
		if h.method != "http://www.idpf.org/2008/embedding" && h.method != "http://ns.adobe.com/pdf/enc#RC" {
			h.locked = h.locked || isPage("", refer("", e.get("URI")))
		}
	}
	return false
}
func (*encryptionReader) end(string)  {}
func (*encryptionReader) text(string) {}

// bookEncryption records whether the chapters of a book are encrypted.
func bookEncryption(p *pack) (bool, error) {
	d := p.d
	h := &encryptionReader{}
	if err := p.walk("META-INF/encryption.xml", h); err != nil {
		return false, err
	}
	if h.locked {
		d.x.Fail(luminos.ExtractEncrypted, "its chapters are encrypted")
	}
	return h.locked, nil
}

// tocEntry is an entry of the table of contents.
type tocEntry struct {
	level       int
	title, href string
}

// readContents reads the table of contents of EPUB 3, or else the one of EPUB 2.
func readContents(p *pack, book *opfReader) ([]tocEntry, error) {
	d := p.d
	for _, i := range book.items {
		if !strings.Contains(" "+i.properties+" ", " nav ") {
			continue
		}
		r, err := p.open(i.href)
		if err != nil {
			break
		}
		h := &navReader{name: i.href}
		err = h.read(r)
		r.Close()
		if err := d.partial(err); err != nil {
			return nil, err
		}
		if len(h.all) > 0 {
			return h.all, nil
		}
	}
	ncx := book.items[book.toc].href
	if ncx == "" {
		ncx = p.withSuffix(".ncx")
	}
	h := &ncxReader{name: ncx}
	err := p.walk(ncx, h)
	return h.all, err
}

// ncxReader reads the table of contents of EPUB 2.
type ncxReader struct {
	name  string
	all   []tocEntry
	level int
	at    int // the number of the entry that is open, from 1; 0 outside
	open  bool
}

func (h *ncxReader) start(e *element) bool {
	switch e.name {
	case "navPoint":
		h.level++
		h.at = 0
		if len(h.all) < outlineMost {
			h.all = append(h.all, tocEntry{level: h.level})
			h.at = len(h.all)
		}
	case "text":
		h.open = h.at > 0
	case "content":
		if h.at > 0 {
			h.all[h.at-1].href = refer(h.name, e.get("src"))
		}
	case "pageList", "navList", "docTitle", "docAuthor":
		return true
	}
	return false
}

func (h *ncxReader) end(name string) {
	switch name {
	case "navPoint":
		h.level = max(h.level-1, 0)
		h.at = 0
	case "text":
		h.open = false
	}
}

func (h *ncxReader) text(s string) {
	if h.open {
		h.all[h.at-1].title = title(h.all[h.at-1].title + s)
	}
}
