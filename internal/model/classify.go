package model

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Refusal is the answer of a server that rejects a request, the input of [Classify].
type Refusal struct {
	Status  int    // 0 or 200 for an error inside an answer
	Type    string // the provider's word, such as "overloaded_error"
	Message string
	// Header gives a header of the answer, or "".
	Header func(name string) string
	Now    time.Time
}

// Classify returns the error for an answer that rejects a request. An error type that is not as general as "api_error"
// counts more than the HTTP status: errors inside an answer have status 200, and some servers use 400 or 500 for all.
func Classify(r Refusal) *Error {
	r.Type, r.Message = Excerpt(r.Type), Excerpt(r.Message)
	e := &Error{Status: r.Status, Type: r.Type, Message: r.Message, Class: classOfType(r.Type)}
	// A general word such as "api_error" says less than a status: there are servers
	// that send it with 404 for a model that they do not have.
	if e.Class == "" || e.Class == Transient {
		e.Class = classOfStatus(r.Status)
	}
	// The text distinguishes failures for which providers use the same status.
	switch {
	case isOverflow(r.Message) && (e.Class == BadRequest || e.Class == Transient):
		e.Class = Overflow
	case isSpent(r.Message) && (e.Class == BadRequest || e.Class == RateLimited || e.Class == Auth):
		e.Class = Billing
	}
	if e.Class == Overflow {
		e.Tokens, e.Most = sizes(r.Message)
	}
	if r.Header == nil {
		return e
	}
	e.After = retryAfter(r.Header, r.Now)
	switch r.Header("x-should-retry") {
	case "false":
		e.Final = true
	case "true":
		if e.Class == BadRequest {
			e.Class = Transient
		}
	}
	return e
}

// classOfType returns the Class for the error type that a server sends, or "" if the type is unknown. It knows the
// types of the Messages API, of chat completions, of Amazon Bedrock and of Google.
func classOfType(t string) Class {
	switch strings.ToLower(t) {
	case "rate_limit_error", "rate_limit_exceeded", "requests", "tokens", "throttlingexception", "resource_exhausted":
		return RateLimited
	case "overloaded_error", "engine_overloaded", "serviceunavailableexception", "unavailable":
		return Overloaded
	case "api_error", "timeout_error", "server_error", "internal_server_error":
		return Transient
	case "authentication_error", "permission_error", "invalid_api_key", "accessdeniedexception", "expiredtokenexception",
		"unrecognizedclientexception", "invalidsignatureexception", "permission_denied", "unauthenticated":
		return Auth
	case "billing_error", "insufficient_quota":
		return Billing
	case "not_found_error", "model_not_found", "resourcenotfoundexception":
		return NotFound
	case "request_too_large", "context_length_exceeded", "exceed_context_size_error":
		return Overflow
	case "invalid_request_error", "validationexception":
		return BadRequest
	}
	return ""
}

func classOfStatus(status int) Class {
	switch {
	case status == 401, status == 403, status == 407:
		return Auth
	case status == 402:
		return Billing
	case status == 404, status == 405, status == 410:
		return NotFound
	case status == 408, status == 409, status == 425:
		return Transient
	case status == 413:
		return Overflow
	case status == 429:
		return RateLimited
	case status == 503, status == 529:
		return Overloaded
	case status == 501, status == 505:
		return BadRequest
	case status >= 500:
		return Transient
	case status >= 300:
		return BadRequest
	}
	return Transient // within an answer, of an unknown type
}

// overflow matches the texts with which servers reject a prompt as too long.
var overflow = regexp.MustCompile(`(?i)prompt is too long|context[ _](length|window|size)|maximum (context|sequence|model) length|` +
	`exceeds? (the )?(available |maximum |model'?s? )*context|too many (input )?tokens|input (is )?too (long|large)|` +
	`input length and .?max_tokens.? exceed|requested tokens|prompt (contains|has) too many|larger than .*n_ctx|request_too_large|exceeds the maximum (allowed )?(size|number of (bytes|tokens))`)

func isOverflow(text string) bool { return overflow.MatchString(text) }

var spent = regexp.MustCompile(`(?i)credit balance|spend(ing)? limit|(specified|api|monthly) usage limits?|insufficient (quota|credits?|funds|balance)|exceeded your current quota|billing hard limit`)

func isSpent(text string) bool { return spent.MatchString(text) }

var number = regexp.MustCompile(`\d[\d,]*`)

// sizes returns the two largest different numbers in an error text such as "prompt is too long: 210000 tokens > 200000
// maximum": the size of the prompt and the maximum. It ignores numbers below 256, and returns 0, 0 unless it finds two.
func sizes(text string) (tokens, most int64) {
	for _, s := range number.FindAllString(text, 16) {
		n, err := strconv.ParseInt(strings.ReplaceAll(s, ",", ""), 10, 64)
		if err != nil || n < 256 { // not a size; a status, perhaps
			continue
		}
		switch {
		case n > tokens:
			tokens, most = n, tokens
		case n < tokens && n > most:
			most = n
		}
	}
	if most == 0 {
		return 0, 0
	}
	return tokens, most
}

// retryAfter returns the wait that a server demands in the header retry-after-ms or retry-after, or 0. The value is in
// milliseconds, in seconds, or a date.
func retryAfter(header func(string) string, now time.Time) time.Duration {
	const most = 365 * 24 * time.Hour // beyond it durations overflow
	for _, h := range []struct {
		name string
		unit time.Duration
	}{{"retry-after-ms", time.Millisecond}, {"retry-after", time.Second}} {
		v := strings.TrimSpace(header(h.name))
		if v == "" {
			continue
		}
		if f, err := strconv.ParseFloat(v, 64); err == nil {
			if f != f || f <= 0 {
				continue
			}
			return time.Duration(min(f*float64(h.unit), float64(most)))
		}
		for _, layout := range []string{time.RFC1123, time.RFC850, time.ANSIC, time.RFC3339} {
			if t, err := time.Parse(layout, v); err == nil && t.After(now) {
				return min(t.Sub(now), most)
			}
		}
	}
	return 0
}

// Allowances returns the rate limits that the headers of an answer report. It reads the names
// anthropic-ratelimit-NAME-remaining, with a date for the reset, and x-ratelimit-remaining-NAME, with a duration.
func Allowances(header func(string) string, now time.Time) []Allowance {
	var list []Allowance
	for _, name := range []string{"requests", "input-tokens", "output-tokens", "tokens"} {
		at := func(what string) string {
			if v := header("anthropic-ratelimit-" + name + "-" + what); v != "" {
				return v
			}
			return header("x-ratelimit-" + what + "-" + name)
		}
		a := Allowance{Name: name}
		var err1, err2 error
		a.Limit, err1 = strconv.ParseInt(at("limit"), 10, 64)
		a.Remaining, err2 = strconv.ParseInt(at("remaining"), 10, 64)
		if err1 != nil || err2 != nil || a.Limit <= 0 || a.Remaining < 0 {
			continue
		}
		if t, err := time.Parse(time.RFC3339, at("reset")); err == nil {
			a.Reset = t
		} else if d, err := time.ParseDuration(at("reset")); err == nil && d > 0 {
			a.Reset = now.Add(d)
		}
		list = append(list, a)
	}
	return list
}
