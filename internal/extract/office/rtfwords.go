package office

// rtfSkipped are destinations without text of the document.
var rtfSkipped = map[string]bool{
	"colortbl": true, "pict": true, "objdata": true, "themedata": true, "colorschememapping": true,
	"datastore": true, "latentstyles": true, "listtable": true, "listoverridetable": true, "rsidtbl": true,
	"xmlnstbl": true, "mmathPr": true, "nonshppict": true, "fontemb": true, "fontfile": true,
	"filetbl": true, "revtbl": true, "bkmkstart": true, "bkmkend": true, "pnseclvl": true, "xe": true, "tc": true,
	"tcn": true, "private": true, "wgrffmtfilter": true, "sp": true, "passwordhash": true, "datafield": true,
	"formfield": true, "htmltag": true, "mhtmltag": true, "pgptbl": true, "blipuid": true, "picprop": true,
	"atnid": true, "atnref": true, "atntime": true, "atndate": true, "atrfstart": true, "atrfend": true,
	"ftnsep": true, "ftnsepc": true, "aftnsep": true, "aftnsepc": true, "ftncn": true, "aftncn": true,
	"userprops": true, "docvar": true, "panose": true, "falt": true, "keycode": true,
}

// rtfInfo maps destinations of the properties to names of properties.
var rtfInfo = map[string]string{
	"title": "title", "subject": "subject", "author": "author", "operator": "last author", "keywords": "keywords",
	"doccomm": "description", "company": "company", "manager": "manager", "category": "category",
	"generator": "program",
}

// rtfTimes maps destinations of times to names of properties.
var rtfTimes = map[string]string{"creatim": "created", "revtim": "modified", "printim": "printed"}

// rtfChars maps control words to the characters that they are.
var rtfChars = map[string]string{
	"tab": "\t", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
	"bullet": "•", "emspace": " ", "enspace": " ", "qmspace": " ", "line": " ", "lbr": " ",
}

// charsetPages maps the character sets of fonts to code pages of Windows.
var charsetPages = map[int]int{
	0: 1252, 77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255,
	178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250,
}

// word takes a control word.
func (h *rtfReader) word(word string, n int, has bool) {
	if s := rtfChars[word]; s != "" {
		h.put(s)
		return
	}
	if h.destination(word) {
		return
	}
	switch h.g.place {
	case inTime:
		switch word {
		case "yr":
			h.time[0] = n
		case "mo":
			h.time[1] = n
		case "dy":
			h.time[2] = n
		}
	case inFonts:
		h.fontWord(word, n)
	case inStyles:
		if word == "s" {
			h.tables.style = n
		}
	case inBody:
		h.bodyWord(word, n, has)
	}
	switch word {
	case "uc":
		h.g.skip = min(max(n, 0), 16)
	case "f":
		h.g.font = n
	case "ansicpg":
		h.tables.page = n
	case "mac":
		h.tables.page = 10000
	case "nofpages":
		if n > 0 && n < 10_000_000 && h.d.x.Number("pages") == 0 {
			h.d.x.Add("pages", int64(n))
		}
	}
}

// fontWord takes a control word of the table of fonts.
func (h *rtfReader) fontWord(word string, n int) {
	t := &h.tables
	page := 0
	switch word {
	case "f":
		t.font = n
	case "fcharset":
		page = charsetPages[n]
	case "cpg":
		page = n
	}
	if page > 0 {
		if t.fonts == nil {
			t.fonts = map[int]int{}
		}
		if len(t.fonts) < fontsMost {
			t.fonts[t.font] = page
		}
	}
}

// bodyWord takes a control word of the text.
func (h *rtfReader) bodyWord(word string, n int, has bool) {
	on := !has || n != 0
	switch word {
	case "par", "sect", "page":
		if h.inTable {
			h.blank(" ")
			return
		}
		h.paragraph()
	case "cell", "nestcell":
		h.add("\t")
	case "row", "nestrow":
		h.flush()
	case "intbl":
		h.inTable = true
	case "pard":
		h.level, h.inTable = 0, false
	case "outlinelevel":
		if n >= 0 && n < 9 {
			h.level = n + 1
		}
	case "s":
		if level := h.tables.styles[n]; level > 0 {
			h.level = level
		}
	case "v", "deleted":
		h.g.hidden = on
		if word == "deleted" && on {
			h.d.x.Add("tracked changes", 1)
		}
	case "revised":
		if on {
			h.d.x.Add("tracked changes", 1)
		}
	case "plain":
		h.g.hidden, h.g.font = false, 0
	}
}

// destination takes a control word that states the place of the text of its group. It returns false for other words.
func (h *rtfReader) destination(word string) bool {
	g := &h.g
	switch {
	case rtfSkipped[word]:
		if word == "pict" {
			h.d.x.Add("images", 1)
		}
		if word == "objdata" {
			h.d.risk("holds embedded objects")
			h.d.x.Add("embedded files", 1)
		}
		g.place = inNothing
	case g.place == inNothing:
	case rtfInfo[word] != "" && (g.place == inProperties || word == "generator"):
		g.place, g.name = inInfo, rtfInfo[word]
		h.out.value.Reset()
	case rtfTimes[word] != "" && g.place == inProperties:
		g.place, g.name = inTime, rtfTimes[word]
		h.time = [3]int{}
	case word == "fonttbl":
		g.place = inFonts
	case word == "stylesheet":
		g.place = inStyles
	case word == "info":
		g.place = inProperties
	case word == "fldinst":
		g.place = inField
		h.out.value.Reset()
	case word == "template":
		g.place = inPlace
		h.out.value.Reset()
	case word == "atnauthor":
		g.place = inAuthor
		h.out.value.Reset()
	case word == "annotation":
		h.d.x.Add("comments", 1)
		h.blank(" ")
		g.place = inBody
	case word == "footnote":
		h.d.x.Add("footnotes", 1)
		h.blank(" ")
		g.place = inBody
	case isEdge(word):
		h.flush()
		g.place = inBody
	case g.star && !rtfText[word]:
		g.place = inNothing
	default:
		return false
	}
	return true
}

// rtfText are destinations after \* with text of the document.
var rtfText = map[string]bool{"shpinst": true, "shptxt": true, "ud": true, "nesttableprops": true}

// isEdge reports whether a control word begins a header or a footer.
func isEdge(word string) bool {
	switch word {
	case "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf":
		return true
	}
	return false
}
