package logs

import (
	"strings"
	"testing"

	"luminos"
)

// TestBackups counts the complaints of programs that make backups, with the day of the last one.
func TestBackups(t *testing.T) {
	for _, c := range []struct {
		path luminos.Path
		text string
		want string // rows by label
	}{
		{"backup.log", "2026-03-01 02:00:01 Starting backup of /home\n" +
			"sending incremental file list\nhome/anna/failed exam.txt\n" +
			"rsync: [sender] send_files failed to open \"/home/anna/key\": Permission denied (13)\n" +
			"rsync error: some files were not transferred (see previous errors) (code 23) at main.c(1338)\n" +
			"2026-03-01 02:04:11 backup finished with exit 23\n2026-03-02 02:00:01 backup finished with exit 0",
			"Logs 1 file, 7 lines: backup 7 (2026-03-01 to 02)|Errors backup 3 ERROR (last 2026-03-01)"},
		{"borg.log", "2026-05-01 03:00:00,123 INFO Number of errors: 12\n" +
			"/home/a.db: open: [Errno 13] Permission denied: 'a.db'\nterminating with warning status, rc 1\n" +
			"2026-05-02 03:00:02,500 ERROR Failed to create the lock\n" +
			"terminating with error status, rc 2",
			"Logs 1 file, 5 lines: borg 5 (2026-05-01 to 02)|Errors borg 1 WARN and 3 ERROR (last 2026-05-02)"},
		{"restic.log", "=== Sun Jun  7 04:00:01 CEST 2026 ===\nerror: lstat /home/anna/gone: no such file\n" +
			"Errors 0, no errors\nTotal errors: 0.\nDone, calling exit.\n" +
			"=== Mon Jun  8 04:00:01 CEST 2026 ===\nFatal: unable to open repository",
			"Logs 1 file, 7 lines: restic 7 (2026-06-07 to 08)|Errors restic 1 ERROR and 1 FATAL (last 2026-06-08)"},
		{"nightly.log", "Last full backup date: Sun Jun  1 01:00:03 2026\n--------------[ Backup Statistics ]--------------\n" +
			"StartTime 1780880403.12 (Mon Jun  8 01:00:03 2026)\nErrors 2\nexit 1",
			"Logs 1 file, 5 lines: nightly 5 (2026-06-08)|Errors nightly 2 ERROR (last 2026-06-08)"},
		{"build.log", "error: no such file\nexit 1", ""},
		{"app.log", "2026-03-01 02:00:01 job failed", "Logs 1 file, 1 line: app 1 (2026-03-01)"},
	} {
		tl, err := count(t.Context(), luminos.Text{Path: c.path, Content: c.text})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if tl != nil {
			for _, r := range Rows(sum([]*tally{tl})) {
				got = append(got, r.Label+" "+r.Text)
			}
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s: %s\nwant %s", c.path, s, c.want)
		}
	}
}

// TestLastFault takes the last fault of rotated files, also if a year without a number ends within one of them.
func TestLastFault(t *testing.T) {
	whole := luminos.LogFile{Path: "backup.log.1", First: "12-01", Last: "12-30", LastError: "12-29"}
	ends := luminos.LogFile{Path: "backup.log", First: "12-31", Last: "01-05", LastError: "01-03"}
	later := luminos.LogFile{Path: "backup.log.2", First: "12-30", Last: "12-31", LastError: "12-30"}
	for want, files := range map[string][]luminos.LogFile{
		"12-29": {whole}, "12-30": {later, whole}, "01-03": {whole, ends, later},
	} {
		if got := seriesOf(files)[0].fault; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
