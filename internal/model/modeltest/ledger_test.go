package modeltest_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"luminos/internal/model/modeltest"
)

// manualClock is a clock that shows the time to which it was advanced.
type manualClock struct{ nanoseconds atomic.Int64 }

func (c *manualClock) now() time.Time { return time.Unix(0, c.nanoseconds.Load()) }

func (c *manualClock) advance(d time.Duration) { c.nanoseconds.Add(int64(d)) }

// usageOf returns the usage in an answer.
func usageOf(m message) [4]int {
	var u [4]int
	for i, k := range []string{"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"} {
		f, _ := m.Usage[k].(float64)
		u[i] = int(f)
	}
	return u
}

// cached returns a conversation with a prompt that is long enough to be cached.
func cached(s *modeltest.Server, ttl string) *conversation {
	c := talk(s, "Look.", tool("look", []string{"at"}, obj{"at": obj{"type": "string"}}))
	c.system = []obj{marked(text(strings.Repeat("You look. ", 400)), ttl)}
	return c
}

func TestPrefixesAreCachedUpToMarkers(t *testing.T) {
	clock := new(manualClock)
	s := modeltest.Start(t, modeltest.Options{Player: twoCalls, Now: clock.now})
	first := usageOf(cached(s, "5m").turn(t))
	if first[1] < 1000 || first[2] != 0 || first[0] == 0 {
		t.Errorf("the first call has %v, want a written prefix", first)
	}
	again := usageOf(cached(s, "5m").turn(t))
	if again[1] != 0 || again[2] != first[1] || again[0] != first[0] {
		t.Errorf("the second call has %v, want what the first wrote, %v, to be read", again, first)
	}
	// Reading keeps it for five more minutes.
	clock.advance(4 * time.Minute)
	cached(s, "5m").turn(t)
	clock.advance(4 * time.Minute)
	if u := usageOf(cached(s, "5m").turn(t)); u[2] != first[1] {
		t.Errorf("read within five minutes of reading: %v", u)
	}
	clock.advance(5 * time.Minute)
	if u := usageOf(cached(s, "5m").turn(t)); u[1] != first[1] || u[2] != 0 {
		t.Errorf("read after five minutes: %v", u)
	}
	s = modeltest.Start(t, modeltest.Options{Player: twoCalls, Now: clock.now})
	u := cached(s, "1h").turn(t)
	if split := u.Usage["cache_creation"].(obj); split["ephemeral_1h_input_tokens"] != float64(first[1]) || split["ephemeral_5m_input_tokens"] != 0.0 {
		t.Errorf("an hour's marker wrote %v", split)
	}
	clock.advance(59 * time.Minute)
	if u := usageOf(cached(s, "1h").turn(t)); u[2] != first[1] {
		t.Errorf("read within the hour: %v", u)
	}
	// Another model has a cache of its own, and a shorter prefix than its least is not cached.
	other := cached(s, "1h")
	other.model = "claude-opus-4-6"
	if u := usageOf(other.turn(t)); u[1] != 0 || u[2] != 0 {
		t.Errorf("a prompt below the model's least was cached: %v", u)
	}
	edited := cached(s, "1h")
	edited.tools = append(edited.tools, tool("more", nil, nil))
	if u := usageOf(edited.turn(t)); u[2] != 0 {
		t.Errorf("tools come before the system prompt, and other ones were read from the cache: %v", u)
	}
}

// A prefix that is read on the way to a later marker lives on, too.
func TestReadingRefreshesAPrefix(t *testing.T) {
	clock := new(manualClock)
	s := modeltest.Start(t, modeltest.Options{Player: twoCalls, Now: clock.now})
	begin := func() *conversation {
		c := talk(s, strings.Repeat("Look here. ", 400), tool("look", nil, nil))
		c.mark = true
		return c
	}
	c := begin()
	calls := c.turn(t).calls()
	c.say(result(calls[0]["id"], "A"), result(calls[1]["id"], "B"))
	clock.advance(4 * time.Minute)
	c.turn(t)
	clock.advance(4 * time.Minute)
	if u := usageOf(begin().turn(t)); u[2] == 0 {
		t.Errorf("eight minutes after it was written and four after it was read: %v", u)
	}
}

