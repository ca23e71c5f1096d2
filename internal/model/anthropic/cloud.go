package anthropic

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anthropics/anthropic-sdk-go/option"

	"luminos/internal/model"
	"luminos/internal/model/transport"
)

// Cloud is another provider of the models: requests to it have another address, body and authorization. It has
// the credentials of its own tools. [Bedrock] and [Vertex] return one.
type Cloud struct {
	Base string // the usual address
	name string
	// advice is the hint for credentials that are missing or refused.
	advice string
	// adapt loads the credentials. It returns an option that adapts requests to the cloud.
	adapt func(ctx context.Context, c *Cloud) (option.RequestOption, error)

	mu      sync.Mutex
	option  option.RequestOption
	secrets []string
}

// MissingError is the error of a cloud for which a setting of the environment is missing.
type MissingError struct{ Variable, Advice string }

func (m *MissingError) Error() string { return m.Variable + " is not set" }

// prepareTime bounds [Cloud.Prepare]. A command that asks the user may be the source of the credentials.
const prepareTime = 2 * time.Minute

// Prepare loads the credentials, which may ask a server for them. It is called before [New], and before the process
// loses the right to read their files. Without credentials the error is a [*model.Error] of the class Auth.
func (c *Cloud) Prepare(ctx context.Context) error {
	if c.prepared() != nil {
		return nil
	}
	within, cancel := context.WithTimeout(ctx, prepareTime)
	defer cancel()
	adapt, err := c.adapt(within, c)
	if err != nil {
		if errors.Is(ctx.Err(), context.Canceled) {
			return model.Interruption(ctx)
		}
		return c.lacking(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.option = adapt
	return nil
}

func (c *Cloud) prepared() option.RequestOption {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.option
}

// Secrets returns the secret parts of the credentials that were loaded, which must not be printed.
func (c *Cloud) Secrets() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.secrets
}

// keep adds secrets that are not empty to the list of [Cloud.Secrets].
func (c *Cloud) keep(secrets ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range secrets {
		if s != "" && !slices.Contains(c.secrets, s) {
			c.secrets = append(c.secrets[:len(c.secrets):len(c.secrets)], s)
		}
	}
}

// renewing returns err, an error of renewing credentials, as an error that is not repeated if they are refused. A
// network that is gone for a while is waited for.
func (c *Cloud) renewing(err error) error {
	if transport.OfNetwork(err) || errors.Is(err, context.Canceled) {
		return err
	}
	return c.lacking(err)
}

// lacking returns the error of a cloud without usable credentials. An error that has a class keeps it.
func (c *Cloud) lacking(err error) error {
	if e, ok := errors.AsType[*model.Error](err); ok {
		return e
	}
	return &model.Error{Class: model.Auth, Doing: "loading the credentials for " + c.name, Err: err, Advice: c.advice}
}

// options returns the options for requests to the server at base, which replaces the cloud's own address.
func (c *Cloud) options(base string) ([]option.RequestOption, error) {
	u, err := url.Parse(base)
	if err != nil || strings.Trim(u.Path, "/") != "" {
		return nil, fmt.Errorf("the address of a server with the protocol of %s must have no path", c.name)
	}
	adapt := c.prepared()
	if adapt == nil {
		return nil, errors.New("the credentials for " + c.name + " are not loaded")
	}
	return []option.RequestOption{adapt, option.WithBaseURL(base)}, nil
}

// said returns the type and the message in the body of an answer of the cloud that rejects a request.
func (c *Cloud) said(body string, header http.Header) (kind, message string) {
	var e struct {
		Message string `json:"message"` // of AWS
		Error   struct {
			Type, Status, Message string // Status is of Google
		} `json:"error"`
	}
	body = strings.TrimSpace(body)
	if list, ok := strings.CutPrefix(body, "["); ok { // Google puts some errors into a list
		body = strings.TrimSuffix(list, "]")
	}
	if json.Unmarshal([]byte(body), &e) != nil {
		return "", ""
	}
	kind, _, _ = strings.Cut(header.Get("x-amzn-errortype"), ":")
	return cmp.Or(e.Error.Type, e.Error.Status, kind), cmp.Or(e.Error.Message, e.Message)
}

// unknownModel are parts of the messages with which Bedrock rejects the name of a model as a request that is not valid.
var unknownModel = []string{"model identifier is invalid", "on-demand throughput isn"}

// explain corrects the class and the hint of e, an error from the cloud.
func (c *Cloud) explain(e *model.Error) {
	if e.Class == model.BadRequest {
		for _, part := range unknownModel {
			if strings.Contains(e.Message, part) {
				e.Class = model.NotFound
				e.Advice = "name the model as Bedrock does with --model, such as " + BedrockStrong
			}
		}
	}
	switch {
	case e.Status == http.StatusFailedDependency: // the model failed
		e.Class = model.Transient
	case e.Class == model.Auth:
		e.Advice = c.advice
	}
}
