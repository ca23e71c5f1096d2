package diff

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Doubtful returns the names of the interfaces and dependencies that are new, or gone, but that the other side can name
// in a form that is not read.
func (c *Comparison) Doubtful(kind Kind) (names []string) {
	for _, x := range c.Changes {
		switch {
		case x.Kind != kind:
		case x.Topic == Interfaces:
			names = append(names, x.Name)
		case x.Topic == Dependencies:
			for _, name := range x.dependencies() {
				if declaring[ecosystemOf(name)] != nil {
					names = append(names, requires+name)
				}
			}
		}
	}
	return names
}

// dependencies returns the names of the dependencies of a change, with their ecosystems.
func (c *Change) dependencies() []string {
	if c.group != nil {
		return c.group.names
	}
	return []string{c.Name}
}

// LeaveOut removes the changes of a kind whose interfaces or dependencies were found on both sides after all.
func (c *Comparison) LeaveOut(kind Kind, found map[string]bool) {
	var kept []Change
	for _, x := range c.Changes {
		switch {
		case x.Kind != kind:
		case x.Topic == Interfaces && found[x.Name]:
			continue
		case x.Topic == Dependencies:
			all := x.dependencies()
			left := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return found[requires+name] })
			if len(left) == 0 {
				continue
			}
			if len(left) < len(all) {
				x = groupOf(kind, x.group.manifest, left)
				x.Topic = Dependencies
			}
		}
		kept = append(kept, x)
	}
	c.Changes = kept
}

// declaring are the beginnings or ends of the names of files that declare dependencies of an ecosystem in code, or in
// other forms that are read in part.
var declaring = map[string][]string{
	"python":   {"setup.py", "setup.cfg", "tox.ini", "noxfile.py", ".txt", "environment.y"},
	"rubygems": {"Rakefile", "Gemfile", "Appraisals", ".gemspec", ".gemfile"},
	"maven":    javaBuilds,
	"gradle":   javaBuilds,
	"npm":      {"package.json"}, // which can have a table twice
}

var javaBuilds = []string{"pom", ".gradle", ".gradle.kts", ".versions.toml", ".properties"}

// ecosystemOf returns the ecosystem of a dependency, which is in parentheses behind its name.
func ecosystemOf(dependency string) string {
	return strings.TrimSuffix(dependency[strings.LastIndexByte(dependency, '(')+1:], ")")
}

// declares reports whether a line of a file, which is no comment, declares a dependency.
func declares(p luminos.Path, code, dependency string) bool {
	base, ecosystem := p.Base(), ecosystemOf(dependency)
	known := func(s string) bool {
		return strings.HasSuffix(base, s) || strings.HasPrefix(base, s) && !strings.HasSuffix(base, ".lock")
	}
	if !slices.ContainsFunc(declaring[ecosystem], known) {
		return false
	}
	name := strings.TrimSuffix(dependency, " ("+ecosystem+")")
	if ecosystem == "npm" {
		return requiresVersion(code, name)
	}
	if of, artifact, ok := strings.Cut(name, ":"); ok { // which can stand apart
		if name = artifact; !strings.Contains(code, of) {
			return false
		}
	}
	if ecosystem == "python" {
		name, code = pythonNames.Replace(name), pythonNames.Replace(strings.ToLower(code))
	}
	other := func(r rune) bool { return r != '-' && r != '.' && !(r < 128 && wordByte(string(r))) }
	for line := range strings.Lines(code) {
		used := strings.HasPrefix(line, "import ") || strings.HasPrefix(line, "from ") || line[0] == '[' // a section
		if used || !strings.Contains(line, name) || words.Comment(line) {
			continue
		}
		fields := strings.FieldsFunc(line, other)
		if p.Ext() == ".txt" { // the words behind the first one are prose, or of a constraint
			fields = fields[:min(len(fields), 1)]
		}
		if slices.Contains(fields, name) {
			return true
		}
	}
	return false
}

// requiresVersion reports whether a JSON text has a name with a constraint of versions.
func requiresVersion(code, name string) bool {
	for {
		var ok bool
		if _, code, ok = strings.Cut(code, `"`+name+`"`); !ok {
			return false
		}
		value, is := strings.CutPrefix(strings.TrimSpace(code), ":")
		value, text := strings.CutPrefix(strings.TrimSpace(value), `"`)
		if is && text && value != "" && strings.Contains("^~<>=*0123456789", value[:1]) {
			return true
		}
	}
}

// Names reports whether a line of code, which is no comment, has the name of an interface or a dependency: a variable,
// a host or a dependency as a word, a program or a route in quotes. A dependency is named in files that declare some.
func Names(p luminos.Path, code, name string) bool {
	if dependency, ok := strings.CutPrefix(name, requires); ok {
		return declares(p, code, dependency)
	}
	what, ok := strings.CutPrefix(name, variable)
	if !ok {
		what, ok = strings.CutPrefix(name, service)
	}
	begin, end := "", ""
	if !ok {
		if what, ok = strings.CutPrefix(name, runs); !ok {
			what, ok = strings.CutPrefix(name, routes)
		}
		begin, end = "\"'`", "\"'` "
	}
	for from := 0; ok && what != ""; {
		i := strings.Index(code[from:], what)
		if i < 0 {
			break
		}
		at := from + i
		from = at + len(what)
		before, after := code[max(at-1, 0):at], code[from:min(from+1, len(code))]
		fits := !wordByte(before) && !wordByte(after)
		if begin != "" {
			fits = before != "" && strings.Contains(begin, before) && after != "" && strings.Contains(end, after)
		}
		line := code[strings.LastIndexByte(code[:at], '\n')+1 : at]
		if fits && !words.Comment(line+what) {
			return true
		}
	}
	return false
}
