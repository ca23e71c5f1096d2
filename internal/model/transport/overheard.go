package transport

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Overheard keeps the last answer of a server, so that the doctor command can judge whether it comes from a model
// server. Clients accept servers that do not know an optional request, so their results do not show it.
type Overheard struct {
	status int
	media  string
	body   []byte
}

// enough bounds the bytes that are kept of an answer, which may be a list of many models.
const enough = 4 << 20

// Client returns an HTTP client that records the last answer in o, for one call at a time. It cuts the answer after 4
// MiB, in o and for the caller. It returns nil if o is nil.
func (o *Overheard) Client() *http.Client {
	if o == nil {
		return nil
	}
	c := Client()
	below := c.Transport
	c.Transport = tripper(func(r *http.Request) (*http.Response, error) {
		*o = Overheard{}
		answer, err := below.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(io.LimitReader(answer.Body, enough))
		if err != nil {
			return nil, err
		}
		*o = Overheard{answer.StatusCode, Media(answer), body}
		answer.Body = io.NopCloser(bytes.NewReader(body))
		return answer, nil
	})
	return c
}

type tripper func(*http.Request) (*http.Response, error)

// RoundTrip calls the function t with the request r and returns its result.
func (t tripper) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// Refused reports whether the last answer had an HTTP status of 300 or above.
func (o *Overheard) Refused() bool { return o.status >= 300 }

// Doubt returns the reason for which the answer may not come from a model server, or "" if there is no such reason or
// no answer.
func (o *Overheard) Doubt() string {
	const check = "check its address"
	var says map[string]json.RawMessage
	isJSON := json.Unmarshal(o.body, &says) == nil
	switch {
	case o.status == 0:
		return ""
	case o.media == "text/html" || bytes.HasPrefix(bytes.TrimSpace(o.body), []byte("<")):
		return "with a web page: it is no model server, or not at this path; " + check
	case o.status >= 300:
		return fmt.Sprintf("does not know what model servers are asked (status %d): only a run can show whether it is one; %s", o.status, check)
	case !isJSON:
		return "not as a model server does: what it says is no JSON object; " + check
	}
	for _, known := range []string{"data", "models", "id", "input_tokens"} {
		if _, ok := says[known]; ok {
			return ""
		}
	}
	return "not as a model server does: what it says has no model in it; " + check
}
