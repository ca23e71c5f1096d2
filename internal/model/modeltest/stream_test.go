package modeltest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"luminos/internal/model/modeltest"
)

// recordings is seen from the directory of this test.
const recordings = "../../../../shared/eval/cassettes"

var padding = regexp.MustCompile(` {0,15}}$`)

// event is one event as it was on the wire, its padding left out.
type event struct{ name, data string }

// eventsOf splits a stream into events. It fails if bytes are left.
func eventsOf(t *testing.T, stream string) []event {
	t.Helper()
	var events []event
	for stream != "" {
		one, rest, ok := strings.Cut(stream, "\n\n")
		name, data, fine := strings.Cut(one, "\ndata: ")
		if !ok || !fine || !strings.HasPrefix(name, "event: ") || strings.Contains(data, "\n") {
			t.Fatalf("this is no event: %.200q", stream)
		}
		events = append(events, event{strings.TrimPrefix(name, "event: "), padding.ReplaceAllString(data, "}")})
		stream = rest
	}
	return events
}

// replyOf returns the reply in a recorded stream; ok is false if it holds kinds of blocks that the server lacks.
func replyOf(t *testing.T, events []event) (r modeltest.Reply, ok bool) {
	t.Helper()
	for _, e := range events {
		var v struct {
			Block struct{ Type, ID, Name, Data string } `json:"content_block"`
			Delta struct {
				Type, Text, Thinking, Signature string
				Partial                         string `json:"partial_json"`
				Stop                            string `json:"stop_reason"`
			}
		}
		if err := json.Unmarshal([]byte(e.data), &v); err != nil {
			t.Fatal(err)
		}
		n := len(r.Blocks) - 1
		switch e.name {
		case "content_block_start":
			if !slices.Contains([]string{"text", "thinking", "redacted_thinking", "tool_use"}, v.Block.Type) {
				return r, false
			}
			r.Blocks = append(r.Blocks, modeltest.Block{Type: v.Block.Type, ID: v.Block.ID, Name: v.Block.Name, Data: v.Block.Data, Pieces: []string{}})
		case "content_block_delta":
			b := &r.Blocks[n]
			switch v.Delta.Type {
			case "signature_delta":
				b.Signature = v.Delta.Signature
			case "input_json_delta":
				if v.Delta.Partial != "" {
					b.Pieces = append(b.Pieces, v.Delta.Partial)
				}
			default:
				b.Pieces = append(b.Pieces, v.Delta.Text+v.Delta.Thinking)
			}
		case "message_delta":
			r.Stop = v.Delta.Stop
		}
	}
	return r, true
}

// streams returns the recorded streams by name.
func streams(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(recordings, "*", "*.yaml"))
	if err != nil || len(names) == 0 {
		t.Skipf("there are no recordings in %s", recordings)
	}
	all := map[string]string{}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(raw), "message_start") {
			continue // it does not stream, and not every YAML can be read
		}
		var c struct {
			Interactions []struct {
				Response struct{ Body any }
			}
		}
		if err := yaml.Unmarshal(raw, &c); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i, in := range c.Interactions {
			body, _ := in.Response.Body.(string)
			if m, ok := in.Response.Body.(map[string]any); ok {
				body, _ = m["string"].(string)
			}
			if strings.HasPrefix(body, "event: ") {
				all[fmt.Sprintf("%s %d", filepath.Base(name), i)] = body
			}
		}
	}
	return all
}

// memberNames are the names of the members in a JSON text, in order.
var memberNames = regexp.MustCompile(`"([a-z0-9_]+)":`)

// The server frames answers as recorded streams of the API: played back from the same pieces, each event is equal
// except for padding, and events with usage have the recorded members in the recorded order.
func TestStreamsAreFramedAsRecorded(t *testing.T) {
	played := 0
	for name, stream := range streams(t) {
		recorded := eventsOf(t, stream)
		reply, ok := replyOf(t, recorded)
		if !ok {
			continue
		}
		played++
		t.Run(name, func(t *testing.T) {
			s := modeltest.Start(t, modeltest.Options{Player: modeltest.Script{reply}})
			a := talk(s, "Go.").send(t)
			if ct := a.header.Get("Content-Type"); ct != "text/event-stream; charset=utf-8" {
				t.Errorf("the content type is %q", ct)
			}
			got := eventsOf(t, string(a.body))
			if strings.Contains(stream, "redacted_thinking") { // which takes its time: pings come anywhere
				got, recorded = noPings(got), noPings(recorded)
			}
			if len(got) != len(recorded) {
				t.Fatalf("%d events, want %d", len(got), len(recorded))
			}
			for i, want := range recorded {
				if want.name == "message_start" || want.name == "message_delta" {
					if got[i].name != want.name || !inOrder(names(want.data), names(got[i].data)) {
						t.Errorf("event %d is\n%v, want the members of\n%v", i, got[i], want)
					}
				} else if got[i] != want {
					t.Errorf("event %d is\n%v, want\n%v", i, got[i], want)
				}
			}
		})
	}
	if played < 4 {
		t.Errorf("%d recordings were played, want some", played)
	}
}

func noPings(events []event) []event {
	return slices.DeleteFunc(slices.Clone(events), func(e event) bool { return e.name == "ping" })
}

func names(data string) []string {
	var all []string
	for _, m := range memberNames.FindAllStringSubmatch(data, -1) {
		if m[1] != "model" { // older recordings have it elsewhere
			all = append(all, m[1])
		}
	}
	return all
}

// inOrder reports whether all of some occurs in all, in that order.
func inOrder(some, all []string) bool {
	for _, name := range all {
		if len(some) > 0 && some[0] == name {
			some = some[1:]
		}
	}
	return len(some) == 0
}

func TestAnswersArriveAsThePlayerGaveThem(t *testing.T) {
	long := strings.Repeat("äöü ∞ <&> \u2028 \\ \"quoted\" ", 300)
	reply := modeltest.Say(modeltest.Think(long), modeltest.Text(long), modeltest.Call("look", obj{"at": long, "n": 1.5}), modeltest.Call("look", obj{}))
	s := modeltest.Start(t, modeltest.Options{Player: modeltest.Script{reply}})
	var bodies []string
	for range 2 {
		a := talk(s, "Look.", tool("look", nil, nil)).send(t)
		bodies = append(bodies, string(a.body))
		m := a.read(t).Content
		if m[0]["thinking"] != long || m[1]["text"] != long || toMap(t, m[2]["input"])["at"] != long || len(toMap(t, m[3]["input"])) != 0 {
			t.Errorf("the answer is %v", m)
		}
	}
	if l := s.Ledger(); bodies[0] != bodies[1] || l[1].Attempt != 2 || l[0].Asked != l[1].Asked || len(l.Repeated()) != 1 {
		t.Errorf("two equal requests: the ledger has\n%v, want the second call known as a repetition, and equal answers", l)
	}
	if other := talk(s, "Look!").send(t); other.read(t).ID == talk(s, "Look.").send(t).read(t).ID {
		t.Error("two requests have answers with one id")
	}
}
