package scan

import (
	"errors"
	"testing"
)

// TestStoppedQueueReleasesLaterTasks checks that a queue releases the directories of the tasks that it
// holds when it is stopped, and of the tasks that are pushed afterwards.
func TestStoppedQueueReleasesLaterTasks(t *testing.T) {
	top, err := openRoot(opened(t, t.TempDir()).Root())
	if err != nil {
		t.Fatal(err)
	}
	defer top.close()
	w := newWalk(top, Options{}, nil, nil)
	tasks := func() []task {
		var all []task
		for range 2 {
			d, err := top.openDir(".")
			if err != nil {
				t.Fatal(err)
			}
			h := &handle{directory: d, walk: w}
			h.users.Store(1)
			w.open.Add(1)
			all = append(all, task{node: &node{from: h}})
		}
		all[0].at = all[0].node.from
		return append(all, task{node: &node{}})
	}
	w.push(tasks()...)
	if n := w.open.Load(); n != 2 {
		t.Fatalf("%d directories are open before the stop, want 2", n)
	}
	w.stop(errors.New("stopped"))
	w.push(tasks()...)
	if n := w.open.Load(); n != 0 {
		t.Errorf("%d directories are still open", n)
	}
	if _, ok := w.next(); ok {
		t.Error("a stopped queue gives a task")
	}
}
