package inside

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// totalAmount is the property with the sum of an invoice, "4,904.94 EUR". It is about persons, so no report that is
// sent around has it.
const totalAmount = "total amount"

var (
	// money matches a number with two decimals. Digits before a space are its thousands or another number.
	money = lazyregexp.Lazy(`(?:\b\d{1,3}[ \x{a0}])?\b\d[\d.,']*[.,]\d\d\b[.,%]?`)
	// grouped matches a number with two decimals whose thousands, if they are apart, are groups of three digits.
	grouped = lazyregexp.Lazy(`^(?:\d{1,3}[ \x{a0}])?(?:\d+|\d{1,3}(?:[.,']\d{3})+)[.,]\d\d$`)
	// totals matches the words beside the sum of an invoice.
	totals = lazyregexp.Lazy(`(?i)\b(?:total|totaal|totale|gesamt\w*|brutto\w*|\w*betrag|\w*summe|montant|due|payer|` +
		`betalen|importe|suma|razem|summa)\b`)
	// currencies match the signs of currencies.
	currencies = []struct {
		name  string
		signs func() *regexp.Regexp
	}{
		{"EUR", lazyregexp.Lazy(`€|\bEUR\b`)}, {"USD", lazyregexp.Lazy(`(?:^|[^A-Z])\$|\bUSD\b`)},
		{"GBP", lazyregexp.Lazy(`£|\bGBP\b`)}, {"CHF", lazyregexp.Lazy(`\bCHF\b`)}, {"SEK", lazyregexp.Lazy(`\bSEK\b`)},
		{"INR", lazyregexp.Lazy(`₹|\bINR\b|\bRs\b`)}, {"PLN", lazyregexp.Lazy(`\bPLN\b|zł`)},
	}
)

const (
	totalLines = 3      // lines from a word for a total on in which its number can be
	moneyMost  = 10_000 // numbers in a line
)

// totalOf returns the sum of an invoice with its currency: the largest number with two decimals, if it is on the line
// of a word for a total or behind it. It returns "" if that is not clear.
func totalOf(text string) string {
	sum, most, left := int64(0), int64(0), 0
	for line := range strings.Lines(text) {
		if totals().MatchString(line) {
			left = totalLines
		}
		numbers := money().FindAllString(line, moneyMost)
		for _, s := range numbers {
			n, sure := cents(s)
			if most = max(most, n); left > 0 && sure {
				sum = max(sum, n)
			}
		}
		if left--; len(numbers) > 0 {
			left = 0
		}
	}
	if sum == 0 || sum < most {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("%s.%02d %s", words.Count(sum/100), sum%100, currencyOf(text)))
}

// cents returns an amount in hundredths, or 0 for another number. sure is false for digits, a space and a number, which
// can be one amount or two numbers.
func cents(s string) (n int64, sure bool) {
	s = strings.TrimRight(s, ".,")
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
	const longest = 15
	if !grouped().MatchString(s) || len(digits) > longest {
		return 0, false
	}
	n, _ = strconv.ParseInt(digits, 10, 64)
	return n, !strings.ContainsAny(s, " \u00a0")
}

// currencyOf returns the only currency that a text names, or "".
func currencyOf(text string) string {
	found := ""
	for _, c := range currencies {
		if c.signs().MatchString(text) {
			if found != "" {
				return ""
			}
			found = c.name
		}
	}
	return found
}

// totalsShown is the number of invoices that a row names with their sums.
const totalsShown = 4

// totalsText returns the sums of the invoices with a clear one, the largest first.
func totalsText(invoices []*luminos.FileInside) string {
	files := slices.DeleteFunc(slices.Clone(invoices), func(f *luminos.FileInside) bool {
		return f.Property(totalAmount) == ""
	})
	slices.SortStableFunc(files, func(a, b *luminos.FileInside) int {
		x, _ := cents(strings.Fields(a.Property(totalAmount))[0])
		y, _ := cents(strings.Fields(b.Property(totalAmount))[0])
		return cmp.Compare(y, x)
	})
	var out []string
	for _, f := range files[:min(len(files), totalsShown)] {
		out = append(out, words.Name(f.Path.Base())+" "+f.Property(totalAmount))
	}
	if more := len(files) - len(out); more > 0 {
		out = append(out, words.Count(more)+" more")
	}
	return strings.Join(out, ", ")
}
