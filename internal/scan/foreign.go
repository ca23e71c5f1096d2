package scan

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"luminos"
	"luminos/internal/content"
)

// notices holds the heads of sources from which their authors follow, and the names of the projects.
type notices struct {
	noting sync.Mutex // guards the fields below
	heads  []headed
	owned  []owned
}

// headed is a source with a notice.
type headed struct {
	path luminos.Path
	content.Notice
}

// owned is a file that names the project of its directory: a manifest with its names, or the text of a licence.
type owned struct {
	dir   luminos.Path
	names []string
	text  string
}

// ownText matches the names of files that hold the licence of a project or its authors.
var ownText = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|authors|contributors)`)

// foreignMax is how many files of a foreign holder a target has at most: a library of one file, or a file and its header.
const foreignMax = 2

// note keeps the notice at the head of a file, or the names and texts with which a project names itself.
func (n *notices) note(p luminos.Path, language string, head []byte) {
	var o owned
	switch {
	case p.Base() == "package.json":
		var m struct{ Name, Main string }
		if json.Unmarshal(head, &m) == nil {
			o.names = []string{m.Name, luminos.Path(m.Main).Base()}
		}
	case ownText.MatchString(p.Base()):
		o.text = string(head)
	case content.LanguageType(language) == "programming" || p.Ext() == ".css":
		if h := content.NoticeOf(p, head); h.Library || len(h.Holders) > 0 {
			n.noting.Lock()
			n.heads = append(n.heads, headed{p, h})
			n.noting.Unlock()
		}
		return
	}
	if o.names != nil || o.text != "" {
		o.dir = p.Dir()
		n.noting.Lock()
		n.owned = append(n.owned, o)
		n.noting.Unlock()
	}
}

// mark marks the files whose heads show that they are the work of others as vendored: a library in one file with
// another name than the project's, and a file of a holder and under a licence that the project's own licence and
// authors do not name.
func (n *notices) mark(s *luminos.Scan) {
	libraries, files := 0, map[string]int{}
	for _, h := range n.heads {
		if h.Library {
			libraries++
		}
		for _, holder := range h.Holders {
			files[holder]++
		}
	}
	scripts := 0
	for i := range s.Files {
		if f := &s.Files[i]; f.Counted() && (f.Language == "JavaScript" || f.Language == "CSS") {
			scripts++
		}
	}
	for _, h := range n.heads {
		rare := !slices.ContainsFunc(h.Holders, func(name string) bool { return files[name] > foreignMax })
		library := h.Library && libraries*3 <= scripts && !n.named(h.path)
		if library || h.License != "" && rare && n.differs(h) {
			if i, ok := slices.BinarySearchFunc(s.Files, h.path, atPath); ok {
				s.Files[i].Vendored = true
			}
		}
	}
}

func atPath(f luminos.File, p luminos.Path) int { return cmp.Compare(f.Path, p) }

// named reports whether the target or a manifest above the file p has the name of p.
func (n *notices) named(p luminos.Path) bool {
	stem := letters(strings.Split(p.Base(), ".")[0])
	is := func(name string) bool {
		name = letters(name)
		return strings.Contains(name, stem) || len(name) > 3 && strings.Contains(stem, name)
	}
	return slices.ContainsFunc(n.owned, func(o owned) bool {
		return p.Within(o.dir) && slices.ContainsFunc(o.names, is)
	})
}

// differs reports whether the texts of licences and authors above a file name neither its licence nor a holder of its
// copyright. Without such texts it cannot be known.
func (n *notices) differs(h headed) bool {
	known := false
	for _, o := range n.owned {
		if o.text == "" || !h.path.Within(o.dir) {
			continue
		}
		known = true
		for family := range strings.FieldsSeq(h.License) {
			if slices.Contains(strings.Fields(content.LicenseIn([]byte(o.text))), family) {
				return false
			}
		}
		for _, holder := range h.Holders {
			for word := range strings.FieldsFuncSeq(holder, notLetter) {
				if len(word) > 3 && !legalWords[strings.ToLower(word)] && strings.Contains(o.text, word) {
					return false
				}
			}
		}
	}
	return known
}

// legalWords are words of copyright lines that are no names.
var legalWords = map[string]bool{
	"authors": true, "rights": true, "reserved": true, "limited": true, "copyright": true, "corp": true,
	"corporation": true, "foundation": true, "software": true, "project": true, "contributors": true,
	"developers": true, "university": true, "regents": true, "company": true, "with": true, "from": true,
	"this": true, "file": true, "license": true, "licensed": true,
}

func notLetter(r rune) bool {
	return r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0x80
}

// letters returns the letters of a name in lower case.
func letters(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), notLetter), "")
}
