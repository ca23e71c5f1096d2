package manifest

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// scriptExts are the extensions of the possible sources of a .js file, the
// likeliest first.
var scriptExts = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".astro"}

func isScript(p luminos.Path) bool { return slices.Contains(scriptExts, p.Ext()) }

// npmSource returns the source file for at, a path in package.json, or "". If at is a build product, such as
// dist/cli.js, or only loads one, it finds a likely source, such as src/cli.ts, and returns a note that names the
// product.
func npmSource(r *reader, p *pkg, at string) (luminos.Path, string) {
	target := inside(p.dir, at)
	if target == "" {
		return "", ""
	}
	f := r.tree.files[target]
	if f != nil && !f.Generated && !f.Vendored {
		if built := npmSwitch(r, p, f); built != "" {
			if src, note := npmSource(r, p, built); src != "" {
				return src, note
			}
		}
		return target, ""
	}
	if f == nil {
		if src := cmp.Or(r.tree.withExt(target), r.tree.withExt(target.Join("index"))); src != "" {
			return src, ""
		}
	}
	rel := relative(p.dir, target)
	stem := strings.TrimSuffix(strings.TrimSuffix(rel, path.Ext(rel)), ".d")
	for _, src := range sourceGuesses(r, p, stem) {
		found := cmp.Or(r.tree.withExt(src), r.tree.withExt(src.Join("index")))
		if found == target {
			continue // a generated file is not built from itself
		}
		if found != "" && !r.tree.files[found].Vendored {
			return found, ", built from it to " + clip(luminos.Fold(strings.TrimPrefix(at, "./")), 80)
		}
	}
	if f != nil && (!f.Vendored || minified().MatchString(target.Base())) {
		return target, ""
	}
	return "", ""
}

// minified matches the names of scripts without white space, which count as the work of others although a package can
// declare one as its own.
var minified = lazyregexp.Lazy(`\.min\.[cm]?js$`)

// switchLines is the most lines of a script that only loads a build product.
const switchLines = 12

// builtModule matches the call that loads a module from a directory of build products. Its group is the path.
var builtModule = lazyregexp.Lazy(`\brequire\(['"](\./(?:dist|build|out)/[\w./-]+)['"]\)`)

// npmSwitch returns the path of the first build product that the short script f beside the manifest p loads, or "" if f
// is longer or loads none, or if the product exists. Such a script chooses a product by the environment.
func npmSwitch(r *reader, p *pkg, f *luminos.File) string {
	if f.Path.Dir() != p.dir {
		return ""
	}
	t, ok := r.source(f.Path, maxText)
	if !ok || strings.Count(t.Content, "\n") > switchLines {
		return ""
	}
	m := builtModule().FindStringSubmatch(t.Content)
	if m == nil || r.tree.has(inside(p.dir, m[1])) {
		return ""
	}
	return m[1]
}

// sourceGuesses returns possible sources of a built file, without extension: its path with the
// leading build directories replaced by source directories, its name in src, and src/index.
func sourceGuesses(r *reader, p *pkg, stem string) []luminos.Path {
	var out []luminos.Path
	add := func(dir, rest string) {
		if g := inside(p.dir, path.Join(dir, rest)); g != "" {
			out = append(out, g)
		}
	}
	elems := strings.Split(stem, "/")
	for i := 1; i < min(len(elems), 6); i++ {
		rest := strings.Join(elems[i:], "/")
		for _, dir := range []string{"src", "source", "lib", "."} {
			add(dir, rest)
		}
	}
	if n := len(elems); n > 2 && elems[n-1] == "index" { // a bundle in a directory of its own
		add("src", elems[n-2])
	}
	// A bundle may be named after the package, but rarely its source. It can also name its format, as in x.umd.js.
	base := elems[len(elems)-1]
	plain, format, _ := strings.Cut(base, ".")
	for _, rest := range []string{"src/" + base, "src/" + plain, "src/index." + format, "src/index"} {
		add(".", rest)
	}
	return out
}

// withExt returns the path stem with the first extension of scriptExts for which the file exists, or "".
func (t *tree) withExt(stem luminos.Path) luminos.Path {
	for _, ext := range scriptExts {
		if p := stem + luminos.Path(ext); t.has(p) {
			return p
		}
	}
	return ""
}

