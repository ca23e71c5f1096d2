package logs

import (
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/injection"
	"luminos/internal/words"
)

// machineMost is the number of bytes of a file that are read: the status of 10,000 packages.
const machineMost = 16 << 20

// machine reads the files that identify a machine.
type machine struct {
	src  luminos.Source
	scan *luminos.Scan
	out  luminos.Machine
}

// identify returns the identity of the machine whose files the target has, or nil if it has no such files. It returns
// an error only if ctx is cancelled.
func identify(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*luminos.Machine, error) {
	m := &machine{src: src, scan: scan}
	for _, read := range []func(context.Context){m.system, m.packages, m.accounts, m.jobs, m.services, m.ssh} {
		if read(ctx); ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	if m.out == (luminos.Machine{}) {
		return nil, nil
	}
	return &m.out, nil
}

// depthMost is the depth of the copy of a machine in the target: "backup/vm/etc/passwd".
const depthMost = 2

// find returns the regular file with this path in the machine, which can lie in a directory of the target. In a target
// that is /etc or /var itself, a file lacks its first directory.
func (m *machine) find(path string) (luminos.Path, bool) {
	best := luminos.Path("")
	_, short, _ := strings.Cut(path, "/")
	for i := range m.scan.Files {
		f := &m.scan.Files[i]
		p := string(f.Path)
		if !f.Regular() || f.Path.Base() != luminos.Path(path).Base() {
			continue
		}
		below, copied := strings.CutSuffix(p, "/"+path)
		copied = copied && strings.Count(below, "/") < depthMost
		if in := p == path || p == short || copied; in && (best == "" || len(p) < len(best)) {
			best = f.Path
		}
	}
	return best, best != ""
}

// lines returns the lines of a file of the machine, or nil without the file.
func (m *machine) lines(ctx context.Context, path string) []string {
	p, ok := m.find(path)
	if !ok {
		return nil
	}
	text, err := m.src.Text(ctx, p, machineMost)
	if err != nil {
		return nil // the scan has the reason
	}
	return text.Lines()
}

// system reads the name of the operating system and of the host.
func (m *machine) system(ctx context.Context) {
	lines := m.lines(ctx, "etc/os-release")
	if lines == nil {
		lines = m.lines(ctx, "usr/lib/os-release")
	}
	for _, l := range lines {
		if name, ok := strings.CutPrefix(l, "PRETTY_NAME="); ok {
			m.out.Name = plain(strings.Trim(strings.TrimSpace(name), `"'`), " ()._-/+")
		}
	}
	if v := m.lines(ctx, "etc/debian_version"); len(v) > 0 {
		version := plain(strings.TrimSpace(v[0]), "./")
		major, _, point := strings.Cut(version, ".")
		switch {
		case version != "" && m.out.Name == "":
			m.out.Name = "Debian " + version // a copy of /etc has os-release as a link to /usr
		case point: // os-release has no point releases
			m.out.Name = strings.TrimSpace(strings.Replace(m.out.Name+" ", " "+major+" ", " "+version+" ", 1))
		}
	}
	if lines := m.lines(ctx, "etc/hostname"); len(lines) > 0 {
		m.out.Host = plain(strings.TrimSpace(lines[0]), ".-")
	}
}

// plainMost is the number of bytes of a name in the report.
const plainMost = 63

// plain returns a name that has only letters, digits and some marks and is no order to an agent, or "".
func plain(s, marks string) string {
	if s == "" || len(s) > plainMost {
		return ""
	}
	for i := range len(s) {
		if !letter(s[i]) && !digit(s[i]) && strings.IndexByte(marks, s[i]) < 0 {
			return ""
		}
	}
	if injection.InName(s) != "" {
		return ""
	}
	return s
}

// packages counts the installed packages.
func (m *machine) packages(ctx context.Context) {
	for _, d := range []struct{ name, path, line string }{
		{"dpkg", "var/lib/dpkg/status", "Status: install ok installed"}, {"apk", "lib/apk/db/installed", "P:"},
	} {
		for _, l := range m.lines(ctx, d.path) {
			if strings.HasPrefix(l, d.line) {
				m.out.Packages++
				m.out.Database = d.name
			}
		}
		if m.out.Packages > 0 {
			return
		}
	}
	for _, path := range []string{"var/lib/rpm/rpmdb.sqlite", "var/lib/rpm/Packages", "var/lib/rpm/Packages.db"} {
		if _, ok := m.find(path); ok {
			m.out.Database = "rpm"
		}
	}
	for i := range m.scan.Dirs { // each package of pacman is a directory
		if d := m.scan.Dirs[i]; strings.HasSuffix("/"+string(d.Path), "/lib/pacman/local") {
			m.out.Packages, m.out.Database = d.Subdirs, "pacman"
		}
	}
}

// noShells are programs in place of a shell that let no one in.
var noShells = []string{"", "nologin", "false", "sync", "halt", "shutdown", "true"}

// accounts counts the accounts, and the accounts with a shell.
func (m *machine) accounts(ctx context.Context) {
	for _, l := range m.lines(ctx, "etc/passwd") {
		fields := strings.Split(l, ":")
		if len(fields) != 7 || strings.HasPrefix(l, "#") {
			continue
		}
		m.out.Accounts++
		if shell := fields[6]; !slices.Contains(noShells, shell[strings.LastIndexByte(shell, '/')+1:]) {
			m.out.Shells++
		}
	}
}

// cronMost is the number of files of cron that are read.
const cronMost = 200

// jobs counts the jobs of cron and their files.
func (m *machine) jobs(ctx context.Context) {
	read := 0
	for i := range m.scan.Files {
		f := &m.scan.Files[i]
		p := "/" + string(f.Path)
		jobs := 0
		switch dir, base := p[:strings.LastIndexByte(p, '/')], f.Path.Base(); {
		case !f.Regular() || strings.HasPrefix(base, "."):
		case hasSuffix(dir, "/cron.hourly", "/cron.daily", "/cron.weekly", "/cron.monthly"):
			jobs = 1
		case strings.HasSuffix(p, "/etc/crontab"), p == "/crontab", strings.HasSuffix(dir, "/cron.d"),
			strings.Contains(dir, "/spool/cron"):
			if read++; read > cronMost {
				continue
			}
			text, err := m.src.Text(ctx, f.Path, 1<<16) // longer than a table of cron
			if err != nil {
				continue
			}
			jobs = entries(text.Lines())
		}
		if jobs > 0 {
			m.out.Jobs += jobs
			m.out.JobFiles++
		}
	}
}

// entries counts the jobs in the lines of a table of cron: "*/5 * * * * root /usr/bin/check", "@daily …".
func entries(lines []string) int {
	n := 0
	for _, l := range lines {
		fields := strings.Fields(l)
		switch {
		case len(fields) > 1 && strings.HasPrefix(fields[0], "@"):
			n++
		case len(fields) > 5 && strings.Trim(strings.Join(fields[:3], ""), "0123456789*/,-") == "":
			n++
		}
	}
	return n
}

func hasSuffix(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(s, suffix) })
}

