package model

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"sync"

	"luminos"
)

//go:embed prices.json
var embedded []byte

// Prices is a table of prices and windows of models. It is immutable.
type Prices struct {
	// Date is the day on which the table was looked up, as 2026-11-20.
	Date   string
	models map[string]price
}

// price is one row of the table of prices. Its rates are exact amounts for one token.
type price struct {
	Window
	minCacheable int64
	thinks       bool
	rates        rates
	over         int64 // a prompt longer than this has the price long for the whole request; 0 means never
	long         rates
}

type rates struct{ input, write5m, write1h, read, output luminos.Money }

// The table as it is written. Rates are in dollars for a million tokens.
type (
	priceFile struct {
		Date    string            `json:"date"`
		Unit    string            `json:"unit"`
		Sources map[string]string `json:"sources"` // the sources of the numbers, by short names
		Models  []priceRow        `json:"models"`
	}
	priceRow struct {
		ID string `json:"id"`
		Window
		MinCacheable int64    `json:"min_cacheable"`
		Thinks       bool     `json:"thinks"`
		Rates        rateRow  `json:"rates"`
		Long         *longRow `json:"long"`
		Since        string   `json:"since"`
		Sources      []string `json:"sources"`
		Note         string   `json:"note"`
	}
	longRow struct {
		Over  int64   `json:"over"`
		Rates rateRow `json:"rates"`
	}
	rateRow struct {
		Input        string `json:"input"`
		CacheWrite5m string `json:"cache_write_5m"`
		CacheWrite1h string `json:"cache_write_1h"`
		CacheRead    string `json:"cache_read"`
		Output       string `json:"output"`
	}
)

// ListPrices returns the table of list prices that is embedded in the program.
var ListPrices = sync.OnceValue(func() *Prices {
	p, err := ParsePrices(embedded)
	if err != nil {
		panic("the embedded prices: " + err.Error()) // met by every test
	}
	return p
})

// ParsePrices parses a table of prices in the JSON form of prices.json in this directory. It returns an error if a rate
// is missing, since a missing rate would count as 0.
func ParsePrices(data []byte) (*Prices, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var f priceFile
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("reading the table of prices: %w", err)
	}
	if !day.MatchString(f.Date) {
		return nil, fmt.Errorf("reading the table of prices: the date must have the form 2026-11-20, got %.40q", f.Date)
	}
	p := &Prices{Date: f.Date, models: map[string]price{}}
	for i, row := range f.Models {
		one, err := row.parse()
		if err == nil && p.models[row.ID] != (price{}) {
			err = errors.New("the table of prices has two rows for this model")
		}
		if err != nil {
			return nil, fmt.Errorf("reading the table of prices: model %d, %.80q: %w", i+1, row.ID, err)
		}
		for _, s := range row.Sources {
			if f.Sources[s] == "" {
				return nil, fmt.Errorf("reading the table of prices: model %d, %.80q: the source %.80q is missing from the list of sources", i+1, row.ID, s)
			}
		}
		p.models[row.ID] = one
	}
	return p, nil
}

var day = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)

func (r priceRow) parse() (p price, err error) {
	if r.ID == "" {
		return p, errors.New("the row of a model in the table of prices has no id")
	}
	if r.Window.Input < 0 || r.MaxOutput < 0 || r.MinCacheable < 0 {
		return p, errors.New("window, max_output and min_cacheable of a model must not be negative")
	}
	p.Window, p.minCacheable, p.thinks = r.Window, r.MinCacheable, r.Thinks
	if p.rates, err = r.Rates.parse(); err != nil || r.Long == nil {
		return p, err
	}
	if r.Long.Over <= 0 {
		return p, fmt.Errorf("long.over, above which a prompt counts as long, must be a positive number of tokens, got %d", r.Long.Over)
	}
	p.over = r.Long.Over
	p.long, err = r.Long.Rates.parse()
	return p, err
}

// Rates are written as dollars for perMillion tokens. highestRate, for one token, is far above each known rate; a
// higher one is a mistake in the table.
const (
	perMillion  = 1_000_000
	highestRate = 100_000 * luminos.Dollar / perMillion
)

func (r rateRow) parse() (out rates, err error) {
	for _, f := range []struct {
		name string
		text string
		to   *luminos.Money
	}{
		{"input", r.Input, &out.input}, {"cache_write_5m", r.CacheWrite5m, &out.write5m}, {"cache_write_1h", r.CacheWrite1h, &out.write1h},
		{"cache_read", r.CacheRead, &out.read}, {"output", r.Output, &out.output},
	} {
		m, err := luminos.ParseDollars(f.text)
		if err != nil {
			return out, fmt.Errorf("reading the rate %s of a model in the table of prices: %w", f.name, err)
		}
		if m < 0 || m%perMillion != 0 || m/perMillion > highestRate {
			return out, fmt.Errorf("the rate %s of a model is %s: it must be from 0 to 100000 dollars for a million tokens, with six decimals at most", f.name, f.text)
		}
		*f.to = m / perMillion
	}
	return out, nil
}

