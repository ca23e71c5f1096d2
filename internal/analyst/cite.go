package analyst

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// citer converts text of a model with citations, such as "It walks once [12].", into sections whose statements have
// evidence.
type citer struct {
	book    *book
	shown   map[int]bool // the numbers that may be cited; nil means all
	unknown []string     // cited numbers that no claim has, or that were not shown
}

var (
	citation = regexp.MustCompile(`\s*\[(F?\d{1,6}(?:\s*[,;]\s*F?\d{1,6})*)\]`)
	listLine = regexp.MustCompile(`^\s*(?:[-*•]|\d{1,3}[.)])\s+(.*)$`)
	headLine = regexp.MustCompile(`^#{1,6}\s+(.*?)\s*#*$`)
	labelled = regexp.MustCompile("^\\*\\*(.{1,80}?)\\*\\*:?\\s*[:–—-]?\\s+(.*)$|^`?([^`:]{1,80}?)`?: (.*)$")
)

// section converts Markdown text into a section. Paragraphs become statements; list lines, and paragraphs below a
// heading or after an item, become items. It returns nil for an empty text.
func (c *citer) section(id, title, text string) *luminos.Section {
	s := &luminos.Section{ID: id, Title: title, Statements: []luminos.Statement{}}
	heading := ""
	var paragraph []string
	flush := func() {
		statements := c.sentences(strings.Join(paragraph, " "))
		paragraph = nil
		if heading == "" && len(s.Items) == 0 {
			s.Statements = append(s.Statements, statements...)
			return
		}
		if joined := join(statements); joined.Text != "" {
			s.Items = append(s.Items, luminos.Item{Label: heading, Statement: joined})
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			flush()
		case headLine.MatchString(line):
			flush()
			heading = plain(headLine.FindStringSubmatch(line)[1])
		case listLine.MatchString(line):
			flush()
			s.Items = append(s.Items, c.item(heading, listLine.FindStringSubmatch(line)[1]))
		default:
			paragraph = append(paragraph, line)
		}
	}
	flush()
	if len(s.Statements) == 0 && len(s.Items) == 0 {
		return nil
	}
	return s
}

// item converts a list line into an item. The label is the beginning of the line up to a colon or in bold. If the line
// has no such beginning, the label is heading.
func (c *citer) item(heading, line string) luminos.Item {
	label, rest := heading, line
	if m := labelled.FindStringSubmatch(line); m != nil {
		label, rest = plain(m[1]+m[3]), m[2]+m[4]
	}
	return luminos.Item{Label: label, Statement: join(c.sentences(rest))}
}

// sentences converts each sentence of text into a statement with the evidence of the claims that it cites.
func (c *citer) sentences(text string) []luminos.Statement {
	var out []luminos.Statement
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		n := words.SentenceEnd(text)
		if n == 0 {
			n = len(text)
		}
		// Citations that follow the full stop belong to the sentence before it.
		if m := citation.FindStringIndex(text[n:]); m != nil && m[0] == 0 {
			n += m[1]
		}
		if s := c.statement(text[:n]); s.Text != "" {
			out = append(out, s)
		}
		text = text[n:]
	}
	return out
}

// statement converts one sentence with its citations into a statement. A cited flag gives all its claims. It collects
// unknown numbers in c.unknown.
func (c *citer) statement(text string) luminos.Statement {
	s := luminos.Statement{Basis: luminos.Judged}
	for _, m := range citation.FindAllStringSubmatch(text, -1) {
		for number := range strings.FieldsFuncSeq(m[1], func(r rune) bool { return strings.ContainsRune(" ,;\t", r) }) {
			if i := c.book.flagNamed(number); strings.HasPrefix(number, "F") && i >= 0 {
				for _, e := range c.book.flags[i].Evidence {
					e.Statement = cmp.Or(e.Statement, c.book.flags[i].Finding)
					s.Evidence = append(s.Evidence, e)
				}
				continue
			}
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 || n > len(c.book.claims) || c.shown != nil && !c.shown[n] {
				c.unknown = append(c.unknown, number)
				continue
			}
			s.Evidence = append(s.Evidence, c.book.claims[n-1])
		}
	}
	s.Text = plain(citation.ReplaceAllString(text, ""))
	return s
}

// join returns one statement with the texts and the evidence of all given statements.
func join(statements []luminos.Statement) luminos.Statement {
	s := luminos.Statement{Basis: luminos.Judged}
	var texts []string
	for _, p := range statements {
		texts = append(texts, p.Text)
		s.Evidence = append(s.Evidence, p.Evidence...)
	}
	s.Text = strings.Join(texts, " ")
	return s
}

// plain returns s on one line, without Markdown marks for bold text and code.
func plain(s string) string {
	s = strings.NewReplacer("**", "", "__", "", "`", "").Replace(s)
	return strings.Join(strings.Fields(s), " ")
}
