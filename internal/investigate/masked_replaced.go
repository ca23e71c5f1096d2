package investigate

import (
	"context"
	"regexp"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	// sharedSettings matches names of files with settings that others build upon.
	sharedSettings = lazyregexp.Lazy(`^(?:base|common|defaults?|settings)\.py$`)
	assignment     = lazyregexp.Lazy(`^([A-Z][A-Z0-9_]*)\s*=`)
)

// replaced reports whether a line of settings in Python gives a value to a name that the settings for production beside
// the file give another value.
func (r *recorder) replaced(ctx context.Context, p luminos.Path, line string) bool {
	name := assignment().FindStringSubmatch(line)
	if name == nil || !sharedSettings().MatchString(p.Base()) {
		return false
	}
	again := regexp.MustCompile(`(?m)^\s*` + name[1] + `\s*=`)
	for _, base := range []string{"prod.py", "production.py"} {
		text, err := r.Source.Text(ctx, p.Dir().Join(base), citedText)
		if err == nil && again.MatchString(text.Content) {
			return true
		}
	}
	return false
}
