package content

import (
	"bytes"
	"strconv"
)

// describePDF returns the name of the format f, with the version of the PDF file and, if it is
// found at the beginning or end of the file, the number of pages.
func describePDF(f format, s *sample) string {
	b := s.head[bytes.Index(s.head, []byte("%PDF-")):]
	words := f.name
	if len(b) >= 8 {
		words += ", version " + printable(b[5:8])
	}
	if n := pdfPages(b); n > 0 {
		return words + ", " + plural(n, "page")
	}
	if n := pdfPages(s.tail(16 << 10)); n > 0 {
		return words + ", " + plural(n, "page")
	}
	return words
}

// pdfPages returns the number of pages of a PDF file, of which b is a part. It reads the number
// from the dictionary of a linearized file or the root of the page tree. It returns 0 for most
// newer files, which compress that part.
func pdfPages(b []byte) int {
	if _, after, ok := bytes.Cut(b[:min(len(b), 1024)], []byte("/Linearized")); ok {
		dict, _, _ := bytes.Cut(after, []byte(">>"))
		if n := pdfNumber(dict, "/N "); n > 0 {
			return n
		}
	}
	for range 64 {
		i := bytes.Index(b, []byte("/Pages"))
		if i < 0 {
			break
		}
		start := bytes.LastIndex(b[max(0, i-512):i], []byte("<<"))
		dict, _, _ := bytes.Cut(b[max(max(0, i-512)+start, 0):min(len(b), i+4096)], []byte("endobj"))
		isTree := bytes.Contains(dict, []byte("/Type /Pages")) || bytes.Contains(dict, []byte("/Type/Pages"))
		if n := pdfNumber(dict, "/Count "); isTree && n > 0 && !bytes.Contains(dict, []byte("/Parent")) {
			return n
		}
		b = b[i+6:]
	}
	return 0
}

// pdfNumber returns the number that follows the key in a PDF dictionary, or 0 if the key is
// missing.
func pdfNumber(dict []byte, key string) int {
	_, after, ok := bytes.Cut(dict, []byte(key))
	if !ok {
		return 0
	}
	end := 0
	for end < len(after) && end < 9 && after[end] >= '0' && after[end] <= '9' {
		end++
	}
	n, _ := strconv.Atoi(string(after[:end]))
	return n
}
