package scan

import (
	"bufio"
	"bytes"
	"strings"

	"luminos"
)

// refMax bounds the bytes that are read of a ref, packedRefsMax of the list of
// packed refs.
const (
	refMax        = 4 << 10
	packedRefsMax = 4 << 20
)

// gitState reads the branch and the commit of the work tree from .git, without running git. It returns nil
// if .git is not a directory (a file or a link is not followed) or its HEAD cannot be read.
func gitState(top directory) *luminos.GitState {
	m, err := top.lstat(".git")
	if err != nil || m.kind != luminos.KindDir {
		return nil
	}
	head, err := readBelow(top, refMax, ".git", "HEAD")
	if err != nil {
		return nil
	}
	s := &luminos.GitState{}
	line := strings.TrimSpace(string(head))
	if ref, ok := strings.CutPrefix(line, "ref: "); ok {
		s.Branch = string(luminos.PathFromOS(strings.TrimPrefix(ref, "refs/heads/")))
		line = resolveRef(top, ref)
	}
	if isObjectName(line) {
		s.Commit = line
	}
	return s
}

// resolveRef returns the commit of a ref, loose or packed; "" if there is no such ref.
func resolveRef(top directory, ref string) string {
	names := strings.Split(ref, "/")
	for _, n := range names {
		if n == "" || n == "." || n == ".." {
			return ""
		}
	}
	if data, err := readBelow(top, refMax, append([]string{".git"}, names...)...); err == nil {
		return strings.TrimSpace(string(data))
	}
	data, err := readBelow(top, packedRefsMax, ".git", "packed-refs")
	if err != nil {
		return ""
	}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		if commit, name, ok := strings.Cut(lines.Text(), " "); ok && name == ref {
			return commit
		}
	}
	return ""
}

// isObjectName reports whether s is a full SHA-1 or SHA-256 in hexadecimal.
func isObjectName(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}
