package verify

import (
	"path"
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// importedFrom matches a line that imports names from a package: of JavaScript (groups 1 and 2, names and package), of
// Python (3 and 4, package and names; 5 and 6, package and its name here), by require (7 and 8), and of Go (9).
var importedFrom = lazyregexp.Lazy(`^\s*(?:import\s+(?:type\s+)?([\w\s{},*$]+?)\s+from\s*["']([^"']+)["']|` +
	`from\s+([\w.]+)\s+import\s+([\w\s,()]+)|import\s+([\w.]+)(?:\s+as\s+(\w+))?\s*$|` +
	`(?:const|let|var)\s+([\w\s{},:]+?)\s*=\s*require\(\s*["']([^"']+)["']\s*\)|` +
	`(?:import\s+)?(?:\w+\s+)?"([\w.-]+(?:/[\w.-]+)*)"\s*$)`)

// imported returns the names that blocks of code of the document import from packages that the target does not make.
func (m *made) imported(d *document) map[string]bool {
	names := map[string]bool{}
	for _, f := range d.fences {
		for _, line := range f.lines {
			if len(line) > lineMost {
				continue
			}
			g := importedFrom().FindStringSubmatch(line)
			if g == nil || g[9] != "" && f.language != "go" {
				continue
			}
			from := g[2] + g[3] + g[5] + g[8] + g[9]
			if m.own(from) {
				continue
			}
			list := g[1] + " " + g[4] + " " + g[6] + " " + g[7]
			if g[5]+g[9] != "" {
				list += " " + path.Base(from)
			}
			for _, name := range strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(" \t,{}()*:$", r) }) {
				if name != "as" && name != "type" {
					names[name] = true
				}
			}
		}
	}
	return names
}

// own reports whether a name of a package can be of the target: it is relative, or one of its elements is the name of a
// package or of a program that the target makes.
func (m *made) own(from string) bool {
	if strings.HasPrefix(from, ".") || strings.HasPrefix(from, "#") || strings.HasPrefix(from, "@/") {
		return true
	}
	for _, element := range strings.FieldsFunc(from, func(r rune) bool { return r == '/' || r == '.' || r == '@' }) {
		if m.packages[element] || m.packages[strings.ReplaceAll(element, "-", "_")] || m.programs[element] {
			return true
		}
	}
	return false
}

// sourceOf matches the line of a header with the repository that a page of a gallery describes.
var sourceOf = lazyregexp.Lazy(`(?i)^\s*(?:repo|repository|source|git|github)(?:_?url)?["']?\s*[:=]\s*["']?` +
	`https?://(?:[\w-]+\.)+\w+/[\w./-]*?([\w.-]+?)(?:\.git)?/?["']?\s*$`)

// ofAnother reports whether the header of a page names the repository of others, such as the theme that a page of a
// gallery shows: its text is a copy, and speaks of the files there.
func (m *made) ofAnother(header []string) bool {
	return slices.ContainsFunc(header, func(line string) bool {
		g := sourceOf().FindStringSubmatch(line)
		return len(line) < lineMost && g != nil && !m.packages[g[1]] && !m.programs[g[1]]
	})
}

// isName reports whether a text is one name of code.
func isName(text string) bool { return text != "" && !strings.ContainsFunc(text, notOfWord) }

// forgePage matches the address of a repository; its group is the name.
var forgePage = lazyregexp.Lazy(`\b(?:github|gitlab)\.com/[\w.-]+/([\w.-]+)`)

// isElsewhere reports whether a link leads to a page of others.
func (m *made) isElsewhere(to string) bool {
	_, name, absolute := strings.Cut(page(to), "://")
	if g := forgePage().FindStringSubmatch(name); g != nil {
		name = g[1]
	}
	return absolute && !m.own(name)
}

// page returns the address of the page to which a link leads, without the place on the page.
func page(to string) string {
	if i := strings.IndexAny(to, "#?"); i >= 0 {
		return to[:i]
	}
	return to
}
