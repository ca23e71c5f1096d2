package dataset

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"luminos"
	"luminos/internal/daterange"
)

// Bounds of the values that are kept for one column.
const (
	distinctMax = 1000 // values that are distinguished
	exampleMax  = 60   // bytes of an example
	examplesMax = 5
	firstRows   = 3  // of a file, which can be headings
	fewValues   = 12 // only a column with at most this number of distinct values shows examples
	columnsMax  = luminos.ColumnsMost
	nameMax     = 80 // bytes of a column's name
)

// column holds the statistics of one column.
type column struct {
	name   string
	clock  bool // its name says that numbers in it are points in time
	comma  bool // a comma can stand before decimals: commas do not separate cells
	counts [kinds]int64
	first  [kinds]int64           // counts of the first rows of each file
	seen   map[uint64]*occurrence // nil once there were more than distinctMax
	many   bool
	odd    textCounts // the texts, once there were many values
	meant  bool       // values of another type are intended
	low    extreme
	high   extreme
	days   dayCounts
}

// dayCounts holds the statistics of the days of a column.
type dayCounts struct {
	span    daterange.Span // unambiguous days, and the first reading of others
	swapped daterange.Span // unambiguous days, and the other reading of others
	// dayFirst and monthFirst count days that can be read one way only.
	dayFirst, monthFirst, ambiguous int
	remote                          int64 // days outside of [firstYear, lastYear]
}

type occurrence struct {
	value  string
	kind   kind
	remote bool
	n      int
}

// extreme is a number with its text in the file.
type extreme struct {
	num float64
	raw string
}

func newColumn(name string) *column {
	return &column{name: name, clock: clockName.MatchString(name)}
}

// addCell parses a cell of a format without types, such as CSV, and counts its value in the column. A
// value in the set of distinct values is not parsed again, because most columns repeat few values.
func (c *column) addCell(raw []byte) {
	if !c.many {
		if o := c.seen[hash(raw)]; o != nil {
			o.n++
			c.counts[o.kind]++
			if o.remote {
				c.days.remote++
			}
			return
		}
	}
	v := classify(raw)
	if v.kind == text && c.comma {
		v = cmp.Or(decimalComma(raw), v)
	}
	c.add(v, raw)
}

// add counts one value v of the column in its statistics. raw is the text of the value in the file.
func (c *column) add(v value, raw []byte) {
	if c.clock && v.kind == integer {
		if m, k, ok := fromNumber(v.num); ok {
			v = value{kind: k, day: m}
		}
	}
	c.counts[v.kind]++
	switch v.kind {
	case missing, unavailable, object, array:
		return
	case integer, number:
		if c.low.raw == "" || v.num < c.low.num {
			c.low = extreme{v.num, short(raw)}
		}
		if c.high.raw == "" || v.num > c.high.num {
			c.high = extreme{v.num, short(raw)}
		}
	case date, timestamp:
		c.days.add(v.day)
	}
	c.track(raw, v)
}

// merge adds the statistics of the column o of another table, or of a list in a document, to c.
func (c *column) merge(o *column) {
	for k, n := range o.counts {
		c.counts[k] += n
		c.first[k] += o.first[k]
	}
	if o.low.raw != "" && (c.low.raw == "" || o.low.num < c.low.num) {
		c.low = o.low
	}
	if o.high.raw != "" && (c.high.raw == "" || o.high.num > c.high.num) {
		c.high = o.high
	}
	c.days.merge(o.days)
	if c.many || o.many {
		if !c.many {
			c.overflow()
		}
		c.odd.merge(o.texts())
		return
	}
	for h, v := range o.seen {
		if w := c.seen[h]; w != nil {
			w.n += v.n
			continue
		}
		if c.seen == nil {
			c.seen = map[uint64]*occurrence{}
		}
		c.seen[h] = v
	}
	if len(c.seen) > distinctMax {
		c.overflow()
	}
}

func (d *dayCounts) add(m moment) {
	if remote(m.t) {
		d.remote++
		return
	}
	switch m.order {
	case monthFirst:
		d.monthFirst++
	case dayFirst:
		d.dayFirst++
	}
	other := m.t
	if !m.other.IsZero() {
		d.ambiguous++
		other = m.other
	}
	d.span.Add(m.t)
	d.swapped.Add(other)
}

func (d *dayCounts) merge(o dayCounts) {
	d.span.Merge(o.span)
	d.swapped.Merge(o.swapped)
	d.dayFirst += o.dayFirst
	d.monthFirst += o.monthFirst
	d.ambiguous += o.ambiguous
	d.remote += o.remote
}

// track adds a value to the set of distinct values of the column. If the set is full, it is
// dropped, and only texts are counted.
func (c *column) track(raw []byte, v value) {
	if c.many {
		if v.kind == text && !c.odd.over {
			c.odd.add(short(raw), 1)
		}
		return
	}
	h := hash(raw)
	if o := c.seen[h]; o != nil {
		o.n++
		return
	}
	if len(c.seen) >= distinctMax {
		c.overflow()
		c.track(raw, v)
		return
	}
	if c.seen == nil {
		c.seen = map[uint64]*occurrence{}
	}
	c.seen[h] = &occurrence{value: short(raw), kind: v.kind, remote: v.isDay() && remote(v.day.t), n: 1}
}

