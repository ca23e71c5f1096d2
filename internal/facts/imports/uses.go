package imports

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/outline"
	"luminos/internal/words"
)

const (
	useText  = 200 // characters of the line of an import
	useNames = 16  // names of one import
)

// use returns the import ref of the directory to in the file f.
func (f *source) use(ref *outline.HeadImport, to luminos.Path) luminos.ImportUse {
	u := luminos.ImportUse{File: f.path, To: to, Text: words.Line(ref.Text, useText)}
	switch {
	case f.used != nil:
		u.Names = f.used[qualifier(ref)]
	case len(ref.Names) > 0 && !strings.Contains(ref.Text, ref.Names[0]): // they are on other lines
		u.Names = ref.Names[:min(len(ref.Names), useNames)]
	}
	return u
}

// qualifier returns the name under which a file of Go selects from an import: the alias, or else the last element of
// the path that is no version.
func qualifier(ref *outline.HeadImport) string {
	before, _, _ := strings.Cut(ref.Text, `"`)
	if alias := strings.Fields(strings.TrimPrefix(strings.TrimSpace(before), "import")); len(alias) > 0 {
		return alias[len(alias)-1]
	}
	dir, name := path.Split(strings.Trim(ref.Spec, `"`))
	if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
		name = path.Base(dir)
	}
	return name
}

// selectors returns the exported names that a Go text selects from its imports, by [qualifier]: each once, at most
// useNames of an import, sorted. Comments and strings count, too.
func selectors(text string, imports []outline.HeadImport) map[string][]string {
	found := make(map[string][]string, len(imports))
	for i := range imports {
		found[qualifier(&imports[i])] = nil
	}
	at := 0
	for {
		dot := strings.IndexByte(text[at:], '.')
		if dot < 0 {
			break
		}
		dot += at
		from, to := dot, dot+1
		for from > 0 && letter(text[from-1]) {
			from--
		}
		for to < len(text) && letter(text[to]) {
			to++
		}
		at = to
		name, of := text[dot+1:to], text[from:dot]
		exported := name != "" && name[0] >= 'A' && name[0] <= 'Z' && len(name) <= 60
		if _, imported := found[of]; !imported || !exported || len(found[of]) == useNames {
			continue
		}
		if i, known := slices.BinarySearch(found[of], name); !known {
			found[of] = slices.Insert(found[of], i, strings.Clone(name))
		}
	}
	return found
}

// letter reports whether c can be a part of an identifier.
func letter(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
