package diff

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Words before the names of interfaces.
const (
	variable = "environment variable "
	program  = "program "
	routes   = "route "
	service  = "service "
)

// interfaces returns the changes of routes, listeners, environment variables, services and permissions by name.
func interfaces(a, b *luminos.Facts) []Change {
	return lists(interfaceItems(a), interfaceItems(b))
}

func interfaceItems(f *luminos.Facts) (list []item) {
	i := f.Interfaces
	if i == nil {
		return nil
	}
	for _, v := range i.Environment {
		if !v.System {
			list = append(list, item{variable + v.Name, ""})
		}
	}
	for _, g := range []struct {
		what   string
		places []luminos.Place
	}{
		{routes, i.Routes}, {"listener ", i.Listeners}, {service, i.Services}, {program, i.Subprocesses},
		{"permission ", i.Permissions},
	} {
		for _, p := range g.places {
			if p.Name != "" {
				list = append(list, item{g.what + p.Name, ""})
			}
		}
	}
	return sorted(list)
}

// Interfaces returns the names of the interfaces that are new, or gone.
func (c *Comparison) Interfaces(kind Kind) (names []string) {
	for _, x := range c.Changes {
		if x.Topic == Interfaces && x.Kind == kind {
			names = append(names, x.Name)
		}
	}
	return names
}

// LeaveOut removes the changes of a kind whose interfaces were found on both sides after all.
func (c *Comparison) LeaveOut(kind Kind, found map[string]bool) {
	c.Changes = slices.DeleteFunc(c.Changes, func(x Change) bool {
		return x.Topic == Interfaces && x.Kind == kind && found[x.Name]
	})
}

// Names reports whether a line of code, which is no comment, has the name of an interface: a variable or a host as a
// word, a program or a route in quotes.
func Names(code, name string) bool {
	what, ok := strings.CutPrefix(name, variable)
	if !ok {
		what, ok = strings.CutPrefix(name, service)
	}
	begin, end := "", ""
	if !ok {
		if what, ok = strings.CutPrefix(name, program); !ok {
			what, ok = strings.CutPrefix(name, routes)
		}
		begin, end = "\"'`", "\"'` "
	}
	if !ok || what == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(code[from:], what)
		if i < 0 {
			return false
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
}

// wordByte reports whether a text of at most one byte is a part of a name.
func wordByte(s string) bool {
	return s != "" && (s[0] == '_' || '0' <= s[0] && s[0] <= '9' || 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z')
}
