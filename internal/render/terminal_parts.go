package render

import (
	"cmp"
	"slices"
	"strings"

	"luminos/internal/words"
)

// A shortened report has a bounded number of lines for any target. The first screen and the remarks at the end come
// first, then the parts with a bound of their own. The other parts share the remaining lines: each gets the lines that
// it needs or, if that is too much, an equal share; the text of a model before the facts of rules. A part that needs
// more has entries of fewer lines, then fewer entries, and a line that counts the others.

// leastLines is the least number of lines of a part that is cut: an empty line, the title, entries of four lines, and
// the remark on the others. A part with less room is left out.
const leastLines = 7

// whole writes a report with all parts in full.
func (t terminal) whole(doc document) {
	t.block(doc.screen)
	for _, p := range doc.parts {
		t.part(p)
	}
	t.part(doc.end)
}

// chosen writes the parts with the given names in full.
func (t terminal) chosen(doc document, names []string) {
	first := true
	for _, p := range doc.parts {
		if !slices.Contains(names, p.id) {
			continue
		}
		lines := t.lay(p, 0).lines
		if first {
			lines = lines[1:] // the empty line
		}
		first = false
		t.lines(0, lines)
	}
}

// shortened writes a report in at most doc.most lines.
func (t terminal) shortened(doc document) {
	head := t.keep(func(t terminal) { t.block(doc.screen) }).lines
	end, _ := t.fit(doc.end, doc.end.most)
	room := doc.most - len(head) - len(end) - 1 // the last line
	shown := slices.DeleteFunc(slices.Clone(doc.parts), func(p part) bool { return p.aside || onScreen(t, p, head) })
	texts, cut := make([][]string, len(shown)), make([]bool, len(shown))
	var free [3][]int // the parts without a bound of their own, by rank
	for i, p := range shown {
		switch {
		case p.whole():
			texts[i] = t.lay(p, 0).lines
			continue
		case p.most == 0:
			free[p.rank] = append(free[p.rank], i)
			continue
		}
		texts[i], cut[i] = t.fit(p, min(p.most, room))
		room -= len(texts[i])
	}
	share := func(indices []int, lines int) {
		granted, wants := granted(t, shown, indices, lines)
		for k, n := range shares(wants, lines) {
			i := granted[k]
			texts[i], cut[i] = t.fit(shown[i], n)
			room -= len(texts[i])
		}
	}
	share(free[mainText], room*3/4)
	share(free[otherText], room*3/4)
	share(free[factsText], room)
	var names []string
	for i, p := range shown {
		if texts[i] == nil || cut[i] {
			names = append(names, Clean(p.id))
		}
	}
	for _, p := range doc.parts {
		if p.aside {
			names = append(names, Clean(p.id))
		}
	}
	t.lines(0, head)
	for _, lines := range texts {
		t.lines(0, lines)
	}
	t.lines(0, end)
	t.put(t.paint(quiet, next(slices.Compact(names), t.target, t.width)))
}

// granted returns the indices of parts in free for which room has their lines or at least leastLines, with the lines
// that each wants.
func granted(t terminal, parts []part, free []int, room int) (kept, wants []int) {
	all := 0
	for _, i := range free {
		all += len(t.lay(parts[i], 0).lines)
	}
	left := room
	for _, i := range free {
		want := len(t.lay(parts[i], 0).lines)
		if least := min(want, leastLines); least <= left && !(parts[i].yields && all > room) {
			left -= least
			kept, wants = append(kept, i), append(wants, want)
		}
	}
	return kept, wants
}

// onScreen reports whether a part consists of flags that the first screen shows in full.
func onScreen(t terminal, p part, head []string) bool {
	screen := strings.Join(head, "\n") + "\n"
	return !slices.ContainsFunc(p.blocks, func(b block) bool {
		r, ok := b.(row)
		return !ok || r.kind != flagRow || !strings.Contains(screen, "\n"+strings.Join(t.screenFlag(r, 0), "\n")+"\n")
	})
}

// next returns the last line of a shortened report: how to see the rest. It names the sections that are left out or
// cut, as far as the width permits. A target that is too long for the width is not named.
func next(names []string, target string, width int) string {
	line := "more: luminos show -v " + target
	if cells(line) > width {
		line = "more: luminos show -v TARGET"
	}
	for n := len(names); n > 0; n-- {
		if long := line + ", or -s NAME: " + words.Some(names, n); cells(long) <= width {
			return long
		}
	}
	return truncate(line, width, "…")
}

// shares divides room among parts that want some lines each, and returns the lines of each: all that it wants or, if
// that is too much, an equal share of the lines that the smaller ones leave.
func shares(wants []int, room int) []int {
	order := make([]int, len(wants))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(wants[a], wants[b]) })
	out := make([]int, len(wants))
	for k, i := range order {
		out[i] = min(wants[i], room/(len(order)-k))
		room -= out[i]
	}
	return out
}

// fit returns the lines of a part, at most most, and whether entries were left out. Long entries are cut to three
// lines, then to two, before entries are left out.
func (t terminal) fit(p part, most int) (lines []string, cut bool) {
	var k *kept
	for _, n := range []int{0, 3, 2} {
		if k = t.lay(p, n); len(k.lines) <= most {
			return k.lines, false
		}
	}
	if len(k.entries) > 1 && k.entries[1].first >= most {
		k = t.lay(p, 1)
	}
	n := len(k.entries)
	for n > 0 && (n == len(k.entries) || k.entries[n].first > most-1) {
		n--
	}
	if n == 0 {
		return nil, true
	}
	rest := t.line(t.width-bodyIndent, as(quiet, p.restOf(k.entries[n:], n)))
	lines = k.lines[:k.entries[n].first:k.entries[n].first]
	for lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return append(lines, strings.Repeat(" ", bodyIndent)+rest), true
}

// lay returns the lines of a part whose entries have at most most lines each; 0 means all.
func (t terminal) lay(p part, most int) *kept {
	return t.keep(func(t terminal) {
		t.most = most
		t.part(p)
	})
}

// part writes an empty line, the title of a part if it has one, and its blocks.
func (t terminal) part(p part) {
	if p.title != "" {
		t.block(heading(p.title))
	}
	for _, b := range p.blocks {
		t.block(b)
	}
}

// keep returns the lines that write writes to a page like this one.
func (t terminal) keep(write func(terminal)) *kept {
	p := *t.page
	p.w, p.kept = nil, &kept{}
	write(terminal{&p})
	return p.kept
}
