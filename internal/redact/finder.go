package redact

// How far rules look. What is longer than these is no secret, or not this one.
const (
	longest    = 2048        // of one token
	longestJWT = 4 * longest // of one part of it
	maxParts   = 16          // of a token with escaped slashes between
	maxHead    = 64          // of a value that is judged by its beginning
	maxInner   = 320         // of the header of a JWT that begins inside of what was none
	maxInfo    = 512         // of user and password, in addresses and headers
	maxHash    = 512         // of a stored password
	window     = 240         // around a word that a format stands near to
	maxArea    = 1024        // of what is searched at once for a format near a word
	maxName    = 64          // of a name, on either side of its word
	maxBlanks  = 40          // between a name, its operator and its value
	maxType    = 48          // of the type between a name and its value
	maxValue   = 4096        // of a value in quotes
	maxBare    = 512         // of a line, from a value without quotes on
	maxBefore  = 640         // of a line, before a name
	grain      = 256         // where parts of longer lines begin
	maxListing = 400         // of what a tool puts before a line: paths are long
	maxGap     = 80          // between a name and the value in an entry of its own
	maxScheme  = 24          // of a header, before the word of its scheme
	maxTail    = 200         // of what stands around the mark in the middle of a token
	maxFence   = 48          // of a fence, before its words
	maxLines   = 2000        // of a key, above its end
	fullLine   = 40          // of a key, at least: what is as long needs no other sign
	partLine   = 16          // what is shorter belongs to a key only among its lines
	maxClaims  = 32          // names that one long value is judged for
)

// finder is one pass over a text. It remembers how far rules have looked, so that
// what they look at is in proportion to the text whatever stands in it.
type finder struct {
	s      string
	spans  []span
	looked int            // bytes that rules have looked at: the measure of what a text costs
	runs   map[*set]piece // the last long run of each set
	begin  edge           // of the line that was looked at last
	end    edge
	row    row
	claims map[int]int // by where a long value ends: how many names it was judged for
	named  int         // names of assignments before this are done with
	areas  []piece     // by nearby format: what is to be searched for it
	curl   int         // where the name of that command stood last, and ends
	around int         // what stands beside ids of keys before this is done with
	header int         // where the header of a JWT ended that was looked at last
	line   piece       // the line of a block that was looked at last, and where the one below it begins
	next   int
	block  int  // lines before this belong to blocks that are done with
	signed bool // the lines of the present block begin with "+"
}

// piece is a part of a text.
type piece struct{ start, end int }

// add takes what has a format of its own.
func (f *finder) add(start, end int, kind string) {
	f.spans = append(f.spans, span{piece: piece{start, end}, kind: kind})
}

// covers reports whether the last secret that was found is of a kind and holds all
// of s[start:end].
func (f *finder) covers(kind string, start, end int) bool {
	if len(f.spans) == 0 {
		return false
	}
	last := f.spans[len(f.spans)-1]
	return last.kind == kind && last.start <= start && end <= last.end
}

// short is how long a run is at most that is not worth remembering.
const short = 32

// run is where the bytes of a set that begin at i end, at most limit of them. The
// last long run of each set is remembered: many words can stand in one.
func (f *finder) run(i int, b *set, limit int) int {
	near := run(f.s, i, b, min(limit, short))
	f.looked += near - i + 1
	if near-i < short || limit <= short {
		return near
	}
	last, ok := f.runs[b]
	if !ok || i < last.start || i > last.end {
		last = piece{i, near}
	}
	if last.end < i+limit {
		to := run(f.s, last.end, b, i+limit-last.end)
		f.looked += to - last.end + 1
		last.end = to
	}
	if f.runs == nil {
		f.runs = map[*set]piece{}
	}
	f.runs[b] = last
	return min(last.end, i+limit)
}

// back is where the bytes of a set that end at i begin, at most limit of them.
func (f *finder) back(i int, b *set, limit int) int {
	start := runBack(f.s, i, b, limit)
	f.looked += i - start + 1
	return start
}

// edge is where a line begins or ends, as seen from at; when it is not sure, none of
// those is known between the two places.
type edge struct {
	at, line int
	sure     bool
}

// lineStart is where the line of i begins, by a line end or by the escape of one;
// i-limit, when it begins before that.
func (f *finder) lineStart(i, limit int) (start int, sure bool) {
	first, stop := max(0, i-limit), max(0, i-limit)
	known := f.begin.at > first && f.begin.at <= i
	if known {
		stop = f.begin.at
	}
	start, sure = f.breakBefore(i, stop)
	switch {
	case sure || !known:
	case f.begin.sure:
		start, sure = f.begin.line, true
	default:
		start, sure = f.breakBefore(min(i, f.begin.line), min(first, f.begin.line))
	}
	f.begin = edge{i, start, sure || start == 0}
	if start <= first {
		return first, first == 0
	}
	return start, true
}

// breakBefore is the last beginning of a line after stop, up to i; stop, if there is none.
func (f *finder) breakBefore(i, stop int) (start int, sure bool) {
	s := f.s
	for j := i; j > stop; j-- {
		f.looked++
		switch c := s[j-1]; {
		case c == '\n' || c == '\r':
			return j, true
		case (c == 'n' || c == 'r') && j >= 2 && s[j-2] == '\\':
			return j, true
		}
	}
	return stop, false
}

// lineEnd is where the line of i ends, by a line end or by the escape of one;
// i+limit, when it ends after that.
func (f *finder) lineEnd(i, limit int) int {
	last, from := min(len(f.s), i+limit), i
	if f.end.at <= i && i <= f.end.line {
		if f.end.sure {
			return min(f.end.line, last)
		}
		from = f.end.line
	}
	if from > last {
		return last
	}
	j, sure := f.breakAfter(i, from, last)
	f.end = edge{i, j, sure}
	return j
}

// breakAfter is the first end of a line from a place on, but not before i; last, if there is none.
func (f *finder) breakAfter(i, from, last int) (end int, sure bool) {
	s := f.s
	for j := from; j < last; j++ {
		f.looked++
		switch s[j] {
		case '\n', '\r':
			return j, true
		case '\\':
			if j+1 < len(s) && (s[j+1] == 'n' || s[j+1] == 'r') {
				for j > i && s[j-1] == '\\' {
					j--
				}
				return j, true
			}
		}
	}
	return last, last == len(s)
}

// claim reports whether a value that ends at end may be judged for one more name. In
// "pw=pw=pw=…" each name has all that follows for its value.
func (f *finder) claim(end int) bool {
	if f.claims == nil {
		f.claims = map[int]int{}
	}
	f.claims[end]++
	return f.claims[end] <= maxClaims
}
