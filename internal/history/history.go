// Package history reads the history of a git repository: dates and people of its newest commits, and the files that
// they changed. It reads the files of the repository itself and starts no program.
//
// A repository can be hostile. Objects are read one by one within bounds on their size and their number, chains of
// differences have a maximal length, and no configuration, link or alternate leads the reader elsewhere.
package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"luminos"
)

// Bounds of one history. They are numbers of objects and bytes, not times: the same repository gives the same history
// on each machine.
const (
	maxCommits = 20000 // read for dates and people
	maxChanges = 1000  // compared with their parents
	massFiles  = 100   // a commit that changes more files is left out of the statistics
)

// Read returns the history of the repository in the directory .git of files up to the commit head. A history that
// cannot be read has the reason in NotRead; an error means that ctx ended.
func Read(ctx context.Context, files Files, head Head) (*luminos.History, error) {
	h := unread(head, head.Problem)
	if h.NotRead != "" {
		return h, nil
	}
	o, err := openObjects(ctx, files)
	if err != nil {
		return failed(ctx, head, err)
	}
	defer o.close()
	log, more, err := walk(ctx, o, head)
	if err == errMissing && borrows(ctx, files) {
		err = errElsewhere
	}
	if err != nil {
		return failed(ctx, head, err)
	}
	h.Commits, h.More = len(log), more
	h.Last, h.First = log[0].day(), firstDay(log, more || head.Shallow)
	h.Tag, h.TagDate, h.TagCommit = newestTag(ctx, o, log)
	people := persons(log)
	h.Year, h.Periods = activity(log, people)
	h.Changes, err = changes(ctx, o, log, people)
	if err != nil {
		return failed(ctx, head, err)
	}
	return h, nil
}

// firstDay returns the day of the oldest commit. In a complete log it is the day on which the author wrote it, because
// a rebase gives all commits the day of the rebase.
func firstDay(log []commit, cut bool) string {
	if cut {
		oldest := slices.MinFunc(log, func(a, b commit) int { return cmp.Compare(a.when, b.when) })
		return oldest.day()
	}
	return slices.MinFunc(log, func(a, b commit) int { return cmp.Compare(a.written.when, b.written.when) }).written.day()
}

// borrows reports whether the repository names other directories with its objects.
func borrows(ctx context.Context, files Files) bool {
	_, err := files.Stat(ctx, ".git/objects/info/alternates")
	return err == nil
}

// failed returns a history that was not read for the reason of err, or the error of ctx if ctx ended.
func failed(ctx context.Context, head Head, err error) (*luminos.History, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return unread(head, reason(err)), nil
}

// unread returns a history without commits.
func unread(head Head, why string) *luminos.History {
	return &luminos.History{
		Branch: head.Branch, Commit: head.Commit, Shallow: head.Shallow, NotRead: why, Periods: []luminos.Activity{},
	}
}

// problem is an error with a text that is made here and has no bytes of the repository.
type problem string

func (p problem) Error() string { return string(p) }

// The problems of repositories.
const (
	errMissing   problem = "an object of the repository is missing"
	errCorrupt   problem = "an object of the repository is damaged"
	errBounds    problem = "an object of the repository exceeds the bounds of the reader"
	errElsewhere problem = "its objects are in another repository, which is not read"
	errTooMuch   problem = "the repository exceeds the bounds of the reader"
)

// reason returns the text of a problem in err, or else of [luminos.ReadProblem].
func reason(err error) string {
	if p, ok := errors.AsType[problem](err); ok {
		return string(p)
	}
	return luminos.ReadProblem(err)
}

// activity returns the numbers of commits and people in the year before the newest commit and in its quarters, the
// newest first. The quarter in which that year begins is left out.
func activity(log []commit, people *people) (year luminos.Activity, quarters []luminos.Activity) {
	end := log[0].time()
	start := end.AddDate(-1, 0, 0)
	all := newCount()
	var order []string
	byQuarter := map[string]*count{}
	for y, q := end.Year(), (int(end.Month())+2)/3; len(order) < 4; {
		name := fmt.Sprintf("%d Q%d", y, q)
		order, byQuarter[name] = append(order, name), newCount()
		if q--; q == 0 {
			y, q = y-1, 4
		}
	}
	for i := range log {
		t := log[i].time()
		if t.Before(start) || t.After(end) {
			continue
		}
		who := people.of(&log[i])
		all.add(who)
		if c := byQuarter[fmt.Sprintf("%d Q%d", t.Year(), (int(t.Month())+2)/3)]; c != nil {
			c.add(who)
		}
	}
	for _, name := range order {
		a := byQuarter[name].activity(people)
		a.Period = name
		quarters = append(quarters, a)
	}
	return all.activity(people), quarters
}

// count counts commits by person.
type count struct {
	commits int
	by      map[int]int
}

func newCount() *count { return &count{by: map[int]int{}} }

func (c *count) add(who int) {
	c.commits++
	c.by[who]++
}

// activity returns the counts without a period.
func (c *count) activity(people *people) luminos.Activity {
	a := luminos.Activity{Commits: c.commits}
	for who := range c.by {
		if people.bot(who) {
			a.Bots++
		} else {
			a.People++
		}
	}
	return a
}

// time returns the time of the commit in UTC.
func (c *commit) time() time.Time { return time.Unix(c.when, 0).UTC() }

// day returns the day of the commit by the clock of its committer.
func (c *commit) day() string { return moment{c.when, c.zone}.day() }

// day returns the day of the moment by the clock of its zone.
func (m moment) day() string {
	return time.Unix(m.when, 0).In(time.FixedZone("", m.zone)).Format(time.DateOnly)
}
