package document

import (
	"testing"

	"luminos"
)

// TestCopiedReadme checks that a README that is generated elsewhere gives way to another one beside it.
func TestCopiedReadme(t *testing.T) {
	const copied = "<!-- Do not edit: it is generated automatically from\nTEMPLATE.txt via make. -->\n\n# Tool\n\nTool converts texts.\n"
	const own = "This repository contains templates for Tool.\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  luminos.Path
	}{
		"generated elsewhere":   {map[string]string{"README.md": copied, "README.markdown": own}, "README.markdown"},
		"generated here":        {map[string]string{"README.md": copied, "README.markdown": own, "doc/TEMPLATE.txt": "x"}, "README.md"},
		"the only one":          {map[string]string{"README.md": copied, "a.md": own}, "README.md"},
		"one of documentation":  {map[string]string{"README.md": copied, "docs/README.md": own}, "README.md"},
		"generated from a list": {map[string]string{"README.md": "Generated from lists.\n", "README.markdown": own}, "README.md"},
	} {
		if r := mustRead(t, c.files); r.Readme == nil || r.Readme.Path != c.want {
			t.Errorf("%s: %v, want %s", name, r.Readme, c.want)
		}
	}
}
