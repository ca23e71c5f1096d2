package injection

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var treesFlag = flag.String("injection.trees", "", "directories, divided by commas, of which the flagged places are logged")

// TestOrdinaryTrees logs the flagged places of ordinary trees, to be looked up one by one.
func TestOrdinaryTrees(t *testing.T) {
	if *treesFlag == "" {
		t.Skip("no -injection.trees")
	}
	files, flagged, size, took := 0, 0, 0, time.Duration(0)
	for root := range strings.SplitSeq(*treesFlag, ",") {
		err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
			if err == nil && d.Name() == ".git" {
				return fs.SkipDir
			}
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			files++
			b, err := os.ReadFile(p)
			if err != nil || bytes.IndexByte(b[:min(len(b), 8000)], 0) >= 0 {
				return nil
			}
			size += len(b)
			began := time.Now()
			places := Search(string(b), false)
			took += time.Since(began)
			if len(places) > 0 {
				flagged++
			}
			for _, at := range places {
				line := strings.Join(strings.Fields(strings.SplitN(string(b), "\n", at.Line+1)[at.Line-1]), " ")
				t.Logf("%s:%d: %s: %.220s", strings.TrimPrefix(p, root), at.Line, at.Pattern, line)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d files flagged; %d MB, %.0f MB/s", flagged, files, size>>20, float64(size)/(1<<20)/took.Seconds())
}
