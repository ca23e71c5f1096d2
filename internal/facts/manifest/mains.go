package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

var (
	jvmServer = lazyregexp.Lazy(`(?m)^@(SpringBootApplication|QuarkusMain|MicronautApplication)\b`)
	jvmMain   = lazyregexp.Lazy(`(?m)^\s*(?:public\s+static|static\s+public)\s+(?:final\s+)?void\s+main\s*\(|^(?:suspend\s+)?fun\s+main\s*\(|@JvmStatic\s+fun\s+main\s*\(`)
	// jvmNames are the names of files to read first, in lower case, without extension.
	jvmNames = []string{"main", "application", "app", "launcher", "server", "cli"}
)

const maxMainFiles = 1500

// discoverMains adds entry points for programs in Java, Kotlin and Groovy, whose manifests do not
// always declare them.
func discoverMains(r *reader) {
	var files []*luminos.File
	for i := range r.tree.scan.Files {
		f := &r.tree.scan.Files[i]
		if slices.Contains([]string{".java", ".kt", ".groovy"}, f.Path.Ext()) && f.Regular() && !f.Generated && r.tree.counts(f) && !pathrole.Test(f.Path) {
			files = append(files, f)
		}
	}
	slices.SortStableFunc(files, func(a, b *luminos.File) int { return cmp.Compare(jvmOrder(a.Path), jvmOrder(b.Path)) })
	if len(files) > maxMainFiles {
		files, r.cut = files[:maxMainFiles], true
	}
	for _, f := range files {
		mainOf(r, f.Path)
	}
}

// jvmOrder returns the rank of a file by its name: files such as Main.java and ShopApplication.kt come first.
func jvmOrder(p luminos.Path) int {
	stem := strings.TrimSuffix(strings.ToLower(strings.TrimSuffix(p.Base(), p.Ext())), "kt")
	i := slices.IndexFunc(jvmNames, func(n string) bool { return strings.HasSuffix(stem, n) })
	if i < 0 {
		return len(jvmNames)
	}
	return i
}

func mainOf(r *reader, p luminos.Path) {
	t, ok := r.source(p, maxText)
	if !ok || !strings.Contains(t.Content, "main(") { // cheaper to find than the patterns
		return
	}
	m := jvmMain().FindStringIndex(t.Content)
	if m == nil {
		return
	}
	line := lineOf(t.Content, m[1])
	e := entry{
		Path: p, Kind: kindBinary, Name: strings.TrimSuffix(p.Base(), p.Ext()), Reason: byClass, Evidence: citeLine(t, line),
		certainty: guessed,
	}
	if low := strings.ToLower(p.Base()); strings.Contains(low, "benchmark") || strings.Contains(low, "demo") {
		e.place = placeTool
	}
	if s := jvmServer().FindStringSubmatchIndex(t.Content); s != nil {
		e.Kind, e.Reason, e.certainty = kindServer, "@"+t.Content[s[2]:s[3]]+" with a main method", conventional
		e.Evidence = append(citeLine(t, lineOf(t.Content, s[0])), e.Evidence...)
	}
	r.addEntry(nil, e)
}

// outputOf returns the directory for the programs below cmd: the one of the module, or bin/ if it has a directory with
// the name of a program.
func outputOf(r *reader, p *pkg, cmd luminos.Path) string {
	for dir := range r.tree.dirs {
		if dir.Dir() == cmd && r.tree.dirs[p.dir.Join(dir.Base())] {
			return "bin/"
		}
	}
	return "."
}
