package mcpclient

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/sourcetest"
)

// served serves by HTTP on this machine.
func served(t testing.TB, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func handlerOf(s *mcp.Server, stateless bool) http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: stateless})
}

func reach(t testing.TB, url string, headers map[string]string, o Options) (*Backend, error) {
	t.Helper()
	s, err := parseURL(url, "", headers)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Open(t.Context(), s, o)
	if err == nil {
		t.Cleanup(func() { b.Close() })
	}
	return b, err
}

func TestHTTP(t *testing.T) {
	t.Parallel()
	for name, stateless := range map[string]bool{"stateful": false, "stateless": true} {
		t.Run(name, func(t *testing.T) {
			b, err := reach(t, served(t, handlerOf(nativeServer(tree(t), true), stateless)), nil, Options{})
			if err != nil {
				t.Fatal(err)
			}
			sourcetest.Run(t, b)
		})
	}
}

func TestHTTPHeadersAreForOneHost(t *testing.T) {
	var leaked atomic.Bool
	elsewhere := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { leaked.Store(true) }))
	var wrong atomic.Int32
	inner := handlerOf(nativeServer(tree(t), true), false)
	home := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer k3y" {
			wrong.Add(1)
		}
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, elsewhere, http.StatusTemporaryRedirect)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusTemporaryRedirect)
		case "/near":
			http.Redirect(w, r, "/", http.StatusTemporaryRedirect)
		default:
			inner.ServeHTTP(w, r)
		}
	}))
	headers := map[string]string{"Authorization": "Bearer k3y"}
	for path, want := range map[string]string{"/": "", "/near": "", "/away": "another host", "/round": "more than 3 redirects"} {
		_, err := reach(t, home+path, headers, Options{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "k3y") {
			t.Errorf("%s: the key is in %v", path, err)
		}
	}
	if leaked.Load() || wrong.Load() > 0 {
		t.Errorf("another host was asked: %t; requests without the header: %d", leaked.Load(), wrong.Load())
	}
}

func TestT42InvalidHTTPAnswers(t *testing.T) {
	deep := strings.Repeat("[", 1<<20)
	for name, h := range map[string]http.HandlerFunc{
		"deep JSON": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, deep)
		},
		"deep lines": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, strings.Repeat("[\n\n", 1<<20))
		},
		"deep stream": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "data: %s\n\n", deep)
		},
		"long JSON": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			blanks := strings.Repeat(" ", 64<<10)
			for range 3 * maxFrame / len(blanks) {
				if _, err := fmt.Fprint(w, blanks); err != nil {
					return
				}
			}
		},
		"a page":   func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") },
		"no":       func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "\x1b[2Jno", http.StatusForbidden) },
		"an error": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "oops", http.StatusInternalServerError) },
		"no answer": func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // until then the end of the request is not noticed
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, late := Options{Connect: time.Minute}, name == "no answer"
			if late {
				o.Connect = 100 * time.Millisecond
			}
			_, err := reach(t, served(t, h), nil, o)
			if err == nil || strings.ContainsFunc(err.Error(), control) || !strings.Contains(err.Error(), "the server ") {
				t.Fatalf("got %v", err)
			}
			if strings.Contains(err.Error(), "not ready within") != late {
				t.Errorf("got %v, want an error about the time: %t", err, late)
			}
		})
	}
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	if _, err := reach(t, gone.URL, nil, Options{}); err == nil || !strings.Contains(err.Error(), "refused") {
		t.Errorf("nobody is there: %v", err)
	}
}

// A server that forgets its sessions is greeted again.
func TestHTTPServerThatIsStartedAgain(t *testing.T) {
	dir := tree(t)
	var h atomic.Value
	h.Store(handlerOf(nativeServer(dir, true), false))
	b, err := reach(t, served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.Load().(http.Handler).ServeHTTP(w, r) })), nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if nodes, err := b.List(t.Context(), "dir"); err != nil || len(nodes) != 4 {
			t.Errorf("got %v, %v", nodes, err)
		}
		h.Store(handlerOf(nativeServer(dir, true), false))
	}
}

func TestBoundedStreamsGoOn(t *testing.T) {
	b := &bounded{stream: true}
	for _, c := range []byte(strings.Repeat("data: {\"a\": \"[[[[\\\"\"}\r\n\r\n: it's \"\n\n", 10_000)) {
		b.see(c)
		if b.depth > 1 || b.size > 100 {
			t.Fatalf("after good messages: %+v", b)
		}
	}
	var _ luminos.Source = (*Backend)(nil)
}
