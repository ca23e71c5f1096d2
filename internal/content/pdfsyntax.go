package content

import (
	"bytes"
	"strconv"
)

// pdfSpace are the characters that count as white space in a PDF file.
const pdfSpace = "\x00\t\n\f\r "

// pdfDict returns the first dictionary of b, with its brackets, or nil if b does not hold it whole.
func pdfDict(b []byte) []byte {
	i := bytes.Index(b, []byte("<<"))
	if i < 0 {
		return nil
	}
	_, n := pdfWalk(b[i:], "")
	if n <= 0 {
		return nil
	}
	return b[i : i+n]
}

// pdfValue returns the bytes after a key of a dictionary, or nil if it has no such key. The keys of dictionaries and
// lists inside do not count.
func pdfValue(dict []byte, key string) []byte {
	value, _ := pdfWalk(dict, key)
	return value
}

// pdfWalk goes through the dictionary with which b begins. It returns the bytes after a key, and the
// length of the dictionary if it reaches the end.
func pdfWalk(b []byte, key string) (value []byte, length int) {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '(':
			i = pdfStringEnd(b, i)
		case c == '%':
			for i+1 < len(b) && b[i+1] != '\n' && b[i+1] != '\r' {
				i++
			}
		case c == '<' && i+1 < len(b) && b[i+1] == '<':
			depth++
			i++
		case c == '>' && i+1 < len(b) && b[i+1] == '>':
			depth--
			if i++; depth == 0 {
				return nil, i + 1
			}
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == '/':
			name := pdfName(b[i+1:])
			if depth == 1 && key != "" && string(name) == key {
				return b[i+1+len(name):], 0
			}
			i += len(name)
		}
		if depth <= 0 {
			return nil, 0
		}
	}
	return nil, 0
}

// pdfStringEnd returns the index of the bracket that closes the string at i, or of the end of b.
func pdfStringEnd(b []byte, i int) int {
	open := 0
	for ; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '(':
			open++
		case ')':
			if open--; open == 0 {
				return i
			}
		}
	}
	return i
}

// pdfName returns the name at the beginning of b, without its slash.
func pdfName(b []byte) []byte {
	if i := bytes.IndexAny(b, pdfSpace+"()<>[]{}/%"); i >= 0 {
		return b[:i]
	}
	return b
}

// pdfInt returns the whole number at the beginning of b, after white space, and the rest.
func pdfInt(b []byte) (n int, rest []byte, ok bool) {
	b = bytes.TrimLeft(b, pdfSpace)
	end := 0
	for end < len(b) && end < 12 && digit(b[end]) {
		end++
	}
	n, err := strconv.Atoi(string(b[:end]))
	return n, b[end:], err == nil
}

// pdfNumber returns the number that follows a key in a PDF dictionary, or 0 if the key is missing or refers to
// another object.
func pdfNumber(dict []byte, key string) int {
	value := pdfValue(dict, key)
	n, _, ok := pdfInt(value)
	if !ok || pdfReference(dict, key) != 0 {
		return 0
	}
	return n
}

// pdfReference returns the number of the object to which a key of a PDF dictionary refers, or 0.
func pdfReference(dict []byte, key string) int {
	n, rest, ok := pdfInt(pdfValue(dict, key))
	_, rest, ok2 := pdfInt(rest)
	if !ok || !ok2 || !bytes.HasPrefix(bytes.TrimLeft(rest, pdfSpace), []byte("R")) {
		return 0
	}
	return n
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
