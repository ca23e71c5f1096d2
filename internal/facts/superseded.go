package facts

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/release"
	"luminos/internal/lazyregexp"
)

// plainTag matches the tag of a version without the name of a package before the version. A date is no version.
var plainTag = lazyregexp.Lazy(`^[rv]?(\d+[._][\w.+-]*)$`)

// pending reports whether the newest tag, such as "v1.2.0-rc.1", is of a version before the last release of a change
// log, which has no date there.
func pending(log *luminos.Releases, tag string) bool {
	return log.LastDate == "" && strings.HasPrefix(strings.TrimPrefix(tag, "v"), log.Last+"-")
}

// stale reports whether a version is the one of a new package, and a tag, also of a part, is of a later one.
func stale(version, tag string) bool {
	_, after, ok := strings.Cut(strings.TrimPrefix(tag, "@"), "@")
	return ok && slices.Contains(firstVersions, version) && release.Newer(strings.TrimPrefix(after, "v"), version)
}

// superseded reports whether a tag is of a later version than the last one in a change log.
func superseded(last, tag string) bool {
	m := plainTag().FindStringSubmatch(tag)
	return m != nil && release.Newer(m[1], last)
}
