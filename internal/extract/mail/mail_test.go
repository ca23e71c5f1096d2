package mail

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/extract/filetest"
)

// extract returns the extraction of a file with the given content, as package extract makes it.
func extract(t testing.TB, p luminos.Path, text string) (*luminos.Extraction, error) {
	t.Helper()
	f := filetest.Open(p, []byte(text), 1<<20)
	if !Reader.Reads(f) {
		return nil, errors.ErrUnsupported
	}
	x := &luminos.Extraction{}
	return x, Reader.Read(f, x)
}

const letter = "From: =?utf-8?Q?J=C3=BCrgen?= <Juergen@Example.org>\r\nTo: b@example.com\r\n" +
	"Subject: Re: [list]\r\n Fwd: Offer\r\nDate: Thu, 22 Aug 2002 18:26:25 +0700\r\nList-Id: Friends <fork.example.com>\r\n" +
	"Message-ID: <1@x>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=outer\r\n\r\nignored\r\n" +
	"--outer\r\nContent-Type: multipart/alternative; boundary=\"in\"\r\n\r\n" +
	"--in\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Hello <b>page</b></p>\r\n" +
	"--in\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nHello gr=FCn\r\n" +
	"--in--\r\n--outer\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n" +
	"Content-Disposition: attachment; filename*=utf-8''%C3%A4.pdf\r\n\r\nJVBERi0xLjQ=\r\n" +
	"--outer\r\nContent-Type: message/rfc822\r\n\r\nFrom: c@example.net\r\nSubject: inner\r\n\r\ninner text\r\n--outer--\r\n"

// TestLetter reads the header, the plain form of the text, the attachments and the attached message of a message.
func TestLetter(t *testing.T) {
	x, err := extract(t, "a.eml", letter)
	if err != nil || x.State != "" {
		t.Fatal(err, x)
	}
	want := "From: Jürgen <Juergen@Example.org>\nTo: b@example.com\nDate: Thu, 22 Aug 2002 18:26:25 +0700\n" +
		"Subject: Re: [list] Fwd: Offer\n\nHello grün\n\nAttached message\n" +
		"From: c@example.net\nSubject: inner\n\ninner text\n\nAttachment: ä.pdf, 8 bytes\n" +
		"Attachment: message/rfc822, 49 bytes\n"
	if got := x.Content(); got != want {
		t.Errorf("content:\n%s\nwant:\n%s", got, want)
	}
	wantNumbers(t, x, "messages 1, replies 1, html messages 1, attachments 2, named attachments 1, "+
		"bytes of attachments 57, attached messages 1")
	for name, want := range map[string]string{
		"title": "Re: [list] Fwd: Offer", "author": "Jürgen <Juergen@Example.org>", "created": "2002-08-22",
	} {
		if got := x.Property(name); got != want {
			t.Errorf("%s %q, want %q", name, got, want)
		}
	}
	wantValues(t, x, "from juergen@example.org 1, domain example.org 1, list Friends 1, attachment type application/pdf 1, "+
		"attachment type message/rfc822 1, thread offer 1, year 2002 1")
	if x.Period == nil || x.Period.First != "2002-08-22" || x.Period.Last != "2002-08-22" {
		t.Errorf("period %+v", x.Period)
	}
	key := luminos.MessageKey{luminos.KeyOf("<1@x>"), luminos.KeyOf("offer")}
	if len(x.Keys) != 1 || x.Keys[0] != key {
		t.Errorf("keys %v", x.Keys)
	}
	if len(x.Entries) != 2 || x.Entries[0].Name != "ä.pdf" || x.Entries[0].Size != 8 {
		t.Errorf("entries %+v", x.Entries)
	}
}

// wantNumbers compares the numbers of an extraction, without words.
func wantNumbers(t *testing.T, x *luminos.Extraction, want string) {
	t.Helper()
	var got []string
	for _, n := range x.Numbers {
		if n.Name != "words" {
			got = append(got, fmt.Sprintf("%s %d", n.Name, n.N))
		}
	}
	sameSet(t, strings.Join(got, ", "), want)
}

// wantValues compares the values of an extraction.
func wantValues(t *testing.T, x *luminos.Extraction, want string) {
	t.Helper()
	var got []string
	for _, v := range x.Values {
		for _, c := range v.Top {
			got = append(got, fmt.Sprintf("%s %s %d", v.Name, c.Name, c.Files))
		}
	}
	sameSet(t, strings.Join(got, ", "), want)
}

// sameSet compares two lists without their order.
func sameSet(t *testing.T, got, want string) {
	t.Helper()
	seen := map[string]int{}
	for _, s := range strings.Split(got, ", ") {
		seen[s]++
	}
	for _, s := range strings.Split(want, ", ") {
		seen[s]--
	}
	for s, n := range seen {
		if n != 0 {
			t.Errorf("%q: got %+d times more than wanted; all: %s", s, n, got)
		}
	}
}

