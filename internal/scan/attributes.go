package scan

import (
	"strings"
	"sync"

	"luminos"
	"luminos/internal/ignore"
	"luminos/internal/pathrole"
)

// attributes holds the files that .gitattributes call vendored or generated, as linguist reads them:
// https://github.com/github-linguist/linguist/blob/main/docs/overrides.md.
type attributes struct {
	reading sync.Mutex // guards byDir
	byDir   map[luminos.Path]attributeRules
}

// attributeRules are the patterns of one .gitattributes, by attribute.
type attributeRules struct{ vendored, generated *ignore.Rules }

// read adds the patterns of the file p, whose text is head, if it is a .gitattributes.
func (a *attributes) read(p luminos.Path, head []byte) {
	if p.Base() != ".gitattributes" || !strings.Contains(string(head), "linguist-") {
		return
	}
	base := ""
	if dir := p.Dir(); dir != luminos.Root {
		base = string(dir) + "/"
	}
	rules := func(attribute string) *ignore.Rules {
		r, _ := ignore.Parse(patternsWith(string(head), attribute), nil, string(p), base)
		return r
	}
	a.reading.Lock()
	defer a.reading.Unlock()
	if a.byDir == nil {
		a.byDir = map[luminos.Path]attributeRules{}
	}
	a.byDir[p.Dir()] = attributeRules{rules(vendored), rules("linguist-generated")}
}

// vendored is the attribute of the work of others.
const vendored = "linguist-vendored"

// patternsWith returns the patterns of a .gitattributes that set an attribute, as lines of an ignore file. A pattern
// that unsets it has a "!".
func patternsWith(text, attribute string) []byte {
	var lines strings.Builder
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 2 || strings.HasPrefix(words[0], "#") || strings.HasPrefix(words[0], "[") {
			continue
		}
		for _, w := range words[1:] {
			switch w {
			case attribute, attribute + "=true":
				pattern := words[0]
				if strings.HasSuffix(pattern, "/*") {
					pattern += "*" // of a directory whose files lie deeper, too
				}
				lines.WriteString(pattern + "\n")
			case "-" + attribute, attribute + "=false":
				if attribute == vendored { // a generated file stays one, even if its changes are shown
					lines.WriteString("!" + words[0] + "\n")
				}
			}
		}
	}
	return []byte(lines.String())
}

// testRoot returns the first directory of a path that makes a file in it a test, or the path itself.
func testRoot(p luminos.Path) luminos.Path {
	top := p
	for dir := p.Dir(); dir != luminos.Root; dir = dir.Dir() {
		if pathrole.Test(dir.Join("x")) {
			top = dir
		}
	}
	return top
}

// foreign reports whether another file beside a path would be vendored.
func (a *attributes) foreign(p luminos.Path) (yes bool) {
	decide(a, p.Dir().Join("x"), &yes, func(r attributeRules) *ignore.Rules { return r.vendored })
	return yes
}

// mark sets whether files are vendored or generated where a .gitattributes says so, the nearest first. A project that
// calls its tests vendored only wants them out of the statistics of languages: they stay its own, unless they lie in
// a directory that is vendored as a whole.
func (a *attributes) mark(files []luminos.File) {
	if len(a.byDir) == 0 {
		return
	}
	for i := range files {
		f := &files[i]
		if !pathrole.Test(f.Path) || a.foreign(testRoot(f.Path)) {
			decide(a, f.Path, &f.Vendored, func(r attributeRules) *ignore.Rules { return r.vendored })
		}
		decide(a, f.Path, &f.Generated, func(r attributeRules) *ignore.Rules { return r.generated })
	}
}

// decide sets the value of an attribute, whose rules of returns, if a .gitattributes above a file has a pattern for it.
func decide(a *attributes, p luminos.Path, value *bool, of func(attributeRules) *ignore.Rules) {
	for dir := p; dir != luminos.Root; {
		dir = dir.Dir()
		if set, decided := of(a.byDir[dir]).Match(string(p)); decided {
			*value = set
			return
		}
	}
}
