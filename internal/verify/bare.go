package verify

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// aboutCode matches the names of documents for the people who work on the target.
var aboutCode = lazyregexp.Lazy(`(?i)^(?:AGENTS|CLAUDE|ARCHITECTURE|CONTRIBUTING|DEVELOP\w*|HACKING|INTERNALS?)\b`)

// codeFile matches the name of a source.
var codeFile = lazyregexp.Lazy(`\.(?:go|py|rs|jsx?|mjs|cjs|tsx?|rb|java|kt|scala|clj[cs]?|c|cc|cpp|h|hpp|cs|fs|php|` +
	`swift|exs?|erl|hs|ml|el|lua|sh|bash|zig|nim|dart|jl|pl|pm|vue|svelte)$`)

// besideSource reports whether a span of code is the text of a link to a source of the target, or in a sentence or
// an item that names one.
func (t *tree) besideSource(d *document, s span) bool {
	isSource := func(p string) bool {
		p, _, _ = strings.Cut(p, "#")
		if _, after, ok := strings.Cut(p, "/blob/"); ok {
			_, p, _ = strings.Cut(after, "/") // behind the name of the branch
		}
		q := luminos.PathFromOS(path.Clean(p))
		return codeFile().MatchString(p) && (t.known[q] ||
			t.known[luminos.PathFromOS(path.Join(d.path.Dir().OS(), p))] || len(t.suffixed(p)) > 0)
	}
	if s.link != "" {
		return isSource(s.link)
	}
	return slices.ContainsFunc(d.spans, func(o span) bool {
		m := pathForm().FindStringSubmatch(o.text)
		return o.piece == s.piece && m != nil && isSource(m[1])
	})
}

// checkBare reports a name without an owner of the target that no source has. It must have several words, since others
// are in prose, too.
func (c *checker) checkBare(s *sources, n name, all []string, counts map[namesOf]tally) {
	_, shown := s.shows(n.doc)[n.member]
	if shown || hedge().MatchString(n.context) || len(nameParts(n.member)) < 2 || numbered().MatchString(n.member) ||
		absent().MatchString(n.context) || placeholderForm().MatchString(n.member) || strings.HasPrefix(n.member, "__") || s.composed(n.member) ||
		tutorial().MatchString(string(n.doc.path)) {
		return
	}
	c.out.Checked++
	near := renamed(n.member, all, n.end != "")
	t := counts[namesOf{n.doc, n.bare}]
	known := t.there >= 4 && 5*t.missing <= t.there || t.missing <= 1 && misspelled(nameParts(n.member), nameParts(near))
	if n.end != "" { // a call is code for certain
		known = t.missing <= 1 || 2*t.missing <= t.there
	}
	switch {
	case near != "" && (known || t.missing <= 1 && min(len(nameParts(near)), len(nameParts(n.member))) >= 3):
	case n.beside && t.missing <= max(1, t.there/2):
	case n.end != "" && known && aboutCode().MatchString(n.doc.path.Base()):
	default:
		return
	}
	if near != "" {
		near = n.owner + n.separator + near + n.end
	}
	c.report(n.doc, luminos.RuleDocSymbol, n.line, n.says, "no source of the target has the name "+n.member, near)
}

// numbered matches a name of an example: hook_a, task1, componentN.
var numbered = lazyregexp.Lazy(`_[a-z]$|\d$|[a-z][A-Z]$`)

