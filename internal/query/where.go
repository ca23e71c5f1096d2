package query

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"luminos/internal/search"
)

// condition is a checked [Condition].
type condition struct {
	Condition
	at      int // the position of its column
	number  number
	matcher search.Matcher
}

// tests are the operators. A missing value fits is_missing and != only.
var tests = map[string]func(c *condition, v string) bool{
	"=":          func(c *condition, v string) bool { return v == c.Value || v != "" && c.compare(v) == 0 },
	"!=":         func(c *condition, v string) bool { return v != c.Value && (v == "" || c.compare(v) != 0) },
	"<":          func(c *condition, v string) bool { return v != "" && c.compare(v) < 0 },
	"<=":         func(c *condition, v string) bool { return v != "" && c.compare(v) <= 0 },
	">":          func(c *condition, v string) bool { return v != "" && c.compare(v) > 0 },
	">=":         func(c *condition, v string) bool { return v != "" && c.compare(v) >= 0 },
	"contains":   func(c *condition, v string) bool { return strings.Contains(v, c.Value) },
	"matches":    func(c *condition, v string) bool { return v != "" && c.matcher.In(v) },
	"is_missing": func(_ *condition, v string) bool { return v == "" },
}

// newCondition checks a condition.
func newCondition(c Condition) (condition, error) {
	p := condition{Condition: c, number: parse(c.Value)}
	if tests[c.Op] == nil {
		return p, Invalid(fmt.Sprintf(
			"%q is no operator; the operators are = != < <= > >= contains matches is_missing", c.Op))
	}
	if c.Op != "is_missing" && c.Value == "" {
		return p, Invalid(fmt.Sprintf("the condition on %q has no value; is_missing finds missing values", c.Column))
	}
	if c.Op == "matches" {
		m, err := search.NewMatcher(c.Value, true)
		if err != nil {
			return p, Invalid(err.Error())
		}
		p.matcher = m
	}
	return p, nil
}

// holds reports whether the condition holds for a row.
func (c *condition) holds(values []string) bool { return tests[c.Op](c, valueAt(values, c.at)) }

// compare compares a value with the value of the condition: as numbers if both are numbers, else as texts.
func (c *condition) compare(v string) int {
	if c.number.is {
		if n := parse(v); n.is {
			return n.compare(c.number)
		}
	}
	return cmp.Compare(v, c.Value)
}

// number is a number in a text. Integers are exact.
type number struct {
	is, whole bool
	n         int64
	f         float64
}

// parse returns the number that a text is, in decimal digits with an optional sign, point and exponent.
func parse(s string) number {
	s = strings.TrimSpace(s)
	if s == "" || strings.Trim(s, "0123456789+-.eE") != "" {
		return number{}
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return number{is: true, whole: true, n: n, f: float64(n)}
	}
	f, err := strconv.ParseFloat(s, 64)
	return number{is: err == nil, f: f}
}

func (n number) compare(o number) int {
	if n.whole && o.whole {
		return cmp.Compare(n.n, o.n)
	}
	return cmp.Compare(n.f, o.f)
}

// compareValues compares two values: as numbers if both are numbers, else as texts.
func compareValues(a, b string) int {
	if x, y := parse(a), parse(b); x.is && y.is {
		return x.compare(y)
	}
	return cmp.Compare(a, b)
}
