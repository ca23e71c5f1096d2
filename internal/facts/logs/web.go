package logs

import (
	"strconv"
	"strings"

	"luminos"
)

// web counts requests to a web server.
type web struct {
	requests int
	statuses map[int]int
	clients  map[uint64]bool // digests of addresses
}

func newWeb() web { return web{statuses: map[int]int{}, clients: map[uint64]bool{}} }

// add adds a request.
func (w *web) add(l *line) {
	w.requests++
	w.statuses[l.status]++
	w.clients[digest(l.client)] = true
}

// log returns the entry of the requests in the report.
func (w *web) log() *luminos.WebLog {
	out, names := &luminos.WebLog{Requests: w.requests, Addresses: len(w.clients)}, map[string]int{}
	for status, n := range w.statuses {
		names[strconv.Itoa(status)] = n
		if class := status / 100; class < len(out.Classes) {
			out.Classes[class] += n
		}
	}
	out.Statuses = luminos.Counts(names)
	return out
}

// access reads the common and the combined form of web servers:
// `203.0.113.9 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 2326`.
func access(s string) (line, bool) {
	open := strings.Index(s, " [")
	if open < 0 || open > 3*nameMost {
		return line{}, false
	}
	names := strings.Fields(s[:open])
	d, rest, ok := stamp(s[open+2:])
	if !ok || d.year == 0 || len(names) < 3 || len(names) > 5 {
		return line{}, false
	}
	rest, ok = strings.CutPrefix(rest, "] \"")
	if !ok {
		return line{}, false
	}
	end := strings.Index(rest, "\" ")
	if end < 0 {
		return line{}, false
	}
	request := rest[:end]
	status, _ := token(rest[end+1:], 3)
	if len(status) != 3 || !digits(status) {
		return line{}, false
	}
	client := names[0]
	if len(names) == 4 { // the name of the site goes before
		client = names[1]
	}
	method, _ := token(request, nameMost)
	return line{date: d, status: number(status), client: client, message: method + " " + status}, true
}

// apacheError reads "[Sun Dec 04 04:47:44 2005] [error] message" and the form with modules and processes.
func apacheError(s string) (line, bool) {
	rest, ok := strings.CutPrefix(s, "[")
	if !ok || rest == "" || !letter(rest[0]) {
		return line{}, false
	}
	d, rest, ok := stamp(rest)
	if !ok || d.year == 0 {
		return line{}, false
	}
	rest, ok = strings.CutPrefix(rest, "]")
	l := line{date: d}
	for rest = strings.TrimLeft(rest, " "); strings.HasPrefix(rest, "["); rest = strings.TrimLeft(rest, " ") {
		group, after, closed := strings.Cut(rest[1:], "]")
		if !closed {
			break
		}
		if l.level == "" {
			l.level = levelOf(group[strings.LastIndexByte(group, ':')+1:])
		}
		rest = after
	}
	l.message = rest
	return l, ok
}

// nginxError reads "2015/10/30 23:58:00 [error] 1234#0: *1 message".
func nginxError(s string) (line, bool) {
	if len(s) < 20 || s[4] != '/' {
		return line{}, false
	}
	d, rest, ok := stamp(s)
	group, rest := token(rest, nameMost)
	if !ok || !strings.HasPrefix(group, "[") || levelOf(group) == "" {
		return line{}, false
	}
	process, message := token(rest, nameMost)
	if !strings.Contains(process, "#") {
		return line{}, false
	}
	return line{date: d, level: levelOf(group), program: "nginx", message: message}, true
}
