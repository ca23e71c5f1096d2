package facts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/facts/imports"
	"luminos/internal/facts/manifest"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// mainPackages returns the manifests of the packages that the whole target consists of, by path. Packages for tests,
// documentation, examples, templates and tools do not count, nor do parts outside of a workspace with less than a
// twentieth of the code. If the target is only a library, the published package that bears its name is the only one;
// without one, the package at the top; without one, all packages that are not private.
func mainPackages(scan *luminos.Scan, f *luminos.Facts) map[luminos.Path]*luminos.Manifest {
	all := map[luminos.Path]*luminos.Manifest{}
	for i := range f.Manifests {
		if m := &f.Manifests[i]; m.Own() && pathrole.Of(m.Path) == "" && !isTool(m.Path) && !pathrole.Template(m.Path) {
			all[m.Path] = m
		}
	}
	shares := codeShares(scan, all)
	keep := func(accept func(m *luminos.Manifest) bool) map[luminos.Path]*luminos.Manifest {
		kept := map[luminos.Path]*luminos.Manifest{}
		for p, m := range all {
			if accept(m) {
				kept[p] = m
			}
		}
		return kept
	}
	all = keep(func(m *luminos.Manifest) bool { return m.Role != luminos.ManifestNested || shares[m.Path] >= 0.05 })
	if !onlyLibrary(f) {
		return all
	}
	for _, accept := range []func(m *luminos.Manifest) bool{
		func(m *luminos.Manifest) bool {
			return !m.Private && !m.Workspace && m.Name != "" && words.Fold(shortName(m.Name)) == words.Fold(shortName(f.Name))
		},
		func(m *luminos.Manifest) bool {
			return m.Role == luminos.ManifestRoot && m.Name != "" && !m.Private && !m.Workspace && !m.BuildTool
		},
		func(m *luminos.Manifest) bool { return !m.Private },
	} {
		if kept := keep(accept); len(kept) > 0 {
			return kept
		}
	}
	return nil
}

// onlyLibrary reports whether the kind of a target names a library or a framework and no program.
func onlyLibrary(f *luminos.Facts) bool {
	kind := f.PlainKind()
	return kind == library || kind == framework || kind == framework+" and "+library
}

// codeShares returns, for each manifest, its part of the code in programming languages, from 0 to 1. Code belongs to the
// nearest manifest above it whose package system publishes its language, and to no manifest if it is a test or the like.
func codeShares(scan *luminos.Scan, manifests map[luminos.Path]*luminos.Manifest) map[luminos.Path]float64 {
	byDir := map[luminos.Path][]*luminos.Manifest{}
	for _, m := range manifests {
		byDir[m.Path.Dir()] = append(byDir[m.Path.Dir()], m)
	}
	shares := map[luminos.Path]float64{}
	var all float64
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Counted() || content.LanguageType(f.Language) != "programming" || pathrole.Aside(f.Path) {
			continue
		}
		all += float64(f.Size)
		for dir := f.Path.Dir(); ; dir = dir.Dir() {
			found := false
			for _, m := range byDir[dir] {
				if manifest.Rank(m.Ecosystem, f.Language) != manifest.Unrelated {
					shares[m.Path] += float64(f.Size)
					found = true
				}
			}
			if found || dir == luminos.Root {
				break
			}
		}
	}
	for p := range shares {
		shares[p] /= all
	}
	return shares
}

// mainLibraries returns the libraries of the main packages of the target. A library that several packages declare
// occurs once for each package system; it has a major version only if the packages agree on it.
func mainLibraries(f *luminos.Facts, main map[luminos.Path]*luminos.Manifest) []luminos.Library {
	var out []luminos.Library
	for _, l := range f.Libraries {
		if main[l.Manifest] == nil {
			continue
		}
		same := slices.IndexFunc(out, func(o luminos.Library) bool {
			return o.Title == l.Title && o.Ecosystem == l.Ecosystem
		})
		if same < 0 {
			out = append(out, l)
		} else if o := &out[same]; o.Manifest != l.Manifest && o.Major != l.Major {
			o.Major = 0
		}
	}
	return out
}

// titlesOfSystem are the maximal numbers of roles that the line of the stack has for the first package system, for the
// second and for the third.
var titlesOfSystem = []int{6, 4, 2}

