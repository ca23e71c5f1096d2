package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/mcpext"
)

// outlineServer outlines as the built-in server does, a few files at a time. Of
// "bad" it dies.
func outlineServer(dir string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "o", Version: "1"}, &mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{
		Experimental: map[string]any{mcpext.MethodRead: struct{}{}, mcpext.MethodOutlines: struct{}{}}}})
	roled(s, "ls", mcpext.RoleList, nil)
	if err := mcp.AddReceivingCustomMethod(s, mcpext.MethodOutlines, func(ctx context.Context, _ *mcp.ServerSession, p *mcpext.OutlinesParams) (*mcpext.OutlinesResult, error) {
		r := &mcpext.OutlinesResult{}
		for _, path := range p.Paths[:min(len(p.Paths), 7)] {
			switch path {
			case "bad":
				os.Exit(1)
			case "hang":
				<-ctx.Done()
				return nil, ctx.Err()
			case "refuse":
				return nil, errors.New("no")
			case "unreadable":
				r.Outlines = append(r.Outlines, nil)
				continue
			}
			by := luminos.ByPatterns
			if p.Parse-r.Parsed >= 100 {
				by = luminos.ByTreeSitter
				r.Parsed += 100
			}
			r.Outlines = append(r.Outlines, &luminos.Outline{Language: path, By: by})
		}
		if dir == "none" {
			r.Outlines = nil
		}
		return r, nil
	}); err != nil {
		panic(err)
	}
	return s
}

func outlinesOf(t *testing.T, o Options, arg string) luminos.Outliner {
	t.Helper()
	out := luminos.CapabilitiesOf(start(t, o, "outlines", arg)).Outliner
	if out == nil {
		t.Fatal("there is no outliner")
	}
	return out
}

func TestOutlines(t *testing.T) {
	t.Parallel()
	var files []luminos.Path
	for i := range 1010 {
		files = append(files, luminos.Path(fmt.Sprint("f", i)))
	}
	files[3] = "unreadable"
	files[990], files[20] = "bad", "bad" // near the end of a request and near its beginning
	got, err := outlinesOf(t, Options{Parse: 1000}, "").Outlines(t.Context(), files)
	if err != nil || len(got) != len(files) {
		t.Fatalf("got %d, %v", len(got), err)
	}
	parsed := 0
	for i, o := range got {
		switch {
		case i == 3 || i == 20 || i == 990:
			if o != nil {
				t.Errorf("%s: got %+v", files[i], o)
			}
		case o == nil || o.Language != string(files[i]):
			t.Errorf("%s: got %+v", files[i], o)
		case o.By == luminos.ByTreeSitter:
			parsed++
		}
	}
	if parsed != 10 {
		t.Errorf("%d were parsed within the budget, want 10", parsed)
	}
}

// TestSlowOutlinesAreAnError requests the outlines of three files, on one of which the server hangs.
// The other two have outlines, and an error says that one is missing. The server is in this process, for the sake of
// the bubble's clock, and can be killed as a process can.
func TestSlowOutlinesAreAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		starts := 0
		dial := func(life context.Context) (connection, error) {
			starts++
			c, err := dialNear(outlineServer(""))(life)
			c.kill = c.close
			return c, err
		}
		b, err := open(t.Context(), newLink("near", Options{}.complete(Server{}), dial), "near", false)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		began := time.Now()
		got, err := luminos.CapabilitiesOf(b).Outliner.Outlines(t.Context(), []luminos.Path{"a", "hang", "b"})
		if !errors.Is(err, errSlow) {
			t.Errorf("got the error %v", err)
		}
		if len(got) != 3 || got[0] == nil || got[1] != nil || got[2] == nil {
			t.Errorf("got %v", got)
		}
		if took := time.Since(began); took != 3*defaultCall || starts != 1+3 {
			t.Errorf("it took %v, the server was started %d times; want three calls that hang, and a start after each", took, starts)
		}
	})
}

func TestMissingOutlines(t *testing.T) {
	if luminos.CapabilitiesOf(start(t, Options{}, "native", tree(t))).Outliner != nil {
		t.Error("a server without outlines has them")
	}
	if _, err := outlinesOf(t, Options{}, "none").Outlines(t.Context(), []luminos.Path{"a"}); err == nil {
		t.Error("no outlines were no error")
	}
	if _, err := outlinesOf(t, Options{}, "").Outlines(t.Context(), []luminos.Path{"refuse"}); err == nil {
		t.Error("a refusal was no error")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if _, err := outlinesOf(t, Options{}, "").Outlines(ctx, []luminos.Path{"a"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}
