package model

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestMarkedTurns(t *testing.T) {
	u, a := Say(User, "u"), Say(Assistant, "a")
	for name, c := range map[string]struct {
		call   Call
		system bool
		turns  []int
	}{
		"one turn":            {Call{Messages: []Message{u}}, false, []int{0}},
		"a system prompt":     {Call{System: "s", Messages: []Message{u}}, true, []int{0}},
		"tools":               {Call{Tools: []Tool{{}}, Messages: []Message{u, a, u}}, true, []int{0, 2}},
		"the last two of six": {Call{Messages: []Message{u, a, u, a, u, a}}, false, []int{0, 2, 4}},
		"and of nine":         {Call{Messages: []Message{u, a, u, a, u, a, u, a, u}}, false, []int{0, 6, 8}},
	} {
		c.call.Cache = Cache1h
		if system, turns := c.call.Marks(); system != c.system || !cmp.Equal(turns, c.turns) {
			t.Errorf("%s: %v and %v, want %v and %v", name, system, turns, c.system, c.turns)
		}
	}
}

// A token is three bytes; names, results and a little for the JSON around each part count, too.
func TestEstimateCountsAllParts(t *testing.T) {
	base := Call{Messages: []Message{{Blocks: []Block{{}}}}}
	if n := base.Estimate(); n != (12+12)/3+1 {
		t.Errorf("an empty block is estimated as %d tokens", n)
	}
	three := Call{Tools: make([]Tool, 3), Messages: []Message{{Blocks: make([]Block, 3)}, {Blocks: make([]Block, 3)}, {}}}
	if n := three.Estimate(); n != (3*24+3*12+6*12)/3+1 {
		t.Errorf("three empty tools, three messages and six blocks are estimated as %d tokens", n)
	}
	x := strings.Repeat("x", 300)
	for name, c := range map[string]Call{
		"system": {System: x}, "tool": {Tools: []Tool{{Name: x[:100], Description: x[:100], Schema: []byte(x[:76])}}},
		"block": {Messages: []Message{{Blocks: []Block{{Text: x[:75], Input: x[:75], Name: x[:75], ID: x[:51]}}}}},
		"raw":   {Messages: []Message{{Blocks: []Block{{Raw: x[:276], Text: x[:200]}}}}},
	} {
		if n := c.Estimate(); n != 101 {
			t.Errorf("%s: 300 bytes are estimated as %d tokens, want 101", name, n)
		}
	}
}

func TestBlocksThatAreSent(t *testing.T) {
	text := func(s, raw string) Block { return Block{Kind: Text, Text: s, Raw: raw} }
	turns := []Message{Say(User, "u"), said(Assistant, text(" ", `{}`), text("a ", ""), text("b ", `{}`)), Say(User, "u "), said(Assistant, text(" ", ""))}
	if got := Wire(turns, 1); len(got) != 3 || got[1].Text != "a " {
		t.Errorf("an earlier turn: %+v", got)
	}
	if got := Wire(turns[:2], 1); len(got) != 3 || got[2].Text != "b " {
		t.Errorf("a last text with its own JSON: %+v", got)
	}
	if got := Wire(turns[:3], 2); got[0].Text != "u " {
		t.Errorf("a last turn of the user: %+v", got)
	}
	if got := Wire(turns, 3); len(got) != 0 {
		t.Errorf("a turn of blanks: %+v", got)
	}
	if err := talk(Say(User, "u"), said(Assistant, text(" ", `{}`)), Say(User, "u")).Check(); err != nil {
		t.Errorf("a block with its own JSON is empty: %v", err)
	}
	for name, tool := range map[string]Tool{"no name": {Schema: []byte(`{}`)}, "null": {Name: "t", Schema: []byte(`null`)}, "list": {Name: "t", Schema: []byte(`[]`)}} {
		c := talk(Say(User, "u"))
		c.Tools = []Tool{tool}
		if c.Check() == nil {
			t.Errorf("a tool with %s is accepted", name)
		}
	}
	c := talk(Say(User, "u"))
	c.Tools = []Tool{{Name: "t", Schema: []byte(`{}`)}}
	if err := c.Check(); err != nil {
		t.Errorf("a good tool: %v", err)
	}
	if Pending(nil) != nil || Pending([]Message{said(User, use("a"))}) != nil || len(Pending([]Message{said(Assistant, use("a"))})) != 1 {
		t.Error("pending are the uses of a last turn of the assistant")
	}
}

