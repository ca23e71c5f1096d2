package modeltest

import (
	"fmt"
	"slices"
	"strconv"
)

// Money is a sum in billionths of a US dollar: the price of a token is a whole
// number of them, so that sums are exact.
type Money int64

func (m Money) String() string { return strconv.FormatFloat(float64(m)/1e9, 'f', -1, 64) + " USD" }

// Price holds the prices of one token in billionths of a dollar. A thousandth of each number is the price of a million
// tokens in dollars.
type Price struct {
	Input, Write5m, Write1h, Read, Output Money
}

// Model describes a model that the server offers.
type Model struct {
	ID        string
	Window    int // tokens of prompt and answer
	MaxOutput int
	MinCache  int // tokens below which a prefix is not cached
	Price     Price
	// Long is the price of the whole request if the prompt has more than LongOver tokens; 0 means never.
	LongOver int
	Long     Price
}

// Cost returns the price of one call of the model with the usage u.
func (m Model) Cost(u Usage) Money {
	p := m.Price
	if m.LongOver > 0 && u.Prompt() > m.LongOver {
		p = m.Long
	}
	return Money(u.Input)*p.Input + Money(u.Write5m)*p.Write5m + Money(u.Write1h)*p.Write1h +
		Money(u.Read)*p.Read + Money(u.Output)*p.Output
}

// usual returns the prices of a model that charges the usual rates for cache writes: 1.25 times the input price for
// five minutes, twice for one hour.
func usual(input, read, output Money) Price {
	return Price{Input: input, Write5m: input * 5 / 4, Write1h: input * 2, Read: read, Output: output}
}

// Models returns the models that the server offers, with list prices of November 2026. The list is independent of the
// table of the program, so that a wrong price there is noticed.
func Models() []Model {
	const million, output = 1_000_000, 128_000
	return []Model{
		{"claude-haiku-5-5", million, output, 512, usual(100, 10, 500), 100_000, usual(500, 50, 2500)},
		{"claude-sonnet-5-5", million, output, 512, usual(2000, 100, 10_000), 0, Price{}},
		{"claude-opus-5-5", million, output, 512, usual(4000, 200, 20_000), 0, Price{}},
		{"claude-opus-5", million, output, 512, usual(5000, 500, 25_000), 0, Price{}},
		{"claude-opus-4-6", million, output, 4096, usual(5000, 500, 25_000), 0, Price{}},
		{"claude-haiku-4-5", 200_000, 64_000, 4096, usual(1000, 100, 5000), 0, Price{}},
	}
}

// modelOf returns the offered model with this id. An id with a date after it, such as -20251001, matches too.
func modelOf(id string) (Model, error) {
	models := Models()
	i := slices.IndexFunc(models, func(m Model) bool {
		return id == m.ID || len(id) == len(m.ID)+len("-20251001") && id[:len(m.ID)] == m.ID && id[len(m.ID)] == '-'
	})
	if i < 0 {
		return Model{}, fmt.Errorf("model: %.100s is not offered by this server", id)
	}
	return models[i], nil
}
