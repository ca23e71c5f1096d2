// Package modeltest is a scripted server of the Messages API on loopback, with players that answer in it; for tests
// only. It speaks HTTP and server-sent events, checks each request against the rules of the API, has a prompt cache and
// a ledger, and makes faults on demand.
//
// A token is 4 bytes. The prompt is the compact JSON of tools, system blocks and message blocks, in this order and
// without cache markers; the tokens of a prefix are rounded up. The output counts the bytes of texts, thinking and
// calls.
package modeltest

import (
	"cmp"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"
)

// Options are the settings of a server. The zero value is a server with a [Diligent] player.
type Options struct {
	Player Player
	Key    string           // the API key to demand; "" accepts any
	Schema *Schema          // of bodies; nil checks none
	Now    func() time.Time // the clock of the prompt cache; nil means time.Now
}

// keptBytes is the maximal sum of the sizes of the bodies that [Server.Requests] returns.
const keptBytes = 64 << 20

// Server is a test server of the Messages API. All methods may be called concurrently.
type Server struct {
	// URL is its address, for ANTHROPIC_BASE_URL.
	URL string

	opts    Options
	http    *httptest.Server
	cache   cache
	history history
	records records
}

// records holds the ledger, the violations and the latest requests of a server.
type records struct {
	mu         sync.Mutex
	ids        int // of answers
	ledger     Ledger
	violations []Violation
	requests   []Request
	kept       int // bytes of their bodies
}

// New starts a server that imitates the model API, on a free port of loopback. The caller closes it.
func New(o Options) *Server {
	if o.Player == nil {
		o.Player = Diligent{}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Server{opts: o}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/messages", s.admit(s.messages))
	mux.HandleFunc("POST /v1/messages/count_tokens", s.admit(s.countTokens))
	mux.HandleFunc("GET /v1/models/{id}", s.admit(s.oneModel))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, 404, "", "Not found: "+r.Method+" "+r.URL.Path)
	})
	s.http = httptest.NewServer(mux)
	s.URL = s.http.URL
	return s
}

// Start starts a server that imitates the model API and ends with the test. It checks requests against the public
// description of the API if that is found, and the test fails if a request broke a rule.
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

// Env returns the environment variables that make a program use this server, as "NAME=VALUE".
func (s *Server) Env() []string {
	return []string{"ANTHROPIC_BASE_URL=" + s.URL, "ANTHROPIC_API_KEY=" + cmp.Or(s.opts.Key, "test")}
}

// Close stops the server and cuts the connections of the calls that are under way.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Violations returns the violations of all requests so far.
func (s *Server) Violations() []Violation {
	s.records.mu.Lock()
	defer s.records.mu.Unlock()
	return slices.Clone(s.records.violations)
}

// DropViolations deletes the violations so far, so that a test that provoked them does not fail.
func (s *Server) DropViolations() {
	s.records.mu.Lock()
	defer s.records.mu.Unlock()
	s.records.violations = nil
}

// Ledger returns a copy of the ledger of the scripted server: one entry, with tokens and cost, for each call of the
// Messages API that it received with a valid key.
func (s *Server) Ledger() Ledger {
	s.records.mu.Lock()
	defer s.records.mu.Unlock()
	return slices.Clone(s.records.ledger)
}

// Requests returns the latest requests that broke no rule, in the order in which they were read.
func (s *Server) Requests() []Request {
	s.records.mu.Lock()
	defer s.records.mu.Unlock()
	return slices.Clone(s.records.requests)
}

// enter adds an entry to the ledger for a call that has arrived, and returns the index of the entry.
func (c *records) enter() (entry int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ledger = append(c.ledger, Entry{Number: len(c.ledger) + 1, Outcome: Cut})
	return len(c.ledger) - 1
}

// addRequest stores a request. It removes the oldest requests while the bodies have more than keptBytes bytes together.
func (c *records) addRequest(r *Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests = append(c.requests, *r)
	c.kept += len(r.Raw)
	for c.kept > keptBytes && len(c.requests) > 0 {
		c.kept -= len(c.requests[0].Raw)
		c.requests = c.requests[1:]
	}
}

// addViolations stores the violations that were found in the call with this number.
func (c *records) addViolations(call int, found []Violation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range found {
		v.Call = call
		c.violations = append(c.violations, v)
	}
}

// nextID returns a number for the next request id, counted from 1.
func (c *records) nextID() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ids++
	return c.ids
}
