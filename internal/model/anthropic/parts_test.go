package anthropic

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/model"
)

// oneBlock returns a stream with one block: its beginning, then the deltas. The
// usage of its beginning is given.
func oneBlock(usage, block string, deltas ...string) string {
	var b strings.Builder
	event := func(name, data string) { fmt.Fprintf(&b, "event: %s\ndata: %s\n\n", name, data) }
	event("message_start", `{"type":"message_start","message":{"id":"msg_1","model":"claude-x","content":[],"usage":`+usage+`}}`)
	event("content_block_start", `{"type":"content_block_start","index":0,"content_block":`+block+`}`)
	for _, d := range deltas {
		event("content_block_delta", `{"type":"content_block_delta","index":0,"delta":`+d+`}`)
	}
	event("content_block_stop", `{"type":"content_block_stop","index":0}`)
	event("message_delta", `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}`)
	event("message_stop", `{"type":"message_stop"}`)
	return b.String()
}

// TestBlocksGrowByDeltas checks how the history keeps a block of an unknown
// kind, because it goes back to the API unchanged.
func TestBlocksGrowByDeltas(t *testing.T) {
	const usage = `{"input_tokens":7,"output_tokens":1}`
	for name, c := range map[string]struct {
		block  string
		deltas []string
		want   model.Block
	}{
		"text that begins in the block": {`{"type":"text","text":"I "}`, []string{`{"type":"text_delta","text":"read"}`}, model.Block{Kind: model.Text, Text: "I read"}},
		"text of two letters":           {`{"type":"text","text":"ab"}`, nil, model.Block{Kind: model.Text, Text: "ab"}},
		"strings are joined": {`{"type":"later","note":"a"}`, []string{`{"type":"later_delta","note":"b"}`, `{"type":"later_delta","note":"c"}`},
			model.Block{Kind: model.Foreign, Raw: `{"type":"later","note":"abc"}`}},
		"a string after null": {`{"type":"later","note":null}`, []string{`{"type":"later_delta","note":"b"}`}, model.Block{Kind: model.Foreign, Raw: `{"type":"later","note":"b"}`}},
		"null changes nothing": {`{"type":"later","note":"a"}`, []string{`{"type":"later_delta","note":null}`},
			model.Block{Kind: model.Foreign, Raw: `{"type":"later","note":"a"}`}},
		"other values replace": {`{"type":"later","n":1}`, []string{`{"type":"later_delta","n":2}`}, model.Block{Kind: model.Foreign, Raw: `{"type":"later","n":2}`}},
		"a value replaces joined strings": {`{"type":"later","n":"a"}`, []string{`{"type":"later_delta","n":"b"}`, `{"type":"later_delta","n":3}`},
			model.Block{Kind: model.Foreign, Raw: `{"type":"later","n":3}`}},
		"citations are collected": {`{"type":"text","text":"x","citations":[]}`, []string{`{"type":"citations_delta","citation":{"a":1}}`, `{"type":"citations_delta","citation":{"a":2}}`},
			model.Block{Kind: model.Text, Text: "x", Raw: `{"type":"text","citations":[{"a":1},{"a":2}],"text":"x"}`}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := answering(t, says(oneBlock(usage, c.block, c.deltas...))).Complete(t.Context(), ask(), nil)
			if err != nil || len(r.Blocks) != 1 {
				t.Fatalf("got %+v (%v)", r.Blocks, err)
			}
			if diff := cmp.Diff(c.want, r.Blocks[0]); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestWritesToTheCacheByLifetime checks the split of tokens written to the cache
// into two prices.
func TestWritesToTheCacheByLifetime(t *testing.T) {
	for name, c := range map[string]struct {
		usage string
		cache model.Cache
		want  luminos.Usage
	}{
		"split by the server": {`{"input_tokens":7,"cache_creation_input_tokens":30,"cache_creation":{"ephemeral_1h_input_tokens":20}}`, model.Cache5m,
			luminos.Usage{Input: 7, CacheWrite5m: 10, CacheWrite1h: 20, Output: 5}},
		"more of an hour than in all": {`{"input_tokens":7,"cache_creation_input_tokens":30,"cache_creation":{"ephemeral_1h_input_tokens":40}}`, model.Cache5m,
			luminos.Usage{Input: 7, CacheWrite1h: 30, Output: 5}},
		"no split, an hour asked":      {`{"input_tokens":7,"cache_creation_input_tokens":30}`, model.Cache1h, luminos.Usage{Input: 7, CacheWrite1h: 30, Output: 5}},
		"no split, five minutes asked": {`{"input_tokens":7,"cache_creation_input_tokens":30}`, model.Cache5m, luminos.Usage{Input: 7, CacheWrite5m: 30, Output: 5}},
	} {
		t.Run(name, func(t *testing.T) {
			call := ask()
			call.Cache = c.cache
			r, err := answering(t, says(oneBlock(c.usage, `{"type":"text","text":"x"}`))).Complete(t.Context(), call, nil)
			if err != nil || r.Usage != c.want {
				t.Errorf("got %+v, want %+v (%v)", r.Usage, c.want, err)
			}
		})
	}
}

func TestStopAtLimitNamesTheCutTool(t *testing.T) {
	limit := func(body string) string { return strings.Replace(body, `"end_turn"`, `"max_tokens"`, 1) }
	r, err := answering(t, says(limit(oneBlock(`{}`, `{"type":"text","text":"x"}`)))).Complete(t.Context(), ask(), nil)
	if err != nil || r.Stop != model.StopLimit || r.Detail != "" {
		t.Errorf("text: got %q, %q (%v)", r.Stop, r.Detail, err)
	}
	none := limit(oneBlock(`{}`, `{}`))
	none = none[:strings.Index(none, "event: content_block_start")] + none[strings.Index(none, "event: message_delta"):]
	if r, err = answering(t, says(none)).Complete(t.Context(), ask(), nil); err == nil && r.Stop != model.StopLimit {
		t.Errorf("no block: got %q", r.Stop)
	}
}

// TestErrorBodyIsBounded checks that only the beginning of a long error is read.
func TestErrorBodyIsBounded(t *testing.T) {
	const whole = 1 << 28
	sent := make(chan int, 1)
	c := answering(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusBadRequest)
		piece := strings.Repeat("x", 1<<16)
		n := 0
		for err := error(nil); err == nil && n < whole; n += len(piece) {
			_, err = io.WriteString(w, piece)
		}
		sent <- n
	})
	if _, err := c.Complete(t.Context(), ask(), nil); err == nil {
		t.Error("status 400 is no error")
	}
	if n := <-sent; n >= whole {
		t.Errorf("read %d bytes of an error", n)
	}
}
