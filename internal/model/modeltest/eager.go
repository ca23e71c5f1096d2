package modeltest

import (
	"fmt"
	"path"
	"strings"
)

// Eager is a player with the appetite of a model that thinks at length: it writes thinking before the calls of another
// player and, if Looks is set, uses up the turns of a unit, and most of a refinement, with searches and outlines before it reports.
type Eager struct {
	Player  Player
	Thought int // bytes of thinking in each turn
	Looks   bool
}

// Play returns the reply of the player e.Player with thinking before it, or a look around in place of a report that
// comes before the last turns of a unit.
func (e Eager) Play(r Request) Reply {
	reply := orDiligent(e.Player).Play(r)
	turns := 0 // that are used up
	switch r.Pass() {
	case PassDirectory:
		turns = r.Brief().Turns - 2
	case PassRefine:
		turns = refineLooks
	}
	if e.Looks && r.Turn <= turns && !r.urged() && submits(reply) {
		reply = Reply{Blocks: look(r)}
	}
	if e.Thought > 0 {
		thought := fmt.Sprintf("Turn %d of the work on %s: ", r.Turn, strings.Join(r.Brief().Dirs, ", "))
		const weighed = "what was read fits the names of the files, and what is left open is looked up next. "
		thought += strings.Repeat(weighed, e.Thought/len(weighed)+1)
		reply.Blocks = append([]Block{Think(thought[:max(e.Thought, 1)])}, reply.Blocks...)
	}
	return reply
}

// refineLooks is the number of turns of a refinement before its report.
const refineLooks = 9

// submits reports whether a reply calls a tool that ends the conversation, and no other.
func submits(r Reply) bool {
	ends := false
	for _, b := range r.Blocks {
		if b.Type == "tool_use" {
			ends = strings.HasPrefix(b.Name, "submit_")
		}
	}
	return ends
}

// look returns the calls of a turn of looking around in a unit: a search, and the outlines of two files that were read.
func look(r Request) []Block {
	dirs := r.Brief().Dirs
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	var calls []Block
	patterns := []string{"TODO", "error", "return", "import", "version", "http", "test", "config"}
	if t := r.Tool("search_files"); t != nil {
		search := hints{"path": dirs[0], "pattern": patterns[r.Turn%len(patterns)], "limit": 40}
		calls = append(calls, Call(t.Name, fill(t.Schema, search)))
	}
	var files []string
	for _, c := range r.Calls() {
		if c.Name == "read_file" && !c.Failed {
			files = append(files, c.Arg("path"))
		}
	}
	if t := r.Tool("parse_structure"); t != nil && len(files) > 0 {
		for i := range 2 {
			calls = append(calls, Call(t.Name, fill(t.Schema, hints{"path": path.Clean(files[(2*r.Turn+i)%len(files)])})))
		}
	}
	if len(calls) == 0 {
		return []Block{Text("There is nothing left to look at.")}
	}
	return calls
}
