package verify

import (
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
)

// The sources show a name that a package of the target qualifies, and a flag of its program, even if no revision had
// it: nothing else can be meant. They do so only if they have nearly all others that the documents state, since
// libraries and generators can make names and flags that no source has.
const (
	knownLeast = 4 // names or flags that are there
	knownPart  = 4 // of them for each one that is not there
)

// balance counts the different things of one package or program that documents state.
type balance struct{ there, missing map[string]bool }

// balances counts things by their package or program.
type balances map[string]balance

// add counts a thing.
func (b balances) add(owner, thing string, there bool) {
	if b[owner].there == nil {
		b[owner] = balance{map[string]bool{}, map[string]bool{}}
	}
	if there {
		b[owner].there[thing] = true
	} else {
		b[owner].missing[thing] = true
	}
}

// sure returns the owners of which the sources show all things.
func (b balances) sure() map[string]bool {
	owners := map[string]bool{}
	for owner, n := range b {
		owners[owner] = len(n.there) >= max(knownLeast, knownPart*len(n.missing))
	}
	return owners
}

// sureNames returns the packages of which the sources show all names.
func sureNames(names []name, s *sources) map[string]bool {
	b := balances{}
	if len(s.stars) > 0 {
		return nil
	}
	for _, n := range names {
		if n.owner != "" {
			b.add(n.owner, n.word, s.words[n.word])
		}
	}
	return b.sure()
}

// ownerOf returns the package of the target that qualifies the name at an offset of a piece of code, or from which it
// is imported there; "" without one.
func (w *work) ownerOf(m *made, t *tree, text string, begin int) string {
	if root := rootWord(text[:begin]); root != "" && !w.foreign[root] {
		direct := lastWord(strings.TrimRight(text[:begin], ".:")) == root
		if direct && unicode.IsUpper(rune(text[begin])) && m.hasPackage(t, root) {
			return root // others can be of a variable that has the name of the package
		}
		return ""
	}
	if strings.HasSuffix(text[:begin], " as ") {
		return "" // a name that the document gives
	}
	if g := importedFrom().FindStringSubmatchIndex(text); g != nil {
		for _, pair := range [][2]int{{2, 4}, {8, 6}} { // the names and the package, in JavaScript and in Python
			names, from := pair[0], pair[1]
			if g[names] < 0 || begin < g[names] || begin >= g[names+1] {
				continue
			}
			root, _, _ := strings.Cut(text[g[from]:g[from+1]], ".")
			if root != "" && (from == 6 && m.hasPackage(t, root) || from == 4 && m.isPackage(text[g[from]:g[from+1]])) {
				return root
			}
		}
	}
	return ""
}

// isPackage reports whether a module of JavaScript is a package of the target, or one of its parts.
func (m *made) isPackage(from string) bool {
	elements := strings.Split(from, "/")
	if strings.HasPrefix(from, "@") && len(elements) > 1 {
		elements = elements[1:]
	}
	return m.packages[elements[0]]
}

// hasPackage reports whether a name in code is the one of a package or a module of the target at its root.
func (m *made) hasPackage(t *tree, name string) bool {
	if m.packages[name] {
		return true
	}
	if slices.ContainsFunc(m.modules, func(own module) bool {
		whole := majorSuffix().ReplaceAllString(own.name, "")
		return own.dir == luminos.Root && whole[strings.LastIndexByte(whole, '/')+1:] == name
	}) {
		return true
	}
	file := strings.Join(nameParts(name), "_")
	python := []string{name + "/__init__.py", "src/" + name + "/__init__.py", name + ".py"}
	return slices.ContainsFunc(python, func(p string) bool { return t.known[luminos.Path(p)] }) ||
		unicode.IsUpper(rune(name[0])) && (t.known[luminos.Path("lib/"+file+".ex")] || t.known[luminos.Path("lib/"+file+".rb")])
}

// isElsewhere reports whether the document links a name to a page of others.
func (d *document) isElsewhere(name string) bool {
	return slices.ContainsFunc(d.elsewhere, func(text string) bool {
		return slices.Contains(strings.FieldsFunc(text, notOfWord), name)
	})
}

// passes matches the subcommands that run another program with the flags behind them.
var passes = lazyregexp.Lazy(`^(?:run|exec|x|env|with|do|each|foreach|shell|tool|--)$`)

// ownFlags returns the part of a command of the target that has its own flags: the rest can be of a program that it
// runs.
func ownFlags(words []string) string {
	if at := slices.IndexFunc(words, func(w string) bool { return passes().MatchString(w) }); at >= 0 {
		words = words[:at]
	}
	return strings.Join(words, " ")
}

// sureFlags returns the programs of which the sources show all flags.
func sureFlags(uses []flagUse, s *sources) map[string]bool {
	b := balances{}
	var spelled map[string]bool
	for i, u := range uses {
		if u.program == "" || u.passed {
			continue
		}
		if spelled == nil {
			spelled = map[string]bool{}
			for w := range s.words {
				spelled[foldName(w)] = true
			}
			for w := range s.literals {
				spelled[foldName(strings.ReplaceAll(w, "-", ""))] = true
			}
		}
		bare := strings.ReplaceAll(strings.TrimPrefix(u.flag, "no-"), "-", "")
		uses[i].unknown = !spelled[bare] && !spelled[foldName(strings.ReplaceAll(u.flag, "-", ""))]
		b.add(u.program, u.flag, !uses[i].unknown)
	}
	return b.sure()
}
