package manifest

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"luminos"
	"luminos/internal/lazyregexp"
)

// The kinds of entry points.
const (
	kindBinary  = "binary"
	kindServer  = "server"
	kindScript  = "script"
	kindPage    = "page"
	kindLibrary = "library"
	kindTask    = "task"
)

// entry is an entry point with the values that its rank depends on.
type entry struct {
	Path     luminos.Path
	Kind     string
	Name     string
	Reason   string
	Evidence []luminos.Evidence
	Part     bool

	role      luminos.ManifestRole // of its manifest
	pkg       *pkg                 // its manifest, or nil
	place     place
	certainty certainty
	prime     bool // its file is called main or the like

	mentions int   // in the README of the target
	class    int   // relation of its name to the name of the project: 0 equal, 1 prefix, 2 none
	foreign  int   // 1 if it is not in the main language
	bytes    int64 // of source of its language in its directory
}

// place ranks the directory of a program.
type place int

const (
	placeProduct place = iota
	placeOther
	placeTool
)

// certainty is the reason to believe in an entry point.
type certainty int

const (
	declared     certainty = iota // by a manifest
	conventional                  // by a convention of the ecosystem
	guessed                       // by a pattern in the source
)

// generated begins the reason of an entry point whose file is generated.
const generated = "generated; "

// addEntry adds the entry point e if its path is a directory, or a file of the target's own code
// that is not a test or an example. A generated file counts only if a manifest declares it. p is
// the manifest of the entry point, or nil.
func (r *reader) addEntry(p *pkg, e entry) {
	f := r.tree.files[e.Path]
	if e.Path == "" || f == nil && !r.tree.dirs[e.Path] || len(r.entries) >= 50*maxEntryPoints {
		return
	}
	if f != nil && (!r.tree.counts(f) || f.Generated && e.certainty != declared) {
		return
	}
	if f != nil && f.Generated && !strings.HasSuffix(f.Path.Base(), ".d.ts") {
		e.Reason = generated + e.Reason
	}
	if p != nil {
		e.role, e.pkg, e.Part = p.Role, p, p.part
	} else {
		e.role = cmp.Or(e.role, luminos.ManifestNested)
	}
	e.Name = clip(luminos.Fold(e.Name), 100)
	if e.place == placeProduct && inTools(e.Path) {
		e.place = placeTool
	}
	r.entries = append(r.entries, e)
}

// ofPackage and ofSwift are the reasons of entry points for the library of a package whose manifest declares no
// programs, and for a library that the manifest declares.
const (
	ofPackage = "module of the package"
	ofSwift   = "library product in Package.swift"
)

// OfPackage reports whether the manifest of the entry point e offers the library e to other packages.
func OfPackage(e luminos.EntryPoint) bool {
	return e.Reason == ofPackage || e.Reason == ofSwift || strings.Contains(e.Reason, strings.TrimPrefix(describedBy, "header"))
}

// addLibrary adds an entry point for the library of the package p, which declares no programs.
func addLibrary(r *reader, p *pkg, at luminos.Path) {
	r.addEntry(p, entry{
		Path: at, Kind: kindLibrary, Name: p.Name, Reason: ofPackage, Evidence: p.Evidence, certainty: conventional,
	})
}

// rankEntries returns the entry points, most important first, one for each file. It compares in
// this order: parts of the target last; tools last; the name of the project in the main language
// (another language counts as much as another name); places for products; the number of mentions in
// the README; packages at the root, then members; programs, pages, libraries; less depth; more
// source in the directory; path. Tools beside a product become parts: beside another entry point, or beside
// source code that is most of the target.
func rankEntries(r *reader, readme string) []entry {
	project := projectName(r.pkgs)
	readme = strings.ToLower(readme)
	for i := range r.entries {
		e := &r.entries[i]
		e.class = nameClass(project, e.Name)
		if e.pkg != nil && e.certainty != guessed {
			e.class = min(e.class, nameClass(project, e.pkg.Name))
		}
		if e.prime && e.place == placeProduct && e.Path.Depth() <= 2 {
			e.class = min(e.class, 1)
		}
		if !slices.Contains(genericNames, strings.ToLower(e.Name)) {
			e.mentions = mentions(readme, e.Name)
		}
		if e.Path.Base() == "__main__.py" { // the program of its package
			e.mentions = max(e.mentions, mentions(readme, e.Path.Dir().Base()))
		}
		f := r.tree.files[e.Path]
		if f != nil && f.Language != "" && r.family != "" && languageFamily(f.Language) != r.family {
			e.foreign = 1
		}
		e.bytes = r.tree.bytesBeside(e.Path)
		if e.pkg != nil && e.pkg.dir == e.Path.Dir() && e.pkg.dir != luminos.Root {
			e.bytes = r.tree.bytesBelow(e.Path)
		}
	}
	for i := range r.entries {
		e := &r.entries[i]
		e.Part = e.Part || demonstrates(e, r.entries)
	}
	slices.SortStableFunc(r.entries, func(a, b entry) int {
		return cmp.Or(
			compareBool(a.Part, b.Part),
			cmp.Compare(a.place/placeTool, b.place/placeTool),
			cmp.Compare(a.class+2*a.foreign, b.class+2*b.foreign),
			cmp.Compare(a.place, b.place),
			-cmp.Compare(a.mentions, b.mentions),
			cmp.Compare(roleOrder(a.role), roleOrder(b.role)),
			cmp.Compare(kindOrder(a.Kind), kindOrder(b.Kind)),
			cmp.Compare(a.Path.Depth(), b.Path.Depth()), -cmp.Compare(a.bytes, b.bytes),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.certainty, b.certainty), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Reason, b.Reason))
	})
	product := r.tree.mostlyProduct() || slices.ContainsFunc(r.entries, func(e entry) bool { return e.place != placeTool && !e.Part })
	seen := map[luminos.Path]bool{}
	for i := range r.entries {
		e := &r.entries[i]
		e.Part = e.Part || product && (e.place == placeTool || inTools(e.Path))
	}
	return slices.DeleteFunc(r.entries, func(e entry) bool {
		dup := seen[e.Path]
		seen[e.Path] = true
		return dup
	})
}

