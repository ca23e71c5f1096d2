package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// literalFlags returns a flag for each file with text that looks like a secret, except tests, examples and the like,
// and files that are flagged by their names or first bytes. In documents and data only secrets count that have the form
// of a service.
func (w flagRules) literalFlags() []luminos.Flag {
	outer, byFile, samples := outerOf(w.Scan), map[luminos.Path][]luminos.Masked{}, linesOfSamples(w.Facts.Secrets)
	for _, m := range w.unpublished() {
		if m.Aside || m.Kind == "password-hash" {
			continue
		}
		archive, member := outer(m.Path)
		if !asideIn(member) {
			byFile[archive] = append(byFile[archive], m)
		}
	}
	var out []luminos.Flag
	clients := map[luminos.Path][]int{} // flags on source files with a concern, by directory and the one above
	installed, defaults, published := w.installed(), defaultLines(w.Facts.Exposures), publishedDatabases(w.Facts)
	for i := range w.Scan.Files {
		f := &w.Scan.Files[i]
		places := slices.DeleteFunc(byFile[f.Path], func(m luminos.Masked) bool {
			return defaults[f.Path][m.Lines.First] || published[m.Path] && ofDatabase(m)
		})
		if f.Category != luminos.CategorySource && f.Category != luminos.CategoryConfig || markup(f.Language) {
			places = slices.DeleteFunc(places, func(m luminos.Masked) bool { return !ofService(m.Kind) || samples.has(m) })
		}
		grave := func(m luminos.Masked) bool { return graveSecret(m, published[m.Path]) }
		places = slices.DeleteFunc(places, func(m luminos.Masked) bool { return unnamed(m) || simple(m) && !grave(m) })
		if f.Category == luminos.CategorySource {
			places = slices.DeleteFunc(places, func(m luminos.Masked) bool {
				return quoteMatches(m, loneMask()) || !ofService(m.Kind) && !literal(m) || m.Plain && !grave(m)
			})
		}
		graves := slices.DeleteFunc(slices.Clone(places), func(m luminos.Masked) bool { return !grave(m) })
		s, named := secretIn(f)
		named = named && (!s.byValue() || len(graves) == 0)
		if len(places) == 0 || named || !w.ownSettings(f) {
			continue
		}
		service := slices.ContainsFunc(graves, func(m luminos.Masked) bool { return ofService(m.Kind) })
		severity := luminos.Concern
		if len(graves) == 0 {
			graves, severity = withoutDefaults(places), luminos.Info
		}
		public := !slices.ContainsFunc(graves, func(m luminos.Masked) bool { return !publicClient(w.Facts.Kind, m) })
		unsafe := vulnerable().MatchString(w.Facts.Description)
		local := w.showsExamples() || composedForDevelopers(w.Facts, f.Path)
		if installed[f.Path] || public || unsafe || !service && local {
			severity = luminos.Info
		}
		_, member := outer(graves[0].Path)
		out = append(out, literalFlag(f.Path, member, severity, graves))
		if severity == luminos.Concern && !service && f.Category == luminos.CategorySource {
			for _, dir := range []luminos.Path{f.Path.Dir(), f.Path.Dir().Dir()} {
				if dir != luminos.Root {
					clients[dir] = append(clients[dir], len(out)-1)
				}
			}
		}
	}
	lowerClients(out, clients)
	return limited(out, luminos.RuleLiteralSecret,
		"file with text that looks like a secret", "files with text that looks like a secret")
}

// manyClients is the maximal number of source files with tokens of unknown services in one directory of a program and
// the ones in it. More are clients of the public interfaces of others, as the 57 extractors of yt-dlp are.
const manyClients = 5

// lowerClients lowers the flags with the indices of each directory that has more than manyClients.
func lowerClients(flags []luminos.Flag, byDir map[luminos.Path][]int) {
	for _, indices := range byDir {
		for _, i := range indices {
			if len(indices) > manyClients {
				flags[i].Severity = luminos.Info
			}
		}
	}
}

