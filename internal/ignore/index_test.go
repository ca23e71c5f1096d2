package ignore

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"luminos"
)

// entryOf returns an entry of an index of version 2.
func entryOf(path string) string {
	head := strings.Repeat("\x00", 60) + string(binary.BigEndian.AppendUint16(nil, uint16(len(path))))
	size := (len(head) + len(path) + 8) &^ 7
	return head + path + strings.Repeat("\x00", size-len(head)-len(path))
}

func indexOf(version, count byte, entries string) string {
	return "DIRC\x00\x00\x00" + string(version) + "\x00\x00\x00" + string(count) + entries
}

const checksum = "01234567890123456789"

// TestIndex checks which indexes can be used, and which paths they track. The comparison with git is in internal/scan.
func TestIndex(t *testing.T) {
	two := entryOf("a/b.txt") + entryOf("a0")
	fourth := strings.Repeat("\x00", 62)
	for says, test := range map[string]struct {
		data string
		want error
	}{
		"two entries":                {indexOf(2, 2, two) + checksum, nil},
		"none":                       {indexOf(2, 0, "") + checksum, nil},
		"an extension":               {indexOf(2, 2, two) + "TREE\x00\x00\x00\x01x" + checksum, nil},
		"version 4":                  {indexOf(4, 2, fourth+"\x00a/b.txt\x00"+fourth+"\x06"+"0\x00") + checksum, nil},
		"a cut that is too long":     {indexOf(4, 2, fourth+"\x00a/b.txt\x00"+fourth+"\x090\x00") + checksum, errIndexForm},
		"a cut without an end":       {indexOf(4, 1, fourth+"\xff\xff\xff\xff\xff\x00") + checksum, errIndexForm},
		"a split index":              {indexOf(2, 2, two) + "link\x00\x00\x00\x01x" + checksum, errIndexSplit},
		"an extension that is vital": {indexOf(2, 2, two) + "abcd\x00\x00\x00\x01x" + checksum, errIndexForm},
		"an extension too long":      {indexOf(2, 2, two) + "TREE\xff\xff\xff\xffx" + checksum, errIndexForm},
		"fewer entries":              {indexOf(2, 3, two) + checksum, errIndexForm},
		"more entries":               {indexOf(2, 1, two) + checksum, errIndexForm},
		"no order":                   {indexOf(2, 2, entryOf("b")+entryOf("a")) + checksum, errIndexForm},
		"an empty path":              {indexOf(2, 1, entryOf("")) + checksum, errIndexForm},
		"no checksum":                {indexOf(2, 2, two), errIndexForm},
		"version 5":                  {indexOf(5, 2, two) + checksum, errIndexForm},
		"too many":                   {"DIRC\x00\x00\x00\x02\x7f\x00\x00\x00" + checksum, errIndexSize},
		"nothing":                    {"", errIndexForm},
	} {
		x, err := ParseIndex([]byte(test.data))
		if !errors.Is(err, test.want) || (err == nil) != (test.want == nil) {
			t.Errorf("%s: %v, want %v", says, err, test.want)
		}
		if err != nil || says == "none" {
			continue
		}
		for path, want := range map[string]bool{"a/b.txt": true, "a": true, "a0": true, "a/b": false, "b": false, "": false} {
			if got := x.Tracks(path); got != want {
				t.Errorf("%s: tracks %q: %t, want %t", says, path, got, want)
			}
		}
	}
}

// FuzzIndex checks that each path of an index that can be used is tracked, with the directories above it.
func FuzzIndex(f *testing.F) {
	f.Add([]byte(indexOf(2, 2, entryOf("a/b.txt")+entryOf("a0")) + checksum))
	f.Add([]byte(indexOf(3, 1, entryOf("dir/")) + "sdir\x00\x00\x00\x00" + checksum + "012345678901"))
	f.Add([]byte(indexOf(4, 1, strings.Repeat("\x00", 62)+"\x00a/b\x00") + "TREE\x00\x00\x00\x01x" + checksum))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := ParseIndex(data)
		if err != nil {
			return
		}
		x.Tracks("a/b/c")
		for i := range x.ends {
			p := x.path(i)
			dir, _, _ := strings.Cut(p[1:], "/")
			if !x.Tracks(p) || !x.Tracks(p[:1]+dir) {
				t.Fatalf("%q is not tracked", p)
			}
		}
	})
}

// TestTrackedVersionControl checks that the directory of another system that git tracks is content, and .git never is.
func TestTrackedVersionControl(t *testing.T) {
	x, err := ParseIndex([]byte(indexOf(2, 2, entryOf("a/.git/HEAD")+entryOf("a/.hg/store")) + checksum))
	if err != nil {
		t.Fatal(err)
	}
	scope := Scope{repo: &Repository{index: x, known: true}}
	for path, want := range map[string]bool{"a/.hg": false, "b/.hg": true, "a/.git": true} {
		if got := scope.IsVersionControl(path, path[2:], luminos.KindDir, Around{}); got != want {
			t.Errorf("%s: %t, want %t", path, got, want)
		}
	}
}
