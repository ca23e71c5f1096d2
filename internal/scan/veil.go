package scan

import (
	"strings"
	"sync"

	"luminos"
	"luminos/internal/redact"
)

// veil is a directory in which secrets in the names of entries are masked. It finds an entry by its masked name.
type veil struct {
	directory
	once  sync.Once
	shown []string
	real  map[string]string // by masked name
	err   error
}

// look lists the directory at its first call, and stores the masked names and the true name of each.
func (v *veil) look() {
	v.once.Do(func() {
		var names []string
		names, v.err = v.directory.names()
		paths := make([]string, len(names))
		for i, n := range names {
			paths[i] = string(luminos.PathFromOS(n))
		}
		masked := redact.Names(paths)
		v.shown = names
		for i := range names {
			if masked[i] == paths[i] {
				continue
			}
			if v.real == nil {
				v.real = map[string]string{}
			}
			name := luminos.Path(masked[i]).OS()
			v.real[name] = names[i]
			names[i] = name
		}
	})
}

// find returns the true name of the entry that is shown as name, which may hold a mask, or name without such an entry.
func (v *veil) find(name string) string {
	if !strings.Contains(name, redact.Mark) {
		return name
	}
	v.look()
	if n, ok := v.real[name]; ok {
		return n
	}
	return name
}

func (v *veil) names() ([]string, error) {
	v.look()
	return v.shown, v.err
}

func (v *veil) lstat(name string) (meta, error)      { return v.directory.lstat(v.find(name)) }
func (v *veil) readlink(name string) (string, error) { return v.directory.readlink(v.find(name)) }
func (v *veil) openFile(name string) (file, error)   { return v.directory.openFile(v.find(name)) }
func (v *veil) openDir(name string) (directory, error) {
	d, err := v.directory.openDir(v.find(name))
	if err != nil {
		return nil, err
	}
	return &veil{directory: d}, nil
}
