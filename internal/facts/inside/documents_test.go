package inside

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"luminos"
)

// photo returns the extraction of an image.
func photo(taken, model, position string, width int) *luminos.Extraction {
	x := document("media 1", "JPEG image", "images", 1)
	for name, value := range map[string]string{
		"taken": taken, "camera model": model, "camera maker": "Canon Inc.", "position": position,
		"width": strings.Repeat("1", width), "height": strings.Repeat("1", width),
	} {
		x.Set(name, value)
	}
	return x
}

// TestDaysOfPictures counts a day taken without a camera, as the reader of heads does, and none after the last change.
func TestDaysOfPictures(t *testing.T) {
	nameless := document("media 1", "JPEG image", "images", 1)
	nameless.Set("taken", "2007-08-29")
	late := photo("2009-11-24", "EOS", "", 4)
	late.Set("edited", "2008-07-31")
	night := photo("2008-08-01", "EOS", "", 4) // one of two clocks has another zone
	night.Set("edited", "2008-07-31")
	var files []luminos.FileInside
	for _, x := range []*luminos.Extraction{nameless, late, night} {
		files = append(files, luminos.FileInside{Path: "a/b.jpg", Extraction: *x})
	}
	p := photosOf(files, nil)
	if p.sum.Dated != 2 || p.faults.impossible != 1 || len(p.undated) != 0 || p.sum.Period.Last != "2008-08-01" {
		t.Errorf("%+v, %+v, %v", p.sum, p.faults, p.undated)
	}
}

