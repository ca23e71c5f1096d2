package redact

import "strings"

// commands are the rules for programs and functions whose secrets have no name, only a place.
var commands = func() []rule {
	var list []rule
	for _, p := range programs {
		list = append(list, rule{words: p.words, look: p.look})
	}
	for _, c := range functions {
		list = append(list, rule{words: c.words, look: c.look})
	}
	for _, b := range betweens {
		list = append(list, b.rule())
	}
	options := []string{" -p ", " -w ", " -k ", " -a ", " -x ", " /p:", " /pw:", "identify "}
	list = append(list, rule{words: calls, look: arguments}, rule{words: options, look: option})
	return append(list, rule{words: []string{"pass:"}, exact: true, look: openssl}, rule{words: []string{"chpasswd"}, look: chpasswd}, rule{words: []string{"--password-stdin", "sudo -s", "passwd --stdin"}, look: piped})
}()

// program is a command with an option that takes a password: as the next argument, or attached to the option ("-px").
type program struct {
	words           []string
	option          string
	apart, attached bool
}

// Sources: the manual page of each program.
var programs = []program{
	{words: []string{"mysql ", "mysqldump ", "mysqladmin ", "mysqlimport ", "mysqlcheck ", "mysqlshow ", "mysqlsh ", "mariadb ", "mariadb-dump ", "mariadb-admin "}, option: "-p", attached: true},
	{words: []string{"sshpass "}, option: "-p", apart: true, attached: true},
	{words: []string{"redis-cli ", "redis-cli\""}, option: "-a", apart: true},
	{words: []string{"docker login", "podman login", "buildah login", "skopeo login", "helm registry login", "nerdctl login", "az login", "oc login", "argocd login", "cf login"}, option: "-p", apart: true},
	{words: []string{"mongo ", "mongosh ", "mongodump ", "mongorestore ", "mongoexport ", "mongoimport ", "cqlsh "}, option: "-p", apart: true},
	{words: []string{"sqlcmd ", "bcp ", "ipmitool ", "mosquitto_pub ", "mosquitto_sub ", "unzip ", "zip "}, option: "-P", apart: true, attached: true},
	{words: []string{"ldapsearch ", "ldapadd ", "ldapmodify ", "ldapdelete ", "ldapwhoami ", "ldappasswd "}, option: "-w", apart: true},
	{words: []string{"7z ", "7za ", "7zr ", "rar ", "unrar "}, option: "-p", attached: true},
	{words: []string{"openssl enc", "openssl aes"}, option: "-k", apart: true},
}

const maxCommand = 512 // bytes of the arguments of a command

// look masks the password in the arguments after the name s[start:end] of the program.
func (p program) look(f *finder, start, end int) {
	s := f.s
	if start < f.command || start > 0 && (word[s[start-1]] || s[start-1] == '-') && !escapeBefore(s, start) {
		return
	}
	last := f.lineEnd(end, maxCommand)
	if n := strings.IndexAny(s[end:last], "|;&"); n >= 0 {
		last = end + n
	}
	if strings.HasSuffix(s[end:last], "\\") && last < len(s) { // the command goes on below
		last = f.lineEnd(nextLine(s, last), maxCommand)
	}
	f.command = last
	f.looked += last - end
	for i := end; i < last; {
		n := strings.Index(s[i:last], p.option)
		if n < 0 {
			return
		}
		i += n + len(p.option)
		if strings.IndexByte(" \t\"',[", s[i-len(p.option)-1]) < 0 {
			continue
		}
		k := i
		if quotesAndBlanks[s[min(i, len(s)-1)]] || s[min(i, len(s)-1)] == ',' {
			k = run(s, i, apartSet, 6)
		}
		if k == i && !p.attached || k > i && !p.apart && strings.IndexByte("\"'", s[i]) < 0 {
			continue
		}
		q := quoteBack(s, k)
		j := min(last, f.run(k, argumentSet, maxCommand))
		if q != "" && k > i {
			if m := strings.Index(s[k:last], q); m >= 0 {
				j = k + m
			}
		}
		v := strings.TrimRight(s[k:j], ",;)")
		if len(v) >= 4 && v[0] != '-' && !plainHolder(v) && (k > i || !digits[v[0]] || !all(v, digits)) {
			f.add(k, k+len(v), "password-in-command")
		}
		return
	}
}

