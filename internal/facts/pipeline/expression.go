package pipeline

import (
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

const (
	// maxTokens is the maximum number of tokens of a condition, and maxDepth the maximum depth of its parentheses.
	maxTokens = 400
	maxDepth  = 30
)

var expressionToken = lazyregexp.Lazy(`&&|\|\||[!=]=|[<>]=?|[!(),\[\]]|'[^']*'|[\w.*-]+|[^\s]`)

// evaluation evaluates a condition in the language of GitHub for one trigger, while it reads the tokens.
type evaluation struct {
	tokens  []string // that are left
	trigger int      // index in Triggers
	of      *reader
}

// value is a value in a condition.
type value struct {
	text   string // with "" for null, false and 0
	prefix bool   // the text is only the beginning of the value
	// kind is 0 for a known value, '?' for an unknown one, '*' for one that differs between repositories or jobs, whose
	// name is the text if it is one of the matrix, and 'a' for the action of an event, whose trigger is the text.
	kind byte
}

// answer returns the answer that a value is as a condition.
func (v value) answer() Answer {
	switch {
	case v.kind == '?':
		return Maybe
	case v.kind == '*' || v.text != "" || v.prefix:
		return Yes
	}
	return No
}

// truth returns an answer as a value.
func truth(a Answer) value {
	return [...]value{Yes: {text: "true"}, Maybe: {kind: '?'}, No: {}}[a]
}

// next removes the next token if it is one of the tokens that are wanted, or any token if none is, and returns it.
func (e *evaluation) next(wanted ...string) string {
	if len(e.tokens) == 0 {
		return ""
	}
	t := e.tokens[0]
	for _, w := range wanted {
		if t == w {
			e.tokens = e.tokens[1:]
			return t
		}
	}
	if len(wanted) > 0 {
		return ""
	}
	e.tokens = e.tokens[1:]
	return t
}

func (e *evaluation) or(depth int) value {
	v := e.and(depth)
	for e.next("||") != "" {
		v = truth(min(v.answer(), e.and(depth).answer()))
	}
	return v
}

func (e *evaluation) and(depth int) value {
	v := e.compared(depth)
	for e.next("&&") != "" {
		v = truth(max(v.answer(), e.compared(depth).answer()))
	}
	return v
}

func (e *evaluation) compared(depth int) value {
	v := e.single(depth)
	for {
		switch op := e.next("==", "!=", "<", ">", "<=", ">="); op {
		case "":
			return v
		case "==":
			v = e.equal(v, e.single(depth))
		case "!=":
			v = differ(v, e.single(depth))
		default:
			e.single(depth)
			v = value{kind: '?'}
		}
	}
}

// equal returns the answer whether two values are equal, as a value. No job has a value that the matrix lacks.
func (e *evaluation) equal(a, b value) value {
	if b.kind == '*' {
		a, b = b, a
	}
	if a.kind == '*' && a.text != "" && b.kind == 0 && b.text != "" && !b.prefix && e.of.lacks(a.text, b.text) {
		return truth(No)
	}
	return truth(same(a, b))
}

// same returns the answer whether two values are equal. A beginning is equal to a text that begins with it, since some
// run has the text.
func same(a, b value) Answer {
	if b.prefix || b.kind == 'a' {
		a, b = b, a
	}
	switch {
	case a.kind == 'a' && b.kind == 0:
		return actionIs(a.text, b.text)
	case a.kind == '*' || b.kind == '*':
		return Yes
	case a.kind != 0 || b.kind != 0 || b.prefix:
		return Maybe
	case strings.EqualFold(a.text, b.text) || a.prefix && strings.HasPrefix(b.text, a.text):
		return Yes
	}
	return No
}

// actionIs returns the answer whether events of a trigger have an action: not if it belongs to another trigger.
func actionIs(trigger, action string) Answer {
	action = strings.ToLower(action)
	if slices.Contains(actionsOf[trigger], action) {
		return Yes
	}
	for _, other := range actionsOf {
		if slices.Contains(other, action) {
			return No
		}
	}
	return Maybe
}

// differ returns the answer whether two values are unequal, as a value.
func differ(a, b value) value {
	if a.prefix || b.prefix || a.kind == '*' || b.kind == '*' || a.kind == 'a' || b.kind == 'a' {
		return truth(Yes)
	}
	return truth(No - same(a, b))
}

// single evaluates a value: a text, a name, a call, or a condition that "!" denies or parentheses enclose.
func (e *evaluation) single(depth int) value {
	if depth > maxDepth {
		return value{kind: '?'}
	}
	switch t := e.next(); {
	case t == "!":
		v := e.single(depth + 1)
		if v.kind == '*' {
			return value{kind: '*'}
		}
		return truth(No - v.answer())
	case t == "(":
		v := e.or(depth + 1)
		e.next(")")
		return v
	case strings.HasPrefix(t, "'"):
		return value{text: strings.Trim(t, "'")}
	case e.next("(") != "":
		return e.call(strings.ToLower(t), depth+1)
	default:
		v := e.named(strings.ToLower(t))
		for e.next("[") != "" {
			e.or(depth + 1)
			v = value{kind: '?'}
			if e.next("]") == "" {
				break
			}
			for len(e.tokens) > 0 && strings.HasPrefix(e.tokens[0], ".") {
				e.next()
			}
		}
		return v
	}
}

// call evaluates the call of a function, after its opening parenthesis.
func (e *evaluation) call(name string, depth int) value {
	var args []value
	for len(e.tokens) > 0 && e.next(")") == "" {
		args = append(args, e.or(depth))
		if e.next(",") == "" {
			e.next(")")
			break
		}
	}
	switch {
	case name == "always" || name == "success":
		return truth(Yes)
	case name == "failure" || name == "cancelled":
		return truth(No)
	case len(args) != 2 || args[1].kind != 0 || args[0].kind == '?' || args[0].kind == 'a':
		return value{kind: '?'}
	case args[0].kind == '*':
		return value{kind: '*'}
	}
	whole, part := strings.ToLower(args[0].text), strings.ToLower(args[1].text)
	yes := false
	switch name {
	case "startswith":
		yes = strings.HasPrefix(whole, part) || args[0].prefix && strings.HasPrefix(part, whole)
	case "contains":
		some := args[0].prefix && (!strings.HasPrefix(part, "refs/") || strings.HasPrefix(part, whole))
		if yes = strings.Contains(whole, part); !yes && some {
			return value{kind: '*'} // tags differ in it, as branches do
		}
	case "endswith":
		if yes = strings.HasSuffix(whole, part); !yes && args[0].prefix {
			return value{kind: '*'}
		}
	default:
		return value{kind: '?'}
	}
	if yes {
		return truth(Yes)
	}
	return truth(No)
}
