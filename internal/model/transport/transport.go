// Package transport holds the common parts of the clients of providers: requests that end if no data comes, bounded
// streams of events that detect a cut, and classes of HTTP failures.
package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"time"

	"luminos/internal/model"
)

// The most that is read of an answer, and of a refusal. An answer of 128,000
// tokens is 512 KiB of text, in events of about 20 times that.
const (
	mostAnswer  = 64 << 20
	mostRefusal = 64 << 10
)

// Patience holds the time limits for one answer of a server.
type Patience struct {
	// First is until the first event: reading a long prompt takes a local model
	// minutes. 0 means five minutes.
	First time.Duration
	// Idle is between two events; 0 means three minutes. Pings do not count: they
	// also come from a server whose model has died.
	Idle time.Duration
	// Whole is from the beginning to the end; 0 means one hour.
	Whole time.Duration
}

// OrDefaults returns the time limits p with the default in place of each limit that is 0.
func (p Patience) OrDefaults() Patience {
	if p.First <= 0 {
		p.First = 5 * time.Minute
	}
	if p.Idle <= 0 {
		p.Idle = 3 * time.Minute
	}
	if p.Whole <= 0 {
		p.Whole = time.Hour
	}
	return p
}

// stall is the error with which a [Watch] cancels its context: the text of the time limit that was exceeded.
type stall struct{ what string }

func (s stall) Error() string { return s.what }

// Watch cancels a context if an answer exceeds a time limit of [Patience].
type Watch struct {
	ctx      context.Context
	cancel   context.CancelCauseFunc
	patience Patience
	idle     *time.Timer // the limit for the first event, then the limit between two events
	whole    *time.Timer
}

// NewWatch starts the time limits p and returns the watch with a child context of ctx. The caller calls [Watch.Stop] at
// the end.
func NewWatch(ctx context.Context, p Patience) *Watch {
	w := &Watch{patience: p.OrDefaults()}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	w.idle = w.after(w.patience.First, "nothing came for %s")
	w.whole = w.after(w.patience.Whole, "the answer was not complete after %s")
	return w
}

func (w *Watch) after(d time.Duration, what string) *time.Timer {
	return time.AfterFunc(d, func() { w.cancel(stall{fmt.Sprintf(what, d)}) })
}

// Context returns the context that is cancelled if a time limit is exceeded.
func (w *Watch) Context() context.Context { return w.ctx }

// Alive restarts the time limit between two events, since an event has arrived. It ends the time limit for the first
// event. It must not be called at the same time as Stop.
func (w *Watch) Alive() {
	w.idle.Stop()
	w.idle = w.after(w.patience.Idle, "nothing came for %s")
}

// Stop stops the time limits and cancels the context of the watch.
func (w *Watch) Stop() {
	w.idle.Stop()
	w.whole.Stop()
	w.cancel(nil)
}

// Stalled returns an error that names the time limit that this request exceeded: for the first event, between two
// events, or for the whole answer. It returns nil if no limit was exceeded.
func (w *Watch) Stalled() error {
	if s, ok := errors.AsType[stall](context.Cause(w.ctx)); ok {
		return s
	}
	return nil
}

// Client returns an HTTP client without redirects and without a time limit for an answer, which would end streams.
func Client() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	// Ten workers on one host are usual; the default keeps two connections.
	t.MaxIdleConnsPerHost = 16
	return &http.Client{
		Transport: t,
		// A redirect would carry the key and the conversation to another place.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Bound limits the number of bytes that can be read from the body of r: 64 MiB, or 64 KiB for a status of 300 or above.
func Bound(r *http.Response) {
	if r == nil || r.Body == nil {
		return
	}
	if r.StatusCode >= 300 {
		r.Body = &bounded{ReadCloser: r.Body, left: mostRefusal, end: io.EOF}
		return
	}
	r.Body = &bounded{ReadCloser: r.Body, left: mostAnswer, end: errTooLong}
}

var errTooLong = fmt.Errorf("the answer of the model server is longer than %d MiB", mostAnswer>>20)

type bounded struct {
	io.ReadCloser
	left int64
	end  error
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, b.end
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// Media returns the media type in the Content-Type header of r without its parameters, or "" if there is no valid
// header.
func Media(r *http.Response) string {
	t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return t
}

// Failed returns the error of a request that failed before the answer began or while it arrived, with its Class. The
// class is Stalled if the watch w ended the request.
func Failed(err error, w *Watch) *model.Error {
	if e, ok := errors.AsType[*model.Error](err); ok {
		return e
	}
	e := &model.Error{Class: model.Transient, Err: err, Message: plain(err)}
	dial, dialled := errors.AsType[*net.OpError](err)
	name, named := errors.AsType[*net.DNSError](err)
	switch {
	case w.Stalled() != nil:
		e.Class, e.Message = model.Stalled, w.Stalled().Error()
	case errors.Is(err, errTooLong):
		e.Class = model.Garbled
	case untrusted(err):
		e.Class, e.Final, e.Advice = model.Unreachable, true, "the server is not one that is trusted here, or speaks no TLS; check its address, and that of a proxy between"
	case named:
		e.Class, e.Final, e.Advice = model.Unreachable, name.IsNotFound, fmt.Sprintf("the server name %q could not be resolved here; check the address, and the network", name.Name)
	case dialled && dial.Op == "dial":
		e.Class = model.Unreachable
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		e.Class = model.Cut
	}
	return e
}

// OfNetwork reports whether err is a failure of the network, also one before an answer came.
func OfNetwork(err error) bool {
	_, ok := errors.AsType[net.Error](err)
	return ok
}

// Absent reports whether there is no server to wait for: no connection can be made, but not for lack of time, or it is
// not the server that the address means.
func Absent(err error) bool {
	dial, dialled := errors.AsType[*net.OpError](err)
	return dialled && dial.Op == "dial" && !dial.Timeout() || untrusted(err)
}

// Unresolved reports whether the name of the server could not be resolved.
func Unresolved(e *model.Error) bool {
	_, named := errors.AsType[*net.DNSError](e)
	return named && e.Class == model.Unreachable
}

func untrusted(err error) bool {
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	_, authority := errors.AsType[x509.UnknownAuthorityError](err)
	_, host := errors.AsType[x509.HostnameError](err)
	_, record := errors.AsType[tls.RecordHeaderError](err)
	return certificate || authority || host || record || errors.Is(err, http.ErrSchemeMismatch)
}

// plain returns the text of an error without the URL of the request, which may contain a password.
func plain(err error) string {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err.Error()
	}
	return err.Error()
}

// Host returns the host and the port of an address, without user, password, path and query, or a text in their place if
// the address has no host.
func Host(base string) string {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return "an address that is none"
	}
	return u.Host
}

// Base returns an error if the address of a model server is no http or https URL, or has a query or a fragment. The
// error contains no password, no query and no fragment.
func Base(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return errors.New("the address of the model server is not a URL")
	}
	shown := *u
	shown.RawQuery, shown.Fragment, shown.RawFragment = "", "", ""
	switch {
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return fmt.Errorf("the address of the model server should be like https://host/, is %q", shown.Redacted())
	case u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("the address of the model server %q has a query or a fragment, which would be lost", shown.Redacted())
	}
	return nil
}
