package diff

import (
	"testing"

	"luminos"
)

func TestOrderOfVersions(t *testing.T) {
	checkChanges(t, []changeTest{
		{
			"changes that can break the target come before others, and a constraint that is dropped is said",
			luminos.Facts{Dependencies: []luminos.Dependency{
				dependency("a", "v1.3.0", "", "go.mod"), dependency("b", "v1.10.0", "", "go.mod"),
				dependency("c", "v0.7.0", "", "go.mod"), dependency("d", "^0.7.1", "", "go.mod"),
				dependency("e", "v0.0.0-20240102150405-0123456789ab", "", "go.mod"), dependency("f", "1.2", "", "go.mod"),
				dependency("g", "~> 8.0", "dev", "Gemfile"),
			}},
			luminos.Facts{Dependencies: []luminos.Dependency{
				dependency("a", "v1.4.0", "", "go.mod"), dependency("b", "v2.0.0", "", "go.mod"),
				dependency("c", "v0.8.0", "", "go.mod"), dependency("d", "^0.7.2", "", "go.mod"),
				dependency("e", "v0.0.0-20250102150405-b123456789ab", "", "go.mod"), dependency("f", "1.3.0rc1", "", "go.mod"),
				dependency("g", "", "dev", "Gemfile"),
			}},
			[]string{
				"dependencies: changed b (python): v1.10.0 > v2.0.0", "dependencies: changed c (python): v0.7.0 > v0.8.0",
				"dependencies: changed f (python): 1.2 > 1.3.0rc1", "dependencies: changed a (python): v1.3.0 > v1.4.0",
				"dependencies: changed d (python): ^0.7.1 > ^0.7.2",
				"dependencies: changed e (python): v0.0.0-20240102150405-0123456789ab > v0.0.0-20250102150405-b123456789ab",
				"dependencies: changed g (python): ~> 8.0 for development > any version for development",
			},
		},
	})
}
