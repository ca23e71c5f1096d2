package modeltest

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Brief holds the parts of the first message of a conversation on which players act.
type Brief struct {
	Dirs  []string // directories to investigate, sorted
	Turns int      // the allowance; 0 if the opening names none
	Tree  []string // directories that the tree shows, sorted, without the target and names in quotes
}

// ReadBrief parses the lines of an opening that have a fixed form:
//
//	Unit: "src"                      the directory to investigate, as a JSON string
//	Directories of this unit:        or a list of such strings
//	- "src"
//	You have 10 turns.               the allowance
//	## The tree                      a heading that ends in "tree", followed by directories,
//	    name/ (facts)                indented by four spaces for each level
//
// The tests of the package that writes openings call ReadBrief, so that they fail if the form changes.
func ReadBrief(opening string) Brief {
	var b Brief
	var inList, inTree bool
	var stack []string
	for line := range strings.Lines(opening) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "## "):
			inTree = strings.HasSuffix(line, "tree")
		case strings.HasPrefix(line, "Unit: "):
			b.addDir(strings.TrimPrefix(line, "Unit: "))
		case line == "Directories of this unit:":
			inList = true
		case inList && b.addDir(strings.TrimPrefix(line, "- ")):
		case strings.HasPrefix(line, "You have "):
			number, _, _ := strings.Cut(strings.TrimPrefix(line, "You have "), " ")
			b.Turns, _ = strconv.Atoi(number)
		case inTree:
			name := strings.TrimLeft(line, " ")
			depth := min((len(line)-len(name))/4, len(stack))
			if name, _, ok := strings.Cut(name, "/ ("); ok && name != "." && !strings.HasPrefix(name, `"`) {
				stack = append(stack[:depth], name)
				b.Tree = append(b.Tree, path.Join(stack...))
			}
		default:
			inList = false
		}
	}
	slices.Sort(b.Dirs)
	slices.Sort(b.Tree)
	return b
}

// addDir parses a JSON string and adds it to b.Dirs. It reports whether the text was a JSON string.
func (b *Brief) addDir(quoted string) bool {
	var name string
	if json.Unmarshal([]byte(quoted), &name) != nil {
		return false
	}
	b.Dirs = append(b.Dirs, name)
	return true
}

// Brief returns the unit, the turns and the tree that the first message of the request states in lines of a fixed form:
// see [ReadBrief].
func (r Request) Brief() Brief { return ReadBrief(r.Opening()) }
