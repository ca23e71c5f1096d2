package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxRedirects = 3
	// maxDepth is the maximal nesting of JSON from a server. The decoder behind the
	// streams has no limit, and a stack overflow ends the program.
	maxDepth = 500
)

// httpDialer returns a dialer that connects to a server by HTTP.
func httpDialer(s Server) dialer {
	return func(life context.Context) (connection, error) {
		u, err := url.Parse(s.URL)
		if err != nil {
			return connection{}, errors.New("the address of the server cannot be parsed")
		}
		base := http.DefaultTransport.(*http.Transport).Clone()
		if u.Scheme == "http" {
			base.Proxy = nil // a proxy would see the headers
		}
		life, end := context.WithCancel(life)
		client := &http.Client{
			Transport: &sameHost{base: base, life: life, scheme: u.Scheme, host: u.Host, headers: s.Headers},
			CheckRedirect: func(r *http.Request, via []*http.Request) error {
				if len(via) > maxRedirects {
					return fmt.Errorf("the server sent more than %d redirects in a row", maxRedirects)
				}
				if r.URL.Scheme != u.Scheme || r.URL.Host != u.Host {
					return fmt.Errorf("the server redirects to another host or scheme, %q, which is not followed; give the new address if you trust it", clean(r.URL.Host, 200))
				}
				return nil
			},
		}
		w := &mcp.StreamableClientTransport{Endpoint: s.URL, HTTPClient: client, MaxRetries: 2}
		return connection{transport: w, close: func() { end(); base.CloseIdleConnections() }, abort: end, cause: func() error { return nil }, lastWords: func() string { return "" }}, nil
	}
}

// sameHost sends the user's headers only to the host that they are for.
type sameHost struct {
	base         *http.Transport
	life         context.Context // requests end with it
	scheme, host string
	headers      map[string]string
}

// RoundTrip implements [http.RoundTripper]. It adds the user's headers, and refuses requests to other servers.
func (t *sameHost) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != t.scheme || r.URL.Host != t.host {
		return nil, fmt.Errorf("a request to the host %q is not sent: the MCP server has another host or scheme", clean(r.URL.Host, 200))
	}
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(t.life, cancel)
	r = r.Clone(ctx)
	for k, v := range t.headers {
		r.Header.Set(k, v)
	}
	resp, err := t.base.RoundTrip(r)
	if err != nil {
		stop()
		cancel()
		return nil, err
	}
	resp.Body = &bounded{ReadCloser: resp.Body, end: func() { stop(); cancel() }, stream: strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream")}
	return resp, nil
}

// bounded is a body that ends with an error at a message that is too long or nests too
// deep. In a stream an empty line ends a message.
type bounded struct {
	io.ReadCloser
	end             func()
	stream          bool
	size, depth     int
	inside, escaped bool // of a string
	blank           bool // the line is empty so far
}

// Read implements [io.Reader]. It returns an error if a message is too long or is nested too deeply.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	for _, c := range p[:n] {
		b.see(c)
		if b.depth > maxDepth || b.size > maxFrame {
			return 0, fmt.Errorf("the server sent a message of more than %d MiB or %d levels, which is refused", maxFrame>>20, maxDepth)
		}
	}
	return n, err
}

// Close implements [io.Closer]. It also cancels the context of the request.
func (b *bounded) Close() error {
	defer b.end()
	return b.ReadCloser.Close()
}

func (b *bounded) see(c byte) {
	b.size++
	switch {
	case c == '\n' && b.stream && b.blank:
		b.size, b.depth, b.inside, b.escaped = 0, 0, false, false
	case b.escaped:
		b.escaped = false
	case b.inside && c == '\\':
		b.escaped = true
	case c == '"':
		b.inside = !b.inside
	case !b.inside && (c == '{' || c == '['):
		b.depth++
	case !b.inside && (c == '}' || c == ']'):
		b.depth = max(b.depth-1, 0)
	}
	b.blank = c == '\n' || b.blank && c == '\r'
}
