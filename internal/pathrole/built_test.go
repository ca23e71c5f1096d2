package pathrole

import (
	"testing"

	"luminos"
)

// Directories of build output can name the form of their modules.
func TestBuilt(t *testing.T) {
	for p, want := range map[luminos.Path]bool{
		"dist/a.js": true, "dist-module/a.js": true, "x/dist_cjs/b/a.js": true, "dist-tools/a.js": false,
		"dist-node/a.c": false,
		"district/a.js": false, "dist.js": false, "cjs/a.production.js": true, "cjs/a.js": false, "a.production.js": false,
	} {
		if got := Built(p); got != want {
			t.Errorf("%s: %v", p, got)
		}
	}
}
