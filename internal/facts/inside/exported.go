package inside

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// shot is an image with its number of pixels and its day, which are 0 and "" if they are unknown.
type shot struct {
	path   luminos.Path
	pixels int
	taken  string
}

// exportName matches the name of an image that a program made smaller or changed, without its extension.
var exportName = lazyregexp.Lazy(
	`^(.+?)[-_. ](?:web|small|thumb|thumbnail|edited|resized|export|preview|lowres|low|\d{2,4}(?:x\d{2,4}|px)|\d{3,4}w)$`)

// smaller returns the number of images that are a smaller version of another one, by their names: in another directory
// with the same day, or with an addition such as "-web" if the other one is a photograph or its directory has both.
func (p *photos) smaller() string {
	large := map[string]shot{} // by the name in small letters, without its extension
	for _, s := range p.shots {
		name := stem(s.path)
		if s.pixels > large[name].pixels {
			large[name] = s
		}
	}
	var found []luminos.Path
	for _, s := range p.shots {
		name := stem(s.path)
		of := large[name]
		same := s.taken != "" && s.taken == of.taken && s.path.Dir() != of.path.Dir()
		if m := exportName().FindStringSubmatch(name); m != nil {
			of = large[m[1]]
			same = of.taken != "" || of.pixels > 0 && s.path.Within(of.path.Dir())
		}
		if same && s.pixels > 0 && s.pixels < of.pixels {
			found = append(found, s.path)
		}
	}
	if len(found) == 0 {
		return ""
	}
	slices.SortFunc(found, func(a, b luminos.Path) int { return cmp.Compare(a, b) })
	return words.Plural(len(found), "smaller version") + " of other images: " + named(found)
}

// stem returns the name of a file in small letters, without its extension.
func stem(p luminos.Path) string {
	return strings.TrimSuffix(strings.ToLower(p.Base()), p.Ext())
}
