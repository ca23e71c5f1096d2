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

// Closest returns the name that differs from typed by the fewest edits, at most two or a third of its letters.
// Without one it returns the first name that begins or ends with typed, or with which typed begins or ends, if the
// shorter of both has four letters or more.
// It returns "" if there is no such name.
func Closest(typed string, names []string) string {
	const most = 100 // letters; the comparison takes the product of both lengths
	best, least := "", max(len(typed)/3, min(2, len(typed)/2))+1
	for _, name := range names {
		if len(typed) > most || len(name) > most || name == typed {
			continue
		}
		if d := distance(typed, name); d < least {
			best, least = name, d
		}
	}
	if best != "" || len(typed) < 4 {
		return best
	}
	for _, name := range names {
		short, long := typed, name
		if len(short) > len(long) {
			short, long = long, short
		}
		if len(short) >= 4 && short != long && (strings.HasPrefix(long, short) || strings.HasSuffix(long, short)) {
			return name
		}
	}
	return ""
}