// renamed returns the name of the target that was probably renamed from a missing one with several words, or "". A name
// with the same letters or a plural is another form of a name that is there. Of a call, one word of three can differ.
func renamed(missing string, all []string, call bool) string {
	plain := strings.ToLower(strings.ReplaceAll(missing, "_", ""))
	for _, n := range all {
		if strings.Contains(n, missing) {
			return "" // a part of a name
		}
		if l := strings.ToLower(strings.ReplaceAll(n, "_", "")); l == plain || l+"s" == plain && missing[0] <= 'Z' {
			return ""
		}
	}
	parts := nameParts(missing)
	var alike, beginning []string // of the same form, and the ones that begin with the same word
	for _, n := range all {
		if n == "" || strings.Contains(n, "_") != strings.Contains(missing, "_") || n[0] == '_' && missing[0] != '_' ||
			(n[0] >= 'a') != (missing[0] >= 'a') || max(len(n)-len(missing), len(missing)-len(n)) > 12 {
			continue
		}
		if alike = append(alike, n); strings.EqualFold(n[:min(len(n), len(parts[0]))], parts[0]) {
			beginning = append(beginning, n)
		}
	}
	if near := words.Nearest(missing, alike); len(missing) >= 10 && misspelled(parts, nameParts(near)) {
		return near
	}
	if len(parts) < 3 || missing == strings.ToUpper(missing) {
		return ""
	}
	near := similarName(missing, beginning)
	if !call && len(parts) == 3 && len(nameParts(near)) == 3 {
		return "" // two of three words are in many names
	}
	return near
}

// misspelled reports whether two names differ in the letters of one longer word.
func misspelled(a, b []string) bool {
	different := 0
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		if different++; len(a[i]) < 6 || words.Nearest(a[i], b[i:i+1]) == "" {
			return false
		}
	}
	return len(a) == len(b) && different == 1
}

// composed reports whether code can put a name of a variable of the environment together from a prefix and a word of
// the sources.
func (s *sources) composed(name string) bool {
	if name != strings.ToUpper(name) {
		return false
	}
	for _, rest, ok := strings.Cut(name, "_"); ok && strings.Contains(rest, "_"); _, rest, ok = strings.Cut(rest, "_") {
		lower := strings.ToLower(rest)
		if s.words[rest] || s.words[lower] || s.literals[strings.ReplaceAll(lower, "_", "-")] {
			return true
		}
	}
	return false
}

// absent matches words of sentences about names that are not there.
var absent = lazyregexp.Lazy(nameHedges + `|\b(?:no|instead|prior to|called|otherwise|like|something|` +
	`examples?|e\.g|imagine|suppose|tutorial)\b`)

// settings are the languages of blocks of code that hold commands and settings of the target, in contrast to examples.
var settings = append([]string{"toml", "yaml", "yml", "json", "ini", "dotenv", "properties", "xml"}, shells...)

// definition matches the definition of a name in any language; its second group is one that is only assigned.
var definition = lazyregexp.Lazy(`\b(?:def|func|fn|function|fun|sub|macro|class|struct|type|interface|trait|enum|val|` +
	`var|let|const)\s+(?:\([^()]*\)\s*)?(\w+)|^\s*(?:[\w.]+\s+){0,2}(\w+)\s*(?::|=[^=>])|(\w+)\([^()]*\)[^;(){}]*\{`)

// shows returns the names in the blocks of code of the document, and whether they are defined there: they are of
// examples. Values of settings are of the target.
func (s *sources) shows(d *document) map[string]bool {
	names := s.shown[d]
	if names != nil {
		return names
	}
	names = map[string]bool{}
	for _, f := range d.fences {
		example := !slices.Contains(settings, f.language)
		for _, line := range f.lines {
			if len(line) >= lineMost {
				continue
			}
			if example {
				mention(names, line)
			}
			for _, m := range definition().FindAllStringSubmatch(line, -1) {
				if example || m[2] == "" {
					names[m[1]+m[2]+m[3]] = true
				}
			}
		}
	}
	for _, o := range d.spans {
		if _, parameters, ok := strings.Cut(o.text, "("); ok {
			mention(names, parameters)
		}
	}
	s.shown[d] = names
	return names
}

// mention adds the words of a text to names as words that are not defined, except the ones that are.
func mention(names map[string]bool, text string) {
	used := map[string]bool{}
	addWords(used, text)
	for name := range used {
		if !names[name] {
			names[name] = false
		}
	}
}
