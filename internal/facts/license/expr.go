package license

import (
	"slices"
	"strings"
	"sync"

	"github.com/google/licensecheck"
)

// nameLimit is the largest length of a licence's name. Expressions can be twice as
// long.
const nameLimit = 120

// spdx gives the known licence identifiers by their lower-case form.
var spdx = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, l := range licensecheck.BuiltinLicenses() {
		m[strings.ToLower(l.ID)] = l.ID
	}
	// The classifier reports these by names of its own.
	delete(m, "commonsclause")
	for _, id := range []string{ // younger than the classifier's list, or parts of its families
		"FSL-1.1-MIT", "FSL-1.1-ALv2", "BUSL-1.1", "Elastic-2.0", "MIT-0", "Unicode-3.0", "Unlicense", "0BSD", "BSL-1.0", "ISC",
		"Zlib", "CC0-1.0", "X11", "PSF-2.0", "Python-2.0", "Ruby", "Vim", "WTFPL", "NCSA", "BlueOak-1.0.0", "EUPL-1.2", "MulanPSL-2.0",
		"GPL-1.0", "GPL-2.0", "GPL-3.0", "LGPL-2.0", "LGPL-2.1", "LGPL-3.0", "AGPL-1.0", "AGPL-3.0", "GFDL-1.1", "GFDL-1.2", "GFDL-1.3",
		"BSD-1-Clause", "BSD-2-Clause", "BSD-3-Clause", "BSD-4-Clause", "CDLA-Permissive-2.0", "OFL-1.1", "ODbL-1.0", "PDDL-1.0",
	} {
		m[strings.ToLower(id)] = id
		if gnu(id) {
			m[strings.ToLower(id+"-only")] = id + "-only"
			m[strings.ToLower(id+"-or-later")] = id + "-or-later"
		}
	}
	return m
})

// gnu reports whether id, an SPDX identifier, is of a GNU licence. The texts of these licences leave open whether
// later versions are allowed.
func gnu(id string) bool {
	for _, p := range []string{"GPL-", "LGPL-", "AGPL-", "GFDL-"} {
		if strings.HasPrefix(id, p) {
			return true
		}
	}
	return false
}

// base returns an identifier without a final "+" and, for GNU licences, without "-only" and "-or-later".
func base(id string) string {
	id = strings.TrimSuffix(id, "+")
	if gnu(id) {
		id = strings.TrimSuffix(strings.TrimSuffix(id, "-only"), "-or-later")
	}
	return id
}

// Known returns the SPDX expression for a licence that a manifest declares by another name, as "BSD3" or "gpl_3". It
// returns other texts unchanged.
func Known(s string) string {
	if e, ok := expression(normalise(s)); ok {
		return e
	}
	return s
}

// normalise returns s, the licence of a manifest or a tag, as an SPDX expression, the identifier of a known name,
// "Proprietary" for "UNLICENSED", or with its blanks folded. It returns "" if s is empty, too long or names a file.
func normalise(s string) string {
	s = strings.Join(strings.Fields(strings.Trim(strings.TrimSpace(s), `"'`)), " ")
	if len(s) > 2*nameLimit {
		s = strings.ToValidUTF8(s[:2*nameLimit], "")
	}
	upper := strings.ToUpper(s)
	switch {
	case cpan[s] != "":
		return cpan[s]
	case upper == "MIT/X11": // one name, not a choice
		return "MIT"
	case s == "" || strings.HasPrefix(upper, "SEE LICEN") || strings.HasPrefix(upper, "FILE:"):
		return ""
	case strings.HasSuffix(upper, "-LIKE") || strings.HasSuffix(upper, "-ALIKE") && !strings.Contains(upper, "SHARE"):
		return s // another licence
	case upper == "UNLICENSED" || upper == "PROPRIETARY" || strings.HasPrefix(upper, "LICENSE :: OTHER/PROPRIETARY"):
		return proprietary
	}
	if i := strings.LastIndex(s, " :: "); i >= 0 { // a classifier of the Python package index
		s = s[i+len(" :: "):]
	}
	if e, ok := expression(s); ok {
		return e
	}
	// Cargo's older way of writing alternatives.
	if !strings.Contains(s, "//") && strings.Count(s, "/") < 4 {
		if e, ok := expression(strings.ReplaceAll(s, "/", " OR ")); ok {
			return e
		}
	}
	if choice := strings.Split(s, " OR "); len(choice) > 1 { // of names, of which one alone would be less
		for i, name := range choice {
			choice[i] = normalise(name)
		}
		if e, ok := expression(strings.Join(choice, " OR ")); ok {
			return e
		}
		return s[:min(len(s), nameLimit)]
	}
	if names := namesIn("license " + s); len(names) == 1 {
		return names[0].id
	}
	if len(s) > nameLimit {
		return ""
	}
	return s
}