// compareBool compares booleans for a sort: false comes before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func kindOrder(kind string) int {
	switch kind {
	case kindBinary, kindServer, kindScript:
		return 0
	case kindPage:
		return 1
	}
	return 2
}

// isProgram reports whether entry points of a kind are programs: binaries, servers or scripts.
func isProgram(kind string) bool { return kindOrder(kind) == 0 }

// nameClass returns 0 if name is the name of the project, 1 if it begins with that name, and 2
// otherwise.
func nameClass(project, name string) int {
	name = bareName(name)
	switch {
	case project == "" || name == "":
	case name == project:
		return 0
	case len(project) > 1 && (strings.HasPrefix(name, project) || name == "cargo-"+project): // a command of cargo
		return 1
	}
	return 2
}

var majorVersion = lazyregexp.Lazy(`^v[0-9]+$`)

// bareName returns the name of a package in a form that is equal in all ecosystems: "@acme/My_Tool"
// and "example.com/my-tool/v2" are both "my-tool".
func bareName(n string) string {
	n = strings.ReplaceAll(strings.ToLower(n), ":", "/")
	if dir, base := path.Split(n); dir != "" && majorVersion().MatchString(base) {
		n = strings.TrimSuffix(dir, "/")
	}
	return strings.ReplaceAll(n[strings.LastIndexByte(n, '/')+1:], "_", "-")
}

// projectName returns the name of the project in the form of [bareName]: the name of the manifest at the root,
// else the name with which the largest number of names begins, or "" if no two begin alike.
func projectName(pkgs []*pkg) string {
	var names, support []string
	for _, p := range pkgs {
		if !p.isOwn() || p.Name == "" {
			continue
		}
		if scope, _, ok := strings.Cut(strings.TrimPrefix(p.Name, "@"), "/"); ok && p.Name[0] == '@' {
			support = append(support, strings.ToLower(scope))
		}
		n := bareName(p.Name)
		for _, s := range []string{"-workspace", "-monorepo", "-root", "-repo", "-parent", "-project"} {
			n = strings.TrimSuffix(n, s)
		}
		if p.Role == luminos.ManifestRoot {
			return n
		}
		names = append(names, n)
	}
	support = append(support, names...)
	best, most := "", 1
	for _, n := range slices.Compact(slices.Sorted(slices.Values(names))) {
		family := 0
		for _, m := range support {
			if m == n || strings.HasPrefix(m, n+"-") || strings.HasPrefix(m, n+".") {
				family++
			}
		}
		if family > most {
			best, most = n, family
		}
	}
	if best == "" && len(names) == 1 {
		return names[0]
	}
	return best
}

// genericNames are words that a README uses without meaning the program.
var genericNames = []string{"main", "app", "server", "client", "cli", "run", "index", "test", "api", "program", "core", "daemon",
	"admin", "web", "setup", "portal"}

// languageFamily returns one name for languages that are used together in one program: "JavaScript"
// for TypeScript and Vue, "C" for C++, "Java" for Kotlin. Any other language is its own family.
func languageFamily(language string) string {
	switch language {
	case "TypeScript", "TSX", "JavaScript", "JSX", "Vue", "Svelte", "Astro":
		return "JavaScript"
	case "C", "C++", "Objective-C", "Objective-C++":
		return "C"
	case "Java", "Kotlin", "Groovy":
		return "Java"
	}
	return language
}

// mentions counts the occurrences of a name as a whole word in text, which is in lower case.
func mentions(text, name string) int {
	name = strings.ToLower(name)
	if len(name) < 2 {
		return 0
	}
	n := 0
	for i := 0; ; {
		j := strings.Index(text[i:], name)
		if j < 0 {
			return n
		}
		start, end := i+j, i+j+len(name)
		if (start == 0 || !wordByte(text[start-1])) && (end == len(text) || !wordByte(text[end])) {
			n++
		}
		i = end
	}
}

func wordByte(c byte) bool {
	return c == '-' || c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= utf8.RuneSelf
}
