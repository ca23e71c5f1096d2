package analyst

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// group is a group of directories as the synthesis sees it.
type group struct {
	luminos.Group
	Number  int // from 1; its name for the tools is "G1"
	entries []int
	flags   []int // in its members, the gravest first
}

// groupsOf returns the groups of the target with the indexes of their entries and flags.
func groupsOf(b *book) []group {
	if b.d.Grouping == nil {
		return nil
	}
	var groups []group
	of := map[luminos.Path]int{}
	for i, g := range b.d.Grouping.Groups {
		groups = append(groups, group{Group: g, Number: i + 1})
		for _, p := range g.Members {
			of[p] = i
		}
	}
	for i := range b.d.Entries {
		if g, ok := of[b.d.Entries[i].Path]; ok {
			groups[g].entries = append(groups[g].entries, i)
		}
	}
	for i := range b.flags {
		p := b.flags[i].Path
		g, ok := of[p]
		if !ok {
			g, ok = of[p.Dir()] // p is a file
		}
		if ok {
			groups[g].flags = append(groups[g].flags, i)
		}
	}
	return groups
}

// groupNamed returns the group that a model names "G3" or "3", or nil.
func (b *book) groupNamed(name string) *group {
	n, err := strconv.Atoi(strings.TrimLeft(strings.TrimSpace(name), "Gg"))
	if err != nil || n < 1 || n > len(b.groups) {
		return nil
	}
	return &b.groups[n-1]
}

// Bounds of the head of a group in the opening.
const (
	headSummary = 800 // characters of the summary of a group or a domain
	headFlags   = 12  // flags that are named
	hiddenLine  = 90  // bytes of the line about members that are not shown
)

// directories returns the entries of directories in at most room bytes, for a large target by groups. It fills the room
// as long as entries are shortened, and states the number of entries that it leaves out.
func (b *book) directories(room int) string {
	dir := func(i int, l lengths) string { return b.dir(&b.d.Entries[i], l) }
	if b.groups == nil {
		return b.ungrouped(room, dir)
	}
	heads, size := b.heads(min(headSummary, room/4/(len(b.groups)+len(b.d.Grouping.Domains))))
	if size > room/2 {
		heads, size = b.heads(0)
	}
	s := spreadOver(max(room-size-hiddenLine*len(b.groups), 0), b.byImportance(), dir)
	var all strings.Builder
	for i := range heads {
		all.WriteString(heads[i])
		if i == 0 {
			continue // the domains
		}
		g := &b.groups[i-1]
		hidden := 0
		for _, k := range g.entries {
			all.WriteString(s.shown(k))
			if s.size[k] < 0 {
				hidden++
			}
		}
		if hidden > 0 {
			fmt.Fprintf(&all, "- %s more, not shown: list_cache with the group G%d lists all\n",
				words.Plural(hidden, "directory"), g.Number)
		}
	}
	return all.String()
}

// heads returns the text about the domains and then the heading of each group, with summaries of at most most
// characters, and their bytes. If most is 0, summaries and flags are left out.
func (b *book) heads(most int) (heads []string, size int) {
	heads = append(heads, b.domainHeads(most))
	for i := range b.groups {
		heads = append(heads, b.groupHead(&b.groups[i], most))
	}
	for _, h := range heads {
		size += len(h)
	}
	return heads, size
}

// ungrouped returns the entries of directories by path.
func (b *book) ungrouped(room int, dir func(int, lengths) string) string {
	order := b.byImportance()
	s := spreadOver(room, order, dir)
	if !slices.Contains(s.size, -1) {
		var all strings.Builder
		for i := range s.size {
			all.WriteString(s.shown(i))
		}
		return all.String()
	}
	text, _ := fill(room, order, "directory", func(i int) string { return s.at(i, max(s.size[i], 0)) })
	return text
}

// domainHeads returns the domains of the target with the names of their groups, and at most most characters of their
// summaries.
func (b *book) domainHeads(most int) string {
	var all strings.Builder
	for _, d := range b.d.Grouping.Domains {
		var names []string
		for i := range b.groups {
			if slices.Contains(d.Groups, b.groups[i].Name) {
				names = append(names, "G"+strconv.Itoa(i+1))
			}
		}
		fmt.Fprintf(&all, "- domain %s%s: %s", quote(80, d.Name), byRules(d.Basis), words.List(names))
		if most > 0 && d.Summary != "" {
			all.WriteString("; " + quote(most, d.Summary))
		}
		all.WriteString("\n")
	}
	return all.String()
}

// groupHead returns the heading of a group: its name, its size and, unless most is 0, at most most characters of its
// summary and its flags.
func (b *book) groupHead(g *group, most int) string {
	head := fmt.Sprintf("\n### G%d %s%s: %s, %s\n", g.Number, quote(80, g.Name), byRules(g.Basis),
		words.Plural(len(g.Members), "directory"), words.Plural(g.Files, "file"))
	if most == 0 {
		return head
	}
	if text := quote(most, g.Summary); text != "" {
		head += "what it is: " + text + "\n"
	}
	if text := quote(max(most/2, 1), g.Reason); text != "" {
		head += "why one group: " + text + "\n"
	}
	var flags []string
	for _, i := range g.flags {
		flags = append(flags, flagName(i)+" ("+string(b.flags[i].Severity)+")")
	}
	if flags != nil {
		head += "flags: " + words.Some(flags, headFlags) + "\n"
	}
	return head
}

func byRules(basis luminos.Basis) string {
	if basis == luminos.Judged {
		return ""
	}
	return " (by rules)"
}