// titlesOfRole is the maximal number of titles of one role in the line of the stack.
const titlesOfRole = 2

// importers returns the least number of files that import a module or its packages, from the number of files by
// package: one file can import several packages.
func importers(packages map[string]int, module string) (n int) {
	for p, files := range packages {
		if p == module || strings.HasPrefix(p, module+"/") {
			n = max(n, files)
		}
	}
	return n
}

// manyPinned is the least number of packages of which all are pinned in the list of an installation.
const manyPinned = 15

// frozen returns the manifests that are lists of an installation of Python, with the packages that others need: all
// packages in them are pinned.
func frozen(all []luminos.Dependency) map[luminos.Path]bool {
	pinned, other := map[luminos.Path]int{}, map[luminos.Path]bool{}
	for _, d := range all {
		if d.Ecosystem == "python" && strings.HasPrefix(d.Version, "==") {
			pinned[d.Manifest]++
		} else {
			other[d.Manifest] = true
		}
	}
	lists := map[luminos.Path]bool{}
	for p, n := range pinned {
		lists[p] = n >= manyPinned && !other[p]
	}
	return lists
}

// withoutUnused returns the libraries without the ones that no file of the target imports: modules of Go, and packages
// in lists of an installation of Python whose modules are known. The argument modules counts the files by module.
func withoutUnused(f *luminos.Facts, modules map[string]int) []luminos.Library {
	lists := frozen(f.Dependencies)
	return slices.DeleteFunc(f.Libraries, func(l luminos.Library) bool {
		if l.Ecosystem == "go" {
			return importers(modules, l.Name) == 0
		}
		module := manifest.Module(l)
		return lists[l.Manifest] && module != "" && modules[imports.PythonModule(module)] == 0
	})
}

// leastShare is the least share of the code that the packages with a library have, so that the line of the stack names
// the library.
const leastShare = 0.25

// manyPackages is the least number of packages with a library that can replace the share, if they are a third of all.
const manyPackages = 4

// features are the roles of libraries that often serve one feature of a program, if one file imports them. One file
// opens the database of a whole program.
var features = []string{"http", "llm", "queue", "rpc", "template"}

// driver matches names of databases in the names of packages that connect programs to them.
var driver = lazyregexp.Lazy(`postgres|mysql|sqlite|sqlserver|mssql|oracle`)

// engineTitles are the titles of the databases that driver matches.
var engineTitles = map[string]string{
	"postgres": "PostgreSQL", "mysql": "MySQL", "sqlite": "SQLite", "sqlserver": "SQL Server", "mssql": "SQL Server",
	"oracle": "Oracle",
}

// brokers are clients of message brokers that operators can add to a program.
var brokers = []string{"Kafka", "MQTT", "NATS", "Pulsar", "RabbitMQ"}

// sureTitles returns a function that reports whether the line of the stack names a library. It names no clients of
// clouds and brokers, no library of one file and none of few files that show pages or texts, which serve single
// features. It names no library of small packages only and no choice of databases, and, of a library, nothing that
// stores data or reads a command line.
func sureTitles(
	scan *luminos.Scan, f *luminos.Facts, shares map[luminos.Path]float64, modules map[string]int,
) func(luminos.Library) bool {
	share, packages := map[string]float64{}, map[string]int{}
	engines := map[string]bool{}
	counted := map[string]bool{} // titles by manifest
	for _, l := range f.Libraries {
		if _, main := shares[l.Manifest]; !main {
			continue
		}
		if at := string(l.Manifest) + " " + l.Title; !counted[at] {
			counted[at] = true
			share[l.Title] += shares[l.Manifest]
			packages[l.Title]++
		}
		if l.Manifest.Dir() == luminos.Root && manifest.Rank(l.Ecosystem, f.MainLanguage) != manifest.Unrelated {
			share[l.Title] = 1
		}
		if l.Role == "database" {
			engines[strings.Replace(l.Title, "better-sqlite3", "SQLite", 1)] = true
		}
	}
	for _, d := range f.Dependencies {
		if _, main := shares[d.Manifest]; main && d.Scope == "" {
			for _, m := range driver().FindAllString(strings.ToLower(d.Name), 1) {
				engines[engineTitles[m]] = true
			}
		}
	}
	return func(l luminos.Library) bool {
		uses := usesOf(modules, l)
		switch {
		case l.Role == "cloud", slices.Contains(brokers, l.Title):
			return false
		case share[l.Title] < leastShare && (packages[l.Title] < manyPackages || packages[l.Title]*3 < len(shares)):
			return false
		case l.Role == "database" && len(engines) > 1:
			return false
		case uses == 1 && slices.Contains(features, l.Role) && len(scan.Dirs) >= fewDirectories,
			uses > 0 && slices.Contains(showing, l.Role) && uses*leastUses < sources(scan, l.Ecosystem):
			return false
		}
		return !onlyLibrary(f) || !slices.Contains([]string{"cli", "database", "orm", "queue", "vector"}, l.Role)
	}
}

