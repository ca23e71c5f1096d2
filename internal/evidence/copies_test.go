package evidence_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/evidence"
)

// numbers returns n different numbers of four digits, each with a blank after it.
func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%04d ", i*7919%10000)
	}
	return b.String()
}

// A copy of 399 bytes is found at every offset, after any prefix. A copy of 200 bytes is found if it is a block.
func TestCopyOf399BytesIsFoundAtEveryOffset(t *testing.T) {
	text := numbers(300)
	c := checker(t, map[string]string{"a.txt": strings.ReplaceAll(text, " ", "\n")})
	c.Blocks = evidence.NewBlocks()
	for before := range 401 {
		if !c.Copies(t.Context(), "a.txt", strings.Repeat("x", before)+"."+text[before:before+399]+"y") {
			t.Fatalf("a copy of 399 bytes after %d others is not found", before)
		}
	}
	for said, want := range map[string]bool{
		text[:200] + "y": true, "It says: " + text[400:600] + "y": true, text[:199] + "y": false, text[1:200] + "y": false, text[1:399]: false, strings.Repeat("x", 1000) + text[1:200]: false,
		"It says: " + text[:100]: false, "": false,
	} {
		if got := c.Copies(t.Context(), "a.txt", said); got != want {
			t.Errorf("%d bytes: a copy is found is %t", len(said), got)
		}
	}
	if c.Copies(t.Context(), "none", text) {
		t.Error("a copy of a file that is not there is found")
	}
}

// Each file is read once for all texts, and not at all for a text that is too short. Without a store it is read for each.
func TestFilesAreReadOnceForAllCopies(t *testing.T) {
	text := numbers(2000)
	c := checker(t, map[string]string{"a.txt": text, "b.txt": "short"})
	src := &counting{Source: c.Source, asked: map[string]int{}}
	c.Source, c.Blocks = src, evidence.NewBlocks()
	for i := range 50 {
		c.Copies(t.Context(), "a.txt", text[i:i+199])
		if len(src.asked) > i*2 {
			t.Fatalf("after %d texts of at most 199 bytes: %v", i+1, src.asked)
		}
		for _, p := range []luminos.Path{"a.txt", "b.txt"} {
			if got := c.Copies(t.Context(), p, text[i:i+600]); got != (p == "a.txt") {
				t.Errorf("%s has a copy is %t", p, got)
			}
		}
	}
	if src.asked["text a.txt"] != 1 || src.asked["text b.txt"] != 1 {
		t.Errorf("for 50 texts the files are read %v", src.asked)
	}
	c.Blocks = nil
	for range 2 {
		if !c.Copies(t.Context(), "a.txt", text[7:700]) {
			t.Error("without a store a copy is not found")
		}
	}
	if src.asked["text a.txt"] != 3 {
		t.Errorf("without a store: %v", src.asked)
	}
}

// The digests of 25 files of 8 MiB fit into the store. After the 26th the first file is read again, and no other.
func TestStoredBlocksAreBounded(t *testing.T) {
	var b strings.Builder
	for i := range 8 << 20 / 8 {
		fmt.Fprintf(&b, "%08d", i)
	}
	text := b.String()
	src := &counting{Source: memory{bytes: []byte(text)}, asked: map[string]int{}}
	c := evidence.Checker{Source: src, Blocks: evidence.NewBlocks()}
	copied := func(i int) {
		if !c.Copies(t.Context(), luminos.Path(fmt.Sprint(i)), text[1000:1500]) {
			t.Fatalf("no copy of file %d is found", i)
		}
	}
	for i := range 26 {
		copied(i)
	}
	copied(25)
	copied(1)
	copied(0)
	if src.asked["text 0"] != 2 || src.asked["text 25"] != 1 || src.asked["text 1"] != 1 {
		t.Errorf("reads of 26 files: %v", src.asked)
	}
}

// BenchmarkCopies compares 60 texts of 1,000 bytes with a file of 1 MiB. The metric x is the time with a store of
// blocks as a share of the time without one.
func BenchmarkCopies(b *testing.B) {
	text := numbers(10_000)
	src, _ := open(b, map[string]string{"a.txt": strings.Repeat(text, 1<<20/len(text))})
	compare := func(blocks *evidence.Blocks) time.Duration {
		c := evidence.Checker{Source: src, Blocks: blocks}
		began := time.Now()
		for i := range 60 {
			c.Copies(b.Context(), "a.txt", strings.Repeat(fmt.Sprint("other words ", i, " "), 1000/15))
		}
		return time.Since(began)
	}
	var with, without time.Duration
	for b.Loop() {
		without += compare(nil)
		with += compare(evidence.NewBlocks())
	}
	b.ReportMetric(float64(with)/float64(without), "x")
}
