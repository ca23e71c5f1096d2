package modeltest

import (
	"fmt"
	"slices"
	"strconv"
)

// Money is a sum in billionths of a US dollar: the price of a token is a whole
// number of them, so that sums are exact.
type Money int64

// USD returns the sum in dollars.
func (m Money) USD() float64 { return float64(m) / 1e9 }

func (m Money) String() string { return strconv.FormatFloat(m.USD(), 'f', -1, 64) + " USD" }

// Price holds the prices of one token in billionths of a dollar. A thousandth of each number is the price of a million
// tokens in dollars.
type Price struct {
	Input, Write5m, Write1h, Read, Output Money
}

// of returns the price of the usage u.
func (p Price) of(u Usage) Money {
	return Money(u.Input)*p.Input + Money(u.Write5m)*p.Write5m + Money(u.Write1h)*p.Write1h + Money(u.Read)*p.Read + Money(u.Output)*p.Output
}

// Model describes a model that the server offers.
type Model struct {
	ID, Name  string
	Created   string // RFC 3339
	Window    int    // tokens of prompt and answer
	MaxOutput int
	MinCache  int // tokens below which a prefix is not cached
	Price     Price
	// Long is the price of the whole request if the prompt has more than LongOver tokens; 0 means never.
	LongOver int
	Long     Price
}

// Cost returns the price of one call of the model with the usage u.
func (m Model) Cost(u Usage) Money {
	if m.LongOver > 0 && u.Prompt() > m.LongOver {
		return m.Long.of(u)
	}
	return m.Price.of(u)
}

// usual returns the prices of a model that charges the usual rates for cache writes: 1.25 times the input price for
// five minutes, twice for one hour.
func usual(input, read, output Money) Price {
	return Price{Input: input, Write5m: input * 5 / 4, Write1h: input * 2, Read: read, Output: output}
}

// Models returns the default models, with list prices of November 2026. The list is independent of the program's table,
// so that a wrong price there is noticed.
func Models() []Model {
	const million = 1_000_000
	return []Model{
		{ID: "claude-haiku-5-5", Name: "Claude Haiku 5.5", Created: "2026-09-15T00:00:00Z", Window: million, MaxOutput: 128_000, MinCache: 512,
			Price: usual(100, 10, 500), LongOver: 100_000, Long: usual(500, 50, 2500)},
		{ID: "claude-sonnet-5-5", Name: "Claude Sonnet 5.5", Created: "2026-09-15T00:00:00Z", Window: million, MaxOutput: 128_000, MinCache: 512, Price: usual(2000, 100, 10_000)},
		{ID: "claude-opus-5-5", Name: "Claude Opus 5.5", Created: "2026-09-15T00:00:00Z", Window: million, MaxOutput: 128_000, MinCache: 512, Price: usual(4000, 200, 20_000)},
		{ID: "claude-fable-5-1", Name: "Claude Fable 5.1", Created: "2026-09-01T00:00:00Z", Window: million, MaxOutput: 128_000, MinCache: 512, Price: usual(10_000, 250, 50_000)},
		{ID: "claude-opus-5", Name: "Claude Opus 5", Created: "2026-07-01T00:00:00Z", Window: million, MaxOutput: 128_000, MinCache: 512, Price: usual(5000, 500, 25_000)},
		{ID: "claude-sonnet-5", Name: "Claude Sonnet 5", Created: "2026-06-01T00:00:00Z", Window: million, MaxOutput: 128_000, MinCache: 1024, Price: usual(2000, 200, 10_000)},
		{ID: "claude-opus-4-8", Name: "Claude Opus 4.8", Created: "2026-05-01T00:00:00Z", Window: million, MaxOutput: 128_000, MinCache: 1024, Price: usual(5000, 500, 25_000)},
		{ID: "claude-opus-4-7", Name: "Claude Opus 4.7", Created: "2026-04-01T00:00:00Z", Window: million, MaxOutput: 128_000, MinCache: 2048, Price: usual(5000, 500, 25_000)},
		{ID: "claude-opus-4-6", Name: "Claude Opus 4.6", Created: "2026-02-04T00:00:00Z", Window: million, MaxOutput: 128_000, MinCache: 4096, Price: usual(5000, 500, 25_000)},
		{ID: "claude-sonnet-4-6", Name: "Claude Sonnet 4.6", Created: "2026-02-17T00:00:00Z", Window: million, MaxOutput: 64_000, MinCache: 1024, Price: usual(3000, 300, 15_000)},
		{ID: "claude-haiku-4-5", Name: "Claude Haiku 4.5", Created: "2025-10-01T00:00:00Z", Window: 200_000, MaxOutput: 64_000, MinCache: 4096, Price: usual(1000, 100, 5000)},
		{ID: "claude-opus-4-5", Name: "Claude Opus 4.5", Created: "2025-11-01T00:00:00Z", Window: 200_000, MaxOutput: 64_000, MinCache: 4096, Price: usual(5000, 500, 25_000)},
	}
}

// model returns the offered model with this id. An id with a date after it, such as -20251001, matches too.
func (o Options) model(id string) (Model, error) {
	i := slices.IndexFunc(o.Models, func(m Model) bool {
		return id == m.ID || len(id) == len(m.ID)+len("-20251001") && id[:len(m.ID)] == m.ID && id[len(m.ID)] == '-'
	})
	if i < 0 {
		return Model{}, fmt.Errorf("model: %.100s", id)
	}
	return o.Models[i], nil
}
