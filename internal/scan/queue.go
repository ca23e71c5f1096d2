package scan

import "sync"

// queue is a stack of tasks that workers share. The newest task comes first.
type queue struct {
	mu      sync.Mutex
	wake    sync.Cond
	stack   []task
	pending int   // tasks on the stack or running
	stopped error // why no more tasks are taken
}

// push adds tasks to the queue and wakes waiting workers. If the queue was stopped, it releases the
// directories that were kept open for the tasks instead.
func (q *queue) push(tasks ...task) {
	q.mu.Lock()
	if q.stopped != nil {
		q.mu.Unlock()
		release(tasks)
		return
	}
	q.stack = append(q.stack, tasks...)
	q.pending += len(tasks)
	q.mu.Unlock()
	if len(tasks) == 1 {
		q.wake.Signal()
	} else {
		q.wake.Broadcast()
	}
}

// next waits for a task and removes it. It returns false if the queue was stopped, or
// if it is empty and no running task can add one.
func (q *queue) next() (task, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		switch {
		case q.stopped != nil, q.pending == 0:
			return task{}, false
		case len(q.stack) > 0:
			last := len(q.stack) - 1
			t := q.stack[last]
			q.stack[last] = task{}
			q.stack = q.stack[:last]
			return t, true
		}
		q.wake.Wait()
	}
}

// finish marks one task as done. It wakes all workers if no task is left, so that they end.
func (q *queue) finish() {
	q.mu.Lock()
	q.pending--
	idle := q.pending == 0
	q.mu.Unlock()
	if idle {
		q.wake.Broadcast()
	}
}

// stop ends the queue with an error, drops the tasks on the stack and releases the directories that
// were kept open for them. Running tasks go on.
func (q *queue) stop(err error) {
	q.mu.Lock()
	q.stopped = err
	release(q.stack)
	q.stack = nil
	q.mu.Unlock()
	q.wake.Broadcast()
}

// release releases the directories that were kept open for tasks.
func release(tasks []task) {
	for _, t := range tasks {
		if t.at != nil {
			t.at.release()
		} else if t.node.from != nil {
			t.node.from.release()
		}
	}
}
