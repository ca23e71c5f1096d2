package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
	"luminos/internal/tool"
)

// story returns a conversation in which every kind of record occurs.
func story() []func(model.Call) (model.Response, error) {
	return []func(model.Call) (model.Response, error){
		tools(words("<First> & \u2028"), use("read_file", `{"path":"a"}`), use("write_cache", `{"text":"one"}`)),
		stops(model.StopLimitInTool, use("read_file", `{"pa`)),
		stops(model.StopPause, words("wait ")),
		tools(use("write_cache", `{"text":"two"}`), use("request_turns", `{}`), use("nothing", `{}`)),
		stops(model.StopEnd),
		took(8500, use("read_file", `{"path":"b"}`)),
		tools(use("write_cache", `{"text":"three"}`)),
		tools(use("write_cache", `{"text":"four"}`)),
		tools(use("write_cache", `{"text":"four"}`)),
		tools(use("write_cache", `{"text":"four"}`)),
		submit(),
	}
}

// teller is a client that answers equal calls equally, as a server does.
type teller struct {
	scripted
	sent     []string
	answered map[string]model.Response
}

func (s *teller) Complete(_ context.Context, c model.Call, _ func(model.Delta)) (model.Response, error) {
	if err := c.Check(); err != nil {
		s.t.Error(err)
	}
	raw, err := json.Marshal([]any{c.Messages, c.MaxOutput})
	key := string(raw)
	if err != nil {
		return model.Response{}, err
	}
	s.sent = append(s.sent, key)
	if _, ok := s.answered[key]; !ok {
		if len(s.answered) >= len(s.answers) {
			s.t.Fatalf("the conversation took another way: %s", key)
		}
		if s.answered[key], err = s.answers[len(s.answered)](c); err != nil {
			return model.Response{}, err
		}
	}
	return s.answered[key], nil
}

// run holds the conversation of the story, with a desk of its own.
func (s *teller) run(j agent.Journal) (*desk, agent.Outcome, error) {
	d := &desk{}
	l := agent.Loop{
		Client: s, Terms: agent.Terms{Model: "m", Opening: "Look."}, Limits: agent.Limits{Turns: 9, Context: 10_000},
		Tools: d.tools(), Submit: "submit_report", Work: joined{d}, Journal: j,
	}
	o, err := l.Run(s.t.Context())
	return d, o, err
}

func telling(t *testing.T) *teller {
	return &teller{scripted: scripted{t: t, answers: story()}, answered: map[string]model.Response{}}
}

// A run that is interrupted at any operation, once or twice, is continued to the same end, and no answer that was kept
// is asked for again.
func TestBrokenOffRunsComeToTheSameEnd(t *testing.T) {
	s := telling(t)
	whole := &memory{}
	d, want, err := s.run(whole)
	if err != nil || want.End != agent.EndSubmitted || want.Conversations != 2 || want.Turns != 11 {
		t.Fatalf("undisturbed: %+v, %v", want, err)
	}
	sent := s.sent
	for n := 1; n <= whole.ops; n++ {
		for _, after := range []bool{false, true} {
			for _, twice := range []bool{false, true} {
				s.sent = nil
				j := &memory{failing: n, after: after}
				if _, o, err := s.run(j); !errors.Is(err, errBroken) || o == want {
					t.Fatalf("broken at %d: %+v, %v", n, o, err)
				}
				if twice {
					j.ops, j.failing = 0, 1
					if _, _, err := s.run(j); err != nil && !errors.Is(err, errBroken) {
						t.Fatal(err)
					}
				}
				j.failing = 0
				again, got, err := s.run(j)
				if err != nil || got != want || !reflect.DeepEqual(again.written, d.written) || again.report != d.report {
					t.Fatalf("broken at %d (after %v): %+v %+v, %v; want %+v %+v", n, after, got, again, err, want, d)
				}
				if extra := len(s.sent) - len(sent); extra > 2 || !twice && extra > 1 {
					t.Errorf("broken at %d: %d calls more than needed", n, extra)
				}
				if got := slices.Compact(slices.Clone(s.sent)); !slices.Equal(got, sent) {
					t.Errorf("broken at %d: the server was sent something else:\n%s\nwant\n%s", n, strings.Join(got, "\n"), strings.Join(sent, "\n"))
				}
				if !reflect.DeepEqual(j.kept, whole.kept) || j.resets > 0 {
					t.Errorf("broken at %d: the journals differ", n)
				}
			}
		}
	}
}

