package facts

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/manifest"
	"luminos/internal/pathrole"
)

// shown holds results of code, containers and directories on which the kind of a target depends.
type shown struct {
	answers   bool     // by the result of answers
	exposed   bool     // by the result of exposes
	platforms []string // by the result of platforms
	services  int      // by the result of services
	composed  bool     // whole of the result of services
	installed int      // by the result of installed
	links     int      // to other sites in the README
	parses    bool     // by the result of parses
	image     bool     // there is an image of a container for its users
}

// shownBy returns the results of a scan, the facts of its readers and the number of links in its README on which the
// kind depends.
func shownBy(scan *luminos.Scan, f *luminos.Facts, links int, modules map[string]int) shown {
	n, whole := services(f)
	return shown{
		answers(f), exposes(f), platforms(scan, f), n, whole, installed(scan), links, parses(f, modules),
		slices.ContainsFunc(f.Containers, isImage),
	}
}

// parses reports whether the target depends on a package that parses command lines or draws on terminals, or is in Go,
// imports the package flag and does not listen for connections. modules are the imports of Go.
func parses(f *luminos.Facts, modules map[string]int) bool {
	own := map[luminos.Path]bool{}
	for i := range f.Manifests {
		m := &f.Manifests[i]
		own[m.Path] = m.Own() && pathrole.Of(m.Path) == "" && !isTool(m.Path)
	}
	return slices.ContainsFunc(f.Dependencies, func(d luminos.Dependency) bool {
		return d.Scope == "" && own[d.Manifest] && manifest.Terminal(d)
	}) || f.MainLanguage == "Go" && modules["flag"] > 0 && (f.Interfaces == nil || len(f.Interfaces.Listeners) == 0)
}

// manyRoutes is the number of HTTP routes from which on a program with an image of a container is a server.
const manyRoutes = 5

// answers reports whether the code listens for connections and answers HTTP requests, and the target has an image
// of a container to run it.
func answers(f *luminos.Facts) bool {
	return f.Interfaces != nil && slices.ContainsFunc(f.Containers, isImage) && len(f.Interfaces.Listeners) > 0 &&
		len(f.Interfaces.Routes) >= manyRoutes
}

// isImage reports whether a container file is for the users of the target.
func isImage(c luminos.Container) bool { return !hiddenTop(c.Path) && !pathrole.Aside(c.Path) }

// exposes reports whether the code listens for connections, and an image of a container starts one of the target's
// programs without a subcommand and opens a port.
func exposes(f *luminos.Facts) bool {
	if f.Interfaces == nil || len(f.Interfaces.Listeners) == 0 {
		return false
	}
	return slices.ContainsFunc(f.Containers, func(c luminos.Container) bool {
		return isImage(c) && len(c.Ports) > 0 && slices.ContainsFunc(c.Evidence, func(ev luminos.Evidence) bool {
			program := startedBy(ev.Quote)
			return program != "" && slices.ContainsFunc(f.EntryPoints, func(e luminos.EntryPoint) bool {
				return e.Kind == "binary" && !e.Part && e.Name == program
			})
		})
	})
}

// startedBy returns the name of the program that an instruction of a Dockerfile starts, or "" if it is another
// instruction, or if an argument of the program is no flag.
func startedBy(instruction string) string {
	name, args, _ := strings.Cut(strings.TrimSpace(instruction), " ")
	if name != "ENTRYPOINT" && name != "CMD" {
		return ""
	}
	var words []string
	if json.Unmarshal([]byte(args), &words) != nil {
		words = strings.Fields(args)
	}
	argument := func(w string) bool { return !strings.HasPrefix(w, "-") }
	if len(words) == 0 || slices.ContainsFunc(words[1:], argument) {
		return ""
	}
	return path.Base(words[0])
}

// platformDirs are directories of an app for several systems, by the sort of the system.
var platformDirs = []struct{ name, dirs string }{
	{"mobile", "android ios"}, {"web", "web"}, {"desktop", "linux windows macos"},
}

// platforms returns the sorts of systems for which an app is made, "mobile" first, by the directories beside the
// manifest at the root that needs a toolkit for several systems. It returns nil without such a manifest.
func platforms(scan *luminos.Scan, f *luminos.Facts) []string {
	needs := func(d luminos.Dependency) bool {
		return d.Manifest.Dir() == luminos.Root && d.Scope == "" &&
			(d.Ecosystem == "pub" && d.Name == "flutter" || d.Ecosystem == "npm" && d.Name == "react-native")
	}
	if !slices.ContainsFunc(f.Dependencies, needs) {
		return nil
	}
	var all []string
	for _, p := range platformDirs {
		if slices.ContainsFunc(scan.Dirs, func(d luminos.Dir) bool {
			return slices.Contains(strings.Fields(p.dirs), string(d.Path))
		}) {
			all = append(all, p.name)
		}
	}
	return all
}

// app returns the kind of an application for platforms.
func app(platforms []string) string { return list(platforms) + " application" }

// manyServices is the number of services from which on they, and not their programs, are the kind of a target.
const manyServices = 4

// services returns the number of packages with a container image of their own if the target is a set of services: it
// has a composition or a manifest of a cluster, and no package or image at the root. Otherwise it returns 0. whole is
// true if the compositions can be about all of them.
func services(f *luminos.Facts) (n int, whole bool) {
	packages := map[luminos.Path]bool{}
	for i := range f.Manifests {
		m := &f.Manifests[i]
		if m.Own() && pathrole.Of(m.Path) == "" && manifest.IsCode(m.Ecosystem) {
			packages[m.Path.Dir()] = true
		}
	}
	images, together := map[luminos.Path]bool{}, map[string]bool{}
	for _, c := range f.Containers {
		switch dir := c.Path.Dir(); {
		case !isImage(c):
		case c.Kind != "dockerfile":
			top, _, _ := strings.Cut(string(dir), "/")
			together[top] = true
		case dir == luminos.Root || packages[dir]:
			images[dir] = true
		}
	}
	if len(together) == 0 || packages[luminos.Root] || images[luminos.Root] || len(images) < manyServices {
		return 0, false
	}
	// Compositions in several directories of the root are each about a part, as in guides.
	delete(together, string(luminos.Root))
	return len(images), len(together) < 2
}

// installed returns the number of ignored files in directories of installed packages.
func installed(scan *luminos.Scan) (n int) {
	for _, r := range scan.Ignored.Roots {
		if strings.Contains(r.Rule, "dependencies") || r.Path.Base() == "node_modules" {
			n += r.Files
		}
	}
	return n
}
