package logs

import (
	"slices"
	"strings"
	"unicode"

	"luminos"
)

// Programs that make backups write times at few lines and no levels: their complaints are found by words.

// backupNames are words in the names of their logs.
var backupNames = setOf("backup backups rsync rsnapshot borg borgmatic restic duplicity duply rclone tar")

// backupLines are lines that they write at the beginning.
var backupLines = []string{"sending incremental file list", "[ Backup Statistics ]", "Archive name: ", "rsync error: "}

// isBackup reports whether a log is of a backup by its name or its first lines.
func isBackup(p luminos.Path, lines []string) bool {
	other := func(r rune) bool { return !unicode.IsLetter(r) }
	for _, w := range strings.FieldsFunc(strings.ToLower(p.Base()), other) {
		if backupNames[w] {
			return true
		}
	}
	return slices.ContainsFunc(lines, func(s string) bool {
		return slices.ContainsFunc(backupLines, func(part string) bool { return strings.Contains(s, part) })
	})
}

// backupLog is the form of logs of backups that no other form fits: some lines have a time.
var backupLog = grammar{"backup log", func(s string) (line, bool) {
	const before = 40 // bytes before a time: "EndTime 1780880443.12 (Mon Jun  8 01:00:43 2026)"
	for i := range min(len(s), before) {
		if strings.HasSuffix(s[:i], "Last ") { // the day of another run follows
			break
		}
		if c := s[i]; (digit(c) || letter(c)) && (i == 0 || !digit(s[i-1]) && !letter(s[i-1])) {
			if d, _, ok := stamp(s[i:]); ok && d.year != 0 {
				return line{date: d, message: s}, true
			}
		}
	}
	return line{message: s}, true
}}

// judge sets the level of a line of a backup's log that lacks one, and keeps the day of the last fault. It reports
// whether the line counts, of which known says whether its form is known.
func (t *tally) judge(l *line, known bool, s string) bool {
	if !known {
		*l = line{}
	}
	if l.date.month != 0 {
		t.days.now = l.date
	}
	if l.message == "" {
		l.message = s
	}
	if l.level == "" {
		l.level = complaint(l.message)
	}
	if l.level == fault || l.level == fatal {
		t.days.fault = t.days.now
	}
	return known || l.level != ""
}

// complaints are the words of complaints with their levels.
var complaints = map[string]string{
	"error": fault, "errors": fault, "failed": fault, "failure": fault, "denied": fault, "cannot": fault,
	"unable": fault, "aborted": fault, "corrupt": fault, "corrupted": fault, "fatal": fatal,
	"warning": warn, "exit": fault, "exited": fault, "rc": fault,
}

// complaint returns the level of a message by its words, or "". The names of files in lists are no words, and
// "0 errors" is no complaint.
func complaint(s string) string {
	if strings.Contains(s, "/") && !strings.Contains(s, ": ") && !strings.HasSuffix(s, ":") {
		return "" // the path of a file that was copied
	}
	all := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-'", r)
	})
	for i := range all {
		all[i] = strings.Trim(all[i], "._-'")
	}
	for i, w := range all {
		level := complaints[w]
		switch after := all[i+1:]; {
		case level == "":
		case w == "exit" || w == "exited" || w == "rc":
			if status := firstNumber(after); status != "" && strings.Trim(status, "0") != "" {
				return level
			}
		case len(after) > 0 && (strings.Trim(after[0], "0") == "" || after[0] == "none"):
		case slices.ContainsFunc(all[max(0, i-2):i], func(w string) bool {
			return w == "0" || w == "no" || w == "without"
		}):
		default:
			return level
		}
	}
	return ""
}

// firstNumber returns the number after words such as "with status", or "".
func firstNumber(after []string) string {
	for _, w := range after[:min(len(after), 3)] {
		if digits(w) {
			return w
		}
		if w != "code" && w != "status" && w != "with" {
			break
		}
	}
	return ""
}
