package inside

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// draftWord matches the words by which people name the versions of a document, at the end of a name without extension.
var draftWord = lazyregexp.Lazy(
	`[-_. ]+(?:v(?:er(?:sion)?)?[ ._]?\d+(?:\.\d+)*|rev(?:ision)?[ ._]?\w?\d*|draft ?\d*|entwurf|final|` +
		`finished|signed|corrected|corr|old|new|latest|copy|kopie|backup|bak)$`)

// draftsShown is the number of documents that a row names with their versions.
const draftsShown = 3

// draftsText returns the documents of which one directory has several versions by their names: "Letters/Tender (v1, v2,
// v3 final)". Copies with equal content are no versions.
func draftsText(files []*luminos.FileInside) string {
	by, marked, shown := map[string][]string{}, map[string]bool{}, map[string]string{}
	for _, f := range files {
		name := bare(f.Path)
		whole, base := name, strings.ToLower(name)
		for loc := draftWord().FindStringIndex(base); loc != nil && loc[0] > 0; loc = draftWord().FindStringIndex(base) {
			base = base[:loc[0]]
		}
		if len(base) > len(whole) { // small letters can be longer
			continue
		}
		key := path.Join(string(f.Path.Dir()), base)
		version := strings.Trim(whole[len(base):], "-_. ")
		shown[key] = path.Join(f.Path.Dir().Base(), whole[:len(base)]) // a whole path does not fit in a row
		marked[key] = marked[key] || version != ""
		if version == "" {
			version = strings.TrimPrefix(f.Path.Ext(), ".") + " without a mark"
		}
		if !slices.Contains(by[key], version) { // a document and its export
			by[key] = append(by[key], version)
		}
	}
	maps.DeleteFunc(by, func(key string, list []string) bool { return !marked[key] || len(list) < 2 })
	keys := slices.SortedFunc(maps.Keys(by), func(a, b string) int {
		return cmp.Or(len(by[b])-len(by[a]), cmp.Compare(a, b))
	})
	if len(keys) == 0 {
		return ""
	}
	var out []string
	for _, key := range keys[:min(len(keys), draftsShown)] {
		out = append(out, words.Name(shown[key])+" ("+words.Some(by[key], 4)+")")
	}
	return words.Plural(len(keys), "document") + " in several versions: " + strings.Join(out, ", ")
}