// sampleLines are the digests of lines with masked places in files that are samples by their names.
type sampleLines map[string]bool

// has reports whether a sample has the line of a masked place too.
func (s sampleLines) has(m luminos.Masked) bool {
	return slices.ContainsFunc(m.Evidence, func(e luminos.Evidence) bool { return s[e.SHA256] })
}

// linesOfSamples returns the lines of the masked places in samples. A document that shows the line of a sample shows no
// secret.
func linesOfSamples(secrets []luminos.Masked) sampleLines {
	all := sampleLines{}
	for _, m := range secrets {
		if base := strings.ToLower(m.Path.Base()); strings.Contains(base, "sample") || strings.Contains(base, "example") {
			for _, e := range m.Evidence {
				all[e.SHA256] = e.SHA256 != ""
			}
		}
	}
	return all
}

// publicClient reports whether a masked place is the secret of a client of OAuth in a program of a kind that people
// install: all who have the program have the secret (https://datatracker.ietf.org/doc/html/rfc8252#section-8.5).
func publicClient(kind string, m luminos.Masked) bool {
	served := strings.Contains(kind, "server") || strings.Contains(kind, "web") || strings.Contains(kind, "service")
	return !served && !ofService(m.Kind) && quoteMatches(m, clientSecret())
}

// defaultLines returns the lines, by file, that another rule flags: they give a secret a fixed value.
func defaultLines(exposures []luminos.Exposure) map[luminos.Path]map[int]bool {
	all := map[luminos.Path]map[int]bool{}
	for _, e := range exposures {
		if e.Rule != luminos.RuleDefaultSecret && e.Rule != luminos.RuleFixedSecret && e.Rule != luminos.RuleDefaultLogin {
			continue
		}
		if all[e.Path] == nil {
			all[e.Path] = map[int]bool{}
		}
		all[e.Path][e.Line] = true
	}
	return all
}

// markup reports whether files in a language are pages, or templates of them: they show secrets as documents do.
func markup(language string) bool {
	return strings.HasPrefix(language, "HTML") ||
		slices.Contains(strings.Fields("Twig Jinja Handlebars Mustache Liquid EJS Blade Smarty Pug Haml Slim"), language)
}

// composition matches the name of a file of Docker Compose.
var composition = lazyregexp.Lazy(`(?i)^(?:docker-)?compose[\w.-]*\.ya?ml$`)

// composedForDevelopers reports whether p is a composition that starts services for developers, or is an example: it is
// below the root, or its services do not restart. So are the settings with the name of a product that only such
// compositions beside them use, as prometheus.yml. A service that the target builds is its own program.
func composedForDevelopers(facts *luminos.Facts, p luminos.Path) bool {
	once := func(c luminos.Container) bool { return c.Path == p && !c.Restarts }
	product, restarts := strings.TrimSuffix(p.Base(), p.Ext()), func(c luminos.Container) bool { return c.Restarts }
	serving := slices.DeleteFunc(slices.Clone(facts.Containers), func(c luminos.Container) bool {
		return c.Kind != "compose" || c.Path.Dir() != p.Dir() || !slices.ContainsFunc(c.Bases, func(image string) bool {
			name, _, _ := strings.Cut(image[strings.LastIndex(image, "/")+1:], ":")
			return name == product
		})
	})
	settings := slices.Contains(strings.Fields(".yml .yaml .conf .toml .ini"), p.Ext())
	if settings && len(serving) > 0 && !slices.ContainsFunc(serving, restarts) {
		return true
	}
	return composition().MatchString(p.Base()) && (p.Depth() > 1 || slices.ContainsFunc(facts.Containers, once))
}

// testSettings matches the name, in small letters, of a file with the settings of tests.
var testSettings = lazyregexp.Lazy(`^(?:phpunit\.|pytest\.ini|tox\.ini|` +
	`(?:jest|vitest|karma|cypress|playwright)\.conf)|` +
	`^\.env\.(?:test|testing|ci)$`)

