package office

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// formatsMost bounds the formats of cells that are read.
const formatsMost = 100_000

// cellKind is the kind of value that a format of numbers shows.
type cellKind int8

const (
	plain cellKind = iota
	dates
	times
	datesAndTimes
	percent
)

// cellFormats are the formats of the cells of a workbook.
type cellFormats struct {
	from1904 bool
	custom   map[string]string // codes of formats by ID
	kinds    []cellKind        // by the number of the style of a cell
	cellXfs  bool              // the element is open
}

func (h *cellFormats) start(e *element) bool {
	switch e.name {
	case "numFmt":
		if h.custom == nil {
			h.custom = map[string]string{}
		}
		if len(h.custom) < formatsMost {
			h.custom[e.get("numFmtId")] = cut(e.get("formatCode"), titleMost)
		}
	case "cellXfs":
		h.cellXfs = true
	case "xf":
		if h.cellXfs && len(h.kinds) < formatsMost {
			h.kinds = append(h.kinds, h.kindOf(e.get("numFmtId")))
		}
	case "dxfs":
		return true
	}
	return false
}

func (h *cellFormats) end(name string) {
	if name == "cellXfs" {
		h.cellXfs = false
	}
}
func (*cellFormats) text(string) {}

// kindOf returns the kind of a format: by its code, or for a format of Excel itself by its number
// (ECMA-376-1, 18.8.30).
func (h *cellFormats) kindOf(id string) cellKind {
	if code, ok := h.custom[id]; ok {
		return kindOfCode(code)
	}
	switch n := number(id); {
	case n == 9 || n == 10:
		return percent
	case n >= 14 && n <= 17, n >= 27 && n <= 31, n >= 34 && n <= 36, n >= 50 && n <= 58:
		return dates
	case n >= 18 && n <= 21, n == 32 || n == 33, n >= 45 && n <= 47:
		return times
	case n == 22:
		return datesAndTimes
	}
	return plain
}

// kindOfCode returns the kind of values that the code of a format shows, by the letters outside its quotes and
// brackets.
func kindOfCode(code string) cellKind {
	code, _, _ = strings.Cut(code, ";")
	var date, clock, month bool
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '\\', '_', '*':
			i++
		case '"':
			for i++; i < len(code) && code[i] != '"'; i++ {
			}
		case '[':
			inner := i + 1
			for i++; i < len(code) && code[i] != ']'; i++ {
			}
			// [h] and [mm] are elapsed times; other brackets are colours, conditions and locales.
			if s := strings.ToLower(code[inner:min(i, len(code))]); s != "" && strings.Trim(s, "hms") == "" {
				clock = true
			}
		case 'G', 'g':
			if strings.HasPrefix(strings.ToLower(code[i:]), "general") {
				i += len("general") - 1
			}
		case 'y', 'Y', 'd', 'D':
			date = true
		case 'h', 'H', 's', 'S':
			clock = true
		case 'm', 'M':
			month = true
		case '%':
			return percent
		}
	}
	switch {
	case date && clock:
		return datesAndTimes
	case clock:
		return times
	case date || month:
		return dates
	}
	return plain
}

// show returns the number of a cell with the given style: plain, as a day, or as a time.
func (h *cellFormats) show(value, style string) string {
	kind := plain
	if n := number(style); n >= 0 && n < len(h.kinds) {
		kind = h.kinds[n]
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return strings.TrimSpace(value)
	}
	switch kind {
	case dates, times, datesAndTimes:
		if s := showTime(v, kind, h.from1904); s != "" {
			return s
		}
	case percent:
		return showNumber(v*100) + "%"
	}
	return showNumber(v)
}

// showNumber returns a number with the 15 digits that Excel shows.
func showNumber(v float64) string {
	s := strconv.FormatFloat(v, 'g', 15, 64)
	v, err := strconv.ParseFloat(s, 64)
	if size := math.Abs(v); err != nil || v != 0 && (size >= 1e15 || size < 1e-9) {
		return s
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// lastSerial is the number of 10000-01-01, after the last day of Excel.
const lastSerial = 2_958_466

// showTime returns the time that a number of days is, or "" if there is no such time.
func showTime(v float64, kind cellKind, from1904 bool) string {
	if v < 0 || v >= lastSerial {
		return ""
	}
	seconds := int64(math.Round(v * 86_400))
	if kind == times {
		hours, minutes := seconds/3600, seconds/60%60
		if v >= 1 && v != math.Trunc(v) && hours > 9_999 {
			hours %= 24 // a moment, of which the clock is shown
		}
		return two(hours) + ":" + two(minutes) + ":" + two(seconds%60)
	}
	day := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from1904:
		day = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case v < 60:
		day = day.AddDate(0, 0, 1) // Excel counts 1900-02-29, which was no day
	}
	day = day.AddDate(0, 0, int(seconds/86_400)).Add(time.Duration(seconds%86_400) * time.Second)
	if kind == datesAndTimes && seconds%86_400 != 0 {
		return day.Format(time.DateTime)
	}
	return day.Format(time.DateOnly)
}

// two returns a number with at least two digits.
func two(n int64) string {
	s := strconv.FormatInt(n, 10)
	if len(s) < 2 {
		s = "0" + s
	}
	return s
}