// A journal whose end is there is not asked again, and tools that only read are
// not called.
func TestAFinishedConversationIsNotHeldAgain(t *testing.T) {
	s := telling(t)
	j := &memory{}
	d, want, _ := s.run(j)
	n := len(s.sent)
	again, got, err := s.run(j)
	if err != nil || got != want || len(s.sent) != n || len(again.read) > 0 || !reflect.DeepEqual(again.written, d.written) {
		t.Errorf("%+v, %v after %d more calls; %+v", got, err, len(s.sent)-n, again)
	}
}

// An answer is on the disk before its tools run.
func TestAnswersAreDurableBeforeTheirToolsRun(t *testing.T) {
	d := &desk{}
	l, _ := loop(t, d, tools(use("read_file", `{"path":"a"}`)), submit())
	j := &memory{}
	inner := l.Tools[0].Handle
	seen := 0
	l.Tools[0].Handle = func(ctx context.Context, args json.RawMessage) (tool.Result, error) {
		seen = len(j.kept)
		return inner(ctx, args)
	}
	l.Journal = j
	ran(t, l)
	if seen != 3 || fmt.Sprint(j.durable) != "[false false true false true false]" {
		t.Errorf("%d records when the tool ran, durable %v", seen, j.durable)
	}
}

// The bytes that are sent are the bytes that are kept, even if an answer holds bytes that are not UTF-8.
func TestSentBytesAreKept(t *testing.T) {
	l, s := loop(t, &desk{}, stops(model.StopEnd, words("a\xff")), submit())
	l.Opening, l.Journal = "Look at b\xff.", &memory{}
	ran(t, l)
	if m := s.calls[1].Messages; m[0].Blocks[0].Text != "Look at b\uFFFD." || m[1].Blocks[0].Text != "a\uFFFD" {
		t.Errorf("%+v", m)
	}
}

func TestAConversationOnOtherTermsIsBegunAnew(t *testing.T) {
	for name, change := range map[string]func(*agent.Loop){
		"system": func(l *agent.Loop) { l.System += "!" }, "opening": func(l *agent.Loop) { l.Opening += "!" }, "model": func(l *agent.Loop) { l.Model += "!" },
		"tools": func(l *agent.Loop) { l.Tools = l.Tools[1:] }, "description": func(l *agent.Loop) { l.Tools[0].Description += "!" },
		"limit": func(l *agent.Loop) { l.MaxOutput = 5 }, "effort": func(l *agent.Loop) { l.Effort = "high" }, "cache": func(l *agent.Loop) { l.Cache = model.Cache1h },
		"key": func(l *agent.Loop) { l.Key = "2" }, "nothing": func(*agent.Loop) {}, "turns": func(l *agent.Loop) { l.Turns = 11 },
	} {
		d := &desk{}
		j := &memory{}
		l, _ := loop(t, d, tools(use("write_cache", `{"text":"x"}`)), fails(errors.New("off")))
		l.Journal, l.MaxOutput = j, 16384
		if _, err := l.Run(t.Context()); err == nil {
			t.Fatal("no error")
		}
		l, s := loop(t, &desk{}, submit())
		var ev events
		l.Journal, l.Sink = j, ev.sink
		change(&l)
		ran(t, l)
		if n := ev.of(luminos.EventNote); len(n) > 0 {
			t.Errorf("%s changed: other terms are no defect of a journal, but a note says %q", name, n[0].Text)
		}
		same := name == "nothing" || name == "turns"
		if n := len(s.calls[0].Messages); same != (n == 3) || same != (j.resets == 0) {
			t.Errorf("%s changed: the call has %d turns, after %d resets", name, len(s.calls[0].Messages), j.resets)
		}
	}
}