// ownSettings reports whether a secret in a file may be in use: the file is the target's own, and not a test, a
// benchmark, an example, a translation or the description of an interface.
func (w flagRules) ownSettings(f *luminos.File) bool {
	base := strings.ToLower(f.Path.Base())
	tests := w.inTests(f.Path) || testSupport(f.Path) || testSettings().MatchString(base)
	if tests || f.Vendored || f.Generated || lockFile(base) {
		return false
	}
	shown := strings.Fields("openapi swagger schema example sample howto tutorial .default. .dist")
	for _, word := range shown {
		if strings.Contains(base, word) {
			return false
		}
	}
	return !translation(f.Path) && !below(f.Path, "bench benches benchmarks")
}

// translation reports whether a file is a part of a translation by the name of a directory above it.
func translation(p luminos.Path) bool {
	return below(p, "i18n l10n locale locales lang langs translations messages")
}

// below reports whether a directory above p has one of the names, which are separated by spaces.
func below(p luminos.Path, names string) bool {
	return slices.ContainsFunc(strings.Split(strings.ToLower(string(p.Dir())), "/"), func(dir string) bool {
		return slices.Contains(strings.Fields(names), dir)
	})
}

// lockFile reports whether a file in lower case is a list of dependencies that a program wrote, with their digests.
func lockFile(base string) bool {
	for _, end := range []string{".lock", "-lock.json", "-lock.yaml", ".sum", "-shrinkwrap.json", ".lock.json"} {
		if strings.HasSuffix(base, end) {
			return true
		}
	}
	return false
}

// testSupport reports whether p is below a directory with a name such as "caddytest", which supports tests, or with the
// name of a program that tests pages. Words that end in "test", such as "latest" and "contest", are no such names.
func testSupport(p luminos.Path) bool {
	return slices.ContainsFunc(strings.Split(string(p.Dir()), "/"), func(dir string) bool {
		if slices.Contains(strings.Fields("testing testbench testbed testkit cypress playwright .dredd dredd"), dir) {
			return true
		}
		stem, ok := strings.CutSuffix(strings.TrimSuffix(dir, "s"), "test")
		return ok && len(stem) > 1 && !slices.Contains(strings.Fields("la con fas grea at pro"), stem)
	})
}