// hash returns the FNV-1a hash of b, the key of a value in the set of distinct values.
func hash(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// short returns the beginning of a value, at most exampleMax bytes on one line, for
// the report.
func short(raw []byte) string { return clip(raw, exampleMax) }

// clip returns at most n bytes of b as valid UTF-8 on one line.
func clip(b []byte, n int) string {
	// Folding and repair change the length, so more bytes are processed than kept.
	s := strings.ToValidUTF8(strings.Join(strings.Fields(string(b[:min(len(b), 4*n)])), " "), "\uFFFD")
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// values returns the number of values of the column that are not missing.
func (c *column) values() int64 {
	n := int64(0)
	for k, v := range c.counts {
		if kind(k) != missing && kind(k) != unavailable {
			n += v
		}
	}
	return n
}

// kind returns the type of the column: "empty" without values, the type that includes all values,
// or "mixed". Text includes all values if it is the most frequent type and there are no objects and
// lists. main is the most frequent type, stray the number of values that it does not include.
func (c *column) kind() (name string, main kind, stray int64) {
	n := c.counts
	// A wider type includes the narrower one.
	n[text], n[code] = n[text]+n[code], 0
	if n[number] > 0 {
		n[number], n[integer] = n[number]+n[integer], 0
	}
	if n[timestamp] > 0 {
		n[timestamp], n[date] = n[timestamp]+n[date], 0
	}
	total := c.values()
	if total == 0 {
		return names[missing], missing, 0
	}
	for k := integer; k <= array; k++ {
		if n[k] > n[main] || main == missing || k == text && n[k] == n[main] {
			main = k
		}
	}
	stray = total - n[main]
	switch {
	case stray == 0:
		return names[main], main, 0
	case main == text && n[object] == 0 && n[array] == 0:
		return names[text], text, 0 // a text column may hold anything
	}
	return "mixed", main, stray
}

// order returns the span of the days of a column. It reads days such as 3/4/2020 in the order of day and month
// that the unambiguous days have. ok is false if there are such days, and the others have no order or both.
func (d *dayCounts) order() (days daterange.Span, ok bool) {
	switch {
	case d.ambiguous == 0 || d.monthFirst > 0 && d.dayFirst == 0:
		return d.span, true
	case d.dayFirst > 0 && d.monthFirst == 0:
		return d.swapped, true
	}
	return daterange.Span{}, false
}

// report returns the statistics of the column in the form of the report. rows is the number of rows
// that were read.
func (c *column) report(rows int64) luminos.Column {
	typeName, main, _ := c.kind()
	out := luminos.Column{Name: c.name, Type: typeName, Missing: max(rows-c.values(), 0), Distinct: len(c.seen)}
	if c.many {
		out.Distinct = -1
	}
	if personal(c.name) {
		return out
	}
	switch {
	case main == integer || main == number:
		out.Min, out.Max = c.low.raw, c.high.raw
	case main == date || main == timestamp:
		if days, ok := c.days.order(); ok && days.Days > 0 {
			p := days.Period("")
			out.Min, out.Max = p.First, p.Last
		}
	}
	if len(c.seen) > 0 && len(c.seen) <= fewValues && (c.values() >= 2*int64(len(c.seen)) || len(c.seen) <= 3) {
		out.Examples = c.examples()
	}
	return out
}

// examples returns the most frequent values of a column for the report, or nil if a value looks
// like personal data, or most of them like names of persons.
func (c *column) examples() []string {
	all, persons := make([]*occurrence, 0, len(c.seen)), 0
	for _, o := range c.seen {
		if private(o.value) {
			return nil
		}
		if fullName.MatchString(o.value) {
			persons++
		}
		all = append(all, o)
	}
	if 2*persons > len(all) {
		return nil
	}
	slices.SortFunc(all, func(a, b *occurrence) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.value, b.value)) })
	var out []string
	for _, o := range all[:min(len(all), examplesMax)] {
		out = append(out, o.value)
	}
	return out
}

// yearSpan returns the period from the first to the last year in a column of years. ok is false if
// a value is not a whole number or the extremes are no plausible years.
func (c *column) yearSpan() (s daterange.Span, ok bool) {
	if c.counts[integer] == 0 || c.counts[integer] != c.values() {
		return s, false
	}
	first, okFirst := daterange.Day(int(c.low.num), 1, 1)
	last, okLast := daterange.Day(int(c.high.num), 12, 31)
	if !okFirst || !okLast || c.low.num != float64(first.Year()) || c.high.num != float64(last.Year()) {
		return s, false
	}
	s.Add(first)
	s.Add(last)
	return s, true
}

// clockName knows columns whose numbers are points in time.
var clockName = regexp.MustCompile(`(?i)(^|[^a-z])(time|timestamp|ts|epoch|date|day|datetime)([^a-z]|$)|_at$|(created|updated)`)

// fromNumber returns the point in time that a number in a column of times means: seconds or
// milliseconds since 1970, or a day as YYYYMMDD. It returns false for other numbers.
func fromNumber(f float64) (moment, kind, bool) {
	switch {
	case f >= 19_000_101 && f <= 21_001_231:
		n := int(f)
		t, ok := daterange.Day(n/10_000, n/100%100, n%100)
		return moment{t: t}, date, ok
	case f >= 631_152_000 && f < 4_102_444_800: // 1990 to 2099
		return moment{t: time.Unix(int64(f), 0).UTC()}, timestamp, true
	case f >= 631_152_000_000 && f < 4_102_444_800_000:
		return moment{t: time.UnixMilli(int64(f)).UTC()}, timestamp, true
	}
	return moment{}, 0, false
}
