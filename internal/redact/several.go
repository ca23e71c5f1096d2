package redact

import "strings"

const (
	maxBlock = 4096 // of the lines of a block of YAML, or of a list
	maxLinks = 48   // between a name and the value that replaces it
)

// several masks the secrets of a value that is not one string on the line of its name: the lines of a block or a
// list of YAML, the strings of a list in brackets, a string on the next line, or the string that replaces a missing
// value, as in `os.getenv("X") or "y"`. The value has the class c and begins at at.value.
func (t *settings) several(c class, at site) {
	s, j := t.s, at.value
	if j < t.beyond || t.bytes(c, j, &t.beyond) || c == classKey {
		return
	}
	end := t.lineEnd(j, maxBare)
	rest := strings.TrimSpace(cutAt(s[j:end], "#"))
	switch {
	case strings.HasPrefix(rest, "[") || strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "{"):
		if rest[0] != '{' || !t.object(c, at, j+1) {
			t.list(c, at, j+1)
		}
	case rest == "\\" || rest == `"""` || rest == "'''":
		if k := skipSpace(s, end); k > end && s[j] == rest[0] {
			t.line(c, k, lineBreak(s, k))
		}
	case end < len(s) && s[end] == '\\':
	case rest == "" || s[at.op] == ':' && len(rest) <= 3 && strings.Trim(rest, "|>+-123456789") == "" && (rest[0] == '|' || rest[0] == '>'):
		if s[at.op] == ':' {
			t.block(c, at.from, end, rest != "")
		} else if k := skipSpace(s, end); k < len(s) && quoteAt(s, k) != "" {
			t.take(c, k)
		}
	default:
		t.beyond = end
		t.replaced(c, j, end)
	}
}

// take masks the string literal at i if it is a secret of class c.
func (t *settings) take(c class, i int) bool {
	v, ok := t.quoted(c, i, false)
	if ok {
		t.mark(v, c)
	}
	return ok
}

// object masks the values in the braces that begin before i, the value of a name: of the names "value" and "default",
// and all random ones if the name before the braces is in the plural, except versions and digests: a package can be
// called auth.
func (t *settings) object(c class, at site, i int) bool {
	s := t.s
	end := min(len(s), i+maxObject)
	if n := strings.IndexByte(s[i:end], '}'); n >= 0 {
		end = i + n
	}
	t.looked += end - i
	t.beyond = i
	many := c == classToken || strings.HasSuffix(strings.ToLower(strings.TrimRight(s[at.from:at.op], " \"'")), "s")
	hit := false
	for i < end {
		n := strings.IndexAny(s[i:end], ":=")
		if n < 0 {
			break
		}
		before := strings.TrimRight(s[max(i, i+n-maxName):i+n], " \t\"'")
		own := strings.TrimLeft(before[runBack(before, len(before), word, maxName):], " ")
		name := strings.ToLower(own)
		i = t.run(i+n+1, blanks, maxBlanks)
		if (name == "value" || name == "default" || name == "result") && quoteAt(s, i) != "" {
			hit = t.take(c, i) || hit
		} else if many && name != "example" && !namesVersion(own) && quoteAt(s, i) != "" {
			hit = t.take(classToken, i) || hit
		}
	}
	return hit
}

const maxObject = 512 // bytes in the braces after a name

// list masks the strings of a list whose first element begins at i. In a pair that is an argument named "auth", as
// in auth=("user", "x"), the second one is a password.
func (t *settings) list(c class, at site, i int) {
	s, first := t.s, i
	var items []int
	for i < len(s) && i < first+maxBlock {
		i = skipSpace(s, i)
		q := quoteAt(s, i)
		if q == "" || i+len(q) >= len(s) {
			if k := t.run(i, wordSet, maxName); k > i && k < len(s) && (s[k] == ',' || s[k] == ']') && s[at.op] == ':' && !variable(s[i:k]) && mixed(s[i:k]) {
				t.line(c, i, k)
				i = k + 1
				continue
			}
			if k := elementEnd(s, i, min(len(s), first+maxBlock)); i < len(s) && (s[i] == '{' || s[i] == '(') && k < len(s) && s[k] == ',' {
				i = k + 1
				continue
			}
			break
		}
		n, closed := closing(s[i+len(q):min(len(s), i+len(q)+maxBare)], q)
		if !closed {
			break
		}
		items = append(items, i)
		i = skipSpace(s, i+2*len(q)+n)
		if i < len(s) && s[i] == ',' {
			i++
		}
	}
	t.looked += i - first
	t.beyond = i
	if c == classToken && len(items) == 2 && strings.HasSuffix(strings.ToLower(s[at.from:at.op]), "auth") {
		items, c = items[1:], classPassword
	}
	for _, i := range items {
		t.take(c, i)
	}
}

