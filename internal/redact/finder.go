package redact

// Limits of how far rules look. A longer text is not the secret of the rule.
const (
	longest    = 2048        // of one token
	longestJWT = 4 * longest // of one part of a JWT
	maxParts   = 16          // of a token with escaped slashes between
	maxHead    = 64          // of a value that is judged by its beginning
	maxInner   = 320         // of the header of a JWT that begins within another word
	maxInfo    = 512         // of user and password, in addresses and headers
	maxHash    = 512         // of a stored password
	window     = 240         // around a word beside which a secret is searched
	maxArea    = 1024        // searched at once for a secret near a word
	maxName    = 64          // of a name, on either side of its word
	maxBlanks  = 40          // between a name, its operator and its value
	maxType    = 48          // of the type between a name and its value
	maxValue   = 4096        // of a value in quotes
	maxBare    = 512         // of a line, from a value without quotes on
	maxBefore  = 640         // of a line, before a name
	grain      = 256         // where parts of longer lines begin
	maxListing = 400         // of the prefix that a tool adds to a line: paths are long
	maxGap     = 80          // between a name and the value in an entry of its own
	maxScheme  = 24          // of a header, before the word of its scheme
	maxTail    = 200         // of a token around the mark in its middle
	maxFence   = 48          // of a fence, before its words
	maxLines   = 2000        // of a key, above its end
	fullLine   = 40          // of a line of a key; a line of this length needs no other sign
	partLine   = 16          // a shorter line belongs to a key only between its other lines
	maxClaims  = 32          // names that one long value is judged for
)

// finder applies all rules to one text and collects the spans to mask.
type finder struct {
	*pass
	settings settings
	keys     keys
	areas    []piece // by index of nearbySecrets: the area to search for it
	curl     int     // the end of the last "curl " in the text
	ids      int     // the text before this was searched for secrets beside ids of AWS
	header   int     // the end of the last text that was decoded as the header of a JWT
	tabled   int     // the end of the last line that was examined as a header of a table, or of that table
	foreign  int     // names in other languages before this were judged
	command  int     // the end of the last command whose arguments were examined
	called   int     // the end of the last call whose arguments were examined
	stated   int     // the end of the last statement of SQL that was examined
}

func newFinder(s string) *finder {
	p := &pass{s: s}
	return &finder{pass: p, settings: settings{pass: p}, keys: keys{pass: p}}
}

// pass is one pass over a text: the secrets found, and the results of searches that
// rules share. A rule that searches the same bytes again uses the earlier result, so
// that the cost is in proportion to the length of any text.
type pass struct {
	s      string
	spans  []span
	looked int            // bytes that rules have looked at: a measure of the cost
	runs   map[*set]piece // the last long run of each set
	begin  edge           // the beginning of the last line
	end    edge           // the end of the last line
	plain  *bool          // whether the text has no sign of a table of markup; nil before the first search
}

// settings finds values that are secret because of the name to which they are assigned.
type settings struct {
	*pass
	row    row
	claims map[int]int // by end of a long value: the number of names it was judged for
	named  int         // names before this were judged
	beyond int         // values of several parts that begin before this were judged
	mapped int         // lines of mappings that begin before this were judged
	argued int         // the end of the last line whose random arguments were masked
	names  *[64]looked // the classes of recent names, by a hash of the name
}

// looked is a name that was looked up, and its class.
type looked struct {
	name  string
	class class
}

// class returns the class of the name s. It stores the classes of recent names, since most names come often.
func (t *settings) class(s string) class {
	if t.names == nil {
		t.names = new([64]looked)
	}
	sum := len(s)
	for i := range len(s) {
		sum = sum*31 + int(s[i])
	}
	n := &t.names[uint(sum)%uint(len(t.names))]
	if n.name != s {
		*n = looked{s, classify(s)}
	}
	return n.class
}

// keys finds the lines of private keys, such as PEM and PuTTY blocks.
type keys struct {
	*pass
	line   piece // the last line
	next   int   // the beginning of the line after it
	done   int   // lines before this were judged
	signed bool  // the lines of the present key begin with "+", as in a difference
}

// piece is the part of a text from start up to, but without, end.
type piece struct{ start, end int }

// add records the text from start to end as a secret of the given kind, for example "password-in-url".
func (p *pass) add(start, end int, kind string) {
	p.spans = append(p.spans, span{piece: piece{start, end}, kind: kind})
}

