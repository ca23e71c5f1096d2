package localdir

import (
	"path/filepath"
	"strings"
)

// RealPath returns the absolute path of the file name with symbolic links resolved. The end of the path is kept as it
// is from the first element that cannot be resolved, for example because it does not exist.
func RealPath(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	rest := ""
	for at := abs; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return abs
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// Contains reports whether the file name is the directory dir or lies below it. Symbolic links in
// both are resolved first.
func Contains(dir, name string) bool {
	rel, err := filepath.Rel(RealPath(dir), RealPath(name))
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
