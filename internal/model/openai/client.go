// Package openai is a client of chat completions: of OpenAI, and of servers that users run themselves, which differ
// from OpenAI and from each other.
//
// Requests have the types of go-openai. Streams are decoded here, since decoders made for one server lose data
// of others: calls of tools without an index or an id, arguments that are objects, answers without usage or an end.
package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"luminos/internal/model"
	"luminos/internal/model/transport"
)

// DefaultBase is the address of OpenAI's API, which is used if [Options] names none.
const DefaultBase = "https://api.openai.com/v1"

// Options are the address, the credentials and the settings of a client.
type Options struct {
	Key  string // sent as a bearer token; "" for servers that want none
	Base string // as http://localhost:11434/v1; "" means DefaultBase
	// SendReasoning sends the model's reasoning back to the server. Some models need it between the calls of tools,
	// others reject it.
	SendReasoning bool
	Patience      transport.Patience
	HTTP          *http.Client     // nil means transport.Client()
	Now           func() time.Time // nil means time.Now
}

// Client implements model.Client for servers with chat completions.
type Client struct {
	options Options
	base    string
	host    string

	mu      sync.Mutex
	dialect dialect
}

// dialect records the fields of a request that a server has rejected, so that later requests leave them out.
type dialect struct {
	noUsage   bool // stream_options
	newLimit  bool // wants max_completion_tokens instead of max_tokens
	noLimit   bool // wants neither
	noEfforts bool // reasoning_effort
}

