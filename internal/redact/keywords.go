package redact

// machine finds all occurrences of many words in one pass, in upper and lower case. It is
// the automaton of Aho and Corasick (Communications of the ACM 18, 1975) with all
// transitions precomputed, so that each byte of text costs one table look-up.
type machine struct {
	class  [256]uint8 // of bytes; 0 for a byte that is in no word
	width  int        // number of classes
	next   []uint16   // state*width + class → state
	words  [][]int32  // by state: the words that end here
	ending []bool     // by state: whether there are any
}

// newMachine returns an automaton that finds all words of the list, which are in lower case, in one
// pass over a text, ignoring case.
func newMachine(list []string) *machine {
	m := &machine{width: 1}
	for _, w := range list {
		for i := range len(w) {
			if m.class[w[i]] == 0 {
				m.class[w[i]] = uint8(m.width)
				m.width++
			}
		}
	}
	for c := byte('A'); c <= 'Z'; c++ {
		m.class[c] = m.class[c+'a'-'A']
	}
	state := func() uint16 {
		m.next = append(m.next, make([]uint16, m.width)...)
		m.words = append(m.words, nil)
		return uint16(len(m.words) - 1)
	}
	state()
	for n, w := range list {
		at := uint16(0)
		for i := range len(w) {
			edge := int(at)*m.width + int(m.class[w[i]])
			if m.next[edge] == 0 {
				to := state()
				m.next[edge] = to
			}
			at = m.next[edge]
		}
		m.words[at] = append(m.words[at], int32(n))
	}
	m.connect()
	return m
}

// connect completes the transitions of the automaton, state by state in the order of length: a
// mismatch leads to the longest suffix that begins another word.
func (m *machine) connect() {
	fail := make([]uint16, len(m.words))
	var queue []uint16
	for _, to := range m.next[:m.width] {
		if to != 0 {
			queue = append(queue, to)
		}
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		m.words[at] = append(m.words[at], m.words[fail[at]]...)
		for c := range m.width {
			edge, back := int(at)*m.width+c, m.next[int(fail[at])*m.width+c]
			if to := m.next[edge]; to != 0 {
				fail[to] = back
				queue = append(queue, to)
			} else {
				m.next[edge] = back
			}
		}
	}
	m.ending = make([]bool, len(m.words))
	for i, w := range m.words {
		m.ending[i] = len(w) > 0
	}
}

// scan calls hit with the number of each word and where it ends, in order of ends.
func (m *machine) scan(s string, hit func(word int32, end int)) {
	at, width := 0, m.width
	for i := 0; i < len(s); i++ {
		at = int(m.next[at*width+int(m.class[s[i]])])
		if m.ending[at] {
			for _, w := range m.words[at] {
				hit(w, i+1)
			}
		}
	}
}
