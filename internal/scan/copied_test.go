package scan_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/scan"
	"luminos/internal/sourcetest"
)

func TestCopiedDirectories(t *testing.T) {
	for name, c := range map[string]struct {
		files map[luminos.Path]string
		want  []luminos.CopiedDir
	}{
		"a backup of parts of two years": {
			map[luminos.Path]string{"2004/05/a": "aa", "2004/06/b": "bbb", "2004/06/x": "x", "2008/c": "c",
				"2008/y": "y", "phone/a": "aa", "phone/in/b": "bbb", "phone/c": "c"},
			[]luminos.CopiedDir{{Path: "phone", Files: 3, Bytes: 6, In: []luminos.Path{"2004", "2008"}, Dirs: 2}},
		},
		"two equal directories are one fact": {
			map[luminos.Path]string{"a/1": "one", "a/2": "two", "b/1": "one", "b/2": "two"},
			[]luminos.CopiedDir{{Path: "a", Files: 2, Bytes: 6, In: []luminos.Path{"b"}, Dirs: 1}},
		},
		"a directory with a few of the files adds nothing": {
			map[luminos.Path]string{"a/1": "one", "a/2": "two", "b/1": "one", "b/2": "two", "c/1": "one", "c/n": "n"},
			[]luminos.CopiedDir{{Path: "a", Files: 2, Bytes: 6, In: []luminos.Path{"b"}, Dirs: 1}},
		},
		"one file is not a copy": {
			map[luminos.Path]string{"a/1": "one", "a/2": "two", "a/3": "3", "b/1": "one", "b/2": "two", "b/4": "4"}, nil,
		},
		"copies beside the directory": {
			map[luminos.Path]string{"top/1": "one", "top/2": "two", "top/n": "n", "top/sub/1": "one", "top/sub/2": "two"},
			[]luminos.CopiedDir{{Path: "top/sub", Files: 2, Bytes: 6, In: []luminos.Path{"top"}, Dirs: 1}},
		},
		"copies within one directory only": {
			map[luminos.Path]string{"a/1": "one", "a/2": "one", "b": "b"}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := sourcetest.Memory{}
			for p, text := range c.files {
				m.Add(p, luminos.Node{}, text)
			}
			if diff := cmp.Diff(c.want, scanOf(t, m, scan.Options{}).Duplicates.Directories); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
