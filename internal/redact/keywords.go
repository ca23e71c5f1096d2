package redact

// machine finds all occurrences of many words in one pass, in upper and lower case. It is
// the automaton of Aho and Corasick (Communications of the ACM 18, 1975) with all
// transitions precomputed. Most bytes of a text do not reach it: it starts only where four
// bytes can begin a word, and stops where at most three bytes can.
type machine struct {
	class  [256]uint8       // of bytes; 0 for a byte that is in no word
	width  int              // number of classes
	next   []uint16         // state*width + class → state
	words  [][]int32        // by state: the words that end here
	ending []bool           // by state: whether there are any
	depth  []uint8          // by state: the length of the longest beginning of a word that ends here, at most 4
	begins *[1 << 14]uint64 // a bit for each four sorts: whether they can begin a word
}

// sorts are coarse classes of bytes: four of them are the index of a bit of machine.begins.
var sorts = func() (t [256]uint8) {
	for c := range t {
		switch {
		case letters[c]:
			t[c] = uint8(c)&31 - 1
		case digits[c]:
			t[c] = 26
		case c == '-' || c == '_':
			t[c] = 27
		case c <= ' ':
			t[c] = 28
		case c >= 0x80:
			t[c] = 29
		default:
			t[c] = 30 + uint8(c)&1
		}
	}
	return t
}()

// begin sets the bits of m.begins for the beginning of a word: length bytes that are already in the index n, then the
// bytes of w, four bytes in all. A word of fewer bytes can be followed by any byte, or by a byte of the set then, if
// not nil.
func (m *machine) begin(n, length int, w string, then *set) {
	switch {
	case length == 4:
		m.begins[n>>6] |= 1 << (n & 63)
	case w != "":
		m.begin(n<<5|int(sorts[w[0]]), length+1, w[1:], then)
	default:
		var entered [32]bool
		for c := range 256 {
			if sort := sorts[c]; (then == nil || then[c]) && !entered[sort] {
				entered[sort] = true
				m.begin(n<<5|int(sort), length+1, "", then)
			}
		}
	}
}

// newMachine returns an automaton that finds all words of the list, which are in lower case, in one
// pass over a text, ignoring case. The bytes after word i are of the set then[i], if it is not nil.
func newMachine(list []string, then []*set) *machine {
	m := &machine{width: 1, begins: new([1 << 14]uint64)}
	most := 1 // states
	for _, w := range list {
		most += len(w)
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
	m.next, m.words, m.depth = make([]uint16, 0, most*m.width), make([][]int32, 0, most), make([]uint8, 0, most)
	state := func(depth int) uint16 {
		m.next = m.next[:len(m.next)+m.width]
		m.words = append(m.words, nil)
		m.depth = append(m.depth, uint8(min(depth, 4)))
		return uint16(len(m.words) - 1)
	}
	state(0)
	for n, w := range list {
		m.begin(0, 0, w, then[n])
		at := uint16(0)
		for i := range len(w) {
			edge := int(at)*m.width + int(m.class[w[i]])
			if m.next[edge] == 0 {
				to := state(i + 1)
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

// scan calls hit for each word of the list that occurs in s, with its number and the offset of its end, in order of
// ends.
func (m *machine) scan(s string, hit func(word int32, end int)) {
	done := 0 // words that end here or before were reported
	for i := 0; i < len(s); {
		i = m.candidate(s, i)
		at, from := 0, i
		for i < len(s) {
			at = int(m.next[at*m.width+int(m.class[s[i]])])
			if i++; m.ending[at] && i > done {
				for _, w := range m.words[at] {
					hit(w, i)
				}
			}
			if i >= from+4 && m.depth[at] < 4 {
				break
			}
		}
		done = i
		if i < len(s) {
			i -= int(m.depth[at])
		}
	}
}

// candidate returns the first position from i on at which a word can begin, judged by four bytes. Without one it
// returns the third last position of s, or i if that is later.
func (m *machine) candidate(s string, i int) int {
	n, begins := uint(0), m.begins
	for j := i; j < len(s); j++ {
		n = (n<<5 | uint(sorts[s[j]])) & (1<<20 - 1)
		if begins[n>>6]>>(n&63)&1 != 0 && j >= i+3 {
			return j - 3
		}
	}
	return max(i, len(s)-3)
}
