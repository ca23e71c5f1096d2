package dataset

// resolve corrects the counted types of values whose meaning only the whole column shows: "NA",
// digits that are codes, words among numbers.
func (t *table) resolve() {
	marked := false // "NA" is a missing value in some column
	for _, c := range t.columns {
		marked = marked || c.counts[unavailable] > 0 && !c.holdsShortCodes()
	}
	for _, c := range t.columns {
		c.resolveNA(marked)
		c.resolveCodes()
		c.resolveExceptions()
	}
}

// shortCodes is the minimum number of different codes of two letters in a column
// of such codes.
const shortCodes = 3

// holdsShortCodes reports whether the distinct values of a column are codes of capitals, such as
// country codes: at least shortCodes codes and four fifths have two letters, the others one or three.
func (c *column) holdsShortCodes() bool {
	two := 0
	for _, o := range c.seen {
		// NO is Norway, and not a word for "false", among others of its kind.
		if o.kind != text && o.kind != boolean || len(o.value) > 3 {
			return false
		}
		for i := range len(o.value) {
			if o.value[i] < 'A' || o.value[i] > 'Z' {
				return false
			}
		}
		if len(o.value) == 2 {
			two++
		}
	}
	return two >= shortCodes && two*5 >= len(c.seen)*4
}

// resolveNA decides whether "NA" in a column of two-letter codes is a code (Namibia) or a missing
// value. In a column without other missing values it is a code only if marked is false, so that no
// other column uses "NA" for missing values, and it is no more frequent than the most frequent code.
func (c *column) resolveNA(marked bool) {
	n := c.counts[unavailable]
	if n == 0 || !c.holdsShortCodes() {
		return
	}
	most := int64(0)
	for _, o := range c.seen {
		most = max(most, int64(o.n))
	}
	if c.counts[missing] == 0 && (marked || n > most) {
		return
	}
	c.counts[unavailable] = 0
	c.counts[text] += n
	na := []byte("NA")
	c.seen[hash(na)] = &occurrence{value: "NA", kind: text, n: int(n)}
}

// resolveCodes counts the whole numbers of a column as codes if other values of the column are codes with leading
// zeros, because a range of codes says nothing. It does nothing if there are fractions or negative numbers.
func (c *column) resolveCodes() {
	if c.counts[code] == 0 || c.counts[integer] == 0 || c.counts[number] > 0 || c.low.num < 0 {
		return
	}
	c.counts[code] += c.counts[integer]
	c.counts[integer] = 0
	c.low, c.high = extreme{}, extreme{}
}
