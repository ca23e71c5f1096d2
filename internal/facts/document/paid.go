package document

import (
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// forMoney matches headings of sections on people who pay, which name other projects and companies.
var forMoney = lazyregexp.Lazy(
	`(?i)^[^\p{L}]*(sponsor(s|ed|ing|ship)?|donat(e|ions?|ing)|backers|patrons|for enterprises?)\b`)

// sponsors matches addresses that count the readers whom a sponsor's link sends.
var sponsors = lazyregexp.Lazy(`utm_\w+=\w*[Ss]ponsor`)

// paidFor reports whether a block before the next heading has a link that a sponsor pays for.
func paidFor(blocks []block) bool {
	for _, b := range blocks {
		if b.kind == heading || b.sponsored {
			return b.sponsored
		}
	}
	return false
}

// advertises reports whether the address of a link counts the readers that an advertisement sends.
func advertises(address string) bool { return strings.Contains(address, "utm_") }

// siblings reports whether a heading of at most this level is among the blocks, so that one before is no title.
func siblings(blocks []block, level int) bool {
	return slices.ContainsFunc(blocks, func(b block) bool { return b.kind == heading && b.level <= level })
}
