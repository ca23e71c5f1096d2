package verify

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// comparedMost is the number of names with which one check compares missing ones: a document can have very many
// missing things. Further findings have no nearest statement.
const comparedMost = 4 << 20

// mayCompare reports whether a missing thing may be compared with n more names.
func (t *tree) mayCompare(n int) bool {
	t.compared += n
	return t.compared <= comparedMost
}

// nearest returns the path that was probably meant by p, which is not there: the only path with the same last element,
// the path with the most equal elements, or a similar name in the same directory; "" without one.
func (t *tree) nearest(p luminos.Path) luminos.Path {
	if near, known := t.near[p]; known {
		return near
	}
	if t.folded == nil {
		t.folded, t.below, t.near = map[string]luminos.Path{}, map[luminos.Path][]string{}, map[luminos.Path]luminos.Path{}
		for q := range t.known {
			f := strings.ToLower(string(q))
			if other, known := t.folded[f]; !known || q < other {
				t.folded[f] = q
			}
			t.below[q.Dir()] = append(t.below[q.Dir()], q.Base())
		}
	}
	near := t.folded[strings.ToLower(string(p))]
	if near == "" {
		near = t.mostShared(p)
	}
	if near == "" {
		if name := t.closestFile(p.Base(), t.below[p.Dir()]); name != "" {
			near = p.Dir().Join(name)
		}
	}
	t.near[p] = near
	return near
}

// mostShared returns the path with the same last element as p that has the most directories of p, or "".
func (t *tree) mostShared(p luminos.Path) luminos.Path {
	best, shared := luminos.Path(""), -1
	if named := t.named[p.Base()]; t.mayCompare(len(named)) {
		for _, q := range named {
			n := 0
			for element := range strings.SplitSeq(string(p.Dir()), "/") {
				if slices.Contains(strings.Split(string(q.Dir()), "/"), element) {
					n++
				}
			}
			if n > shared {
				best, shared = q, n
			}
		}
	}
	return best
}

// closestFile returns the name of a file that is most similar to a missing one and has the same extension, or "".
func (t *tree) closestFile(missing string, names []string) string {
	if !t.mayCompare(len(names)) {
		return ""
	}
	ext := path.Ext(missing)
	var stems []string
	for _, n := range names {
		if path.Ext(n) == ext {
			stems = append(stems, strings.TrimSuffix(n, ext))
		}
	}
	if s := t.closest(strings.TrimSuffix(missing, ext), stems); s != "" {
		return s + ext
	}
	return ""
}

// closest returns the name that is most similar to a missing one, or "".
func (t *tree) closest(missing string, names []string) string {
	if !t.mayCompare(len(names)) {
		return ""
	}
	return words.Closest(missing, slices.Compact(slices.Sorted(slices.Values(names))))
}

// closestKey returns the key of a set that is most similar to a missing name, or "".
func (t *tree) closestKey(missing string, set map[string]bool) string {
	if !t.mayCompare(len(set)) {
		return ""
	}
	return words.Closest(missing, keys(set))
}

// spellings holds the names of sources in any spelling.
type spellings struct {
	all    []string        // sorted
	upper  map[string]bool // folded names; true if one begins with an upper-case letter
	ending []string        // folded names from their ends, sorted
}

// newSpellings returns the spellings of a set of names.
func newSpellings(set map[string]bool) *spellings {
	s := &spellings{all: keys(set), upper: make(map[string]bool, len(set))}
	for _, w := range s.all {
		f := foldName(w)
		s.upper[f] = s.upper[f] || startsUpper(w)
	}
	for f := range s.upper {
		s.ending = append(s.ending, reversed(f))
	}
	slices.Sort(s.ending)
	return s
}

// has reports whether a name is there in another spelling or, if it has several words, with a prefix. A variable is no
// spelling of a type.
func (s *spellings) has(name string) bool {
	folded := foldName(name)
	if upper, known := s.upper[folded]; known && (upper || !startsUpper(name)) {
		return true
	}
	if len(nameParts(name)) < longName {
		return false
	}
	end := reversed(folded)
	i, found := slices.BinarySearch(s.ending, end)
	if found {
		i++ // a variable
	}
	return i < len(s.ending) && strings.HasPrefix(s.ending[i], end)
}

// startsUpper reports whether a name begins with an upper-case letter of ASCII.
func startsUpper(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// reversed returns the bytes of s from its end.
func reversed(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}
