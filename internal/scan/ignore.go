package scan

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// What is investigated is decided from the strongest source to the weakest:
//
//	--exclude           nothing in the target can overrule it
//	.ignore             of the nearest directory first
//	.gitignore          of the nearest directory first
//	.git/info/exclude   of the target itself
//
// The last matching line of a file counts. A directory that is ruled out takes
// everything below it along. The user's global excludes are never read: what
// is investigated must not depend on who looks. .git/info/exclude is honoured
// because it travels with a copy of the target, and git lists files by it.

const (
	ignoreFileMax = 1 << 20  // bytes of an ignore file that are read
	patternsMax   = 20_000   // patterns of one ignore file
	patternMax    = 1024     // bytes of one pattern
	globBytesMax  = 16 << 10 // bytes of globs on the way from the root: each is tried on each name
)

// rules are the patterns of one ignore file, found by the last name of what
// they match so that a path is held against few of them.
type rules struct {
	parent *rules // of the nearest directory above that has some
	origin string // what to call them in a report: "sub/.gitignore"
	base   string // the directory they count from, with a final slash, as the system spells it; "" for the root
	list   []pattern

	byName   map[string][]int // ends in a plain name
	bySuffix map[string][]int // ends in "*.ext", by ".ext"
	others   []int
	globs    int // bytes of others, here and above
}

// verdict is what the rules say of a path.
type verdict struct {
	ignored bool
	rule    string // which line said so
}

// parseRules reads an ignore file. The problem, if any, says what was cut.
func parseRules(data []byte, parent *rules, origin, base string) (r *rules, problem string) {
	r = &rules{parent: parent, origin: origin, base: base, byName: map[string][]int{}, bySuffix: map[string][]int{}}
	if parent != nil {
		r.globs = parent.globs
	}
	if len(data) > ignoreFileMax {
		data, problem = data[:ignoreFileMax], fmt.Sprintf("only the first %s of its ignore patterns are applied", words.Bytes(ignoreFileMax))
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	skipped, number := 0, 0
	for line := range bytes.Lines(data) {
		number++
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if len(line) > patternMax {
			skipped++
			continue
		}
		p, ok := parsePattern(string(line))
		if !ok {
			continue
		}
		p.line = number
		if len(r.list) == patternsMax || !r.add(p) {
			skipped++
		}
	}
	if skipped > 0 {
		problem = fmt.Sprintf("%d of its ignore patterns are over the limit and not applied", skipped)
	}
	if len(r.list) == 0 {
		return parent, problem
	}
	return r, problem
}

// add files a pattern under the name it ends in.
func (r *rules) add(p pattern) bool {
	i := len(r.list)
	switch last := p.segments[len(p.segments)-1]; {
	case last.kind == literal:
		r.byName[last.text] = append(r.byName[last.text], i)
	case last.kind == suffix && strings.LastIndexByte(last.text, '.') == 0:
		r.bySuffix[last.text] = append(r.bySuffix[last.text], i)
	default:
		if r.globs+len(p.text) > globBytesMax {
			return false
		}
		r.globs += len(p.text)
		r.others = append(r.others, i)
	}
	r.list = append(r.list, p)
	return true
}

// match finds the last pattern that names a path of the target, from the
// nearest file outwards.
func (r *rules) match(full, name string, isDir bool) (v verdict, decided bool) {
	for ; r != nil; r = r.parent {
		if i := r.last(strings.TrimPrefix(full, r.base), name, isDir); i >= 0 {
			p := &r.list[i]
			if p.negated {
				return verdict{}, true
			}
			return verdict{true, r.describe(p)}, true
		}
	}
	return verdict{}, false
}

func (r *rules) describe(p *pattern) string {
	if p.line == 0 {
		return r.origin + " " + p.text
	}
	return fmt.Sprintf("%s:%d %s", r.origin, p.line, luminos.PathFromOS(p.text))
}

// last is the index of the last pattern that matches, or -1.
func (r *rules) last(rel, name string, isDir bool) int {
	best := -1
	try := func(candidates []int) {
		for _, i := range slices.Backward(candidates) {
			if i <= best {
				return
			}
			if r.list[i].matches(rel, name, isDir) {
				best = i
				return
			}
		}
	}
	try(r.byName[name])
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 && len(r.bySuffix) > 0 {
		try(r.bySuffix[name[dot:]])
	}
	try(r.others)
	return best
}

// ErrExclude is what a malformed pattern in [Options.Excludes] gives.
var ErrExclude = errors.New("exclude pattern")

// CheckExcludes says what a scan with these patterns would refuse, without
// scanning anything: an [ErrExclude] or nil.
func CheckExcludes(patterns []string) error {
	_, err := parseExcludes(patterns)
	return err
}

// parseExcludes makes rules of the patterns that the user gave.
func parseExcludes(patterns []string) (*rules, error) {
	r := &rules{origin: "--exclude", byName: map[string][]int{}, bySuffix: map[string][]int{}}
	for _, text := range patterns {
		p, ok := parsePattern(text)
		switch {
		case !ok:
			return nil, fmt.Errorf("%w %q can never match", ErrExclude, text)
		case len(text) > patternMax:
			return nil, fmt.Errorf("%w %q… is longer than %s", ErrExclude, text[:40], words.Plural(patternMax, "byte"))
		case !r.add(p):
			return nil, fmt.Errorf("%w %q is one too many: names are held against %s of patterns at most", ErrExclude, text, words.Bytes(globBytesMax))
		}
	}
	if len(r.list) == 0 {
		return nil, nil
	}
	return r, nil
}

// scope is every source of rules that counts in a directory.
type scope struct {
	excludes *rules
	ignore   *rules // .ignore
	git      *rules // .gitignore, and .git/info/exclude at its end
}

// judge decides over one path; its parents were judged before.
func (s *scope) judge(full, name string, isDir bool) verdict {
	for _, r := range []*rules{s.excludes, s.ignore, s.git} {
		if v, decided := r.match(full, name, isDir); decided && (v.ignored || r != s.excludes) {
			return v
		}
	}
	return verdict{}
}

// versionControl are directories that belong to version control systems; .git
// may also be the file that points at one.
var versionControl = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".bzr": true, ".jj": true, ".sl": true,
	"_darcs": true, ".pijul": true, "CVS": true,
}

const versionControlRule = "version control"

// isVersionControl reports whether an entry holds version control internals.
// CVS is also a word: only with its own files inside is it one.
func isVersionControl(dir directory, name string, kind luminos.EntryKind) bool {
	if kind == luminos.KindFile {
		return name == ".git"
	}
	if kind != luminos.KindDir || !versionControl[name] {
		return false
	}
	if name != "CVS" {
		return true
	}
	inside, err := dir.openDir(name)
	if err != nil {
		return false
	}
	defer inside.close()
	_, err = inside.lstat("Entries")
	return err == nil
}
