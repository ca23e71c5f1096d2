package words

import "strings"

// Nearest returns the name that begins with typed, if typed has three letters or more, or differs from it by at most
// two edits and by at most half of its letters, or "". With more edits it would be another word.
func Nearest(typed string, names []string) string {
	if len(typed) > 100 {
		return "" // no name is that long, and the comparison takes the product of both lengths
	}
	best, least := "", min(2, len(typed)/2)+1
	for _, name := range names {
		d := distance(typed, name)
		if len(typed) > 2 && strings.HasPrefix(name, typed) {
			d = 0
		}
		if d < least {
			best, least = name, d
		}
	}
	return best
}

// distance returns the Levenshtein distance between two short ASCII words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
