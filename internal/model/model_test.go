package model

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func use(id string) Block { return Block{Kind: ToolUse, ID: id, Name: "read", Input: "{}"} }

func talk(turns ...Message) Call {
	return Call{Model: "m", MaxOutput: 1, Messages: turns}
}

func said(role Role, blocks ...Block) Message { return Message{Role: role, Blocks: blocks} }

func TestB05EveryUseIsAnsweredOnce(t *testing.T) {
	hi := Say(User, "hi")
	a, b := use("a"), use("b")
	ok := func(u Block) Block { return Answer(u, "x", false) }
	text := Block{Kind: Text, Text: "t"}
	for name, c := range map[string]struct {
		call Call
		want string // "" for a good one
	}{
		"a question":                 {talk(hi), ""},
		"two answered, then a text":  {talk(hi, said(Assistant, text, a, b), said(User, ok(b), ok(a), text)), ""},
		"an answer that was paused":  {talk(hi, said(Assistant, text)), ""},
		"not answered":               {talk(hi, said(Assistant, a)), "not answered"},
		"not answered in the next":   {talk(hi, said(Assistant, a), hi), "not answered in turn 2"},
		"one of two":                 {talk(hi, said(Assistant, a, b), said(User, ok(a))), `"b"`},
		"answered twice":             {talk(hi, said(Assistant, a), said(User, ok(a), ok(a))), "answered already"},
		"answered too late":          {talk(hi, said(Assistant, text), said(User, ok(a))), "not asked"},
		"the same id twice":          {talk(hi, said(Assistant, a, a), said(User, ok(a), ok(a))), "twice"},
		"no id":                      {talk(hi, said(Assistant, use("")), said(User, ok(use("")))), "none"},
		"a result after a text":      {talk(hi, said(Assistant, a), said(User, text, ok(a))), "after a text"},
		"two turns of one":           {talk(hi, hi), "turns 0 and 1 are both of the user"},
		"the assistant begins":       {talk(Say(Assistant, "hi")), "begins with"},
		"nothing":                    {talk(), "empty"},
		"B10 an empty turn":          {talk(said(User)), "empty"},
		"B10 a turn of spaces":       {talk(Say(User, " \n")), "says nothing"},
		"a result of the assistant":  {talk(hi, said(Assistant, Answer(a, "", false))), "kind"},
		"thinking of the user":       {talk(said(User, Block{Kind: Thinking, Raw: "{}"})), "kind"},
		"a block with broken JSON":   {talk(hi, said(Assistant, Block{Kind: Thinking, Raw: "{"})), "broken"},
		"no model":                   {Call{MaxOutput: 1, Messages: []Message{hi}}, "no model"},
		"B14 no room for the answer": {Call{Model: "m", Messages: []Message{hi}}, "output limit"},
		"a tool without a schema":    {Call{Model: "m", MaxOutput: 1, Messages: []Message{hi}, Tools: []Tool{{Name: "t"}}}, "schema"},
	} {
		err := c.call.Check()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
		if err != nil && (!IsClass(err, BadRequest) || err.(*Error).Retryable()) {
			t.Errorf("%s: %v would be tried again", name, err)
		}
	}
}

func TestB05BrokenOffConversationsAreSettled(t *testing.T) {
	turns := append(make([]Message, 0, 8), Say(User, "hi"), said(Assistant, use("a"), use("b")))
	got := Settle(turns, "interrupted")
	if err := talk(got...).Check(); err != nil || len(turns) != 2 || !got[2].Blocks[1].Failed || got[2].Blocks[1].Text != "interrupted" {
		t.Errorf("got %+v (%v)", got, err)
	}
	other := Settle(turns, "another reason")
	if got[2].Blocks[0].Text != "interrupted" || other[2].Blocks[0].Text != "another reason" {
		t.Error("the two share memory")
	}
	if again := Settle(got, "x"); len(again) != 3 || Pending(got) != nil {
		t.Errorf("settled twice: %+v", again)
	}
}

