package diff

import (
	"strings"

	"luminos"
)

// Words before the names of interfaces and dependencies.
const (
	variable = "environment variable "
	runs     = "program "
	routes   = "route "
	service  = "service "
	requires = "dependency "
	listens  = "listener "
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
		{routes, i.Routes}, {listens, i.Listeners}, {service, i.Services}, {runs, i.Subprocesses},
		{"permission ", i.Permissions},
	} {
		for _, p := range g.places {
			// Any free port is no address, and the look-up of a program by a shell is no program.
			free := g.what == listens && strings.HasSuffix(p.Name, ":0")
			if p.Name != "" && !free && g.what+p.Name != runs+"command" {
				list = append(list, item{g.what + p.Name, ""})
			}
		}
	}
	return sorted(list)
}

// wordByte reports whether a text of at most one byte is a part of a name.
func wordByte(s string) bool {
	return s != "" && (s[0] == '_' || '0' <= s[0] && s[0] <= '9' || 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z')
}
