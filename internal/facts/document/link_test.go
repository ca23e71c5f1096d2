package document

import (
	"testing"

	"luminos"
)

// TestReadmeIsALink checks that a link with the name of a README is followed, also to a document of another name.
func TestReadmeIsALink(t *testing.T) {
	for _, to := range []string{"doc/index.md", "doc/README.md"} {
		r := mustRead(t, map[string]string{"README.md": "-> " + to, to: "# Zed\n\nZed is a quick reader of tables.\n"})
		if r.Readme == nil || r.Readme.Path != luminos.Path(to) || r.Readme.Summary != "Zed is a quick reader of tables." {
			t.Errorf("%s: %+v", to, r.Readme)
		}
	}
}