// TestNewRows checks the rows about photographs, documents, mail and copies, and that nothing of a person is in the
// report that is sent around.
func TestNewRows(t *testing.T) {
	files := fixed{
		"2004/a.jpg": photo("2004-05-01", "EOS", "44 N 12 E", 4),
		"2004/b.jpg": photo("2005-05-01", "EOS", "44 N 12 E", 4),
		"x/c.jpg":    photo("2038-01-01", "EOS", "20 S 57 E", 4), "x/a-web.jpg": photo("", "", "", 2),
		"48/bat.png": photo("", "", "", 4), "24/bat-low.png": photo("", "", "", 2), // icons
		"x/d.jpg":       photo("", "", "", 2),
		"z.jpg":         photo("", "", "", 2),
		"a.flac":        document("media 1", "FLAC sound", "seconds", 130),
		"b.flac":        document("media 1", "FLAC sound", "seconds", 28_000),
		"cut.jpg":       photo("", "", "", 9),
		"x/scan.jpg":    photo("2003-05-01", "CanoScan 9000F", "", 4), // no day of a picture, no camera
		"i.pdf":         document("pdf 1", "PDF 1.3", "words", 90),
		"old.doc":       document("office 1", "Word 6/95 document", "words", 1),
		"box.mbox":      document("mail 1", "Mailbox (mbox)", "messages", 7),
		"plan.ics":      document("calendar 1", "iCalendar 2.0", "events", 2),
		"M/.Spam/new/1": document("mail 1", "E-mail message", "messages", 1),
	}
	files["a.flac"].Add("sounds", 1)
	files["b.flac"].Fail(luminos.ExtractDamaged, "it is cut off")
	files["cut.jpg"].Fail(luminos.ExtractDamaged, "it is cut off") // its size can be wrong
	files["z.jpg"].Add("clock faults", 1)
	files["z.jpg"].Add("images to turn", 1)
	files["z.jpg"].Set("software", "Adobe Photoshop 7")
	files["i.pdf"].Set("title", "The history of ice")
	files["old.doc"].Set("title", "May 17, 2018") // a date is no title
	files["i.pdf"].Set("created", "2014-01-02")
	bill := "Rechnung 12 vom 4.5.2013\nNetto 3 EUR\nMwSt 1\nGesamtbetrag 4,00\n"
	files["i.pdf"].Parts = []luminos.Part{{Text: bill + german}}
	files["box.mbox"].Values = []luminos.ValueCounts{
		{Name: "thread", Top: []luminos.Counted{{Name: "Dear Ann", Files: 3}, {Name: "Hi", Files: 1}}, Distinct: 9},
		{Name: "list", Top: []luminos.Counted{{Name: "ann@example.org", Files: 9}, {Name: "forkers", Files: 1}}},
		{Name: "attachment type", Top: []luminos.Counted{{Name: "image/gif", Files: 2}}},
		{Name: "year", Top: []luminos.Counted{{Name: "2002", Files: 5}, {Name: "2003", Files: 2}}},
	}
	files["box.mbox"].Add("attachments", 2)
	files["box.mbox"].Add("named attachments", 1)
	files["box.mbox"].Add("html messages", 3)
	files["box.mbox"].Add("unread messages", 4)
	scan := &luminos.Scan{}
	newest := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	scan.SurveySignals.Newest = &newest
	scan.Files = []luminos.File{{Path: "n.pdf"}, {Path: "~$n.docx", Size: 1}, {Path: "db.mdb", Size: 1}}
	scan.Duplicates = luminos.Duplicates{
		Total: 2, Groups: []luminos.DuplicateGroup{{Paths: []luminos.Path{"i.pdf", "i (1).pdf"}}},
		Directories: []luminos.CopiedDir{{Path: "Phone", Files: 3, In: []luminos.Path{"2004"}, Dirs: 2}},
	}
	in := readScan(t, files, scan).Inside
	got := map[string]string{}
	for _, row := range in.Rows {
		got[row.Label] += row.Text
	}
	for label, want := range map[string]string{
		"Taken":   "2 of 10 images 2004-05-01 to 2005-05-01: 2004 (1), 2005 (1)",
		"Cameras": "1 model in 3 images · Canon (3)",
		"Undated": "6 without a date of the camera, 3 of them in x/ · " +
			"1 with a zero, blank or impossible date, 1 from the future",
		"Places": "3 files with a position: remove it before sharing · 2 areas, 2 in one",
		"Areas":  "44 N 12 E (2), 20 S 57 E (1)",
		"Edited": "1 smaller version of other images: x/a-web.jpg · 1 image written by Photoshop · " +
			"1 image to be turned for display",
		"Small":   "4 of 9 images of known size below half a megapixel · largest 1111x1111",
		"Lengths": "2 min of sound",
		"Copies": "2 groups of equal files, 0 B more than once; " +
			"all 3 files of Phone/ are also in 2004/ and 1 more; 1 copy by name: i (1).pdf",
		"Titles":   "“The history of ice” (PDF, about 90 words, 2013)",
		"Invoices": "1 different invoice of 2013", // not of the file
		"Totals":   "i.pdf 4.00 EUR",
		"Calendar": "2 events",
		"Versions": "PDF 1.3 (1)",
		"Old":      "2 files in formats that few programs still open: db.mdb, old.doc",
		"Locks":    "1 file of office programs", "Empty": "1 file",
		"Lists": "forkers (1)", "Folders": "box.mbox (7), M/.Spam (1)",
		"Threads":  "at least 2 subjects · the longest has 3 messages",
		"Subjects": "“Dear Ann” 3",
		"Attached": "2 attachments, 1 with a name: image/gif (2)",
		"Mail":     "most in 2002 (5) · 4 unread messages, 3 with text in HTML",
	} {
		if !strings.Contains(got[label], want) {
			t.Errorf("%s: %q, want %q", label, got[label], want)
		}
	}
	b, err := json.Marshal(in.Shared())
	if err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"Ann", "44 N", "20 S", "Gesamtbetrag", "ann@", "4.00 EUR"} {
		if strings.Contains(string(b), private) {
			t.Errorf("the report has %q", private)
		}
	}
}

const german = "Das ist nicht der Text, den wir mit einer Rechnung für die Kunden in dem Haus " +
	"auf den Weg zu bringen haben, " +
	"und es ist auch nicht zu sehen, wie sich das mit dem Preis von einer Sache in der Zeit oder im Jahr ändern wird. "

