package hostiletest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
)

// Remove deletes a directory of any permissions and depth.
func Remove(dir string) error {
	if err := os.RemoveAll(dir); err == nil {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	permit(root)
	root.Close()
	return os.RemoveAll(dir)
}

// permit gives the owner every permission on root and the directories below.
func permit(root *os.Root) {
	root.Chmod(".", 0o700)
	f, err := root.Open(".")
	if err != nil {
		return
	}
	names, _ := f.Readdirnames(-1)
	f.Close()
	for _, name := range names {
		info, err := root.Lstat(name)
		if err != nil || !info.IsDir() {
			continue
		}
		root.Chmod(name, 0o700)
		if sub, err := root.OpenRoot(name); err == nil {
			permit(sub)
			sub.Close()
		}
	}
}

// Churn makes a directory "churn" below dir and changes its contents without pause until stop is called. The names are
// f0 to f7, d, d/inside.txt, away and swap: files grow, shrink and vanish, d is swapped for a link to outside and back,
// and swap is a FIFO, a link or a file. stop waits for the last change and returns the number of attempts at a change,
// also if it is called again.
func Churn(dir, outside string, seed uint64) (stop func() (changes int), err error) {
	c := &churner{dir: filepath.Join(dir, "churn"), outside: outside, rng: rand.New(rand.NewPCG(seed, 1))}
	if err := os.MkdirAll(filepath.Join(c.dir, "d"), 0o755); err != nil {
		return nil, err
	}
	var halt atomic.Bool
	done := make(chan int)
	go func() {
		n := 0
		for ; !halt.Load(); n++ {
			c.step()
			runtime.Gosched()
		}
		done <- n
	}()
	return sync.OnceValue(func() int { halt.Store(true); return <-done }), nil
}

type churner struct {
	dir, outside string
	rng          *rand.Rand
}

// step makes one random change in the directory: it writes, cuts or removes a file, or replaces a directory or a file
// by a link or a FIFO. It ignores errors, since changes collide.
func (c *churner) step() {
	file := filepath.Join(c.dir, fmt.Sprintf("f%d", c.rng.IntN(8)))
	d, away, swap := filepath.Join(c.dir, "d"), filepath.Join(c.dir, "away"), filepath.Join(c.dir, "swap")
	switch c.rng.IntN(8) {
	case 0:
		os.WriteFile(file, []byte("line one\nline two\n"), 0o644)
	case 1:
		if f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0); err == nil {
			f.WriteString("one line more\n")
			f.Close()
		}
	case 2:
		os.Truncate(file, int64(c.rng.IntN(12)))
	case 3:
		os.Remove(file)
	case 4, 5: // a directory becomes a link out, and a directory again
		os.WriteFile(filepath.Join(d, "inside.txt"), []byte("inside\n"), 0o644)
		if os.Rename(d, away) == nil {
			os.Symlink(c.outside, d)
			runtime.Gosched()
			os.Remove(d)
			os.Rename(away, d)
		}
	case 6:
		os.RemoveAll(swap)
		mkfifo(swap)
	case 7:
		os.RemoveAll(swap)
		if c.rng.IntN(2) == 0 {
			os.Symlink(filepath.Join(c.outside, "inside.txt"), swap)
		} else {
			os.WriteFile(swap, []byte("regular\n"), 0o644)
		}
	}
}