func TestUseIDsAreUnique(t *testing.T) {
	c := talk(Say(User, "u"))
	taken := map[string]bool{"call_1_2": true}
	for _, test := range []struct {
		own  string
		n    int
		want string
	}{{"a", 0, "a"}, {"a", 1, "call_1_1"}, {"", 2, "call_1_2_"}, {"a", 2, "call_1_2__"}, {"b", 3, "b"}} {
		if got := c.UseID(test.own, test.n, taken); got != test.want || !taken[got] {
			t.Errorf("%q: the id is %q, want %q", test.own, got, test.want)
		}
	}
}

func TestClassOfEachStatus(t *testing.T) {
	for class, statuses := range map[Class][]int{
		Auth: {401, 403, 407}, Billing: {402}, NotFound: {404, 405, 410}, Overflow: {413}, RateLimited: {429}, Overloaded: {503, 529},
		Transient: {0, 200, 299, 408, 409, 425, 500, 502, 504, 506, 528, 530}, BadRequest: {300, 302, 400, 406, 411, 412, 414, 424, 428, 499, 501, 505},
	} {
		for _, status := range statuses {
			if e := Classify(Refusal{Status: status, Message: "m"}); e.Class != class || e.Status != status || e.Message != "m" {
				t.Errorf("status %d: %+v, want %q", status, e, class)
			}
		}
	}
	for word, class := range map[string]Class{
		"rate_limit_error": RateLimited, "tokens": RateLimited, "engine_overloaded": Overloaded, "timeout_error": Transient, "invalid_api_key": Auth,
		"billing_error": Billing, "model_not_found": NotFound, "request_too_large": Overflow, "invalid_request_error": BadRequest,
	} {
		if e := Classify(Refusal{Status: 200, Type: word}); e.Class != class {
			t.Errorf("%s: %q, want %q", word, e.Class, class)
		}
	}
	for message, c := range map[string]struct {
		status int
		want   Class
	}{
		"Your credit balance is too low":   {400, Billing},
		"insufficient funds":               {401, Billing},
		"Monthly usage limit reached":      {429, Billing},
		"insufficient quota, says a proxy": {500, Transient},
		"prompt is too long":               {401, Auth},
		"too many tokens":                  {500, Overflow},
	} {
		if e := Classify(Refusal{Status: c.status, Message: message}); e.Class != c.want {
			t.Errorf("%d %s: %q, want %q", c.status, message, e.Class, c.want)
		}
	}
	for advice, want := range map[string]Error{"true": {Class: Transient}, "false": {Class: BadRequest, Final: true}, "": {Class: BadRequest}} {
		e := Classify(Refusal{Status: 400, Header: func(n string) string {
			if n == "x-should-retry" {
				return advice
			}
			return ""
		}})
		if e.Class != want.Class || e.Final != want.Final || e.After != 0 {
			t.Errorf("x-should-retry %q: %+v", advice, e)
		}
	}
}

func TestSizesInAMessage(t *testing.T) {
	for text, want := range map[string][2]int64{
		"prompt is too long: 210000 tokens > 200000 maximum":         {210000, 200000},
		"maximum context length is 8,192 tokens, you sent 9,001":     {9001, 8192},
		"status 255: too many tokens, 300 of 256":                    {300, 256},
		"too many tokens: 300, at most 255":                          {0, 0},
		"too many tokens: 300 and 300":                               {0, 0},
		"too many tokens: 300, 400, 400 and 300":                     {400, 300},
		"too many tokens: 500, 400, 450 and 99999999999999999999999": {500, 450},
		"prompt is too long":                                         {0, 0},
	} {
		if e := Classify(Refusal{Status: 413, Message: text}); e.Tokens != want[0] || e.Most != want[1] {
			t.Errorf("%q: %d of %d, want %v", text, e.Tokens, e.Most, want)
		}
	}
}

