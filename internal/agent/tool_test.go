package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"luminos/internal/agent"
	"luminos/internal/model"
	"luminos/internal/tool"
)

// Tools that read go at once, eight at most; tools that write go alone, after
// all that were called before them.
func TestNeighboursThatReadGoAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var now, writing, done atomic.Int64
		var mu sync.Mutex
		most := int64(0)
		slow := tool.Tool{Name: "read_file", Handle: func(_ context.Context, args json.RawMessage) (tool.Result, error) {
			if writing.Load() > 0 {
				t.Error("a tool reads while another one writes")
			}
			mu.Lock()
			most = max(most, now.Add(1))
			mu.Unlock()
			time.Sleep(time.Second)
			now.Add(-1)
			done.Add(1)
			return tool.Result{Text: string(args)}, nil
		}}
		write := tool.Tool{Name: "write_cache", Local: true, Handle: func(context.Context, json.RawMessage) (tool.Result, error) {
			writing.Add(1)
			defer writing.Add(-1)
			if n := now.Load(); n > 0 || done.Load() != 10 {
				t.Errorf("a tool writes while %d read, and %d have read; want the 10 that were called before it", n, done.Load())
			}
			time.Sleep(time.Second)
			return tool.Result{Text: "written"}, nil
		}}
		var calls []model.Block
		for i := range 18 {
			if i == 10 {
				calls = append(calls, use("write_cache", `{}`))
			}
			calls = append(calls, use("read_file", fmt.Sprintf(`{"n":%d}`, i)))
		}
		l, s := loop(t, &desk{}, tools(calls...), submit())
		l.Tools = append([]tool.Tool{slow, write}, l.Tools[2:]...)
		began := time.Now()
		ran(t, l)
		if took := time.Since(began); took != 4*time.Second || most != 8 {
			t.Errorf("it took %v, with %d at once; want 4s and 8", took, most)
		}
		for i, r := range s.results(2) {
			if want := calls[i].Input; want != "{}" && r.Text != want {
				t.Errorf("result %d is %q, want %q", i, r.Text, want)
			}
		}
	})
}

func TestSlowToolsAreGivenUp(t *testing.T) {
	for _, heeds := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			stuck := make(chan struct{})
			l, s := loop(t, &desk{}, tools(use("read_file", `{}`)), submit())
			l.Tools[0] = tool.Tool{Name: "read_file", Handle: func(ctx context.Context, _ json.RawMessage) (tool.Result, error) {
				if heeds {
					<-ctx.Done()
					return tool.Result{}, ctx.Err()
				}
				<-stuck
				return tool.Result{}, nil
			}}
			began := time.Now()
			if o := ran(t, l); o.End != agent.EndSubmitted || o.ToolErrors != 1 || time.Since(began) != time.Minute {
				t.Errorf("%+v after %v", o, time.Since(began))
			}
			if r := s.results(2)[0]; !r.Failed || !strings.Contains(r.Text, "1m0s") {
				t.Errorf("%+v", r)
			}
			close(stuck)
		})
	}
}

// A run that is broken off while tools run does not wait for them, and keeps
// no result.
func TestTheEndOfTheContextReachesTools(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		l, _ := loop(t, &desk{}, tools(use("read_file", `{}`), use("write_cache", `{"text":"x"}`)))
		l.Tools[0] = tool.Tool{Name: "read_file", Handle: func(ctx context.Context, _ json.RawMessage) (tool.Result, error) {
			cancel()
			<-ctx.Done()
			return tool.Result{}, ctx.Err()
		}}
		j := &memory{}
		l.Journal = j
		if _, err := l.Run(ctx); err != context.Canceled || len(j.kept) != 3 {
			t.Errorf("%v, %d records; want what was there before the tools", err, len(j.kept))
		}
	})
}
