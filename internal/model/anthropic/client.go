// Package anthropic is a client of the Messages API, through the official SDK.
//
// The SDK sends and authenticates requests and knows the paths. Bodies are encoded and decoded here, for three measured
// reasons: the SDK's stream reports success for answers that were cut, and loses the arguments of a tool call that was
// cut; its encoder rewrites bytes within signed blocks ("<" becomes "\u003c"); and it takes 9 ms for a conversation of
// 750 KB.
package anthropic

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"luminos/internal/model"
	"luminos/internal/model/transport"
)

// DefaultBase is the address of Anthropic's API, which is used if [Options] names none.
const DefaultBase = "https://api.anthropic.com/"

// Options are the address, the credentials and the settings of a client. Nothing is read from the environment.
type Options struct {
	Key      string // sent as x-api-key
	Token    string // sent as a bearer token if Key is ""
	Base     string // address of the server; "" means DefaultBase, or the one of Cloud
	Cloud    *Cloud // nil means Anthropic itself; else Key and Token are not used
	Patience transport.Patience
	HTTP     *http.Client     // nil means transport.Client()
	Now      func() time.Time // nil means time.Now
}

// Client implements model.Client for the Messages API.
type Client struct {
	sdk      sdk.Client
	cloud    *Cloud
	host     string
	patience transport.Patience
	now      func() time.Time
	plain    atomic.Bool // set after the server has refused to summarise thinking
}

