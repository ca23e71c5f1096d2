package pathrole

import (
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// modules are names of forms of modules and of their hosts, for each of which a bundler writes a directory.
var modules = map[string]bool{
	"amd": true, "browser": true, "bundle": true, "cjs": true, "commonjs": true, "deno": true, "es": true, "es5": true,
	"es6": true, "esm": true, "esnext": true, "iife": true, "legacy": true, "modern": true, "module": true, "node": true,
	"types": true, "umd": true, "web": true,
}

// isDist reports whether a directory has the name of the output of a bundler: dist, dist-node and the like.
func isDist(name string) bool {
	rest, ok := strings.CutPrefix(name, "dist")
	return ok && (rest == "" || modules[strings.TrimLeft(rest, "-_.")])
}

// builtExtensions are the extensions of build output for browsers and Node.js
// in dist/, where sources of a distribution and data lie as well.
var builtExtensions = map[string]bool{
	".js": true, ".mjs": true, ".cjs": true, ".ts": true, ".mts": true, ".cts": true, ".css": true, ".html": true,
	".map": true,
}

// flavoured matches the names of scripts that a bundler writes several times, for different purposes.
var flavoured = lazyregexp.Lazy(`\.(?:development|production|profiling)(?:\.min)?\.[mc]?js$`)

// Built reports whether the file p for browsers or Node.js lies in a directory of build output: in dist, dist-node and
// the like, or in cjs with a name such as react.production.js.
func Built(p luminos.Path) bool {
	if !builtExtensions[p.Ext()] {
		return false
	}
	for element := range strings.SplitSeq(string(p.Dir()), "/") {
		if isDist(element) || modules[element] && flavoured().MatchString(p.Base()) {
			return true
		}
	}
	return false
}