// TestMailbox splits a mailbox as Python does, and counts duplicates, dates that cannot be, and states.
func TestMailbox(t *testing.T) {
	box := "From a@b Thu Aug 22 12:36:23 2002\nFrom: \"x@no\" <a@b.org>\nMessage-ID: <1>\nDate: 22 Aug 2002 10:00\nSubject: One\n" +
		"Status: RO\n\ntext\n>From here\n\nFrom a@b Thu Aug 22 12:36:23 2002\nFrom: a@b.org (A)\nMessage-ID: <1>\n" +
		"Received: by x; Thu, 22 Aug 2002 10:00:00 +0000\nDate: Thu, 22 Aug 2028 10:00:00 +0000\nSubject: re: ONE\nStatus: O\n\nb\n\n" +
		"From c@d Thu Aug 22 12:36:23 2002\nFrom: C <c@d.org>\nSubject: Two\nReferences: <1>\nDate: soon\n\nx\n\nFrom \nIn-Reply-To: <1>\n" +
		"Date: Thu, 22 Aug 102 10:00:00 +0000\n\n-----BEGIN PGP MESSAGE-----\nA\n"
	x, err := extract(t, "a.mbox", box)
	if err != nil || x.State != "" || x.Format != "Mailbox (mbox)" {
		t.Fatal(err, x)
	}
	wantNumbers(t, x, "messages 4, replies 3, duplicate messages 1, odd dates 2, undated messages 1, unread messages 1, "+
		"encrypted messages 1")
	wantValues(t, x, "from a@b.org 2, from c@d.org 1, domain b.org 2, domain d.org 1, thread one 2, thread two 1, year 2002 1")
	var names []string
	for _, p := range x.Parts {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, "|"); got != "message 1: One|message 2: re: ONE|message 3: Two|message 4" {
		t.Error(got)
	}
	if !strings.Contains(x.Parts[0].Text, "\n>From here\n") || x.Period.Last != "2002-08-22" {
		t.Errorf("%q, %+v", x.Parts[0].Text, x.Period)
	}
}

// TestOther reads the other forms of one message.
func TestOther(t *testing.T) {
	const text = "From: a@b.org\nSubject: S\nDate: Thu, 22 Aug 2002 10:00:00 +0000\n\nbody\n"
	plist := "<?xml version=\"1.0\"?><plist><dict><key>flags</key>\n<integer>8590195712</integer></dict></plist>"
	for _, c := range []struct {
		path          luminos.Path
		text          string
		format        string
		unread        int64
		state         luminos.ExtractState
		wantsTextPart string
	}{
		{"a.emlx", fmt.Sprintf("%-10d\n%s%s", len(text), text, plist), "Message of Apple Mail (emlx)", 1, "", "\n\nbody\n"},
		{"a.emlx", fmt.Sprintf("%-10d\n%s", 10_000, text), "Message of Apple Mail (emlx)", 0, luminos.ExtractDamaged, "body"},
		{"M/cur/1030012345.1_2.host:2,S", text, aloneFormat, 0, "", "body"},
		{"M/cur/1030012345.1_2.host:2,R", text, aloneFormat, 1, "", "body"},
		{"M/new/1030012345.1_2.host", text, aloneFormat, 1, "", "body"},
		{"letter", "From x@y Thu Aug 22 12:36:23 2002\n" + text, aloneFormat, 0, "", "body"},
		{"mac.eml", strings.ReplaceAll(text, "\n", "\r"), aloneFormat, 0, "", "body"},
		{"s.eml", "From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\nno parts\n", aloneFormat, 0,
			luminos.ExtractDamaged, "no parts"},
		{"e.eml", "From: a@b.c\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n" +
			"Content-Transfer-Encoding: base64\n\nAAAA\n", aloneFormat, 0, luminos.ExtractEncrypted, "smime.p7m"},
		{"k.eml", "From: a@b.c\n\n" + strings.Repeat(strings.Repeat("aB3/", 16)+"\n", 9), aloneFormat, 0, "",
			"[9 lines of encoded data]"},
		{"l.eml", "From: a@b.c\nSubject: s\nList-Id: F <f.example.com>\n\none\n \n\n\ntwo\n", aloneFormat, 0, "",
			"From: a@b.c\nSubject: s\n\none\n\ntwo\n"},
	} {
		x, err := extract(t, c.path, c.text)
		if err != nil || x.Format != c.format || x.Number("unread messages") != c.unread || x.State != c.state {
			t.Errorf("%s: %+v, %v", c.path, x, err)
			continue
		}
		if !strings.Contains(x.Content(), c.wantsTextPart) {
			t.Errorf("%s: %q", c.path, x.Content())
		}
	}
}