// mark records v as a weak secret: only its name, of class c, shows that it is a secret.
func (p *pass) mark(v piece, c class) {
	if !encrypted(p.s[max(0, v.start-maxBefore):v.start], p.s[v.start:v.end]) {
		p.spans = append(p.spans, span{piece: v, kind: c.kind(), weak: true})
	}
}

// covers reports whether the last secret that was found is of this kind and contains all of s[start:end].
func (p *pass) covers(kind string, start, end int) bool {
	if len(p.spans) == 0 {
		return false
	}
	last := p.spans[len(p.spans)-1]
	return last.kind == kind && last.start <= start && end <= last.end
}

// short is the maximal length of a run that is not remembered.
const short = 32

// run returns the end of the run of bytes of b that begins at i, at most limit bytes on.
// It remembers the last long run of each set, because one run can hold many words.
func (p *pass) run(i int, b *set, limit int) int {
	near := run(p.s, i, b, min(limit, short))
	p.looked += near - i + 1
	if near-i < short || limit <= short {
		return near
	}
	last, ok := p.runs[b]
	if !ok || i < last.start || i > last.end {
		last = piece{i, near}
	}
	if last.end < i+limit {
		to := run(p.s, last.end, b, i+limit-last.end)
		p.looked += to - last.end + 1
		last.end = to
	}
	if p.runs == nil {
		p.runs = map[*set]piece{}
	}
	p.runs[b] = last
	return min(last.end, i+limit)
}

// runBetween returns the end of the run of bytes of b that begins at i, and reports whether
// the run has at least least and at most most bytes.
func (p *pass) runBetween(i int, b *set, least, most int) (end int, ok bool) {
	end = p.run(i, b, most)
	return end, end-i >= least && (end == len(p.s) || !b[p.s[end]])
}

// back returns the beginning of the run of bytes of b that ends at i, at most limit bytes back.
func (p *pass) back(i int, b *set, limit int) int {
	start := runBack(p.s, i, b, limit)
	p.looked += i - start + 1
	return start
}

// edge is the beginning or the end of a line as seen from at. If it is not sure, there is
// no line break between the two places.
type edge struct {
	at, line int
	sure     bool
}

// lineStart returns the beginning of the line of i, after a line break or the escape of one, and true. If
// the line begins limit bytes before i or earlier, and i > limit, it returns i-limit and false.
func (p *pass) lineStart(i, limit int) (start int, sure bool) {
	first, stop := max(0, i-limit), max(0, i-limit)
	known := p.begin.at > first && p.begin.at <= i
	if known {
		stop = p.begin.at
	}
	start, sure = p.breakBefore(i, stop)
	switch {
	case sure || !known:
	case p.begin.sure:
		start, sure = p.begin.line, true
	default:
		start, sure = p.breakBefore(min(i, p.begin.line), min(first, p.begin.line))
	}
	p.begin = edge{i, start, sure || start == 0}
	if start <= first {
		return first, first == 0
	}
	return start, true
}

// breakBefore returns the last beginning of a line after stop and up to i, and true. If there is
// none, it returns stop and false.
func (p *pass) breakBefore(i, stop int) (start int, sure bool) {
	s := p.s
	for j := i; j > stop; j-- {
		p.looked++
		switch c := s[j-1]; {
		case c == '\n' || c == '\r':
			return j, true
		case (c == 'n' || c == 'r') && j >= 2 && s[j-2] == '\\':
			return j, true
		}
	}
	return stop, false
}

// lineEnd returns the end of the line of i, at a line break or the escape of one, but at most i+limit.
func (p *pass) lineEnd(i, limit int) int {
	last, from := min(len(p.s), i+limit), i
	if p.end.at <= i && i <= p.end.line {
		if p.end.sure {
			return min(p.end.line, last)
		}
		from = p.end.line
	}
	if from > last {
		return last
	}
	j, sure := p.breakAfter(i, from, last)
	p.end = edge{i, j, sure}
	return j
}

// breakAfter returns the first end of a line at or after from, but not before i. Without one before last, it returns
// last, and true only at the end of the text.
func (p *pass) breakAfter(i, from, last int) (end int, sure bool) {
	s := p.s
	for j := from; j < last; j++ {
		p.looked++
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

// claim counts a judgement of the value that ends at the offset end. It returns false if this value was
// judged more than maxClaims times: in "pw=pw=pw=…" each name has all that follows for its value.
func (t *settings) claim(end int) bool {
	if t.claims == nil {
		t.claims = map[int]int{}
	}
	t.claims[end]++
	return t.claims[end] <= maxClaims
}
