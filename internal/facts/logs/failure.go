package logs

import (
	"slices"
	"strings"
)

const (
	// failureWords is the number of words of a message that the report has at most, and knownLeast of them are in
	// the list.
	failureWords = 12
	knownLeast   = 3
)

// gap replaces the words of a message that the report leaves out.
const gap = "…"

// known are the words of messages that a report can have: no name and no order to an agent consists of them.
var known = setOf(`
	a abort aborted aborting accept access accessing active address after all allocate allocated already an and
	annotation any application are argument at attempt attempting attempts authenticate authentication available
	bad be because been before bind block blocked broken buffer but bytes cache call cancelled cannot causing
	certificate channel check child client close closed closing command commit complete component config
	configuration connect connected connection connections connectivity contact container context corrupt could
	crash create data database deadlock deleting denied device directory disabled disconnect disconnected disk
	dns does down dropped due duplicate empty end entry error errors event exceeded exception execute exhausted
	exist exists exit exited expired fail failed failing failure fatal fetch file files find for forbidden found
	from full get granted handle handler handshake has have header heartbeat host hung id ignored in initialize
	initializing input instance insufficient interface internal interrupted interrupting invalid io is it job
	key kill killed leader length limit link load local lock locked lost memory message metadata method missing
	module network no node not null object of offline on open operation option or out output overflow packet
	page parameter parse parsing password path peer permission permitted pool port process protocol proxy query
	queue quota rate read reading received recover refused register rejected reload remote remove request
	required reset resolve resource response restart retries retry retrying running segment send sending server
	service serving session shutdown shutting signal size skipping slow socket space ssl start started starting
	state status still stop stopped storage stream such support supported syntax system table task temporary
	terminated the thread timed timeout tls to token too transaction type unable unavailable undefined
	unexpected unknown unreachable unrecognized unsupported update upstream usage user value version waiting
	warning was when while will with without worker write writing wrong zero`)

func setOf(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[w] = true
	}
	return set
}

// failure returns the most frequent group of messages of the gravest level with a group of two messages or more that
// has known words, as words for the report, and its number of messages.
func (t *tree) failure() (text string, lines int) {
	for _, level := range gravity[:3] { // to warnings
		for _, g := range t.groups {
			if g.level == level && g.count > max(lines, 1) {
				if words := shown(g.words); words != "" {
					text, lines = words, g.count
				}
			}
		}
		if lines > 0 {
			return text, lines
		}
	}
	return "", 0
}

// shown returns the known words of a message with gaps in place of the others, or "" if it has few known words.
func shown(words []string) string {
	var out []string
	n := 0
	for _, w := range words[:min(len(words), failureWords)] {
		bare := strings.Trim(w, ".,:;!()[]'\"")
		switch {
		case known[strings.ToLower(bare)]:
			n++
			out = append(out, bare)
		case len(out) == 0 || out[len(out)-1] != gap:
			out = append(out, gap)
		}
	}
	if n < knownLeast || n < len(slices.DeleteFunc(slices.Clone(out), func(w string) bool { return w != gap })) {
		return ""
	}
	return strings.Join(out, " ")
}
