package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"luminos/internal/localdir"
	"luminos/internal/words"
)

// repositoryAt returns the directory with the repository of the directory called name, and the path of the directory
// below it, with slashes. The repository can be bare, as mirrors are.
func repositoryAt(name string) (top, below string, err error) {
	real := localdir.RealPath(name)
	if isBare(real) {
		return real, "", nil
	}
	top = repositoryOf(real)
	info, err := os.Lstat(filepath.Join(top, ".git"))
	switch {
	case err != nil:
		return "", "", failed(fmt.Errorf("there is no git repository in %q, nor in a directory above", name),
			"name the directory of a repository: luminos diff REPOSITORY@REV DIR")
	case !info.IsDir():
		return "", "", elsewhere(top)
	}
	if below, err = filepath.Rel(top, real); below == "." {
		below = ""
	}
	return top, filepath.ToSlash(below), err
}

// isBare reports whether a directory is a repository without a work tree, or the directory .git of one.
func isBare(dir string) bool {
	head, err := os.Lstat(filepath.Join(dir, "HEAD"))
	objects, err2 := os.Lstat(filepath.Join(dir, "objects"))
	return err == nil && err2 == nil && head.Mode().IsRegular() && objects.IsDir()
}

// elsewhere returns the error of a work tree whose repository is in another place. A file in a target must not decide
// which directory is read, so the user has to name it.
func elsewhere(top string) error {
	err := fmt.Errorf("%q has a .git that is no directory, and no file or link to another place is followed", top)
	hint := "name the repository that it belongs to"
	if f, problem := os.OpenInRoot(top, ".git"); problem == nil {
		defer f.Close()
		text, _ := io.ReadAll(io.LimitReader(f, 4096))
		if to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: "); ok {
			if !filepath.IsAbs(to) {
				to = filepath.Join(top, to)
			}
			if common := filepath.Dir(to); filepath.Base(common) == "worktrees" {
				to = filepath.Dir(common)
			}
			hint += ": " + words.Line(typed(strings.TrimSuffix(to, string(filepath.Separator)+".git")+"@REV"), 400)
		}
	}
	return failed(err, hint)
}