var (
	thisMachine = lazyregexp.Lazy(`(?i)\b(localhost|127\.0\.0\.1)\b`)
	asPattern   = lazyregexp.Lazy(`re\.compile\(|[Rr]eg[Ee]xp?\w*[(.]|` +
		`\[A-Za-z|\[a-z]|\[0-9]|\(\?[:i=!]|\\[dws][+*{]|` +
		`\(masked\)x*['"]\.format\(`)
	publicID  = lazyregexp.Lazy(`(?i)(?:\b|_)dsn\b|@(?:[\w-]+\.)*sentry(?:\.[\w-]+)+/|firebase_?config|\bauthDomain\b`)
	publicKey = lazyregexp.Lazy(`(?i)public_?key['"]?\s*[:=]`)
	// a key with which pages and programs of users send events or begin payments: it is made to be in them
	clientKey = lazyregexp.Lazy(`(?i)\b(?:\w+_)?(?:write|publishable)_?key['"]?\s*(?:[:=]|=>)`)
	// an address that was signed for at most seven days
	signedURL = lazyregexp.Lazy(`(?i)[?&;]X-(?:Amz|Goog)-[A-Z]`)
	// the hint in a field of a form, or an example in a sentence
	hint = lazyregexp.Lazy(`(?i)placeholder["']?\s*[:=]|\be\.g\.|\bfor example\b|^\W*example:`)
	// a list of ciphers, the identifier of a statement of a policy, a field of a form, a name that says it is for
	// tests or replaces a value, the name of a client, a digest, the header of a request that a text shows, the message
	// of a shell for a variable that is not set, or the fingerprint of a key that signs releases
	otherText = lazyregexp.Lazy(`(?i)\bssl_?cipher|\bcipher_?(?:list|suites?|string)\b|` +
		`^\W*_secure_\w+\s*:|^\W*(?-i:Sid)\W*\s*[:=]|` +
		`<input\b[^>]*\btype=\\?['"]password|\b(?:test|example|sample|demo|dummy|fake|mock)_\w+['"]?\s*[:=]|` + digestNamed + `|` +
		`\b(?:\w+_)?(?:redacted|masked|placeholder|blank)(?:_\w+)?['"]?\s*[:=]|_sentinel['"]?\s*[:=]|` +
		`\bclient_?id['"]?\s*(?:=>|[:=])\s*['"]?\(masked\)|` +
		`[=!]==?\s*['"]\(masked\)x{56}['"]|^(?:Set-)?Cookie: |\$\{\w+:?\?[^}]*\(masked\)|\b(?:GPG|PGP|SIGN)_KEY(?:_ID)?\s*[:=]\s*['"]?\(masked\)x{32}(?:[^x]|$)`)
	// the secret of a client of OAuth
	clientSecret = lazyregexp.Lazy(`(?i)client_?secret|consumer_?(?:secret|key)|oauth_?\w*secret`)
	// a number that is the mask of a number, for readers of JSON and TOML
	maskedNumber = lazyregexp.Lazy(`(?:"\s*:|\s=)\s*1{4,}\s*(?:[,\]}#].*)?$`)
	// a value with the name of a key
	keyNamed    = lazyregexp.Lazy(`(?i)key['"\])]*\s*(?:[:=,]|=>)\s*['"\x60]?(?:\(masked\)|x{4,})`)
	constantArm = lazyregexp.Lazy(`^[A-Z]\w*(\.[A-Z]\w*)+ => `)
	// a line of a long text, such as an example of the output, or an element of a list
	loneMask = lazyregexp.Lazy(`^(\(masked\)\w*…?|['"](\(masked\)\w*|x+|1+)['"],)$`)
	// a line with nothing beside the mask: its name, if there is one, is on another line
	nameless = lazyregexp.Lazy(`^\W*(?:\(masked\)x*|x{4,}|1+)\W*$`)
	// an item or a command in a text about the use of a program
	shownLine = lazyregexp.Lazy(`^(?:\d+\. [A-Z]|\{\{|[$>] )`)
	// text in quotes, or a value that an unquoted word of a shell or of settings gets
	quotedMask = lazyregexp.Lazy(`^[^'"\x60]*(['"\x60][^'"\x60]*['"\x60][^'"\x60]*)*` +
		`['"\x60][^'"\x60$]*(\(masked\)|` +
		`\bx{4,}\b|\b1+\b)`)
	assignedMask = lazyregexp.Lazy(`(^|[\s;(-])[A-Za-z_][\w.-]*` +
		`(=|[ \t]*:=[ \t]*)(\(masked\)|x{4,}|1+)|` +
		`://[^\s/]*:(\(masked\)|x+|1+)x*@`)
)

// unpublished returns the masked places without [noSecret], and without the lines of a public key below its name.
func (w flagRules) unpublished() []luminos.Masked {
	var out []luminos.Masked
	var last luminos.Masked // the last place that was left out
	for _, m := range w.Facts.Secrets {
		continues := m.Path == last.Path && m.Kind == last.Kind && m.Lines.First == last.Lines.Last+1 &&
			quoteMatches(m, loneMask())
		if continues || noSecret(m) {
			last = m
			continue
		}
		out = append(out, m)
	}
	return out
}

// quoteMatches reports whether a line that was cited for a masked place matches a pattern.
func quoteMatches(m luminos.Masked, pattern *regexp.Regexp) bool {
	return slices.ContainsFunc(m.Evidence, func(e luminos.Evidence) bool { return pattern.MatchString(e.Quote) })
}

// unnamed reports whether the line of a masked place that only a name makes a secret does not have the name.
func unnamed(m luminos.Masked) bool {
	byName := m.Kind == "token" || m.Kind == "secret" || m.Kind == "password" || m.Kind == "default-password"
	return byName && quoteMatches(m, nameless())
}

