// Package decode reads the structured texts that strangers write (JSON with
// comments, TOML, YAML, XML) within bounds: what would send a parser deep, or
// cost it more than linear time, is refused before the parser sees it, and a
// parser that panics costs its one file.
//
// Errors are said of the file: "not valid TOML: line 3: …".
package decode

import "fmt"

// maxDepth is how deep a text may nest. Real ones stay below a dozen; the
// parsers, and whoever walks their results, recurse.
const maxDepth = 64

// errTooDeep is the error of a text that nests deeper than anybody writes.
var errTooDeep = fmt.Errorf("nested deeper than %d levels", maxDepth)