// firstPages are the files with which a web application begins, by the package that they need.
var firstPages = []struct{ dep, reason, stems string }{
	{"next", "first page of a Next.js app", "src/app/page app/page src/app/[locale]/page app/[locale]/page src/pages/index pages/index"},
	{"nuxt", "root component of a Nuxt app", "app app/app pages/index app/pages/index"},
	{"@sveltejs/kit", "first page of a SvelteKit app", "src/routes/+page"},
	{"@angular/core", "bootstrap of an Angular app", "src/main"},
	{"astro", "first page of an Astro site", "src/pages/index"},
}

// bundlers are packages that build the scripts of a page.
var bundlers = []string{"vite", "react-scripts", "@vue/cli-service", "parcel", "webpack", "rsbuild", "@rsbuild/core"}

// npmPages adds an entry point for the first page of a web application if p needs a web framework or bundler.
func npmPages(r *reader, p *pkg) {
	add := func(at luminos.Path, reason string, ev []luminos.Evidence) {
		r.addEntry(p, entry{Path: at, Kind: kindPage, Reason: reason, Evidence: ev, certainty: conventional})
	}
	stem := func(stems string) luminos.Path {
		for s := range strings.FieldsSeq(stems) {
			if at := r.tree.withExt(p.dir.Join(s)); at != "" {
				return at
			}
		}
		return ""
	}
	for _, f := range firstPages {
		if p.needs(f.dep) {
			add(stem(f.stems), f.reason, cite(p.text, quoted(f.dep)))
			return
		}
	}
	page := r.tree.first(p.dir, "index.html", "public/index.html", "src/index.html")
	if page == "" || stem("vite.config") == "" && !p.needs(bundlers...) {
		return
	}
	if at := stem("src/main src/index main index"); at != "" {
		add(at, "script of the page "+page.Base(), cite(p.text, ""))
		return
	}
	add(page, "page "+page.Base(), r.citeStart(page))
}

// tried reports whether a script lies in a directory for trying the package out, such as sandbox: it is no program for
// users. The directories of examples and documentation are others; entry points in them do not count either.
func tried(p luminos.Path) bool {
	return slices.ContainsFunc(strings.Split(string(p.Dir()), "/"), func(dir string) bool {
		return strings.ToLower(dir) == "sandbox" || pathrole.Named(dir) == luminos.DirExamples || pathrole.Named(dir) == luminos.DirDocumentation
	})
}

// byScript is in the reason of an entry point that a script of package.json starts.
const byScript = `run by the script "`

// Started reports whether e is a program of which no more is known than that a script of its package starts it.
func Started(e luminos.EntryPoint) bool { return strings.Contains(e.Reason, byScript) }

// npmServer adds an entry point for the file that the script "start", "dev" or "serve" runs.
func npmServer(r *reader, p *pkg) {
	for _, name := range []string{"start", "dev", "serve"} {
		for _, word := range strings.Fields(p.doc.str("scripts", name)) {
			at := inside(p.dir, word)
			settings := strings.Contains(at.Base(), ".config.") || strings.Contains(at.Base(), ".conf.")
			if !isScript(at) || settings || strings.HasPrefix(at.Base(), "webpack.") {
				continue
			}
			src, note := npmSource(r, p, word)
			if src == "" || tried(luminos.Path(relative(p.dir, src))) {
				continue
			}
			r.addEntry(p, entry{
				Path: src, Kind: kindScript, Name: p.Name, Reason: byScript + name + `"` + note,
				Evidence: cite(p.text, quoted(name)+":"),
			})
			return
		}
	}
}

// actionMain matches the script that an action of GitHub runs.
var actionMain = lazyregexp.Lazy(`(?m)^[ \t]+main:[ \t]*['"]?([\w./-]+)`)

// npmAction adds entry points for the declaration of an action of GitHub at the root and the source of its script.
func npmAction(r *reader, p *pkg) {
	at := r.tree.first(luminos.Root, "action.yml", "action.yaml")
	t, ok := r.source(at, maxText)
	if !ok || p.dir != luminos.Root {
		return
	}
	m := actionMain().FindStringSubmatchIndex(t.Content)
	if m == nil {
		return
	}
	ev := citeLine(t, lineOf(t.Content, m[2]))
	r.addEntry(p, entry{Path: at, Kind: kindTask, Name: p.Name, Reason: "inputs and outputs of the action", Evidence: ev})
	main := t.Content[m[2]:m[3]]
	src, note := npmSource(r, p, main)
	r.addEntry(p, entry{Path: src, Kind: kindLibrary, Name: p.Name, Reason: "main of " + at.Base() + note, Evidence: ev})
}
