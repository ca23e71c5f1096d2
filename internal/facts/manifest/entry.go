package manifest

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/lazyregexp"
)

// entry is an entry point with what its rank depends on.
type entry struct {
	luminos.EntryPoint
	role luminos.ManifestRole // of the manifest that it belongs to
	pkg  *pkg                 // that manifest; nil when found without one
	// where is 0 in places where products live, 1 elsewhere, 2 among tools and scripts.
	where int
	// certainty is 0 when a manifest declares it, 1 by convention, 2 by a pattern in the source.
	certainty int
	mentions  int   // in the target's README
	class     int   // how its name relates to the project's
	prime     bool  // its file is called main or the like, in a place where products live
	foreign   int   // 1 when it is not in the target's main language
	bytes     int64 // of source of its language beside it
}

// The degrees of certainty.
const (
	declared = iota
	conventional
	guessed
)

// enterAt adds an entry point of a manifest when its file exists.
func (r *reader) enterAt(p *pkg, e entry) {
	if e.Path == "" || !r.tree.has(e.Path) && !r.tree.dirs[e.Path] || len(r.entries) >= 50*maxEntryPoints {
		return
	}
	if p != nil {
		e.role, e.pkg, e.Part = p.Role, p, p.part
	} else {
		e.role, e.Part = cmp.Or(e.role, luminos.ManifestNested), r.aside(e.Path)
	}
	if f := r.tree.files[e.Path]; f != nil && (!r.tree.counts(f) || f.Generated && e.certainty != declared) {
		return
	}
	e.Name = clip(luminos.Fold(e.Name), 100)
	if e.where == 0 && inTools(e.Path) {
		e.where = 2
	}
	if f := r.tree.files[e.Path]; f != nil && f.Generated {
		e.where = max(e.where, 1)
	}
	r.entries = append(r.entries, e)
}

// finishEntries ranks entry points and keeps the most important. The rule, in
// this order: it is not that of a small part; it does not lie among tools; its name is the project's, or begins
// with it (or is main or server), and it is in the main language (another language costs as much as
// another name); it lies where products live; the README names it, the oftener the
// better; it belongs to the root package, then to a member; programs before
// pages before libraries before tasks; declared before found; less deep; with
// more source beside it; path.
func (r *reader) finishEntries() {
	text, _ := r.readme()
	readme := strings.ToLower(text.Content)
	programs := map[*pkg]int{}
	for _, e := range r.entries {
		if kindOrder(e.Kind) == 0 && e.certainty != guessed {
			programs[e.pkg]++
		}
	}
	for i := range r.entries {
		e := &r.entries[i]
		e.class = r.nameClass(e.Name)
		if e.pkg != nil && e.certainty != guessed {
			// The one program of a package stands for it whatever it is called;
			// one of several does so less.
			e.class = min(e.class, max(r.nameClass(e.pkg.Name), min(programs[e.pkg]-1, 1)))
		}
		if e.prime && e.where == 0 && e.Path.Depth() <= 2 {
			e.class = min(e.class, 1)
		}
		if !slices.Contains(genericNames, strings.ToLower(e.Name)) {
			e.mentions = mentions(readme, e.Name)
		}
		if f := r.tree.files[e.Path]; f != nil && f.Language != "" && r.family != "" && languageFamily(f.Language) != r.family {
			e.foreign = 1
		}
		e.bytes = r.tree.bytesBeside(e.Path)
	}
	slices.SortStableFunc(r.entries, func(a, b entry) int {
		return cmp.Or(
			cmp.Compare(yes(a.Part), yes(b.Part)),
			cmp.Compare(a.where/2, b.where/2),
			cmp.Compare(a.class+2*a.foreign, b.class+2*b.foreign),
			cmp.Compare(a.class, b.class),
			cmp.Compare(a.where, b.where),
			-cmp.Compare(a.mentions, b.mentions),
			cmp.Compare(roleOrder(a.role), roleOrder(b.role)),
			cmp.Compare(kindOrder(a.Kind), kindOrder(b.Kind)),
			cmp.Compare(a.certainty, b.certainty),
			cmp.Compare(a.Path.Depth(), b.Path.Depth()), -cmp.Compare(a.bytes, b.bytes),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Reason, b.Reason))
	})
	// One file is one entry point: at its best rank, for its surest reason.
	at := map[luminos.Path]int{}
	var kept []entry
	for _, e := range r.entries {
		if i, dup := at[e.Path]; !dup {
			at[e.Path] = len(kept)
			kept = append(kept, e)
		} else if e.certainty < kept[i].certainty && e.Kind == kept[i].Kind {
			kept[i] = e
		}
	}
	if n := len(kept); n > maxEntryPoints {
		r.problem(luminos.Root, "%d of %d entry points are left out, the least important", n-maxEntryPoints, n)
		kept = kept[:maxEntryPoints]
	}
	for _, e := range kept {
		r.res.EntryPoints = append(r.res.EntryPoints, e.EntryPoint)
	}
}

