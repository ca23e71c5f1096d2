package logs

import (
	"strconv"
	"strings"
)

// nameMost is the maximal length of the name of a program or a host in a log, in bytes.
const nameMost = 100

// syslog reads a line in the form of RFC 3164, also with a date as in ISO 8601:
// "Dec 10 06:55:46 box sshd[24200]: message".
func syslog(s string) (line, bool) {
	level := ""
	if pri, rest, ok := priority(s); ok {
		level, s = pri, rest
	}
	iso := len(s) > 10 && s[4] == '-' && s[10] == 'T'
	if !iso && (s == "" || !letter(s[0])) {
		return line{}, false
	}
	d, rest, ok := stamp(s)
	if !ok || d.month == 0 {
		return line{}, false
	}
	host, rest := token(rest, nameMost)
	if host == "" || strings.ContainsAny(host, "[]=\"") || levelOf(host) != "" {
		return line{}, false
	}
	l, ok := tagged(rest)
	l.date, l.level = d, level
	return l, ok
}

// tagged reads a program with the number of its process and a message: "sshd[24200]: message".
func tagged(s string) (line, bool) {
	end := strings.Index(s, ": ")
	if end < 0 {
		if end = len(s) - 1; end < 0 || s[end] != ':' {
			return line{message: s}, strings.HasPrefix(s, "last message repeated")
		}
	}
	tag, message := s[:end], strings.TrimLeft(s[end+1:], " ")
	if _, rest, ok := strings.Cut(message, "] "); ok && strings.HasPrefix(message, "[ID ") { // of Solaris
		message = rest
	}
	name, _, _ := strings.Cut(tag, "[")
	name, _, _ = strings.Cut(name, "(")
	if len(name) > nameMost || strings.Count(name, " ") > 2 {
		return line{message: s}, true // a message without a program
	}
	return line{program: strings.TrimSpace(name[strings.LastIndexByte(name, '/')+1:]), message: message}, true
}

// priority reads "<34>" at the beginning of s as a level.
func priority(s string) (level, rest string, ok bool) {
	if len(s) < 3 || s[0] != '<' {
		return "", s, false
	}
	end := strings.IndexByte(s[:min(len(s), 5)], '>')
	if end < 2 {
		return "", s, false
	}
	n, err := strconv.Atoi(s[1:end])
	if err != nil || n < 0 || n > 191 {
		return "", s, false
	}
	severities := [8]string{fatal, fatal, fatal, fault, warn, info, info, debug}
	return severities[n%8], s[end+1:], true
}

// syslog5424 reads a line in the form of RFC 5424: "<34>1 2003-10-11T22:14:15.003Z host app 12 ID - message".
func syslog5424(s string) (line, bool) {
	level, rest, ok := priority(s)
	if !ok || len(rest) < 2 || !digit(rest[0]) || rest[1] != ' ' {
		return line{}, false
	}
	d, rest, ok := stamp(rest[2:])
	if !ok {
		if rest, ok = strings.CutPrefix(rest, "- "); !ok {
			return line{}, false
		}
	}
	l := line{date: d, level: level}
	for i := range 4 { // host, program, process, kind of message
		var word string
		if word, rest = token(rest, nameMost); i == 1 && word != "-" {
			l.program = word
		}
	}
	if strings.HasPrefix(rest, "[") {
		if end := strings.Index(rest, "] "); end > 0 {
			rest = rest[end+1:]
		}
	}
	l.message = strings.TrimPrefix(strings.TrimPrefix(strings.TrimLeft(rest, " "), "- "), "\ufeff")
	return l, true
}

// cluster reads the forms of supercomputers, which write the time of a line as a number, too:
// "- 1117838570 2005.06.03 R02 2005-06-03-15.42.50.675872 R02 RAS KERNEL INFO message",
// "- 1131566461 2005.11.09 dn228 Nov 9 12:01:01 dn228/dn228 crond[2915]: message".
func cluster(s string) (line, bool) {
	_, rest := token(s, nameMost) // a mark of an alert
	seconds, rest := token(rest, 10)
	day, rest := token(rest, 10)
	if len(seconds) != 10 || !digits(seconds) || !(&form{shape: "0000.00.00"}).matches(day) {
		return line{}, false
	}
	_, rest = token(rest, nameMost)
	d, rest, ok := stamp(rest)
	if !ok || d.month == 0 {
		return line{}, false
	}
	host, rest := token(rest, nameMost)
	if d.year == 0 {
		d.year = number(day[:4])
		l, ok := tagged(rest)
		l.date = d
		return l, ok && host != ""
	}
	l := line{date: d}
	for range 3 { // a system, a component, a level
		var word string
		word, rest = token(rest, nameMost)
		l.level, l.program = levelOf(word), strings.TrimSpace(l.program+" "+word)
	}
	l.program, l.message = "", rest
	return l, true
}

// events reads the events of a cluster: "134681 node-246 unix.hw state_change 1077804742 1 message".
func events(s string) (line, bool) {
	var words [6]string
	rest := s
	for i := range words {
		words[i], rest = token(rest, nameMost)
	}
	seconds, state := words[4], strings.TrimPrefix(words[5], "-")
	if !digits(words[0]) || len(seconds) < 9 || len(seconds) > 10 || !digits(seconds) || !digits(state) {
		return line{}, false
	}
	return line{date: dateOfEpoch(seconds), message: rest}, true
}

// digits reports whether s consists of digits.
func digits(s string) bool {
	for i := range len(s) {
		if !digit(s[i]) {
			return false
		}
	}
	return s != ""
}

// dmesg reads a line of the kernel with the seconds since it started: "[    1.234567] usb 1-1: message".
func dmesg(s string) (line, bool) {
	rest, ok := strings.CutPrefix(s, "[")
	if !ok {
		return line{}, false
	}
	seconds, message, ok := strings.Cut(rest, "] ")
	whole, part, dot := strings.Cut(strings.TrimLeft(seconds, " "), ".")
	if !ok || !dot || !digits(whole) || !digits(part) {
		return line{}, false
	}
	return line{program: "kernel", message: message}, true
}