func TestB10EmptyAndSpacesAreNotSent(t *testing.T) {
	turns := []Message{
		Say(User, "hi "),
		said(Assistant, Block{Kind: Text, Text: " "}, use("a"), Block{Kind: Text, Text: "keeps its space \n"}),
		said(User, Answer(use("a"), " ", false)),
		said(Assistant, Block{Kind: Text, Text: "goes on \n"}),
	}
	var got []string
	for i := range turns {
		for _, b := range Wire(turns, i) {
			got = append(got, string(b.Kind)+":"+b.Text)
		}
	}
	want := []string{"text:hi ", "tool_use:", "text:keeps its space \n", "tool_result:" + NoOutput, "text:goes on"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if turns[2].Blocks[0].Text != " " {
		t.Error("the conversation itself was changed")
	}
	r := Response{Blocks: []Block{{Kind: Text}, use("a")}}
	if m := r.Message(); len(m.Blocks) != 1 || m.Role != Assistant {
		t.Errorf("got %+v", m)
	}
}

func TestB06Arguments(t *testing.T) {
	for input, want := range map[string]string{
		"": "", `{"a":1}`: "", "{": "not JSON", "[]": "no object", "null": "no object", `"x"`: "no object", `{"a":1}{"b":2}`: "not JSON", "7": "no object",
	} {
		raw, err := Block{Kind: ToolUse, Name: "read", Input: input}.Arguments()
		if want == "" && (err != nil || !json.Valid(raw)) || want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "read")) {
			t.Errorf("%q: got %s and %v, want %q", input, raw, err, want)
		}
	}
}

// Behaviour 9: signed bytes survive the history on disk.
func TestB09BlocksKeepTheirBytesInJSON(t *testing.T) {
	b := Block{Kind: Thinking, Text: "<b>", Raw: `{"type": "thinking", "thinking":"\u003c<\ud83d\ude00", "signature":"a+/="}`, Input: "{ broken <"}
	data, err := json.Marshal(b)
	var back Block
	if err != nil || json.Unmarshal(data, &back) != nil || back != b {
		t.Errorf("got %+v (%v), want %+v", back, err, b)
	}
}

func TestMarksIncludeThePreviousWrite(t *testing.T) {
	turns := []Message{Say(User, "listing")}
	c := Call{System: "s", Cache: Cache5m}
	written := -1
	for range 12 {
		c.Messages = turns
		system, marks := c.Marks()
		if !system || len(marks) > 3 || marks[0] != 0 || marks[len(marks)-1] != len(turns)-1 {
			t.Fatalf("%d turns: marks %v", len(turns), marks)
		}
		if written >= 0 && !strings.Contains(fmt.Sprint(marks), fmt.Sprint(written)) {
			t.Fatalf("%d turns: no mark at %d, where the call before wrote: %v", len(turns), written, marks)
		}
		written = len(turns) - 1
		turns = append(turns, Say(Assistant, "a"), Say(User, "u"))
	}
	c.Cache = CacheOff
	if system, marks := c.Marks(); system || marks != nil {
		t.Errorf("got marks %v without a cache", marks)
	}
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		status  int
		word    string
		message string
		want    Class
	}{
		{400, "invalid_request_error", "input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000", Overflow},
		{400, "invalid_request_error", "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens", Overflow},
		{400, "context_length_exceeded", "", Overflow},
		{400, "exceed_context_size_error", "the request exceeds the available context size, try increasing it", Overflow},
		{500, "", "input is larger than the context size; n_ctx = 4096", Overflow},
		{400, "", "Requested tokens (5000) exceed context window of 4096", Overflow},
		{400, "invalid_request_error", "max_tokens: 200000 > 128000, which is the maximum allowed number of output tokens", BadRequest},
		{404, "api_error", `model "x" not found, try pulling it first`, NotFound},
		{503, "api_error", "loading model", Overloaded},
		{500, "api_error", "", Transient},
		{429, "insufficient_quota", "You exceeded your current quota", Billing},
		{403, "permission_error", "", Auth},
		{418, "", "", BadRequest},
		{501, "", "", BadRequest},
		{0, "overloaded_error", "", Overloaded},
	} {
		if e := Classify(Refusal{Status: c.status, Type: c.word, Message: c.message}); e.Class != c.want {
			t.Errorf("%d %s %q: got %q, want %q", c.status, c.word, c.message, e.Class, c.want)
		}
	}
	if e := Classify(Refusal{Status: 400, Message: "maximum context length is 8,192 tokens, you sent 9,001"}); e.Tokens != 9001 || e.Most != 8192 {
		t.Errorf("got %d of %d", e.Tokens, e.Most)
	}
}

