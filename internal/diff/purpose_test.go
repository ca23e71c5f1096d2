package diff

import (
	"testing"

	"luminos"
)

func TestPurpose(t *testing.T) {
	checkChanges(t, []changeTest{
		{
			"another name of the module comes first, and the README says that the project ends",
			luminos.Facts{
				Description: "X is old.", Readme: &luminos.Document{Path: "README.md", Title: "X 1.0", Summary: "X is fast."},
				Manifests: []luminos.Manifest{{Path: "go.mod", Name: "a.org/x", Role: luminos.ManifestRoot}},
			},
			luminos.Facts{
				Description: "X is new.",
				Manifests:   []luminos.Manifest{{Path: "go.mod", Name: "b.org/x", Role: luminos.ManifestRoot}},
				Readme:      &luminos.Document{Path: "README.md", Title: "X ends", Summary: "Use Y."},
			},
			[]string{
				"purpose: changed name in go.mod: a.org/x > b.org/x", "purpose: changed description: X is old. > X is new.",
				"purpose: changed title of the README: X 1.0 > X ends",
				"purpose: changed summary of the README: X is fast. > Use Y.",
			},
		},
		{
			"versions and marks in the README are no change, and neither is another place or the description in it",
			luminos.Facts{
				Description: "X is old.", Readme: &luminos.Document{Title: "X (v1.0)", Summary: "X is old. It is fast."},
				Manifests: []luminos.Manifest{{Path: "a.toml", Name: "a", Role: luminos.ManifestRoot}},
			},
			luminos.Facts{
				Description: "X is new.", Readme: &luminos.Document{Title: "🐚 `X` (v1.1)", Summary: "X is new. It is fast."},
				Manifests: []luminos.Manifest{{Path: "b.toml", Name: "b", Role: luminos.ManifestRoot}},
			},
			[]string{"purpose: changed description: X is old. > X is new."},
		},
	})
}
