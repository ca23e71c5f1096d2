package logs

import "strings"

// application reads the forms of log4j, logback, Hadoop, Spark, Python and the like: a time, a level, and between them
// and the message processes, threads and names of the program, in any order.
func application(s string) (line, bool) {
	l, ok := timestamped(s)
	return l, ok && l.level != ""
}

// timestamped reads a time and a message, with the fields of [application] between them if there are any.
func timestamped(s string) (line, bool) {
	d, rest, ok := stamp(strings.TrimPrefix(s, "["))
	if !ok { // the name of a file goes before the time, or the name of a program
		name, after := token(s, nameMost)
		if name == "" {
			return line{}, false
		}
		if d, rest, ok = stamp(after); !ok || d.year == 0 {
			return line{}, false
		}
	}
	if len(rest) > 0 && letter(rest[0]) {
		return line{}, false
	}
	l := line{date: d}
	l.fields(strings.TrimPrefix(rest, "]"))
	l.message = strings.TrimLeft(withoutContext(l.message), " ")
	return l, true
}

// fieldsMost is the number of fields between a time and a message.
const fieldsMost = 8

// programMost is the length of the name of a program before " - ", in bytes.
const programMost = 30

// fields reads the fields after the time of a line, and then its message.
func (l *line) fields(s string) {
	named := false
	if name, message, ok := strings.Cut(s, " - "); ok && len(name) > 1 && len(name) < programMost && letter(name[1]) {
		if words := strings.Fields(name); len(words) <= 2 && levelOf(words[0]) == "" {
			l.message = message
			return
		}
	}
	for range fieldsMost {
		s = strings.TrimLeft(s, " \t-:|,")
		if s == "" {
			return
		}
		word, rest := token(s, nameMost)
		level := levelOf(word)
		switch {
		case level != "" && l.level == "":
			l.level, s = level, rest
		case s[0] == '[' && !named || s[0] == '[' && l.level == "":
			end := closing(s)
			if end < 0 {
				l.message = s
				return
			}
			if l.level == "" {
				l.level = levelOf(s[:end+1])
			}
			s = s[end+1:]
			if l.level != "" && strings.HasPrefix(s, " - ") { // the message follows
				l.message = s[3:]
				return
			}
		case digits(word) && l.level == "":
			s = rest
		case !named && qualified(word, rest):
			named, s = true, rest
			if strings.HasSuffix(word, ":") && l.level != "" {
				l.message = rest
				return
			}
		default:
			l.message = s
			return
		}
	}
	l.message = s
}

// withoutContext returns s without a group in brackets at its beginning that has only values: the number of a request
// and of its user, "[req-38101a0b 113d3a99 - - -]".
func withoutContext(s string) string {
	t := strings.TrimLeft(s, " ")
	end := closing(t)
	if !strings.HasPrefix(t, "[") || end < 0 {
		return s
	}
	for w := range strings.FieldsSeq(t[1:end]) {
		if mask(w) != variable {
			return s
		}
	}
	return t[end+1:]
}

// closing returns the offset of the bracket that closes the one at the beginning of s, or -1.
func closing(s string) int {
	depth := 0
	for i := range min(len(s), 4*nameMost) {
		switch s[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// qualified reports whether a word before rest is the name of a part of a program: "dfs.DataNode$Packet:", "nova.api".
func qualified(word, rest string) bool {
	name := strings.TrimSuffix(word, ":")
	for i := range len(name) {
		if c := name[i]; !letter(c) && !digit(c) && !strings.ContainsRune("._$-/", rune(c)) {
			return false
		}
	}
	if name == "" || !letter(name[0]) {
		return false
	}
	inner := strings.IndexByte(name, '.') > 0
	return name != word || strings.HasPrefix(rest, "- ") || inner && strings.HasPrefix(rest, "[")
}

// android reads "03-17 16:13:38.811  1702  2395 D WindowManager: message".
func android(s string) (line, bool) {
	if len(s) < 20 || s[2] != '-' || s[5] != ' ' {
		return line{}, false
	}
	d, rest, ok := stamp(s)
	process, rest := token(rest, 8)
	thread, rest := token(rest, 8)
	if !ok || !digits(process) || !digits(thread) || len(rest) < 3 || letters[rest[0]] == "" || rest[1] != ' ' {
		return line{}, false
	}
	_, message, ok := strings.Cut(rest[2:], ": ")
	return line{date: d, level: letters[rest[0]], message: message}, ok || strings.HasSuffix(rest, ":")
}

// glog reads "I0102 15:04:05.123456 1234 file.go:12] message", also after the same time of klog.
func glog(s string) (line, bool) {
	if len(s) < 20 || letters[s[0]] == "" || !(&form{shape: "0000 00:00:00"}).matches(s[1:]) {
		return line{}, false
	}
	_, message, ok := strings.Cut(s, "] ")
	d := date{month: number(s[1:3]), day: number(s[3:5])}
	if d.month > 12 || d.month < 1 || d.day > 31 || d.day < 1 {
		return line{}, false
	}
	return line{date: d, level: letters[s[0]], message: message}, ok
}

// ruby reads the default form of the loggers of Ruby: "E, [2017-08-17T18:15:08.067497 #48598] ERROR -- app: message".
func ruby(s string) (line, bool) {
	if len(s) < 5 || s[1:4] != ", [" {
		return line{}, false
	}
	d, rest, ok := stamp(s[4:])
	_, rest, closed := strings.Cut(rest, "]")
	level, rest := token(rest, 12)
	_, message, named := strings.Cut(rest, ": ")
	return line{date: d, level: levelOf(level), message: message}, ok && closed && named && levelOf(level) != ""
}

// servicing reads "2016-09-28 04:30:30, Info                  CBS    message".
func servicing(s string) (line, bool) {
	d, rest, ok := stamp(s)
	rest, comma := strings.CutPrefix(rest, ", ")
	level, rest := token(rest, 12)
	program, message := token(rest, 12)
	if !ok || !comma || levelOf(level) == "" || program == "" {
		return line{}, false
	}
	return line{date: d, level: levelOf(level), program: program, message: message}, true
}

// bars reads "20171223-22:15:29:606|Step_LSC|30002312|message".
func bars(s string) (line, bool) {
	head, rest, ok := strings.Cut(s, "|")
	if !ok || len(head) > 40 {
		return line{}, false
	}
	d, tail, ok := stamp(head)
	if !ok || strings.TrimSpace(tail) != "" {
		return line{}, false
	}
	l := line{date: d}
	for range 3 {
		field, after, more := strings.Cut(rest, "|")
		if !more || strings.ContainsRune(strings.TrimSpace(field), ' ') {
			break
		}
		if level := levelOf(strings.TrimSpace(field)); level != "" {
			l.level = level
		}
		rest = after
	}
	l.message = strings.TrimLeft(rest, " ")
	return l, true
}

// pythonLog reads the default form of the logging of Python: "WARNING:root:message".
func pythonLog(s string) (line, bool) {
	level, rest, ok := strings.Cut(s, ":")
	name, message, more := strings.Cut(rest, ":")
	if !ok || !more || level != strings.ToUpper(level) || levelOf(level) == "" || strings.ContainsRune(name, ' ') {
		return line{}, false
	}
	return line{level: levelOf(level), message: message}, true
}