func TestAllowances(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	header := map[string]string{
		"anthropic-ratelimit-requests-limit": "50", "anthropic-ratelimit-requests-remaining": "0", "anthropic-ratelimit-requests-reset": "2026-11-21T12:00:30Z",
		"x-ratelimit-limit-tokens": "1000", "x-ratelimit-remaining-tokens": "10", "x-ratelimit-reset-tokens": "6m0s",
		"anthropic-ratelimit-input-tokens-limit": "x", "anthropic-ratelimit-output-tokens-limit": "-1",
	}
	got := Allowances(func(n string) string { return header[n] }, now)
	want := []Allowance{{"requests", 50, 0, now.Add(30 * time.Second)}, {"tokens", 1000, 10, now.Add(6 * time.Minute)}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestB15PricesAreExactAndByRequest(t *testing.T) {
	p := ListPrices()
	u := luminos.Usage{Input: 1_000_000, CacheWrite5m: 1_000_000, CacheWrite1h: 1_000_000, CacheRead: 1_000_000, Output: 1_000_000}
	for name, want := range map[string]string{
		"claude-fable-5-1": "92.75", "claude-opus-5-5": "37.2", "claude-opus-5": "46.75", "claude-sonnet-5-5": "18.6",
		"claude-haiku-4-5-20251001": "9.35", "claude-haiku-5-5": "4.675", // its long price: 4 million went in
	} {
		got, ok := p.Cost(name, u)
		exact, err := luminos.ParseDollars(want)
		if !ok || err != nil || got != exact {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	// One token more makes the whole request dear, and caches count.
	at, _ := p.Cost("claude-haiku-5-5", luminos.Usage{Input: 50_000, CacheRead: 40_000, CacheWrite5m: 10_000, Output: 7})
	over, _ := p.Cost("claude-haiku-5-5", luminos.Usage{Input: 50_001, CacheRead: 40_000, CacheWrite5m: 10_000, Output: 7})
	if at != 50_000*100_000+40_000*10_000+10_000*125_000+7*500_000 || over != 50_001*500_000+40_000*50_000+10_000*625_000+7*2_500_000 {
		t.Errorf("got %d and %d", at, over)
	}
	for _, unknown := range []string{"", "llama3:8b", "claude-sonnet-4-20250514", "claude-opus-5-5-turbo"} {
		if m, ok := p.Cost(unknown, u); ok || p.Window(unknown) != (Window{}) {
			t.Errorf("%q costs %s", unknown, m)
		}
	}
	if m, ok := p.Cost("claude-opus-5-5", luminos.Usage{Input: 1 << 62, Output: -5}); !ok || m <= 0 {
		t.Errorf("too many tokens cost %s", m)
	}
	if m, _ := p.Worst("claude-haiku-5-5", Cache1h, 100_001, 1000); m != 100_001*1_000_000+1000*2_500_000 {
		t.Errorf("the worst is %s", m)
	}
	for name, want := range map[string]bool{
		DefaultSmall: true, DefaultStrong: true, "claude-opus-4-6": false, "claude-haiku-4-5": false, "unknown": false,
	} {
		if p.Thinks(name) != want {
			t.Errorf("%s thinks without being asked: %t", name, !want)
		}
	}
	if w := p.Window("claude-opus-5-5"); w.Input != 1_000_000 || w.MaxOutput != 128_000 || p.MinCacheable("claude-haiku-4-5") != 4096 {
		t.Errorf("got %+v", w)
	}
	for _, name := range []string{DefaultSmall, DefaultStrong} {
		if _, ok := p.Cost(name, u); !ok {
			t.Errorf("the default %s has no price", name)
		}
	}
}

func TestPricesCanBeReplacedAndBadOnesAreRefused(t *testing.T) {
	const row = `{"date":"2027-01-02","sources":{"s":"x"},"models":[{"id":"own","window":8,"rates":{"input":"1","cache_write_5m":"1.25","cache_write_1h":"2","cache_read":"0.1","output":"0.000001"},"sources":["s"]}]}`
	own, err := ParsePrices([]byte(row))
	if err != nil {
		t.Fatal(err)
	}
	both := ListPrices().With(own)
	if m, ok := both.Cost("own", luminos.Usage{Output: 3}); !ok || m != 3 || both.Date != "2027-01-02" || len(both.Models()) != len(ListPrices().Models())+1 {
		t.Errorf("got %d, %v of %s", int64(m), ok, both.Date)
	}
	if _, ok := ListPrices().Cost("own", luminos.Usage{}); ok {
		t.Error("the embedded table was changed")
	}
	for _, change := range [][2]string{
		{`"input":"1"`, `"input":"-1"`}, {`"input":"1",`, ``}, {`"1.25"`, `"1e3"`}, {`"0.000001"`, `"0.0000001"`}, {`"2027-01-02"`, `"soon"`}, {`"own"`, `""`},
		{`"output"`, `"ouput"`}, {`["s"]`, `["t"]`}, {`"window":8`, `"window":-8`}, {`"2"`, `"99999999999"`}, {`{"date"`, `["date"`}, {`"sources":["s"]`, `"sources":["s"],"long":{"over":0}`},
		{`"window":8`, `"window":8,"min_cacheable":-1`}, {`"window":8`, `"window":8,"max_output":-1`}, {`"id"`, `"extra":1,"id"`}, {`]}]}`, `]}],"extra":1}`},
		{`"sources":["s"]`, `"sources":["s"],"long":{"over":0,"rates":{"input":"1","cache_write_5m":"1","cache_write_1h":"1","cache_read":"1","output":"1"}}`},
	} {
		bad := strings.Replace(row, change[0], change[1], 1)
		if p, err := ParsePrices([]byte(bad)); err == nil || p != nil || bad == row {
			t.Errorf("%s was read", bad)
		}
	}
}

func TestRowsOfPricesAreNamedInErrors(t *testing.T) {
	const rates = `"rates":{"input":"1","cache_write_5m":"1.25","cache_write_1h":"2","cache_read":"0.1","output":"0.5"}`
	const good = `{"id":"a","window":0,"max_output":0,"min_cacheable":0,` + rates + `,"long":{"over":1,` + rates + `},"sources":["s"]}`
	for rows, want := range map[string]string{
		good + `,` + strings.Replace(good, `"a"`, `"b"`, 1): "",
		good + `,` + good: `model 2, "a": the table of prices has two rows`,
		good + `,` + strings.Replace(good, `"a"`, `""`, 1):        `model 2, "": the row of a model in the table of prices has no id`,
		good + `,` + strings.Replace(good, `["s"]`, `["t"]`, 1):   `model 2, "a"`,
		`{"id":"c",` + rates + `,"sources":["s","t"]}`:            `model 1, "c": the source "t" is missing`,
		`{"id":"c",` + rates + `,"long":{"over":1},"sources":[]}`: `model 1, "c": reading the rate input`,
	} {
		_, err := ParsePrices([]byte(`{"date":"2027-01-02","sources":{"s":"x"},"models":[` + rows + `]}`))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %q", rows, err, want)
		}
	}
}

func TestEveryPriceHasItsSource(t *testing.T) {
	data, err := os.ReadFile("prices.json")
	if err != nil {
		t.Fatal(err)
	}
	var f priceFile
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	for _, m := range f.Models {
		if len(m.Sources) == 0 {
			t.Errorf("%s has no source", m.ID)
		}
	}
}

func TestEstimateErrsUpwards(t *testing.T) {
	c := talk(Say(User, strings.Repeat("four ", 1000)))
	if n := c.Estimate(); n < 1250 || n > 2000 { // about 1000 tokens
		t.Errorf("got %d", n)
	}
}

func TestUsageThatNoServerCanMeanIsEstimated(t *testing.T) {
	c := Call{Model: "m", MaxOutput: 1000, Messages: []Message{Say(User, strings.Repeat("x", 3000))}}
	guess := luminos.Usage{Input: c.Estimate(), Output: 101, Estimated: true}
	for name, u := range map[string]luminos.Usage{
		"negative input":    {Input: -1, Output: 1},
		"negative 5m":       {Input: 9, CacheWrite5m: -1},
		"negative 1h":       {Input: 9, CacheWrite1h: -1 << 63},
		"negative read":     {Input: 9, CacheRead: -9},
		"negative output":   {Input: 9, Output: -1},
		"too much input":    {Input: 100_000_001},
		"too much read":     {CacheRead: 1 << 62},
		"too much together": {CacheRead: 1 << 62, Input: 1 << 62, CacheWrite1h: 1 << 62},
		"too much output":   {Input: 9, Output: 104_001},
		"nothing":           {},
	} {
		if got := c.Billed(u, 300); got != guess {
			t.Errorf("%s: got %+v, want %+v", name, got, guess)
		}
	}
	for _, u := range []luminos.Usage{{Input: 100_000_000, Output: 104_000}, {CacheRead: 5}} {
		if got := c.Billed(u, 300); got != u {
			t.Errorf("got %+v, want %+v", got, u)
		}
	}
	if got := c.Billed(luminos.Usage{}, 0); got != (luminos.Usage{}) {
		t.Errorf("of an answer that did not begin: %+v", got)
	}
	c.MaxOutput = 1 << 62
	if got := c.Billed(luminos.Usage{Input: 1, Output: 100_000_001}, 0); !got.Estimated {
		t.Errorf("got %+v", got)
	}
}

// TestBilledCut checks the output of answers that broke off: the count of the server, or the estimate if it is higher.
func TestBilledCut(t *testing.T) {
	c := Call{Model: "m", System: "s", MaxOutput: 5000}
	for name, x := range map[string]struct {
		output, written, want int64
		estimated             bool
	}{
		"cut after the first event": {1, 0, 1, false}, "cut in the middle": {1, 9000, 3000, true},
		"cut after the count": {4000, 9000, 4000, false},
	} {
		got := c.BilledCut(luminos.Usage{Input: 10, Output: x.output}, x.written)
		if want := (luminos.Usage{Input: 10, Output: x.want, Estimated: x.estimated}); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

func TestPricesOfClouds(t *testing.T) {
	p := ListPrices()
	million := luminos.Usage{Output: 1_000_000}
	for name, want := range map[string]string{
		"global.anthropic.claude-opus-5-5": "20", "anthropic.claude-opus-5-5": "22", "us.anthropic.claude-haiku-4-5-20251001-v1:0": "5.5",
		"arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.anthropic.claude-opus-4-6-v1": "27.5",
		"claude-opus-4-5@20251101": "25", "us-gov.anthropic.claude-opus-5-5": "", "anthropic.claude-opus-5-5-fast": "", "anthropic.claude-2": "",
		"arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/abc": "",
	} {
		usd, ok := p.Cost(name, million)
		if !ok && want == "" {
			continue
		}
		if m, err := luminos.ParseDollars(want); err != nil || usd != m {
			t.Errorf("%s: got %v, want %q", name, usd, want)
		}
	}
	if usd, ok := p.Regional().Cost("claude-opus-5-5", million); !ok || usd != 22*luminos.Dollar {
		t.Errorf("of a region: %v, %v", usd, ok)
	}
	if usd, _ := p.Cost("claude-opus-5-5", million); usd != 20*luminos.Dollar {
		t.Errorf("the list price has become %v", usd)
	}
	if p.Window("us.anthropic.claude-opus-5-5").Input != 1_000_000 {
		t.Error("no window")
	}
}
