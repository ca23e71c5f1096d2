package history

import (
	"fmt"
	"testing"

	"luminos"
)

// TestSettingsAreCutByDay checks that the oldest of too many settings are left out, and the rest is by path.
func TestSettingsAreCutByDay(t *testing.T) {
	c := counter{settings: map[luminos.Path]string{".a": "2020-01-01", ".travis.yml": "2024-01-01"}}
	for i := range maxDirs - 1 {
		c.settings[luminos.Path(fmt.Sprintf(".b%d", i))] = "2023-01-01"
	}
	r := c.finish(false)
	if n := len(r.Settings); n != maxDirs || r.Settings[n-1].Path != ".travis.yml" || r.Settings[0].Path == ".a" {
		t.Errorf("%d settings, from %v to %v", n, r.Settings[0], r.Settings[n-1])
	}
}
