package redact

import "strings"

// blocks are private keys of several lines: PEM (RFC 7468), OpenSSH
// (https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.key), OpenPGP (RFC 9580, 6.2),
// SSH2 (RFC 4716) and PuTTY (https://the.earth.li/~sgtatham/putty/latest/htmldoc/AppendixC.html).
// They come whole or cut at either end, indented, numbered, behind names of files,
// quoted, commented out, or in one string with escaped line ends.
var blocks = []rule{
	{words: []string{"PRIVATE KEY-----", "PRIVATE KEY BLOCK-----", "PRIVATE KEY ----", "Static key V1-----"}, exact: true, look: fenced},
	{words: []string{"Private-Lines:"}, exact: true, look: putty},
}

const kindBlock = "private-key"

// fenced masks the private key beside the words s[start:end] of a fence: the lines below a
// "-----BEGIN" fence, or above an "-----END" fence whose beginning is missing.
func fenced(f *finder, start, end int) {
	from := max(0, start-maxFence)
	head := f.s[from:start]
	if i := strings.LastIndexAny(head, "\r\n"); i >= 0 {
		head = head[i+1:]
	}
	begin, over := strings.LastIndex(head, "BEGIN "), strings.LastIndex(head, "END ")
	if max(begin, over) < 0 {
		return
	}
	fence := start - len(head) + max(begin, over)
	dashes := fence
	for fence > 0 && (f.s[fence-1] == '-' || fence > 1 && f.s[fence-1] == ' ' && f.s[fence-2] == '-') {
		fence--
	}
	// In a difference each line begins with "+" or "-", and "+" is also in base64.
	f.keys.signed = fence > 0 && f.s[fence-1] == '+' && (fence == 1 || f.s[fence-2] < ' ' || f.s[fence-2] == ':')
	switch {
	case dashes-fence < 4:
	case begin > over && end >= f.keys.done: // a line can have many
		f.keys.down(end, -1)
	case over > begin && start > f.keys.done:
		f.keys.up(fence)
		f.keys.done = max(f.keys.done, end)
	}
}

// putty masks the private lines of a PuTTY key. The header before these lines ("Private-Lines: 14")
// states their number.
func putty(f *finder, start, end int) {
	i := run(f.s, end, blanks, 4)
	j := run(f.s, i, digits, 4)
	if j < f.keys.done {
		return
	}
	n := 0
	for _, c := range f.s[i:j] {
		n = n*10 + int(c-'0')
	}
	f.keys.down(j, n+1) // the rest of this line is one
}

// after returns the rest of the line from i on, and the beginning of the next line. It remembers
// the line, because one line can hold many fences.
func (k *keys) after(i int) (c piece, next int) {
	if i < k.line.start || i > k.line.end || k.next == 0 {
		k.line, k.next = k.scanLine(i)
	}
	return piece{i, k.line.end}, k.next
}

func (k *keys) scanLine(i int) (c piece, next int) {
	s := k.s
	j := i
	defer func() { k.looked += next - i }()
	for j < len(s) && s[j] != '\n' && s[j] != '\r' {
		if s[j] == '\\' && j+1 < len(s) {
			k := j
			for k < len(s) && s[k] == '\\' {
				k++
			}
			if k < len(s) && (s[k] == 'n' || s[k] == 'r') {
				return piece{i, j}, k + 1
			}
			j = k
			continue
		}
		j++
	}
	c = piece{i, j}
	if j+1 < len(s) && s[j] == '\r' && s[j+1] == '\n' {
		j++
	}
	return c, min(j+1, len(s))
}

// before returns the line that ends before i, the beginning of the next line.
func (k *keys) before(i int) piece {
	s, end := k.s, i
	if i >= 2 && s[i-2] == '\\' {
		for i -= 2; i > 0 && s[i-1] == '\\'; i-- {
			end = i
		}
		end = i
	} else {
		if end > 0 && s[end-1] == '\n' {
			end--
		}
		if end > 0 && s[end-1] == '\r' {
			end--
		}
	}
	start, _ := k.breakBefore(end, max(0, end-longest))
	return piece{start, end}
}

