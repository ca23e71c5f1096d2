package rules

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// secret describes the secret that a file contains: the rule, the kind of secret and its severity.
type secret struct {
	rule     luminos.Rule
	what     string
	severity luminos.Severity
}

// byValue reports whether the values of a file, not its name, say how grave a secret of its rule is.
func (s secret) byValue() bool {
	return s.rule == luminos.RuleEnvironment || s.rule == luminos.RuleRegistrySettings
}

// secretNames holds names of files that usually contain a secret, such as id_rsa.
var secretNames = map[string]secret{
	".env":             {luminos.RuleEnvironment, "environment variables, with simple values for secrets", luminos.Info},
	".env.production":  {luminos.RuleEnvironment, "environment variables, with simple values for secrets", luminos.Info},
	"id_rsa":           {luminos.RulePrivateKey, "a private SSH key", luminos.Critical},
	"id_dsa":           {luminos.RulePrivateKey, "a private SSH key", luminos.Critical},
	"id_ecdsa":         {luminos.RulePrivateKey, "a private SSH key", luminos.Critical},
	"id_ed25519":       {luminos.RulePrivateKey, "a private SSH key", luminos.Critical},
	".netrc":           {luminos.RuleCredentials, "logins", luminos.Concern},
	".pgpass":          {luminos.RuleCredentials, "database passwords", luminos.Concern},
	".htpasswd":        {luminos.RuleCredentials, "password hashes", luminos.Concern},
	"credentials.json": {luminos.RuleCredentials, "credentials", luminos.Concern},
	".npmrc":           {luminos.RuleRegistrySettings, "registry settings, sometimes with a token", luminos.Info},
	".pypirc":          {luminos.RuleRegistrySettings, "registry settings, sometimes with a token", luminos.Info},
}

// secretIn returns the kind of secret that the first bytes or the name of a file indicate, and false without such a
// sign. It does not search the content.
func secretIn(f *luminos.File) (s secret, ok bool) {
	if !f.Regular() || f.Size == 0 {
		return secret{}, false
	}
	if f.Encrypted {
		return secret{luminos.RulePrivateKey, "a private key that is encrypted with a passphrase", luminos.Info}, true
	}
	if f.PrivateKey {
		return secret{luminos.RulePrivateKey, "a private key", luminos.Critical}, true
	}
	if s, ok = secretNames[f.Path.Base()]; ok {
		return s, true
	}
	// passwords.txt of a person, not passwords.go of a program.
	base := strings.ToLower(f.Path.Base())
	stem := strings.TrimSuffix(base, f.Path.Ext())
	switch {
	case f.Category != luminos.CategoryDocument && f.Category != luminos.CategoryData || !f.Text:
	case slices.Contains([]string{"password", "passwords", "passwd", "credentials", "logins"}, stem):
		return secret{luminos.RuleCredentials, "passwords or other credentials", luminos.Concern}, true
	}
	return secret{}, false
}

// secretFile is a file that may contain a secret.
type secretFile struct {
	secret
	path luminos.Path
	line int // on which the first key of a program begins, or 0
	// others are the names of the other keys of its directory, if one flag is about all.
	others []string
	// shown is the first masked place of the file, or its size.
	shown luminos.Evidence
}

// secretFlags returns flags for files that may contain secrets, the gravest first. The limit flagsPerRule does not
// apply to critical flags.
func (w flagRules) secretFlags() []luminos.Flag {
	var all []secretFile
	masked, keys := map[luminos.Path]int{}, map[luminos.Path][]luminos.Masked{}
	grave := map[luminos.Path]bool{}
	published := publishedDatabases(w.Facts)
	for _, m := range w.unpublished() {
		masked[m.Path]++
		grave[m.Path] = grave[m.Path] || !m.Aside && graveSecret(m, published[m.Path])
		if m.Kind == "private-key" {
			keys[m.Path] = append(keys[m.Path], m)
		}
	}
	for i := range w.Scan.Files {
		s, ok := secretIn(&w.Scan.Files[i])
		p := w.Scan.Files[i].Path
		if !ok || s.byValue() && (masked[p] == 0 || grave[p]) ||
			s.rule == luminos.RuleCredentials && (translation(p) || masked[p] == 0 && w.amongPages(p)) ||
			s.rule == luminos.RuleCredentials && (prose(w.Facts, p, masked[p]) || pathrole.Under(p, luminos.DirDocumentation)) {
			continue
		}
		listed := s.rule == luminos.RuleCredentials && p.Base()[0] != '.' && developed(w)
		if s.severity == luminos.Concern && !grave[p] && listed {
			s.severity = luminos.Info // a list of words for a program
		}
		if s.severity == luminos.Critical {
			s = shownKeys(s, w.Scan.Files[i].Category, keys[p])
		}
		user := userOf(w, p)
		kept := s.rule == luminos.RulePrivateKey && user == "" && testKey(w, p)
		if s.rule == luminos.RulePrivateKey && keptKey(w.Facts.Sort, p) {
			kept, s.what = true, s.what+", where a machine keeps its own"
		}
		category := w.Scan.Files[i].Category
		settings := (category == luminos.CategorySource || category == luminos.CategoryConfig) &&
			named(luminos.Path(p.Base()), "dev devel development") // such as config/dev.exs
		kept = kept || fixtureOfCI().MatchString(string(p))
		if kept || settings || madePublic(p) || w.inTests(p) || testSupport(p) || exercise(p) {
			s.severity = luminos.Info // test keys are made to be public
		}
		if s.rule == luminos.RuleCredentials && w.showsExamples() {
			s.severity = luminos.Info
		}
		if user != "" && s.severity == luminos.Critical {
			s.what += ", and " + string(user) + " names it"
		}
		line := 0
		if s.rule == luminos.RulePrivateKey && category == luminos.CategorySource && len(keys[p]) > 0 {
			line = keys[p][0].Lines.First
		}
		all = append(all, secretFile{s, p, line, nil, shownSecret(w, p)})
	}
	slices.SortStableFunc(all, func(a, b secretFile) int {
		aside := cmp.Compare(boolInt(w.inTests(a.path)), boolInt(w.inTests(b.path)))
		return cmp.Or(cmp.Compare(b.severity.Rank(), a.severity.Rank()), aside)
	})
	return secretFilesFlags(keysByDirectory(all))
}

