package luminos

// Logs sums up the logs of a target and, in a part of the file system of a machine, its identity. Nothing in it has the
// name of a person or an address.
type Logs struct {
	Files   []LogFile `json:"files"` // by path, at most 300
	Lines   int       `json:"lines"` // of all files
	Left    int       `json:"left,omitempty"`
	Logins  *Logins   `json:"logins,omitempty"`
	Web     *WebLog   `json:"web,omitempty"`
	Boot    string    `json:"boot,omitempty"` // the last day on which a kernel started, as in a LogFile
	Machine *Machine  `json:"machine,omitempty"`
}

// LogFile is one log.
type LogFile struct {
	Path   Path   `json:"path"`
	Format string `json:"format"`            // "syslog", "web access log"
	Source string `json:"program,omitempty"` // the program with most lines, if they name it
	Lines  int    `json:"lines"`
	// First and Last are days, "2015-07-29", or "12-10" in a log without years, in which they are the days of the first
	// and of the last line.
	First  string   `json:"first,omitempty"`
	Last   string   `json:"last,omitempty"`
	Levels []Amount `json:"levels,omitempty"` // lines by level, the gravest first: "fatal", "error", "warning"…
	// Kinds is the number of groups of messages that are equal apart from values. Frequent is the number of lines in
	// the three largest groups.
	Kinds    int `json:"kinds_of_messages,omitempty"`
	Frequent int `json:"lines_of_frequent_kinds,omitempty"`
	// Failure is the most frequent message of the gravest level with several ones. It has only words of a list; "…"
	// replaces values and all other words, which can be names. FailureLines is its number of lines.
	Failure      string `json:"failure,omitempty"`
	FailureLines int    `json:"failure_lines,omitempty"`
	// LastError is the day of the last line with an error, or "" if it is not known. Only logs of backups have it.
	LastError string `json:"last_error,omitempty"`
	// Days is the number of days with a line. Gaps are the longest runs of days without a line between days with lines,
	// the longest first.
	Days int      `json:"days,omitempty"`
	Gaps []LogGap `json:"gaps,omitempty"`
	// Cut reports that only the beginning of the file was read. CopyOf is a log that begins with the lines of this one.
	Cut    bool `json:"cut,omitempty"`
	CopyOf Path `json:"copy_of,omitempty"`
}

// LogGap is a run of days without a line in a log. First and Last are as in [LogFile].
type LogGap struct {
	First string `json:"first"`
	Last  string `json:"last"`
	Days  int    `json:"days"`
}

// Logins counts the logins through ssh in all logs.
type Logins struct {
	Failed    int `json:"failed"`
	Addresses int `json:"addresses"` // from which the failed ones came
	// Most is the number of failed ones from the address with most of them, and Root of the ones for the account root.
	Most     int `json:"most_of_one_address"`
	Root     int `json:"for_root"`
	Accepted int `json:"accepted"`
	// From are the addresses with most failed ones. Only a row that is private has them.
	From []Counted `json:"-"`
}

// WebLog counts the requests to web servers in all logs.
type WebLog struct {
	Requests  int    `json:"requests"`
	Addresses int    `json:"addresses"`
	Classes   [6]int `json:"classes"` // requests by the first digit of the status
	// Statuses are the statuses of the answers, the most frequent first, each with its number of requests.
	Statuses []Counted `json:"statuses"`
}

// Machine is the identity of a machine, by the files that describe it.
type Machine struct {
	Name     string `json:"name,omitempty"` // of the operating system, with its version
	Host     string `json:"host,omitempty"`
	Packages int    `json:"packages,omitempty"`
	Database string `json:"package_database,omitempty"` // "dpkg", "rpm", "apk", "pacman"
	Accounts int    `json:"accounts,omitempty"`
	Shells   int    `json:"accounts_with_shell,omitempty"`
	Jobs     int    `json:"cron_jobs,omitempty"`
	JobFiles int    `json:"cron_files,omitempty"`
	Services int    `json:"enabled_services,omitempty"`
	// Root and Passwords are the values of PermitRootLogin and PasswordAuthentication of the ssh server, if they are
	// set.
	Root      string `json:"ssh_root_login,omitempty"`
	Passwords string `json:"ssh_passwords,omitempty"`
}
