package interfaces

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
)

// Bounds on the lists of a target and on the work in one document.
const (
	maxPlaces    = 1000 // places of one kind
	maxVariables = 1000
	maxNames     = 20_000  // names in one document
	maxDocument  = 1 << 20 // bytes of one document
	maxDirs      = 50      // directories with migrations
)

// Join returns the interfaces of a target from the places in its files and from the names of its files.
func Join(all []*Found, scan *luminos.Scan) *luminos.Interfaces {
	var places [kinds][]luminos.Place
	in := &luminos.Interfaces{}
	documented := map[string]luminos.Path{}
	for _, f := range all {
		if f == nil {
			continue
		}
		for _, n := range f.names {
			if documented[n] == "" {
				documented[n] = f.path
			}
		}
		in.LeftOut += f.over
		for k := range f.places {
			places[k] = append(places[k], f.places[k]...)
		}
	}
	for k := range places {
		slices.SortStableFunc(places[k], func(a, b luminos.Place) int {
			return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name))
		})
		if k != int(variable) && len(places[k]) > maxPlaces {
			in.LeftOut += len(places[k]) - maxPlaces
			places[k] = places[k][:maxPlaces]
		}
	}
	in.Listeners, in.Routes, in.Subprocesses = places[listener], places[route], places[subprocess]
	in.Services, in.AnyOrigin, in.Permissions = places[service], places[anyOrigin], places[permission]
	in.Environment = variables(places[variable], documented)
	in.Migrations = migrations(scan)
	return in
}

// variables returns the environment variables that places name, by name, with the first document of each.
func variables(places []luminos.Place, documented map[string]luminos.Path) []luminos.Variable {
	byName := map[string]*luminos.Variable{}
	for _, p := range places {
		if v := byName[p.Name]; v != nil {
			v.Places++
		} else if len(byName) < maxVariables {
			byName[p.Name] = &luminos.Variable{
				Name: p.Name, Places: 1, First: p, System: ofSystem(p.Name), Documented: documented[p.Name],
			}
		}
	}
	out := make([]luminos.Variable, 0, len(byName))
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		out = append(out, *byName[name])
	}
	return out
}

// systemNames are environment variables of systems and of common conventions.
const systemNames = " HOME PATH TERM SHELL USER USERNAME LOGNAME TMPDIR TMP TEMP LANG LC_ALL LC_CTYPE TZ PWD EDITOR" +
	" VISUAL PAGER DISPLAY CI NO_COLOR COLORTERM COLUMNS USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA" +
	" PROGRAMFILES PROGRAMDATA SYSTEMROOT COMSPEC WINDIR HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY GOOS GOARCH GOPATH" +
	" GOROOT CGO_ENABLED NODE_ENV SSH_AUTH_SOCK SSH_CONNECTION" +
	" WAYLAND_DISPLAY HOSTNAME NOTIFY_SOCKET LISTEN_FDS LISTEN_PID PATHEXT OUT_DIR "

// ofSystem reports whether an environment variable belongs to the system or to a common convention.
func ofSystem(name string) bool {
	return strings.HasPrefix(name, "XDG_") || strings.HasPrefix(name, "CARGO_") || strings.Contains(systemNames, " "+name+" ")
}

// migrations returns the directories that hold migrations of a database, by path, at most maxDirs. The directories of
// single migrations, as Prisma has them, count for their parent.
func migrations(scan *luminos.Scan) []luminos.Migrations {
	count := map[luminos.Path]int{}
	for i := range scan.Files {
		f := &scan.Files[i]
		ext := f.Path.Ext()
		if f.Vendored || f.Category != luminos.CategorySource && ext != ".sql" || pathrole.Aside(f.Path) {
			continue
		}
		dir := f.Path.Dir()
		if !migrates(dir) {
			dir = dir.Dir()
		}
		base := f.Path.Base()
		numbered := strings.ContainsAny(base+f.Path.Dir().Base(), "0123456789")
		if migrates(dir) && numbered && base != "__init__.py" {
			count[dir]++
		}
	}
	out := []luminos.Migrations{}
	for _, dir := range slices.Sorted(maps.Keys(count)) {
		if len(out) < maxDirs {
			out = append(out, luminos.Migrations{Dir: dir, Files: count[dir]})
		}
	}
	return out
}

// migrates reports whether a directory has the name of a directory of migrations.
func migrates(dir luminos.Path) bool {
	switch strings.ToLower(dir.Base()) {
	case "migrations", "migrate":
		return true
	case "versions":
		return strings.EqualFold(dir.Dir().Base(), "alembic")
	}
	return false
}

// capitals returns the words in capitals of a text that can be names of environment variables, each once: at most
// maxNames of its first maxDocument bytes.
func capitals(text string) []string {
	text = text[:min(len(text), maxDocument)]
	seen := map[string]bool{}
	for i := 0; i < len(text) && len(seen) < maxNames; i++ {
		if c := text[i]; c < 'A' || 'Z' < c {
			for i+1 < len(text) && wordByte(text[i]) && wordByte(text[i+1]) {
				i++ // the rest of the word
			}
			continue
		}
		start := i
		for i < len(text) && (text[i] == '_' || '0' <= text[i] && text[i] <= '9' || 'A' <= text[i] && text[i] <= 'Z') {
			i++
		}
		if i-start > 2 && (i == len(text) || !wordByte(text[i])) {
			seen[strings.Clone(text[start:i])] = true
		}
		for i < len(text) && wordByte(text[i]) {
			i++
		}
	}
	return slices.Sorted(maps.Keys(seen))
}