// cpan gives the licences of Perl's index by its names for them.
var cpan = map[string]string{
	"perl_5": "Artistic-1.0-Perl OR GPL-1.0-or-later", "artistic_1": "Artistic-1.0", "artistic_2": "Artistic-2.0",
	"apache_1_1": "Apache-1.1", "apache_2_0": "Apache-2.0", "bsd": "BSD-3-Clause", "gpl_1": "GPL-1.0", "gpl_2": "GPL-2.0",
	"gpl_3": "GPL-3.0", "lgpl_2_1": "LGPL-2.1", "lgpl_3_0": "LGPL-3.0", "agpl_3": "AGPL-3.0", "mozilla_1_1": "MPL-1.1",
	"gfdl_1_2": "GFDL-1.2", "gfdl_1_3": "GFDL-1.3",
}

// expression checks an SPDX expression and returns it with identifiers and operators in their usual
// case. It returns false if the syntax is wrong or a word is no identifier.
func expression(s string) (string, bool) {
	words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(s))
	if len(words) == 0 || len(words) > 40 {
		return "", false
	}
	var b strings.Builder
	depth, operand := 0, true // operand: the next word has to be one
	for i, w := range words {
		switch op := strings.ToUpper(w); {
		case w == "(":
			if !operand {
				return "", false
			}
			depth++
			b.WriteString("(")
		case w == ")":
			depth--
			if operand || depth < 0 {
				return "", false
			}
			b.WriteString(")")
		case op == "OR" || op == "AND" || op == "WITH":
			if operand {
				return "", false
			}
			b.WriteString(" " + op + " ")
			operand = true
		default:
			id, ok := known(w)
			if plus, found := strings.CutSuffix(w, "+"); found && !ok {
				if id, ok = known(plus); ok && gnu(id) {
					id += "-or-later"
				} else {
					id += "+"
				}
			}
			exception := i > 0 && strings.EqualFold(words[i-1], "WITH")
			if exception || strings.HasPrefix(w, "LicenseRef-") {
				id, ok = w, true
			}
			if !ok || !operand {
				return "", false
			}
			b.WriteString(id)
			operand = false
		}
	}
	if operand || depth != 0 {
		return "", false
	}
	return trimParens(b.String()), true
}

// known returns the SPDX identifier for a word in any case. The version can be short, as in "Apache-2" of Debian.
func known(word string) (string, bool) {
	word = strings.ToLower(word)
	if id, ok := spdx()[word]; ok {
		return id, true
	}
	id, ok := spdx()[word+".0"]
	return id, ok
}

// trimParens removes parentheses around a whole expression: "(MIT OR X11)" becomes "MIT OR X11".
func trimParens(s string) string {
	inner, ok := strings.CutPrefix(s, "(")
	if !ok || !strings.HasSuffix(inner, ")") {
		return s
	}
	inner = inner[:len(inner)-1]
	depth := 0
	for i := range len(inner) {
		switch inner[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return s
			}
		}
	}
	return inner
}

// ids returns the distinct licences that AND and OR join in an expression, in order, without exceptions (WITH).
func ids(expr string) []string {
	if expr == "" {
		return nil
	}
	var out []string
	for part := range strings.SplitSeq(strings.NewReplacer("(", " ", ")", " ", " OR ", "\x00", " AND ", "\x00").Replace(expr), "\x00") {
		id, _, _ := strings.Cut(strings.TrimSpace(part), " WITH ")
		if id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// bases returns the licences of an expression, each without "+" and, for GNU licences, "-only" and "-or-later".
func bases(expr string) []string {
	list := ids(expr)
	for i := range list {
		list[i] = base(list[i])
	}
	return list
}

// join returns the distinct expressions of a list in alphabetical order, with the operator op between them.
func join(list []string, op string) string {
	list = slices.Clone(list)
	slices.Sort(list)
	list = slices.Compact(list)
	for i, e := range list {
		if len(list) > 1 && (strings.Contains(e, " OR ") || strings.Contains(e, " AND ")) {
			list[i] = "(" + e + ")"
		}
	}
	return strings.Join(list, " "+op+" ")
}

// covers reports whether the expression outer contains every licence of the expression inner, apart from
// "-only" and "-or-later".
func covers(outer, inner string) bool {
	o := bases(outer)
	for _, id := range bases(inner) {
		if !slices.Contains(o, id) {
			return false
		}
	}
	return true
}
