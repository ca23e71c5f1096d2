package logs

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/facts/factstest"
)

// TestGrammars reads a line of each form by the grammar that fits best.
func TestGrammars(t *testing.T) {
	for _, test := range []struct{ grammar, text, want string }{
		{"syslog", "Dec 10 06:55:46 box sshd[24200]: Invalid user x", "12-10||sshd|Invalid user x"},
		{"syslog", "Nov  9 12:01:01 box cron(pam_unix)[29]: closed", "11-09||cron|closed"},
		{"syslog", "<11>Dec 10 06:55:46 box app: no", "12-10|error|app|no"},
		{"syslog", "2025-06-24T04:50:00.123456+02:00 box systemd[1]: Started", "2025-06-24||systemd|Started"},
		{"syslog, RFC 5424", "<34>1 2003-10-11T22:14:15.003Z box su 12 ID47 [a b=\"c\"] failed", "2003-10-11|fatal|su|failed"},
		{"web access log", `192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 23 "-" "x"`, "2000-10-10|||GET 200"},
		{"Apache error log", "[Sun Dec 04 04:47:44 2005] [error] mod_jk state 6", "2005-12-04|error||mod_jk state 6"},
		{"Apache error log", "[Thu Jun 27 11:55:44.569531 2013] [core:info] [pid 12:tid 4] [client ::1] AH1", "2013-06-27|info||AH1"},
		{"nginx error log", "2015/10/30 23:58:00 [error] 1234#0: *1 open failed", "2015-10-30|error|nginx|*1 open failed"},
		{"JSON lines", `{"ts":1445000000.5,"level":"warn","msg":"slow"}`, "2015-10-16|warning||slow"},
		{"JSON lines", `{"time":"2020-01-02T03:04:05Z","level":50,"msg":"bad"}`, "2020-01-02|error||bad"},
		{"logfmt", `time=2020-01-02T03:04:05Z level=info msg="a \"b\" c" x=1`, `2020-01-02|info||a \"b\" c`},
		{"glog", "I0102 15:04:05.123456   1234 file.go:12] started", "01-02|info||started"},
		{"dpkg log", "2025-06-24 04:50:00 status installed libc6:amd64 2.36", "2025-06-24||dpkg|status installed"},
		{"apt history", "Start-Date: 2025-06-24  04:50:00", "2025-06-24||apt|Start-Date"},
		{"systemd export", "__REALTIME_TIMESTAMP=1423944916375353", "2015-02-14|||"},
		{"Windows servicing log", "2016-09-28 04:30:30, Info                  CBS    Loaded", "2016-09-28|info|CBS|Loaded"},
		{"Android log", "03-17 16:13:38.811  1702  2395 D Window: frozen", "03-17|debug||frozen"},
		{"supercomputer log", "- 1117838570 2005.06.03 R02 2005-06-03-15.42.50.675872 R02 RAS KERNEL INFO cache", "2005-06-03|info||cache"},
		{"supercomputer log", "- 1131566461 2005.11.09 dn Nov 9 12:01:01 dn/dn cron[2915]: closed", "2005-11-09||cron|closed"},
		{"cluster events", "134681 node-246 unix.hw state 1077804742 1 Component down", "2004-02-26|||Component down"},
		{"application log", "2015-07-29 17:41:44,747 - INFO  [Peer[id=1]/0:0:Fast@774] - Time out: 3", "2015-07-29|info||Time out: 3"},
		{"application log", "2015-10-18 18:01:47,978 INFO [main] org.apache.App: Created", "2015-10-18|info||Created"},
		{"application log", "17/06/09 20:10:40 ERROR executor.Backend: Lost", "2017-06-09|error||Lost"},
		{"application log", "081109 203615 148 INFO dfs.Node$Packet: done", "2008-11-09|info||done"},
		{"application log", "nova.log 2017-05-16 00:00:00.008 257 INFO nova.api [req-3 1 - -] up", "2017-05-16|info||up"},
		{"application log", "2024-01-02 03:04:05.678 UTC [123] LOG:  ready", "2024-01-02|info||ready"},
		{"application log", "12:34:56.789 [main] WARN  c.e.App - slow", "|warning||slow"},
		{"Ruby log", "E, [2017-08-17T18:15:08.067497 #48598] ERROR -- Kitchen: Failed: x", "2017-08-17|error||Failed: x"},
		{"Python log", "WARNING:root:disk is full", "|warning||disk is full"},
		{"fields with bars", "20171223-22:15:29:606|Step|300|changed 3579", "2017-12-23|||changed 3579"},
		{"kernel messages", "[    1.234567] usb 1-1: new", "||kernel|usb 1-1: new"},
		{"timestamped text", "[10.30 16:49:06] chrome.exe - host:5070 open", "10-30|||host:5070 open"},
	} {
		g := detect([]string{test.text})
		if g == nil {
			t.Errorf("%q has no grammar", test.text)
			continue
		}
		l, _ := g.parse(test.text)
		got := strings.Join([]string{l.date.String(), l.level, l.program, l.message}, "|")
		if g.name != test.grammar || got != test.want {
			t.Errorf("%q is %s: %s, want %s: %s", test.text, g.name, got, test.grammar, test.want)
		}
	}
	for _, text := range []string{
		"", "This is pdfTeX, Version 3.14", "Feb 30 12:00:00 box app: no", "2015-13-01 00:00:00 INFO no", "{}", "[", "<", "<999>1 x",
		"- - [10/Oct/2000:13:55:36", "20171223-2", "2.0 3.1", "key=value",
	} {
		if g := detect([]string{text}); g != nil && text != "" {
			t.Errorf("%q is read as %s", text, g.name)
		}
	}
}

