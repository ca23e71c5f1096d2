package mail

import (
	"cmp"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// shown are the fields of a header in the text of a message, in this order.
var shown = []struct{ field, name string }{
	{"from", "From"}, {"to", "To"}, {"cc", "Cc"}, {"date", "Date"}, {"subject", "Subject"},
}

// shownMost is the number of bytes of a field that are shown.
const shownMost = 2000

// text returns the readable text of a message: its header, its texts, and the names of its attachments.
func (m *message) text() string {
	var b strings.Builder
	writeHeader(&b, m.header)
	plain := m.plainGroups()
	for i := range m.bodies {
		t := &m.bodies[i]
		if t.head != nil {
			b.WriteString("\nAttached message\n")
			writeHeader(&b, t.head)
		}
		if t.beside(plain) {
			continue
		}
		if text := strings.Trim(readableText(t.text), "\n"); text != "" {
			b.WriteString("\n" + text + "\n")
		}
	}
	if len(m.attachments) > 0 {
		b.WriteByte('\n')
	}
	for i, a := range m.attachments {
		if i == listedMost {
			b.WriteString("… " + words.Plural(len(m.attachments)-i, "more attachment") + "\n")
			break
		}
		name := cut(cmp.Or(luminos.Fold(a.name), a.kind), valueMost)
		b.WriteString("Attachment: " + name + ", " + words.Plural(a.size, "byte") + "\n")
	}
	return b.String()
}

// writeHeader writes the fields of a header that have a text.
func writeHeader(b *strings.Builder, h header) {
	for _, f := range shown {
		if text := luminos.Fold(h.text(f.field)); text != "" {
			b.WriteString(f.name + ": " + cut(text, shownMost) + "\n")
		}
	}
}

// plainGroups returns the alternatives that have a form in plain text.
func (m *message) plainGroups() map[int]bool {
	plain := map[int]bool{}
	for _, t := range m.bodies {
		if t.group > 0 && !t.html && !t.aside && strings.TrimSpace(t.text) != "" {
			plain[t.group] = true
		}
	}
	return plain
}

// beside reports whether a text is not shown: it is an attachment, or the same text in another form.
func (b *body) beside(plain map[int]bool) bool { return b.aside || b.html && plain[b.group] }

// addInner adds the texts of the message that are not shown. The names of attachments are foreign, so numbers name
// them.
func (s *summary) addInner(m *message, number int) {
	plain, of, attached := m.plainGroups(), "", 0
	if !s.single {
		of = " of message " + strconv.Itoa(number)
	}
	for i := range m.bodies {
		b := &m.bodies[i]
		if !b.beside(plain) {
			continue
		}
		name := "the form in HTML"
		if b.aside {
			attached++
			name = "attached text " + strconv.Itoa(attached)
		}
		s.file.AddInner(s.x, luminos.InnerText{Name: name + of, Text: readableText(b.text)})
	}
}

// hasText reports whether a message has text that can be read.
func (m *message) hasText() bool {
	for _, t := range m.bodies {
		text := strings.TrimSpace(t.text)
		if !t.aside && text != "" && !strings.HasPrefix(text, "-----BEGIN PGP MESSAGE") {
			return true
		}
	}
	return false
}

// Encoded data in a text: keys, signatures, files that old programs put into the text.
const (
	dataLines = 3  // lines after each other that are data
	dataWidth = 40 // bytes of such a line; words of this length are rare
)

// readableText returns a text with "\n" line ends, without spaces at the ends of lines, in which several empty lines
// are one, and encoded data is one line that states its size.
func readableText(text string) string {
	text = lineEnds.Replace(text)
	var b strings.Builder
	run, at, start := 0, 0, 0
	flush := func() {
		if run >= dataLines {
			b.WriteString("[" + words.Plural(run, "line") + " of encoded data]\n")
		} else {
			b.WriteString(text[start:at])
		}
		run = 0
	}
	for line := range strings.Lines(text) {
		trimmed := strings.TrimRight(line, " \t\n")
		switch full := isData(trimmed); {
		case full:
			if run == 0 {
				start = at
			}
			run++
		case run >= dataLines && trimmed != "" && !strings.ContainsAny(trimmed, " -"): // the last line of data is short
			run++
		default:
			if run > 0 {
				flush()
			}
			b.WriteString(trimmed)
			if strings.HasSuffix(line, "\n") {
				b.WriteByte('\n')
			}
		}
		at += len(line)
	}
	if run > 0 {
		flush()
	}
	return emptyLines().ReplaceAllString(b.String(), "\n\n")
}

var (
	lineEnds   = strings.NewReplacer("\r\n", "\n", "\r", "\n")
	emptyLines = lazyregexp.Lazy(`\n{3,}`)
)

// isData reports whether a line is of base64 or of uuencode.
func isData(line string) bool {
	if len(line) < dataWidth {
		return false
	}
	if len(line) == 61 && line[0] == 'M' && !strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '`' }) {
		return true
	}
	kinds := 0
	for i := range len(line) {
		switch c := line[i]; {
		case c >= 'A' && c <= 'Z':
			kinds |= 1
		case c >= 'a' && c <= 'z':
			kinds |= 2
		case c >= '0' && c <= '9':
			kinds |= 4
		case c == '+' || c == '/' || c == '=':
			kinds |= 8
		default:
			return false
		}
	}
	return kinds&3 == 3 // both cases: a rule of equal signs is no data
}
