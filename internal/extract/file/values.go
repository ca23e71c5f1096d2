package file

import (
	"slices"

	"luminos"
)

const (
	valuesMost = 20_000 // different values that are counted
	topMost    = 200    // values in a result
)

// Values counts how often each value occurs. The zero value is empty.
type Values struct {
	count map[string]int
	total int64
}

// Add counts one value. Empty values are not counted; of more than 20,000 different values the later ones count in the
// total only.
func (v *Values) Add(value string) {
	if value == "" {
		return
	}
	v.total++
	if v.count == nil {
		v.count = map[string]int{}
	}
	if _, ok := v.count[value]; ok || len(v.count) < valuesMost {
		v.count[value]++
	}
}

// Set adds the counts to the extraction under a name, if there is a value.
func (v *Values) Set(x *luminos.Extraction, name string) {
	if v.total == 0 {
		return
	}
	all := luminos.Counts(v.count)
	top := slices.Clone(all[:min(len(all), topMost)])
	x.Values = append(x.Values, luminos.ValueCounts{Name: name, Distinct: len(all), Total: v.total, Top: top})
}

// Days is a span of days. The zero value is empty.
type Days struct{ first, last string }

// Add extends the span to a day, YYYY-MM-DD, or the first ten bytes of a longer time of that form.
func (d *Days) Add(day string) {
	if len(day) < 10 || day[4] != '-' || day[7] != '-' {
		return
	}
	day = day[:10]
	if d.first == "" || day < d.first {
		d.first = day
	}
	d.last = max(d.last, day)
}

// Set sets the period of the extraction, with the source of its days: "dates of messages". An empty span sets none.
func (d *Days) Set(x *luminos.Extraction, source string) {
	if d.first != "" {
		x.Period = &luminos.Period{First: d.first, Last: d.last, Source: source}
	}
}
