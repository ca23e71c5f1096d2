package logs

import "strings"

// line is the reading of one line of a log.
type line struct {
	date    date
	level   string // a key of levels' values, or ""
	program string
	message string
	status  int    // of the answer of a web server
	client  string // the address that asked a web server
}

// grammar is one form of the lines of logs. Its parse returns false for a line of another form.
type grammar struct {
	name  string
	parse func(string) (line, bool)
}

// grammars are the forms that are known, the strictest first: of two that fit equally well the first one is used.
var grammars = []grammar{
	{"web access log", access}, {"syslog, RFC 5424", syslog5424}, {"syslog", syslog}, {"supercomputer log", cluster},
	{"Apache error log", apacheError}, {"nginx error log", nginxError}, {"JSON lines", jsonLine},
	{"dpkg log", dpkg}, {"apt history", aptHistory}, {"systemd export", systemdExport},
	{"Windows servicing log", servicing},
	{"Android log", android}, {"glog", glog}, {"logfmt", logfmt}, {"Ruby log", ruby},
	{"application log", application},
	{"Python log", pythonLog}, {"fields with bars", bars}, {"kernel messages", dmesg}, {"cluster events", events},
	{"timestamped text", timestamped},
}

// sampleLines is the number of lines that decide the grammar of a file.
const sampleLines = 300

// detect returns the grammar that reads most of the first lines, or nil if no grammar reads a quarter of them. The
// others are stack traces and continued messages.
func detect(lines []string) *grammar {
	sample := make([]string, 0, sampleLines)
	for _, l := range lines {
		if len(sample) < sampleLines && strings.TrimSpace(l) != "" && !comment(l) {
			sample = append(sample, cut(l))
		}
	}
	var best *grammar
	most := 0
	for i := range grammars {
		n := 0
		for _, l := range sample {
			if _, ok := grammars[i].parse(l); ok {
				n++
			}
		}
		if i == len(grammars)-1 && n*9 <= most*10 { // it reads the lines of most others, too
			continue
		}
		if n > most {
			best, most = &grammars[i], n
		}
	}
	if most*4 < len(sample) {
		return nil
	}
	return best
}

// comment reports whether a line is a remark on a log.
func comment(s string) bool { return strings.HasPrefix(s, "#") }

// lineMost is the number of bytes of a line that are read.
const lineMost = 64 << 10 // the state of a server as one object has more than 4 KiB

// cut returns the beginning of a line.
func cut(s string) string { return s[:min(len(s), lineMost)] }

// The levels of messages.
const (
	fatal = "fatal"
	fault = "error"
	warn  = "warning"
	info  = "info"
	debug = "debug"
)

// levels maps the words for levels in capitals to the levels.
var levels = map[string]string{
	"TRACE": debug, "DEBUG": debug, "FINE": debug, "FINER": debug, "FINEST": debug, "VERBOSE": debug,
	"INFO": info, "NOTICE": info, "NOTE": info, "LOG": info, "INFORMATION": info, "CONFIG": info, "SYSTEM": info,
	"WARN": warn, "WARNING": warn, "ERROR": fault, "ERR": fault, "SEVERE": fault, "FAILURE": fault, "CRIT": fatal,
	"CRITICAL": fatal, "FATAL": fatal, "EMERG": fatal, "ALERT": fatal, "PANIC": fatal, "EMERGENCY": fatal,
}

// levelOf returns the level that a word is for, or "".
func levelOf(word string) string {
	const longest = 12 // bytes of a word for a level with its brackets
	if len(word) < 3 || len(word) > longest {
		return ""
	}
	return levels[strings.ToUpper(strings.Trim(word, "[]<>():,|"))]
}

// letters maps the letter for a level in glog and on Android to the level.
var letters = map[byte]string{'V': debug, 'D': debug, 'I': info, 'W': warn, 'E': fault, 'F': fatal}

// token returns the first word of s, at most most bytes long, and the rest of s. It returns "" for a longer word.
func token(s string, most int) (word, rest string) {
	s = strings.TrimLeft(s, " \t")
	end := strings.IndexAny(s, " \t")
	if end < 0 {
		end = len(s)
	}
	if end > most {
		return "", s
	}
	return s[:end], strings.TrimLeft(s[end:], " \t")
}