// testKey reports whether a private key that no code names as its own is for tests or development.
func testKey(w flagRules, p luminos.Path) bool {
	return w.besideTest(p) || besideCertificate(w, p) || inSuite(w, p) || forOwnMachine(p) && developed(w)
}

// forOwnMachine reports whether a file is for the machine of a developer, by a word of its path. The keys of continuous
// integration and of agents can open more.
func forOwnMachine(p luminos.Path) bool {
	return named(p, "dev devel development developer devtools local") ||
		below(p, ".devcontainer .ddev .lando .gitpod .vagrant")
}

// inSuite reports whether a directory above p is named as a suite and has tests directly in it.
func inSuite(w flagRules, p luminos.Path) bool {
	for dir := p.Dir(); dir != luminos.Root; dir = dir.Dir() {
		if base := strings.ToLower(dir.Base()); base != "suite" && base != "suites" {
			continue
		}
		if slices.ContainsFunc(w.Scan.Files, func(f luminos.File) bool {
			return f.Path.Dir() == dir && pathrole.TestFile(f.Path)
		}) {
			return true
		}
	}
	return false
}

// userOf returns a source file outside of tests that names the file of a key with which the target signs, or "". A
// script that makes keys does not use them, and a directory for local use can be the one that the program has at first.
func userOf(w flagRules, key luminos.Path) luminos.Path {
	developers := forDevelopers(key) && !named(key, "local")
	for _, e := range w.Facts.Exposures {
		aside := w.inTests(e.Path) || testSupport(e.Path) || exercise(e.Path) ||
			named(luminos.Path(e.Path.Base()), "gen generate make create")
		if e.Rule == luminos.RulePrivateKey && e.Name == string(key) && !aside && !developers {
			return e.Path
		}
	}
	return ""
}

// keysByDirectory leaves of more than mostOfDir keys of one directory and severity only the first, with the names of the
// others. Keys that a file of the target names stay.
func keysByDirectory(all []secretFile) []secretFile {
	type group struct {
		dir luminos.Path
		secret
	}
	files := map[group][]secretFile{}
	of := func(f secretFile) group { return group{f.path.Dir(), f.secret} }
	for _, f := range all {
		files[of(f)] = append(files[of(f)], f)
	}
	var out []secretFile
	for _, f := range all {
		same := files[of(f)]
		if f.rule != luminos.RulePrivateKey || f.line > 0 || len(same) <= mostOfDir {
			out = append(out, f)
			continue
		}
		if f.path == same[0].path {
			for _, o := range same[1:] {
				f.others = append(f.others, words.Name(o.path.Base()))
			}
			out = append(out, f)
		}
	}
	return out
}

// secretFilesFlags returns a flag for each file, the rest of the ones that are not critical in one.
func secretFilesFlags(all []secretFile) []luminos.Flag {
	var out []luminos.Flag
	for i, f := range all {
		if i >= flagsPerRule && f.severity != luminos.Critical {
			f := flag(f.rule, luminos.Root, f.severity, words.Plural(len(all)-i, "more file may hold a secret", "more files may hold secrets")+", none of them graver.", "")
			f.Rest = true
			return append(out, f)
		}
		finding := "By its name or first bytes it holds " + f.what
		if f.line > 1 {
			finding = "Line " + words.Count(f.line) + " is part of " + f.what
		}
		if n := len(f.others); n > 0 {
			finding += ", as " + words.Plural(n, "more file") + " of its directory " + verb(n, "does", "do") + ": " +
				words.Some(f.others, 5)
		}
		out = append(out, flag(f.rule, f.path, f.severity, finding+".",
			"If it is real, remove it from here and replace what it gave away.", f.shown))
	}
	return out
}

