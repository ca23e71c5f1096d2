// Package ignore decides which files of a target are investigated, by
// .gitignore, .ignore and patterns of the user. In a work tree of git, tracked
// files are investigated and others follow the ignore rules, as git lists them.
// Elsewhere everything is, except dependencies, build outputs and caches.
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

// The sources of rules, from the strongest to the weakest:
//
//   --exclude           nothing in the target can overrule it
//   .ignore             of the nearest directory first
//   .gitignore          of the nearest directory first, in a work tree of git, for files that are not tracked
//   .git/info/exclude   of that work tree
//
// The last matching line of a file counts. An excluded directory excludes
// everything below. The user's global excludes are never read: the result must
// not depend on the user. .git/info/exclude is honoured because it belongs to a
// copy of the target, and git lists files by it.

const (
	// FileMax is the maximal number of bytes of an ignore file that are applied.
	FileMax      = 1 << 20
	patternsMax  = 20_000   // patterns of one ignore file
	patternMax   = 1024     // bytes of one pattern
	globBytesMax = 16 << 10 // bytes of globs in the files from the root to a directory: each is tried on each name
)

// Rules are the patterns of one ignore file, indexed by the last name of the
// paths that they match, so that a path is compared with few of them. A nil
// *Rules has no patterns. Rules are immutable and safe for concurrent use.
type Rules struct {
	parent *Rules // the rules of the nearest directory above that has rules
	origin string // the name of the file in a report: "sub/.gitignore"
	base   string // the directory of the file, with a final slash, as the system spells it; "" for the root
	list   []pattern

	// Indexes of patterns in the list, in order.
	byName   map[string][]int // patterns that end in a plain name, by that name
	bySuffix map[string][]int // patterns that end in "*.ext", by ".ext"
	others   []int
	globs    int // bytes of the patterns in others, of these rules and of their parents
}

// Verdict is the result of the rules for a path.
type Verdict struct {
	Ignored bool
	Rule    string // the file, the line and the pattern that ignores the path

	tracked bool   // the repository tracks the path, although the rule below excludes it
	below   string // the rule for the files of the directory that are not tracked
}

// Parse returns the rules in data, the content of an ignore file, and in parent, the rules of the nearest directory
// above that has rules; it returns parent itself if data has no patterns. origin names the file in verdicts, and
// base is its directory as the system spells it, with a final slash, or "" for the root. data has at most FileMax
// bytes, plus one if the file is longer; problem, if any, states which part is not applied.
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

// add appends a pattern to the list of rules and to the index for the name in which it ends. It returns false and
// adds nothing if the patterns that end neither in a plain name nor in "*.ext" would exceed globBytesMax.
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

// match returns the verdict of the last pattern that matches a path of the target,
// in the nearest ignore file that has such a pattern. It returns false if no pattern
// matches.
func (r *Rules) match(full, name string, isDir bool) (v Verdict, decided bool) {
	for ; r != nil; r = r.parent {
		if i := r.last(strings.TrimPrefix(full, r.base), name, isDir); i >= 0 {
			p := &r.list[i]
			if p.negated {
				return Verdict{}, true
			}
			return Verdict{Ignored: true, Rule: r.describe(p)}, true
		}
	}
	return Verdict{}, false
}

// Match reports whether the last pattern that matches the path of a file excludes it. It returns false if none matches.
func (r *Rules) Match(full string) (excluded, decided bool) {
	v, decided := r.match(full, full[strings.LastIndexByte(full, '/')+1:], false)
	return v.Ignored, decided
}

// describe returns the text that names a pattern and its place, for verdicts: "sub/.gitignore:3 *.log".
func (r *Rules) describe(p *pattern) string {
	if p.line == 0 {
		return r.origin + " " + p.text
	}
	return fmt.Sprintf("%s:%d %s", r.origin, p.line, luminos.PathFromOS(p.text))
}

