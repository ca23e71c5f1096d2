package office

import (
	"slices"
	"strings"
)

// relation is a reference from a part of a package.
type relation struct {
	id, kind, target string
	external         bool
}

// relationsMost bounds the relations of one part.
const relationsMost = 50_000

// relations returns the relations of a part, in their order. The part "" is the package.
func (p *pack) relations(part string) ([]relation, error) {
	dir, base := "", part
	if i := strings.LastIndexByte(part, '/'); i >= 0 {
		dir, base = part[:i+1], part[i+1:]
	}
	h := &relationReader{part: part}
	err := p.walk(dir+"_rels/"+base+".rels", h)
	return h.all, err
}

type relationReader struct {
	part string
	all  []relation
}

func (h *relationReader) start(e *element) bool {
	if e.name == "Relationship" && len(h.all) < relationsMost {
		kind := e.get("Type")
		r := relation{
			id: e.get("Id"), kind: kind[strings.LastIndexByte(kind, '/')+1:], target: e.get("Target"),
			external: e.get("TargetMode") == "External",
		}
		if strings.Contains(kind, "purl.oclc.org/ooxml") && r.kind == "officeDocument" {
			r.kind = "strictDocument"
		}
		if !r.external {
			r.target = resolve(h.part, r.target)
		}
		h.all = append(h.all, r)
	}
	return false
}
func (*relationReader) end(string)  {}
func (*relationReader) text(string) {}

// byKind returns the targets of the relations of one kind, each once.
func byKind(all []relation, kind string) (targets []string) {
	seen := map[string]bool{}
	for _, r := range all {
		if r.kind == kind && !r.external && !seen[r.target] && len(targets) < partsMost {
			seen[r.target] = true
			targets = append(targets, r.target)
		}
	}
	return targets
}

// byID returns the target of a relation, or "".
func byID(all []relation, id string) string {
	if i := slices.IndexFunc(all, func(r relation) bool { return r.id == id }); i >= 0 && !all[i].external {
		return all[i].target
	}
	return ""
}

// typeReader reads the types of the parts of a package.
type typeReader struct{ types map[string]string }

func (h *typeReader) start(e *element) bool {
	if e.name == "Override" && len(h.types) < relationsMost {
		h.types[strings.ToLower(strings.TrimPrefix(e.get("PartName"), "/"))] = e.get("ContentType")
	}
	return false
}
func (*typeReader) end(string)  {}
func (*typeReader) text(string) {}

// mainTypes maps a piece of the content type of the main part to a format.
var mainTypes = []struct{ piece, format string }{
	{"wordprocessingml.document.main", "Word document"},
	{"wordprocessingml.template.main", "Word template"},
	{"ms-word.document.macroenabled", "Word document with macros"},
	{"ms-word.template.macroenabled", "Word template with macros"},
	{"spreadsheetml.sheet.main", "Excel workbook"},
	{"spreadsheetml.template.main", "Excel template"},
	{"ms-excel.sheet.macroenabled", "Excel workbook with macros"},
	{"ms-excel.template.macroenabled", "Excel template with macros"},
	{"ms-excel.addin.macroenabled", "Excel add-in"},
	{"ms-excel.sheet.binary", "Excel binary workbook"},
	{"presentationml.presentation.main", "PowerPoint presentation"},
	{"presentationml.slideshow.main", "PowerPoint slide show"},
	{"presentationml.template.main", "PowerPoint template"},
	{"ms-powerpoint.presentation.macroenabled", "PowerPoint presentation with macros"},
	{"ms-powerpoint.slideshow.macroenabled", "PowerPoint slide show with macros"},
	{"ms-powerpoint.template.macroenabled", "PowerPoint template with macros"},
	{"ms-powerpoint.addin.macroenabled", "PowerPoint add-in"},
	{"ms-visio.", "Visio drawing"},
}

