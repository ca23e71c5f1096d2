package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"luminos/internal/model"
	"luminos/internal/model/anthropic"
	"luminos/internal/model/openai"
	"luminos/internal/model/transport"
)

// account is where to ask, and as whom. It is never printed.
type account struct {
	provider   string
	key, token string
	base       string
	variable   string // that holds the key
	from       string // what gave the address, for errors
	patience   transport.Patience
}

// account reads what the environment says of a provider; an address that was
// given as a flag is stronger.
func (a *app) account(provider, base string) (account, error) {
	acc := account{provider: provider, base: base, from: "--base-url"}
	baseVariable, usual := "ANTHROPIC_BASE_URL", anthropic.DefaultBase
	acc.variable = "ANTHROPIC_API_KEY"
	if provider == providerOpenAI {
		baseVariable, usual = "OPENAI_BASE_URL", openai.DefaultBase
		acc.variable = "OPENAI_API_KEY"
	} else {
		acc.token = strings.TrimSpace(a.env(tokenVariable))
	}
	acc.key = strings.TrimSpace(a.env(acc.variable)) // those that come out of files end in a line break
	if acc.base == "" {
		acc.base, acc.from = cmp.Or(strings.TrimSpace(a.env(baseVariable)), usual), baseVariable
	}
	for name, secret := range map[string]string{acc.variable: acc.key, tokenVariable: acc.token} {
		if strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return account{}, usage(fmt.Errorf("%s holds what no key holds: blanks, control characters or letters beyond ASCII", name), "copy the key once more, as one word")
		}
	}
	if err := transport.Base(acc.base); err != nil {
		return account{}, usage(fmt.Errorf("%s: %w", acc.from, err), "it is the address that the provider gives, such as "+usual)
	}
	stall, err := a.stallTimeout()
	acc.patience = stall
	return acc, err
}

const (
	tokenVariable = "ANTHROPIC_AUTH_TOKEN"
	stallVariable = "LUMINOS_STALL_TIMEOUT"
)

// stallTimeout is how long a model may be silent. The zero Patience leaves it
// to the client.
func (a *app) stallTimeout() (transport.Patience, error) {
	text := a.env(stallVariable)
	if text == "" {
		return transport.Patience{}, nil
	}
	d, err := time.ParseDuration(strings.TrimSpace(text))
	if err != nil || d < time.Second || d > 24*time.Hour {
		return transport.Patience{}, usage(fmt.Errorf("%s is %.40q", stallVariable, text), "it is how long a model may be silent, from 1s to 24h, such as 10m")
	}
	// Whoever waits so long for a beginning waits longer for the end.
	return transport.Patience{First: d, Idle: d, Whole: max(time.Hour, 4*d)}, nil
}

// usable reports whether the server can be asked: with a key, or on this machine,
// where servers want none.
func (acc account) usable() bool { return acc.key != "" || acc.token != "" || loopback(acc.base) }

// host is the server, fit to be shown.
func (acc account) host() string { return transport.Host(acc.base) }

// loopback reports whether an address is on this machine.
func loopback(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback() || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// client makes calls, each once. What it is answered is overheard unless heard is nil.
func (a *app) client(acc account, heard *transport.Overheard) (model.Client, error) {
	var c model.Client
	var err error
	if acc.provider == providerOpenAI {
		c, err = openai.New(openai.Options{Key: acc.key, Base: acc.base, HTTP: heard.Client(), Patience: acc.patience, Now: a.clock})
	} else {
		c, err = anthropic.New(anthropic.Options{Key: acc.key, Token: acc.token, Base: acc.base, HTTP: heard.Client(), Patience: acc.patience, Now: a.clock})
	}
	if err != nil {
		return nil, usage(fmt.Errorf("%s: %w", acc.from, err), "")
	}
	return &discreet{c, acc.secrets()}, nil
}

// secrets are what must not be printed: keys, and the password of an address.
func (acc account) secrets() (list []string) {
	list = append(list, acc.key, acc.token)
	if u, err := url.Parse(acc.base); err == nil && u.User != nil {
		password, _ := u.User.Password()
		list = append(list, password)
	}
	return list
}

// shortestSecret keeps words such as "test", which servers of one's own want for
// a key, from being cut out of every sentence.
const shortestSecret = 6

// discreet takes keys out of errors: there are servers that repeat the key that
// they refuse, and errors go to terminals, logs and reports.
type discreet struct {
	model.Client
	secrets []string
}

// Complete is that of the client within.
func (d *discreet) Complete(ctx context.Context, call model.Call, show func(model.Delta)) (model.Response, error) {
	r, err := d.Client.Complete(ctx, call, show)
	return r, d.hush(err)
}

// Count is that of the client within.
func (d *discreet) Count(ctx context.Context, call model.Call) (int64, error) {
	n, err := d.Client.Count(ctx, call)
	return n, d.hush(err)
}

// Window is that of the client within.
func (d *discreet) Window(ctx context.Context, name string) (model.Window, error) {
	w, err := d.Client.Window(ctx, name)
	return w, d.hush(err)
}

func (d *discreet) hush(err error) error {
	e, ok := errors.AsType[*model.Error](err)
	if !ok {
		return err
	}
	for _, s := range d.secrets {
		if len(s) < shortestSecret {
			continue
		}
		for _, text := range []*string{&e.Message, &e.Type, &e.Request, &e.Doing} {
			*text = strings.ReplaceAll(*text, s, "(the key)")
		}
		if e.Err != nil && strings.Contains(e.Err.Error(), s) {
			e.Err = errors.New(strings.ReplaceAll(e.Err.Error(), s, "(the key)"))
		}
	}
	return err
}

const maxPrices = 1 << 20

// prices is the table that the program brings along, with the user's over it.
func (a *app) prices() (*model.Prices, error) {
	file := a.configFile("prices.json")
	if file == "" {
		return model.ListPrices(), nil
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return model.ListPrices(), nil
	}
	var data []byte
	if err == nil {
		defer f.Close()
		data, err = io.ReadAll(io.LimitReader(f, maxPrices+1))
	}
	if err == nil && len(data) > maxPrices {
		err = fmt.Errorf("it is larger than %d bytes", maxPrices)
	}
	if err != nil {
		return nil, usage(fmt.Errorf("your table of prices %q: %w", file, err), "make it readable, or remove it: the program has prices of its own")
	}
	own, err := model.ParsePrices(data)
	if err != nil {
		return nil, usage(fmt.Errorf("your table of prices %q: %w", file, err), "correct it, or remove it: the program has prices of its own")
	}
	return model.ListPrices().With(own), nil
}

// configFile is where a file of the user's configuration is, or "".
func (a *app) configFile(name string) string {
	if a.userConfigDir == nil {
		return ""
	}
	dir, err := a.userConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "luminos", name)
}
