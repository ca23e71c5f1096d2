// Package ignore decides by .gitignore, .ignore and patterns of the user's what of
// a target is investigated, as git decides what it tracks.
package ignore

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
	// FileMax is how many bytes of an ignore file are read.
	FileMax      = 1 << 20
	patternsMax  = 20_000   // patterns of one ignore file
	patternMax   = 1024     // bytes of one pattern
	globBytesMax = 16 << 10 // bytes of globs on the way from the root: each is tried on each name
)

// Rules are the patterns of one ignore file, found by the last name of what
// they match so that a path is held against few of them. nil has none. They do
// not change and may be used concurrently.
type Rules struct {
	parent *Rules // of the nearest directory above that has some
	origin string // what to call them in a report: "sub/.gitignore"
	base   string // the directory they count from, with a final slash, as the system spells it; "" for the root
	list   []pattern

	byName   map[string][]int // ends in a plain name
	bySuffix map[string][]int // ends in "*.ext", by ".ext"
	others   []int
	globs    int // bytes of others, here and above
}

// Verdict is what the rules say of a path.
type Verdict struct {
	Ignored bool
	Rule    string // which line said so
}

// Parse makes rules of the content of an ignore file, of which the caller gives
// at most FileMax bytes and one more where there are more. The parent is of the
// nearest directory above that has some. The origin is what to call the file in
// a verdict, and base the directory that it stands in, with a final slash and as
// the system spells it, "" for the root. The problem, if any, says what was cut.
func Parse(data []byte, parent *Rules, origin, base string) (r *Rules, problem string) {
	r = &Rules{parent: parent, origin: origin, base: base, byName: map[string][]int{}, bySuffix: map[string][]int{}}
	if parent != nil {
		r.globs = parent.globs
	}
	if len(data) > FileMax {
		data, problem = data[:FileMax], fmt.Sprintf("only the first %s of its ignore patterns are applied", words.Bytes(FileMax))
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
func (r *Rules) add(p pattern) bool {
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
func (r *Rules) match(full, name string, isDir bool) (v Verdict, decided bool) {
	for ; r != nil; r = r.parent {
		if i := r.last(strings.TrimPrefix(full, r.base), name, isDir); i >= 0 {
			p := &r.list[i]
			if p.negated {
				return Verdict{}, true
			}
			return Verdict{true, r.describe(p)}, true
		}
	}
	return Verdict{}, false
}

func (r *Rules) describe(p *pattern) string {
	if p.line == 0 {
		return r.origin + " " + p.text
	}
	return fmt.Sprintf("%s:%d %s", r.origin, p.line, luminos.PathFromOS(p.text))
}

// last is the index of the last pattern that matches, or -1.
func (r *Rules) last(rel, name string, isDir bool) int {
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

// ErrExclude is what a malformed pattern of the user's gives.
var ErrExclude = errors.New("exclude pattern")

// ParseExcludes makes rules of the patterns that the user gave. The error is an
// [ErrExclude].
func ParseExcludes(patterns []string) (*Rules, error) {
	r := &Rules{origin: "--exclude", byName: map[string][]int{}, bySuffix: map[string][]int{}}
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

// Scope is every source of rules that counts in a directory.
type Scope struct {
	Excludes *Rules
	Ignore   *Rules // .ignore
	Git      *Rules // .gitignore, and .git/info/exclude at its end
}

// Judge decides over one path, as the system spells it, and its last element;
// the directories that it lies in were judged before.
func (s *Scope) Judge(full, name string, isDir bool) Verdict {
	for _, r := range []*Rules{s.Excludes, s.Ignore, s.Git} {
		if v, decided := r.match(full, name, isDir); decided && (v.Ignored || r != s.Excludes) {
			return v
		}
	}
	return Verdict{}
}

// versionControl are directories that belong to version control systems; .git
// may also be the file that points at one.
var versionControl = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".bzr": true, ".jj": true, ".sl": true,
	"_darcs": true, ".pijul": true, "CVS": true,
}

// VersionControlRule is what stands in place of a rule for version control internals.
const VersionControlRule = "version control"

// IsVersionControl reports whether an entry holds version control internals.
// CVS is also a word: only with its own files inside is it one, and hasEntries
// says whether a directory holds its file "Entries".
func IsVersionControl(name string, kind luminos.EntryKind, hasEntries func() bool) bool {
	if kind == luminos.KindFile {
		return name == ".git"
	}
	if kind != luminos.KindDir || !versionControl[name] {
		return false
	}
	return name != "CVS" || hasEntries()
}