// usesOf returns the number of files that import a library, or 0 if it is not known.
func usesOf(modules map[string]int, l luminos.Library) int {
	if module := manifest.Module(l); l.Ecosystem == "python" && module != "" {
		return modules[imports.PythonModule(module)]
	}
	return importers(modules, l.Name)
}

// sources returns the number of files of code, apart from tests and the like, that can use a package system.
func sources(scan *luminos.Scan, system string) (n int) {
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Counted() && content.LanguageType(f.Language) == "programming" && !pathrole.Aside(f.Path) &&
			manifest.Rank(system, f.Language) != manifest.Unrelated {
			n++
		}
	}
	return n
}

// showing are the roles of libraries that show pages or texts. A program is built with one if at least a part of its
// files import it: leastUses is the divisor.
var showing = []string{"terminal", "view"}

const leastUses = 10

// fewDirectories is the number of directories below which one file can be the whole program.
const fewDirectories = 20

// stackLine returns the line that names the libraries by role. Each package system is a part of its own, the one of the
// main language first; the parts of a program with windows are joined.
func stackLine(f *luminos.Facts, sure func(luminos.Library) bool) string {
	var systems []string
	byName := map[string][]luminos.Library{}
	for _, l := range f.Libraries {
		if !sure(l) {
			continue
		}
		system := strings.Replace(l.Ecosystem, "gradle", "maven", 1) // both build the same program
		if byName[system] == nil {
			systems = append(systems, system)
		}
		byName[system] = append(byName[system], l)
	}
	separator := " · "
	if len(f.Libraries) > 0 && (f.Libraries[0].Role != "desktop" || !sure(f.Libraries[0])) {
		separator = " | "
		of := func(system, language string) int { return manifest.Rank(system, language) / manifest.Unrelated }
		slices.SortStableFunc(systems, func(a, b string) int {
			return cmp.Compare(of(a, f.MainLanguage), of(b, f.MainLanguage))
		})
	}
	var parts []string
	seen := map[string]bool{}
	for i, system := range systems[:min(len(systems), len(titlesOfSystem))] {
		if titles := stackTitles(byName[system], titlesOfSystem[i], f.Toolchains, seen); len(titles) > 0 {
			parts = append(parts, strings.Join(titles, " · "))
		}
	}
	return strings.Join(parts, separator)
}

// stackTitles returns the titles of libraries that are not yet seen. Slashes join the titles of one role. The titles are
// of at most most roles.
func stackTitles(libraries []luminos.Library, most int, toolchains []string, seen map[string]bool) []string {
	var titles, roles []string
	inRole := map[string]int{}
	for _, l := range libraries {
		if seen[l.Title] || inRole[l.Role] == titlesOfRole {
			continue
		}
		seen[l.Title] = true
		title := l.Title
		if l.Major > 0 {
			title += " " + strconv.Itoa(l.Major)
		}
		dotnet := slices.IndexFunc(toolchains, func(t string) bool { return strings.HasPrefix(t, ".NET ") })
		if dotnet >= 0 && l.Title == "ASP.NET Core" {
			title += " (" + toolchains[dotnet] + ")"
		}
		inRole[l.Role]++
		if n := len(titles); n > 0 && roles[n-1] == l.Role {
			titles[n-1] += "/" + title
			continue
		}
		if len(titles) == most {
			break
		}
		titles, roles = append(titles, title), append(roles, l.Role)
	}
	return titles
}
