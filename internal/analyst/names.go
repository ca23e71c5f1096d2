package analyst

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"luminos/internal/words"
)

// Names of flags exist in one conversation only: a report has no names. In text for the report the place of the flag
// takes the place of its name.

var (
	// flagNames matches names of flags in a row, such as "F1, F12 and F25", with a mark around them that makes another
	// name of them, such as F5-x.
	flagNames = regexp.MustCompile(`[-\w.#/]*\bF[1-9]\d{0,3}(?:(?:,? and |[,/] ?)F[1-9]\d{0,3})*\b(?:[-#_/.]\w[-\w]*)?`)
	oneName   = regexp.MustCompile(`F[1-9]\d{0,3}`)
	onlyNames = regexp.MustCompile(`^F[1-9]\d{0,3}(?:[^-\w.#]+(?:and )?F[1-9]\d{0,3})*$`)
	bracketed = regexp.MustCompile(`(\s)\((F[1-9]\d{0,3}(?:[,;] ?F[1-9]\d{0,3})*)\)`)
)

// prose returns a text of a model without Markdown marks, and with places instead of names of flags. Code stays as it
// is. It collects unknown names in c.unknown.
func (c *citer) prose(s string) string {
	text, unknown := c.book.places(s)
	c.unknown = append(c.unknown, unknown...)
	return plain(text)
}

// places returns s with places instead of names of flags, each place once in a list of names, and the names that no
// flag has. They stay as they are. Code, and all text if there are no flags, stays as it is.
func (b *book) places(s string) (text string, unknown []string) {
	if len(b.flags) == 0 {
		return s, nil
	}
	replace := func(s string) string {
		return flagNames.ReplaceAllStringFunc(s, func(row string) string {
			if !onlyNames.MatchString(row) {
				return row // a part of another name
			}
			var places []string
			for _, name := range oneName.FindAllString(row, -1) {
				place := name
				if i := b.flagNamed(name); i < 0 {
					unknown = append(unknown, name)
				} else {
					place = "`" + strings.ReplaceAll(b.place(i), "`", "'") + "`"
				}
				if !slices.Contains(places, place) {
					places = append(places, place)
				}
			}
			return words.List(places)
		})
	}
	end := 0
	for _, at := range code.FindAllStringIndex(s, -1) {
		text += replace(s[end:at[0]]) + s[at[0]:at[1]]
		end = at[1]
	}
	return text + replace(s[end:]), unknown
}

// place returns the place of the flag with the index i as text.
func (b *book) place(i int) string {
	f := &b.flags[i]
	lines := f.Lines
	if lines == nil {
		lines = f.OwnLines()
	}
	if lines == nil {
		return named(f.Path)
	}
	return fmt.Sprintf("%s:%d", named(f.Path), lines.First)
}