// New returns a client for the server in o. It returns an error if the address is not usable, and does not connect.
func New(o Options) (*Client, error) {
	if o.Base == "" {
		o.Base = DefaultBase
	}
	if err := transport.Base(o.Base); err != nil {
		return nil, err
	}
	if o.HTTP == nil {
		o.HTTP = transport.Client()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Patience = o.Patience.OrDefaults()
	u, err := url.Parse(o.Base)
	if err != nil {
		return nil, err // Base has parsed it
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = "/v1"
	}
	return &Client{options: o, base: strings.TrimRight(u.String(), "/"), host: u.Host}, nil
}

// Complete implements the method of model.Client: it makes one call and returns the complete answer. If the server
// rejects a field that it does not know, the request is repeated without that field, or with another one in its place.
func (c *Client) Complete(ctx context.Context, call model.Call, show func(model.Delta)) (model.Response, error) {
	if err := call.Check(); err != nil {
		return model.Response{}, err
	}
	for {
		d := c.speaks()
		r, err := c.once(ctx, call, d, show)
		if err == nil || !c.learn(d, err) {
			return r, err
		}
	}
}

func (c *Client) speaks() dialect {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dialect
}

// learn reports whether err is the refusal of a request because of a field that the server does not know. If so, later
// requests leave out or replace the field. Each field is learned once, so repetition ends.
func (c *Client) learn(used dialect, err error) bool {
	e, ok := errors.AsType[*model.Error](err)
	if !ok || e.Status != http.StatusBadRequest && e.Status != http.StatusUnprocessableEntity {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	// Another call may have learned another field since this request was made.
	switch text := e.Message; {
	case strings.Contains(text, "stream_options") && !used.noUsage:
		c.dialect.noUsage = true
	case strings.Contains(text, "reasoning_effort") && !used.noEfforts:
		c.dialect.noEfforts = true
	case strings.Contains(text, "max_completion_tokens") && used.newLimit && !used.noLimit:
		c.dialect.noLimit = true
	case strings.Contains(text, "max_tokens") && e.Class != model.Overflow && !used.newLimit:
		c.dialect.newLimit = true
	default:
		return false
	}
	return true
}

func (c *Client) once(ctx context.Context, call model.Call, d dialect, show func(model.Delta)) (model.Response, error) {
	doing := fmt.Sprintf("asking %s at %s", call.Model, c.host)
	body, err := encode(call, d, c.options.SendReasoning)
	if err != nil {
		return model.Response{}, err
	}
	w := transport.NewWatch(ctx, c.options.Patience)
	defer w.Stop()
	answer, err := c.send(w.Context(), http.MethodPost, "/chat/completions", body)
	if err != nil {
		return model.Response{}, c.failed(ctx, w, doing, err)
	}
	defer answer.Body.Close()
	a := newAccumulator(call, show)
	var r model.Response
	if err = receive(answer, a, w); err == nil {
		r, err = a.response()
	}
	if err != nil {
		e := c.failed(ctx, w, doing, err)
		if e, ok := errors.AsType[*model.Error](e); ok {
			e.Usage = a.usageSoFar() // usable and unusable answers are both paid for
			e.Request = answer.Header.Get("x-request-id")
		}
		return model.Response{}, e
	}
	r.Allowances = model.Allowances(answer.Header.Get, c.options.Now())
	return r, nil
}

// Count returns call.Estimate(), as chat completions have no request to count tokens, and the error of call.Check().
func (c *Client) Count(_ context.Context, call model.Call) (int64, error) {
	return call.Estimate(), call.Check()
}

// Window returns the limits of the named model, which some servers add to their list of models, or the zero Window.
func (c *Client) Window(ctx context.Context, name string) (model.Window, error) {
	w := transport.NewWatch(ctx, c.options.Patience)
	defer w.Stop()
	doing := fmt.Sprintf("asking %s about the model %s", c.host, name)
	list, err := c.list(ctx, w, doing)
	if err != nil || len(list) == 0 {
		return model.Window{}, err
	}
	for _, m := range list {
		if m.ID == name {
			for _, n := range []int64{m.Max, m.Meta.Context, m.Window, m.Length, m.Most} {
				if n > 0 {
					return model.Window{Input: n}, nil
				}
			}
			return model.Window{}, nil
		}
	}
	if name == "" {
		return model.Window{}, nil
	}
	return model.Window{}, c.known(ctx, w, name, doing)
}

// Models returns the names of the models that the server lists, in its order.
func (c *Client) Models(ctx context.Context) ([]string, error) {
	w := transport.NewWatch(ctx, c.options.Patience)
	defer w.Stop()
	list, err := c.list(ctx, w, "asking "+c.host+" for its models")
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = m.ID
	}
	return names, err
}

// listed is a model in the list of a server. Each kind of server has another name for the size of its window.
type listed struct {
	ID     string `json:"id"`
	Max    int64  `json:"max_model_len"`
	Length int64  `json:"context_length"`
	Window int64  `json:"context_window"`
	Most   int64  `json:"max_context_length"`
	Meta   struct {
		Context int64 `json:"n_ctx"`
	} `json:"meta"`
}

// list returns the list of models of the server, or nil if the server has no such list, or one of its own kind.
func (c *Client) list(ctx context.Context, w *transport.Watch, doing string) ([]listed, error) {
	answer, err := c.send(w.Context(), http.MethodGet, "/models", nil)
	if err != nil {
		err = c.failed(ctx, w, doing, err)
		if model.IsClass(err, model.NotFound) {
			return nil, nil
		}
		return nil, err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, c.failed(ctx, w, doing, err)
	}
	var all struct {
		Data []listed `json:"data"`
	}
	if json.Unmarshal(data, &all) != nil {
		return nil, nil
	}
	return all.Data, nil
}

// known asks the server about a model that its list lacks. The error is of the class NotFound if the server says that
// it does not have the model, by its name or by the type of the error. Many servers know more names than they list.
func (c *Client) known(ctx context.Context, w *transport.Watch, name, doing string) error {
	answer, err := c.send(w.Context(), http.MethodGet, "/models/"+url.PathEscape(name), nil)
	if err == nil {
		return answer.Body.Close()
	}
	e, ok := errors.AsType[*model.Error](c.failed(ctx, w, doing, err))
	if ok && e.Class == model.NotFound && (e.Type == "model_not_found" || strings.Contains(e.Message, name)) {
		return e
	}
	return nil
}

// send makes one HTTP request and returns the response if its status is below 300. A response with another status gives
// an error.
func (c *Client) send(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept", "text/event-stream, application/json")
	if c.options.Key != "" {
		r.Header.Set("Authorization", "Bearer "+c.options.Key)
	}
	answer, err := c.options.HTTP.Do(r)
	if err != nil {
		return nil, err
	}
	transport.Bound(answer)
	if answer.StatusCode < 300 {
		return answer, nil
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil && len(data) == 0 {
		data = nil // the status says enough
	}
	return nil, c.refused(answer, data)
}

func (c *Client) refused(answer *http.Response, data []byte) *model.Error {
	p := readProblem(data)
	e := model.Classify(model.Refusal{Status: answer.StatusCode, Type: p.word, Message: p.text, Header: answer.Header.Get, Now: c.options.Now()})
	e.Allowances = model.Allowances(answer.Header.Get, c.options.Now())
	e.Request = answer.Header.Get("x-request-id")
	if e.Class == model.NotFound && !strings.Contains(strings.ToLower(p.text), "model") {
		e.Advice = "the server at " + c.host + " does not know this path; most servers want an address that ends in /v1"
	}
	return e
}

// failed returns err, the error of a call, as a [*model.Error] with the action doing. If ctx has ended, the error is of
// the class Interrupted.
func (c *Client) failed(ctx context.Context, w *transport.Watch, doing string, err error) error {
	if ctx.Err() != nil {
		return model.Interruption(ctx)
	}
	e := transport.Failed(err, w)
	if e.Class == model.Unreachable && e.Advice == "" {
		e.Advice = "no server takes connections at " + c.host + "; start it, load the model, or give its address"
	}
	e.Doing = doing
	return e
}
