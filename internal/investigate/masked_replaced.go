package investigate

import (
	"context"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	// sharedSettings matches names of files with settings that others build upon.
	sharedSettings = lazyregexp.Lazy(`^(?:base|common|defaults?|settings)\.py$`)
	assignment     = lazyregexp.Lazy(`^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*)$`)
)

// settingsText is the number of bytes of settings that are read.
const settingsText = 1 << 20

// replacedIn returns the names to which the settings in Python for production beside the settings p give a value of
// their own.
func (r *recorder) replacedIn(ctx context.Context, p luminos.Path) map[string]bool {
	if !sharedSettings().MatchString(p.Base()) {
		return nil
	}
	names := map[string]bool{}
	for _, base := range []string{"prod.py", "production.py"} {
		text, err := r.Source.Text(ctx, p.Dir().Join(base), settingsText)
		if err != nil {
			continue
		}
		for _, line := range text.Lines() {
			if m := assignment().FindStringSubmatch(line); m != nil && strings.TrimSpace(m[2]) != m[1] {
				names[m[1]] = true
			}
		}
	}
	return names
}

// assigned returns the name at the beginning of a line to which the line gives a value, or "".
func assigned(line string) string {
	if m := assignment().FindStringSubmatch(line); m != nil && line[0] == m[1][0] {
		return m[1]
	}
	return ""
}