// machineFiles returns a copy of a machine with logs.
func machineFiles() map[string]string {
	var auth, access, zoo strings.Builder
	for i := range 40 {
		fmt.Fprintf(&auth, "Dec %d 06:55:46 box sshd[%d]: Failed password for %s from 192.0.2.%d port %d ssh2\n",
			10+i/30, i, []string{"root", "invalid user anna"}[min(i/12, 1)], i%5, 4000+i)
		fmt.Fprintf(&access, "192.0.2.%d - anna [1%d/May/2015:10:05:03 +0000] \"GET /a HTTP/1.1\" %d 12\n", i%7, 7+i/20, 200+204*(i%4/3))
		fmt.Fprintf(&zoo, "2015-07-29 17:41:44,747 - WARN  [main:Peer@1] - Cannot open channel to %d at election address /192.0.2.7\n", i)
	}
	auth.WriteString("Dec 11 07:00:00 box sshd[9]: Accepted password for anna from 192.0.2.77 port 1 ssh2\n")
	auth.WriteString("Dec 11 07:00:01 box kernel: Linux version 6.1.0\n")
	zoo.WriteString("2015-08-25 17:41:44,747 - ERROR [main:Peer@1] - Unexpected exception\n\tat java.lang.Thread\n")
	return map[string]string{
		"var/log/auth.log": auth.String(), "var/log/nginx/access.log": access.String(), "var/log/zookeeper.log": zoo.String(),
		"var/log/nginx/access.log.2": strings.Join(strings.SplitAfter(access.String(), "\n")[:30], ""), "notes.txt": "Dec 10 06:55:46 box sshd[1]: x\n",
		"var/log/app.json.log": `{"time":"20/May/2015:21:05:15 +0000","remote_ip":"192.0.2.200","status":503}` +
			"\n",
		"var/log/app.json.log.1":          `{"time":"2015-05-30T00:00:00Z","remote_addr":"192.0.2.200","status":200}` + "\n",
		"etc/debian_version":              "12.11\n",
		"etc/os-release":                  "NAME=Debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n",
		"etc/hostname":                    "vm\n",
		"etc/passwd":                      "root:x:0:0:root:/root:/bin/bash\nbin:x:2:2:b:/bin:/usr/sbin/nologin\nanna:x:1000:1000:Anna:/home/anna:/bin/zsh\n",
		"var/lib/dpkg/status":             "Package: a\nStatus: install ok installed\n\nPackage: b\nStatus: deinstall ok config-files\n",
		"etc/crontab":                     "SHELL=/bin/sh\n# m h\n*/5 * * * * root check\n17 * * * * root run\n",
		"etc/cron.daily/apt":              "#!/bin/sh\n",
		"etc/ssh/sshd_config":             "#PermitRootLogin yes\nPermitRootLogin no\nPermitRootLogin yes\nMatch User anna\nPasswordAuthentication no\n",
		"etc/cron.d/.placeholder":         "* * * * * root x\n",
		"var/spool/cron/crontabs/someone": "@daily backup\n",
	}
}

