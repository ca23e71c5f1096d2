package imports

import (
	"slices"
	"strings"

	"luminos"
)

var rustKinds = map[string]string{"fn": "func", "struct": "struct", "enum": "enum", "trait": "trait", "type": "type", "const": "const",
	"static": "var", "mod": "module", "union": "union"}

// scanRust reads use and mod items, public names of the first column, and the
// inner documentation of a module.
func scanRust(f *source, content string) {
	var doc []string
	docFirst := 0
	var use strings.Builder // an item that goes on
	useLine, useText := 0, ""
	inComment := false
	for n, line := range lines(content) {
		trimmed := strings.TrimSpace(line)
		if inComment || strings.HasPrefix(trimmed, "/*") {
			inComment = !strings.Contains(line, "*/")
			continue
		}
		if strings.HasPrefix(trimmed, "//!") {
			if len(doc) == 0 {
				docFirst = n
			}
			if len(doc) < 40 {
				doc = append(doc, line)
			}
			continue
		}
		if trimmed == "" || strings.HasPrefix(trimmed, "//") {
			continue
		}
		if use.Len() == 0 {
			if strings.HasPrefix(line, "#[cfg(test)]") && strings.Contains(content, "mod tests {") {
				break // tests stand at the end by convention, and use everything
			}
			item := strings.TrimPrefix(afterKeywords(trimmed, "pub", "pub(crate)", "pub(super)"), "::")
			if rest, ok := strings.CutPrefix(item, "mod "); ok {
				if name := word(rest); strings.HasPrefix(strings.TrimSpace(rest[len(name):]), ";") {
					f.addRef("mod "+name, n, line)
				}
			}
			if rest, ok := strings.CutPrefix(line, "pub "); ok {
				if name, kind := define(afterKeywords(rest, "async", "unsafe", "extern", `"C"`), rustKinds); name != "" && name != "fn" {
					f.addSymbol(name, kind, n, line)
				}
			}
			if !strings.HasPrefix(item, "use ") {
				continue
			}
			trimmed, useLine, useText = item[len("use "):], n, line
		}
		trimmed, _, _ = strings.Cut(trimmed, "//")
		use.WriteString(trimmed)
		if strings.Contains(trimmed, ";") || use.Len() > 8*maxLine {
			for _, p := range usePaths(use.String()) {
				f.addRef(p, useLine, useText)
			}
			use.Reset()
		}
	}
	f.rustDoc(doc, docFirst)
}

// rustDoc keeps the documentation of the file that stands for its directory.
func (f *source) rustDoc(doc []string, first int) {
	rank := map[string]int{"lib.rs": 0, "mod.rs": 0, "main.rs": 1}
	if r, ok := rank[f.path.Base()]; ok && len(doc) > 0 {
		f.about = newComment(doc, first, r)
	}
}

// usePaths takes a use tree apart: "a::{b, c::{d, e}}" names a::b, a::c::d and a::c::e.
func usePaths(s string) []string {
	s, _, _ = strings.Cut(s, ";")
	var out, stack []string
	prefix, segment := "", strings.Builder{}
	flush := func() {
		p := strings.TrimSpace(segment.String())
		segment.Reset()
		p, _, _ = strings.Cut(p, " as ")
		if p = strings.TrimSpace(p); p != "" && len(out) < 100 {
			out = append(out, prefix+p)
		}
	}
	for i := range len(s) {
		switch c := s[i]; c {
		case '{':
			if len(stack) >= 16 {
				return out
			}
			stack = append(stack, prefix)
			prefix += strings.TrimSpace(segment.String())
			segment.Reset()
		case '}':
			flush()
			if len(stack) == 0 {
				return out
			}
			prefix, stack = stack[len(stack)-1], stack[:len(stack)-1]
		case ',':
			flush()
		default:
			segment.WriteByte(c)
		}
	}
	flush()
	return out
}

// resolveRust follows a path from the crate, the module or another crate of the
// workspace down the directories.
func resolveRust(ix *index, f *source, r *ref) []luminos.Path {
	dir := f.path.Dir()
	module := dir // where the children of this file's module are
	switch f.path.Base() {
	case "mod.rs", "lib.rs", "main.rs":
	default:
		module = dir.Join(strings.TrimSuffix(f.path.Base(), ".rs"))
	}
	if name, ok := strings.CutPrefix(r.spec, "mod "); ok {
		return ix.rustDown(module, []string{name})
	}
	parts := strings.Split(r.spec, "::")
	switch parts[0] {
	case "crate":
		return ix.rustDown(ix.crateRoot(f.path), parts[1:])
	case "self":
		return ix.rustDown(module, parts[1:])
	case "super":
		for len(parts) > 0 && parts[0] == "super" && module != luminos.Root {
			module, parts = module.Dir(), parts[1:]
		}
		return ix.rustDown(module, parts)
	}
	if slices.ContainsFunc(f.refs, func(o ref) bool { return o.spec == "mod "+parts[0] }) {
		return ix.rustDown(module, parts) // a module of its own hides a crate of that name
	}
	if root, ok := ix.crates[parts[0]]; ok {
		if to := ix.rustDown(root, parts[1:]); to != nil {
			return to
		}
	}
	return nil
}

// rustDown follows modules down from a directory as far as there are
// directories. A module can be a file beside a directory of the same name that
// holds nothing but further directories, so gaps are allowed.
func (ix *index) rustDown(dir luminos.Path, parts []string) []luminos.Path {
	var found []luminos.Path
	if ix.has(rustLang, dir) {
		found = []luminos.Path{dir}
	}
	for _, p := range parts[:min(len(parts), 16)] {
		if dir = dir.Join(p); ix.has(rustLang, dir) {
			found = []luminos.Path{dir}
		}
	}
	return found
}

// crateRoot is the source directory of the crate that a file belongs to.
func (ix *index) crateRoot(p luminos.Path) luminos.Path {
	for dir := p.Dir(); ; dir = dir.Dir() {
		if root, ok := ix.crateDirs[dir]; ok {
			return root
		}
		if dir == luminos.Root {
			return dir
		}
	}
}
