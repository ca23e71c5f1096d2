package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos/internal/model"
)

// read gives all events as "name=data", and how the stream ended.
func read(r io.Reader) (list []string, err error) {
	e := NewEvents(r)
	for {
		ev, err := e.Next()
		if err != nil {
			return list, err
		}
		list = append(list, ev.Name+"="+string(ev.Data))
	}
}

func TestEvents(t *testing.T) {
	for name, c := range map[string]struct {
		stream string
		want   []string
	}{
		"one":                        {"event: a\ndata: 1\n\n", []string{"a=1"}},
		"without a name":             {"data: 1\n\ndata:2\n\n", []string{"=1", "=2"}},
		"without a line at the end":  {"event: a\ndata: 1\n\nevent: error\ndata: 2", []string{"a=1", "error=2"}},
		"lines of two bytes":         {"event: a\r\ndata: 1\r\n\r\n", []string{"a=1"}},
		"data in parts":              {"data: 1\ndata: 2\n\n", []string{"=1\n2"}},
		"comments and other fields":  {": hi\n\nid: 7\nretry: 9\ndata: 1\n\n: bye\n", []string{"=1"}},
		"a name without data":        {"event: ping\n\n", []string{"ping="}},
		"empty lines":                {"\n\n\ndata: 1\n\n\n\n", []string{"=1"}},
		"a space that belongs to it": {"data:  1\n\n", []string{"= 1"}},
		"a long line":                {"data: " + strings.Repeat("x", 100_000) + "\n\ndata: y\n\n", []string{"=" + strings.Repeat("x", 100_000), "=y"}},
		"nothing":                    {"", nil},
	} {
		for how, r := range map[string]io.Reader{"at once": strings.NewReader(c.stream), "byte by byte": iotest.OneByteReader(strings.NewReader(c.stream))} {
			got, err := read(r)
			if diff := cmp.Diff(c.want, got); diff != "" || err != io.EOF {
				t.Errorf("%s, %s: %v\n%s", name, how, err, diff)
			}
		}
	}
	broken := io.MultiReader(strings.NewReader("data: 1\n\ndata: 2\n"), iotest.ErrReader(errors.New("reset")))
	if got, err := read(broken); len(got) != 1 || err == nil || err.Error() != "reset" {
		t.Errorf("got %q and %v", got, err)
	}
}

func TestBound(t *testing.T) {
	endless := func() io.ReadCloser { return io.NopCloser(endlessly{}) }
	r := &http.Response{StatusCode: 200, Body: endless()}
	Bound(r)
	if n, err := io.Copy(io.Discard, r.Body); n != mostAnswer || !errors.Is(err, errTooLong) {
		t.Errorf("read %d bytes and %v", n, err)
	}
	r = &http.Response{StatusCode: 500, Body: endless()}
	Bound(r)
	if n, err := io.Copy(io.Discard, r.Body); n != mostRefusal || err != nil {
		t.Errorf("read %d bytes and %v", n, err)
	}
}

type endlessly struct{}

func (endlessly) Read(p []byte) (int, error) { return len(p), nil }

// TestBaseRepeatsNoSecret looks for a query, a fragment and a password in the errors of addresses that Base refuses.
func TestBaseRepeatsNoSecret(t *testing.T) {
	for _, address := range []string{
		"https://host/#secret", "https://host/?key=secret", "https://host/v1?key=secret#secret", "ftp://host/?key=secret#secret", "https:///v1#secret",
		"https://user:secret@host/?a", "https://%zz/#secret",
	} {
		if err := Base(address); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %v", address, err)
		}
	}
	if err := Base("https://host/v1#part"); err == nil || !strings.Contains(err.Error(), `"https://host/v1"`) {
		t.Errorf("got %v", err)
	}
	if err := Base("https://host/v1"); err != nil {
		t.Error(err)
	}
}

func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := Patience{First: 10 * time.Second, Idle: 2 * time.Second, Whole: time.Minute}
		texts := map[int]string{0: "nothing came for 10s", 3: "nothing came for 2s", 1000: "the answer was not complete after 1m0s"}
		for alive, want := range map[int]time.Duration{0: 10 * time.Second, 3: 5 * time.Second, 1000: time.Minute} {
			begin := time.Now()
			w := NewWatch(t.Context(), p)
			for range alive {
				time.Sleep(time.Second)
				if w.Context().Err() != nil {
					break
				}
				w.Alive()
			}
			<-w.Context().Done()
			if got := time.Since(begin); got < want || got > want+time.Second || w.Stalled() == nil {
				t.Errorf("after %d signs of life: ended after %v with %v, want %v", alive, got, w.Stalled(), want)
			} else if got := w.Stalled().Error(); got != texts[alive] {
				t.Errorf("after %d signs of life: the limit is %q, want %q", alive, got, texts[alive])
			}
			w.Stop()
		}
		w := NewWatch(t.Context(), p)
		w.Stop()
		if w.Context().Err() == nil || w.Stalled() != nil {
			t.Error("a watch that was stopped goes on, or calls it a stall")
		}
		ctx, cancel := context.WithCancel(t.Context())
		w = NewWatch(ctx, p)
		defer w.Stop()
		cancel()
		if w.Stalled() != nil {
			t.Error("an end from outside is called a stall")
		}
	})
}

func TestFailuresByClass(t *testing.T) {
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }))
	defer plain.Close()
	for name, c := range map[string]struct {
		url   string
		class model.Class
		final bool
	}{
		"nobody there":             {"http://127.0.0.1:1/", model.Unreachable, false},
		"an unknown certificate":   {secure.URL, model.Unreachable, true},
		"TLS where there is none":  {strings.Replace(plain.URL, "http:", "https:", 1), model.Unreachable, true},
		"closed without an answer": {plain.URL, model.Cut, false},
	} {
		_, err := Client().Get(c.url)
		w := NewWatch(t.Context(), Patience{})
		e := Failed(err, w)
		w.Stop()
		if e.Class != c.class || e.Final != c.final || e.Hint() == "" || strings.Contains(e.Error(), c.url) {
			t.Errorf("%s: got %+v", name, e)
		}
	}
	w := NewWatch(t.Context(), Patience{})
	defer w.Stop()
	for err, want := range map[error]model.Class{
		io.ErrUnexpectedEOF: model.Cut, io.EOF: model.Cut, errors.New("connection reset by peer"): model.Transient, fmt.Errorf("reading: %w", errTooLong): model.Garbled,
	} {
		if e := Failed(err, w); e.Class != want || !e.Retryable() {
			t.Errorf("%v: got %q, want %q", err, e.Class, want)
		}
	}
}

// A redirect must not take the key and the conversation elsewhere.
func TestRedirectsAreNotFollowed(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("was followed") }))
	defer elsewhere.Close()
	s := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer s.Close()
	r, err := Client().Post(s.URL, "application/json", strings.NewReader("{}"))
	if err != nil || r.StatusCode != 307 {
		t.Errorf("got %v and %v", r, err)
	}
}
