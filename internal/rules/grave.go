package rules

import (
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// signing is a pattern for names of keys that sign or encrypt.
const signing = `(?:jwt|session|cookie|signing|signature|encrypt(?:ion)?|hmac|auth|app)[_:]?\w{0,16}?(?:secret|key)`

// digestNamed is a pattern for a masked value with the length of a digest, whose name says that it is one.
const digestNamed = `^\W*(?:fingerprint|checksum|digest|sha_?(?:1|256|512)|hash|commit)['"]?\s*[:=]\s*` +
	`['"]?\(masked\)(?:x{24}|x{32}|x{56}|x{120})(?:[^x]|$)`

// ofDatabase reports whether a masked place is a simple password of a database by its name. If the file publishes the
// port of the database, the flag for the port names this already.
func ofDatabase(m luminos.Masked) bool { return m.Plain && quoteMatches(m, databaseMask()) }

var (
	databaseMask = lazyregexp.Lazy(`\b(?:POSTGRES|MYSQL|MARIADB|MONGO\w*|MSSQL|REDIS)_(?:[A-Z]+_)*PASSWORD\b`)
	// computed matches a line about a value that was computed from a secret, or a value that is part of a longer one
	computed = lazyregexp.Lazy(`(?i)hash|digest|checksum|\(masked\)x*['"]\s*[.+%]\s*[$\w(]`)
	// sessionMask matches a line that gives a masked value to the name "session".
	sessionMask = lazyregexp.Lazy(`(?i)\bsession['"\])]*\s*(?:=>|=|:)\s*['"]?\(masked\)`)
	// gravest matches names with which any fixed value opens a program: keys that sign or encrypt, and passwords of
	// administrators.
	gravest = lazyregexp.Lazy(`(?i)` + signing + `|` +
		`\b(?:hardcoded|fallback|insecure)_\w{0,24}secret|(?:^|_)session_?pass(?:word)?$|` +
		`\bsecret_?key\b|^(?:\w+\.)*secret$|(?:admin|root|superuser)\w{0,12}(?:pass|pwd)`)
	// gravestMask matches a line that gives such a name a masked value.
	gravestMask = lazyregexp.Lazy(`(?i)` + signing + `\w{0,8}` +
		`['"\])]*\s*(?::\s*\w+\s*)?(?::=|=>|=|:)\s*b?['"\x60]?\(masked\)|` +
		`\bsecret_?key(?:_base)?['"\])]*\s*(?:=>|=|:)\s*['"]?\(masked\)|` +
		`(?i)admin\w{0,12}(?:pass|pwd)\w{0,8}['"\])]*\s*(?::\s*\w+\s*)?(?::=|=>|=|:)\s*['"\x60](?:\(masked\)|x{4,})`)
)

// graveSecret reports whether strong evidence says that a masked place is a secret in use: a service issued it, or its
// value was drawn at random or chosen against guesses, or with its name any fixed value is a danger. Its file is no
// example and no setting for developers. published is true if the file opens the database of the password to others.
func graveSecret(m luminos.Masked, published bool) bool {
	switch {
	case m.Kind == "oauth-code": // it opens something for minutes only, and other parameters have the name
		return false
	case m.Kind == "private-key" && (m.Shown || forDevelopers(m.Path) || madePublic(m.Path)):
		return false
	case m.Kind == "bitcoin-key" && slices.Contains(textFormats, m.Path.Ext()): // a vector for tests in a specification
		return false
	case ofService(m.Kind) || m.Kind == "jwt":
		return !m.Plain && !exercise(m.Path)
	case quoteMatches(m, sessionMask()): // one session, long closed; notebooks have such identifiers
		return false
	case m.Shown || quoteMatches(m, thisMachine()) || m.Kind == "default-password" || uploads(m.Path):
		return false
	case forDevelopers(m.Path) || exercise(m.Path):
		return false
	}
	return !m.Plain && !quoteMatches(m, computed()) || quoteMatches(m, gravestMask()) ||
		published && strings.HasPrefix(m.Kind, "password")
}

// textFormats are extensions of texts for people.
var textFormats = strings.Fields(".md .mediawiki .rst .adoc .tex .html")

// madePublic reports whether the name of a file of a key says that the key is no secret: it is for tests, or published
// as the keys of Vagrant are (https://github.com/hashicorp/vagrant/tree/main/keys).
func madePublic(p luminos.Path) bool {
	return named(luminos.Path(p.Base()), "insecure snakeoil vagrant testkey testkeys testcert")
}

// simple reports whether a masked place with a value of words proves nothing where it is: it is no password of
// settings, or its file is for developers.
func simple(m luminos.Masked) bool {
	named := m.Kind == "secret" || strings.HasPrefix(m.Kind, "password") && m.Kind != "password-in-command"
	return m.Plain && (!named || forDevelopers(m.Path) || exercise(m.Path))
}

// ofService reports whether a kind of secret, such as "github-token", names the service that issues it. An example
// rarely has one.
func ofService(kind string) bool {
	maker, _, ok := strings.Cut(kind, "-")
	return ok && !slices.Contains([]string{"password", "token", "secret", "default"}, maker)
}

// publishedDatabases returns the files that open a database to others.
func publishedDatabases(facts *luminos.Facts) map[luminos.Path]bool {
	all := map[luminos.Path]bool{}
	for _, e := range facts.Exposures {
		if e.Rule == luminos.RulePublishedDatabase {
			all[e.Path] = true
		}
	}
	return all
}

// composedBeside reports whether a composition of containers beside the file p publishes ports. It takes its variables
// from the file .env.
func composedBeside(facts *luminos.Facts, p luminos.Path) bool {
	return slices.ContainsFunc(facts.Containers, func(c luminos.Container) bool {
		return c.Kind == "compose" && c.Path.Dir() == p.Dir() && len(c.Ports) > 0
	})
}

// integration are names, in small letters, of files with steps of continuous integration.
var integration = strings.Fields("appveyor.yml .appveyor.yml .travis.yml azure-pipelines.yml jenkinsfile .drone.yml " +
	".cirrus.yml bitbucket-pipelines.yml buildspec.yml cloudbuild.yaml wercker.yml")

// fixtureOfCI matches the path of a file that a run of continuous integration takes instead of the real one, but not
// ci/deploy_key.
var fixtureOfCI = lazyregexp.Lazy(`(?i)(?:^|/)ci[-_](?:config|fixtures?|data|certs?|keys?)/`)

// forDevelopers reports whether a file sets up the machine of a developer or of continuous integration, or is an
// addition that others made. Its passwords are published defaults.
func forDevelopers(p luminos.Path) bool {
	return p.Ext() == ".env" && named(luminos.Path(p.Base()), "default defaults") ||
		below(p, ".devcontainer .ddev .lando .gitpod contrib workflows .circleci .buildkite ci_scripts enos codex .codex .cursor") ||
		below(p, "scripts script tools hack") && below(p, "agent agents") || // they set up a machine for an agent
		named(p, "dev devel development developer devtools local ci vagrant vagrantfile") ||
		override().MatchString(p.Base()) ||
		slices.Contains(integration, strings.ToLower(p.Base()))
}

// override matches the name of the file that Docker Compose adds to the composition beside it: by its convention, with
// additions for developers (https://docs.docker.com/compose/how-tos/multiple-compose-files/merge/).
var override = lazyregexp.Lazy(`^(?:docker-)?compose\.override\.ya?ml$`)

// exercise reports whether a file shows or tries something out, by a word of its path.
func exercise(p luminos.Path) bool {
	return named(p, seedWords) || tried(p)
}

// seedWords are words in the paths of files with the first records of a database. Each installation can get them.
const seedWords = "seed seeds seeder seeders"

// tried reports whether a file shows or tries something out, and never is a part of an installation.
func tried(p luminos.Path) bool {
	return named(p, "test tests testing example examples sample samples demo demos dummy mock mocks fake fakes "+
		"fixture fixtures conformance stub stubs tutorial tutorials sandbox playground bench benchmark benchmarks "+
		"myapp e2e stories storybook workshop snippets mirage vulnerable vulnserver rfc rfcs")
}

// named reports whether an element of a path has one of the words, which are separated by spaces. Words begin at
// capital letters too: SetupDummyAccount. Parts of package names do not count.
func named(p luminos.Path, list string) bool {
	if root := pathrole.PackageRoot(p.Dir()); root != "" {
		p = root + "/" + luminos.Path(p.Base())
	}
	wanted := strings.Fields(list)
	from, s := 0, string(p)
	for i := range len(s) + 1 {
		if i < len(s) && letter(s[i]) && (i == 0 || !upper(s[i]) || upper(s[i-1])) {
			continue
		}
		word := strings.TrimFunc(s[from:i], func(r rune) bool { return !unicode.IsLetter(r) })
		if slices.Contains(wanted, strings.ToLower(word)) {
			return true
		}
		from = i
	}
	return false
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || upper(c) }

func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
