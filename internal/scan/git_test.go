package scan

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/ignore"
)

// The state of a work tree is read from loose and from packed objects and refs.
func TestGitState(t *testing.T) {
	git := newGit(t)
	git.env = append(git.env, "GIT_AUTHOR_DATE=1700000000 +0100", "GIT_COMMITTER_DATE=1700000000 +0100",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=B 12 34", "GIT_COMMITTER_EMAIL=b@example.org")
	dir := t.TempDir()
	git.run(t, dir, "init", "-q", "-b", "topic/x")
	check := func(says, branch, commit string, dated bool) {
		t.Helper()
		got := scanned(t, dir, Options{}).Git
		if got == nil || got.Branch != branch || got.Commit != commit || (got.LastCommit != nil) != dated {
			t.Errorf("%s: got %+v, want branch %q, commit %q, dated %v", says, got, branch, commit, dated)
			return
		}
		if dated && !got.LastCommit.Equal(time.Unix(1700000000, 0)) {
			t.Errorf("%s: committed %v", says, got.LastCommit)
		}
	}
	check("without a commit", "topic/x", "", false)
	for range 30 {
		git.run(t, dir, "commit", "-q", "--allow-empty", "-m", "committer Z <z> 5 +0000\n\ncommitter Z <z> 5 +0000")
	}
	commit := strings.TrimSpace(git.run(t, dir, "rev-parse", "HEAD"))
	check("loose", "topic/x", commit, true)
	git.run(t, dir, "gc", "-q")
	if _, err := os.Stat(filepath.Join(dir, ".git", "refs", "heads", "topic", "x")); err == nil {
		t.Error("gc packed nothing: the packed case is not tested")
	}
	check("packed", "topic/x", commit, true)
	top, err := openRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer top.close()
	for commit := range strings.FieldsSeq(git.run(t, dir, "rev-list", "HEAD")) {
		if commitTime(top, commit) == nil {
			t.Errorf("commit %s is not found in its pack", commit)
		}
	}
	git.run(t, dir, "checkout", "-q", "--detach")
	check("detached", "", commit, true)
	write(t, dir, map[string]string{".git/HEAD": "ref: ../../../etc/passwd\n"})
	check("a ref that leads out", "../../../etc/passwd", "", false)
	write(t, dir, map[string]string{".git/HEAD": strings.Repeat("f", 40)})
	check("an object that is not there", "", strings.Repeat("f", 40), false)
	if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{".git": "gitdir: /elsewhere\n"})
	s := scanned(t, dir, Options{})
	if s.Git != nil || len(s.Files) != 0 || s.Ignored.Roots[0].Rule != ignore.VersionControlRule {
		t.Errorf("a .git that is a file: %+v, files %v", s.Git, paths(s))
	}
}

// FuzzPack reads pack indexes and packs that may be anything.
func FuzzPack(f *testing.F) {
	index := append([]byte("\xfftOc\x00\x00\x00\x02"), bytes.Repeat([]byte{0, 0, 0, 1}, 256)...)
	index = append(index, bytes.Repeat([]byte{0}, 20)...)
	f.Add(append(index, make([]byte, 8)...), []byte("\x91\x01x\x9c"), strings.Repeat("0", 40))
	f.Add(index, []byte{}, strings.Repeat("f", 64))
	f.Fuzz(func(t *testing.T, index, pack []byte, commit string) {
		id, err := hex.DecodeString(commit)
		if err != nil || len(id) == 0 {
			return
		}
		offset, ok := packOffset(bytes.NewReader(index), int64(len(index)), id)
		if ok {
			packedCommit(bytes.NewReader(pack), int64(len(pack)), offset, deltasMax)
		}
		if body, ok := packedCommit(bytes.NewReader(pack), int64(len(pack)), 0, deltasMax); ok {
			committerTime(body)
		}
		applyDelta(string(index), string(pack))
	})
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
