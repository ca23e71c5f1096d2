package injection

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// wide reads a character that is not ASCII, or the whole run of ideographs there, and returns the offset after it.
func (r *reader) wide(i, end int) int {
	c, n := utf8.DecodeRuneInString(r.text[i:end])
	if tag := c >= 0xE0020 && c <= 0xE007F; tag != r.tagged {
		r.tagged = tag
		r.emit(stop)
	}
	switch {
	case r.tagged:
		if b := byte(c - 0xE0000); b < utf8.RuneSelf && ascii[b] == isLetter {
			r.word = append(r.word, []byte(strings.ToLower(string(rune(b))))...)
		} else {
			r.endWord()
		}
	case c == '\u00ad' || invisible(c) != 0 || unicode.Is(unicode.Mn, c) || unicode.Is(unicode.Cf, c) || c >= 0xFE00 && c <= 0xFE0F:
	case ideograph(c):
		return r.ideographs(i, end)
	case unicode.IsSpace(c):
		r.endWord()
	case c == '’' && len(r.word) > 0 && i+n < end && isWordByte(r.text[i+n]):
	case unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsNumber(c) || unicode.IsSymbol(c):
		if len(r.word) < maxWord {
			r.word = foldRune(r.word, c)
			r.foreign = true
		}
	case strings.ContainsRune("。！？।．؟", c):
		r.emit(stop)
	case strings.ContainsRune("，、；،", c):
		r.emit(comma)
	case c == '：':
		r.emit(colon)
	case unicode.Is(unicode.Pi, c) || unicode.Is(unicode.Pf, c) || strings.ContainsRune("「」『』《》", c):
		r.emit(quote)
	case c == '【' || c == '（' || c == '［':
		r.emit(opening)
	case c == '】' || c == '）' || c == '］':
		r.emit(closing)
	case c == '–' || c == '—':
		r.emit(comma)
	default:
		r.endWord()
	}
	return i + n
}

// ideographs reads a run of ideographs and kana, which has no spaces, and returns the offset after it. The longest
// known word at each place becomes a token. Invisible characters are skipped.
func (r *reader) ideographs(i, end int) int {
	r.endWord()
	run := r.run[:0]
	for i < end && len(run) < maxRun {
		c, n := utf8.DecodeRuneInString(r.text[i:end])
		switch {
		case ideograph(c):
			run = append(run, r.text[i:i+n]...)
		case invisible(c) == 0 && !unicode.Is(unicode.Cf, c):
			end = i
			continue
		}
		i += n
	}
	d := r.out.words
	for at := 0; at < len(run); {
		c, used := utf8.DecodeRune(run[at:])
		id := uint16(glyph)
		for j, k := at, 0; j < len(run) && k < d.longest[c]; k++ {
			_, n := utf8.DecodeRune(run[j:])
			j += n
			if found := d.find(run[at:j]); found != unknown {
				id, used = found, j-at
			}
		}
		r.out.add(id, r.line)
		at += used
	}
	r.run = run
	return i
}

// maxRun is the number of bytes of ideographs that are read at once.
const maxRun = 4096