func TestDemandedWaits(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	const year = 365 * 24 * time.Hour
	for _, c := range []struct {
		ms, s string
		want  time.Duration
	}{
		{"", "", 0}, {"", "7", 7 * time.Second}, {"", " 1.5 ", 1500 * time.Millisecond}, {"250", "7", 250 * time.Millisecond},
		{"-1", "7", 7 * time.Second}, {"0", "7", 7 * time.Second}, {"NaN", "7", 7 * time.Second}, {"", "1e99", year}, {"", "soon", 0},
		{"", now.Add(time.Minute).Format(time.RFC1123), time.Minute}, {"", now.Add(time.Minute).Format(time.RFC3339), time.Minute},
		{now.Format(time.RFC1123), "7", 7 * time.Second}, {"", now.Format(time.RFC1123), 0}, {"", now.Add(10 * year).Format(time.RFC1123), year},
	} {
		header := map[string]string{"retry-after-ms": c.ms, "retry-after": c.s}
		if e := Classify(Refusal{Status: 429, Header: func(n string) string { return header[n] }, Now: now}); e.After != c.want {
			t.Errorf("%q and %q: a wait of %v, want %v", c.ms, c.s, e.After, c.want)
		}
	}
}

func TestUnusableAllowancesAreLeftOut(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		limit, remaining, reset string
		want                    []Allowance
	}{
		{"0", "0", "", nil}, {"5", "-1", "", nil}, {"x", "1", "", nil}, {"5", "x", "", nil},
		{"1", "0", "", []Allowance{{Name: "tokens", Limit: 1}}}, {"5", "2", "0s", []Allowance{{Name: "tokens", Limit: 5, Remaining: 2}}},
		{"5", "2", "1ns", []Allowance{{Name: "tokens", Limit: 5, Remaining: 2, Reset: now.Add(1)}}},
	} {
		header := map[string]string{"x-ratelimit-limit-tokens": c.limit, "x-ratelimit-remaining-tokens": c.remaining, "x-ratelimit-reset-tokens": c.reset}
		if diff := cmp.Diff(c.want, Allowances(func(n string) string { return header[n] }, now)); diff != "" {
			t.Errorf("%s, %s, %s (-want +got):\n%s", c.limit, c.remaining, c.reset, diff)
		}
	}
}

