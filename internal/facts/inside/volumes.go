package inside

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// Names of the volumes of a split archive: a.part1.rar, a.7z.001, and a.z01 and a.r00, which follow a.zip and a.rar.
var (
	numbered = lazyregexp.Lazy(`(?i)^(.+)\.part(\d{1,4})\.(?:rar|exe)$|^(.+\.(?:7z|zip|rar|tar|t?gz|bz2|xz|zst|` +
		`img|iso))\.(\d{3})$`)
	lettered = lazyregexp.Lazy(`(?i)^(.+)\.([zrac])(\d\d)$`)
)

// volumes are the volumes of one split archive, by number.
type volumes struct {
	path  string // without the number
	bare  bool   // only a number follows the path, which can be one of a version, too
	first int    // the number of the first one
	there map[int]bool
}

// volumesText returns the number of split archives, and the ones of which a volume between two others, or the first
// one, is not there: "3 split archives of 12 volumes, 1 with missing volumes: a.7z (volumes 2 and 4)". The last volume
// of a set is known from its content only.
func volumesText(scan *luminos.Scan) string {
	sets := map[string]*volumes{}
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() || f.Vendored || f.Text {
			continue
		}
		v, number := volumeOf(f.Path.Base())
		if v == nil {
			continue
		}
		v.path = string(f.Path.Dir().Join(v.path))
		if sets[v.path] == nil {
			sets[v.path] = v
		}
		sets[v.path].there[number] = true
	}
	maps.DeleteFunc(sets, func(_ string, v *volumes) bool {
		return len(v.there) < 2 || v.bare && !v.there[0] && !v.there[1]
	})
	if len(sets) == 0 {
		return ""
	}
	total := 0
	var gaps []string
	byPath := func(a, b *volumes) int { return cmp.Compare(a.path, b.path) }
	for _, v := range slices.SortedFunc(maps.Values(sets), byPath) {
		total += len(v.there)
		if missing := v.missing(); missing != "" {
			gaps = append(gaps, words.Name(v.path)+" ("+missing+")")
		}
	}
	text := words.Plural(len(sets), "split archive") + " of " + words.Plural(total, "volume")
	if len(gaps) == 0 {
		return text + ", none missing between them"
	}
	return text + ", " + words.Count(len(gaps)) + " with missing volumes: " + words.Some(gaps, 3)
}

// volumeOf returns the archive of which a file is a volume by its name, and the number of the volume, or nil.
func volumeOf(base string) (*volumes, int) {
	v := &volumes{there: map[int]bool{}}
	digits := ""
	if m := numbered().FindStringSubmatch(base); m != nil {
		v.path, digits, v.bare, v.first = m[1]+m[3], m[2]+m[4], m[3] != "", 1
	} else if m := lettered().FindStringSubmatch(base); m != nil {
		v.path, digits = m[1], m[3]
		if c := strings.ToLower(m[2]); c == "z" || c == "a" {
			v.first = 1
		}
	} else {
		return nil, 0
	}
	number, _ := strconv.Atoi(digits)
	return v, number
}

// missing returns the volumes that are not there between the first one and the highest one, or "".
func (v *volumes) missing() string {
	last := slices.Max(slices.Collect(maps.Keys(v.there)))
	var out []string
	for n := v.first; n < last; n++ {
		if !v.there[n] {
			out = append(out, strconv.Itoa(n))
		}
	}
	switch len(out) {
	case 0:
		return ""
	case 1:
		return "volume " + out[0]
	}
	return "volumes " + words.Some(out, 4)
}
