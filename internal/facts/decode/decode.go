// Package decode parses untrusted JSON with comments, TOML, YAML and XML within
// bounds. A text that would nest too deep, or cost the parser more than linear
// time, is refused before it is parsed, or in XML when the bound is reached.
//
// Errors describe the file: "not valid TOML: line 3: …". The third-party parsers
// may panic on malformed text, so callers run each file under batch.Guard or
// batch.Each.
package decode

import "fmt"

// maxDepth is the maximum depth of nesting. Real texts stay below a dozen. The
// parsers and the callers that walk their results recurse.
const maxDepth = 64

// errTooDeep is returned for a text that nests deeper than maxDepth.
var errTooDeep = fmt.Errorf("nested deeper than %d levels", maxDepth)