// literal reports whether the cited line of a masked place in source code gives a text itself: in quotes, in a URL or
// as the value of NAME=value. An expression, a type, a parameter or a number is no secret. A place without a cited line may
// be one.
func literal(m luminos.Masked) bool {
	given := quoteMatches(m, quotedMask()) || quoteMatches(m, assignedMask())
	return len(m.Evidence) == 0 || given && !quoteMatches(m, shownLine())
}

// installed returns the source files of a part of a machine's file system: others wrote them, and a line of them is no
// concern of its reader. Settings of the machine are not among them.
func (w flagRules) installed() map[luminos.Path]bool {
	all := map[luminos.Path]bool{}
	for i := range w.Scan.Files {
		if f := &w.Scan.Files[i]; w.Facts.Sort == luminos.SortSystem && f.Category == luminos.CategorySource {
			all[f.Path] = true
		}
	}
	return all
}

// withoutDefaults returns the places that are no defaults, or all places if each is one.
func withoutDefaults(places []luminos.Masked) []luminos.Masked {
	if rest := slices.DeleteFunc(slices.Clone(places), byDefault); len(rest) > 0 {
		return rest
	}
	return places
}

// byDefault reports whether a secret is for a server on the same machine, the password that a product has before it is
// configured, shown as an example, or made for uploads.
func byDefault(m luminos.Masked) bool {
	return m.Kind == "default-password" || quoteMatches(m, thisMachine()) || m.Plain ||
		!ofService(m.Kind) && (m.Shown || uploads(m.Path))
}

// uploads reports whether a file has the settings of a service for reports on tests, whose token only permits to upload
// reports and may be public (https://docs.codecov.com/docs/codecov-tokens).
func uploads(p luminos.Path) bool {
	return slices.Contains([]string{"codecov.yml", ".codecov.yml", "codecov.yaml", ".codecov.yaml"}, p.Base())
}

// noSecret reports whether a masked text is part of a regular expression, a public key, or an identifier that programs
// publish: the address of a collector of errors, or the settings of a client. Nor is the text for a constant a secret, or
// an address that expires by itself.
func noSecret(m luminos.Masked) bool {
	public := slices.Contains([]string{"token-in-url", "google-api-key", "secret"}, m.Kind)
	return quoteMatches(m, asPattern()) || quoteMatches(m, hint()) || quoteMatches(m, constantArm()) ||
		quoteMatches(m, clientKey()) ||
		quoteMatches(m, otherText()) || quoteMatches(m, signedURL()) ||
		m.Path.Ext() == ".env" && !ofService(m.Kind) && quoteMatches(m, loneMask()) || // a variable has a name
		public && (quoteMatches(m, publicID()) || quoteMatches(m, publicKey()))
}

func literalFlag(p, member luminos.Path, severity luminos.Severity, places []luminos.Masked) luminos.Flag {
	var kinds []string
	for _, m := range places {
		kind := strings.ReplaceAll(m.Kind, "-", " ")
		if kind == "token" && quoteMatches(m, keyNamed()) {
			kind = "key"
		}
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	line := places[0].Lines.First
	where := lineOf(line, member)
	if line == 0 {
		where = "It"
	}
	finding := fmt.Sprintf("%s holds text that looks like a secret (%s)", where, words.Some(kinds, 3))
	for _, e := range first(places[0].Evidence) {
		finding += quoteOf(e, false)
	}
	if len(places[0].Evidence) > 0 && quoteMatches(places[0], maskedNumber()) {
		finding += " (a masked number)"
	}
	if n := len(places) - 1; n > 0 {
		finding += "; " + words.Plural(n, "more place") + " " + verb(n, "does", "do")
	}
	f := flag(luminos.RuleLiteralSecret, p, severity, finding+".",
		"If it is real, replace it, and read it from the environment or a secret store.", places[0].Evidence...)
	if member == "" && line > 0 {
		f.Lines = &luminos.LineRange{First: line, Last: places[0].Lines.Last}
	}
	return f
}