// services counts the services that systemd starts: links in directories such as "multi-user.target.wants".
func (m *machine) services(context.Context) {
	seen := map[string]bool{}
	for i := range m.scan.Files {
		f := &m.scan.Files[i]
		dir := "/" + string(f.Path.Dir())
		enabled := strings.Contains(dir, "/systemd/system/") && strings.HasSuffix(dir, ".wants")
		if base := f.Path.Base(); enabled && !f.Regular() && strings.HasSuffix(base, ".service") && !seen[base] {
			seen[base] = true
			m.out.Services++
		}
	}
}

// ssh reads the settings of the ssh server that hold for all users; the first value of a setting counts.
func (m *machine) ssh(ctx context.Context) {
	known := []string{"yes", "no", "prohibit-password", "without-password", "forced-commands-only"}
	for _, l := range m.lines(ctx, "etc/ssh/sshd_config") {
		fields := strings.Fields(l)
		if len(fields) > 0 && strings.EqualFold(fields[0], "Match") {
			return
		}
		if len(fields) < 2 || !slices.Contains(known, strings.ToLower(fields[1])) {
			continue
		}
		value := strings.ToLower(fields[1])
		switch {
		case strings.EqualFold(fields[0], "PermitRootLogin") && m.out.Root == "":
			m.out.Root = value
		case strings.EqualFold(fields[0], "PasswordAuthentication") && m.out.Passwords == "":
			m.out.Passwords = value
		}
	}
}

// machineText returns the identity: "Debian GNU/Linux 12 (bookworm), host vm, 837 packages, 24 accounts (3 with a
// shell)".
func machineText(m *luminos.Machine) string {
	var parts []string
	if m.Name != "" {
		parts = append(parts, m.Name)
	}
	if m.Host != "" {
		parts = append(parts, "host "+m.Host)
	}
	if m.Packages > 0 {
		parts = append(parts, words.Plural(m.Packages, "package"))
	} else if m.Database != "" {
		parts = append(parts, "a database of packages of "+m.Database)
	}
	if m.Accounts > 0 {
		parts = append(parts, words.Plural(m.Accounts, "account")+" ("+words.Count(m.Shells)+" with a shell)")
	}
	return strings.Join(parts, ", ")
}

// servicesText returns the jobs, the services and the settings of the ssh server.
func servicesText(m *luminos.Machine) string {
	var parts []string
	if m.Services > 0 {
		parts = append(parts, words.Plural(m.Services, "service")+" enabled")
	}
	if m.Jobs > 0 {
		parts = append(parts, words.Plural(m.Jobs, "cron job")+" in "+words.Plural(m.JobFiles, "file"))
	}
	if m.Root != "" {
		parts = append(parts, "ssh: PermitRootLogin "+m.Root)
	}
	if m.Passwords != "" {
		parts = append(parts, "ssh: PasswordAuthentication "+m.Passwords)
	}
	return strings.Join(parts, ", ")
}
