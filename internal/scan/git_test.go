package scan

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/ignore"
)

// TestGitState reads the branch and the commit from loose and packed refs.
func TestGitState(t *testing.T) {
	git := newGit(t)
	git.env = append(git.env, "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=B", "GIT_COMMITTER_EMAIL=b@example.org")
	dir := t.TempDir()
	git.run(t, dir, "init", "-q", "-b", "topic/x")
	check := func(name, branch, commit string) {
		t.Helper()
		got := scanned(t, dir, Options{}).Git
		if got == nil || got.Branch != branch || got.Commit != commit {
			t.Errorf("%s: got %+v, want branch %q, commit %q", name, got, branch, commit)
		}
	}
	check("without a commit", "topic/x", "")
	git.run(t, dir, "commit", "-q", "--allow-empty", "-m", "first")
	commit := strings.TrimSpace(git.run(t, dir, "rev-parse", "HEAD"))
	check("loose", "topic/x", commit)
	git.run(t, dir, "pack-refs", "--all")
	if _, err := os.Stat(filepath.Join(dir, ".git", "refs", "heads", "topic", "x")); err == nil {
		t.Error("pack-refs packed nothing: the packed case is not tested")
	}
	check("packed", "topic/x", commit)
	git.run(t, dir, "checkout", "-q", "--detach")
	check("detached", "", commit)
	write(t, dir, map[string]string{".git/HEAD": "ref: ../../../etc/passwd\n"})
	check("a ref that leads out", "../../../etc/passwd", "")
	write(t, dir, map[string]string{".git/HEAD": strings.Repeat("f", 40)})
	check("an object that does not exist", "", strings.Repeat("f", 40))
	if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{".git": "gitdir: /elsewhere\n"})
	s := scanned(t, dir, Options{})
	if s.Git != nil || len(s.Files) != 0 || s.Ignored.Roots[0].Rule != ignore.VersionControlRule {
		t.Errorf("a .git that is a file: %+v, files %v", s.Git, paths(s))
	}
}

// The sample does not depend on the order in which files are offered.
func TestSampleIgnoresOrder(t *testing.T) {
	var a, b sampler
	for i := range 1000 {
		for s, j := range map[*sampler]int{&a: i, &b: 999 - i} {
			s.offer(luminos.Path(hex.EncodeToString([]byte{byte(j >> 8), byte(j)})+[]string{".go", ".txt", ""}[j%3]), 3, strings.NewReader("abc"))
		}
	}
	got, want := a.drawn(), b.drawn()
	if len(got) != 3*keptPerStratum {
		t.Errorf("%d files are sampled, want %d", len(got), 3*keptPerStratum)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("file %d is %v in one order and %v in another", i, got[i], want[i])
		}
	}
}
