package modeltest

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// maxBody is the maximal size of the body of a request, in bytes, as the API has it.
const maxBody = 32 << 20

// call is one request to the Messages API while the server answers it.
type call struct {
	s     *Server
	w     http.ResponseWriter
	entry int // in the ledger
	r     *Request
	model Model
	turn  *turn
	// counts is set for a request that only counts tokens. It is not in the ledger.
	counts bool
}

// messages handles POST /v1/messages: it checks the request and streams the reply of the player.
func (s *Server) messages(w http.ResponseWriter, req *http.Request) {
	c := &call{s: s, w: w, entry: s.records.enter()}
	if status := s.receive(w, req, c); status != http.StatusOK {
		c.record(func(e *Entry) { e.Status, e.Outcome = status, Refused })
		return
	}
	s.records.addRequest(c.r)
	c.play()
}

// countTokens handles POST /v1/messages/count_tokens: it answers with the number of tokens of the prompt.
func (s *Server) countTokens(w http.ResponseWriter, req *http.Request) {
	c := &call{counts: true}
	if s.receive(w, req, c) == http.StatusOK {
		s.reply(w, fmt.Appendf(nil, `{"input_tokens":%d}`, c.r.promptTokens()))
	}
}

// oneModel handles GET /v1/models/{id}: it answers with the limits of the model, or with status 404.
func (s *Server) oneModel(w http.ResponseWriter, req *http.Request) {
	m, err := modelOf(req.PathValue("id"))
	if err != nil {
		s.fail(w, http.StatusNotFound, "", err.Error())
		return
	}
	s.reply(w, fmt.Appendf(nil, `{"type":"model","id":%q,"display_name":%q,"created_at":"2026-09-15T00:00:00Z",`+
		`"max_input_tokens":%d,"max_tokens":%d,"capabilities":null}`, m.ID, m.ID, m.Window, m.MaxOutput))
}

func (s *Server) reply(w http.ResponseWriter, body []byte) {
	w.Header().Set("request-id", s.requestID())
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body)
}

// admit returns a handler that checks the API key of a request before it calls next. If the key is missing or wrong,
// the answer is status 401.
func (s *Server) admit(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		key := cmp.Or(req.Header.Get("x-api-key"), strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer "))
		switch {
		case key == "":
			s.records.addViolations(0, []Violation{{Rule: RuleHeaders, Text: "x-api-key header is required"}})
			s.fail(w, http.StatusUnauthorized, "", "x-api-key header is required")
		case s.opts.Key != "" && key != s.opts.Key:
			s.fail(w, http.StatusUnauthorized, "", "invalid x-api-key")
		default:
			next(w, req)
		}
	}
}

// receive reads the request of the call c and checks it by the rules of the API. If it is broken or its model unknown,
// receive sends an error. It returns the status, which is 200 for a valid request.
func (s *Server) receive(w http.ResponseWriter, req *http.Request, c *call) int {
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxBody))
	if err != nil {
		return s.fail(w, http.StatusRequestEntityTooLarge, "", "Request exceeds the maximum size")
	}
	var broken []Violation
	if c.r, err = parseRequest(body); err != nil {
		broken = []Violation{{Rule: RuleBody, Text: err.Error()}}
	} else {
		c.r.Header = req.Header
		broken = check(c.r, s.opts.Schema, c.counts)
	}
	if len(broken) == 0 && !c.counts {
		broken = c.begin()
	}
	if len(broken) > 0 {
		s.records.addViolations(c.entry+1, broken)
		return s.fail(w, http.StatusBadRequest, "", broken[0].Text)
	}
	if c.model, err = modelOf(c.r.Model); err != nil {
		return s.fail(w, http.StatusNotFound, "", err.Error())
	}
	return http.StatusOK
}

// begin finds the conversation, the turn and the attempt of the request and stores them in the request and the ledger.
// It returns the violations of the rules about the history of a conversation.
func (c *call) begin() []Violation {
	r := c.r
	t, attempt, broken := c.s.history.place(r)
	if t == nil {
		return broken
	}
	c.turn = t
	r.Number, r.Conversation, r.Turn, r.Attempt = c.entry+1, t.conversation, t.number, attempt
	c.record(func(e *Entry) {
		e.Conversation, e.Turn, e.Attempt, e.Asked = r.Conversation, r.Turn, r.Attempt, hex.EncodeToString(r.key[:])
		e.Pass, e.Model = r.Pass(), r.Model
	})
	return nil
}

// play sends the reply of the player to the client, or the rejection of a prompt that is longer than the window of the
// model.
func (c *call) play() {
	if n := c.r.promptTokens(); n > c.model.Window {
		c.refuse(http.StatusBadRequest, "", fmt.Sprintf("prompt is too long: %d tokens > %d maximum", n, c.model.Window))
		return
	}
	reply := c.s.opts.Player.Play(*c.r)
	for name, values := range reply.Header {
		c.w.Header()[http.CanonicalHeaderKey(name)] = values
	}
	if f := reply.Fault; f != nil && f.Kind == FaultStatus {
		c.refuse(f.Status, f.Type, f.Message)
		return
	}
	reply = reply.completed(c.r.key)
	size := reply.size() // thinking is billed whether or not its text is sent
	if c.r.Thinking.Display != "summarized" {
		reply.omitThinking()
	}
	a := answer{model: c.r.Model, id: "msg_01" + mark(22, c.r.key, "message", 0), reply: reply}
	a.usage = c.s.cache.account(c.r, c.model, c.s.opts.Now())
	a.usage.Output = max(1, tokens(size))
	a.start = a.usage
	a.start.Output = 1
	c.send(a)
}

// record changes the ledger entry of this call with the function change, under the lock.
func (c *call) record(change func(*Entry)) {
	c.s.records.mu.Lock()
	defer c.s.records.mu.Unlock()
	change(&c.s.records.ledger[c.entry])
}

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

// fail sends an HTTP error with a body as the API writes it, and returns the status. An empty kind means the error type
// that belongs to the status.
func (s *Server) fail(w http.ResponseWriter, status int, kind, message string) int {
	id := s.requestID()
	w.Header().Set("request-id", id)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(errorBody(cmp.Or(kind, kindOf(status)), message, id))
	return status
}

func (s *Server) requestID() string {
	return "req_011" + mark(21, digest{}, "request", s.records.nextID())
}

// promptTokens returns the number of tokens of the prompt of the request.
func (r *Request) promptTokens() int {
	if len(r.places) == 0 {
		return 0
	}
	return tokens(r.places[len(r.places)-1].end)
}
