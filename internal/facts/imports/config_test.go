package imports

import (
	"strings"
	"testing"

	"luminos"
)

// TestConfigsAreDecodedAsManifestsAre checks comments and the nesting limit.
func TestConfigsAreDecodedAsManifestsAre(t *testing.T) {
	deep := strings.Repeat("a.", 1000) + "a"
	for name, c := range map[string]struct {
		parse func(ix *index, dir luminos.Path, text string) error
		text  string
		known bool
	}{
		"a package with a comment":  {(*index).packageJSON, "{\n\"name\": \"x\", // why\n}", true},
		"a package that nests":      {(*index).packageJSON, `{"name": "x", "y": ` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + "}", false},
		"a crate":                   {(*index).cargo, "[package]\nname = \"x\"\n", true},
		"a crate with a long table": {(*index).cargo, "[package]\nname = \"x\"\n[" + deep + "]\n", false},
		"aliases with a comment":    {(*index).tsconfig, `{"compilerOptions": {"baseUrl": "x", /* "baseUrl": "y" */},}`, true},
	} {
		t.Run(name, func(t *testing.T) {
			ix := newIndex(&luminos.Scan{}, nil)
			err := c.parse(ix, ".", c.text)
			if known := len(ix.packages)+len(ix.crates)+len(ix.tsconfigs) > 0; known != c.known || (err == nil) != c.known {
				t.Errorf("known is %v, error %v", known, err)
			}
		})
	}
}
