package coreutils_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"luminos/internal/coreutils"
	"luminos/internal/localdir"
)

// FuzzRun runs programs with arbitrary arguments on an arbitrary file and checks
// that the output is clean.
func FuzzRun(f *testing.F) {
	for _, line := range append(append([]string{}, cases...), unordered...) {
		name, args, _ := strings.Cut(line, " ")
		f.Add(name, strings.ReplaceAll(args, " ", "\x1f"), []byte("one two\nthree\n"))
	}
	f.Add("grep", "-E\x1f(a|*b){2,}[[:x:]]\x1ff", []byte("\x00\xff\r\n"))
	f.Add("sort", "-k\x1f1.9999999999999999999n,2b\x1ff", []byte("-.1e\n\x1b[2J"))
	f.Add("grep", "-r\x1f--include=\xfa\x1f-F\x1f\xfa", []byte("\xfa"))
	dir := f.TempDir()
	src, err := localdir.Open(dir)
	if err != nil {
		f.Fatal(err)
	}
	defer src.Close()
	f.Fuzz(func(t *testing.T, name, args string, content []byte) {
		if err := os.WriteFile(filepath.Join(dir, "f"), content, 0o644); err != nil {
			t.Fatal(err)
		}
		list := append(strings.Split(args, "\x1f"), "f")
		clean(t, name+" "+args, coreutils.RunShortly(t.Context(), src, time.Second, name, list))
	})
}
