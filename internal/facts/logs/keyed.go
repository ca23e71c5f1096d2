package logs

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"luminos/internal/daterange"
)

// Names of the fields of lines that are objects or pairs.
var (
	timeKeys    = []string{"time", "timestamp", "@timestamp", "ts", "t", "datetime", "date", "asctime"}
	levelKeys   = []string{"level", "lvl", "severity", "levelname", "log.level", "loglevel"}
	messageKeys = []string{"msg", "message", "event", "text", "request"}
	statusKeys  = []string{"status", "status_code", "response"}
	clientKeys  = []string{"remote_addr", "remote_ip", "client_ip", "clientip"}
)

// jsonLine reads an object with a time: `{"time":"2020-01-02T03:04:05Z","level":"info","msg":"message"}`.
func jsonLine(s string) (line, bool) {
	s = strings.TrimSpace(s)
	if len(s) < 2 || s[0] != '{' || s[len(s)-1] != '}' {
		return line{}, false
	}
	var fields map[string]any
	if json.Unmarshal([]byte(s), &fields) != nil {
		return line{}, false
	}
	get := func(keys []string) string {
		for _, k := range keys {
			switch v := fields[k].(type) {
			case string:
				return v
			case float64:
				return strconv.FormatFloat(v, 'f', -1, 64)
			}
		}
		return ""
	}
	l, ok := keyed(get(timeKeys), get(levelKeys), get(messageKeys))
	// A web server that writes objects: other programs have a status, too.
	if status := get(statusKeys); len(status) == 3 && digits(status) && get(clientKeys) != "" {
		l.status, l.client = number(status), get(clientKeys)
	}
	return l, ok
}

// keyed returns the line with these values. It is no line of a log without a time.
func keyed(at, level, message string) (line, bool) {
	l := line{level: levelOf(level), message: message}
	if n, err := strconv.Atoi(level); err == nil && n >= 10 && n <= 60 { // pino and bunyan count from 10 to 60
		l.level = [6]string{debug, debug, info, warn, fault, fatal}[n/10-1]
	}
	if d, _, ok := stamp(strings.TrimPrefix(at, "[")); ok {
		l.date = d
		return l, true
	}
	seconds, _, _ := strings.Cut(at, ".")
	if len(seconds) == 13 {
		seconds = seconds[:10]
	}
	l.date = dateOfEpoch(seconds)
	return l, l.date.month != 0
}

// dateOfEpoch returns the date of a number of seconds since 1970 with ten digits or nine, or the zero date.
func dateOfEpoch(s string) date {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1e8 || n > 1e10 {
		return date{}
	}
	at := time.Unix(n, 0).UTC()
	if !daterange.Plausible(at) {
		return date{}
	}
	return date{at.Year(), int(at.Month()), at.Day()}
}

// logfmt reads pairs with a time or a level: `time=2020-01-02T03:04:05Z level=info msg="message"`.
func logfmt(s string) (line, bool) {
	var at, level, message string
	pairs := 0
	for rest := strings.TrimSpace(s); rest != "" && pairs < 64; pairs++ {
		key, after, ok := strings.Cut(rest, "=")
		if !ok || key == "" || len(key) > nameMost || strings.ContainsAny(key, " \"[]{}") {
			break
		}
		var value string
		if strings.HasPrefix(after, "\"") {
			end := 1
			for end < len(after) && after[end] != '"' {
				if after[end] == '\\' {
					end++
				}
				end++
			}
			value, after = after[1:min(end, len(after))], after[min(end+1, len(after)):]
		} else {
			value, after, _ = strings.Cut(after, " ")
		}
		switch {
		case at == "" && contains(timeKeys, key):
			at = value
		case level == "" && contains(levelKeys, key):
			level = value
		case message == "" && contains(messageKeys, key):
			message = value
		}
		rest = strings.TrimLeft(after, " ")
	}
	if pairs < 2 || levelOf(level) == "" {
		return line{}, false
	}
	l, _ := keyed(at, level, message)
	return l, true
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// dpkg reads "2025-06-24 04:50:00 status installed libc6:amd64 2.36-9": an action and a package.
func dpkg(s string) (line, bool) {
	d, rest, ok := stamp(s)
	action, rest := token(rest, 12)
	switch action {
	case "startup", "status", "install", "upgrade", "configure", "trigproc", "remove", "purge", "conffile":
	default:
		return line{}, false
	}
	if ok = ok && d.year != 0; action == "status" {
		state, _ := token(rest, 20)
		action += " " + state
	}
	return line{date: d, program: "dpkg", message: action}, ok
}

// aptHistory reads a line of the records of apt: "Start-Date: 2025-06-24  04:50:00", "Install: …".
func aptHistory(s string) (line, bool) {
	key, value, ok := strings.Cut(s, ": ")
	if !ok {
		return line{}, false
	}
	l := line{program: "apt", message: key}
	switch key {
	case "Start-Date", "End-Date":
		l.date, _, ok = stamp(strings.Replace(value, "  ", " ", 1))
	case "Commandline", "Requested-By", "Install", "Upgrade", "Remove", "Purge", "Reinstall", "Downgrade", "Error":
	default:
		return line{}, false
	}
	return l, ok
}

// systemdExport reads a field of the export of the journal of systemd: "__REALTIME_TIMESTAMP=1423944916375353".
func systemdExport(s string) (line, bool) {
	key, value, ok := strings.Cut(s, "=")
	if !ok || key == "" || strings.Trim(key, "_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		return line{}, false
	}
	var l line
	switch key {
	case "__REALTIME_TIMESTAMP":
		if len(value) == 16 {
			l.date = dateOfEpoch(value[:10])
		}
	case "PRIORITY":
		l.level, _, _ = priority("<" + value + ">")
	case "SYSLOG_IDENTIFIER":
		l.program = value
	case "MESSAGE":
		l.message = value
	}
	return l, true
}
