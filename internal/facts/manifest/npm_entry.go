package manifest

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/decode"
	"luminos/internal/lazyregexp"
)

// scriptExts are what a built .js file can be compiled from, likeliest first.
var scriptExts = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"}

func isScript(p luminos.Path) bool { return slices.Contains(scriptExts, p.Ext()) }

// npmSource finds the source of a file that package.json names. Packages name
// what is built, and what is built is rarely in the tree: dist/cli.js comes
// from src/cli.ts. The note says when it was worked out.
func (r *reader) npmSource(p *pkg, at string) (luminos.Path, string) {
	target := inside(p.dir, at)
	if target == "" {
		return "", ""
	}
	f := r.tree.files[target]
	if f != nil && !f.Generated && !f.Vendored {
		return target, ""
	}
	if f == nil {
		if src := r.withExt(target); src != "" {
			return src, ""
		}
		if src := r.withExt(target.Join("index")); src != "" {
			return src, ""
		}
	}
	rel := relative(p.dir, target)
	stem := strings.TrimSuffix(strings.TrimSuffix(rel, path.Ext(rel)), ".d")
	for _, src := range r.sourceGuesses(p, stem) {
		if found := r.withExt(src); found != "" && !r.tree.files[found].Vendored {
			return found, ", built from it to " + clip(luminos.Fold(strings.TrimPrefix(at, "./")), 80)
		}
	}
	return "", ""
}

// sourceGuesses are the places, without extension, where the source of a built
// file may be: its path with leading build directories replaced by source ones.
func (r *reader) sourceGuesses(p *pkg, stem string) []luminos.Path {
	var out []luminos.Path
	add := func(dir, rest string) {
		if g := inside(p.dir, path.Join(dir, rest)); g != "" {
			out = append(out, g)
		}
	}
	rootDir := r.tsRootDir(p)
	elems := strings.Split(stem, "/")
	for i := 1; i < min(len(elems), 6); i++ {
		rest := strings.Join(elems[i:], "/")
		for _, dir := range []string{rootDir, "src", "source", "lib", "."} {
			if dir != "" {
				add(dir, rest)
			}
		}
	}
	// The bundle may be named after the package, its source rarely is.
	for _, rest := range []string{"src/" + elems[len(elems)-1], "src/index", "src/main", "index", "src/cli", "src/bin"} {
		add(".", rest)
	}
	return out
}

// tsRootDir is where the package's tsconfig.json says that sources are, or "".
func (r *reader) tsRootDir(p *pkg) string {
	if known, ok := r.tsRoots[p.dir]; ok {
		return known
	}
	if r.tsRoots == nil {
		r.tsRoots = map[luminos.Path]string{}
	}
	root := ""
	if at := r.tree.first(p.dir, "tsconfig.json", "tsconfig.build.json"); at != "" {
		if t, ok := r.source(at, 64<<10); ok {
			var config value
			if err := decode.JSON(t.Content, &config); err == nil && config.str("compilerOptions", "rootDir") != "" {
				root = path.Clean(config.str("compilerOptions", "rootDir"))
			}
		}
	}
	r.tsRoots[p.dir] = root
	return root
}

// withExt is the source file of that name with some extension, or "".
func (r *reader) withExt(stem luminos.Path) luminos.Path {
	for _, ext := range scriptExts {
		if p := stem + luminos.Path(ext); r.tree.has(p) {
			return p
		}
	}
	return ""
}

// scriptSrc is the module that a page loads.
var scriptSrc = lazyregexp.Lazy(`<script[^>]*type="module"[^>]*src="([^"]+)"`)

// npmPages adds the first page of a web application.
func (r *reader) npmPages(p *pkg) {
	add := func(reason, dep string, names ...string) bool {
		for _, n := range names {
			if at := r.withExt(p.dir.Join(n)); at != "" {
				r.enterAt(p, entry{EntryPoint: luminos.EntryPoint{
					Path: at, Kind: "page", Reason: reason, Evidence: cite(p.text, quoted(dep)),
				}, certainty: conventional})
				return true
			}
		}
		return false
	}
	mains := []string{"src/main", "src/index", "main", "index"}
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
			r.enterAt(p, entry{EntryPoint: luminos.EntryPoint{Path: at, Kind: "page", Reason: "first page of an Astro site",
				Evidence: cite(p.text, `"astro"`)}, certainty: conventional})
		}
	case r.withExt(p.dir.Join("vite.config")) != "" || p.needs("vite", "react-scripts", "@vue/cli-service", "parcel", "webpack", "rsbuild", "@rsbuild/core"):
		if page := r.tree.first(p.dir, "index.html", "public/index.html", "src/index.html"); page != "" {
			r.scriptOfPage(p, page, mains)
		}
	}
}

// scriptOfPage adds the script that an application's HTML page loads, or else the page.
func (r *reader) scriptOfPage(p *pkg, page luminos.Path, mains []string) {
	at, ev := luminos.Path(""), []luminos.Evidence(nil)
	if t, ok := r.source(page, 32<<10); ok {
		if m := scriptSrc().FindStringSubmatchIndex(t.Content); m != nil {
			ev = citeLine(t, lineOf(t.Content, m[2]))
			at = inside(p.dir, strings.TrimLeft(t.Content[m[2]:m[3]], "/"))
		}
	}
	if !r.tree.has(at) {
		at, ev = page, r.citeStart(page)
		for _, n := range mains {
			if found := r.withExt(p.dir.Join(n)); found != "" {
				at = found
				break
			}
		}
	}
	r.enterAt(p, entry{EntryPoint: luminos.EntryPoint{
		Path: at, Kind: "page", Reason: "script of the page " + page.Base(), Evidence: ev,
	}, certainty: conventional})
}

// npmServer adds what "start" or "dev" runs, when it names a file of the tree.
func (r *reader) npmServer(p *pkg) {
	for _, name := range []string{"start", "dev", "serve"} {
		for _, word := range strings.Fields(p.doc.str("scripts", name)) {
			at := inside(p.dir, word)
			if at == "" || !strings.Contains(word, ".") || !isScript(at) || strings.Contains(at.Base(), ".config.") {
				continue
			}
			src, note := r.npmSource(p, word)
			if src == "" {
				continue
			}
			r.enterAt(p, entry{EntryPoint: luminos.EntryPoint{
				Path: src, Kind: "script", Name: p.Name, Reason: `run by the script "` + name + `"` + note, Evidence: cite(p.text, quoted(name)+":"),
			}})
			return
		}
	}
}
