package office

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// decodeXML returns the text of an XML document in UTF-8, by its mark of the order of bytes or its declaration.
func decodeXML(r io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 4096)
	head, err := b.Peek(200)
	if len(head) == 0 && err != nil {
		return nil, unexpected(err)
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		_, err := b.Discard(3)
		return b, err
	case bytes.HasPrefix(head, []byte("\xFF\xFE")), bytes.HasPrefix(head, []byte("<\x00")):
		return wide(b, unicode.LittleEndian), nil
	case bytes.HasPrefix(head, []byte("\xFE\xFF")), bytes.HasPrefix(head, []byte("\x00<")):
		return wide(b, unicode.BigEndian), nil
	}
	declaration, _, _ := strings.Cut(string(head), "?>")
	_, name, ok := strings.Cut(declaration, "encoding=")
	if !ok || len(name) < 2 {
		return b, nil
	}
	name, _, _ = strings.Cut(name[1:], name[:1])
	e, err := htmlindex.Get(name)
	if err != nil || strings.HasPrefix(strings.ToLower(name), "utf-16") {
		return b, nil
	}
	return transform.NewReader(b, e.NewDecoder()), nil
}

// wide returns the text of r, which is in UTF-16.
func wide(r io.Reader, order unicode.Endianness) io.Reader {
	return transform.NewReader(r, unicode.UTF16(order, unicode.UseBOM).NewDecoder())
}

// decode returns a text in a code page of Windows as UTF-8. An unknown code page counts as 1252.
func decode(b []byte, page int) string {
	if page == 65001 {
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	if isASCII(b) {
		return string(b)
	}
	s, err := codePage(page).NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	return string(s)
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// pages maps code pages to names of encodings where the number is not a part of the name.
var pages = map[int]string{
	874: "windows-874", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 866: "ibm866", 20866: "koi8-r",
	21866: "koi8-u", 10000: "macintosh", 10007: "x-mac-cyrillic", 28592: "iso-8859-2", 28595: "iso-8859-5",
	28597: "iso-8859-7", 50220: "iso-2022-jp", 51932: "euc-jp", 54936: "gb18030", 1361: "euc-kr",
}

// codePage returns the encoding of a code page of Windows.
func codePage(page int) encoding.Encoding {
	name := pages[page]
	if name == "" && page >= 1250 && page <= 1258 {
		name = "windows-" + strconv.Itoa(page)
	}
	if name == "" {
		name = "windows-1252"
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		return encoding.Replacement
	}
	return e
}

// decodeWide returns a text in UTF-16, with the lower byte first, as UTF-8.
func decodeWide(b []byte) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
	}
	return string(utf16.Decode(units))
}
