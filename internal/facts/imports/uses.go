package imports

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
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
	for _, q := range qualifiers(f.family, ref) {
		u.Names = append(u.Names, f.used[q]...)
	}
	switch {
	case len(u.Names) > 0:
		slices.Sort(u.Names)
		u.Names = slices.Compact(u.Names)
		u.Names = u.Names[:min(len(u.Names), useNames)]
	case len(ref.Names) > 0 && !strings.Contains(ref.Text, ref.Names[0]): // they are on other lines
		u.Names = ref.Names[:min(len(ref.Names), useNames)]
	}
	return u
}

// bound matches the name to which a script binds a whole module.
var bound = lazyregexp.Lazy(`^\s*import\s+(?:type\s+)?(?:\*\s*as\s+)?(\w+)\b.*\bfrom\b|` +
	`^\s*(?:export\s+)?(?:const|let|var)\s+(\w+)\s*=.*\b(?:require|import)\(`)

// qualifiers returns the names under which a file selects from an import: an alias, the name of a module, or imported
// names that can be modules. For families other than Go, Python and JavaScript it returns nil.
func qualifiers(family outline.Family, ref *outline.HeadImport) []string {
	switch family {
	case outline.Go:
		return []string{goQualifier(ref)}
	case outline.Script:
		if m := bound().FindStringSubmatch(ref.Text); m != nil {
			return []string{m[1] + m[2]}
		}
		return nil
	case outline.Python:
		return ref.Bound
	}
	return nil
}

// goQualifier returns the name under which a file of Go selects from an import: the alias, or else the last element of
// the path that is no version.
func goQualifier(ref *outline.HeadImport) string {
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

// selectors returns the public names that a text selects from its imports, by [qualifiers]: each once, at most useNames
// of an import, sorted. Comments and strings count, too.
func selectors(family outline.Family, text string, imports []outline.HeadImport) map[string][]string {
	found := make(map[string][]string, len(imports))
	for i := range imports {
		for _, q := range qualifiers(family, &imports[i]) {
			found[q] = nil
		}
	}
	if len(found) == 0 {
		return nil
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
		exported := name != "" && len(name) <= 60 &&
			(name[0] >= 'A' && name[0] <= 'Z' || family != outline.Go && name[0] != '_')
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
