package evidence

import "strings"

const (
	// headsMost is the number of lines that begin the blocks around an excerpt, headsAway is their distance at most.
	headsMost, headsAway = 2, 400
	// headMost is the number of lines of one such beginning.
	headMost = 60
)

// heads returns the lines before the index top that begin the blocks around the cited lines, which have the indexes
// from first to before last. Each begins the block, such as a function, around the next one: it is the nearest with a
// smaller indentation, or the first line of a head of several lines. Lines of documentation strings are no heads. Heads
// from top on are shown anyhow and not returned. At most headsMost are returned, the innermost ones.
func (t *text) heads(first, last, top int) (list []string) {
	for first < last-1 && indentation(t.lines[first]) < 0 {
		first++
	}
	inner := indentation(t.lines[first])
	for i := first; i >= max(0, first-headsAway) && len(list) < headsMost; i-- {
		n := indentation(t.lines[i])
		if n < 0 || i < first && (n >= inner || t.documents(i)) {
			continue
		}
		if i = t.begins(i); i < top {
			list = append([]string{t.lines[i]}, list...)
		}
		if inner = min(n, max(indentation(t.lines[i]), 0)); inner == 0 {
			break
		}
	}
	return list
}

// begins returns the index of the first line of the head that ends on the line at an index: the line above a single
// brace, and the one that opens the brackets that are closed there.
func (t *text) begins(at int) int {
	if at > 0 && strings.TrimSpace(t.lines[at]) == "{" && indentation(t.lines[at-1]) >= 0 {
		at--
	}
	open := 0
	for i := at; i >= max(0, at-headMost); i-- {
		for _, r := range t.lines[i] {
			switch r {
			case '(', '[':
				open++
			case ')', ']':
				open--
			}
		}
		if open >= 0 {
			return i
		}
	}
	return at
}

// documents reports whether the line at an index is a part of a documentation string of Python.
func (t *text) documents(at int) bool {
	if ext := t.Path.Ext(); ext != ".py" && ext != ".pyi" {
		return false
	}
	if t.strings == nil {
		t.strings = longStrings(t.lines)
	}
	return t.strings[at]
}

// longStrings returns for each line whether it begins inside of a string in three quotation marks, or with one.
func longStrings(lines []string) []bool {
	inside, mark := make([]bool, len(lines)), ""
	for i, l := range lines {
		l = strings.TrimSpace(l)
		inside[i] = mark != "" || strings.HasPrefix(l, `"""`) || strings.HasPrefix(l, "'''")
		for mark != "" || !strings.HasPrefix(l, "#") {
			var n int
			if mark != "" {
				n = strings.Index(l, mark)
			} else if n = strings.Index(l, `"""`); n < 0 || strings.Contains(l[:n], "'''") {
				n = strings.Index(l, "'''")
			}
			if n < 0 {
				break
			}
			if mark == "" {
				mark = l[n : n+3]
			} else {
				mark = ""
			}
			l = l[n+3:]
		}
	}
	return inside
}