// readOOXML reads a package of Office Open XML (ECMA-376).
func readOOXML(p *pack) error {
	d := p.d
	types := &typeReader{map[string]string{}}
	if err := p.walk("[Content_Types].xml", types); err != nil {
		return err
	}
	root, err := p.relations("")
	if err != nil {
		return err
	}
	strict := byKind(root, "strictDocument")
	mains := append(append(strict, byKind(root, "officeDocument")...), byKind(root, "document")...)
	main := ""
	if len(mains) > 0 {
		main = mains[0]
	}
	for _, usual := range []string{"word/document.xml", "xl/workbook.xml", "ppt/presentation.xml", "visio/document.xml"} {
		if !p.has(main) {
			main = usual
		}
	}
	if !p.has(main) {
		return errNoDocument
	}
	kind := strings.ToLower(types.types[strings.ToLower(main)])
	d.x.Format = formatOfMain(kind, main)
	if len(strict) > 0 {
		d.x.Format += ", strict Open XML"
	}
	if err := coreProperties(p, root); err != nil {
		return err
	}
	packageFindings(p)
	rels, err := p.relations(main)
	if err != nil {
		return err
	}
	switch format := d.x.Format; {
	case strings.HasPrefix(format, "Word"):
		return readWord(p, main, rels)
	case strings.Contains(format, "binary workbook"):
		d.x.Fail("unsupported", "the sheets of a binary workbook are not read")
		return nil
	case strings.HasPrefix(format, "Excel"):
		return readWorkbook(p, main, rels)
	case strings.HasPrefix(format, "PowerPoint"):
		return readSlides(p, main, rels)
	}
	return readVisio(p, rels)
}

// formatOfMain returns the format of a package by the content type and the name of its main part.
func formatOfMain(kind, main string) string {
	for _, m := range mainTypes {
		if strings.Contains(kind, m.piece) {
			return m.format
		}
	}
	switch {
	case strings.HasSuffix(main, ".bin"):
		return "Excel binary workbook"
	case strings.HasPrefix(main, "xl/"):
		return "Excel workbook"
	case strings.HasPrefix(main, "ppt/"):
		return "PowerPoint presentation"
	case strings.HasPrefix(main, "visio/"):
		return "Visio drawing"
	}
	return "Word document"
}

// packageFindings sets the numbers and risks that follow from the names of parts, and from external relations.
func packageFindings(p *pack) {
	d := p.d
	for _, dir := range []string{"word/", "xl/", "ppt/", "visio/"} {
		if n := p.count(dir+"media/", ""); n > 0 {
			d.x.Add("images", n)
		}
		if n := p.count(dir+"embeddings/", ""); n > 0 {
			d.x.Add("embedded files", n)
			d.risk("holds embedded objects")
		}
		if p.count(dir+"activex/", ".xml") > 0 {
			d.risk("holds ActiveX controls")
		}
		if p.has(dir+"vbaProject.bin") || p.count(dir+"macrosheets/", ".xml") > 0 {
			d.risk("holds macros")
		}
	}
	if p.withSuffix("vbaproject.bin") != "" {
		d.risk("holds macros")
	}
	if p.has("xl/connections.xml") {
		d.risk("fetches data from other places")
	}
}

// external records the dangers and the links of the relations of a part that lead out of the package.
func (d *document) external(all []relation) {
	for _, r := range all {
		if !r.external {
			continue
		}
		switch r.kind {
		case "hyperlink":
			d.link(r.target)
		case "attachedTemplate":
			if !isStandardTemplate(r.target) {
				d.risk("loads a template from another place")
			}
		default:
			d.risk("links to other files")
		}
	}
}

// isStandardTemplate reports whether a template is the one that Word attaches to every document.
func isStandardTemplate(target string) bool {
	target = strings.ToLower(strings.ReplaceAll(target, `\`, "/"))
	base := target[strings.LastIndexByte(target, '/')+1:]
	remote := strings.HasPrefix(target, "http") || strings.HasPrefix(target, "//") || strings.HasPrefix(target, "ftp")
	return !remote && (base == "normal.dotm" || base == "normal.dot")
}
