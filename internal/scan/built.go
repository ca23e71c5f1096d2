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
		name = strings.Trim(strings.TrimPrefix(strings.Trim(name, `"'`), "./"), "/")
		if name == "" || name == "." || name[0] == '-' || strings.Contains(name, "..") || strings.ContainsAny(name, "*$~{") {
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

// markBuilt marks the scripts and style sheets in the directories that a package deletes or writes as generated. In a
// published package they lie without the sources.
func (n *notices) markBuilt(s *luminos.Scan) {
	for _, dir := range n.outputs {
		each(s.Files, dir, func(f *luminos.File) {
			if content.IsBuiltScript(f.Path) && !f.Vendored {
				f.Generated = true
			}
		})
	}
}

// each calls use for each of the files below a directory. The files are sorted by path.
func each(files []luminos.File, dir luminos.Path, use func(*luminos.File)) {
	first, _ := slices.BinarySearchFunc(files, dir+"/", atPath)
	for i := first; i < len(files) && strings.HasPrefix(string(files[i].Path), string(dir)+"/"); i++ {
		use(&files[i])
	}
}
