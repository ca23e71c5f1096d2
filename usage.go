package luminos

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// Usage counts the tokens of one or more calls of a model. Input does not include
// tokens read from or written to the cache of the provider.
type Usage struct {
	Input        int64 `json:"input_tokens"` // read afresh
	CacheWrite5m int64 `json:"cache_write_5m_tokens"`
	CacheWrite1h int64 `json:"cache_write_1h_tokens"`
	CacheRead    int64 `json:"cache_read_tokens"`
	Output       int64 `json:"output_tokens"`
	// Estimated reports that a part was estimated from the length of the text, because
	// the server did not count it.
	Estimated bool `json:"estimated,omitempty"`
}

// Plus returns the sum of u and v, whose counts are not negative. Counts saturate instead of overflowing.
func (u Usage) Plus(v Usage) Usage {
	return Usage{
		Input:        sum(u.Input, v.Input),
		CacheWrite5m: sum(u.CacheWrite5m, v.CacheWrite5m),
		CacheWrite1h: sum(u.CacheWrite1h, v.CacheWrite1h),
		CacheRead:    sum(u.CacheRead, v.CacheRead),
		Output:       sum(u.Output, v.Output),
		Estimated:    u.Estimated || v.Estimated,
	}
}

// Prompt returns the number of all tokens that went into the model, cached or not.
func (u Usage) Prompt() int64 {
	return sum(sum(u.Input, u.CacheRead), sum(u.CacheWrite5m, u.CacheWrite1h))
}

// sum returns a + b, or the nearest int64 if the sum overflows.
func sum(a, b int64) int64 {
	switch {
	case b > 0 && a > math.MaxInt64-b:
		return math.MaxInt64
	case b < 0 && a < math.MinInt64-b:
		return math.MinInt64
	}
	return a + b
}

// Money is an amount in units of 1e-12 US dollars: the price of one token is a
// whole number of them, so that sums are exact in any order.
type Money int64

// Dollar is one US dollar.
const Dollar Money = 1e12

// Plus returns the sum of m and n. It saturates instead of overflowing.
func (m Money) Plus(n Money) Money { return Money(sum(int64(m), int64(n))) }

// String returns the amount in dollars and cents, rounded to the nearest. Amounts below
// a dollar have four decimals, since a call may cost less than a cent.
func (m Money) String() string {
	digits, unit := 2, Dollar/100
	if m < Dollar && m > -Dollar {
		digits, unit = 4, Dollar/10_000
	}
	sign, v := "", new(big.Int).SetInt64(int64(m))
	if v.Sign() < 0 {
		sign = "-"
		v.Neg(v)
	}
	v.Add(v, big.NewInt(int64(unit/2)))
	v.Div(v, big.NewInt(int64(unit)))
	s := fmt.Sprintf("%0*s", digits+1, v)
	return sign + "$" + s[:len(s)-digits] + "." + s[len(s)-digits:]
}

// Cents returns the amount in dollars and cents, rounded to the nearest. A positive amount below one cent is "<$0.01".
func (m Money) Cents() string {
	if m > 0 && m < Dollar/100 {
		return "<$0.01"
	}
	if m < Dollar {
		c := (m + Dollar/200) / (Dollar / 100)
		return fmt.Sprintf("$%d.%02d", c/100, c%100)
	}
	return m.String()
}

// MarshalJSON writes the amount in dollars, exactly.
func (m Money) MarshalJSON() ([]byte, error) {
	s := new(big.Rat).SetFrac64(int64(m), int64(Dollar)).FloatString(12)
	return []byte(strings.TrimSuffix(strings.TrimRight(s, "0"), ".")), nil
}

// UnmarshalJSON reads an amount in dollars by [ParseDollars].
func (m *Money) UnmarshalJSON(data []byte) error {
	v, err := ParseDollars(string(data))
	if err != nil {
		return err
	}
	*m = v
	return nil
}

// ParseDollars reads an amount in dollars such as "0.25", exactly. An amount that is not a decimal number, that is too
// large, or that is not a whole number of units is an error.
func ParseDollars(s string) (Money, error) {
	// A big.Rat spells out the exponent that it is given, however large.
	if len(s) > 40 || strings.ContainsAny(s, "eEpP/_xX") {
		return 0, fmt.Errorf("reading an amount in dollars, such as 0.25: %.40q is not a decimal number of at most 40 characters", s)
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return 0, fmt.Errorf("reading an amount in dollars, such as 0.25: %.40q is not a decimal number", s)
	}
	r.Mul(r, new(big.Rat).SetInt64(int64(Dollar)))
	if !r.IsInt() || !r.Num().IsInt64() {
		return 0, fmt.Errorf("reading an amount in dollars: %q is too large, or has more than 12 decimals", s)
	}
	return Money(r.Num().Int64()), nil
}