var apartSet = newSet(" \t\"',")

// openssl records the password in "-pass pass:x" as a secret of f; f.s[start:end] is the "pass:".
func openssl(f *finder, start, end int) {
	if start == 0 || strings.IndexByte(" \t\"'", f.s[start-1]) < 0 {
		return
	}
	j := f.run(end, argumentSet, maxCommand)
	if v := f.s[end:j]; len(v) >= 4 && !plainHolder(v) {
		f.add(end, j, "password-in-command")
	}
}

// chpasswd records the password in "echo user:x | chpasswd" as a secret of f, and so the passwords in the lines "user:x"
// below the word.
func chpasswd(f *finder, start, end int) {
	s := f.s
	from, to, ok := f.echoed(start)
	if user, _, is := strings.Cut(s[from:to], ":"); ok && is && !plainHolder(s[from+len(user)+1:to]) {
		f.add(from+len(user)+1, to, "password-in-command")
	}
	if start < f.command {
		return
	}
	for i, n := lineBreak(s[:min(len(s), end+maxBare)], end), 0; i < len(s) && n < 16; n++ {
		from := nextLine(s, i)
		i = f.lineEnd(from, maxBare)
		line := strings.TrimRight(s[from:i], "\"' ")
		user, v, ok := strings.Cut(line, ":")
		if ok && v != "" && v[0] != ' ' && all(strings.TrimLeft(user, " \t-\"'"), nameSet) && judge(classPassword, v) && !placeholder(v) {
			f.add(from+len(user)+1, from+len(line), "password-in-command")
		}
		f.command = i
	}
}

// piped records as a secret of f the password in "echo x | docker login --password-stdin" and "echo x | sudo -S".
func piped(f *finder, start, _ int) {
	if from, to, ok := f.echoed(start); ok && to-from >= 4 && !plainHolder(f.s[from:to]) {
		f.add(from, to, "password-in-command")
	}
}

// echoed returns the offsets of the argument of "echo" or "printf" whose output is piped to the command at start.
func (f *finder) echoed(start int) (from, to int, ok bool) {
	first, _ := f.lineStart(start, window)
	line := f.s[first:start]
	f.looked += len(line)
	bar := strings.IndexByte(line, '|')
	n := strings.LastIndex(line[:max(bar, 0)], "echo ")
	if w := strings.LastIndex(line[:max(bar, 0)], "printf "); w > n {
		n = w + 2
	}
	if n < 0 {
		return 0, 0, false
	}
	p := trim(line, piece{n + len("echo "), bar})
	for strings.HasPrefix(line[p.start:p.end], "-n ") || strings.HasPrefix(line[p.start:p.end], "-e ") || strings.HasPrefix(line[p.start:p.end], "%s ") {
		p = trim(line, piece{p.start + 3, p.end})
	}
	v := strings.TrimSuffix(line[p.start:p.end], `\n`)
	return first + p.start, first + p.start + len(v), v != "" && !strings.ContainsAny(v, " \t\"'")
}

// function is a function of a program with a password at a fixed place among its arguments, from 0 on.
type function struct {
	words []string
	place int
}

