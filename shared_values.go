package luminos

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// pattern returns a regular expression that is compiled when it is first used.
func pattern(s string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })
}

var (
	contact = pattern(`(?i)[\w.+-]@[\w-]+\.\w|\b(?:tel|telephone|phone|mobile|fax)\b\W{0,3}\d|\+\d[\d ()/-]{7}`)
	// moneyName matches the names of columns with amounts of money or addresses of devices.
	moneyName = pattern(`(?i)(?:^|[^a-z])(?:prices?|totals?|costs?|fees?|sum|paid|owed|balance|budget|turnover|` +
		`revenue|debit|credit|rent|discount|preis|summe|gesamt|kosten|gebühr|miete|prix|loyer|precio|prezzo|` +
		`eur|euro|usd|chf|gbp|sek|nok|dkk|pln|jpy|mac)(?:[^a-z]|$)`)
	// discloses matches texts with the name of a person, an amount, the number of a house, or the address of a device.
	discloses = pattern(`\p{Lu}\p{Ll}[\pL.'’-]*,? \p{Lu}[\pL.'’-]+|\d[.,]\d|\d[a-z]? \p{Lu}\p{Ll}|` +
		`\p{Lu}\p{Ll}\pL*\.? \d|^(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$`)
)

// HasContact reports whether a text has an address of mail or a number of a telephone.
func HasContact(s string) bool { return contact().MatchString(s) }

// discloses reports whether the values of a column can be amounts of money, or name a person, an address or a device. A
// few numbers with decimals are a list of prices; the range of many is a measurement.
func (c *Column) discloses() bool {
	switch c.Type {
	case "date", "timestamp", "boolean":
		return false
	case "number":
		if len(c.Examples) > 0 {
			return true
		}
	case "string", "mixed":
		if slices.ContainsFunc(append([]string{c.Min, c.Max}, c.Examples...), discloses().MatchString) {
			return true
		}
	}
	return moneyName().MatchString(snake(c.Name))
}

// snake returns the name of a column with "_" between a small letter and a capital one: "unitPrice" is "unit_Price".
func snake(name string) string {
	var b strings.Builder
	small := false
	for _, r := range name {
		if small && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		small = r >= 'a' && r <= 'z'
		b.WriteRune(r)
	}
	return b.String()
}
