package session

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"luminos/internal/model"
	"luminos/internal/model/anthropic"
	"luminos/internal/model/openai"
	"luminos/internal/model/transport"
)

// The providers, by the protocol of their servers.
const (
	Anthropic = "anthropic"
	OpenAI    = "openai"
	Bedrock   = "bedrock"
	Vertex    = "vertex"
)

// Providers are the names of all providers.
var Providers = []string{Anthropic, OpenAI, Bedrock, Vertex}

// Account holds the address of a provider's server and the credentials for it. It is never printed.
type Account struct {
	Provider   string // one of Providers
	Key, Token string
	Cloud      *anthropic.Cloud // of Bedrock and Vertex, with their credentials
	Base       string           // URL of the server
	Variable   string           // the environment variable of the key, for errors
	// Patience bounds the silence of a server; its zero value is the client's default.
	Patience transport.Patience
}

// NoKeyError is the error of an account without a key whose provider needs one.
type NoKeyError struct{ Variable string }

func (n *NoKeyError) Error() string { return n.Variable + " is not set" }

// check returns a [*NoKeyError] if the account is not usable. It loads the credentials for a cloud, whose files cannot
// be read later, and returns a [*RefusedError] without them.
func (a Account) check(ctx context.Context) error {
	if !a.Usable() {
		return &NoKeyError{a.Variable}
	}
	if a.Cloud == nil {
		return nil
	}
	err := a.Cloud.Prepare(ctx)
	if e, ok := errors.AsType[*model.Error](err); ok && e.Class != model.Interrupted {
		return &RefusedError{e}
	}
	return err
}

// Usable reports whether the account has a key or a token, or needs none: its server is on this machine, or it is one
// of a cloud.
func (a Account) Usable() bool {
	return a.Key != "" || a.Token != "" || a.Cloud != nil || loopback(a.Base)
}

// Host returns the host and the port of the server, without path and password.
func (a Account) Host() string { return transport.Host(a.Base) }

// loopback reports whether the host in the URL base is a loopback address or localhost.
func loopback(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback() || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// Client returns a client that makes each call once, cuts the keys out of errors, and masks secrets in answers and
// errors. It does not connect. If heard is not nil, it records the answers.
func (a Account) Client(now func() time.Time, heard *transport.Overheard) (model.Client, error) {
	var c model.Client
	var err error
	if a.Provider == OpenAI {
		c, err = openai.New(openai.Options{Key: a.Key, Base: a.Base, HTTP: heard.Client(), Patience: a.Patience, Now: now})
	} else {
		c, err = anthropic.New(anthropic.Options{Key: a.Key, Token: a.Token, Base: a.Base, Cloud: a.Cloud,
			HTTP: heard.Client(), Patience: a.Patience, Now: now})
	}
	if err != nil {
		return nil, fmt.Errorf("preparing the client for the provider %s: %w", a.Provider, err)
	}
	return &keyless{c, a.secrets}, nil
}

// Models returns the names of the models that a server with chat completions lists.
func (a Account) Models(ctx context.Context, now func() time.Time) ([]string, error) {
	c, err := openai.New(openai.Options{Key: a.Key, Base: a.Base, Patience: a.Patience, Now: now})
	if err != nil {
		return nil, err
	}
	return c.Models(ctx)
}

// secrets returns the texts that must not be printed: the key, the token, the credentials of a cloud, and the password
// in the address.
func (a Account) secrets() []string {
	list := []string{a.Key, a.Token}
	if a.Cloud != nil {
		list = append(list, a.Cloud.Secrets()...)
	}
	if u, err := url.Parse(a.Base); err == nil && u.User != nil {
		password, _ := u.User.Password()
		list = append(list, password)
	}
	return list
}

// shortestSecret is the shortest key that is cut out of errors. Local servers
// accept keys such as "test", which are words of many sentences.
const shortestSecret = 6

// keyless wraps a client. It removes the keys from errors, and masks secrets in answers and errors. Some servers repeat
// the key that they reject, and some models write secrets; answers and errors are printed, logged, kept and reported.
type keyless struct {
	model.Client
	secrets func() []string // renewed credentials are added to them
}

// Complete makes a model call with the wrapped client, and removes the keys and secrets from its answer and its error.
func (k *keyless) Complete(ctx context.Context, call model.Call, show func(model.Delta)) (model.Response, error) {
	r, err := k.Client.Complete(ctx, call, unsecretParts(show))
	return unsecretAnswer(r), k.clean(err)
}

// Count counts the tokens of a prompt with the wrapped client, and removes the keys from its error.
func (k *keyless) Count(ctx context.Context, call model.Call) (int64, error) {
	n, err := k.Client.Count(ctx, call)
	return n, k.clean(err)
}

// Window asks for the limits of a model with the wrapped client, and removes the keys from its error.
func (k *keyless) Window(ctx context.Context, name string) (model.Window, error) {
	w, err := k.Client.Window(ctx, name)
	return w, k.clean(err)
}

// clean replaces keys of at least shortestSecret bytes in the texts of a [*model.Error] by "(the key)", and masks other
// secrets. It returns err.
func (k *keyless) clean(err error) error {
	e, ok := errors.AsType[*model.Error](err)
	if !ok {
		return err
	}
	cut := func(text string) string {
		for _, s := range k.secrets() {
			if len(s) >= shortestSecret {
				text = strings.ReplaceAll(text, s, "(the key)")
			}
		}
		return unsecret(text)
	}
	for _, text := range []*string{&e.Message, &e.Type, &e.Request, &e.Doing} {
		*text = cut(*text)
	}
	if e.Err != nil {
		if text := cut(e.Err.Error()); text != e.Err.Error() {
			e.Err = errors.New(text)
		}
	}
	return err
}