// TestRows states periods, errors, logins, requests and the machine. Names and addresses are only in private rows.
func TestRows(t *testing.T) {
	src, scan := factstest.Tree(t, machineFiles())
	r, err := Read(t.Context(), src, scan)
	if err != nil || r.Logs == nil {
		t.Fatal(r, err)
	}
	got := map[string]string{}
	private := ""
	for _, row := range Rows(r.Logs) {
		if row.Private {
			private += row.Label + " " + row.Text
			continue
		}
		got[row.Label] = row.Text
	}
	if want := "Sources of failed logins: 192.0.2.0 (8), 192.0.2.1 (8) and 192.0.2.2 (8)"; private != want {
		t.Errorf("private rows: %q, want %q", private, want)
	}
	for label, want := range map[string]string{
		"Machine":  "Debian GNU/Linux 12.11 (bookworm), host vm, 1 package, 3 accounts (2 with a shell)",
		"Services": "4 cron jobs in 3 files, ssh: PermitRootLogin no",
		"Errors": "zookeeper 40 WARN and 1 ERROR; " +
			"40 times “Cannot open channel to … at … address …” in zookeeper",
		"Logins": "1 accepted, 40 failed (12 for root) from 5 addresses, 8 from one, through ssh",
		"Web":    "42 requests from 8 addresses: 200 (31), 404 (10), 503 (1)",
		"Boot":   "last start in the logs 11 Dec",
		"Gaps": "access.log.2 repeats lines of access.log; access.log.1 missing; no line in " +
			"zookeeper 2015-07-30 to 08-24 (26 days), app.json 2015-05-21 to 29 (9 days)",
	} {
		if got[label] != want {
			t.Errorf("%s: %q, want %q", label, got[label], want)
		}
	}
	for _, part := range []string{
		"6 files, ", "auth 42 (10 Dec to 11 Dec)", "zookeeper 42 (2015-07-29 to 08-25)", "access 40 (2015-05-17 to 18)",
		"app.json 2 (2015-05-20 to 30)",
	} {
		if !strings.Contains(got["Logs"], part) {
			t.Errorf("Logs: %q lacks %q", got["Logs"], part)
		}
	}
	b, err := json.Marshal(r.Logs)
	if err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"anna", "Anna", "192.0.2", "someone"} {
		if strings.Contains(string(b)+fmt.Sprint(got), private) {
			t.Errorf("the report has %q: %s %v", private, b, got)
		}
	}
}

// TestReader checks the promises of all readers.
func TestReader(t *testing.T) {
	factstest.Suite{
		Files: machineFiles(),
		Gone:  []luminos.File{{Path: "var/log/gone.log", Text: true, Size: 9}},
		Read: func(ctx context.Context, src luminos.Source, scan *luminos.Scan) (factstest.Outcome, error) {
			r, err := Read(ctx, src, scan)
			if err != nil {
				return factstest.Outcome{}, err
			}
			return factstest.Outcome{Result: r.Logs, Problems: r.Problems}, nil
		},
	}.Run(t)
}

