package modeltest

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// maxBody is the maximal size of the body of a request, in bytes, as the API has it.
const maxBody = 32 << 20

// call is one request to the Messages API while the server answers it.
type call struct {
	s     *Server
	w     http.ResponseWriter
	ctx   context.Context
	entry int // in the ledger
	r     *Request
	model Model
	turn  *turn
}

// messages handles POST /v1/messages.
func (s *Server) messages(w http.ResponseWriter, req *http.Request) {
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	defer context.AfterFunc(s.closing, cancel)()
	c := &call{s: s, w: w, ctx: ctx, entry: s.records.enter()}
	defer s.records.leave()
	number := c.entry + 1
	if !s.admit(w, req, number) {
		c.record(func(e *Entry) { e.Status, e.Outcome = http.StatusUnauthorized, Refused })
		return
	}
	body, status, err := readBody(w, req)
	if err != nil {
		c.refuse(status, "", err.Error())
		return
	}
	r, broken := s.read(body, req.Header, false)
	if r != nil {
		r.Number = number
		c.r = r
	}
	if len(broken) == 0 {
		broken = c.begin()
	}
	if len(broken) > 0 {
		s.records.addViolations(number, broken)
		c.refuse(http.StatusBadRequest, "", broken[0].Text)
		return
	}
	s.records.addRequest(r)
	if c.model, err = s.opts.model(r.Model); err != nil {
		c.refuse(http.StatusNotFound, "", err.Error())
		return
	}
	c.play()
}

// admit checks the API key of a request. If it is missing or wrong, admit sends status 401 and returns false.
func (s *Server) admit(w http.ResponseWriter, req *http.Request, number int) bool {
	key := req.Header.Get("x-api-key")
	if bearer, ok := strings.CutPrefix(req.Header.Get("Authorization"), "Bearer "); ok && key == "" {
		key = bearer
	}
	switch {
	case key == "":
		s.records.addViolations(number, []Violation{{Rule: RuleHeaders, Text: "x-api-key header is required"}})
		s.fail(w, http.StatusUnauthorized, "", "x-api-key header is required")
	case s.opts.Key != "" && key != s.opts.Key:
		s.fail(w, http.StatusUnauthorized, "", "invalid x-api-key")
	default:
		return true
	}
	return false
}

func readBody(w http.ResponseWriter, req *http.Request) ([]byte, int, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxBody))
	if _, big := errors.AsType[*http.MaxBytesError](err); big {
		return nil, http.StatusRequestEntityTooLarge, errors.New("Request exceeds the maximum size")
	}
	return body, http.StatusBadRequest, err
}

// read parses the body of a request. It returns the violations that are visible without the history of the
// conversation. counting is true for a request to count tokens.
func (s *Server) read(body []byte, h http.Header, counting bool) (*Request, []Violation) {
	r, err := parseRequest(body)
	if err != nil {
		return nil, []Violation{{Rule: RuleBody, Text: err.Error()}}
	}
	r.Header = h
	var model *Model
	if m, err := s.opts.model(r.Model); err == nil {
		model = &m
	}
	broken := check(r, model, counting)
	if s.opts.Schema != nil {
		if problem := s.opts.Schema.problem(body, counting); problem != "" {
			broken = append(broken, Violation{Rule: RuleSchema, Text: problem})
		}
	}
	return r, broken
}

// begin finds the conversation, the turn and the attempt of the request and stores them in the request and the ledger.
// It returns the violations of the rules about the history of a conversation.
func (c *call) begin() []Violation {
	t, attempt, broken := c.s.history.place(c.r, c.s.opts.Foreign)
	if t == nil {
		return broken
	}
	c.turn = t
	c.r.Conversation, c.r.Turn, c.r.Attempt = t.conversation, t.number, attempt
	c.record(func(e *Entry) {
		e.Conversation, e.Turn, e.Attempt, e.Asked = c.r.Conversation, c.r.Turn, c.r.Attempt, hex.EncodeToString(c.r.key[:])
		e.Pass, e.Model, e.Stream = c.r.Pass(), c.r.Model, c.r.Stream
	})
	return nil
}

