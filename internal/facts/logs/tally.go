package logs

import (
	"context"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"luminos"
)

// tally sums up one log.
type tally struct {
	path     luminos.Path
	grammar  *grammar
	lines    int
	cut      bool
	levels   map[string]int
	programs map[string]int
	days     days
	tree     tree
	kinds    kinds
	logins   logins
	web      web
	prints   []uint64
}

// logins counts logins through ssh.
type logins struct {
	failed, accepted, root int               // root counts the failed ones for the account root
	from                   map[uint64]int    // failed ones by the digest of the address
	named                  map[uint64]string // the addresses with many failed ones
}

const (
	programsMost = 200 // programs of one log that are counted
	// groupedMost is the number of lines whose messages are grouped; it bounds the time for one file.
	groupedMost = 50_000
	// printsMost is the number of lines by which copies are found.
	printsMost = 5000
	// everyLines is the number of lines after which a cancelled run stops.
	everyLines = 4096
)

// seed is the seed of all digests of addresses and lines, which stay in the process.
var seed = maphash.MakeSeed()

// digest returns a number for a text, equal for equal texts.
func digest(s string) uint64 { return maphash.String(seed, s) }

// count reads a log. It returns nil for a text of another kind.
func count(ctx context.Context, text luminos.Text) (*tally, error) {
	first := beginning(text.Content)
	g, backup := detect(first), isBackup(text.Path, first)
	if g == nil && backup {
		g = &backupLog
	}
	if g == nil {
		return nil, nil
	}
	t := &tally{
		path: text.Path, grammar: g, cut: text.Cut, levels: map[string]int{}, programs: map[string]int{},
		days:   days{all: map[date]bool{}},
		logins: newLogins(), web: newWeb(),
	}
	print := uint64(0)
	content := strings.TrimSuffix(text.Content, "\n")
	for s := range strings.SplitSeq(content, "\n") { // a list of 16 million empty lines has 256 MB
		i := t.lines
		t.lines++
		if i%everyLines == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if i < printsMost {
			print = print*31 + digest(s)
			t.prints = append(t.prints, print)
		}
		if comment(s) {
			continue
		}
		s = cut(strings.TrimRight(s, "\r"))
		l, ok := g.parse(s)
		if backup {
			ok = t.judge(&l, ok, s)
		}
		if ok {
			t.add(&l, i < groupedMost)
		}
	}
	t.kinds = t.tree.kinds()
	t.tree = tree{} // the words of hostile messages can have megabytes
	return t, nil
}

// beginning returns the lines at the beginning of a text that can decide its grammar.
func beginning(content string) []string {
	var lines []string
	for s := range strings.SplitSeq(content, "\n") {
		if lines = append(lines, s); len(lines) == 4*sampleLines { // some are empty
			break
		}
	}
	return lines
}

// add adds a line.
func (t *tally) add(l *line, grouped bool) {
	t.days.add(l.date)
	if l.level != "" {
		t.levels[l.level]++
	}
	if p := l.program; p != "" && (t.programs[p] > 0 || len(t.programs) < programsMost) {
		t.programs[strings.Clone(p)]++
	}
	if l.status != 0 {
		t.web.add(l)
		return
	}
	if grouped && l.message != "" {
		if g := t.tree.add(l.message, l.level); g != nil && g.count == 1 {
			g.line = t.lines
		}
	}
	if strings.HasPrefix(l.program, "sshd") {
		t.logins.add(l.message)
	}
	if l.program == "kernel" && strings.Contains(l.message, "Linux version ") && l.date.month != 0 {
		t.days.boot = l.date
	}
}

// Bounds on the addresses of failed logins that are named.
const (
	namedLeast  = 5 // failed ones in one log
	namedMost   = 3
	addressMost = 255 // bytes: a name of a host
)

func newLogins() logins { return logins{from: map[uint64]int{}, named: map[uint64]string{}} }

// most returns the addresses with most failed logins.
func (c *logins) most() []luminos.Counted {
	by := map[string]int{}
	for key, address := range c.named {
		by[address] = c.from[key]
	}
	all := luminos.Counts(by)
	return all[:min(len(all), namedMost)]
}

