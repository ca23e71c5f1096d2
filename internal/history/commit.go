package history

import (
	"bytes"
	"cmp"
	"container/heap"
	"context"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"golang.org/x/text/unicode/norm"
)

// commit is one commit, without its message.
type commit struct {
	hash    plumbing.Hash
	tree    plumbing.Hash
	parents []plumbing.Hash
	when    int64 // of the committer, in seconds of Unix
	zone    int   // of the committer, in seconds east of Greenwich
	written moment
	name    string
	address string
}

// moment is a time in seconds of Unix and its zone in seconds east of Greenwich.
type moment struct {
	when int64
	zone int
}

const (
	maxParents = 100
	// Times outside these do not come from a clock: the years 1980 to 2100.
	firstTime = 315532800
	lastTime  = 4102444800
)

// parseCommit parses the object of a commit. The message is not read.
func parseCommit(hash plumbing.Hash, data []byte) (commit, error) {
	c := commit{hash: hash}
	for len(data) > 0 && data[0] != '\n' {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		key, value, _ := strings.Cut(string(line), " ")
		switch key {
		case "tree":
			if !isHash(value) {
				return c, errCorrupt
			}
			c.tree = plumbing.NewHash(value)
		case "parent":
			if !isHash(value) || len(c.parents) == maxParents {
				return c, errCorrupt
			}
			c.parents = append(c.parents, plumbing.NewHash(value))
		case "author":
			c.name, c.address, c.written.when, c.written.zone = signature(value)
		case "committer":
			_, _, c.when, c.zone = signature(value)
		}
	}
	if c.tree.IsZero() || c.when == 0 {
		return c, errCorrupt
	}
	if c.written.when <= firstTime || c.written.when > c.when {
		c.written = moment{c.when, c.zone} // of a clock that was wrong
	}
	return c, nil
}

// signature returns the parts of "Name <address> 1700000000 +0200", the name with each accent and its letter as one
// character. Times that no clock shows are bounded.
func signature(s string) (name, address string, when int64, zone int) {
	name, address, _ = strings.Cut(s, "<")
	address, _, _ = strings.Cut(address, ">")
	fields := strings.Fields(s[strings.LastIndexByte(s, '>')+1:]) // an address can hold one, too
	if len(fields) > 0 {
		when, _ = strconv.ParseInt(fields[0], 10, 64)
		when = min(max(when, firstTime), lastTime)
	}
	if len(fields) > 1 {
		n, _ := strconv.Atoi(fields[1])
		if zone = (n/100*60 + n%100) * 60; zone < -24*3600 || zone > 24*3600 {
			zone = 0
		}
	}
	return norm.NFC.String(strings.TrimSpace(name)), strings.ToLower(strings.TrimSpace(address)), when, zone
}

// walk returns the newest commits that head can reach, at most maxCommits, the newest first, and whether there are
// more. Parents that a shallow copy lacks are left out; other missing parents are an error.
func walk(ctx context.Context, o *objects, head Head) (log []commit, more bool, err error) {
	first := plumbing.NewHash(head.Commit)
	queue, seen := &commits{}, map[plumbing.Hash]bool{first: true}
	push := func(hash plumbing.Hash) error {
		data, err := o.get(ctx, hash, plumbing.CommitObject)
		if err != nil {
			return err
		}
		c, err := parseCommit(hash, data)
		if err == nil {
			heap.Push(queue, c)
		}
		return err
	}
	if err := push(first); err != nil {
		return nil, false, err
	}
	for queue.Len() > 0 {
		if len(log) == maxCommits {
			return log, true, nil
		}
		c := heap.Pop(queue).(commit)
		log = append(log, c)
		for _, p := range c.parents {
			if seen[p] {
				continue
			}
			seen[p] = true
			if err := push(p); err == errMissing && head.Shallow {
				continue
			} else if err != nil {
				return nil, false, err
			}
		}
	}
	return log, false, nil
}

// commits is a heap of commits, the newest first.
type commits []commit

func (q commits) Len() int { return len(q) }
func (q commits) Less(i, j int) bool {
	return cmp.Or(-cmp.Compare(q[i].when, q[j].when), bytes.Compare(q[i].hash[:], q[j].hash[:])) < 0
}
func (q commits) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *commits) Push(c any)   { *q = append(*q, c.(commit)) }
func (q *commits) Pop() any {
	last := len(*q) - 1
	c := (*q)[last]
	*q = (*q)[:last]
	return c
}
