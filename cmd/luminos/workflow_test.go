package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The workflow in docs pins each action to a commit, and calls the program with flags that it has.
func TestWorkflowIsPinnedAndRuns(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/luminos.yml")
	if err != nil {
		t.Fatal(err)
	}
	pinned := regexp.MustCompile(`^[a-z/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	for _, line := range regexp.MustCompile(`uses: (.*)`).FindAllStringSubmatch(string(text), -1) {
		if !pinned.MatchString(line[1]) {
			t.Errorf("not pinned to a commit: %s", line[1])
		}
	}
	_, call, found := strings.Cut(string(text), `"$RUNNER_TEMP/luminos" `)
	call, _, _ = strings.Cut(call, "\n        working-directory")
	if !found {
		t.Fatal("the workflow does not call luminos")
	}
	dir := t.TempDir()
	call = strings.ReplaceAll(strings.ReplaceAll(call, `"`, ""), "$RUNNER_TEMP", t.TempDir())
	args := strings.Fields(call)
	args[len(args)-1] = dir
	a, _, stderr := testApp()
	if status := a.run(t.Context(), args); status != statusDone {
		t.Errorf("luminos %s: status %d: %s", strings.Join(args, " "), status, stderr)
	}
}
