package manifest

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	// anyRule matches the head of a rule of make: its targets, and the files that they need.
	anyRule = lazyregexp.Lazy(`(?m)^ *([^\s#:=][^#:=\n]*?)[ \t]*&?::?(?:[ \t]*([^\s:=][^\n]*)|[ \t]*)$`)
	// madeElsewhere matches lines that can add rules or change where make finds files.
	madeElsewhere = lazyregexp.Lazy(
		`(?m)^[ \t]*[-s]?include[ \t]|\$\((?:eval|call)\b|^[ \t]*(?:vpath\b|VPATH\b|\.DEFAULT)`)
	// makeSets matches the assignment of a variable.
	makeSets = lazyregexp.Lazy(`(?m)^[ \t]*(?:export[ \t]+|override[ \t]+)*([\w.-]+)[ \t]*(\+|!|\?|:{0,3})=[ \t]*(.*)$`)
	// makeVariable matches the use of a variable or a function in a word.
	makeVariable = lazyregexp.Lazy(`\$(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\{[^{}]*\}|.)`)
	// ruledByMake matches files for which make has rules of its own.
	ruledByMake = lazyregexp.Lazy(
		`\.(?:o|a|c|cc|cpp|C|p|f|F|r|y|l|s|S|mod|sym|sh|def|h|info|dvi|tex|texi|texinfo|txinfo|w|ch|ln|out)$`)
)

// ruleHead is the head of a rule of make.
type ruleHead struct {
	targets []string // patterns for [path.Match]
	needs   []string
	recipe  string
}

// makeRules are the rules of a makefile, and whether it states them all itself.
type makeRules struct {
	heads []ruleHead
	whole bool
}

// rulesOf returns the rules of a makefile.
func rulesOf(text luminos.Text) makeRules {
	rules := makeRules{whole: !text.Cut && !madeElsewhere().MatchString(text.Content)}
	content := strings.ReplaceAll(text.Content, "\\\n", "  ")
	values := makeValues(content)
	for _, m := range anyRule().FindAllStringSubmatchIndex(content, maxRules) {
		needs := ""
		if m[4] >= 0 {
			needs, _, _ = strings.Cut(content[m[4]:m[5]], ";")
			needs, _, _ = strings.Cut(needs, "#")
		}
		if makeSets().MatchString(needs) { // a variable of this target
			needs = ""
		}
		h := ruleHead{needs: strings.Fields(makeVariable().ReplaceAllString(expandMake(needs, values), "$$"))}
		for w := range strings.FieldsSeq(makeVariable().ReplaceAllString(expandMake(content[m[2]:m[3]], values), "*")) {
			if len(h.targets) == maxTargets {
				rules.whole = false
				break
			}
			h.targets = append(h.targets, strings.ReplaceAll(w, "%", "*"))
		}
		below := strings.TrimPrefix(content[m[1]:min(len(content), m[1]+maxRecipe)], "\n")
		h.recipe = strings.Join(recipe(strings.Split(below, "\n")), "\n")
		rules.heads = append(rules.heads, h)
	}
	return rules
}

// maxRecipe is the maximum number of bytes of a recipe that are read.
const maxRecipe = 4 << 10

// makeValues returns the values of the variables that a makefile sets once.
func makeValues(content string) map[string]string {
	values, seen := map[string]string{}, map[string]bool{}
	for _, m := range makeSets().FindAllStringSubmatch(content, maxRules) {
		if values[m[1]] = m[3]; seen[m[1]] || m[2] == "+" || m[2] == "!" {
			delete(values, m[1])
		}
		seen[m[1]] = true
	}
	return values
}

// expandMake returns a text of a makefile with the values of variables, as far as they are known.
func expandMake(text string, values map[string]string) string {
	for round := 0; round < maxCalls && strings.Contains(text, "$") && len(text) < maxRecipe; round++ {
		left := maxRecipe
		text = makeVariable().ReplaceAllStringFunc(text, func(use string) string {
			if v, ok := values[strings.Trim(use, "$(){}")]; ok && len(v) <= left {
				left -= len(v)
				return v
			}
			return use
		})
	}
	return text
}

