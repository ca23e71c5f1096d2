package dataset

// settle decides what single values could not tell, once all were seen.
func (t *table) settle() {
	marked := false // "NA" stands for nothing in some column
	for _, c := range t.columns {
		marked = marked || c.counts[unavailable] > 0 && !c.holdsShortCodes()
	}
	for _, c := range t.columns {
		c.settleNA(marked)
		c.settleCodes()
		c.settleOdd()
	}
}

// shortCodes is how many different codes of two letters make it sure that a
// column holds such.
const shortCodes = 3

// holdsShortCodes reports whether the values are codes of two letters, such as
// those of countries, a few of one or three among them.
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

// settleNA counts "NA" among codes as one: Namibia, or North America. Where the
// column leaves no cell empty it may still be what stands for nothing; then it
// is a code only when no other column marks that so and it is no commoner than
// the rest.
func (c *column) settleNA(marked bool) {
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

// settleCodes takes whole numbers for codes when others of the column have
// zeros in front: a range of them would say nothing.
func (c *column) settleCodes() {
	if c.counts[code] == 0 || c.counts[integer] == 0 || c.counts[number] > 0 || c.low.num < 0 {
		return
	}
	c.counts[code] += c.counts[integer]
	c.counts[integer] = 0
	c.low, c.high = extreme{}, extreme{}
}