// block masks the lines below a name of YAML that are its value: the text of a block scalar, the items of a list, or a
// plain value on the next line. The line of the name ends at end.
func (t *settings) block(c class, from, end int, scalar bool) {
	s := t.s
	first, sure := t.lineStart(from, maxBefore)
	if !sure {
		return
	}
	indent := run(s, first, blanks, maxBefore) - first
	if scalar && c == classPassword {
		t.phrases(indent, nextLine(s, end))
	}
	i, n := nextLine(s, end), 0
	mapping := false // its values can be judged again, for their own names
	defer func(begin int) {
		if t.beyond = i; mapping {
			t.beyond, t.mapped = begin, i
		}
	}(t.beyond)
	for i < len(s) && i < end+maxBlock {
		j := lineBreak(s, i)
		t.looked += j - i
		k := run(s, i, blanks, j-i)
		deeper := k-i > indent
		item := strings.HasPrefix(s[k:j], "- ")
		switch {
		case k == j:
		case !scalar && !item && n == 0 && deeper && strings.Contains(s[k:j], ":") && i >= t.mapped:
			mapping = true
			_, v, _ := strings.Cut(s[k:j], ": ")
			if v = strings.Trim(v, " \t\r\"'"); strong(classToken, v) && len(v) >= 16 {
				at := k + strings.Index(s[k:j], v)
				t.mark(piece{at, at + len(v)}, c)
			}
		case scalar && !deeper, !scalar && !item && (!deeper || n > 0), !scalar && k-i < indent:
			return
		default:
			if item && !scalar {
				k = run(s, k+1, blanks, j-k)
				if c != classPassword && k+len(cutAt(s[k:j], "=")) < j && all(cutAt(s[k:j], "="), nameSet) {
					break // a setting, which its own name judges
				}
			}
			t.line(c, k, j)
			n++
		}
		i = nextLine(s, j)
	}
}

// phrases masks the lines from i on that are indented by more than indent and together are a pass phrase.
func (t *settings) phrases(indent, i int) {
	s, n := t.s, len(t.spans)
	var whole []string
	for i < len(s) && len(whole) < 4 {
		j := lineBreak(s, i)
		k := run(s, i, blanks, j-i)
		v := strings.TrimRight(s[k:j], " \t")
		if k-i <= indent || v == "" {
			break
		}
		whole = append(whole, v)
		t.mark(piece{k, k + len(v)}, classPassword)
		i = nextLine(s, j)
	}
	if !phrase(strings.Join(whole, " ")) {
		t.spans = t.spans[:n]
	}
}

// line masks s[i:j], a line that is a value of class c, if it is a secret.
func (t *settings) line(c class, i, j int) {
	s := t.s
	if quoteAt(s, i) != "" {
		t.take(c, i)
		return
	}
	v, _, _ := strings.Cut(s[i:j], " #")
	v = strings.TrimRight(v, " \t\r")
	if strings.HasSuffix(v, ":") || strings.Contains(v, ": ") || strings.ContainsAny(v, "{}()<>") && strings.ContainsAny(v, " $") {
		return
	}
	if v == "" || placeholder(v) || isNumber(v) || !judge(c, v) || strings.HasSuffix(v, "++") {
		return
	}
	t.mark(piece{i, i + len(v)}, c)
}

var wordSet = except(" ,[](){}\r\n\"'`")

var replacers = [...]string{"||", "??", "?:", " or ", "default", "unwrap_or", "orElse", "OrElse", "OrDefault", "getenv(", "env(", "Env(", ".get(", "fetch("}

// replaced masks the string at the end of the expression s[i:end] that is its default value, such as "y" in
// `os.getenv("X", "y")`, if it is a secret of class c.
func (t *settings) replaced(c class, i, end int) {
	s := t.s[i:end]
	t.looked += len(s)
	if n := strings.LastIndexAny(s, "\"'`"); n < 4 {
		return
	}
	for _, w := range replacers {
		n := strings.LastIndex(s, w)
		if n < 0 {
			continue
		}
		rest := s[n+len(w):]
		k := strings.IndexAny(rest, "\"'`")
		if k < 0 {
			continue
		}
		if strings.HasSuffix(w, "(") { // the name of a setting, then the string
			comma := strings.IndexByte(rest, ',')
			if comma < k {
				continue
			}
			m := strings.IndexAny(rest[comma:], "\"'`")
			if m < 0 || strings.Trim(rest[comma+1:comma+m], " defaultnrw_=:") != "" {
				continue
			}
			k = comma + m
		} else if k > maxLinks || w[0] < 'A' && strings.Trim(rest[:k], " (rbfNE") != "" {
			continue
		}
		if t.take(c, i+n+len(w)+k) {
			return
		}
	}
}