// play sends the reply of the player to the client, or the rejection of a prompt that is longer than the window of the
// model.
func (c *call) play() {
	if n := c.s.promptTokens(c.r); n > c.model.Window {
		c.refuse(http.StatusBadRequest, "", fmt.Sprintf("prompt is too long: %d tokens > %d maximum", n, c.model.Window))
		return
	}
	reply := c.ask()
	for name, values := range reply.Header {
		c.w.Header()[http.CanonicalHeaderKey(name)] = values
	}
	if !c.wait(reply.Delay) {
		return
	}
	f := reply.Fault
	switch {
	case f == nil:
	case f.Kind == FaultStatus:
		c.refuse(f.Status, f.Type, f.Message)
		return
	case f.Kind == FaultInstead:
		c.record(func(e *Entry) { e.Status, e.Outcome = http.StatusOK, Refused })
		c.w.Header().Set("Content-Type", f.ContentType)
		_, _ = io.WriteString(c.w, f.Body)
		return
	case f.Kind == FaultSilence:
		<-c.ctx.Done()
		return
	}
	reply = reply.completed(c.s.opts.Seed, c.r.key)
	a := answer{model: c.r.Model, id: "msg_01" + mark(22, c.s.opts.Seed, c.r.key, "message", 0), reply: reply}
	a.usage = c.s.cache.account(c.r, c.model, c.s.opts.BytesPerToken, c.s.opts.Now())
	a.usage.Output = max(1, (reply.size()+c.s.opts.BytesPerToken-1)/c.s.opts.BytesPerToken)
	if reply.Usage != nil {
		a.usage = *reply.Usage
	}
	a.start = a.usage
	a.start.Output = min(a.usage.Output, 1)
	c.send(a)
}

// wait waits for the duration d and returns true. It returns false if the client disconnects or the server is closed
// before.
func (c *call) wait(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-c.ctx.Done():
		return false
	}
}

// ask returns the reply of the player to the request. If the player panics, ask records a violation of [RulePlayer] and
// returns a reply with status 500.
func (c *call) ask() (reply Reply) {
	defer func() {
		if v := recover(); v != nil {
			c.s.records.addViolations(c.r.Number, []Violation{{Rule: RulePlayer, Text: fmt.Sprintf("the player panicked: %v", v), Conversation: c.r.Conversation, Turn: c.r.Turn}})
			reply = Failed(http.StatusInternalServerError, "", "Internal server error")
		}
	}()
	return c.s.opts.Player.Play(*c.r)
}

// record changes the ledger entry of this call with the function change.
func (c *call) record(change func(*Entry)) { c.s.records.change(c.entry, change) }

// recordUsage stores a usage and its price in the ledger entry of this call. It is called before the usage is sent to
// the client.
func (c *call) recordUsage(u Usage) {
	c.record(func(e *Entry) { e.Usage, e.Cost = u, c.model.Cost(u) })
}

// refuse sends an error as the answer, and records the call as Refused in the ledger. An empty kind means the error
// type that belongs to the status.
func (c *call) refuse(status int, kind, message string) {
	c.record(func(e *Entry) { e.Status, e.Outcome = status, Refused })
	c.s.fail(c.w, status, kind, message)
}

// fail sends an HTTP error with a body as the API writes it. An empty kind means the error type that belongs to the
// status.
func (s *Server) fail(w http.ResponseWriter, status int, kind, message string) {
	if kind == "" {
		kind = kindOf(status)
	}
	if status < 200 || status > 999 {
		status = http.StatusInternalServerError
	}
	id := s.requestID()
	w.Header().Set("request-id", id)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(errorBody(kind, message, id))
}

func (s *Server) requestID() string {
	return "req_011" + mark(21, s.opts.Seed, digest{}, "request", s.records.nextID())
}

// promptTokens returns the number of tokens of the prompt of a request.
func (s *Server) promptTokens(r *Request) int {
	if len(r.places) == 0 {
		return 0
	}
	return (r.places[len(r.places)-1].end + s.opts.BytesPerToken - 1) / s.opts.BytesPerToken
}
