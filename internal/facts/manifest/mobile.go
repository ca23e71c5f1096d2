package manifest

import (
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	swiftName    = lazyregexp.Lazy(`\bPackage\(\s*name\s*:\s*"([^"\n]+)"`)
	swiftExe     = lazyregexp.Lazy(`\.executableTarget\(\s*name\s*:\s*"([^"\n]+)"`)
	swiftLibrary = lazyregexp.Lazy(`\.library\(\s*name\s*:\s*"([^"\n]+)"`)
	swiftDep     = lazyregexp.Lazy(`\.package\([^)]*url\s*:\s*"([^"\n]+)"\s*,\s*([^)\n]*)`)
	swiftMain    = lazyregexp.Lazy(`(?m)^@main\b`)
)

func readSwift(r *reader, p *pkg) {
	p.Name, p.Evidence = citedGroup(swiftName, p.text)
	p.describe(p.Name, "", "", "")
	for _, m := range swiftDep().FindAllStringSubmatch(p.text.Content, -1) {
		p.depend(strings.TrimSuffix(m[1][strings.LastIndexByte(m[1], '/')+1:], ".git"), m[2], "")
	}
}

func enterSwift(r *reader, p *pkg) {
	for name, ev := range groups(swiftExe, p.text) {
		dir := p.dir.Join("Sources", name)
		at := r.tree.first(dir, "main.swift")
		for _, f := range r.tree.inDir[dir] {
			if at != "" {
				break
			}
			if t, ok := r.source(f.Path, maxText); ok && f.Path.Ext() == ".swift" && swiftMain().MatchString(t.Content) {
				at = f.Path
			}
		}
		r.addEntry(p, entry{
			Path: at, Kind: kindBinary, Name: name, Reason: "executable target in Package.swift", Evidence: ev,
		})
	}
	for name, ev := range groups(swiftLibrary, p.text) {
		at := r.tree.first(p.dir, "Sources/"+name+"/"+name+".swift", "Source/"+name+".swift", "Source/Core/"+name+".swift")
		for _, dir := range []luminos.Path{p.dir.Join("Sources", name), p.dir.Join("Sources")} {
			if at == "" && r.tree.dirs[dir] {
				at = dir
			}
		}
		r.addEntry(p, entry{
			Path: at, Kind: kindLibrary, Name: name, Reason: ofSwift, Evidence: ev,
		})
	}
	if strings.Contains(p.text.Content, ".iOS(") && !strings.Contains(p.text.Content, ".macOS(") {
		return // the tools for the command line build for the machine
	}
	r.convention(p, "build", "swift build", p.Evidence)
	if r.tree.dirs[p.dir.Join("Tests")] {
		r.convention(p, "test", "swift test", p.Evidence)
	}
}

func readPub(r *reader, p *pkg) {
	p.describe(p.doc.str("name"), p.doc.str("version"), p.doc.str("description"), "")
	p.citeHead("", "name:", p.Name)
	p.Private = p.doc.str("publish_to") == "none"
	p.globs = p.doc.strs("workspace")
	p.dependTables("dependencies", "", "dev_dependencies", "dev")
}

// flutterPlatforms are the directories of the platforms of a Flutter app, with the targets of "flutter build" that need
// no further settings.
var flutterPlatforms = []struct{ dir, target string }{
	{"android", "apk"}, {"web", "web"}, {"linux", "linux"}, {"windows", "windows"}, {"macos", "macos"}, {"ios", "ios"},
}

func enterPub(r *reader, p *pkg) {
	tool := "dart"
	if p.needs("flutter") {
		tool = "flutter"
		if at := r.tree.first(p.dir, "lib/main.dart"); at != "" {
			r.addEntry(p, entry{Path: at, Kind: kindBinary, Name: p.Name, Reason: "main of the Flutter app", Evidence: r.citeMain(at, "main("), certainty: conventional})
		}
		ev := cite(p.text, "flutter")
		r.convention(p, "run", "flutter run", ev)
		for _, platform := range flutterPlatforms {
			if r.tree.dirs[p.dir.Join(platform.dir)] {
				r.convention(p, "build", "flutter build "+platform.target, ev)
				break
			}
		}
	}
	for _, f := range r.tree.inDir[p.dir.Join("bin")] {
		if f.Path.Ext() == ".dart" {
			r.addEntry(p, entry{Path: f.Path, Kind: kindBinary, Name: strings.TrimSuffix(f.Path.Base(), ".dart"), Reason: "program in bin of the package", Evidence: r.citeMain(f.Path, "main("), certainty: conventional})
			if tool == "dart" {
				r.convention(p, "run", "dart run bin/"+f.Path.Base(), r.citeMain(f.Path, "main("))
			}
		}
	}
	if at := r.tree.first(p.dir, "lib/"+p.Name+".dart"); at != "" {
		r.addEntry(p, entry{Path: at, Kind: kindLibrary, Name: p.Name, Reason: "library of the package", Evidence: p.Evidence, certainty: conventional})
	}
	r.convention(p, "install", tool+" pub get", p.Evidence)
	if r.tree.dirs[p.dir.Join("test")] {
		r.convention(p, "test", tool+" test", p.Evidence)
	}
}