// lacks reports whether a rule of the makefile in a directory, or one that it calls, needs a file that is not there and
// that no rule makes: make stops.
func (rules makeRules) lacks(t *tree, dir luminos.Path, name string, seen map[string]bool) bool {
	if !rules.whole || seen[name] || len(seen) > maxRules {
		return false
	}
	seen[name] = true
	made := false
	for _, h := range rules.heads {
		if !slices.ContainsFunc(h.targets, func(pattern string) bool { return matches(pattern, name) }) {
			continue
		}
		made = true
		if !slices.Contains(h.targets, name) {
			continue // the needs of a pattern depend on the name
		}
		for _, need := range h.needs {
			if !strings.ContainsAny(need, "$%|*?()") && rules.lacks(t, dir, need, seen) {
				return true
			}
		}
	}
	at := inside(dir, name)
	if at.Within(".git") {
		return false // it is not measured, and a clone has it
	}
	return !made && at != "" && !t.has(at) && !t.dirs[at] && !ruledByMake().MatchString(name) && !hasStem(t, at)
}

// matches reports whether a name matches a pattern of targets. A directory in the name can match "*".
func matches(pattern, name string) bool {
	if !strings.ContainsAny(pattern, `*?[\`) {
		return pattern == name
	}
	ok, err := path.Match(strings.ReplaceAll(pattern, "/", "|"), strings.ReplaceAll(name, "/", "|"))
	return ok || err != nil
}

// hasStem reports whether a file beside the path at has its name and an extension: make can build a program from that
// file.
func hasStem(t *tree, at luminos.Path) bool {
	return slices.ContainsFunc(t.inDir[at.Dir()], func(f *luminos.File) bool {
		return strings.TrimSuffix(f.Path.Base(), f.Path.Ext()) == at.Base()
	})
}

var (
	// goInRecipe matches a command of the go program at the head of a line of a recipe, on packages or files.
	goInRecipe = lazyregexp.Lazy(`(?m)^go (?:run|build|test|vet|install|generate)\b(?:[^@\n]|\$@)*$`)
	// goFile matches the path of a file of Go in a command.
	goFile = lazyregexp.Lazy(`[\w./-]+\.go\b`)
	// hostedImport matches the import of a package that a module has to provide.
	hostedImport = lazyregexp.Lazy(`(?m)^(?:import)?[ \t]+(?:[\w.]+ )?"[\w-]+\.\w+/`)
)

// inModule reports whether a directory lies in a module of Go.
func inModule(t *tree, dir luminos.Path) bool {
	return slices.ContainsFunc(t.byBase["go.mod"], func(f *luminos.File) bool { return dir.Within(f.Path.Dir()) })
}

// needsModule reports whether a recipe runs the go program on packages, or on a file that imports others than the
// packages that come with Go.
func needsModule(r *reader, dir luminos.Path, recipe string) bool {
	for _, command := range goInRecipe().FindAllString(recipe, maxTasks*10) {
		file := goFile().FindString(command)
		if file == "" {
			return true
		}
		if t, ok := r.source(inside(dir, file), maxSmall); ok && hostedImport().MatchString(t.Content) {
			return true
		}
	}
	return false
}

// makeStops reports whether a command of make is known to end with a failure in a fresh clone: it needs a file that no
// rule makes, or packages of Go without a module.
func makeStops(r *reader, c luminos.Command) bool {
	words := strings.Fields(c.Line)
	dir := cmp.Or(c.Dir, luminos.Root)
	i := slices.IndexFunc(r.pkgs, func(p *pkg) bool { return p.Ecosystem == "make" && p.dir == dir })
	other := r.tree.first(dir, "configure", "configure.ac", "Makefile.in", "CMakeLists.txt") // it can write the makefile
	if i < 0 || words[0] != "make" || other != "" {
		return false
	}
	text := r.pkgs[i].text
	rules, names := rulesOf(text), words[1:]
	if len(names) == 0 {
		names = []string{firstGroup(makeRule, text.Content)}
	}
	return slices.ContainsFunc(names, func(name string) bool {
		if strings.HasPrefix(name, "-") || strings.Contains(name, "=") || name == "" {
			return false
		}
		return rules.lacks(r.tree, dir, name, map[string]bool{}) ||
			!inModule(r.tree, dir) && rules.usesGo(r, dir, name, map[string]bool{})
	})
}

// usesGo reports whether a rule of a makefile, or one that it calls, needs a module of Go.
func (rules makeRules) usesGo(r *reader, dir luminos.Path, name string, seen map[string]bool) bool {
	if seen[name] || len(seen) > maxRules {
		return false
	}
	seen[name] = true
	return slices.ContainsFunc(rules.heads, func(h ruleHead) bool {
		return slices.Contains(h.targets, name) && (needsModule(r, dir, h.recipe) ||
			slices.ContainsFunc(h.needs, func(need string) bool { return rules.usesGo(r, dir, need, seen) }))
	})
}
