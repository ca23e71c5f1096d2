// Package repomap makes an outline of a target within a budget of tokens, as context for a model: paths of files, the
// most important first, and the definitions that other files use most.
package repomap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// Options configures [Make].
type Options struct {
	// Tokens is the budget of the map in the form that is wanted, at least MinTokens.
	Tokens int
	// Focus is a file or a directory near which the map looks closer; "" means none.
	Focus luminos.Path
	// JSON makes the budget hold for [Map.JSON]; else it holds for [Map.Text].
	JSON bool
}

// BytesPerToken is the number of bytes for which one token is counted. Texts of programs have 3 to 4 bytes a token with
// the tokenizers in use, of which none is at hand.
const BytesPerToken = 3.5

// SchemaVersion is the version of the JSON form of a map.
const SchemaVersion = 1

// MinTokens and MaxTokens are the bounds of a budget. The first leaves room for a head and a few paths. The second is
// far beyond the window of a model, and bounds the memory of a map to tens of megabytes.
const (
	MinTokens = 100
	MaxTokens = 5_000_000
)

// Map is the outline of a target. Same target and same options, same map.
type Map struct {
	// SchemaVersion is the version of this form of maps. A field that exists keeps its meaning as long as the version
	// stays the same.
	SchemaVersion int `json:"schema_version"`

	Tokens int          `json:"tokens"`
	Counts string       `json:"tokens_estimated_as"` // in words
	Focus  luminos.Path `json:"focus,omitempty"`
	Total  int          `json:"total_files"` // of the target that were looked at
	// Files are grouped by directory; the directory of the most important file is the first.
	Files []File `json:"files"`
	// Notes state gaps in the ranking or in the outlines, and the reasons, if the budget has room for them.
	Notes []string `json:"notes,omitempty"`
}

// Result is a map with everything that is to be said about it.
type Result struct {
	Map
	AllNotes []string // also ones for which the budget has no room
	Failed   error    // the failure of the parsers because of which another run can give another map; or nil
}

// File is one file of a [Map].
type File struct {
	Path luminos.Path `json:"path"`
	// Rank is the place of the file among all, from 1, by importance.
	Rank  int    `json:"rank"`
	Lines []Line `json:"lines,omitempty"` // in the order of the text
	// More is the number of lines that the outline of the file has beside Lines.
	More int `json:"more,omitempty"`
}

// Line is one line of an outline: the signature of a definition, a heading, the columns of a table.
type Line struct {
	Number int    `json:"line,omitempty"`  // in the file, from 1; 0 if unknown
	Level  int    `json:"level,omitempty"` // of nesting, from 0
	Text   string `json:"text"`
}

// ErrFocus is the error of a focus that is neither an investigated file nor a directory of the target.
var ErrFocus = errors.New("the focus is neither a file nor a directory of the target")

// Make returns the map of a target from its scan, its facts and the files themselves. The source masks secrets. An
// error means that ctx ended, or is [ErrFocus]; a file that cannot be read is a note.
func Make(
	ctx context.Context, src luminos.Source, scan *luminos.Scan, facts *luminos.Facts, o Options,
) (*Result, error) {
	if err := checkFocus(scan, o.Focus); err != nil {
		return nil, err
	}
	t, err := read(ctx, src, scan, facts)
	if err != nil {
		return nil, err
	}
	t.rank(o.Focus, facts)
	p := &packing{files: t.files, budget: budget(o.Tokens), size: textSize}
	p.head = Map{SchemaVersion: SchemaVersion, Tokens: o.Tokens, Counts: countsAs, Focus: o.Focus, Total: len(scan.Files)}
	if o.JSON {
		p.size = jsonSize
	}
	p.reserve(t.notes)
	p.name()
	shown := p.outlined()
	if err := t.outline(ctx, src, shown); err != nil {
		return nil, err
	}
	p.reserve(t.notes)
	p.fill(shown)
	return &Result{*p.best(), t.notes, t.failed}, nil
}

const (
	// countsAs states how tokens are counted.
	countsAs = "bytes / 3.5"
	// maxOutlined is the most files that are outlined. The parsers read about 470 a second.
	maxOutlined = 2000
	// perOutlined is the number of bytes of the budget for one file with lines: a path and a few of them.
	perOutlined = 100
)

// budget returns the number of bytes of a number of tokens.
func budget(tokens int) int { return int(float64(min(tokens, MaxTokens)) * BytesPerToken) }

// checkFocus returns ErrFocus, with the nearest name of a file, unless the focus is "" or in the scan.
func checkFocus(scan *luminos.Scan, focus luminos.Path) error {
	if focus == "" || focus == luminos.Root {
		return nil
	}
	_, file := slices.BinarySearchFunc(scan.Files, focus, func(f luminos.File, p luminos.Path) int {
		return cmp.Compare(f.Path, p)
	})
	_, dir := slices.BinarySearchFunc(scan.Dirs, focus, func(d luminos.Dir, p luminos.Path) int {
		return cmp.Compare(d.Path, p)
	})
	if file || dir {
		return nil
	}
	var same []string
	for i := range scan.Files {
		if scan.Files[i].Path.Base() == focus.Base() && len(same) < 3 {
			same = append(same, string(scan.Files[i].Path))
		}
	}
	if len(same) > 0 {
		return fmt.Errorf("%w: %q; files of this name are %s", ErrFocus, focus, words.List(same))
	}
	return fmt.Errorf("%w: %q", ErrFocus, focus)
}
