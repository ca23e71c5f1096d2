package anthropic

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/ssestream"
	gocmp "github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"luminos/internal/model"
)

// evalFile returns the name of data that is kept beside the project: below the directory that the variable names, or at
// its usual place.
func evalFile(t *testing.T, variable, beside string) string {
	t.Helper()
	path := cmp.Or(os.Getenv(variable), filepath.Join("..", "..", "..", "..", "shared", "eval", beside))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("SKIPPED: nothing at %s: set %s to where %s is", path, variable, beside)
	}
	return path
}

// cassette is a file of recorded exchanges, in either of two formats.
type cassette struct {
	Interactions []struct {
		Request struct {
			URI string `yaml:"uri"`
			URL string `yaml:"url"`
		} `yaml:"request"`
		Response struct {
			Body   any `yaml:"body"`
			Parsed any `yaml:"parsed_body"`
			Code   int `yaml:"code"`
			Status any `yaml:"status"`
		} `yaml:"response"`
	} `yaml:"interactions"`
}

// exchange is one recorded answer.
type exchange struct {
	name, path, media, body string
	status                  int
}

func readCassettes(t *testing.T) []exchange {
	dir := evalFile(t, "LUMINOS_EVAL_CASSETTES", "cassettes")
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings in %s (%v)", dir, err)
	}
	var list []exchange
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var c cassette
		if err := yaml.Unmarshal(data, &c); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		for i, one := range c.Interactions {
			x := exchange{name: fmt.Sprintf("%s/%d", strings.TrimSuffix(filepath.Base(f), ".yaml"), i), path: one.Request.URI + one.Request.URL, status: one.Response.Code, media: "text/event-stream"}
			if s, ok := one.Response.Status.(map[string]any); ok {
				x.status = s["code"].(int)
			}
			switch body := one.Response.Body.(type) {
			case string:
				x.body = body
			case map[string]any:
				x.body = body["string"].(string)
			default:
				raw, err := json.Marshal(one.Response.Parsed)
				if err != nil {
					t.Fatal(err)
				}
				x.media, x.body = "application/json", string(raw)
			}
			list = append(list, x)
		}
	}
	return list
}

// expected returns the answer as the SDK assembles it, which is right for whole streams.
func expected(t *testing.T, x exchange) sdk.Message {
	t.Helper()
	var m sdk.Message
	if x.media == "application/json" {
		if err := json.Unmarshal([]byte(x.body), &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	s := ssestream.NewStream[sdk.MessageStreamEventUnion](ssestream.NewDecoder(&http.Response{Body: io.NopCloser(strings.NewReader(x.body)), Header: http.Header{}}), nil)
	for s.Next() {
		if err := m.Accumulate(s.Current()); err != nil {
			t.Fatal(err)
		}
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	return m
}

// TestRecordedExchangesComeThroughWhole replays answers of real models.
func TestRecordedExchangesComeThroughWhole(t *testing.T) {
	for _, x := range readCassettes(t) {
		t.Run(x.name, func(t *testing.T) {
			client := answering(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", x.media)
				w.WriteHeader(x.status)
				io.WriteString(w, x.body)
			})
			if strings.Contains(x.path, "count_tokens") {
				replayCount(t, client, x)
				return
			}
			r, err := client.Complete(t.Context(), ask(), nil)
			if x.status != 200 {
				if e, ok := errors.AsType[*model.Error](err); !ok || e.Class != model.BadRequest || e.Retryable() || !strings.Contains(e.Message, "does not support") {
					t.Fatalf("got %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			replayed(t, r, expected(t, x))
		})
	}
}

func replayCount(t *testing.T, client *Client, x exchange) {
	n, err := client.Count(t.Context(), ask())
	if x.status == 404 {
		if !model.IsClass(err, model.NotFound) {
			t.Fatalf("got %d and %v", n, err)
		}
		return
	}
	var want struct {
		Input int64 `json:"input_tokens"`
	}
	if json.Unmarshal([]byte(x.body), &want) != nil || n != want.Input || err != nil {
		t.Fatalf("got %d and %v, want %d", n, err, want.Input)
	}
}

// replayed compares an answer, and the part that will be sent back.
func replayed(t *testing.T, r model.Response, want sdk.Message) {
	if r.ID != want.ID || r.Model != string(want.Model) || len(r.Blocks) != len(want.Content) {
		t.Errorf("got %q of %q with %d blocks, want %q of %q with %d", r.ID, r.Model, len(r.Blocks), want.ID, want.Model, len(want.Content))
	}
	u, w := r.Usage, want.Usage
	if u.Input != w.InputTokens || u.CacheRead != w.CacheReadInputTokens || u.CacheWrite5m+u.CacheWrite1h != w.CacheCreationInputTokens || u.Output != w.OutputTokens {
		t.Errorf("got usage %+v, want %s", u, w.RawJSON())
	}
	if stop := map[sdk.StopReason]model.Stop{"end_turn": model.StopEnd, "tool_use": model.StopTools}[want.StopReason]; r.Stop != stop {
		t.Errorf("got stop %q for %q", r.Stop, want.StopReason)
	}
	call := ask()
	call.Messages = model.Settle(append(call.Messages, r.Message()), "done")
	body, err := encode(call, forAnswer)
	if err != nil {
		t.Fatal(err)
	}
	var sent struct{ Messages []struct{ Content []any } }
	if err := json.Unmarshal(body, &sent); err != nil {
		t.Fatal(err)
	}
	var content []any
	if err := json.Unmarshal([]byte(want.RawJSON()), &struct{ Content *[]any }{&content}); err != nil {
		t.Fatal(err)
	}
	var kept []any
	for i, b := range content {
		b := b.(map[string]any)
		if s, ok := b["text"].(string); ok && strings.TrimSpace(s) == "" {
			continue // is refused when it comes back
		}
		if b["type"] == "compaction" {
			// The SDK does not know its parts and loses them; we keep them.
			b["content"] = "The user provided a very long context"
			got := sent.Messages[1].Content[i].(map[string]any)
			got["content"] = got["content"].(string)[:len(b["content"].(string))]
		}
		for k, v := range b { // null fields say nothing
			if v == nil {
				delete(b, k)
			}
		}
		kept = append(kept, b)
	}
	if diff := gocmp.Diff(kept, sent.Messages[1].Content); diff != "" {
		t.Errorf("what is sent back is not what came (-came +sent):\n%s", diff)
	}
}