// down adds spans that mask the lines of a key from i on, until a fence or too many lines that do
// not belong to the key; at most limit lines if limit is not negative.
func (k *keys) down(i, limit int) {
	first, deep, plain := true, false, 0
	for ; i < len(k.s) && limit != 0; limit-- {
		c, next := k.after(i)
		line := k.s[c.start:c.end]
		fence := strings.Index(line, "-----")
		if fence < 0 {
			fence = strings.Index(line, "---- END")
		}
		k.looked += len(line)
		if fence >= 0 {
			k.looked += fence - len(line)
			c.end = c.start + fence
			if listing(line) >= fence {
				c.end = c.start
			}
		}
		part, ok := k.inside(c, deep && plain == 0)
		switch {
		case ok:
			k.spans = append(k.spans, span{piece: part, kind: kindBlock, more: !first})
			first = false
			deep = deep || part.end-part.start >= partLine
			plain = 0
		case !harmless(k.s[c.start:c.end]):
			// one inserted line is skipped
			if plain++; plain > 2 || deep && plain > 1 {
				k.done = max(k.done, c.start)
				return
			}
		}
		if fence >= 0 {
			k.done = max(k.done, c.end)
			return
		}
		i = next
	}
	k.done = max(k.done, i)
}

// up adds spans that mask the lines of a key above its END fence, from the fence at the given
// offset upwards. It adds none if no line has the length fullLine.
func (k *keys) up(fence int) {
	start, _ := k.lineStart(fence, longest)
	c := piece{start, fence}
	var list []span
	for n := 0; c.start >= k.done && n < maxLines; n++ {
		if n == 0 && listing(k.s[c.start:min(len(k.s), c.end+5)]) >= c.end-c.start {
			c.end = c.start
		}
		part, ok := k.inside(c, n <= 1 || len(list) < 2)
		if ok {
			list = append(list, span{piece: part, kind: kindBlock, more: true})
		} else if n > 0 && !harmless(k.s[c.start:c.end]) {
			break
		}
		if c.start <= k.done {
			break
		}
		c = k.before(c.start)
	}
	long := false
	for _, p := range list {
		long = long || p.end-p.start >= fullLine
	}
	if !long {
		return
	}
	list[len(list)-1].more = false
	k.spans = append(k.spans, list...)
}

// firstAlnum returns the index of the first ASCII letter or digit in s, or -1.
func firstAlnum(s string) int {
	return strings.IndexFunc(s, func(r rune) bool { return r < 0x80 && alnum[byte(r)] })
}

// harmless reports whether a line can be inside a key without being a part of the key: an empty
// line, a header, a line with a mask, or only signs.
func harmless(line string) bool {
	line = line[listing(line):]
	i := firstAlnum(line)
	if i < 0 {
		return true
	}
	if strings.Contains(line, Mark) {
		return true
	}
	name, _, ok := strings.Cut(line[i:], ":")
	switch name {
	case "Proc-Type", "DEK-Info", "Version", "Comment", "Hash", "Charset", "Subject", "X-Header", "Private-MAC", "Content-Domain", "MessageID":
		return ok
	}
	return false
}

var slashEq = newSet("/=")

// inside returns the part of the line c that belongs to a key: base64 up to the end of the line, after any
// prefix. A short part is returned only if deep is set: a longer line of the key came before.
func (k *keys) inside(c piece, deep bool) (part piece, ok bool) {
	s, end := k.s, c.end
	var start int
	for {
		for end > c.start && !base64eq[s[end-1]] {
			if s[end-1] >= 0x80 || s[end-1] == ']' || s[end-1] == ')' && !deep {
				return piece{}, false
			}
			end--
			k.looked++
		}
		start = end
		for start > c.start && (base64eq[s[start-1]] || s[start-1] == '\\' && start < end && s[start] == '/') {
			start--
			k.looked++
		}
		if end-start > 2 || end == c.start || start == c.start || strings.Trim(s[start:end], "+/=") != "" {
			break
		}
		end = start // an operator at the end of a line of code
	}
	if start == end {
		return piece{}, false
	}
	for start-1 > c.start && s[start-1] == ' ' { // line ends that became spaces
		more := k.back(start-1, base64eq, longest)
		if more < c.start || start-1-more < partLine {
			break
		}
		start = more
	}
	if s[start] == '/' && s[min(start+1, end-1)] == '/' || s[start] == '=' && end-start > 5 {
		start += run(s[start:end], 0, slashEq, 2)
	}
	if start > c.start && s[start-1] == '\\' && s[start] == 't' || k.signed && start == c.start+listing(s[c.start:c.end]) && s[start] == '+' {
		start++
	}
	if start == end {
		return piece{}, false
	}
	n := end - start
	left := s[c.start:start]
	if n >= fullLine && (threeSorts(s[start:end]) || deep) {
		return piece{start, end}, true
	}
	if n < partLine && !deep {
		return piece{}, false
	}
	listed := listing(left+"x") >= len(left)
	bare := listed || firstAlnum(left[min(listing(left), len(left)):]) < 0
	if !bare || n >= partLine && n < fullLine && !deep && wordy(s[start:end]) {
		return piece{}, false
	}
	return piece{start, end}, true
}
