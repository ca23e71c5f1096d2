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
	numbered = lazyregexp.Lazy(`(?i)^(.+)\.part(\d{1,4})\.(?:rar|exe)$|^(.+)\.(\d{3})$`)
	lettered = lazyregexp.Lazy(`(?i)^(.+)\.([zrac])(\d\d)$`)
)

// volumes are the volumes of one split archive, by number.
type volumes struct {
	name  string
	first int // the number of the first one
	there map[int]bool
}

// volumesText returns the number of split archives, and the ones of which a volume between two others, or the first
// one, is not there: "3 split archives of 12 volumes, 1 with missing volumes: a.7z (2, 4)". The last volume of a set is
// known from its content only.
func volumesText(scan *luminos.Scan) string {
	sets := map[string]*volumes{}
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() || f.Vendored || f.Text {
			continue
		}
		name, number, first := volumeOf(f.Path.Base())
		if name == "" {
			continue
		}
		key := string(f.Path.Dir()) + "/" + name
		if sets[key] == nil {
			sets[key] = &volumes{name: name, first: first, there: map[int]bool{}}
		}
		sets[key].there[number] = true
	}
	maps.DeleteFunc(sets, func(_ string, v *volumes) bool { return len(v.there) < 2 })
	if len(sets) == 0 {
		return ""
	}
	total := 0
	var gaps []string
	byName := func(a, b *volumes) int { return cmp.Compare(a.name, b.name) }
	for _, v := range slices.SortedFunc(maps.Values(sets), byName) {
		total += len(v.there)
		if missing := v.missing(); len(missing) > 0 {
			gaps = append(gaps, words.Name(v.name)+" ("+words.Some(missing, 4)+")")
		}
	}
	text := words.Plural(len(sets), "split archive") + " of " + words.Plural(total, "volume")
	if len(gaps) == 0 {
		return text + ", none missing between them"
	}
	return text + ", " + words.Count(len(gaps)) + " with missing volumes: " + words.Some(gaps, 3)
}

// volumeOf returns the name of the archive of which a file is a volume by its name, with the numbers of the volume and
// of the first one, or "".
func volumeOf(base string) (name string, number, first int) {
	digits := ""
	if m := numbered().FindStringSubmatch(base); m != nil {
		name, digits, first = m[1]+m[3], m[2]+m[4], 1
	} else if m := lettered().FindStringSubmatch(base); m != nil {
		name, digits = m[1], m[3]
		if c := strings.ToLower(m[2]); c == "z" || c == "a" {
			first = 1
		}
	}
	number, _ = strconv.Atoi(digits)
	return name, number, first
}

// missing returns the numbers that are not there between the first one and the highest one.
func (v *volumes) missing() (out []string) {
	for n := v.first; n < slices.Max(slices.Collect(maps.Keys(v.there))); n++ {
		if !v.there[n] {
			out = append(out, strconv.Itoa(n))
		}
	}
	return out
}
