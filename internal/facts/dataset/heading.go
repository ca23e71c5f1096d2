package dataset

import (
	"strconv"
	"strings"
)

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

// levelsMost is the maximum number of rows of a header of several levels, without the blank row.
const levelsMost = 5

// headingLevels returns the number of the first rows that are a header of several levels and the blank row under it, as
// pandas writes columns in groups, or 0. The first level names groups, so it repeats names; all levels together name
// each column once.
func headingLevels(rows [][]string) int {
	for n := range min(len(rows)-1, levelsMost+1) {
		r := rows[n]
		if len(r) != len(rows[0]) || len(r) < 3 {
			return 0
		}
		if strings.Join(r[1:], "") != "" {
			continue
		}
		seen, groups := map[string]bool{}, map[string]bool{}
		names := levelNames(rows[:n], len(r))
		for i := 1; i < len(r); i++ {
			seen[names[i]], groups[rows[0][i]] = true, true
		}
		if n >= 2 && len(groups) < len(r)-1 && len(seen) == len(r)-1 {
			return n + 1
		}
		return 0
	}
	return 0
}

// levelNames returns the names of the columns under the rows of a header of several levels: "network 1 node 2" has the
// name "1 2". The first column holds the names of the levels.
func levelNames(rows [][]string, width int) []string {
	names := make([]string, width)
	for i := range names {
		var parts []string
		for _, r := range rows {
			if i > 0 && i < len(r) && r[i] != "" {
				parts = append(parts, r[i])
			}
		}
		if names[i] = strings.Join(parts, " "); names[i] == "" {
			names[i] = "column " + strconv.Itoa(i+1)
		}
	}
	return names
}
