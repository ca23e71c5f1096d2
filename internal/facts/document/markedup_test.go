package document

import (
	"slices"
	"testing"

	"luminos"
)

// TestMarkedUpTextsAreNotRead chooses among texts: control words of RTF and headers of mail are no words,
// nor are the marks of calendars, contacts, subtitles and XML.
func TestMarkedUpTextsAreNotRead(t *testing.T) {
	scan := &luminos.Scan{}
	for path, mime := range map[luminos.Path]string{
		"a.rtf": "text/rtf", "b.doc": "text/rtf", "c.mbox": "text/plain", "d": "message/rfc822", "e.eml": "text/plain",
		"f.txt": "text/plain", "g": "application/mbox", "h.ics": "text/plain", "i.ics": "text/calendar", "j": "text/vcard",
		"k.vtt": "text/vtt", "l.srt": "application/x-subrip", "m.fb2": "text/xml", "n.tei": "text/xml",
		"o.ipynb": "application/x-ipynb+json",
	} {
		scan.Files = append(scan.Files, luminos.File{
			Path: path, MIME: mime, Text: true, Size: 9, Category: luminos.CategoryDocument, Kind: luminos.KindFile,
		})
	}
	candidates, _, notRead := choose(scan, "")
	if len(candidates) != 1 || candidates[0].file.Path != "f.txt" {
		t.Errorf("%d candidates: %v", len(candidates), candidates)
	}
	for what, n := range map[string]int{
		"RTF documents": 2, "mails": 4, "calendar files": 2, "contact files": 1, "subtitles": 2, "e-books": 1,
		"XML documents": 1, "notebooks": 1,
	} {
		if !slices.ContainsFunc(notRead, func(r luminos.NotRead) bool { return r.What == what && r.Files == n }) {
			t.Errorf("%s: %v", what, notRead)
		}
	}
}

// TestAddressIsNoTitle reads a text whose first heading is an address.
func TestAddressIsNoTitle(t *testing.T) {
	text := "# https://example.org/a\n\n# The tide\n\nIt rises and falls twice in a day.\n"
	if got := read1(markdown, text).Title; got != "The tide" {
		t.Errorf("title %q", got)
	}
}