var functions = []function{
	{words: []string{"PlainAuth("}, place: 2},
	{words: []string{"getConnection(", "mysql_connect(", "mysqli_connect(", "mysqli(", "PDO(", "createConnection(", ".connect(", "DBI->connect(", "Sequelize("}, place: 2},
	{words: []string{"SimpleDriverDataSource("}, place: 3},
	{words: []string{"ConvertTo-SecureString ", ".Protect ", ".Unprotect "}, place: 0},
	{words: []string{"from_key(", "new Wallet(", "= Wallet("}, place: 0},
	{words: []string{"BasicAuth(", "DigestAuth(", "NTLMAuth(", "SetBasicAuth(", "basic_auth(", "BasicCredentials(", "PasswordAuthentication(", "PasswordCredentials(", "NetworkCredential(", "UsernamePasswordCredentials(", "NewStaticCredentials(", "BasicAWSCredentials(", "PasswordAuthenticationToken(", ".login(", "usernamePassword(", "PlainCredentials(", "setCredentials(", "WiFi.begin(", ".setItem('token'"}, place: 1},
}

// look masks the password among the arguments of a call of the function c, whose name ends at end.
func (c function) look(f *finder, _, end int) {
	s := f.s
	last := min(len(s), end+maxCommand)
	if end < f.called {
		return
	}
	i := end
	if strings.HasPrefix(s[i:], "-String ") { // of PowerShell
		i += len("-String ")
	}
	for n := 0; i < last; n++ {
		from := i
		i = elementEnd(s, i, last)
		f.looked += i - from
		k := skipSpace(s, from)
		if strings.HasPrefix(s[k:], "Some(") {
			k += len("Some(")
		}
		if n == c.place && k < i && quoteAt(s, k) != "" {
			if v, ok := f.settings.quoted(classPassword, k, false); ok {
				f.add(v.start, v.end, classPassword.kind())
			}
		}
		if n == c.place {
			i = k
		}
		if i >= last || n == c.place || s[i] == ')' {
			break
		}
		i++
	}
	f.called = i
}

// calls are the ends of names of functions, procedures and cmdlets that have a password or a key among their arguments.
var calls = []string{"connect(", "connection(", "credentials(", "auth(", "login(", "database(", "authenticate(", "hmac(", "hmac.new(", "hmacsha256(", "jwt.encode(", "jwt.decode(", "jwt.sign(", "jwt.verify(", "sign(", "keyspec(", "fernet(", "aes.new(", "cipheriv(", "client(", "-asplaintext ", "addlinkedsrvlogin ", "sp_addlogin "}

// arguments masks the strings that look random among the arguments of a call, whose name ends at end.
func arguments(f *finder, start, end int) {
	s := f.s
	if end < f.settings.argued || start > 1 && strings.EqualFold(s[start-2:end], "assign(") {
		return
	}
	last := f.lineEnd(end, maxCommand)
	for i := end; i < last; i++ {
		from := i
		i = elementEnd(s, i, last)
		f.looked += i - from
		k := from + len(cutAt(s[from:i], "\"'`"))
		if v, ok := f.settings.quoted(classPassword, k, true); ok && k < i && strong(classPassword, s[v.start:v.end]) {
			f.add(v.start, v.end, classPassword.kind())
		}
		if i < last && s[i] != ',' {
			break
		}
	}
	f.settings.argued = last
}

// signedNumbers reports whether v is a list of numbers with signs and at most two letters, as of warnings of OCaml.
func signedNumbers(v string) bool {
	signs := strings.Count(v, "-") + strings.Count(v, "+")
	return signs > 2 && len(strings.Trim(v, numerals+"+-@")) <= 2
}

// option masks a random word after an option of one letter that takes a password in many programs.
func option(f *finder, _, end int) {
	q := quoteAt(f.s, end)
	i := end + len(q)
	to := f.run(i, argumentSet, maxInfo)
	if q != "" && !strings.HasPrefix(f.s[to:], q) {
		return // several words
	}
	if user, v, ok := strings.Cut(f.s[i:to], ":"); ok && len(user) < 32 && all(user, nameSet) {
		i = to - len(v)
	}
	if v := f.s[i:to]; strong(classPassword, v) && !strings.ContainsAny(v, `/:\\{}()[]$^|`) && !signedNumbers(v) {
		f.add(i, to, "password-in-command")
	}
}
