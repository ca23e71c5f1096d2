// Package modeltest is a scripted server of the Messages API on loopback, and
// the players that answer in it, for tests only. It speaks HTTP and server-sent
// events, holds each request against the rules of the API, keeps a prompt cache
// and a ledger, and makes every fault on demand.
//
// What it counts: a token is [Options.BytesPerToken] bytes. The prompt is the
// compact JSON of tools, system blocks and message blocks, in this order and
// without cache markers; a prefix has its bytes / BytesPerToken tokens, rounded
// up. An answer has the bytes of its texts, thinking, and calls.
package modeltest

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Options say how a server behaves. The zero value is a server of [Models] with
// a [Diligent] player.
type Options struct {
	Player Player
	Seed   uint64  // of ids, signatures and padding
	Models []Model // nil means [Models]
	Key    string  // the API key to demand; empty takes any
	Schema *Schema // to hold bodies against; nil does not
	Clock  Clock   // nil is the time of the world
	// BytesPerToken is 4 unless set.
	BytesPerToken int
	// Foreign admits conversations that this server did not begin.
	Foreign bool
	// NoCount and NoModels leave out these endpoints, as some servers do.
	NoCount, NoModels bool
	// Watch are strings that must not be sent: see [Server.Seen].
	Watch []string
	// KeepBytes bounds the bodies that [Server.Requests] remembers, the latest
	// first; 64 MiB unless set.
	KeepBytes int
}

// Server is a server of the Messages API. All methods may be called concurrently.
type Server struct {
	// URL is its address, for ANTHROPIC_BASE_URL.
	URL string

	opts    Options
	http    *httptest.Server
	calls   Gate
	stalls  Gate
	cache   cache
	history history
	closing context.Context
	close   context.CancelFunc

	mu         sync.Mutex
	number     int
	counts     int
	inFlight   int
	peak       int
	idle       chan struct{} // closed when no call is under way
	ledger     Ledger
	violations []Violation
	requests   []Request
	kept       int
	seen       map[string]int
}

// New starts a server. Close ends it.
func New(o Options) *Server {
	if o.Player == nil {
		o.Player = Diligent{}
	}
	if o.Models == nil {
		o.Models = Models()
	}
	if o.Clock == nil {
		o.Clock = wall{}
	}
	o.BytesPerToken = cmp.Or(max(o.BytesPerToken, 0), 4)
	o.KeepBytes = cmp.Or(o.KeepBytes, 64<<20)
	s := &Server{opts: o, seen: map[string]int{}}
	s.stalls.Shut()
	s.closing, s.close = context.WithCancel(context.Background())
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/messages", s.messages)
	if !o.NoCount {
		mux.HandleFunc("POST /v1/messages/count_tokens", s.countTokens)
	}
	if !o.NoModels {
		mux.HandleFunc("GET /v1/models", s.listModels)
		mux.HandleFunc("GET /v1/models/{id}", s.oneModel)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, 404, "", "Not found: "+r.Method+" "+r.URL.Path)
	})
	s.http = httptest.NewServer(mux)
	s.URL = s.http.URL
	return s
}

// Start is New for a test: the server ends with it, bodies are held against the
// public description of the API where that is found, and the test fails when a
// rule was broken.
func Start(tb testing.TB, o Options) *Server {
	tb.Helper()
	if o.Schema == nil {
		schema, err := FindSchema()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			tb.Logf("SKIPPED: requests are not held against the public description of the API: %v; %s names one", err, SchemaVariable)
		case err != nil:
			tb.Fatal(err)
		}
		o.Schema = schema
	}
	s := New(o)
	tb.Cleanup(func() {
		s.Close()
		for _, v := range s.Violations() {
			tb.Errorf("a request broke a rule of the API: %s", v)
		}
	})
	return s
}

// Env is what a program needs in its environment to talk to the server.
func (s *Server) Env() []string {
	return []string{"ANTHROPIC_BASE_URL=" + s.URL, "ANTHROPIC_API_KEY=" + cmp.Or(s.opts.Key, "test")}
}

// Close ends the server; calls that wait are cut.
func (s *Server) Close() {
	s.close()
	s.http.CloseClientConnections()
	s.http.Close()
}

// Hold makes calls wait before their player is asked.
func (s *Server) Hold() { s.calls.Shut() }

// Release lets n of the calls that wait go, in order of arrival; a negative n
// lets all go and ends the hold.
func (s *Server) Release(n int) {
	if n < 0 {
		s.calls.Open()
		return
	}
	s.calls.Release(n)
}

// Calls is where held calls wait.
func (s *Server) Calls() *Gate { return &s.calls }

// Stalls is where answers wait that stall. It is shut from the start; released
// ones go on.
func (s *Server) Stalls() *Gate { return &s.stalls }

// Violations are the rules that requests broke, in order of arrival.
func (s *Server) Violations() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Clone(s.violations)
	slices.SortStableFunc(all, func(a, b Violation) int { return cmp.Compare(a.Call, b.Call) })
	return all
}

// Forgive forgets the violations so far, for a test that provoked them.
func (s *Server) Forgive() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violations = nil
}

// Ledger is every call so far.
func (s *Server) Ledger() Ledger {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.ledger)
}

// Requests are the latest requests that could be read, in order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Clone(s.requests)
	slices.SortStableFunc(all, func(a, b Request) int { return cmp.Compare(a.Number, b.Number) })
	return all
}

// Counts is how often tokens were counted.
func (s *Server) Counts() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}

// Peak is how many calls were under way at once, at most.
func (s *Server) Peak() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peak
}

// Seen is how many bodies held one of the strings of [Options.Watch].
func (s *Server) Seen(watched string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen[watched]
}

// DropCache forgets all prefixes, as a provider may at any time.
func (s *Server) DropCache() { s.cache.drop() }

// remember keeps a request for inspection.
func (s *Server) remember(r *Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.opts.Watch {
		if strings.Contains(string(r.Raw), w) {
			s.seen[w]++
		}
	}
	s.requests = append(s.requests, *r)
	s.kept += len(r.Raw)
	for s.kept > s.opts.KeepBytes && len(s.requests) > 0 {
		s.kept -= len(s.requests[0].Raw)
		s.requests = s.requests[1:]
	}
}

// blame records violations of a call.
func (s *Server) blame(call int, found []Violation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range found {
		v.Call = call
		s.violations = append(s.violations, v)
	}
}