func TestTextsOfErrors(t *testing.T) {
	long := strings.Repeat("é", 301)
	for want, e := range map[string]*Error{
		"refused request":                            {Class: BadRequest},
		"refused request (status 400): m":            {Class: BadRequest, Status: 400, Message: "m", Type: "t", Err: errors.New("e")},
		"asking x: refused request: t":               {Class: BadRequest, Status: 399, Type: "t", Doing: "asking x", Err: errors.New("e")},
		"stalled: e (tried 2 times) [request r]":     {Class: Stalled, Err: errors.New("e"), Attempts: 2, Request: "r"},
		"stalled: m":                                 {Class: Stalled, Message: "m", Attempts: 1},
		`stalled: say "a" to \x1b it`:                {Class: Stalled, Message: "say \"a\"  to \x1b\n it "},
		"stalled: " + long[:600]:                     {Class: Stalled, Message: long[:600]},
		"stalled: " + long[:600] + "…":               {Class: Stalled, Message: long},
		"context canceled":                           {Class: Interrupted, Err: context.Canceled, Message: "m"},
		"interrupted: m":                             {Class: Interrupted, Message: "m"},
		"stalled: " + strings.Repeat("x", 300) + "…": {Class: Stalled, Message: strings.Repeat("x", 5000) + "y"},
		"stalled: " + strings.Repeat("x", 10):        {Class: Stalled, Message: strings.Repeat(" ", 4790) + strings.Repeat("x", 20)},
	} {
		if got := e.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for n, want := range map[int]int{4095: 4095, 4096: 4096, 4097: 4096} {
		if got := Excerpt(strings.Repeat("x", n)); len(got) != want {
			t.Errorf("%d bytes are cut to %d, want %d", n, len(got), want)
		}
	}
	if got := Excerpt([]byte("x" + strings.Repeat("é", 2048))); len(got) != 4095 {
		t.Errorf("a character at the end was cut: %d bytes", len(got))
	}
	if e := Overlong(); e.Class != Garbled || e.Retryable() || !strings.Contains(e.Error(), "longer") {
		t.Errorf("got %v", e)
	}
}

func TestHintAndRetryOfEachClass(t *testing.T) {
	for class, hint := range hints {
		passes := class == RateLimited || class == Overloaded || class == Transient || class == Unreachable || class == Cut || class == Stalled || class == Garbled
		slow := class == RateLimited || class == Overloaded
		e, final := &Error{Class: class}, &Error{Class: class, Final: true, Advice: "do that"}
		if e.Retryable() != passes || final.Retryable() || e.SlowDown() != slow || e.Hint() != hint || final.Hint() != "do that" {
			t.Errorf("%s: retryable %v, slow down %v, hints %q and %q", class, e.Retryable(), e.SlowDown(), e.Hint(), final.Hint())
		}
		if !IsClass(e, class) || IsClass(e, "another") || IsClass(errors.New("x"), class) {
			t.Errorf("%s: its class is not recognised", class)
		}
	}
}

func TestPricesOfExtremes(t *testing.T) {
	p := ListPrices()
	const most = luminos.Money(math.MaxInt64)
	for _, c := range []struct {
		rate luminos.Money
		n    int64
		want luminos.Money
	}{{3, -1, 0}, {3, 0, 0}, {3, 5, 15}, {1, math.MaxInt64, most}, {2, 1 << 62, most}, {2, 1<<62 - 1, most - 1}, {1 << 40, 1 << 40, most}} {
		if got := times(c.rate, c.n); got != c.want {
			t.Errorf("%d times %d is %d, want %d", c.rate, c.n, got, c.want)
		}
	}
	u := luminos.Usage{Input: 1000, Output: 10}
	for _, c := range []struct {
		cache Cache
		want  luminos.Money
	}{{CacheOff, 1000*4_000_000 + 10*20_000_000}, {Cache5m, 1000*5_000_000 + 10*20_000_000}, {Cache1h, 1000*8_000_000 + 10*20_000_000}} {
		if got, ok := p.Worst("claude-opus-5-5", c.cache, u.Input, u.Output); !ok || got != c.want {
			t.Errorf("cache %q: the worst price is %d, want %d", c.cache, got, c.want)
		}
	}
	if _, ok := p.Worst("unknown", CacheOff, 1, 1); ok || p.MinCacheable("unknown") != 0 {
		t.Error("an unknown model has a worst price")
	}
	for _, name := range []string{"claude-opus-5-5-20261101", "claude-opus-5-5@20261101", "anthropic/claude-opus-5-5"} {
		if got, ok := p.Cost(name, u); !ok || got != 1000*4_000_000+10*20_000_000 {
			t.Errorf("%s: %v, %v", name, got, ok)
		}
	}
}

// failing is a client whose attempts fail before anything is shown.
type failing struct {
	scripted
	before func()
}

func (f *failing) Complete(context.Context, Call, func(Delta)) (Response, error) {
	f.before()
	return Response{Stop: StopEnd}, f.step()
}

func TestRetryBoundsAndEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// The wait is 90.5 s: the patience admits it, or one nanosecond less does not.
		for less, calls := range []int{2, 1} {
			s := &scripted{steps: []error{of(RateLimited, 90*time.Second), nil}}
			Retry(s, Policy{Rand: half, Patience: 90500*time.Millisecond - time.Duration(less)}).Complete(t.Context(), Call{}, nil)
			if s.calls != calls {
				t.Errorf("with %d ns less patience: %d calls, want %d", less, s.calls, calls)
			}
		}
		// An attempt that showed nothing needs no restart.
		f := &failing{scripted: scripted{steps: []error{of(Transient, 0), nil}}, before: func() {}}
		if _, err := Retry(f, Policy{}).Complete(t.Context(), Call{}, func(d Delta) { t.Errorf("shown: %+v", d) }); err != nil {
			t.Error(err)
		}
		// An answer that arrived is kept although the context has ended.
		ctx, cancel := context.WithCancel(t.Context())
		f = &failing{scripted: scripted{steps: []error{nil}}, before: cancel}
		if r, err := Retry(f, Policy{}).Complete(ctx, Call{}, nil); err != nil || r.Stop != StopEnd {
			t.Errorf("got %+v, %v", r, err)
		}
		// A failure is the last one if the context ended meanwhile.
		ctx, cancel = context.WithCancel(t.Context())
		f = &failing{scripted: scripted{steps: []error{of(Transient, 0)}}, before: cancel}
		last := 0
		Retry(f, Policy{Failed: func(_ context.Context, _ *Error, _ time.Duration, is bool) {
			if is {
				last++
			}
		}}).Complete(ctx, Call{}, nil)
		if last != 1 || f.calls != 1 {
			t.Errorf("%d calls, %d of them reported as the last", f.calls, last)
		}
		// The patience bounds both waits together: the one between attempts and the one for the limits of the provider.
		l := NewLimiter(1)
		s := &scripted{steps: []error{of(Transient, 0), nil}}
		p := Policy{Rand: half, Limiter: l, Patience: 20 * time.Second, First: 16 * time.Second}
		p.Failed = func(context.Context, *Error, time.Duration, bool) {
			l.pools["m"].hold(time.Now().Add(25*time.Second), "w")
		}
		_, err := Retry(s, p).Complete(t.Context(), Call{Model: "m"}, nil)
		if e, ok := errors.AsType[*Error](err); !ok || e.Class != RateLimited || s.calls != 1 || e.Waited != 12*time.Second {
			t.Errorf("%d calls: %+v", s.calls, err)
		}
	})
}

