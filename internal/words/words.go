// Package words formats counts, sizes, lists and names in plain English and splits
// text into sentences.
package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
)

// Count returns n with thousands separators: "41,022".
func Count[T ~int | ~int64](n T) string { return humanize.Comma(int64(n)) }

// exactBelow is the number below which [roughly] does not round.
const exactBelow = 20

// roughly returns n rounded to two digits: 1,200, 33,000. It is at most a twentieth off.
func roughly(n int) string {
	unit := unitOf(n)
	return Count((n + unit/2) / unit * unit)
}

// Length returns the length of a text of n words: "about 1,200 words". It is rough, because each reader divides a text
// into words in its own way.
func Length(n int) string {
	if n < exactBelow {
		return Plural(n, "word")
	}
	return "about " + roughly(n) + " words"
}

// Bound returns n rounded up to two digits: 1,300 for 1,201.
func Bound(n int) string {
	unit := unitOf(n)
	return Count((n + unit - 1) / unit * unit)
}

// unitOf returns the unit of the second digit of n, or 1 if n is not rounded.
func unitOf(n int) int {
	unit := 1
	for n >= exactBelow && n/unit >= 100 {
		unit *= 10
	}
	return unit
}

// Plural returns a number with its noun: "1 file", "41,022 files". The plural of the noun is
// regular unless the caller gives another plural.
func Plural[T ~int | ~int64](n T, one string, many ...string) string {
	if n == 1 {
		return "1 " + one
	}
	if len(many) > 0 {
		return Count(n) + " " + many[0]
	}
	return Count(n) + " " + plural(one)
}

// All returns words for each of n things, at least two: "all 3 files", "both files".
func All(n int, one string) string {
	if n == 2 {
		return "both " + plural(one)
	}
	return "all " + Plural(n, one)
}

// plural returns s with its last word in the regular plural: "data files" for "data file".
func plural(s string) string {
	if n := len(s); n > 1 && s[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(s[n-2])) {
		return s[:n-1] + "ies"
	}
	for _, end := range []string{"s", "x", "ch", "sh"} {
		if strings.HasSuffix(s, end) {
			return s + "es"
		}
	}
	return s + "s"
}

// Compact returns a number in few characters: "940", "12.3k", "1.2M".
func Compact(n int64) string {
	f := float64(n)
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 99_950:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", f/1e3), ".0") + "k"
	case n < 999_500:
		return fmt.Sprintf("%.0fk", f/1e3)
	case n < 99_950_000:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", f/1e6), ".0") + "M"
	case n < 999_500_000:
		return fmt.Sprintf("%.0fM", f/1e6)
	}
	return fmt.Sprintf("%.0fG", f/1e9)
}

// Between returns two texts with a dash between them, or one if they are equal: the bounds of a range.
func Between(low, high string) string {
	if low == high {
		return low
	}
	return low + "-" + high
}

// ParseBytes returns the number of bytes of a size such as "500MB" or "2 GiB".
func ParseBytes(s string) (int64, error) {
	n, err := humanize.ParseBytes(s)
	if err != nil || n > math.MaxInt64 {
		return 0, fmt.Errorf("%q is no size", s)
	}
	return int64(n), nil
}

// Bytes returns a size in binary units: "20 MiB", "9.2 KiB". It rounds once; humanize.IBytes rounds 90.52 KiB to 90.5
// and then to 90.
func Bytes(n int64) string {
	if n < 0 {
		return "-" + Bytes(-n)
	}
	size, unit := float64(n), 0
	for ; size >= 1024 && unit+1 < len(byteUnits); unit++ {
		size /= 1024
	}
	format := "%.0f %s"
	if unit > 0 && math.Round(size*10) < 100 {
		format = "%.1f %s"
	}
	return fmt.Sprintf(format, size, byteUnits[unit])
}

