package model

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"luminos"
)

// Class is the kind of a failed call. It decides whether the call is repeated and which hint the user gets.
type Class string

// The classes. After a failure of the first group the same call may succeed later.
const (
	RateLimited Class = "rate limited"
	Overloaded  Class = "overloaded"
	Transient   Class = "temporary failure"
	Unreachable Class = "unreachable"
	Cut         Class = "answer cut off"
	Stalled     Class = "stalled"
	Garbled     Class = "answer not understood"

	BadRequest Class = "refused request"
	Auth       Class = "not authorised"
	Billing    Class = "out of credit"
	NotFound   Class = "not found"
	// Overflow is a conversation that is too long for the model, or for the wire.
	Overflow Class = "conversation too long"

	// Ceiling is a call that was not made, since it could break a ceiling of the run.
	Ceiling Class = luminos.ClassCeiling

	// Interrupted is the class of a call whose context ended; Err is the cause. It is no failure of the provider. Its
	// usage was paid for.
	Interrupted Class = "interrupted"
)

// Error is the error of a call that failed, after all its attempts.
type Error struct {
	Class   Class
	Doing   string // the action and its object: "asking claude-opus-5-5 at api.anthropic.com"
	Status  int    // of HTTP; 0 if there was no answer, or if it has no meaning
	Type    string // the provider's own word for it
	Message string // the provider's own text, or ours; it is foreign
	// Request is the provider's id of the request, for asking it about that.
	Request string
	// After is the wait that the provider demands; 0 if it demands no wait.
	After time.Duration
	// Final is set if another attempt is forbidden or useless.
	Final bool
	// Lasting is set if the provider demands a longer wait than is permitted: other calls would fail in the same way.
	Lasting bool
	// Tokens and Most are the size of the prompt and its limit, if an Overflow states them.
	Tokens, Most int64
	// Usage is the usage for which the failed attempts will be billed, as far as it is known.
	Usage luminos.Usage
	// Attempts counts the attempts, and Waited sums the waits between them; see [Retry].
	Attempts   int
	Waited     time.Duration
	Allowances []Allowance
	Advice     string // a hint that replaces the hint of the class
	Err        error
}

// Error returns the action, the class and the message of the provider as text. Without a message, the error type or the
// cause takes its place. For the class Interrupted the text is only the cause.
func (e *Error) Error() string {
	if e.Class == Interrupted && e.Err != nil {
		return e.Err.Error() // the action is of no interest to the caller that ended the context
	}
	var b strings.Builder
	if e.Doing != "" {
		b.WriteString(e.Doing + ": ")
	}
	b.WriteString(string(e.Class))
	// An error inside an answer comes with status 200, which would only confuse.
	if e.Status >= 400 {
		b.WriteString(" (status " + strconv.Itoa(e.Status) + ")")
	}
	switch {
	case e.Message != "":
		fmt.Fprintf(&b, ": %s", clip(e.Message))
	case e.Type != "":
		fmt.Fprintf(&b, ": %s", clip(e.Type))
	case e.Err != nil:
		fmt.Fprintf(&b, ": %s", clip(e.Err.Error()))
	}
	if e.Attempts > 1 {
		fmt.Fprintf(&b, " (tried %d times)", e.Attempts)
	}
	if e.Request != "" {
		fmt.Fprintf(&b, " [request %s]", clip(e.Request))
	}
	return b.String()
}

// mostForeign is the maximal number of bytes that [Excerpt] keeps of a text from a server.
const mostForeign = 4 << 10

// Excerpt returns at most 4 KiB of a server's text. Errors are stored, printed and searched, and the answer in which
// one occurs may have megabytes.
func Excerpt[S ~string | ~[]byte](s S) string {
	if len(s) <= mostForeign {
		return string(s)
	}
	return strings.ToValidUTF8(strings.Clone(string(s[:mostForeign])), "")
}

// Overlong returns the error of an answer that exceeds [Call.Room]. The call is not repeated, since the next answer
// would be as long and would be paid for again.
func Overlong() *Error {
	return &Error{Class: Garbled, Message: "the answer is longer than the output limit of the call allows", Final: true}
}

// clip returns at most 300 characters of a text from a server, on one line and with escaped control characters.
func clip(s string) string {
	const most = 300
	if len(s) > 16*most {
		s = s[:16*most] // no more than that many characters are shown, blanks and all
	}
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	q := strconv.Quote(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}

// Interruption returns an Error of the class Interrupted with the cause for which ctx ended.
func Interruption(ctx context.Context) *Error {
	return &Error{Class: Interrupted, Err: context.Cause(ctx)}
}

// Unwrap returns the underlying error, or nil.
func (e *Error) Unwrap() error { return e.Err }

// hints holds the instruction to the user for each class of failure.
var hints = map[Class]string{
	RateLimited: "run it again later, or with a smaller --parallel; nothing that was finished is asked again",
	Overloaded:  "the provider has too much to do; run it again later, nothing that was finished is asked again",
	Transient:   "run it again later; nothing that was finished is asked again",
	Unreachable: "check that the server is running, its address, and the network or proxy between",
	Cut:         "the connection to the provider breaks off; check the network or proxy between",
	Stalled:     "the model was silent for too long; a slow local model may need a longer time-out",
	Garbled:     "check that the address is that of a model server, and that it speaks the protocol that was chosen",
	BadRequest:  "check that the model is one that can use tools, and that its settings are allowed",
	Auth:        "check the API key, that it is one of this provider, and that it may use this model",
	Billing:     "the account has no credit left or has reached its spending limit; what was finished is kept",
	NotFound:    "check the name of the model and the address of the server",
	Ceiling:     "the same command with a higher ceiling goes on where it stopped",
	Overflow:    "choose a model with a larger window, or lower the context budget",
}

// Hint returns an instruction to the user, such as "check the API key", or "" if there is no hint for the class.
func (e *Error) Hint() string {
	if e.Advice != "" {
		return e.Advice
	}
	return hints[e.Class]
}

// Retryable reports whether the same call may succeed later: the class of the error passes by itself, and Final is not
// set.
func (e *Error) Retryable() bool {
	if e.Final {
		return false
	}
	switch e.Class {
	case RateLimited, Overloaded, Transient, Unreachable, Cut, Stalled, Garbled:
		return true
	}
	return false
}

// SlowDown reports whether the provider rejected the call because it gets too many calls.
func (e *Error) SlowDown() bool { return e.Class == RateLimited || e.Class == Overloaded }

// Outage reports whether a call failed for a reason that concerns all calls and passes by itself: too many calls, a
// provider with a problem of its own, or no connection to it.
func (e *Error) Outage() bool {
	return e.Class == RateLimited || e.Class == Overloaded || e.Class == Transient || e.Class == Unreachable
}

// IsClass reports whether err is or wraps an [*Error] of the class c.
func IsClass(err error, c Class) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Class == c
}
