package document

import (
	"context"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// generatedFrom matches the sentence of a generated text that names its source.
var generatedFrom = lazyregexp.Lazy(`(?i)\bgenerated (?:automatically )?from (?:the file )?["'\x60]?([\w./-]*\w)`)

// copied reports whether a README is of another target: it is generated from a file that is not here.
func copied(ctx context.Context, src luminos.Source, scan *luminos.Scan, readme luminos.Path) bool {
	const head = 1 << 10
	if readme == "" {
		return false
	}
	text, err := src.Text(ctx, readme, head)
	if err != nil {
		return false // reading the document reports the problem
	}
	m := generatedFrom().FindStringSubmatch(luminos.Fold(text.Content))
	if m == nil || !strings.Contains(m[1], ".") {
		return false
	}
	for i := range scan.Files {
		p := scan.Files[i].Path
		if string(p) == m[1] || p.Base() == m[1] {
			return false
		}
	}
	return true
}
