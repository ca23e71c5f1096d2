package manifest

import (
	"slices"
	"strings"

	"luminos"
)

// pkgConfigEnding is the ending of the file from which a build makes the description of a library for pkg-config.
const pkgConfigEnding = ".pc.in"

// describedBy begins the reason of an entry point for such a library, with "headers" for a directory.
const describedBy = "header of the library described in "

// discoverPkgConfig adds an entry point for the library that a file for pkg-config describes, if nothing else did and
// the file has the name of the project. A program can also describe itself, for its plugins: its name is not lib….
func discoverPkgConfig(r *reader) {
	project := projectName(r.pkgs)
	plain := strings.TrimPrefix(project, "lib")
	library := func(e entry) bool { return e.Kind == kindLibrary }
	if r.family != "C" || plain == "" || slices.ContainsFunc(r.entries, library) {
		return
	}
	program := slices.ContainsFunc(r.entries, func(e entry) bool {
		return isProgram(e.Kind) && bareName(e.Name) == project
	})
	for i := range r.tree.scan.Files {
		f := &r.tree.scan.Files[i]
		stem, ok := strings.CutSuffix(f.Path.Base(), pkgConfigEnding)
		if !ok || f.Path.Depth() > 3 || !r.tree.counts(f) || strings.TrimPrefix(bareName(stem), "lib") != plain ||
			program && !strings.HasPrefix(stem, "lib") {
			continue
		}
		beside := string(f.Path.Dir().Join(plain + ".h"))
		at := r.tree.first(luminos.Root, beside, "include/"+stem+".h", "include/"+plain+".h", stem+".h", plain+".h",
			"src/"+stem+".h", "src/"+plain+".h")
		reason := describedBy + f.Path.Base()
		if at == "" && r.tree.dirs["include"] {
			at, reason = "include", strings.Replace(reason, "header", "headers", 1)
		}
		r.addEntry(nil, entry{
			Path: at, Kind: kindLibrary, Name: project, Reason: reason, Evidence: r.citeStart(f.Path),
			certainty: conventional,
		})
		return
	}
}