// shownSecret returns evidence for the content of a file: the first masked place in it, or its size.
func shownSecret(w flagRules, p luminos.Path) luminos.Evidence {
	for _, m := range w.Facts.Secrets {
		if m.Path == p && len(m.Evidence) > 0 {
			return m.Evidence[0]
		}
	}
	return sizeEvidence(w.Scan, p)
}

// manyPages is the number of documents of one format in a directory from which on each is a page of a collection.
const manyPages = 20

// amongPages reports whether a document is one of many in its directory, as the page on a command is in a manual.
func (w flagRules) amongPages(p luminos.Path) bool {
	n := 0
	for i := range w.Scan.Files {
		if o := w.Scan.Files[i].Path; o.Dir() == p.Dir() && o.Ext() == p.Ext() {
			n++
		}
	}
	return n >= manyPages
}

// besideTest reports whether a key belongs to a test in the same directory by its name, as platform_root_key.pem does
// to platform_test.go. A program of the same name can use the key itself.
func (w flagRules) besideTest(p luminos.Path) bool {
	test := false
	for i := range w.Scan.Files {
		f := &w.Scan.Files[i]
		if f.Path.Dir() != p.Dir() || f.Category != luminos.CategorySource {
			continue
		}
		name := strings.TrimSuffix(f.Path.Base(), f.Path.Ext())
		of, ok := strings.CutSuffix(name, "_test")
		switch {
		case ok && len(of) >= 3 && strings.HasPrefix(p.Base(), of+"_"):
			test = true
		case !ok && len(name) >= 3 && strings.HasPrefix(p.Base(), name+"_"):
			return false
		}
	}
	return test
}

// besideCertificate reports whether a key without a purpose in its name, such as server.key, lies beside a certificate
// in a project, or has the name of a certificate: programs bring such pairs for development and tests. So do the
// containers of its developers.
func besideCertificate(w flagRules, p luminos.Path) bool {
	stem := strings.TrimSuffix(p.Base(), p.Ext())
	general := named(luminos.Path(stem), "server client localhost key cert tls ssl ca intermediate selfsigned snakeoil")
	own := strings.Contains(stem, "cert") || below(p, ".docker .devcontainer .vagrant")
	general = general || below(p, "workflows .circleci .buildkite") // its machines make services with the pair
	return general && w.isCode() && (own || slices.ContainsFunc(w.Scan.Files, func(f luminos.File) bool {
		certificate := slices.Contains([]string{".pem", ".crt", ".cer", ".cert"}, f.Path.Ext()) &&
			!f.PrivateKey && !f.Encrypted
		return f.Path.Dir() == p.Dir() && (certificate || strings.Contains(f.Description, "certificate"))
	}))
}

// keptKey reports whether a private key in a part of a machine's file system is where the machine keeps keys: a
// directory for them, or the keys of its SSH server. Keys of persons are not there.
func keptKey(sort string, p luminos.Path) bool {
	dir, host := "/"+string(p.Dir())+"/", strings.HasPrefix(p.Base(), "ssh_host_")
	return sort == luminos.SortSystem && !strings.Contains(dir, "/.") && !strings.Contains(dir, "/home/") &&
		(host || below(p, "private") && below(p, "ssl tls pki certs"))
}

// shownKeys returns the secret of a file of a category with the given private keys. If all keys of a program are
// examples, so is the file.
func shownKeys(s secret, category luminos.Category, keys []luminos.Masked) secret {
	switch {
	case category == luminos.CategoryDocument:
		return inDocument(s, keys)
	case category == luminos.CategorySource && len(keys) > 0 && !slices.ContainsFunc(keys, inUse):
		s.what, s.severity = "a private key for tests or examples", luminos.Info
	}
	return s
}

// inUse reports whether a masked place is no example by the text around it.
func inUse(m luminos.Masked) bool { return !m.Aside && !m.Shown }

// inDocument returns the secret of a document with the given private keys. A document that begins with a key is a file
// of keys; a key below other text is often an example.
func inDocument(s secret, keys []luminos.Masked) secret {
	if len(keys) == 0 || keys[0].Lines.First == 1 {
		return s
	}
	s.what, s.severity = s.what+" below other text", luminos.Concern
	if !slices.ContainsFunc(keys, func(m luminos.Masked) bool { return !m.Aside }) {
		s.what, s.severity = "a private key that it shows as an example", luminos.Info
	}
	return s
}
