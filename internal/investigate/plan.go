package investigate

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/rules"
	"luminos/internal/words"
)

const (
	reasonMost = 300 // characters of a reason, or of the notes
	notesMost  = 20  // of one kind; the rest is counted
	// skipMost is the part of the directories with files, in percent, that a plan
	// may skip. A plan that skips more is a mistake or an attack.
	skipMost = 90
)

// cleanPlan returns the plan p without invalid and repeated parts, and notes about the invalid ones. The result depends
// only on p and on the paths of the directories, since stored plans are reused for equal paths.
func cleanPlan(p *luminos.Plan, facts *luminos.Facts) (*luminos.Plan, []string) {
	c := &planCleaner{known: make(map[luminos.Path]bool, len(facts.Directories)), taken: map[luminos.Path]bool{}}
	for i := range facts.Directories {
		c.known[facts.Directories[i].Path] = true
	}
	clean := &luminos.Plan{Order: p.Order, Notes: oneLine(p.Notes)}
	clean.Skip = c.dirs(p.Skip, luminos.TierSkip)
	if i := slices.IndexFunc(clean.Skip, func(d luminos.PlannedDir) bool { return d.Path == luminos.Root }); i >= 0 {
		c.say("plan: the target itself is never skipped")
		clean.Skip = slices.Delete(clean.Skip, i, i+1)
		delete(c.taken, luminos.Root)
	}
	clean.Priority = c.dirs(p.Priority, luminos.TierPriority)
	clean.Shallow = c.dirs(p.Shallow, luminos.TierShallow)
	switch p.Order {
	case leafFirst, priorityFirst, breadthFirst:
	default:
		if p.Order != "" {
			c.say("plan: the order %.40q is not known; it goes leaf-first", p.Order)
		}
		clean.Order = leafFirst
	}
	if n := c.missing - notesMost; n > 0 {
		c.say("plan: %d more paths do not exist", n)
	}
	return clean, c.notes
}

type planCleaner struct {
	known, taken map[luminos.Path]bool
	notes        []string
	missing      int
}

func (c *planCleaner) say(format string, args ...any) {
	c.notes = append(c.notes, fmt.Sprintf(format, args...))
}

// dirs returns list, the directories of one tier in a model's plan, without directories that do not exist or occur
// earlier in the plan. It brings the turns within the limits of the tier.
func (c *planCleaner) dirs(list []luminos.PlannedDir, tier luminos.Tier) []luminos.PlannedDir {
	kept := []luminos.PlannedDir{}
	for _, d := range list {
		p := c.path(d.Path)
		if p == "" {
			if c.missing++; c.missing <= notesMost {
				c.say("plan: %.200q does not exist", string(d.Path))
			}
			continue
		}
		if c.taken[p] {
			continue
		}
		c.taken[p] = true
		d.Path, d.Reason = p, oneLine(d.Reason)
		if d.Turns = DefaultTurns.of(tier, d.Turns); tier == luminos.TierSkip {
			d.Turns = 0
		}
		if d.Questions = cleanQuestions(d.Questions); tier != luminos.TierPriority {
			d.Questions = nil
		}
		kept = append(kept, d)
	}
	return kept
}

// cleanQuestions returns the first [luminos.QuestionsMost] questions that are not empty, each once and on one line.
func cleanQuestions(list []string) []string {
	var lines []string
	for _, q := range list {
		if q = words.Line(q, luminos.QuestionLength); q != "" {
			lines = append(lines, q)
		}
	}
	return distinct(lines, luminos.QuestionsMost)
}

// distinct returns the first most different strings of the list.
func distinct(list []string, most int) (kept []string) {
	for _, s := range list {
		if !slices.Contains(kept, s) && len(kept) < most {
			kept = append(kept, s)
		}
	}
	return kept
}

// path returns the directory of the target for a path that a model wrote, such as "a" for "/a"; "" if there is no such
// directory.
func (c *planCleaner) path(p luminos.Path) luminos.Path {
	if c.known[p] {
		return p
	}
	s := strings.TrimSpace(string(p))
	if s == "" {
		return ""
	}
	// All paths of a plan are in the target, so "/a" means "a".
	for _, s := range []string{path.Clean(s), strings.TrimLeft(path.Clean(s), "/")} {
		if c.known[luminos.Path(s)] {
			return luminos.Path(s)
		}
	}
	return ""
}

// skipped returns the number n of directories with files that a plan with this skip list would skip, and the number of
// all directories with files.
func skipped(list []luminos.PlannedDir, dirs []luminos.DirFacts) (n, all int) {
	tierOf := (&luminos.Plan{Skip: list}).Tiers()
	for i := range dirs {
		if dirs[i].Files == 0 {
			continue
		}
		all++
		if tierOf(dirs[i].Path) == luminos.TierSkip {
			n++
		}
	}
	return n, all
}

// restrained returns the plan p without the skipped directories that the rules would not let it skip, and notes about
// them. A directory is not skipped if it contains a directory to which the rules give priority. If p still skips more
// than skipMost percent of the directories with files, only the directories are skipped that the rules would skip too.
func restrained(ctx context.Context, p *luminos.Plan, facts *luminos.Facts) (*luminos.Plan, []string) {
	byRules, _ := rules.Engine{}.Plan(ctx, &luminos.Dossier{Results: luminos.Results{Facts: facts}}) // rules do not fail
	var notes []string
	less := *p
	less.Skip = slices.DeleteFunc(slices.Clone(p.Skip), func(d luminos.PlannedDir) bool {
		i := slices.IndexFunc(byRules.Priority, func(important luminos.PlannedDir) bool { return important.Path.Within(d.Path) })
		if i >= 0 {
			notes = append(notes, fmt.Sprintf("plan: %q is not skipped: rules give priority to %q (%s)",
				d.Path, byRules.Priority[i].Path, strings.TrimSuffix(byRules.Priority[i].Reason, ".")))
		}
		return i >= 0
	})
	if n, all := skipped(less.Skip, facts.Directories); n*100 > all*skipMost {
		tierOf := byRules.Tiers()
		before := len(less.Skip)
		less.Skip = slices.DeleteFunc(less.Skip, func(d luminos.PlannedDir) bool { return tierOf(d.Path) != luminos.TierSkip })
		if len(less.Skip) < before {
			notes = append(notes, fmt.Sprintf("plan: it skips %d of %d directories with files; only those are skipped that rules would skip as well", n, all))
		}
	}
	return &less, notes
}

// oneLine returns text of an engine on one line of at most reasonMost characters.
func oneLine(s string) string { return words.Line(s, reasonMost) }

// defaultPlan returns the plan for a target for which no plan was made: every directory gets the default depth.
func defaultPlan() *luminos.Plan {
	return &luminos.Plan{
		Priority: []luminos.PlannedDir{}, Shallow: []luminos.PlannedDir{}, Skip: []luminos.PlannedDir{},
		Order: leafFirst, Notes: "Every directory at the default depth.",
	}
}
