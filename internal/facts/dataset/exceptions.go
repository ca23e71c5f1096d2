package dataset

import (
	"maps"
	"strings"
	"unicode"
)

// oddMax is the maximal number of different texts that are kept of a column with many values.
const oddMax = 4

// textCounts counts the texts of a column by value, up to a bound. Among numbers they are
// the exceptions.
type textCounts struct {
	counts map[string]int
	over   bool // there were more than oddMax
}

func (o *textCounts) add(value string, n int) {
	if o.over {
		return
	}
	if o.counts == nil {
		o.counts = map[string]int{}
	}
	o.counts[value] += n
	if o.over = len(o.counts) > oddMax; o.over {
		o.counts = nil
	}
}

func (o *textCounts) merge(p textCounts) {
	if p.over {
		*o = textCounts{over: true}
	}
	for value, n := range p.counts {
		o.add(value, n)
	}
}

// texts returns the number of occurrences of each value of a column that is a text, as opposed to a number or a date.
// If there are more than oddMax different texts, the result states only that.
func (c *column) texts() textCounts {
	if c.many {
		return textCounts{counts: maps.Clone(c.odd.counts), over: c.odd.over}
	}
	var o textCounts
	for _, v := range c.seen {
		if v.kind == text {
			o.add(v.value, v.n)
		}
	}
	return o
}

// overflow drops the set of distinct values of a column with too many values. It keeps the counts
// of the texts among them if these are few.
func (c *column) overflow() {
	c.odd = c.texts()
	c.many, c.seen = true, nil
}

// notesMax is the maximal number of different texts among values of another type that are
// taken for remarks, such as "At-Large" for the number of a district.
const notesMax = 2

// resolveExceptions decides about texts, at most oddMax different ones, among values of one other
// type. Words for "unknown" are counted as missing values. At most notesMax other texts count as
// intended, and not as a defect, if each repeats or is an answer with a remark among booleans. If the texts of a column
// are marks alone, such as "-", they count as missing even if most values are marks.
func (c *column) resolveExceptions() {
	_, main, stray := c.kind()
	texts := c.texts()
	if main == text && c.counts[text] < c.values() && len(texts.counts) > 0 && onlyMarks(texts.counts) {
		c.counts[missing], c.counts[text] = c.counts[missing]+c.counts[text], 0 // more marks than numbers
		c.first[text] = 0
		maps.DeleteFunc(c.seen, func(_ uint64, o *occurrence) bool { return o.kind == text })
		return
	}
	if stray == 0 || main == text || stray != c.counts[text] || texts.over {
		return
	}
	if len(texts.counts) == 0 { // of some formats only the kind is known
		return
	}
	for value, n := range texts.counts {
		if !isUnknown(value) {
			continue
		}
		delete(texts.counts, value)
		c.first[text] = 0 // one of them can be among the first
		c.counts[text] -= int64(n)
		c.counts[missing] += int64(n)
	}
	maps.DeleteFunc(c.seen, func(_ uint64, o *occurrence) bool { return o.kind == text && isUnknown(o.value) })
	if len(texts.counts) > notesMax {
		return
	}
	for value, n := range texts.counts {
		if n < 2 && !(main == boolean && isAnswer(value)) {
			return
		}
	}
	c.meant = true
	if main == boolean && len(texts.counts) > 0 {
		c.counts[text] += c.counts[boolean]
		c.counts[boolean] = 0
	}
}

// onlyMarks reports whether the texts of a column are one mark, such as "-", which then means that there is no value.
func onlyMarks(texts map[string]int) bool {
	for value := range texts {
		if !isMark(value) || len(texts) > 1 {
			return false
		}
	}
	return true
}

// isMark reports whether a text has signs only.
func isMark(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || r == unicode.ReplacementChar
	})
}

// isAnswer reports whether s is yes or no followed by a remark: "Yes (runoff only)".
func isAnswer(s string) bool {
	first, rest, _ := strings.Cut(s, " ")
	return rest != "" && guessKind(strings.TrimRight(first, ",;:")) == boolean
}

// unknown are words that stand for no value among values of another type. In a
// column of text they may be answers.
var unknown = map[string]bool{
	"unknown": true, "unk": true, "unk.": true, "n.a.": true, "n.a": true, "not available": true, "not applicable": true,
	"not known": true, "not reported": true, "no answer": true, "no response": true, "no data": true, "none": true,
	"missing": true, "undefined": true, "undisclosed": true, "withheld": true, "suppressed": true, "tbd": true, "tba": true,
}

// isUnknown reports whether a text means that the value is missing: a word such as "unknown", or
// only marks such as "**" or "..".
func isUnknown(s string) bool {
	return unknown[strings.ToLower(strings.Trim(s, "()[]<>"))] || isMark(s)
}

// strayFirst returns the number of values in the first rows of the files that are of another type than main.
func (c *column) strayFirst(main kind) (n int64) {
	for k, count := range c.first {
		switch k := kind(k); {
		case k == missing || k == unavailable || k == main, k == integer && main == number, k == date && main == timestamp:
		case k == code && main == text:
		default:
			n += count
		}
	}
	return n
}