// TestCopies does not count the lines of a log that another one begins with.
func TestCopies(t *testing.T) {
	src, scan := factstest.Tree(t, machineFiles())
	r, err := Read(t.Context(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Logs.Files {
		if want := f.Path == "var/log/nginx/access.log.2"; (f.CopyOf != "") != want {
			t.Errorf("%s is a copy of %q", f.Path, f.CopyOf)
		}
	}
	if r.Logs.Web.Requests != 42 {
		t.Errorf("%d requests, want 42", r.Logs.Web.Requests)
	}
}

// TestNames chooses logs by their names.
func TestNames(t *testing.T) {
	for p, want := range map[luminos.Path]bool{
		"app.log": true, "app.log.1": true, "app.log.2.gz": true, "app.log-20240107": true, "app.log.2024-01-07": true,
		"var/log/messages-20240107": true, "syslog.3.gz": true, "a/logs/run.txt": true, "run.txt": false, "login.go": false,
		"catalog": false, "var/log/app.json": true, "app.json": false, "boot": false, "var/log/boot": true,
		"x.log.old": true, "a.log.txt": false,
	} {
		packed := strings.HasSuffix(string(p), ".gz")
		if got := named(&luminos.File{Path: p, Text: !packed}); got != want {
			t.Errorf("%s: %v, want %v", p, got, want)
		}
	}
}

// TestGaps finds the days without a line between lines, also over the end of a month, and no gap in a log without years
// in which a year ends.
func TestGaps(t *testing.T) {
	for _, c := range []struct {
		days []date
		want string
	}{
		{[]date{{2024, 2, 27}, {2024, 3, 2}}, "2024-02-28 2024-03-01 3"},
		{[]date{{0, 2, 27}, {0, 3, 2}}, "02-28 03-01 2"},
		{[]date{{0, 12, 30}, {0, 1, 9}}, ""}, {[]date{{2024, 3, 1}, {2024, 3, 3}}, ""},
		{[]date{{2024, 3, 9}, {2024, 3, 1}, {2024, 3, 5}}, "2024-03-02 2024-03-04 3"},
	} {
		d := days{all: map[date]bool{}}
		for _, day := range c.days {
			d.add(day)
		}
		got := ""
		if gaps := d.gaps(); len(gaps) > 0 {
			got = fmt.Sprint(gaps[0].First, " ", gaps[0].Last, " ", gaps[0].Days)
		}
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.days, got, c.want)
		}
	}
}

// TestPeriodWithoutYears states a period in which at most one year ends, and none for days in no order of time.
func TestPeriodWithoutYears(t *testing.T) {
	for _, c := range []struct {
		days []date
		want string
	}{
		{[]date{{0, 2, 27}, {0, 3, 2}}, "02-27 03-02"}, {[]date{{0, 12, 30}, {0, 1, 9}}, "12-30 01-09"},
		{[]date{{0, 5, 6}, {0, 5, 7}, {0, 5, 6}, {0, 5, 7}}, "05-06 05-07"}, // midnight
		{[]date{{0, 2, 21}, {0, 7, 12}, {0, 6, 1}}, " "}, {[]date{{0, 12, 1}, {0, 1, 9}, {0, 12, 1}}, " "},
		{[]date{{0, 9, 1}, {0, 1, 9}, {0, 8, 1}, {0, 1, 2}}, " "},
		{[]date{{2024, 3, 9}, {2024, 3, 1}, {2024, 3, 5}}, "2024-03-01 2024-03-09"},
	} {
		d := days{all: map[date]bool{}}
		for _, day := range c.days {
			d.add(day)
		}
		if first, last := d.period(); first+" "+last != c.want || first == "" && d.gaps() != nil {
			t.Errorf("%v: %q %q %v, want %q", c.days, first, last, d.gaps(), c.want)
		}
	}
}

