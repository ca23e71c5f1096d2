package manifest

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// mainKind describes the programs of a language.
type mainKind struct {
	exts   []string
	quick  []string // one of these occurs in the file; cheaper to find than the patterns
	server func() *regexp.Regexp
	main   func() *regexp.Regexp
	reason string
	names  []string // of files to look at first, in lower case, without extension
}

var mainKinds = []mainKind{
	{
		exts: []string{".java", ".kt", ".groovy"}, quick: []string{"main("},
		server: lazyregexp.Lazy(`(?m)^@(SpringBootApplication|QuarkusMain|MicronautApplication)\b`),
		main:   lazyregexp.Lazy(`(?m)^\s*(?:public\s+static|static\s+public)\s+(?:final\s+)?void\s+main\s*\(|^(?:suspend\s+)?fun\s+main\s*\(|@JvmStatic\s+fun\s+main\s*\(`),
		reason: "it has a main method", names: []string{"main", "application", "app", "launcher", "server", "cli"},
	},
	{
		exts: []string{".scala"}, quick: []string{"main", "extends App"},
		main:   lazyregexp.Lazy(`(?m)^\s*def\s+main\s*\(|\bextends\s+App\b|^\s*@main\b`),
		reason: "it has a main method", names: []string{"main", "app"},
	},
}

const maxMainFiles = 1500 // of one language family

// discoverMains adds the programs of languages whose manifests do not declare
// them.
func discoverMains(r *reader) {
	for _, k := range mainKinds {
		var files []*luminos.File
		for i := range r.tree.scan.Files {
			f := &r.tree.scan.Files[i]
			if slices.Contains(k.exts, f.Path.Ext()) && f.Regular() && !f.Generated && r.tree.counts(f) && !pathrole.Test(f.Path) {
				files = append(files, f)
			}
		}
		slices.SortStableFunc(files, func(a, b *luminos.File) int {
			return cmp.Compare(k.order(a.Path), k.order(b.Path))
		})
		if len(files) > maxMainFiles {
			files, r.cut = files[:maxMainFiles], true
		}
		for _, f := range files {
			mainOf(r, k, f.Path)
		}
	}
}

// order returns the rank of a file by its name: the usual names of programs come
// first.
func (k mainKind) order(p luminos.Path) int {
	stem := strings.ToLower(strings.TrimSuffix(p.Base(), p.Ext()))
	for i, n := range k.names {
		if strings.HasSuffix(stem, n) || strings.HasSuffix(stem, n+"kt") {
			return i
		}
	}
	return len(k.names)
}

func mainOf(r *reader, k mainKind, p luminos.Path) {
	t, ok := r.source(p, maxText)
	if !ok || !slices.ContainsFunc(k.quick, func(q string) bool { return strings.Contains(t.Content, q) }) {
		return
	}
	m := k.main().FindStringIndex(t.Content)
	if m == nil {
		return
	}
	line := lineOf(t.Content, m[0]+len(t.Content[m[0]:m[1]])-len(strings.TrimLeft(t.Content[m[0]:m[1]], "\r\n\t ")))
	e := entry{
		Path: p, Kind: kindBinary, Name: strings.TrimSuffix(p.Base(), p.Ext()), Reason: k.reason, Evidence: citeLine(t, line),
		certainty: guessed,
	}
	if low := strings.ToLower(p.Base()); strings.Contains(low, "benchmark") || strings.Contains(low, "demo") {
		e.place = placeTool
	}
	if k.server != nil {
		if s := k.server().FindStringSubmatchIndex(t.Content); s != nil {
			e.Kind, e.Reason, e.certainty = kindServer, "@"+t.Content[s[2]:s[3]]+" with a main method", conventional
			e.Evidence = append(citeLine(t, lineOf(t.Content, s[0])), e.Evidence...)
		}
	}
	r.addEntry(nil, e)
}
