package outline

import "strings"

// pythonLine records the imports on a line of Python. It returns the line if it is unindented, or "".
func pythonLine(h *Head, s *headLine) string {
	first, rest, _ := strings.Cut(s.code, " ")
	switch first {
	case "import", "cimport":
		for part := range strings.SplitSeq(rest, ",") {
			if i := h.addImport(word(part, "."), s); i != nil {
				i.Bound = boundNames(part)
			}
		}
	case "from":
		module, _, ok := strings.Cut(rest, " import")
		_, names, _ := strings.Cut(s.masked, " import")
		list, paren := strings.CutPrefix(strings.TrimLeft(names, " \t"), "(")
		end := "\n"
		if paren {
			end = ")"
		}
		if list, _, _ = strings.Cut(list, end); ok {
			if i := h.addImport(word(module, "."), s, importedNames(list)...); i != nil {
				i.Bound = boundNames(list)
			}
		}
	}
	return s.unindented()
}

// boundNames returns the names that a list of imports of Python binds in the file: c and e for "a.b as c, d.e".
func boundNames(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		name := word(part, ".")
		if name == "" || len(out) == 50 {
			continue
		}
		name = name[strings.LastIndexByte(name, '.')+1:]
		if words := strings.Fields(part); len(words) > 2 && words[1] == "as" {
			name = word(words[2], "")
		}
		out = append(out, strings.Clone(name))
	}
	return out
}