// A damaged or forged journal is dropped: the loop ends well, and no tool runs for records that do not fit.
func TestUnfitJournalsAreDropped(t *testing.T) {
	base := &memory{}
	over := json.RawMessage(`{"handover":{"opening":"x"}}`)
	l, s := loop(t, &desk{}, tools(use("write_cache", `{"text":"x"}`)), tools(use("write_cache", `{"text":"y"}`)), fails(errors.New("off")))
	l.Journal = base
	if _, err := l.Run(t.Context()); err == nil {
		t.Fatal("no error")
	}
	k := base.kept
	for name, kept := range map[string][]json.RawMessage{
		"no beginning":          k[1:],
		"answers missing":       {k[0], k[1], k[3]},
		"an answer twice":       {k[0], k[1], k[2], k[2]},
		"the beginning twice":   {k[0], k[0], k[1]},
		"results twice":         {k[0], k[1], k[2], k[3], k[3]},
		"no JSON":               {k[0], k[1], json.RawMessage("{")},
		"another kind":          {k[0], json.RawMessage(`{"song":1}`)},
		"an answer first":       {k[0], k[2]},
		"a hand-over first":     {k[0], json.RawMessage(`{"handover":{"opening":"x"}}`)},
		"an empty hand-over":    {k[0], k[1], json.RawMessage(`{"handover":{"opening":""}}`)},
		"results of others":     {k[0], k[1], k[2], json.RawMessage(strings.ReplaceAll(string(k[3]), `"id":"u`, `"id":"v`))},
		"an empty turn":         {k[0], k[1], k[2], json.RawMessage(`{"user":{"blocks":[]}}`)},
		"a role that is forged": {k[0], json.RawMessage(`{"user":{"blocks":[{"kind":"thinking","text":"x"}]}}`)},
		"after the end":         {k[0], k[1], json.RawMessage(`{"end":"context budget used up"}`), k[2]},
		"a turn in a pause":     {k[0], k[1], json.RawMessage(`{"answer":{"blocks":[{"kind":"text","text":"x"}],"stop":"pause"}}`), json.RawMessage(`{"user":{"blocks":[{"kind":"text","text":"y"}]}}`)},
		"an end of its own":     {k[0], k[1], json.RawMessage(`{"end":"submitted"}`)},
		"a third hand-over":     {k[0], k[1], over, over, over},
		"an early hand-over":    {k[0], k[1], k[2], over},
		"an early turn":         {k[0], k[1], k[1]},
		"a turn before an end":  {k[0], k[1], json.RawMessage(`{"answer":{"blocks":[{"kind":"text","text":"x"}],"stop":"window"}}`), k[2]},
		"fewer results":         {k[0], k[1], k[2], json.RawMessage(`{"user":{"blocks":[{"kind":"text","text":"x"}],"ran":["` + s.calls[1].Messages[1].Blocks[0].ID + `"]}}`)},
	} {
		d := &desk{}
		l, s := loop(t, d, submit())
		j := &memory{kept: kept}
		var ev events
		l.Journal, l.Work, l.Sink = j, &watched{desk: d}, ev.sink
		if o := ran(t, l); o != (agent.Outcome{End: agent.EndSubmitted, Turns: 1, ToolCalls: 1, Conversations: 1}) || j.resets != 1 || len(d.written) > 0 || len(s.calls[0].Messages) != 1 || d.forgets != 1 {
			t.Errorf("%s: %+v after %d resets, %+v", name, o, j.resets, d)
		}
		if n := ev.of(luminos.EventNote); len(n) != 1 || !strings.Contains(n[0].Text, "begun anew") {
			t.Errorf("%s: the notes are %+v", name, n)
		}
	}
}

