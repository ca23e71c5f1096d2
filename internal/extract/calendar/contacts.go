package calendar

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

// rowsMost bounds the lines of text of one contact.
const rowsMost = 200

// card is a contact that is read.
type card struct {
	name, parts string // the name as written out, and put together from its parts
	rows        []string
	mails       int
	phones      int
	photo       bool
}

// rows are the properties that the text of a contact shows, with their names there.
var rows = map[string]string{
	"NICKNAME": "Nickname", "ORG": "Organization", "TITLE": "Title", "ROLE": "Role", "EMAIL": "E-mail", "TEL": "Telephone",
	"ADR": "Address", "BDAY": "Birthday", "ANNIVERSARY": "Anniversary", "URL": "Web", "NOTE": "Note",
	"CATEGORIES": "Categories",
}

// book collects the findings in a file of contacts.
type book struct {
	x       *luminos.Extraction
	text    *file.Text
	depth   int // cards that are open: a card can hold the card of an agent
	card    card
	count   int
	version string
	changed string
	domains file.Values
	firms   file.Values
	labels  file.Values
}

// contacts reads a file of contacts (vCard 2.1, 3.0 and 4.0).
func contacts(f *file.File, x *luminos.Extraction) error {
	x.Format = "vCard"
	b := &book{x: x, text: file.NewText(f, x)}
	l := newLines(f.Reader())
	var err error
	for err == nil {
		var c line
		if c, err = l.next(); err == nil {
			b.line(c)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	switch {
	case err == nil && b.count == 0 && b.depth == 0:
		err = errors.New("it has no contact")
	case b.depth > 0:
		x.Fail(luminos.ExtractDamaged, "it is cut off: the last contact has no end")
		b.depth = 1
		b.end()
	}
	if b.version != "" {
		x.Format += " " + b.version
	}
	if b.count == 1 {
		x.Set("title", b.card.name)
	}
	x.Set("modified", b.changed)
	b.firms.Set(x, "organization")
	b.domains.Set(x, "domain")
	b.labels.Set(x, "category")
	b.text.Done()
	return err
}

// line adds a content line.
func (b *book) line(c line) {
	switch {
	case c.name == "BEGIN" && strings.EqualFold(c.text(), "VCARD"):
		if b.depth == 0 {
			b.card = card{}
		}
		b.depth++
	case c.name == "END" && strings.EqualFold(c.text(), "VCARD"):
		b.end()
	case b.depth == 1:
		b.property(c)
	}
}

// property adds a property of a contact.
func (b *book) property(c line) {
	k := &b.card
	value := strings.Join(split(c.value, ';'), ", ")
	switch c.name {
	case "VERSION":
		if v := c.text(); len(v) <= 5 {
			b.version = max(b.version, v)
		}
	case "FN":
		k.name = c.text()
	case "N": // the family name is before the given name
		parts := split(c.value, ';')
		if len(parts) >= 2 {
			parts[0], parts[1] = parts[1], parts[0]
		}
		k.parts = strings.Join(parts[:min(len(parts), 2)], " ")
	case "PHOTO":
		k.photo = true
	case "REV":
		b.changed = max(b.changed, dayOf(c.value))
	case "TEL":
		k.phones++
	case "EMAIL":
		k.mails++
		value = c.text()
		if at := strings.LastIndexByte(value, '@'); at >= 0 {
			b.domains.Add(short(strings.ToLower(value[at+1:])))
		}
	case "ORG":
		if parts := split(c.value, ';'); len(parts) > 0 {
			b.firms.Add(short(parts[0]))
		}
	case "CATEGORIES":
		for _, label := range split(c.value, ',') {
			b.labels.Add(short(label))
		}
	case "NOTE", "URL":
		value = c.text()
	}
	if name := rows[c.name]; name != "" && value != "" && len(k.rows) < rowsMost {
		k.rows = append(k.rows, name+": "+value)
	}
}

// end ends a contact.
func (b *book) end() {
	if b.depth > 0 {
		b.depth--
	}
	if b.depth > 0 || b.card.name == "" && b.card.parts == "" && len(b.card.rows) == 0 && b.card.photo {
		return
	}
	k := &b.card
	if k.name == "" {
		k.name = k.parts
	}
	b.count++
	b.x.Add("contacts", 1)
	some(b.x, "e-mail addresses", k.mails)
	some(b.x, "telephone numbers", k.phones)
	if k.photo {
		b.x.Add("photos", 1)
	}
	b.text.Part(strings.TrimRight(short("contact "+strconv.Itoa(b.count)+": "+k.name), ": "))
	if k.name != "" {
		b.text.Line("Name: " + k.name)
	}
	for _, row := range k.rows {
		b.text.Line(row)
	}
	*k = card{name: k.name}
}