func TestLimiterAdapts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(5)
		take := func() place {
			p, _, err := l.take(t.Context(), "m", 0, ignore)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		allowed := func(want int) {
			t.Helper()
			if got := l.Allowed("m"); got != want {
				t.Fatalf("%d calls are allowed, want %d", got, want)
			}
		}
		early := take()
		take().leave(nil, of(Overloaded, 0))
		allowed(2)
		early.leave(nil, of(RateLimited, 0)) // it began before the bound fell
		allowed(2)
		take().leave(nil, nil)
		allowed(2)
		take().leave(nil, of(Transient, 0)) // says nothing about the bound
		allowed(2)
		take().leave(nil, nil)
		allowed(3)
		for range 3 + 4 + 5 + 6 {
			take().leave(nil, nil)
		}
		allowed(5)
		take().leave(nil, of(Overloaded, 0))
		allowed(2)
		take().leave(nil, nil)
		take().leave(nil, of(Overloaded, 0)) // the success before it counts no more
		allowed(1)
		take().leave(nil, nil)
		allowed(2)
		take().leave(nil, nil)
		allowed(2)

		// The longest demanded wait holds, and the error says why.
		now := time.Now()
		first, second := take(), take()
		first.leave(nil, &Error{Class: RateLimited, After: time.Minute, Message: "too fast"})
		second.leave(nil, &Error{Class: RateLimited, After: time.Second, Message: "slower"})
		_, _, err := l.take(t.Context(), "m", time.Minute-1, ignore)
		if e, ok := errors.AsType[*Error](err); !ok || e.After != time.Minute || !strings.Contains(e.Message, "1m0s: too fast") {
			t.Errorf("got %+v", err)
		}
		if p, held, err := l.take(t.Context(), "m", time.Minute, ignore); err != nil || held != time.Minute || time.Since(now) != time.Minute {
			t.Errorf("held for %v, %v", held, err)
		} else {
			p.leave([]Allowance{{Name: "tokens", Remaining: 1, Reset: time.Now().Add(time.Minute)}}, nil)
		}
		if _, held, err := l.take(t.Context(), "m", 0, ignore); err != nil || held != 0 {
			t.Errorf("with an allowance that is not used up: held for %v, %v", held, err)
		}
		if NewLimiter(0).Allowed("m") != 1 || NewLimiter(2).Allowed("m") != 2 {
			t.Error("a limiter allows at least one call")
		}
		none := (*Limiter)(nil)
		p, held, err := none.take(t.Context(), "m", 0, ignore)
		if p.leave(nil, nil); held != 0 || err != nil {
			t.Errorf("no limiter: %v, %v", held, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, _, err := l.take(ctx, "other", 0, ignore); !errors.Is(err, context.Canceled) {
			t.Errorf("with a cancelled context: %v", err)
		}
	})
}

// TestCallsStoppedByAnOutageSayHowLong gives up a call that others' failures keep from being made: its error is of the
// outage, and the advice is the one of a call that failed itself.
func TestCallsStoppedByAnOutageSayHowLong(t *testing.T) {
	r := &retrier{policy: Policy{Patience: time.Minute}}
	for streak, class := range map[int]Class{0: RateLimited, 2: Overloaded} {
		e := (&pool{streak: streak}).closed("m", time.Second)
		if _, again := r.wait(e, &effort{name: "m", n: 1}); again || e.Class != class ||
			strings.Contains(e.Advice, "waited for as long as --wait permits (1m)") != (streak > 1) {
			t.Errorf("after %d rounds of failures: %s, advice %q, again %v", streak, e.Class, e.Advice, again)
		}
	}
}