// TestLanguage checks texts of several languages, and texts without a language.
func TestLanguage(t *testing.T) {
	for text, want := range map[string]string{
		german: "German", german[:14]: "", "": "", "\xff\xfe\x00": "", "0 x y z ": "",
		"We have seen that the house is not on the hill, but it can be by the river. ":               "English",
		"Nous avons vu que la maison est sur la colline et que les enfants sont dans le jardin. ":    "French",
		"De man heeft het huis niet gezien, maar dat is ook niet wat wij van hem op deze dag. ":      "Dutch",
		"La casa no está en la colina, pero los niños son más altos que el perro y se van con una. ": "Spanish",
		"この文章は日本語で書かれています。":                                                                          "Japanese",
		"这是一篇用中文写的文章没有别的文字":                                                                          "Chinese",
	} {
		if got := languageOf(strings.Repeat(text, 8)); got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}

// TestLanguageOfTables states no language of a workbook, whose words are names, and of one document among messages.
func TestLanguageOfTables(t *testing.T) {
	for _, number := range []string{"sheets", "messages", "pages"} {
		x := document("office 1", "Excel workbook", number, 1)
		x.Parts = []luminos.Part{{Name: "1", Text: strings.Repeat("o homem que vem da casa e das ruas não é o pai. ", 20)}}
		want := map[string]string{"pages": "1 document in Portuguese"}[number]
		if got := texts(t, fixed{"a.xlsx": x}, nil)["Language"]; got != want {
			t.Errorf("%s: %q", number, got)
		}
	}
}

// TestInvoice checks that an invoice needs both its name at the beginning of a line or in a short title and its words.
func TestInvoice(t *testing.T) {
	for text, want := range map[string]bool{
		"ACME\n  Invoice #12\nTotal 3 USD\nVAT 1\n": true, "We paid the invoice. Total 3 USD, VAT 1\n": false,
		"Invoice\nhow to write one\n": false, "Dear reader\n": false, "Invoices in general\nTotal 3 USD VAT 1": false,
		"Handelsrechnung Nr. 4\nSumme 3 EUR\nUSt 1": true, "Stromabrechnung\nSumme 3 EUR\nUSt 1": false,
		"": false, "\xff": false,
	} {
		if got := isInvoice(&luminos.Extraction{Parts: []luminos.Part{{Text: text}}}); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	for title, want := range map[string]bool{
		"Kopie factuur": true, "Tax Invoices - payment voucher": true, "All that you need to know about an invoice": false,
	} {
		x := &luminos.Extraction{Parts: []luminos.Part{{Text: "Totaal 3 EUR\nBTW 1"}}}
		x.Set("title", title)
		if got := isInvoice(x); got != want {
			t.Errorf("%q: %v, want %v", title, got, want)
		}
	}
}

// TestInvoiceYear takes the year of the days of an invoice, and none of several.
func TestInvoiceYear(t *testing.T) {
	for text, want := range map[string]string{
		"Factuurdatum: 19 april 2014\nOrder 18-4-2014": "2014", "7. Mai 2014\nExchange 2010": "2014",
		"August 3 , 2014": "2014", "2022-01-31": "2022", "le 02 Juillet 2015": "2015",
		"19 april 2014, op 21 april 2015": "", "Small Business 2010": "", "": "",
	} {
		if got := invoiceYear(&luminos.Extraction{Parts: []luminos.Part{{Text: text}}}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestTotal takes the sum of an invoice that is the largest number beside a word for it, and no doubtful one.
func TestTotal(t *testing.T) {
	for text, want := range map[string]string{
		"Totaal € 4.904,94\nExclusief € 4.053,67": "4,904.94 EUR", "Total\n$4.11\nTax $0.00": "4.11 USD",
		"Total TTC : 56,02 €\nau capital de 10 000€": "56.02 EUR", "Total 319.00": "319.00",
		"Total 20.00 EUR\nCash 50.00 EUR": "", "Total 1 278.61 40.39 319.00": "", "Total 15.00%": "", "Total Rs 1939": "",
		"Total 3.00 EUR or 4.00 USD":                      "4.00",
		"Steuerbetrag 163,16183,14\nBruttosumme\n1021,91": "1,021.91", "a\nb": "", "": "",
	} {
		if got := totalOf(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestDrafts groups the versions of one document by their names.
func TestDrafts(t *testing.T) {
	var files []*luminos.FileInside
	for _, p := range []luminos.Path{
		"z/a/Tender v1.docx", "z/a/Tender v2.docx", "z/a/Tender_final_signed.pdf", "b/Plan.odt", "b/Plan draft.odt",
		"c/Plan v1.odt", "Page 1.pdf", "Page 2.pdf", "review.pdf", "r.pdf", "Statement (1).pdf", "Statement (2).pdf",
		"v1.pdf", "v2.pdf",
	} {
		files = append(files, &luminos.FileInside{Path: p})
	}
	want := "2 documents in several versions: a/Tender (v1, v2 and final_signed), b/Plan (odt without a mark and draft)"
	if got := draftsText(files); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestBadDay checks that a day of another form, which a server can write, is no day and no panic.
func TestBadDay(t *testing.T) {
	r := readScan(t, fixed{"a.jpg": photo("7", "EOS", "", 4), "b.jpg": photo("2004-05-01", "EOS", "", 4)}, &luminos.Scan{})
	if p := r.Inside.Photos; p == nil || p.Dated != 1 || len(r.Problems) > 0 {
		t.Errorf("photographs %+v, problems %v", p, r.Problems)
	}
}

// TestRepeated counts a message that several files have once in its thread. A message without Message-ID counts always.
func TestRepeated(t *testing.T) {
	files := fixed{}
	key := func(id, thread string) luminos.MessageKey {
		return luminos.MessageKey{luminos.KeyOf(id), luminos.KeyOf(thread)}
	}
	for _, p := range []luminos.Path{"a.mbox", "b.eml", "c.eml"} {
		files[p] = document("mail 1", "E-mail message", "messages", 1)
		files[p].Keys = []luminos.MessageKey{key("<1@example.org>", "x")}
		files[p].Values = []luminos.ValueCounts{{Name: "thread", Top: []luminos.Counted{{Name: "x", Files: 1}}}}
	}
	files["a.mbox"].Add("messages", 3)
	files["a.mbox"].Keys = append(files["a.mbox"].Keys, key("", "y"), key("", "y"), key("<2@example.org>", ""))
	files["a.mbox"].Values[0].Top = []luminos.Counted{{Name: "y", Files: 2}, {Name: "x", Files: 1}}
	got := map[string]string{}
	in := readScan(t, files, &luminos.Scan{}).Inside
	for _, row := range in.Rows {
		got[row.Label] = row.Text
	}
	want := "2 subjects · the longest has 2 messages · 2 copies left out"
	if got["Threads"] != want || got["Subjects"] != "“y” 2" {
		t.Errorf("%q, %q, want %q", got["Threads"], got["Subjects"], want)
	}
	if in.Files[0].Keys != nil {
		t.Error("the report has the keys of messages")
	}
}

// TestOutlook counts messages of Outlook, which the reader of documents reads, among the others.
func TestOutlook(t *testing.T) {
	rows := texts(t, fixed{
		"a.eml": document("mail 1", "E-mail message", "messages", 1),
		"b.msg": document("office 1", "Outlook message", "messages", 1),
	}, nil)
	if rows["Mail"] != "2 messages" || rows["Docs"] != "" {
		t.Errorf("%q", rows)
	}
}

// TestRepeatedWithoutKeys states the repeated messages of a mailbox without keys as a part of its threads.
func TestRepeatedWithoutKeys(t *testing.T) {
	large := document("mail 1", "Mailbox", "messages", 9)
	large.Add("duplicate messages", 3)
	large.Values = []luminos.ValueCounts{{Name: "thread", Distinct: 1, Top: []luminos.Counted{{Name: "x", Files: 8}}}}
	files := fixed{"large.mbox": large}
	want := "1 subject · the longest has 8 messages · with 3 messages with the Message-ID of another in the same file"
	if got := texts(t, files, nil)["Threads"]; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestKeysBound checks that the keys of many mailboxes are bounded: the last one counts by its subjects.
func TestKeysBound(t *testing.T) {
	const each = 100_000
	keys := make([]luminos.MessageKey, each)
	for i := range keys {
		keys[i] = luminos.MessageKey{uint64(i) + 1, luminos.KeyOf("x")}
	}
	files := fixed{}
	for i := range keysMost/each + 1 {
		x := document("mail 1", "Mailbox", "messages", each)
		x.Keys = keys
		x.Values = []luminos.ValueCounts{{Name: "thread", Distinct: 1, Top: []luminos.Counted{{Name: "x", Files: 7}}}}
		files[luminos.Path(fmt.Sprintf("%02d.mbox", i))] = x
	}
	want := "1 subject · the longest has 100,007 messages · 1,900,000 copies left out"
	if got := texts(t, files, nil)["Threads"]; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestMixed checks that a text in two languages, or with the letters of another one, has no language.
func TestMixed(t *testing.T) {
	og := "Det er ikke det som er på den, men de har fra med til en og kan. "
	for name, text := range map[string]string{
		"two close languages": strings.Repeat(og, 8),
		"English with accents": strings.Repeat(
			"The use of the file is for it: örnek çıktı dosyası. This is not in the değişken. ", 8),
		"one word, and letters of another character set": strings.Repeat("Za¿ó³æ gêœl¹ jaŸñ za drzwi. ", 30),
		"German and French alike": strings.Repeat(german, 4) + strings.Repeat(
			"Nous avons vu que la maison est sur la colline et que les enfants sont dans le jardin avec une fleur. ", 8),
	} {
		if got := languageOf(text); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// FuzzText checks that no text makes the readers of texts panic.
func FuzzText(f *testing.F) {
	f.Add(german, "a (1).pdf")
	f.Add("", "A.İİİİ")
	f.Add("Invoice\xff\nTotal €3 VAT", "Copy of x.tar.gz")
	f.Fuzz(func(t *testing.T, text, name string) {
		languageOf(text)
		isInvoice(&luminos.Extraction{Parts: []luminos.Part{{Text: text}, {Text: name}}})
		totalOf(text)
		draftsText([]*luminos.FileInside{{Path: luminos.Path(name)}, {Path: luminos.Path(text)}})
		copiesByName([]luminos.Path{luminos.Path(name), luminos.Path(text)})
		_ = stem(luminos.Path(name))
	})
}

// TestYearOf takes the year of a document from its name, else from its first lines, and none that is one of several.
func TestYearOf(t *testing.T) {
	for _, c := range []struct {
		path luminos.Path
		text string
		want string
	}{
		{"Minutes 2024-02-20.odt", "Minutes of 20 February 2023", "2024"},
		{"2023/Minutes.odt", "\n\nMinutes of the meeting, 14 March 2022\nRent: 2100\n", "2022"},
		{"Lease 2016-2026 signed.pdf", "Lease of 2016", ""},
		{"a.pdf", "Invoice 120241\n2023 and 2024\n", ""},
		{"a.pdf", "1\n2\n3\n4\n5\n2024\n", ""},
		{"OJ-2231.pdf", "", ""},
	} {
		x := &luminos.Extraction{Parts: []luminos.Part{{Text: c.text}}}
		if got := yearOf(c.path, x); got != c.want {
			t.Errorf("%s, %q: %q, want %q", c.path, c.text, got, c.want)
		}
	}
}

// TestMade checks the period in which documents were made: a span of days, one day, and none without two dates.
func TestMade(t *testing.T) {
	made := func(days ...string) (all []*luminos.FileInside) {
		for _, day := range days {
			f := &luminos.FileInside{Extraction: *document("pdf 1", "PDF 1.3", "words", 9)}
			f.Set("created", day)
			all = append(all, f)
		}
		return all
	}
	for _, c := range []struct {
		all  []*luminos.FileInside
		want string
	}{
		{made("2001-02-28", "2003-01-01T10:00:00", ""), "2 of 3 documents, 2001-02-28 to 2003-01-01: 2001 (1), 2003 (1)"},
		{made("2022-09-15", "2022-09-15"), "2 of 2 documents, 2022-09-15"},
		{made("2022-09-15", ""), ""},
	} {
		if got := madeText(c.all, 0); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestCodeIsNoTitle checks which titles of documents name a subject.
func TestCodeIsNoTitle(t *testing.T) {
	for title, want := range map[string]bool{
		"WARNING: (struct x *)a->b": false, "see (struct x *)a": false, "void std::move(x) of": false, "int main(void) {": false,
		"return all of it;": false, "Wrap with Text::Wrap": true, "How printf() works": true, "From here -> there": true,
	} {
		d := document("pdf 1", "PDF 1.3", "words", 9)
		d.Set("title", title)
		if got := isTitle(&luminos.FileInside{Extraction: *d}); got != want {
			t.Errorf("%q: %t, want %t", title, got, want)
		}
	}
}
