package dataset

import "strings"

const (
	// headingRows is the minimum number of rows below a second row of headings, and
	// of values in a column that is compared with it.
	headingRows = 3
	// echoes is in how many columns one word must stand to be a heading by that alone.
	echoes = 5
)

// secondHeading is the issue of files with a second row of headings.
const secondHeading = "a second row of headings stands under the header"

// hasSecondHeading reports whether the row under the header holds headings too: units, or labels of
// survey exports ("Open-Ended Response"). It is one if it has words above most of the columns
// without text below, or one word in half of its filled cells; no cell may be repeated below like
// an answer.
func hasSecondHeading(rows [][]string) bool {
	if len(rows) < 2+headingRows {
		return false
	}
	typed, deviate, filled, most := 0, 0, 0, 0
	echo := map[string]int{}
	for i := range min(len(rows[0]), len(rows[1])) {
		cell := rows[1][i]
		b := under(rows[2:], i, cell)
		if b.same > 0 && b.same < b.values { // where it is the only value, it is the name of a box to tick
			return false
		}
		heads := isHeading(cell)
		if cell != "" {
			filled++
		}
		if heads && b.same == 0 {
			echo[cell]++
			most = max(most, echo[cell])
		}
		if b.values >= headingRows && b.texts == 0 {
			typed++
			if heads {
				deviate++
			}
		}
	}
	return deviate >= 2 && deviate*5 >= typed*3 || most >= echoes && most*2 >= filled && len(rows) >= 2+2*echoes
}

// beneath counts the values of a column under a cell.
type beneath struct{ values, texts, same int }

func under(rows [][]string, i int, cell string) (b beneath) {
	for _, r := range rows {
		if i >= len(r) {
			continue
		}
		k := guessKind(r[i])
		if k == missing {
			continue
		}
		b.values++
		if k == text {
			b.texts++
		}
		if r[i] == cell {
			b.same++
		}
	}
	return b
}

// isHeading reports whether a cell could head a column of numbers or dates.
func isHeading(cell string) bool {
	return guessKind(cell) == text && !isUnknown(cell) && !strings.ContainsAny(cell, "0123456789")
}
