package injection

// context is the part of the tokens before a word that decides whether the word begins an order.
type context struct {
	last     uint16 // the last token that is no newline, bracket, quotation mark or sign @
	classes  uint64 // its classes
	after    uint16 // the first newline, bracket, quotation mark or sign @ after it; a later newline or sign @ replaces it
	called   bool   // whether it is a name after the sign @
	quoted   bool   // whether a quotation mark follows it
	sentence int    // the number of the sentence
	breaks   int    // the number of signs of code and of tables
	third    bool   // whether it is the verb of a sentence about a third person: "the process should"
	subject  bool   // whether it is a noun after an article: "the process"
	quotation
	seen
}

// seen holds the numbers of tokens, or never.
type seen struct {
	report int // the last word of this sentence that turns an order into a report or a condition
	clause int // the last word of this clause that turns an order into a report
	attack int // the last word of this sentence that speaks of attacks
	named  int // the last name that speaks of attacks
	prompt int // the last name of texts for models
}

// quotation is the last quotation.
type quotation struct {
	open    int  // its first mark, or never
	closed  int  // its last mark, if that is in this clause, or never
	mention bool // whether it is an example of attacks
}

// never is the number of a token that is too far away to matter.
const never = -1 << 30

// Bounds on the distances between tokens.
const (
	reportReach = 14  // from a report to the order that it reports
	attackReach = 200 // from a name that speaks of attacks to a quoted example
	quoteReach  = 80  // from a quotation mark to the end of the quotation
)

// add updates the context by the n-th token: it may end the sentence, report an order, or speak of attacks.
func (c *context) add(id uint16, classes uint64, n int) {
	switch id {
	case quote, opening, newline, at:
		if c.after == unknown || id == newline || id == at {
			c.after = id
		}
		if id == quote {
			c.quoted = true
			c.quote(n)
		}
		return
	case meta:
		c.breaks++
		c.closed = never
	case comma, colon:
		c.clause, c.closed = never, never
	case stop, chat:
		c.sentence++
		c.report, c.clause, c.attack, c.closed = never, never, never, never
	}
	if classes&report != 0 && classes&you == 0 && (classes&modal == 0 || c.classes&you == 0) {
		c.report = n
		if classes&cond == 0 {
			c.clause = n
		}
	}
	if classes&attack != 0 && c.last != code {
		c.attack = n
	}
	if id == promptName || classes&prompting != 0 {
		c.prompt = n
	}
	if id == attackName || classes&hostile != 0 {
		c.named = n
	}
	c.called = c.after == at
	c.third = c.subject && classes&modal != 0
	c.subject = id == unknown && c.classes&article != 0
	c.last, c.classes, c.after, c.quoted = id, classes, unknown, false
}

// quote records that the n-th token is a quotation mark, which closes a quotation opened shortly before or opens one.
func (c *context) quote(n int) {
	if n-c.open < quoteReach {
		c.open, c.mention, c.closed = never, false, n
		return
	}
	c.closed = never
	c.open, c.mention = n, c.attack != never || n-c.named < attackReach
}

// Patterns that can begin at a token, besides the patterns that can begin anywhere.
const (
	wholes    = 1 << iota // whole orders
	clauses               // pieces that begin a clause
	sentences             // pieces that begin a sentence
	nothing               // nothing, not even a pattern that can begin anywhere: the word is quoted as an example
)

// begins returns, as bits such as clauses, the kinds of patterns that can begin with the n-th token. They are fewer
// after words that make an order a report or an example of one: "an attacker may write", "such as".
func (c *context) begins(n int) int {
	switch {
	case c.mention && n-c.open < quoteReach:
		return nothing
	case !c.boundary():
		return 0
	case c.quoted:
		return wholes | clauses | sentences
	case n-c.clause < reportReach:
		return 0
	case n-c.report < reportReach:
		return clauses
	case c.last == comma || c.last == item:
		return wholes | clauses
	}
	return wholes | clauses | sentences
}

// boundary reports whether the last token, such as a full stop or "please", lets a clause begin with the next one.
func (c *context) boundary() bool {
	switch c.last {
	case stop, item, comma, colon, meta, chat, closing, link:
		return true
	case unknown, code, name, attackName, promptName, number, glyph:
	default:
		if c.classes&(lead|you) != 0 && !c.third && (c.classes&report == 0 || c.classes&modal != 0) {
			return true
		}
	}
	return c.called || c.after == newline && c.classes&article == 0 || c.after == quote
}
