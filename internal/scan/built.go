package scan

import (
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
)

var (
	// cleaned matches the command of a script that deletes files, and its arguments.
	cleaned = regexp.MustCompile(`(?:^|&& ?|; ?|npx |shx )(?:rimraf|rm -rf?|del-cli)((?: +[^ ;&|]+)+)`)
	// written matches the option of a compiler with the directory that it writes.
	written = regexp.MustCompile(`--out-?[dD]ir[ =]["']?([\w./-]+)`)
)

// outputs returns the directories below dir that the scripts of its package.json delete or write.
func outputs(dir luminos.Path, scripts map[string]string) []luminos.Path {
	var out []luminos.Path
	add := func(name string) {
		name = strings.TrimRight(strings.TrimPrefix(strings.Trim(name, `"'`), "./"), "/")
		if name == "" || name == "." || name[0] == '-' || name[0] == '/' ||
			strings.Contains(name, "..") || strings.ContainsAny(name, "*$~{") {
			return
		}
		if p := dir.Join(name); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	for _, script := range scripts {
		for _, m := range cleaned.FindAllStringSubmatch(script, -1) {
			for name := range strings.FieldsSeq(m[1]) {
				add(name)
			}
		}
		for _, m := range written.FindAllStringSubmatch(script, -1) {
			add(m[1])
		}
	}
	return out
}

// markBuilt marks the scripts, style sheets and declarations of types in the directories that a package deletes or
// writes as generated. In a published package they lie without the sources. A directory with sources of the compiler
// stays unmarked: it can hold more that people wrote.
func (n *notices) markBuilt(s *luminos.Scan) {
	for _, dir := range n.outputs {
		files := filesBelow(s.Files, dir)
		if slices.ContainsFunc(files, func(f luminos.File) bool { return content.IsCompiledSource(f.Path) }) {
			continue
		}
		for i := range files {
			if f := &files[i]; content.IsBuiltScript(f.Path) && !f.Vendored {
				f.Generated = true
			}
		}
	}
}

// filesBelow returns the part of files below a directory. The files are sorted by path.
func filesBelow(files []luminos.File, dir luminos.Path) []luminos.File {
	first, _ := slices.BinarySearchFunc(files, dir+"/", atPath)
	end, _ := slices.BinarySearchFunc(files, dir+"0", atPath) // 0 follows the slash
	return files[first:end]
}
