package modeltest

import (
	"fmt"
	"slices"
	"strings"
)

// Confused is a player that makes mistakes. Which one it makes depends on the seed, the directories to investigate and
// the turn: see [Request.Rand].
type Confused struct {
	Seed uint64
	// Only names the one of [Confusions] that it makes; "" is a random one in each turn.
	Only string
	// Lucid is the percentage of turns in which it is diligent.
	Lucid int
	// Size is the length of its longest texts in bytes; 4 MiB unless set.
	Size int
}

// confusions lists the mistakes of a [Confused] player with their names. do returns the mistaken reply to a request; t
// is one of the offered tools, or a tool without a schema if none is offered.
var confusions = []struct {
	name string
	do   mistake
}{
	{"wrong types", callRaw(`{"path":["a","b"],"summary":{"x":1},"confidence":"very","claims":"none","priority_dirs":7,"limit":"all","directories":null,"notable_files":{"a":1},"groups":true,"turns":"many"}`)},
	{"missing fields", callRaw(`{}`)},
	{"no object", callRaw(`["path", "."]`)},
	{"null", callRaw(`null`)},
	{"no input", callRaw(``)},
	{"broken JSON", callRaw(`{"path": "src", "summary": "it is `)},
	{"trailing text", callRaw(`{"path": "."} and that is all`)},
	{"extra fields", func(_ Confused, _ Request, t *Tool) Reply {
		args := fill(t.Schema, hints{"path": "."})
		args["mood"], args["partial"], args["cached_at"] = "good", true, "2020-01-01T00:00:00Z"
		return Say(Call(t.Name, args))
	}},
	{"unknown tool", always(Say(Call("delete_everything", map[string]any{"path": "/"})))},
	{"wild tool name", always(Say(Call("functions.read_file\n<x>", map[string]any{"path": "README.md"})))},
	{"no tools", always(Say(Text("I have finished and reported everything.")))},
	{"call as text", always(Say(Text("<tool_call>{\"name\": \"submit_report\", \"arguments\": {\"summary\": \"fine\"}}</tool_call>")))},
	{"empty answer", always(Reply{})},
	{"blank text", always(Say(Text(" \n\t ")))},
	{"thinking alone", always(Say(Think("So much to think about.")))},
	{"stop without calls", always(Reply{Blocks: []Block{Text("Calling now.")}, Stop: "tool_use"})},
	{"calls without stop", func(_ Confused, _ Request, t *Tool) Reply {
		return Reply{Blocks: []Block{Call(t.Name, fill(t.Schema, hints{"path": "."}))}, Stop: "end_turn"}
	}},
	{"unknown stop", always(Reply{Blocks: []Block{Text("Well.")}, Stop: "lunch_break"})},
	{"invented paths", func(_ Confused, _ Request, t *Tool) Reply {
		gone := hints{"path": "src/imaginary/module", "reason": "important", "suggested_turns": 900}
		return Say(Call(t.Name, fill(t.Schema, hints{"path": "src/imaginary/file.go", "summary": "It is made up.", "priority_dirs": []any{gone}, "skip_dirs": []any{gone, hints{"path": "../..", "reason": "out"}},
			"notable_files": []any{"never/was.go", "/etc/passwd", ""}, "claims": []any{hints{"statement": "It is so.", "path": "never/was.go", "quote": "nowhere", "first_line": 900, "last_line": 1}}})))
	}},
	{"the same again", func(_ Confused, r Request, t *Tool) Reply { return Looping{}.Play(r) }},
	{"fifty calls", func(_ Confused, _ Request, t *Tool) Reply {
		var calls []Block
		for i := range 50 {
			calls = append(calls, Call(t.Name, fill(t.Schema, hints{"path": fmt.Sprintf("file%d", i)})))
		}
		return Reply{Blocks: calls}
	}},
	{"megabytes", func(c Confused, _ Request, _ *Tool) Reply {
		return Say(Text(strings.Repeat("words without end, ", c.Size/19)))
	}},
	{"megabytes of input", func(c Confused, _ Request, t *Tool) Reply {
		return Say(Call(t.Name, fill(t.Schema, hints{"path": ".", "summary": strings.Repeat("s", c.Size)})))
	}},
	{"deep input", callRaw(strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000))},
	{"too deep input", callRaw(strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000))},
	{"control characters", func(_ Confused, _ Request, t *Tool) Reply {
		bad := "\x1b]0;owned\x07\x1b[2J\u202e\u0000 end"
		return Say(Text("Look: "+bad), Call(t.Name, fill(t.Schema, hints{"path": bad, "summary": bad, "brief": bad, "finding": bad})))
	}},
	{"many reports", func(_ Confused, r Request, t *Tool) Reply {
		if s := r.Submit(); s != nil {
			t = s
		}
		first, second := fill(t.Schema, hints{"summary": "First."}), fill(t.Schema, hints{"summary": "Second."})
		return Say(Call(t.Name, first), Call(t.Name, second))
	}},
	{"numbers out of range", callRaw(`{"path":".","summary":"s","confidence":1e308,"completeness":-7,"turns":99999999999999999999,"limit":-1,"offset":1e99}`)},
}

// mistake returns the mistaken reply to a request; t is one of the offered tools.
type mistake = func(c Confused, r Request, t *Tool) Reply

// callRaw returns a mistake: a function that replies to a request with a call of one of its tools with the arguments
// args, valid or not.
func callRaw(args string) mistake {
	return func(_ Confused, _ Request, t *Tool) Reply { return Say(CallRaw(t.Name, args)) }
}

// always returns a mistake: a function that gives the reply r to each request.
func always(r Reply) mistake { return func(Confused, Request, *Tool) Reply { return r } }

// Confusions returns the names of the mistakes that a [Confused] player makes.
func Confusions() []string {
	var names []string
	for _, c := range confusions {
		names = append(names, c.name)
	}
	return names
}

// Play returns a reply with a random mistake, or with the mistake c.Only if that is set. In c.Lucid percent of the
// turns it returns the reply of a [Diligent] player.
func (c Confused) Play(r Request) Reply {
	if c.Size == 0 {
		c.Size = 4 << 20
	}
	rnd := r.Rand(c.Seed)
	if rnd.IntN(100) < c.Lucid {
		return Diligent{}.Play(r)
	}
	t := &Tool{Name: "submit_report"}
	if len(r.Tools) > 0 {
		t = &r.Tools[rnd.IntN(len(r.Tools))]
	}
	i := slices.Index(Confusions(), c.Only)
	if i < 0 {
		i = rnd.IntN(len(confusions))
	}
	return confusions[i].do(c, r, t)
}