// last returns the index of the last pattern that matches a path, or -1. rel is the path relative
// to the directory of the ignore file, name its last element.
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
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		try(r.bySuffix[name[dot:]])
	}
	try(r.others)
	return best
}

// ErrExclude is the error for an invalid --exclude pattern of the user.
var ErrExclude = errors.New("invalid --exclude pattern")

// ParseExcludes returns the rules for the --exclude patterns of the user, or nil for
// an empty list. Its errors wrap [ErrExclude].
func ParseExcludes(patterns []string) (*Rules, error) {
	r := &Rules{origin: "--exclude", byName: map[string][]int{}, bySuffix: map[string][]int{}}
	for _, text := range patterns {
		p, ok := parsePattern(text)
		switch {
		case !ok:
			return nil, fmt.Errorf("the exclude pattern %q can never match: %w", text, ErrExclude)
		case len(text) > patternMax:
			return nil, fmt.Errorf("the exclude pattern %.40q… is longer than %s: %w", text, words.Plural(patternMax, "byte"), ErrExclude)
		case !r.add(p):
			return nil, fmt.Errorf("the exclude pattern %q exceeds the limit of %s for patterns with wildcards (use fewer or plain names): %w", text, words.Bytes(globBytesMax), ErrExclude)
		}
	}
	if len(r.list) == 0 {
		return nil, nil
	}
	return r, nil
}

// Scope holds the rules of all sources that apply in a directory.
type Scope struct {
	Excludes *Rules
	Ignore   *Rules // .ignore
	Git      *Rules // .gitignore, and .git/info/exclude at its end
	NoIgnore bool   // only Excludes count

	repo  *Repository // the work tree of git that the directory belongs to, or nil
	above string      // the rule of git that excludes the directory; tracked files are in it
}

// Judge returns the verdict of all rules for one path. full is the path as the system spells it,
// name its last element. The caller has judged the directories above the path, and judges the entries
// of a directory in the scope that [Scope.Below] returns for its verdict.
func (s *Scope) Judge(full, name string, isDir bool, around Around) Verdict {
	for _, r := range []*Rules{s.Excludes, s.Ignore} {
		if v, decided := r.match(full, name, isDir); decided && (v.Ignored || r != s.Excludes) {
			return v
		}
	}
	if s.NoIgnore {
		return Verdict{}
	}
	v, _ := s.Git.match(full, name, isDir)
	if s.repo == nil {
		if isDir {
			return byName(name, v, around)
		}
		return Verdict{}
	}
	if s.above != "" {
		v = Verdict{Ignored: true, Rule: s.above}
	}
	if !v.Ignored {
		return v
	}
	if tracked, known := s.repo.tracks(full); tracked || !known && s.above == "" && isAlwaysContent(name) {
		return Verdict{below: v.Rule, tracked: tracked}
	}
	return v
}

// Below returns the scope for the entries of a directory with the verdict v.
func (s *Scope) Below(v Verdict) Scope {
	below := *s
	below.above = ""
	if v.tracked {
		below.above = v.below
	}
	return below
}

// versionControl are the names of directories that belong to version control
// systems. A file .git points to such a directory.
var versionControl = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".bzr": true, ".jj": true, ".sl": true,
	"_darcs": true, ".pijul": true, "CVS": true,
}

// VersionControlRule is the rule that reports show for the internals of version
// control systems.
const VersionControlRule = "version control"

// IsVersionControl reports whether an entry holds version control internals. full is its path as the system spells it.
// Because CVS is also a word, a directory of this name counts only if it has the file "Entries". Directories of other
// systems that a repository of git tracks are content, such as the samples of a test.
func (s *Scope) IsVersionControl(full, name string, kind luminos.EntryKind, around Around) bool {
	if kind == luminos.KindFile {
		return name == ".git"
	}
	if kind != luminos.KindDir || !versionControl[name] || name == "CVS" && !around.Inside("Entries") {
		return false
	}
	if name == ".git" || s.repo == nil {
		return true
	}
	tracked, _ := s.repo.tracks(full)
	return !tracked
}
