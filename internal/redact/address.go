package redact

import "strings"

// userInfo are the bytes of the user information of a URL (RFC 3986 3.2.1), and bytes that
// people leave unescaped in passwords.
var userInfo = func() *set {
	b := newSet("!-~")
	for _, c := range `"'/<>\` + "`" {
		b[c] = false
	}
	return b
}()

// address adds the password in scheme://user:password@host as a secret of the text. In an address
// without a password, it adds a user that looks like a token.
func address(f *finder, start, end int) {
	s := f.s
	if start == 0 || !alnum[s[start-1]] {
		return
	}
	to := f.run(end, userInfo, maxInfo)
	f.looked += to - end
	at := strings.LastIndexByte(s[end:to], '@')
	if at < 0 || end+at+1 >= len(s) {
		return
	}
	if next := s[end+at+1]; !alnum[next] && next != '[' && next != '$' && next != '{' {
		return
	}
	info := s[end : end+at]
	user, password, ok := strings.Cut(info, ":")
	if !ok {
		if len(user) >= 20 && !placeholder(user) && judge(classToken, user) {
			f.add(end, end+at, "token-in-url")
		}
		return
	}
	if len(password) <= 5 && strings.Trim(password, numerals) == "" && strings.Contains(user, ".") {
		return // a host and a port
	}
	example := user == "scott" && strings.HasPrefix(password, "tiger") // of Oracle's manuals
	if example || strings.Contains(password, "?") || plainHolder(password) {
		return
	}
	f.add(end+len(user)+1, end+at, "password-in-url")
}

// loginAfter masks a random password in three strings that follow one another: an address, a user and the password.
// "://" or "jdbc:" in the address ends at end.
func loginAfter(f *finder, _, end int) {
	s := f.s
	i := f.run(end, userInfoPath, maxInfo)
	for n := range 2 {
		q := quoteAt(s, i)
		if q == "" {
			return
		}
		if i = run(s, i+len(q), blanks, 2); i == len(s) || s[i] != ',' {
			return
		}
		if i = skipSpace(s, i+1); quoteAt(s, i) != q {
			return
		}
		if v, ok := f.settings.quoted(classPassword, i, true); ok && n == 1 && strong(classPassword, s[v.start:v.end]) {
			f.add(v.start, v.end, "password")
			return
		}
		i = f.run(i+len(q), userInfoPath, maxName)
	}
}

var userInfoPath = except("\"'`<> \t\r\n\\")

// plainHolder reports whether v, the password in an address, is a placeholder: empty, a
// variable such as $PASS, or a word such as "mypassword".
func plainHolder(v string) bool {
	if v == "" || placeholder(v) || titled(v) {
		return true
	}
	if v[0] == '$' || v[0] == '%' && strings.HasSuffix(v, "%") || strings.ContainsAny(v, "{}()[]") || len(v) == 2 && v[0] == '%' {
		return true
	}
	switch strings.ToLower(strings.Trim(v, "_-.*")) {
	case "p", "pw", "psw", "passw", "mypass", "mypassword", "my-password", "my_password", "userpass", "userpassword", "pass_word", "port", "credentials", "creds", "x-oauth-basic", "apikey", "api_key", "auth", "cred", "passphrase", "dbpass", "db_pass", "dbpassword", "db_password", "the-password", "your":
		return true
	}
	return false
}