// add adds a message of the ssh server: "Failed password for root from 203.0.113.9 port 22 ssh2".
func (c *logins) add(message string) {
	account, failed := failedLogin(message)
	accepted := strings.HasPrefix(message, "Accepted ") && strings.Contains(message, " for ")
	_, from, ok := cutLast(message, " from ")
	switch {
	case !ok:
	case failed:
		c.failed++
		address, _, _ := strings.Cut(from, " ")
		key := digest(address)
		if c.from[key]++; c.from[key] == namedLeast && len(address) <= addressMost {
			c.named[key] = strings.Clone(address)
		}
		if strings.HasPrefix(account, "root from ") {
			c.root++
		}
	case accepted:
		c.accepted++
	}
}

// methods are the ways to log in that a failed login names.
var methods = []string{"password", "publickey", "hostbased", "keyboard-interactive", "keyboard-interactive/pam"}

// failedLogin returns the text from the account on of a message about a failed login.
func failedLogin(message string) (account string, ok bool) {
	_, rest, _ := strings.Cut(message, "Failed ")
	method, account, ok := strings.Cut(rest, " for ")
	return account, ok && slices.Contains(methods, method)
}

// cutLast cuts s around the last instance of sep.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// gravity are the levels, the gravest first.
var gravity = []string{fatal, fault, warn, info, debug}

// sum returns the sums of logs. A log that another one begins with is listed, but not counted twice.
func sum(tallies []*tally) *luminos.Logs {
	out := &luminos.Logs{Files: []luminos.LogFile{}}
	var boot date
	failed := newLogins()
	requests := newWeb()
	for i, t := range tallies {
		f := t.file()
		if of := original(tallies, i); of != nil {
			f.CopyOf = of.path
		} else {
			failed.failed += t.logins.failed
			failed.accepted += t.logins.accepted
			failed.root += t.logins.root
			for address, n := range t.logins.from {
				failed.from[address] += n
			}
			maps.Copy(failed.named, t.logins.named)
			requests.requests += t.web.requests
			for status, n := range t.web.statuses {
				requests.statuses[status] += n
			}
			maps.Copy(requests.clients, t.web.clients)
		}
		if boot.before(t.days.boot) { // a day with a year is later than a day without
			boot = t.days.boot
		}
		out.Lines += t.lines
		out.Files = append(out.Files, f)
	}
	if failed.failed+failed.accepted > 0 {
		most := 0
		for _, n := range failed.from {
			most = max(most, n)
		}
		out.Logins = &luminos.Logins{
			Failed: failed.failed, Addresses: len(failed.from), Most: most, Root: failed.root, Accepted: failed.accepted,
			From: failed.most(),
		}
	}
	if requests.requests > 0 {
		out.Web = requests.log()
	}
	out.Boot = boot.String()
	return out
}

// copyLeast is the number of lines from which on equal beginnings make a copy.
const copyLeast = 20

// original returns the log that begins with all lines of log i, or nil. Of equal logs the first one is the original.
func original(tallies []*tally, i int) *tally {
	t := tallies[i]
	n := t.lines
	if n < copyLeast || n > len(t.prints) {
		return nil
	}
	for j, o := range tallies {
		if j != i && len(o.prints) >= n && o.prints[n-1] == t.prints[n-1] && (o.lines > n || j < i) {
			return o
		}
	}
	return nil
}

// file returns the entry of the log in the report.
func (t *tally) file() luminos.LogFile {
	f := luminos.LogFile{
		Path: t.path, Format: t.grammar.name, Source: t.program(), Lines: t.lines, Cut: t.cut,
		Kinds: t.kinds.groups, Frequent: t.kinds.frequent,
		Failure: t.kinds.failure, FailureLines: t.kinds.failed, Days: len(t.days.all), Gaps: t.days.gaps(),
	}
	f.First, f.Last = t.days.period()
	f.LastError = t.days.fault.String()
	for _, level := range gravity {
		if n := t.levels[level]; n > 0 {
			f.Levels = append(f.Levels, luminos.Amount{Name: level, N: int64(n)})
		}
	}
	return f
}

// sourceMost bytes are the longest name of a program in the report, which consists of letters, digits and "._-".
const sourceMost = 32

// program returns the program with most lines, or "" if no program has a usual name.
func (t *tally) program() string {
	best := ""
	for _, p := range slices.Sorted(maps.Keys(t.programs)) {
		usual := len(p) <= sourceMost && letter(p[0]) && strings.IndexFunc(p, func(r rune) bool {
			return r >= 0x80 || !letter(byte(r)) && !digit(byte(r)) && !strings.ContainsRune("._-", r)
		}) < 0
		if usual && t.programs[p] > t.programs[best] {
			best = p
		}
	}
	return best
}
