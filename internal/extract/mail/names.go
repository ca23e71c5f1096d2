package mail

import (
	"strings"

	"luminos"
	"luminos/internal/extract/encoded"
	"luminos/internal/lazyregexp"
)

// address returns the first address in a field such as From, in lower case, or "".
func address(field string) string {
	plain, angle := outside(field)
	angle = strings.Join(strings.Fields(angle), "")      // old programs put spaces into addresses
	for _, text := range []string{angle, plain, field} { // last: an address in quotes
		for _, word := range strings.FieldsFunc(text, func(r rune) bool {
			return r <= ' ' || strings.ContainsRune(`,;<>"`, r)
		}) {
			if i := strings.LastIndexByte(word, '@'); i > 0 && i < len(word)-1 {
				return strings.ToLower(encoded.Charset([]byte(word), ""))
			}
		}
	}
	return ""
}

// outside returns a field without its quoted names and comments, and the text in its first angle brackets.
func outside(field string) (plain, angle string) {
	var b strings.Builder
	var inner strings.Builder // the text after "<"
	quoted, depth, open := false, 0, false
	for i := 0; i < len(field); i++ {
		c := field[i]
		switch {
		case c == '\\' && (quoted || depth > 0):
			i++
		case quoted:
			quoted = c != '"'
		case c == '"' && depth == 0 && !open:
			quoted = true
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case depth > 0:
		case c == '<' && !open:
			open = true
		case c == '>' && open:
			if strings.Contains(inner.String(), "@") {
				return b.String(), inner.String()
			}
			inner.Reset()
			open = false
		case open:
			inner.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}

// listName returns the name of a list from the field List-Id: its description, or else its identifier.
func listName(field string) string {
	name, id, ok := strings.Cut(field, "<")
	name = luminos.Fold(strings.Trim(name, " \t\"'"))
	if name == "" && ok {
		name, _, _ = strings.Cut(id, ">")
	}
	return name
}

var (
	// reply matches the beginning of the subject of a reply, in the languages of common programs.
	reply = lazyregexp.Lazy(`^(?i:re|aw|sv|antw|odp|vs|ref)(?:\[\d+\]|\(\d+\)|\^\d+)?\s*[:：]\s*`)
	// forward matches the beginning of the subject of a message that was passed on.
	forward = lazyregexp.Lazy(`^(?i:fwd?|wg|tr|rv|enc|doorst|vl)(?:\[\d+\])?\s*[:：]\s*`)
	// tag matches the name of a list that its program writes before subjects.
	tag = lazyregexp.Lazy(`^\[[^\]]{1,60}\]\s*`)
)

// prefixesMost bounds the prefixes of a subject that are removed.
const prefixesMost = 50

// thread returns the subject without prefixes of replies and lists, in lower case, and whether it is the subject of a
// reply or of a message that is passed on. A reply that is passed on is no reply.
func thread(subject string) (name string, replied, forwarded bool) {
	name = luminos.Fold(subject)
	for range prefixesMost {
		before := name
		if m := reply().FindString(name); m != "" {
			name, replied = name[len(m):], !forwarded
		} else if m := forward().FindString(name); m != "" {
			name, forwarded = name[len(m):], !replied
		} else if m := tag().FindString(name); m != "" && m != name {
			name = name[len(m):]
		}
		if name == before {
			break
		}
	}
	return strings.ToLower(name), replied, forwarded
}
