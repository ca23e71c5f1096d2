package mail

import (
	"hash/maphash"
	"strconv"
	"strings"
	"unicode/utf8"

	"luminos"
	"luminos/internal/extract/encoded"
	"luminos/internal/extract/file"
)

// Bounds of a file.
const (
	idsMost     = 1_000_000 // messages whose Message-ID is kept to find duplicates: 40 MB
	keysMost    = 50_000    // messages whose keys are kept: 2 MB of JSON
	valueMost   = 200       // bytes of a counted value
	entriesMost = 1000      // attachments that are listed, as extractions bound them
	listedMost  = 200       // attachments that the text of a message names
)

// seed makes hashes of Message-IDs hard to choose so that they collide.
var seed = maphash.MakeSeed()

// summary collects the findings in all messages of a file.
type summary struct {
	file   *file.File
	x      *luminos.Extraction
	text   *file.Text
	single bool   // the file is one message
	flags  string // "read", "unread" or "", from outside of the message
	ids    map[uint64]struct{}
	values [6]file.Values // in the order of valueNames
	days   file.Days
}

// Values that are counted.
const (
	fromValue = iota
	domainValue
	listValue
	typeValue
	threadValue
	yearValue
)

var valueNames = [6]string{"from", "domain", "list", "attachment type", "thread", "year"}

// count counts a value.
func (s *summary) count(value int, text string) {
	s.values[value].Add(valueOf(text))
}

// valueOf returns a text as it is counted.
func valueOf(text string) string { return cut(luminos.Fold(text), valueMost) }

// end adds a message that was read, the number-th of the file.
func (s *summary) end(p *parser, number int) {
	if p == nil {
		return
	}
	p.end()
	m := &p.message
	s.x.Add("messages", 1)
	s.origin(m)
	s.date(m)
	s.attached(m)
	for _, l := range m.limits {
		s.x.Limit(l)
	}
	if m.kinds["programs"] && len(s.x.Risks) == 0 {
		s.x.Risks = append(s.x.Risks, "carries programs as attachments")
	}
	if m.cut {
		s.x.Add("messages that are cut off", 1)
	}
	text := m.text()
	subject := luminos.Fold(m.header.text("subject"))
	if s.single {
		s.properties(m, subject)
		s.text.Part("message")
	} else {
		s.text.Part(cut(strings.TrimRight("message "+strconv.Itoa(number)+": "+subject, ": "), valueMost))
	}
	s.text.Add(text)
	s.addInner(m, number)
}

// origin counts the sender, the list, the thread and the state of a message.
func (s *summary) origin(m *message) {
	h := m.header
	from := address(h["from"]) // as written: an encoded name can hold another address
	s.count(fromValue, from)
	s.count(domainValue, from[strings.LastIndexByte(from, '@')+1:])
	s.count(listValue, listName(h.text("list-id")))
	name, replied, forwarded := thread(h.text("subject"))
	s.count(threadValue, name)
	if replied || !forwarded && strings.TrimSpace(h["in-reply-to"]+h["references"]) != "" {
		s.x.Add("replies", 1)
	}
	for _, k := range []string{"html", "signed", "encrypted"} {
		if m.kinds[k] {
			s.x.Add(k+" messages", 1)
		}
	}
	status, stated := h["status"]
	if s.flags == unread || s.flags == "" && stated && !strings.Contains(status, "R") {
		s.x.Add("unread messages", 1)
	}
	id := strings.TrimSpace(encoded.Header(h["message-id"]))
	if len(s.x.Keys) <= keysMost {
		s.x.Keys = append(s.x.Keys, luminos.MessageKey{luminos.KeyOf(id), luminos.KeyOf(valueOf(name))})
	}
	if id == "" || s.single || len(s.ids) >= idsMost {
		return
	}
	if s.ids == nil {
		s.ids = map[uint64]struct{}{}
	}
	key := maphash.String(seed, id)
	if _, ok := s.ids[key]; ok {
		s.x.Add("duplicate messages", 1)
	}
	s.ids[key] = struct{}{}
}

// date counts the date of a message.
func (s *summary) date(m *message) {
	day, ok := dayOf(encoded.Header(m.header["date"]))
	switch {
	case !ok:
		s.x.Add("undated messages", 1)
	case isOdd(day, encoded.Header(m.header["received"])):
		s.x.Add("odd dates", 1)
	default:
		s.days.Add(day.Format("2006-01-02"))
		s.count(yearValue, strconv.Itoa(day.Year()))
	}
}

// attached counts and lists the attachments of a message.
func (s *summary) attached(m *message) {
	for i, a := range m.attachments {
		s.x.Add("attachments", 1)
		if a.name != "" {
			s.x.Add("named attachments", 1)
		}
		s.x.Add("bytes of attachments", a.size)
		if strings.HasPrefix(a.kind, "message/") {
			s.x.Add("attached messages", 1)
		}
		s.count(typeValue, a.kind)
		if len(s.x.Entries) < entriesMost {
			name := a.name
			if name == "" {
				name = "attachment " + strconv.Itoa(i+1)
			}
			name = string(luminos.PathFromOS(cut(name, valueMost)))
			s.x.Entries = append(s.x.Entries, luminos.ArchiveEntry{Name: name, Size: a.size})
		}
	}
}

// properties sets the properties of a file that is one message.
func (s *summary) properties(m *message, subject string) {
	h := m.header
	s.x.Set("title", subject)
	s.x.Set("author", h.text("from"))
	if day, ok := dayOf(encoded.Header(h["date"])); ok {
		s.x.Set("created", day.Format("2006-01-02"))
	}
	s.x.Set("to", h.text("to"))
	s.x.Set("cc", h.text("cc"))
	s.x.Set("list", h.text("list-id"))
	s.x.Set("message-id", h.text("message-id"))
	switch {
	case m.kinds["encrypted"] && !m.hasText():
		s.x.Fail(luminos.ExtractEncrypted, "the text of the message is encrypted")
	case m.cut:
		s.x.Fail(luminos.ExtractDamaged, "it is cut off: a part of the message has no end")
	}
}

// done completes the extraction.
func (s *summary) done() {
	for i := range s.values {
		s.values[i].Set(s.x, valueNames[i])
	}
	s.days.Set(s.x, "dates of messages")
	if len(s.x.Keys) > keysMost {
		s.x.Keys = nil
	}
	if s.text.Done() && len(s.x.Parts) == 10_000 {
		s.x.Limit("the text of the first 10,000 messages is kept")
	}
}

// cut returns the beginning of a text, at most n bytes.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