var byteUnits = []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// Percent returns the share of part in whole: "83 %" for 5 of 6. It is "<1 %" below 1 %, at most
// "99 %" unless part is whole, and "0 %" if part or whole is not positive.
func Percent(part, whole int64) string {
	switch {
	case whole <= 0 || part <= 0:
		return "0 %"
	case part == whole:
		return "100 %"
	}
	p := float64(part) * 100 / float64(whole)
	switch {
	case p < 1:
		return "<1 %"
	case p > 99:
		return "99 %"
	}
	return strconv.Itoa(int(p+0.5)) + " %"
}

// List joins words: "a", "a and b", "a, b and c".
func List(items []string) string {
	switch n := len(items); n {
	case 0:
		return ""
	case 1:
		return items[0]
	default:
		return strings.Join(items[:n-1], ", ") + " and " + items[n-1]
	}
}

// Some returns a [List] of at most most items and the number of the others: "a, b and
// 12 more".
func Some(items []string, most int) string {
	if len(items) <= most {
		return List(items)
	}
	return strings.Join(items[:most], ", ") + " and " + Count(len(items)-most) + " more"
}

// HiddenEntries returns numbers of hidden directories, of the files within them, and of hidden files: "3 hidden
// directories (853 files) and 1 hidden file".
func HiddenEntries(dirs, within, files int) string {
	var parts []string
	if dirs > 0 {
		parts = append(parts, Plural(dirs, "hidden directory", "hidden directories")+" ("+Plural(within, "file")+")")
	}
	if files > 0 {
		parts = append(parts, Plural(files, "hidden file"))
	}
	return List(parts)
}

// Sentence returns s as a sentence: with a capital letter, unless the first word looks
// like a name or a path, and a full stop.
func Sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return s
	}
	if first, _, _ := strings.Cut(s, " "); strings.ToLower(first) == first && !strings.ContainsAny(first, "/._-`\"0123456789") {
		r, n := utf8.DecodeRuneInString(s)
		s = string(unicode.ToUpper(r)) + s[n:]
	}
	return Stop(s)
}

// Stop returns s without blanks and ":;," at its end, and with a full stop unless it, or a
// quotation at its end, ends a sentence already.
func Stop(s string) string {
	s = strings.TrimRight(s, " :;,")
	if r, _ := utf8.DecodeLastRuneInString(strings.TrimSuffix(s, "”")); strings.ContainsRune(".!?。！？…", r) {
		return s
	}
	return s + "."
}

// Article returns s with "a" or "an" before it, by the sound of s: "an npm package", "a unit", "a set of texts".
func Article(s string) string {
	if s == "" {
		return s
	}
	if strings.HasPrefix(s, "texts ") {
		return "a set of " + s
	}
	lower := strings.ToLower(s)
	for _, an := range []string{"html", "xml", "sql", "mp3", "npm", "svg", "rss", "r ", "hour", "honest"} {
		if strings.HasPrefix(lower, an) {
			return "an " + s
		}
	}
	for _, a := range []string{"uni", "use", "usa", "eu", "one", "ui/"} {
		if strings.HasPrefix(lower, a) {
			return "a " + s
		}
	}
	if strings.ContainsRune("aeiou", rune(lower[0])) {
		return "an " + s
	}
	return "a " + s
}

// Shorten returns s if it has at most n characters, else its beginning and "…", together at most n
// characters. It cuts at a space if there is one in the last third.
func Shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)[:max(n-1, 0)]
	for i := len(r) - 1; i > len(r)*2/3; i-- {
		if r[i] == ' ' {
			r = r[:i]
			break
		}
	}
	return strings.TrimRight(string(r), " ,;:-") + "…"
}

// Fold returns the letters and digits of s in lower case, to compare names that differ in case or in the marks between
// their words.
func Fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// Numbers returns the numbers of a version such as "6.1" or "6_1", to compare versions.
func Numbers(version string) (list []int) {
	for _, part := range strings.FieldsFunc(version, func(r rune) bool { return r == '.' || r == '_' }) {
		n, _ := strconv.Atoi(part)
		list = append(list, n)
	}
	return list
}
