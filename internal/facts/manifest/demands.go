package manifest

import (
	"strings"

	"luminos/internal/lazyregexp"
)

var (
	// strictShell matches the option of a shell to end at a variable without a value.
	strictShell = lazyregexp.Lazy(`(?m)^(?:#!.*|\s*set (?:-\S+ )*)(?:-[a-z]*u|-o nounset\b)`)
	// readWhole matches a variable that a script reads without a default. A group is its name.
	readWhole = lazyregexp.Lazy(`\$(?:\{([A-Z_][A-Z0-9_]*)\}|([A-Z_][A-Z0-9_]*))`)
	// setWhole matches a variable to which a script gives a value. A group is its name.
	setWhole = lazyregexp.Lazy(`\b([A-Z_][A-Z0-9_]*)=|\b(?:read (?:-\w+ )*|for )([A-Z_][A-Z0-9_]*)\b`)
)

// demands reports whether a command of a CI configuration starts a script of the target that ends without a variable
// to which the configuration gives a value: it does not work as printed.
func demands(g *guide, f found) bool {
	fields := strings.Fields(f.text)
	at := inside(f.dir, withoutShell(fields)[0])
	if strings.HasSuffix(fields[0], "sh") && len(fields) > 1 {
		at = inside(f.dir, fields[1])
	}
	if at == "" || !g.tree.has(at) {
		return false
	}
	script, ok := g.source(at, maxDelivery)
	if !ok || !strictShell().MatchString(script.Content) {
		return false
	}
	given, set := map[string]bool{}, map[string]bool{}
	for _, m := range setWhole().FindAllStringSubmatch(script.Content, -1) {
		set[m[1]+m[2]] = true
	}
	for line := range strings.Lines(g.text.Content) {
		if name, _, ok := strings.Cut(strings.TrimLeft(line, " -"), ":"); ok {
			given[name] = true
		}
	}
	for _, m := range readWhole().FindAllStringSubmatch(script.Content, -1) {
		if name := m[1] + m[2]; given[name] && !set[name] {
			return true
		}
	}
	return false
}
