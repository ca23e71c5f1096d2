package analyst

import (
	"fmt"
	"strings"

	"luminos"
)

// Bounds of the text about one file that is not plain text.
const (
	insideProperties = 12
	insideValue      = 60 // characters
)

// insideText returns the findings of a reader in a file, for a model: its format, state, risks, numbers and properties.
func insideText(f luminos.FileInside) string {
	parts := []string{short(insideValue, f.Format)}
	if f.State != "" {
		parts = append(parts, string(f.State))
	}
	parts = append(parts, f.Risks...)
	for _, n := range f.Numbers {
		parts = append(parts, fmt.Sprintf("%s %d", short(insideValue, n.Name), n.N))
	}
	for _, p := range f.Properties[:min(len(f.Properties), insideProperties)] {
		parts = append(parts, short(insideValue, p.Name)+" "+quote(insideValue, p.Value))
	}
	return strings.Join(parts, "; ")
}