func FuzzJournal(f *testing.F) {
	base := &memory{}
	d := &desk{}
	l, _ := loop(f, d, tools(use("write_cache", `{"text":"x"}`)), stops(model.StopPause, words("y")), submit())
	l.Journal = base
	if _, err := l.Run(f.Context()); err != nil {
		f.Fatal(err)
	}
	var all []byte
	for _, r := range base.kept[1:] {
		all = append(append(all, r...), '\n')
	}
	f.Add(string(all))
	f.Add(`{"user":{"blocks":[{"kind":"text","text":"x"}]}}` + "\n" + `{"answer":{"blocks":null,"stop":"pause","prompt":-5}}`)
	begin := base.kept[0]
	f.Fuzz(func(t *testing.T, lines string) {
		j := &memory{kept: []json.RawMessage{begin}}
		for line := range strings.Lines(lines) {
			j.kept = append(j.kept, json.RawMessage(strings.TrimSuffix(line, "\n")))
		}
		l, s := loop(t, &desk{}, slices.Repeat([]func(model.Call) (model.Response, error){submit()}, 3)...)
		s.answers = append(s.answers, submit())
		l.Journal = j
		o, err := l.Run(t.Context())
		if err != nil || o.End == "" {
			t.Errorf("%+v, %v", o, err)
		}
	})
}

// A conversation that the provider refuses when it is resumed begins anew, and local tools have written nothing twice.
func TestRefusedConversationIsForgotten(t *testing.T) {
	j := &memory{}
	d := &desk{}
	l, _ := loop(t, d, tools(use("write_cache", `{"text":"x"}`)), fails(&model.Error{Class: model.Transient, Message: "down"}))
	l.Journal = j
	if _, err := l.Run(t.Context()); err == nil {
		t.Fatal("the first run has no error")
	}
	again := &desk{}
	refused := fails(&model.Error{Class: model.BadRequest, Message: "thinking blocks are bound to another account"})
	l, s := loop(t, again, refused, tools(use("write_cache", `{"text":"x"}`)), submit())
	s.known = nil
	l.Journal, l.Work = j, again
	var ev events
	l.Sink = ev.sink
	if o := ran(t, l); len(ev.of(luminos.EventNote)) != 1 || o.End != agent.EndSubmitted || o.Turns != 2 || j.resets != 1 || strings.Join(again.written, " ") != "x" {
		t.Errorf("%+v after %d resets; written %q", o, j.resets, again.written)
	}
	if again.forgets != 1 {
		t.Errorf("the work was forgotten %d times", again.forgets)
	}
	// A refusal after an answer of this run has another cause.
	j = &memory{}
	l, _ = loop(t, d, tools(use("write_cache", `{"text":"x"}`)), fails(&model.Error{Class: model.Transient}))
	l.Journal = j
	if _, err := l.Run(t.Context()); err == nil {
		t.Fatal("the first run has no error")
	}
	l, _ = loop(t, d, tools(use("write_cache", `{"text":"y"}`)), refused)
	l.Journal = j
	if _, err := l.Run(t.Context()); !model.IsClass(err, model.BadRequest) || j.resets > 0 {
		t.Errorf("a refusal after an answer gives %v and %d resets", err, j.resets)
	}
	// Refused once more, it is not begun anew for ever.
	l, _ = loop(t, &desk{}, refused)
	if _, err := l.Run(t.Context()); !model.IsClass(err, model.BadRequest) {
		t.Errorf("a refusal of a new conversation gives %v", err)
	}
}

// A journal that cannot be deleted ends the run: its records would be mixed with the records of another conversation.
func TestJournalThatCannotBeResetEndsTheRun(t *testing.T) {
	j := &memory{kept: []json.RawMessage{json.RawMessage(`{}`)}, stuck: true}
	l, s := loop(t, &desk{})
	l.Journal = j
	if _, err := l.Run(t.Context()); !errors.Is(err, errBroken) || len(s.calls) > 0 || len(j.kept) != 1 {
		t.Errorf("got %v after %d calls and with %d records", err, len(s.calls), len(j.kept))
	}
}

// The work of a finished conversation is restored by calls, which fail if the context has ended: then the outcome must
// not be taken for complete.
func TestResumeFailsIfTheContextHasEnded(t *testing.T) {
	j := &memory{}
	l, _ := loop(t, &desk{}, submit())
	l.Journal = j
	ran(t, l)
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := l.Run(ctx); err != why {
		t.Errorf("got %v, want %v", err, why)
	}
}
