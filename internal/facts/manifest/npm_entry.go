package manifest

import (
	"path"
	"slices"
	"strings"

	"luminos"
)

// scriptExts are the extensions of the possible sources of a .js file, the
// likeliest first.
var scriptExts = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"}

func isScript(p luminos.Path) bool { return slices.Contains(scriptExts, p.Ext()) }

// npmSource returns the source of a file in package.json. If that file is a build
// product, a note names it: dist/cli.js is built from src/cli.ts.
func npmSource(r *reader, p *pkg, at string) (luminos.Path, string) {
	target := inside(p.dir, at)
	if target == "" {
		return "", ""
	}
	f := r.tree.files[target]
	if f != nil && !f.Generated && !f.Vendored {
		return target, ""
	}
	if f == nil {
		if src := r.tree.withExt(target); src != "" {
			return src, ""
		}
	}
	rel := relative(p.dir, target)
	stem := strings.TrimSuffix(strings.TrimSuffix(rel, path.Ext(rel)), ".d")
	for _, src := range sourceGuesses(r, p, stem) {
		if found := r.tree.withExt(src); found != "" && !r.tree.files[found].Vendored {
			return found, ", built from it to " + clip(luminos.Fold(strings.TrimPrefix(at, "./")), 80)
		}
	}
	return "", ""
}

// sourceGuesses returns possible sources of a built file, without extension: its
// path with the leading build directories replaced by source directories.
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
	// A bundle may be named after the package, but rarely its source.
	for _, rest := range []string{"src/" + elems[len(elems)-1], "src/index"} {
		add(".", rest)
	}
	return out
}

// withExt returns the source file with this path and some extension, or "".
func (t *tree) withExt(stem luminos.Path) luminos.Path {
	for _, ext := range scriptExts {
		if p := stem + luminos.Path(ext); t.has(p) {
			return p
		}
	}
	return ""
}

// npmPages adds the first page of a web application.
func npmPages(r *reader, p *pkg) {
	add := func(reason, dep string, names ...string) bool {
		for _, n := range names {
			if at := r.tree.withExt(p.dir.Join(n)); at != "" {
				r.addEntry(p, entry{
					Path: at, Kind: kindPage, Reason: reason, Evidence: cite(p.text, quoted(dep)),
					certainty: conventional,
				})
				return true
			}
		}
		return false
	}
	switch {
	case p.needs("next"):
		if !add("first page of a Next.js app", "next", "src/app/page", "app/page", "src/app/[locale]/page", "app/[locale]/page") {
			add("first page of a Next.js app", "next", "src/pages/index", "pages/index")
		}
	case p.needs("nuxt"):
		add("root component of a Nuxt app", "nuxt", "app", "app/app", "pages/index", "app/pages/index")
	case p.needs("@sveltejs/kit"):
		add("first page of a SvelteKit app", "@sveltejs/kit", "src/routes/+page")
	case p.needs("@angular/core") && r.tree.first(p.dir, "angular.json") != "":
		add("bootstrap of an Angular app", "@angular/core", "src/main")
	case p.needs("astro"):
		if at := r.tree.first(p.dir, "src/pages/index.astro", "src/pages/index.mdx", "src/pages/index.md"); at != "" {
			r.addEntry(p, entry{Path: at, Kind: kindPage, Reason: "first page of an Astro site",
				Evidence: cite(p.text, `"astro"`), certainty: conventional})
		}
	case r.tree.withExt(p.dir.Join("vite.config")) != "" || p.needs("vite", "react-scripts", "@vue/cli-service", "parcel", "webpack", "rsbuild", "@rsbuild/core"):
		if page := r.tree.first(p.dir, "index.html", "public/index.html", "src/index.html"); page != "" {
			if !add("script of the page "+page.Base(), "", "src/main", "src/index", "main", "index") {
				r.addEntry(p, entry{Path: page, Kind: kindPage, Reason: "page " + page.Base(), Evidence: r.citeStart(page), certainty: conventional})
			}
		}
	}
}

// npmServer adds the file that the script "start" or "dev" runs.
func npmServer(r *reader, p *pkg) {
	for _, name := range []string{"start", "dev", "serve"} {
		for _, word := range strings.Fields(p.doc.str("scripts", name)) {
			at := inside(p.dir, word)
			if at == "" || !strings.Contains(word, ".") || !isScript(at) || strings.Contains(at.Base(), ".config.") {
				continue
			}
			src, note := npmSource(r, p, word)
			if src == "" {
				continue
			}
			r.addEntry(p, entry{
				Path: src, Kind: kindScript, Name: p.Name, Reason: `run by the script "` + name + `"` + note, Evidence: cite(p.text, quoted(name)+":"),
			})
			return
		}
	}
}