// New returns a client for the server in o. It returns an error if the address is not usable, and does not connect.
func New(o Options) (*Client, error) {
	if o.Base == "" && o.Cloud != nil {
		o.Base = o.Cloud.Base
	}
	o.Base = cmp.Or(o.Base, DefaultBase)
	if err := transport.Base(o.Base); err != nil {
		return nil, err
	}
	if o.HTTP == nil {
		o.HTTP = transport.Client()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	// The path below is v1/…; for other protocols addresses end in it.
	base := strings.TrimSuffix(strings.TrimSuffix(o.Base, "/"), "/v1") + "/"
	opts := []option.RequestOption{
		option.WithoutEnvironmentDefaults(),
		option.WithoutOpenTelemetry(),
		option.WithMaxRetries(0),
		option.WithBaseURL(base),
		option.WithHTTPClient(o.HTTP),
		option.WithMiddleware(func(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
			answer, err := next(r)
			transport.Bound(answer)
			return answer, err
		}),
	}
	switch {
	case o.Cloud != nil:
		adapted, err := o.Cloud.options(base)
		if err != nil {
			return nil, err
		}
		opts = append(opts, adapted...)
	case o.Key != "":
		opts = append(opts, option.WithAPIKey(o.Key))
	case o.Token != "":
		opts = append(opts, option.WithAuthToken(o.Token))
	}
	return &Client{sdk: sdk.NewClient(opts...), cloud: o.Cloud, host: transport.Host(base),
		patience: o.Patience.OrDefaults(), now: o.Now}, nil
}

// Complete implements the method of model.Client: it makes one call and returns the complete answer. From a model that
// thinks by default it asks for a summary of its thinking, which changes neither the thinking nor the price. If the
// server does not take that field, the request is repeated without it.
func (c *Client) Complete(ctx context.Context, call model.Call, show func(model.Delta)) (model.Response, error) {
	if !c.plain.Load() && model.ListPrices().Thinks(call.Model) {
		r, err := c.once(ctx, call, forSummary, show)
		if !deniesSummary(err) {
			return r, err
		}
		c.plain.Store(true)
	}
	return c.once(ctx, call, forAnswer, show)
}

// deniesSummary reports whether err is the refusal of a request because of its field for thinking. Refusals of a block
// of thinking in the conversation have other reasons.
func deniesSummary(err error) bool {
	e, ok := errors.AsType[*model.Error](err)
	if !ok || e.Status != http.StatusBadRequest && e.Status != http.StatusUnprocessableEntity {
		return false
	}
	text := strings.ToLower(e.Message)
	return strings.Contains(text, "adaptive") || strings.Contains(text, "thinking") && !strings.Contains(text, "block")
}

func (c *Client) once(ctx context.Context, call model.Call, f form, show func(model.Delta)) (model.Response, error) {
	doing := fmt.Sprintf("asking %s at %s", call.Model, c.host)
	body, err := encode(call, f)
	if err != nil {
		return model.Response{}, err
	}
	w := transport.NewWatch(ctx, c.patience)
	defer w.Stop()
	var answer *http.Response
	if err := c.sdk.Execute(w.Context(), http.MethodPost, "v1/messages", body, &answer); err != nil {
		return model.Response{}, c.failed(ctx, w, doing, err)
	}
	defer answer.Body.Close()
	a := &accumulator{call: call, show: show}
	var r model.Response
	if err = c.receive(answer, a, w); err == nil {
		r, err = a.response()
	}
	if err != nil {
		e := c.failed(ctx, w, doing, err)
		if e, ok := errors.AsType[*model.Error](e); ok {
			e.Usage = a.usage() // usable and unusable answers are both paid for
			e.Request = request(answer.Header)
		}
		return model.Response{}, e
	}
	r.Allowances = model.Allowances(answer.Header.Get, c.now())
	return r, nil
}

// request returns the id of a request, as the server or AWS calls it.
func request(h http.Header) string { return cmp.Or(h.Get("request-id"), h.Get("x-amzn-requestid")) }

// Count returns the number of tokens of a prompt as the server counts them. If the server has no such request, as in a
// cloud, or its answer has no count, it returns call.Estimate().
func (c *Client) Count(ctx context.Context, call model.Call) (int64, error) {
	if c.cloud != nil {
		return call.Estimate(), nil
	}
	body, err := encode(call, forCount)
	if err != nil {
		return 0, err
	}
	w := transport.NewWatch(ctx, c.patience)
	defer w.Stop()
	var n struct {
		Input *int64 `json:"input_tokens"`
	}
	err = c.sdk.Execute(w.Context(), http.MethodPost, "v1/messages/count_tokens", body, &n)
	if err != nil {
		err = c.failed(ctx, w, fmt.Sprintf("counting the tokens for %s at %s", call.Model, c.host), err)
	}
	switch {
	case err == nil && n.Input != nil && *n.Input >= 0:
		return *n.Input, nil
	case err == nil || lacks(err) || model.IsClass(err, model.Garbled):
		return call.Estimate(), nil
	}
	return 0, err
}

// Window returns the limits of the named model from the Models API. It returns the zero Window if the server does not
// know that request, or if its answer is not understood. A cloud has no such request and is asked nothing.
func (c *Client) Window(ctx context.Context, name string) (model.Window, error) {
	if c.cloud != nil {
		return model.Window{}, nil
	}
	w := transport.NewWatch(ctx, c.patience)
	defer w.Stop()
	info, err := c.sdk.Models.Get(w.Context(), name, sdk.ModelGetParams{})
	if err != nil {
		err = c.failed(ctx, w, fmt.Sprintf("asking %s about the model %s", c.host, name), err)
		if lacks(err) || model.IsClass(err, model.Garbled) {
			return model.Window{}, nil
		}
		return model.Window{}, err
	}
	return model.Window{Input: max(info.MaxInputTokens, 0), MaxOutput: max(info.MaxTokens, 0)}, nil
}

// lacks reports whether err means that the server does not have the requested path. If only the model is unknown, the
// error has a type and names the model, and lacks returns false.
func lacks(err error) bool {
	e, ok := errors.AsType[*model.Error](err)
	return ok && (e.Status == http.StatusNotImplemented || e.Class == model.NotFound && !(e.Type == "not_found_error" && strings.Contains(e.Message, "model")))
}

// receive passes the events of the answer to the accumulator until the last one. An error means that the answer is
// incomplete or malformed.
func (c *Client) receive(answer *http.Response, a *accumulator, w *transport.Watch) error {
	media := transport.Media(answer)
	switch {
	case answer.StatusCode >= 300:
		return model.Classify(model.Refusal{Status: answer.StatusCode, Message: "the server redirects to another address, to which the key is not sent"})
	case media == "application/json":
		return a.whole(answer.Body)
	case media == "text/html":
		return &model.Error{Class: model.Garbled, Message: "the server answers with a web page", Final: true}
	}
	events := transport.NewEvents(answer.Body)
	for !a.stopped {
		ev, err := events.Next()
		if err != nil {
			return err
		}
		done, err := a.take(ev)
		switch {
		case err != nil && events.Ended() && model.IsClass(err, model.Garbled) && a.written <= a.call.Room():
			return &model.Error{Class: model.Cut, Message: "the answer ends in the middle of an event"}
		case err != nil:
			return err
		case done:
			w.Alive()
		}
	}
	return nil
}

// failed returns err, the error of a call, as a [*model.Error] with the action doing, unless it names an action. If ctx
// has ended, the error is of the class Interrupted.
func (c *Client) failed(ctx context.Context, w *transport.Watch, doing string, err error) error {
	if ctx.Err() != nil {
		return model.Interruption(ctx)
	}
	e, known := errors.AsType[*model.Error](err)
	refused, said := errors.AsType[*sdk.Error](err)
	_, syntax := errors.AsType[*json.SyntaxError](err)
	switch {
	case known:
	case said:
		e = c.refused(refused)
	case (syntax || strings.Contains(err.Error(), "expected destination type")) && w.Stalled() == nil: // so the SDK says that it is another type
		e = &model.Error{Class: model.Garbled, Message: "the answer is not JSON", Err: err}
	default:
		e = transport.Failed(err, w)
	}
	if e.Doing == "" {
		e.Doing = doing
	}
	return e
}

// envelope is the JSON body of an answer that rejects a request.
type envelope struct {
	Error   problem `json:"error"`
	Request string  `json:"request_id"`
}

func (c *Client) refused(err *sdk.Error) *model.Error {
	r := model.Refusal{Status: err.StatusCode, Now: c.now()}
	var said envelope
	raw := err.RawJSON() // bounded by transport.Bound
	if c.cloud != nil && err.Response != nil {
		r.Type, r.Message = c.cloud.said(raw, err.Response.Header)
	} else if json.Unmarshal([]byte(raw), &said) == nil {
		r.Type, r.Message = said.Error.Type, said.Error.Message
	}
	if r.Type+r.Message == "" {
		r.Message = raw
		if strings.HasPrefix(strings.TrimSpace(raw), "<") {
			r.Message = "the server, or a proxy before it, answers with a web page"
		}
	}
	if err.Response != nil {
		r.Header = err.Response.Header.Get
	}
	e := model.Classify(r)
	if c.cloud != nil {
		c.cloud.explain(e)
	}
	e.Request = cmp.Or(err.RequestID, said.Request)
	if r.Header != nil {
		e.Request = cmp.Or(e.Request, request(err.Response.Header))
		e.Allowances = model.Allowances(r.Header, c.now())
	}
	return e
}