// With returns a new table with the date of over and the rows of p and over; for a model in both, the row of over.
func (p *Prices) With(over *Prices) *Prices {
	both := &Prices{Date: over.Date, models: maps.Clone(p.models)}
	maps.Copy(both.models, over.models)
	return both
}

// Models returns the names of the models in the table, sorted.
func (p *Prices) Models() []string { return slices.Sorted(maps.Keys(p.models)) }

var release = regexp.MustCompile(`[-@]\d{8}$`)

// onBedrock matches the name of a model or a profile on Amazon Bedrock, such as us.anthropic.claude-opus-4-6-v1. Its
// parts are the regions that answer and the name at Anthropic.
var onBedrock = regexp.MustCompile(`^(?:arn:aws:bedrock:[^/]*/)?(global\.|[a-z]{2,5}\.)?` +
	`anthropic\.(claude-[a-z0-9-]+?)(?:-\d{8})?(?:-v\d+(?::\d+)?)?$`)

// Regional returns a table with the prices of Amazon Bedrock and Vertex AI for answers of a chosen region: a tenth
// above the list price.
func (p *Prices) Regional() *Prices {
	dear := &Prices{Date: p.Date, models: maps.Clone(p.models)}
	for name, one := range dear.models {
		dear.models[name] = one.regional()
	}
	return dear
}

// regional returns the row with the rates of a region.
func (p price) regional() price {
	for _, r := range []*rates{&p.rates, &p.long} {
		for _, m := range []*luminos.Money{&r.input, &r.write5m, &r.write1h, &r.read, &r.output} {
			*m += (*m + 9) / 10
		}
	}
	return p
}

// find returns the row of a model. The name may also begin with "anthropic/", or be the name of a dated release, such
// as claude-haiku-4-5-20251001, or a name on Amazon Bedrock, but no other variant, which could have another price.
func (p *Prices) find(name string) (price, bool) {
	if one, ok := p.models[name]; ok {
		return one, true
	}
	if parts := onBedrock.FindStringSubmatch(name); parts != nil {
		one, ok := p.models[parts[2]]
		if parts[1] != "global." {
			one = one.regional()
		}
		return one, ok
	}
	one, ok := p.models[release.ReplaceAllString(strings.TrimPrefix(name, "anthropic/"), "")]
	return one, ok
}

// Cost returns the price of one request, and false for a model without a known price. It must be called for each
// request separately: the price of a token may depend on the length of the prompt.
func (p *Prices) Cost(name string, u luminos.Usage) (luminos.Money, bool) {
	one, ok := p.find(name)
	if !ok {
		return 0, false
	}
	r := one.at(u.Prompt())
	return times(r.input, u.Input).Plus(times(r.write5m, u.CacheWrite5m)).Plus(times(r.write1h, u.CacheWrite1h)).
		Plus(times(r.read, u.CacheRead)).Plus(times(r.output, u.Output)), true
}

// Worst returns the highest possible price of a request with prompt tokens of input and output tokens of output, and
// false if the model has no known price. It assumes that the whole prompt is written to the prompt cache, unless cache
// is CacheOff.
func (p *Prices) Worst(name string, cache Cache, prompt, output int64) (luminos.Money, bool) {
	one, ok := p.find(name)
	if !ok {
		return 0, false
	}
	r := one.at(prompt)
	in := r.input
	switch cache {
	case Cache5m:
		in = max(in, r.write5m)
	case Cache1h:
		in = max(in, r.write1h)
	}
	return times(in, prompt).Plus(times(r.output, output)), true
}

// Window returns the limits of a model in the table, or the zero Window.
func (p *Prices) Window(name string) Window {
	one, _ := p.find(name)
	return one.Window
}

// MinCacheable returns the smallest number of tokens of a prompt that the provider caches for the model, or 0 if
// unknown.
func (p *Prices) MinCacheable(name string) int64 {
	one, _ := p.find(name)
	return one.minCacheable
}

// Thinks reports whether the model thinks, as much as it decides itself, if a request does not mention thinking. It
// returns false for a model that is not in the table.
func (p *Prices) Thinks(name string) bool {
	one, _ := p.find(name)
	return one.thinks
}

func (p price) at(prompt int64) rates {
	if p.over > 0 && prompt > p.over {
		return p.long
	}
	return p.rates
}

// times returns rate * n, limited to the largest amount of Money; a negative n counts as 0.
func times(rate luminos.Money, n int64) luminos.Money {
	high, low := bits.Mul64(uint64(rate), uint64(max(n, 0)))
	if high != 0 || low > 1<<63-1 {
		return 1<<63 - 1
	}
	return luminos.Money(low)
}