// fallback returns the offsets of the default value of s[from:to], a secret setting of class c, as in
// ${DB_PASSWORD:-x}, env("DB_PASSWORD", default="x") and process.env.DB_PASSWORD || "x".
func (t *settings) fallback(c class, from, to int) (piece, bool) {
	s := t.s
	if from >= 2 && s[from-2:from] == "${" && to < len(s) && strings.IndexByte(":-=", s[to]) >= 0 && !strings.HasPrefix(s[to:], ":+") && !strings.HasPrefix(s[to:], ":?") {
		i := to + run(s[to:], 0, fallbackSet, 2)
		j := t.run(i, braceSet, maxName)
		if j == len(s) || s[j] != '}' {
			return piece{}, false
		}
		i += len(quoteAt(s, i))
		if q := quoteBack(s, j); q != "" && j-len(q) > i {
			j -= len(q)
		}
		if v := s[i:j]; i < j && !placeholder(v) && !isNumber(v) && judge(c, v) {
			return piece{i, j}, true
		}
		return piece{}, false
	}
	if strings.HasPrefix(s[to:], "()") { // a function that returns the value
		area := s[to:min(len(s), to+maxLinks)]
		t.looked += len(area)
		n := strings.Index(area, "return ")
		if n < 0 {
			n = strings.Index(area, "= ")
		}
		if n >= 0 {
			return t.quoted(c, to+n+len(cutAt(area[n:], "\"'`\r\n;")), false)
		}
	}
	i := run(s, to, closeSet, 4)
	i = run(s, i, blanks, 4)
	selected := from > 0 && (s[from-1] == '#' || s[from-1] == '=') // fill("#password", "x")
	if i >= len(s) || strings.IndexByte("|?o,.w{", s[i]) < 0 {
		return piece{}, false
	}
	area := s[i:min(len(s), i+maxLinks)]
	t.looked += len(area)
	k := strings.IndexAny(area, "\"'`\r\n")
	if k <= 0 || area[k] < ' ' {
		return piece{}, false
	}
	link := strings.TrimRight(area[:k], " \t(rbf")
	for _, w := range fallbacks {
		if link == w || link == "," && selected || w[0] == '.' && strings.HasPrefix(link, w) || w[len(w)-1] < '?' && strings.HasSuffix(link, w) {
			return t.quoted(c, i+k, false)
		}
	}
	return piece{}, false
}

var (
	fallbackSet = newSet(":=-")
	closeSet    = newSet("\"'])}")
	braceSet    = except("}\r\n \t")
	fallbacks   = [...]string{"| default", "||", "??", "?:", "or", "|default", "default=", "default:", ".unwrap_or", ".or", ".getOr", ".Or", ".type", ".send_keys", ".sendKeys", ".fill", "with", "{", "return", ") {return", "=> "}
)

// compared returns the offsets of the string that is compared with the name at from: "x" == password.
func (t *settings) compared(c class, from int) (piece, bool) {
	s := t.s
	k := runBack(s, from, blanks, 2)
	if k < 2 || s[k-2:k] != "==" {
		return piece{}, false
	}
	k = runBack(s, runBack(s, k, equals, 3), blanks, 2)
	if k == 0 || s[k-1] != '"' && s[k-1] != '\'' {
		return piece{}, false
	}
	open := strings.LastIndexByte(s[max(0, k-1-maxName):k-1], s[k-1])
	if open < 0 {
		return piece{}, false
	}
	return t.quoted(c, max(0, k-1-maxName)+open, true)
}

// valueBefore returns the offsets of the secret in an element whose value is before its name, as in <add value="x"
// key="Password"/>.
func (t *settings) valueBefore(c class, from int) (piece, bool) {
	s := t.s[max(0, from-maxBare):from]
	t.looked += maxName
	open := strings.LastIndexByte(s, '<')
	if n := strings.LastIndex(s, " value="); open >= 0 && n > open {
		return t.quoted(c, from-len(s)+n+len(" value="), false)
	}
	return piece{}, false
}