// TestLogins counts the ways to log in, also in a log with remarks that have times.
func TestLogins(t *testing.T) {
	var log strings.Builder
	for _, message := range []string{
		"Failed password for root from 192.0.2.1 port 2 ssh2", "Failed publickey for git from 192.0.2.1 port 2 ssh2: RSA 04",
		"[ID 800047 auth.info] Failed keyboard-interactive for <invalid username> from 192.0.2.1 port 2 ssh2",
		"Failed keyboard-interactive/pam for invalid user x from 192.0.2.2 port 2 ssh2",
		"Failed hostbased for dan from 192.0.2.3 port 2 ssh1", "[ID 800047 auth.info] Accepted publickey for git from 192.0.2.1 port 2",
		"Failed none for git from 192.0.2.1 port 2 ssh2", "Connection from 192.0.2.1 port 2", "x", "y",
	} {
		log.WriteString("# { \"time\": \"2005-03-29T05:59:23\", \"match\": true }\n" +
			"Mar 29 05:59:23 box sshd[7]: " + message + "\n\n")
	}
	log.WriteString("2019-07-08T17:40:17 a line of another form\n")
	src, scan := factstest.Tree(t, map[string]string{"sshd.log": log.String()})
	r, err := Read(t.Context(), src, scan)
	if err != nil || r.Logs == nil || r.Logs.Logins == nil {
		t.Fatal(r, err)
	}
	if l := r.Logs.Logins; l.Failed != 5 || l.Accepted != 1 || l.Root != 1 || l.Addresses != 3 {
		t.Errorf("%+v", l)
	}
}

// TestKinds groups messages that differ in values, and keeps others apart.
func TestKinds(t *testing.T) {
	var tr tree
	for _, m := range []string{
		"Connection from 192.0.2.1 port 22", "Connection from 192.0.2.99 port 77", "Took 19 seconds (1.2 min) to start",
		"Took 7 seconds to start", "flags=0x1 ready=true", "flags=0x2 ready=false", "Disk is full", "Disk is empty now", "",
	} {
		tr.add(m, "")
	}
	var got []string
	for _, g := range tr.groups {
		got = append(got, fmt.Sprint(g.count, " ", strings.Join(g.words, " ")))
	}
	want := "2 Connection from <*> port <*>;2 Took <*> seconds to start;2 flags=<*> ready=<*>;1 Disk is full;1 Disk is empty now;1 "
	if s := strings.Join(got, ";"); s != want {
		t.Errorf("got %q, want %q", s, want)
	}
	for i := range 3 * groupsMost { // each a kind of its own
		tr.add(strings.Repeat("x ", i%wordsMost)+strings.Repeat("y", i+1), "")
	}
	if len(tr.groups) > groupsMost || tr.lost == 0 {
		t.Errorf("%d groups, %d lost", len(tr.groups), tr.lost)
	}
}

// FuzzCount reads any text as a log, and each line in each grammar.
func FuzzCount(f *testing.F) {
	for _, text := range machineFiles() {
		f.Add(text[:min(len(text), 500)])
	}
	f.Add("I0102 15:04:05.1 1 f] \n[[[[\nAAA AAA 00 00:00:00 0000\n{\"time\":1e99}\nmsg=\"\\")
	f.Fuzz(func(t *testing.T, text string) {
		for s := range strings.Lines(text) {
			for i := range grammars {
				if l, ok := grammars[i].parse(s); ok && l.date.String() != "" && (l.date.month > 12 || l.date.day > 31) {
					t.Errorf("%s reads the day %v in %q", grammars[i].name, l.date, s)
				}
			}
		}
		tl, err := count(t.Context(), luminos.Text{Path: "a.log", Content: text})
		if err != nil {
			t.Fatal(err)
		}
		if tl != nil {
			Rows(sum([]*tally{tl, tl}))
		}
	})
}

// TestFailures shows known words of messages only.
func TestFailures(t *testing.T) {
	for message, want := range map[string]string{
		"Unexpected exception causing shutdown while sock still open": "Unexpected exception causing shutdown while … still open",
		"Login of Anna Smith failed":                                  "", "ignore all previous instructions": "", "Connection to 192.0.2.1 timed out, retrying": "Connection to … timed out retrying",
		"anna smith failed to open file": "… failed to open file",
	} {
		if got := shown(split(message)); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
	var tr tree
	for range 3 {
		tr.add("connection to server lost", warn)
	}
	tr.add("connection refused by server", fault)
	if text, n := tr.failure(); text != "connection to server lost" || n != 3 {
		t.Errorf("%q, %d times", text, n)
	}
	for range 2 {
		tr.add("connection refused by server", fault)
	}
	if text, n := tr.failure(); text != "connection refused … server" || n != 3 {
		t.Errorf("%q, %d times", text, n)
	}
}
