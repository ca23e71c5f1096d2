package office

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

// attachmentsMost bounds the attachments of a message that are listed.
const attachmentsMost = 1_000

// message is a message of Outlook while it is read ([MS-OXMSG]).
type message struct {
	c    *compound
	page int
}

// readMessage reads a message of Outlook: its subject, sender, recipients, date, text and attachments.
func readMessage(d *document, c *compound) error {
	d.x.Format = "Outlook message"
	m := &message{c: c, page: 1252}
	fixed := c.named(0, "__properties_version1.0")
	if page := fixedValue(fixed, 32, 0x3FFD0003); page > 0 && page < 1<<16 && page != 1200 {
		m.page = int(page)
	} else if page := fixedValue(fixed, 32, 0x3FDE0003); page > 0 && page < 1<<16 && page != 1200 {
		m.page = int(page)
	}
	d.x.Add("messages", 1)
	d.set("title", m.text(0, 0x0037))
	d.set("subject", m.text(0, 0x0037))
	address := m.text(0, 0x5D01)
	if address == "" {
		address = m.text(0, 0x0C1F)
	}
	author := m.text(0, 0x0C1A)
	if strings.Contains(address, "@") && address != author {
		author = strings.TrimSpace(author + " <" + address + ">")
	}
	d.set("author", author)
	d.set("to", m.text(0, 0x0E04))
	d.set("cc", m.text(0, 0x0E03))
	d.set("class", m.text(0, 0x001A))
	for _, tag := range []uint32{0x00390040, 0x0E060040, 0x30070040} { // submitted, delivered, made
		d.set("sent", fileTime(fixedValue(fixed, 32, tag)))
	}
	var days file.Days
	days.Add(d.x.Property("sent"))
	days.Set(d.x, "dates of messages")
	d.part("text")
	if body := m.text(0, 0x1000); body != "" {
		d.lines(body)
	} else if err := richBody(d, m); err != nil {
		return err
	}
	attachments(d, m)
	return nil
}

// lines adds the lines of a text.
func (d *document) lines(s string) {
	for line := range strings.Lines(strings.ReplaceAll(s, "\r", "\n")) {
		d.line(line)
	}
}

// text returns a text of a storage by the number of its property.
func (m *message) text(storage int, property uint16) string {
	prefix := fmt.Sprintf("__substg1.0_%04X", property)
	if b := m.c.named(storage, prefix+"001F"); len(b) > 0 {
		return strings.TrimRight(decodeWide(b), "\x00")
	}
	return strings.TrimRight(decode(m.c.named(storage, prefix+"001E"), m.page), "\x00")
}

// fixedValue returns the value of a property of fixed size by its tag, or 0. The list of properties begins at an
// offset.
func fixedValue(b []byte, from int, tag uint32) uint64 {
	for at := from; at+16 <= len(b); at += 16 {
		if le.Uint32(b[at:]) == tag {
			return le.Uint64(b[at+8:])
		}
	}
	return 0
}

// richBody reads the text of a message that is in HTML or in compressed RTF only.
func richBody(d *document, m *message) error {
	if page := m.c.named(0, "__substg1.0_10130102"); len(page) > 0 {
		h := &pageReader{flow: flow{d: d}}
		return d.partial(h.read(bytes.NewReader(page)))
	}
	packed := m.c.named(0, "__substg1.0_10090102")
	if len(packed) == 0 {
		return nil
	}
	b := unpackRTF(packed)
	h := &rtfReader{flow: flow{d: d}, b: b}
	if !isRTF(b) {
		return nil
	}
	err := h.read()
	h.emit()
	h.flush()
	return err
}

// rtfDictionary is the text that the window of compressed RTF begins with ([MS-OXRTFCP] 2.1.3.1).
const rtfDictionary = `{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript ` +
	`\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` + "\r\n" +
	`\par \pard\plain\f0\fs20\b\i\u\tab\tx`

// unpackRTF returns the text of compressed RTF, at most streamMost bytes.
func unpackRTF(b []byte) []byte {
	if len(b) < 16 {
		return nil
	}
	if le.Uint32(b[8:]) == 0x414C454D { // not compressed
		return b[16:]
	}
	if le.Uint32(b[8:]) != 0x75465A4C {
		return nil
	}
	var window [4096]byte
	at := copy(window[:], rtfDictionary)
	var out []byte
	put := func(c byte) {
		out = append(out, c)
		window[at] = c
		at = (at + 1) % len(window)
	}
	in := b[16:]
	for len(in) > 0 && len(out) < streamMost {
		control := in[0]
		in = in[1:]
		for bit := range 8 {
			if control>>bit&1 == 0 {
				if len(in) == 0 {
					return out
				}
				put(in[0])
				in = in[1:]
				continue
			}
			if len(in) < 2 {
				return out
			}
			from, n := int(in[0])<<4|int(in[1])>>4, int(in[1]&15)+2
			in = in[2:]
			if from == at {
				return out
			}
			for i := range n {
				put(window[(from+i)%len(window)])
			}
		}
	}
	return out
}

// attachments counts the attachments and the recipients of a message, and lists the attachments.
func attachments(d *document, m *message) {
	for i, e := range m.c.entries {
		if e.parent != 0 || e.kind != 1 {
			continue
		}
		switch {
		case strings.HasPrefix(e.name, "__recip_version"):
			d.x.Add("recipients", 1)
		case strings.HasPrefix(e.name, "__attach_version"):
			d.x.Add("attachments", 1)
			if len(d.x.Entries) < attachmentsMost {
				d.x.Entries = append(d.x.Entries, m.attachment(i))
			}
		}
	}
}

// attachment returns an attachment as an entry.
func (m *message) attachment(storage int) luminos.ArchiveEntry {
	name := ""
	for _, property := range []uint16{0x3707, 0x3704, 0x3001} { // long name, short name, name to show
		if name = title(m.text(storage, property)); name != "" {
			break
		}
	}
	size := int64(-1)
	if i := m.c.find(storage, "__substg1.0_37010102"); i >= 0 {
		size = m.c.entries[i].size
	}
	if name == "" {
		name = "attachment " + strconv.Itoa(storage)
	}
	return luminos.ArchiveEntry{Name: string(luminos.PathFromOS(name)), Size: size}
}