// yes orders what is not so before what is.
func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

func kindOrder(k string) int {
	switch k {
	case "binary", "server", "script":
		return 0
	case "page":
		return 1
	case "library":
		return 2
	}
	return 3
}

// nameClass is 0 for the project's own name, 1 for one that begins with it, else 2.
func (r *reader) nameClass(name string) int {
	name = bareName(name)
	switch {
	case r.project == "" || name == "":
	case name == r.project:
		return 0
	case len(r.project) > 1 && strings.HasPrefix(name, r.project):
		return 1
	}
	return 2
}

// bareName makes the names of packages of different ecosystems comparable: "@acme/My_Tool" is "my-tool".
func bareName(n string) string {
	n = strings.ToLower(n)
	if i := strings.LastIndexAny(n, "/:"); i >= 0 && !majorVersion().MatchString(n[i+1:]) {
		n = n[i+1:]
	} else if i >= 0 { // example.com/tool/v2
		n = n[:i]
		n = n[strings.LastIndexByte(n, '/')+1:]
	}
	for _, domain := range []string{".com", ".org", ".io", ".dev", ".net", ".git", ".js", ".rs", ".py"} {
		n = strings.TrimSuffix(n, domain)
	}
	return strings.ReplaceAll(n, "_", "-")
}

var majorVersion = lazyregexp.Lazy(`^v[0-9]+$`)

// projectName finds what the target is called: the name of a manifest at its
// root, else the name that most other names begin with.
func (r *reader) projectName() string {
	var names, support []string
	for _, p := range r.pkgs {
		if !p.tells() || p.Name == "" || len(names) > 300 {
			continue
		}
		if scope, _, ok := strings.Cut(strings.TrimPrefix(p.Name, "@"), "/"); ok && p.Name[0] == '@' {
			support = append(support, strings.ToLower(scope))
		}
		n := bareName(p.Name)
		for _, s := range []string{"-workspace", "-monorepo", "-root", "-repo", "-parent", "-project"} {
			n = strings.TrimSuffix(n, s)
		}
		if slices.Contains(namelessNames, n) {
			continue
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
var genericNames = []string{"main", "app", "server", "client", "cli", "run", "index", "test", "api", "program", "core", "daemon"}

// mainFamily is the family of the programming language with the most source, in
// bytes, or "". Where more than half of that is tests and examples, the rest decides.
func (t *tree) mainFamily() string {
	all, core := map[string]int64{}, map[string]int64{}
	for i := range t.scan.Files {
		f := &t.scan.Files[i]
		if !f.Counted() || content.LanguageType(f.Language) != "programming" || slices.Contains(buildLanguages, f.Language) {
			continue
		}
		name := f.Language
		if name == "TSX" {
			name = "TypeScript"
		}
		all[name] += f.Size
		if t.counts(f) && !isTestFile(f) {
			core[name] += f.Size
		}
	}
	main := heaviest(all)
	if core[main]*2 < all[main] {
		main = heaviest(core)
	}
	return languageFamily(main)
}

// heaviest is the name with the most bytes, the first of equals, or "".
func heaviest(bytes map[string]int64) string {
	best := ""
	for _, name := range slices.Sorted(maps.Keys(bytes)) {
		if best == "" || bytes[name] > bytes[best] {
			best = name
		}
	}
	return best
}

// buildLanguages are what a target is built with rather than written in.
var buildLanguages = []string{"Makefile", "CMake", "Dockerfile", "M4", "M4Sugar", "Meson", "Starlark", "Batchfile", "Just", "Nix"}

// languageFamily is one name for languages that one program is written in together.
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

// namelessNames say nothing of the target that bears them.
var namelessNames = []string{"", "root", "monorepo", "workspace", "app", "project", "frontend", "backend", "private", "main", "src", "web", "server", "client", "docs"}

// mentions counts a name as a whole word in text, which is in lower case.
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
	return c == '-' || c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
}
