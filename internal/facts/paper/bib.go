package paper

import (
	"strconv"
	"strings"
)

// Bounds on a bibliography: larger ones are exports of whole libraries, of which the first part is enough.
const (
	entriesMost = 100_000
	// valueMost is the maximal length of a value in bytes: abstracts and notes are in fields as well.
	valueMost = 64 << 10
	// brokenMost is the number of values that do not end in one file: the search for the end takes long.
	brokenMost = 200
)

// bibEntry is an entry of a bibliography.
type bibEntry struct {
	kind    string // "article"
	key     string
	title   string
	at, end int  // in the text
	year    int  // 0 if unknown
	doi     bool // it has a DOI
	parents []string
	aliases []string // further keys of the entry
}

// parseBib returns the entries of a BibTeX file, in their order. An entry that breaks the rules ends at the next line
// that begins with "@".
func parseBib(text string) []bibEntry {
	var out []bibEntry
	broken := 0
	for i := 0; i < len(text) && len(out) < entriesMost && broken < brokenMost; {
		at := strings.IndexByte(text[i:], '@')
		if at < 0 {
			break
		}
		i += at + 1
		kind := strings.ToLower(nameAt(text, i))
		if kind == "" || !isLetter(kind[0]) {
			continue
		}
		j := skipBlank(text, i+len(kind))
		if j >= len(text) || text[j] != '{' && text[j] != '(' {
			continue
		}
		i = j + 1
		switch kind {
		case "comment", "string", "preamble":
			if _, i = value(text, j); i == j+1 {
				broken++
			}
			continue
		}
		entry, end := parseEntry(text, i, &broken)
		entry.kind, entry.at, entry.end = kind, i, end
		if i = end; entry.key != "" {
			out = append(out, entry)
		}
	}
	return out
}

// parseEntry returns the entry whose key is at i, and the place after its last field. It counts the values that do not
// end.
func parseEntry(text string, i int, broken *int) (bibEntry, int) {
	n := strings.IndexAny(text[i:min(len(text), i+argMost)], ",})\n")
	if n < 0 {
		return bibEntry{}, i
	}
	e := bibEntry{key: strings.TrimSpace(text[i : i+n])}
	if strings.ContainsAny(e.key, "={\"") { // fields without a key
		e.key = ""
	}
	for i += n; i < len(text) && *broken < brokenMost; {
		i = skipBlank(text, i)
		if i < len(text) && text[i] == ',' {
			i = skipBlank(text, i+1)
		}
		for i < len(text) && text[i] == '%' { // a field that is commented out
			i = skipBlank(text, i+lineEnd(text[i:]))
		}
		name := i
		for i < len(text) && (isLetter(text[i]) || text[i] == '-' || text[i] == '_' || '0' <= text[i] && text[i] <= '9') {
			i++
		}
		field := strings.ToLower(text[name:i])
		i = skipBlank(text, i)
		if field == "" || i >= len(text) || text[i] != '=' {
			return e, name // the name can be the beginning of the next entry
		}
		from := skipBlank(text, i+1)
		v, end := concatenation(text, from)
		if v == "" && end == from+1 {
			*broken++
		}
		e.set(field, v)
		i = max(end, i+1)
	}
	return e, i
}

// lineEnd returns the number of bytes before the first line end.
func lineEnd(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

// set stores a field.
func (e *bibEntry) set(field, v string) {
	switch field {
	case "year", "date":
		if y := yearIn(v); y != 0 && (e.year == 0 || field == "year") {
			e.year = y
		}
	case "title":
		e.title = v
	case "doi":
		e.doi = strings.TrimSpace(v) != ""
	case "crossref", "xdata", "xref":
		e.parents = append(e.parents, keys(v)...)
	case "ids":
		e.aliases = append(e.aliases, keys(v)...)
	}
}

// concatenation returns the value at i, whose parts "#" joins, and the place after it.
func concatenation(text string, i int) (string, int) {
	v, i := value(text, i)
	for range 50 { // parts of a value; a hostile one could have millions
		j := skipBlank(text, i)
		if j >= len(text) || text[j] != '#' {
			break
		}
		part, end := value(text, skipBlank(text, j+1))
		v, i = v+part, max(end, j+1)
	}
	return v, i
}

// partner holds the end of a value by its beginning.
var partner = map[byte]byte{'"': '"', '{': '}', '(': ')'}

// value returns the text of a value in braces, in quotation marks or bare at i, and the place after it.
func value(text string, i int) (string, int) {
	if i >= len(text) {
		return "", i
	}
	opened := text[i]
	if partner[opened] == 0 {
		j := i
		for j < len(text) && !strings.ContainsRune(",}) \t\r\n#", rune(text[j])) {
			j++
		}
		return text[i:j], j
	}
	depth := 0
	for j := i + 1; j < min(len(text), i+valueMost); j++ {
		switch c := text[j]; {
		case c == '\\':
			j++
		case c == '{':
			depth++
		case depth == 0 && c == partner[opened]:
			return text[i+1 : j], j + 1
		case c == '}':
			depth--
		case c == '@' && j > 0 && text[j-1] == '\n': // the value was never closed
			return text[i+1 : j], j
		}
	}
	return "", i + 1
}

// skipBlank returns the place of the next character at or after i that is no white space.
func skipBlank(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r' || s[i] == '\n') {
		i++
	}
	return i
}

// keys returns the keys in a list with commas.
func keys(list string) []string {
	var out []string
	for k := range strings.SplitSeq(list, ",") {
		if k = strings.TrimSpace(k); k != "" {
			out = append(out, k)
		}
	}
	return out
}

// yearIn returns the first number of four digits in a text that can be a year, or 0.
func yearIn(v string) int {
	const earliest, latest = 1400, 2100 // of printed works, and of works to come
	for i, n := 0, 0; i <= len(v); i++ {
		if i < len(v) && '0' <= v[i] && v[i] <= '9' {
			n++
			continue
		}
		if n == 4 {
			if y, _ := strconv.Atoi(v[i-4 : i]); earliest <= y && y <= latest {
				return y
			}
		}
		n = 0
	}
	return 0
}
