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
	kept := []Change{} // null in JSON is no list
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
				x = groupOf(kind, x.group.manifest, left).shortened()
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

// Sought is the names of interfaces and dependencies that are looked for in files, and the ones that were found.
type Sought struct {
	Found        map[string]bool
	interfaces   []string
	dependencies map[string][]string // by ecosystem
}

// Seek returns the names to look for.
func Seek(names []string) *Sought {
	s := &Sought{Found: map[string]bool{}, dependencies: map[string][]string{}}
	for _, name := range names {
		if dependency, ok := strings.CutPrefix(name, requires); ok {
			ecosystem := ecosystemOf(dependency)
			s.dependencies[ecosystem] = append(s.dependencies[ecosystem], name)
		} else {
			s.interfaces = append(s.interfaces, name)
		}
	}
	return s
}

// without returns the names that were not found now.
func (s *Sought) without(names []string, found func(name string) bool) []string {
	return slices.DeleteFunc(names, func(name string) bool {
		if !found(name) {
			return false
		}
		s.Found[name] = true
		return true
	})
}

// declares reports whether a file has one of the names of files that declare dependencies of an ecosystem.
func declares(p luminos.Path, ecosystem string) bool {
	base := p.Base()
	return slices.ContainsFunc(declaring[ecosystem], func(s string) bool {
		return strings.HasSuffix(base, s) || strings.HasPrefix(base, s) && !strings.HasSuffix(base, ".lock")
	})
}

// InDeclarations looks for the dependencies in a file if it is one that declares some. unchanged reports whether the
// side with the dependencies has the same file: this is no other form of their declaration then. Each file is split
// into words once: a manifest can have thousands of dependencies.
func (s *Sought) InDeclarations(p luminos.Path, code string, unchanged func() bool) {
	for ecosystem, names := range s.dependencies {
		if len(names) == 0 || !declares(p, ecosystem) || unchanged() {
			continue
		}
		declared := declaredWords(p, code, ecosystem)
		s.dependencies[ecosystem] = s.without(names, func(name string) bool {
			name = strings.TrimSuffix(strings.TrimPrefix(name, requires), " ("+ecosystem+")")
			of, artifact, apart := strings.Cut(name, ":") // which can stand apart
			if !apart {
				return declared[name]
			}
			return declared[artifact] && strings.Contains(code, of)
		})
	}
}

// declaredWords returns the words of the lines that are no comments. In the JSON of npm they are the names with a
// constraint of versions, if it has a table twice: a manifest with each table once is read whole.
func declaredWords(p luminos.Path, code, ecosystem string) map[string]bool {
	out := map[string]bool{}
	switch ecosystem {
	case "npm":
		twice := func(table string) bool { return strings.Count(code, table) > 1 }
		if !slices.ContainsFunc([]string{`"dependencies"`, `"devDependencies"`}, twice) {
			return out
		}
		parts := strings.Split(code, `"`)
		for i := 1; i+2 < len(parts); i++ {
			value := parts[i+2]
			if strings.TrimSpace(parts[i+1]) == ":" && value != "" && strings.Contains("^~<>=*0123456789", value[:1]) {
				out[parts[i]] = true
			}
		}
		return out
	case "python":
		code = pythonNames.Replace(strings.ToLower(code))
	}
	other := func(r rune) bool { return r != '-' && r != '.' && !(r < 128 && wordByte(string(r))) }
	for line := range strings.Lines(code) {
		used := strings.HasPrefix(line, "import ") || strings.HasPrefix(line, "from ") || line[0] == '[' // a section
		if used || words.Comment(line) {
			continue
		}
		for field := range strings.FieldsFuncSeq(line, other) {
			if p.Ext() != ".txt" {
				out[field] = true
				continue
			}
			// A requirement has nothing behind its name, or a constraint. Other lines are prose.
			_, behind, _ := strings.Cut(line, field)
			behind = strings.TrimSpace(behind)
			if behind == "" || strings.ContainsAny(behind[:1], "=<>!~[;@#\\") {
				out[field] = true
			}
			break
		}
	}
	return out
}

// InCode looks for the interfaces in code.
func (s *Sought) InCode(code string) {
	s.interfaces = s.without(s.interfaces, func(name string) bool { return usesName(code, name) })
}

// usesName reports whether a line of code, which is no comment, has the name of an interface: a variable or a host as a
// word, a program or a route in quotes. A line can be the whole file: it is not searched again for each occurrence.
func usesName(code, name string) bool {
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
		if !fits {
			continue
		}
		line := code[strings.LastIndexByte(code[:at], '\n')+1 : at]
		if !words.Comment(line + what) {
			return true
		}
		rest := strings.IndexByte(code[from:], '\n') // of the comment
		if rest < 0 {
			break
		}
		from += rest
	}
	return false
}