// TestBad checks that bad input costs no more than its file, and has a reason.
func TestBad(t *testing.T) {
	nested := strings.Repeat("Content-Type: message/rfc822\n\n", 1000)
	deep := "From: a@b.c\n"
	for i := range 1000 {
		deep += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	for _, c := range []struct {
		name, text string
		limit      string
		fails      bool
	}{
		{name: "no header", text: "--x\n", fails: true},
		{name: "no end of a header", text: "From: " + strings.Repeat("a", 10<<20)},
		{name: "nested", text: "From: a@b.c\n" + nested, limit: "attached messages are read 8 levels deep"},
		{name: "deep", text: deep, limit: "of each message, only the first 100 levels are read"},
		{name: "parts", text: "From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\n\n", 20_000),
			limit: "of each message, only the first 10,000 parts are read"},
		{name: "text", text: "From: a@b.c\n\n" + strings.Repeat("word \n", 2<<20),
			limit: "of each message, at most 8 MiB of text are read"},
	} {
		x, err := extract(t, "a.eml", "To: x@y.z\n"+c.text)
		if c.name == "no header" {
			x, err = extract(t, "a.mbox", "To: x@y.z\n"+c.text)
		}
		if (err != nil) != c.fails || c.limit != "" && strings.Join(x.Limits, "") != c.limit {
			t.Errorf("%s: %v, %q", c.name, err, x.Limits)
		}
	}
	for i := range 8 {
		x, err := extract(t, "a.eml", letter[:len(letter)*(i+1)/9])
		if err != nil || x.Number("messages") != 1 || i > 3 && x.State != luminos.ExtractDamaged {
			t.Errorf("cut at %d of 9: %v, %+v", i+1, err, x)
		}
	}
	inner := strings.Replace(letter, "\r\n--in--", "", 1) // the outer boundary ends the inner multipart
	if x, err := extract(t, "a.eml", inner); err != nil || x.State != luminos.ExtractDamaged {
		t.Errorf("inner multipart without an end: %v, %+v", err, x)
	}
	for _, other := range []string{"%PDF-1.4\n", "\x00\x01", "plain words\nmore\n", "<html>"} {
		if x, err := extract(t, "a.eml", other); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%q: %+v, %v", other, x, err)
		}
	}
}

func TestDay(t *testing.T) {
	for in, want := range map[string]string{
		"Thu, 22 Aug 2002 18:26:25 +0700": "2002-08-22", "22 Aug 02 18:26": "2002-08-22", "Aug 22, 2002 18:26:25": "2002-08-22",
		"Sun Jan  5 18:26:25 1997": "1997-01-05", "Sunday, 06-Nov-94 08:49:37 GMT": "1994-11-06", "Thu,22 Aug 2002 1.2.3 Z": "2002-08-22",
		"30 Feb 2002 10:00:00 GMT": "", "": "", "tomorrow": "", "1 2 3 4 5": "", "22 August 2002 10:00": "2002-08-22", ", , , , ,": "",
	} {
		day, ok := dayOf(in)
		got := ""
		if ok {
			got = day.Format("2006-01-02")
		}
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for in, want := range map[string]string{
		`"a@x.org" <B@Y.org>`: "b@y.org", `c@z.org (d <e@f.g>)`: "c@z.org", `no address`: "", `"k@l.m" <>`: "k@l.m",
		`Pete(A \) c) <pete(his)@silly.test(h)>`: "pete@silly.test", `=?utf-8?q?=3Cbad@x.y=3E?= <good@x.y>`: "good@x.y",
	} {
		if got := address(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]bool{
		"Re: x": true, "[a] re: Fwd: x": true, "Re: Fwd: Re: x": true, "Fwd: Re: x": false, "[a] FW: [b] Re: x": false,
	} {
		if _, got, _ := thread(in); got != want {
			t.Errorf("%q is a reply: %v, want %v", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"Re: [ILUG] RE[2]: Fwd: SUSE 8 disks?": "suse 8 disks?", "[only]": "[only]", "Regarding": "regarding", "AW: WG:  x  y": "x y",
	} {
		if got, _, _ := thread(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// FuzzMail checks that no file makes the reader panic, and that each message is counted once.
func FuzzMail(f *testing.F) {
	f.Add("a.eml", letter)
	f.Add("a.mbox", "From a\n"+letter+"\nFrom b\n"+letter)
	f.Add("a.emlx", "20\nFrom: a@b.c\n\nbody\n<key>flags</key><integer>1</integer>")
	f.Fuzz(func(t *testing.T, name, text string) {
		for _, p := range []luminos.Path{"a.eml", "a.mbox", "a.emlx", luminos.PathFromOS(name)} {
			x, err := extract(t, p, text)
			if x == nil || err != nil {
				continue
			}
			n := x.Number("messages")
			if p == "a.mbox" && n != int64(strings.Count("\n"+text, "\nFrom ")) || p == "a.eml" && n != 1 {
				t.Errorf("%s: %d messages", p, n)
			}
			for _, number := range x.Numbers {
				if number.N < 0 {
					t.Errorf("%s is %d", number.Name, number.N)
				}
			}
			if len(x.Content()) > 8*len(text)+20_000 {
				t.Errorf("%d bytes from %d", len(x.Content()), len(text))
			}
		}
	})
}