// A prefix is looked for at most twenty blocks back from a marker.
func TestTheCacheLooksBackTwentyBlocks(t *testing.T) {
	for n, want := range map[int]bool{9: true, 10: false} {
		var calls []modeltest.Block
		for i := range n {
			calls = append(calls, modeltest.Call("look", obj{"at": fmt.Sprint(i)}))
		}
		s := modeltest.Start(t, modeltest.Options{Player: modeltest.Script{modeltest.Say(calls...), modeltest.Say(modeltest.Text("Done."))}})
		c := talk(s, strings.Repeat("Look here. ", 400), tool("look", nil, nil))
		c.mark = true
		var results []obj
		for _, call := range c.turn(t).calls() {
			results = append(results, result(call["id"], "yes"))
		}
		c.say(results...)
		if u := usageOf(c.turn(t)); (u[2] > 0) != want {
			t.Errorf("%d calls and as many results: %v, want the prefix found: %v", n, u, want)
		}
	}
}

func TestLedgerAgreesWithReportedUsage(t *testing.T) {
	s := modeltest.Start(t, modeltest.Options{Player: modeltest.Diligent{Files: 5, AtOnce: 1}})
	c := talk(s, "Unit: \"src\"\n"+strings.Repeat("What is known: nothing. ", 400), dirTools()...)
	c.mark, c.model = true, "claude-haiku-5-5"
	usd, resent, fresh := 0.0, 0, 0
	for range 20 {
		m := c.turn(t)
		u := usageOf(m)
		usd += (float64(u[0])*0.10 + float64(u[1])*0.125 + float64(u[2])*0.01 + float64(u[3])*0.50) / 1e6
		resent += u[0] + u[1] + u[2]
		fresh += u[0] + u[1]
		var results []obj
		for _, call := range m.calls() {
			if call["name"] == "submit_report" {
				break
			}
			out, _ := target.call(call["name"].(string), toMap(t, call["input"]))
			results = append(results, result(call["id"], out))
		}
		if results == nil {
			break
		}
		c.say(results...)
	}
	l := s.Ledger()
	if got := float64(l.Cost()) / 1e9; got < usd*0.999999 || got > usd*1.000001 || usd == 0 {
		t.Errorf("the ledger has %v USD, the client counted %v", got, usd)
	}
	ratio, loops := l.Ratio(8)
	if want := float64(fresh) / float64(resent); loops != 1 || ratio != want || ratio > 0.3 {
		t.Errorf("the ratio is %v over %d loops, want %v and below 0.3", ratio, loops, want)
	}
	if _, loops := l.Ratio(50); loops != 0 {
		t.Errorf("%d loops have 50 turns", loops)
	}
	if again := l.Repeated(); again != nil {
		t.Errorf("these were paid for twice:\n%v", again)
	}
	if n := len(l.Conversations()); n != 1 || l[len(l)-1].Turn != len(l) || l[0].Pass != modeltest.PassDirectory {
		t.Errorf("the ledger has %d conversations:\n%v", n, l)
	}
}

func TestPrices(t *testing.T) {
	u := modeltest.Usage{Input: 1000, Write5m: 2000, Write1h: 3000, Read: 4000, Output: 500}
	long := u
	long.Read = 100_000
	for _, m := range modeltest.Models() {
		if m.Price.Write5m*4 != m.Price.Input*5 || m.Price.Write1h != m.Price.Input*2 {
			t.Errorf("%s: writes cost %+v", m.ID, m.Price)
		}
		switch m.ID {
		case "claude-sonnet-5-5": // 0.002 + 0.005 + 0.012 + 0.0004 + 0.005
			if got := m.Cost(u); got != 24_400_000 {
				t.Errorf("%s costs %v", m.ID, got)
			}
		case "claude-haiku-5-5":
			if got := m.Cost(u); got != 100_000+250_000+600_000+40_000+250_000 {
				t.Errorf("%s costs %v", m.ID, got)
			}
			if got := m.Cost(long); got != 5*(100_000+250_000+600_000+1_000_000+250_000) {
				t.Errorf("%s costs %v beyond 100,000 tokens of prompt", m.ID, got)
			}
		}
	}
}

func TestRepeatedCalls(t *testing.T) {
	ask := func(player modeltest.Player) modeltest.Ledger {
		s := modeltest.Start(t, modeltest.Options{Player: player})
		for range 2 {
			talk(s, "Look.", tool("look", nil, nil)).send(t)
		}
		return s.Ledger().Repeated()
	}
	if got := ask(twoCalls); len(got) != 1 {
		t.Errorf("a turn that was completed and asked for again: %v", got)
	}
	for name, p := range map[string]modeltest.Player{
		"cut before":             modeltest.Spoiled{Player: twoCalls, Fault: modeltest.AfterEvents(3, modeltest.FaultEnd), Attempts: 1},
		"cut at the limit":       modeltest.CutShort{Player: twoCalls, Attempts: 1},
		"declined":               modeltest.Refusing{},
		"refused for being long": modeltest.Overflowing{How: "400"},
		"beyond the window":      modeltest.Overflowing{How: "stop"},
	} {
		if got := ask(p); got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}
