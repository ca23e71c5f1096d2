package facts

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// secretName is a pattern for the name of a variable of the environment that holds a secret.
const secretName = `(?:[A-Z0-9]+_)*(?:SECRET(?:_KEY|_BASE)?|PASSWORD|PASSWD|PASSPHRASE|TOKEN|` +
	`(?:API|APP|PRIVATE|ENCRYPTION|SIGNING)_?KEY)\b`

var environment = lazyregexp.Lazy(`(?i:env(?:iron)?(?:\.get|\.fetch|_or)?\(\s*)['"](` + secretName +
	`)['"]\s*,\s*(?:default=)?['"]([^'"\s]{3,})['"]`)

// secretWords has one of its texts in each name that secretName matches.
var secretWords = []string{"SECRET", "PASS", "TOKEN", "KEY"}

// ofService is a pattern for the name of a key that another service issues. A placeholder for the key opens nothing.
var ofService = lazyregexp.Lazy(`API_?KEY$|(?:^|_)(?:S3|AWS|AZURE|GCP|CLIENT)(?:_|$)`)

// signingSecret is a pattern for the name of a variable with the secret that signs sessions. Any value works.
const signingSecret = `(?:[A-Z0-9]+_)*(?:JWT|SESSION|COOKIE|SIGNING|AUTH|NEXTAUTH|APP)_(?:[A-Z0-9]+_)*` +
	`SECRET(?:_KEY|_BASE)?|SECRET_KEY(?:_BASE)?`

// signingName is a pattern for the name of a variable or a field of a program with such a secret. The key of a session
// is often its name.
const signingName = `(?:\w+\.)*(?i:secret(?:key)?|\w*(?:(?:jwt|signing|hmac|encryption)(?:secret)?key|` +
	`(?:jwt|session|cookie|signing|hmac|auth)secret(?:key)?))`

// lastSecret is a pattern for the name of a constant with the secret that counts if no other is set.
const lastSecret = `(?:[A-Z0-9]+_)*(?:HARDCODED|FALLBACK|INSECURE)_(?:[A-Z0-9]+_)*SECRET(?:_KEY)?`

// toShell is a pattern for the end of a command whose output runs.
const toShell = `[^|]*\|\s*(?:sudo\s+)?(?:ba|z)?sh\b`

// exposures are patterns of settings that open a program to others. The first group of a pattern is
// the name of the setting, and the second one a secret value, which no quote shows.
var exposures = []exposure{
	// JavaScript, C#, PHP, Ruby: process.env.X || 'literal', Environment["X"] ?? "literal", ENV['X'] || 'literal'
	{rule: luminos.RuleDefaultSecret, needle: "||", secret: true,
		match: lazyregexp.Lazy(`\b(` + secretName + `)['"\])]*\s*\|\|\s*['"\x60]([^'"\x60\s]{3,})['"\x60]`)},
	{rule: luminos.RuleDefaultSecret, needle: "??", secret: true,
		match: lazyregexp.Lazy(`\b(` + secretName + `)['"\])]*\s*\?\?\s*['"\x60]([^'"\x60\s]{3,})['"\x60]`)},
	// Python: os.environ.get("X") or "any words"
	{rule: luminos.RuleDefaultSecret, needle: " or ", secret: true,
		match: lazyregexp.Lazy(`\b(` + secretName + `)['"\])]+\s+or\s+['"]([^'"]{3,})['"]`)},
	// Python, Ruby, PHP, Rust: os.getenv("X", "literal"), ENV.fetch('X', 'literal'), env('X', 'literal')
	{rule: luminos.RuleDefaultSecret, needle: "env", secret: true, match: environment},
	{rule: luminos.RuleDefaultSecret, needle: "ENV", secret: true, match: environment},
	// shells and compositions: ${X:-literal}
	{rule: luminos.RuleDefaultSecret, needle: "${", secret: true,
		match: lazyregexp.Lazy(`\$\{(` + secretName + `):?-([^}\s$]{3,})\}`)},
	// Go: if c.Secret == "" { c.Secret = "literal" }. Kubernetes has objects with the name "secret".
	{rule: luminos.RuleDefaultSecret, needle: `= "`, file: lazyregexp.Lazy(`\.go$`),
		present: lazyregexp.Lazy(`(?i)jwt|session|cookie|signing|hmac`),
		near:    lazyregexp.Lazy(`\bif ` + signingName + ` == ""`),
		match:   lazyregexp.Lazy(`^\s*(` + signingName + `)\s*=\s*"([^"\s/%]{8,})"`)},
	// C#: configuration["Jwt:Key"] ?? "any words"
	{rule: luminos.RuleDefaultSecret, needle: "??", file: lazyregexp.Lazy(`\.cs$`),
		match: lazyregexp.Lazy(`\["((?:\w+:)*(?i:jwt\w*:(?:\w+:)*\w*(?:key|secret)|(?:jwt|signing|secret)_?key|secret))` +
			`"\]\s*\?\?\s*@?"([^"]{8,})"`)},

	// const HARDCODED_SECRET = "literal", which the same file returns or uses if nothing else is set
	{rule: luminos.RuleDefaultSecret, needle: "SECRET", secret: true,
		present: lazyregexp.Lazy(`(?:\breturn|\|\||\?\?|\bor)\s+` + lastSecret + `\b`),
		match: lazyregexp.Lazy(`^\s*(?:\w+ ){0,4}(` + lastSecret + `)(?::\s*\w+)?\s*:?=` +
			`\s*['"\x60]([^'"\x60\s]{6,})['"\x60]`)},

	// compositions of services that restart: X=literal
	{rule: luminos.RuleFixedSecret, needle: "SECRET", file: composition, present: restarts,
		match: lazyregexp.Lazy(`^\s*-?\s*['"]?(` + signingSecret + `)['"]?\s*[=:]\s*['"]?([\w!@#%^&*.+-]{8,})['"]?\s*$`)},
	// compositions: X=change-me, X: change-me. A random value is found as a secret.
	{rule: luminos.RuleFixedSecret, needle: "SECRET", file: composition,
		match: lazyregexp.Lazy(`^\s*-?\s*['"]?(` + signingSecret + `)['"]?\s*[=:]\s*['"]?` +
			`([\w-]*(?i:change|default|replace|your|insecure)[\w-]*)['"]?\s*$`)},

	// compositions and the .env beside them: X=notsecretkey, ADMIN_PASSWORD=admin
	{rule: luminos.RuleFixedSecret, needle: "SECRET", file: composition,
		match: lazyregexp.Lazy(`^\s*-?\s*['"]?(` + signingSecret + `)['"]?\s*[=:]\s*['"]?(` + weak + `)['"]?\s*$`)},
	{rule: luminos.RuleFixedSecret, needle: "PASS", file: composition,
		match: lazyregexp.Lazy(`^\s*-?\s*['"]?(` + adminPassword + `)['"]?\s*[=:]\s*['"]?(` + weak + `)['"]?\s*$`)},
	// images: ENV PASSWORD=of-all. The owner of the image has to set another.
	{rule: luminos.RuleFixedSecret, needle: "ENV", secret: true,
		file:  lazyregexp.Lazy(`^(?:Dockerfile|Containerfile)(?:\.\w+)?$`),
		match: lazyregexp.Lazy(`^\s*ENV\s+(` + adminPassword + `|PASSWORD)(?:\s*=\s*|\s+)['"]?([^\s'"$\\]{4,})['"]?\s*$`)},
	{rule: luminos.RuleFixedSecret, needle: "=", file: lazyregexp.Lazy(`^(?:\.env(?:\.prod(?:uction)?)?|` +
		`(?:backend|server|common|app|api|web|prod(?:uction)?)\.env)$`), secret: true,
		match: lazyregexp.Lazy(`^(` + signingSecret + `|(?:[A-Z0-9]+_)*PASS(?:WORD)?)=['"]?(` + weak + `)['"]?\s*$`)},

	// values of a chart, the file of Helm with the settings of each installation
	{rule: luminos.RuleFixedSecret, needle: ":", words: []string{"change", "Change", "assw"},
		file: lazyregexp.Lazy(`^values\.ya?ml$`),
		match: lazyregexp.Lazy(`^\s+(\w*(?i:password|secret|(?:secret|encryption|signing|app|jwt)key|token)):\s*` +
			`['"]?((?i:change[-_]?(?:me|this)|password))['"]?\s*(?:#.*)?$`)},

	// a header as text, then the options of libraries, then their functions
	{rule: luminos.RuleOpenCORS, needle: "Allow-Origin",
		match: lazyregexp.Lazy(`(Access-Control-Allow-Origin)['"]?\s*[,:=\]]\s*=?\s*\[?['"]\*['"]`)},
	{rule: luminos.RuleOpenCORS, needle: "rigin", words: []string{`*"`, "*'"}, near: lazyregexp.Lazy(`(?i)cors`),
		match: lazyregexp.Lazy(`(?i)\b((?:allow(?:ed)?_?)?origins?)['"]?\s*[:=]\s*(?:\[\]string\{|\[)?\s*['"]\*['"]`)},
	{rule: luminos.RuleOpenCORS, needle: "AllowAnyOrigin", match: lazyregexp.Lazy(`\.(AllowAnyOrigin)\(\)`)},
	{rule: luminos.RuleOpenCORS, needle: "CorsLayer::", match: lazyregexp.Lazy(`(CorsLayer::(?:very_)?permissive)`)},

	// Express: app.use(cors())
	{rule: luminos.RuleOpenCORS, needle: "cors()", file: lazyregexp.Lazy(`\.[cm]?[jt]s$`),
		present: lazyregexp.Lazy(`\b(?:require\(|from )['"](?:cors|@koa/cors|hono/cors)['"]`),
		match:   lazyregexp.Lazy(`\.use\((?:['"][^'"]*['"],\s*)?(cors\(\))`)},

	{rule: luminos.RuleListensAll, needle: "0.0.0.0",
		match: lazyregexp.Lazy(`(?i).*\b(host|hostname|bind|addr|address|listen\w*|serve|run)\b[^\x60]{0,40}?` +
			`(?:[:=(,\[{|?]|\bor)\s*['"\x60]0\.0\.0\.0\b`)},
	// an option over several lines
	{rule: luminos.RuleListensAll, needle: "default", words: []string{"0.0.0.0"},
		near:  lazyregexp.Lazy(`^\s*['"]--(?:host|bind|addr|address|listen)['"],?\s*$`),
		match: lazyregexp.Lazy(`^\s*(default)\s*=\s*['"]0\.0\.0\.0['"]`)},

	{rule: luminos.RuleInsecureCookie, needle: "ecure", near: cookieCall,
		match: lazyregexp.Lazy(`^\s*(secure)\s*[:=]\s*(?i:false)\b`)},
	{rule: luminos.RuleInsecureCookie, needle: "ecure",
		match: lazyregexp.Lazy(`(?i)\bcookie\b[^?]*[^.\w](secure)['"]?\s*[:=]\s*false\b`)},
	{rule: luminos.RuleInsecureCookie, needle: "COOKIE_SECURE",
		match: lazyregexp.Lazy(`\b((?:SESSION|CSRF)_COOKIE_SECURE)['"\]]*\s*=\s*(?i:false)\b`)},

	{rule: luminos.RuleNoPolicy, needle: `"csp"`, absent: `"windows": []`,
		file:  lazyregexp.Lazy(`^tauri(\.\w+)?\.conf\.json5?$`),
		match: lazyregexp.Lazy(`"(csp)"\s*:\s*null\b`)},
	{rule: luminos.RuleAssetScope, needle: `**`, file: lazyregexp.Lazy(`^tauri(\.\w+)?\.conf\.json5?$`),
		near:  lazyregexp.Lazy(`assetProtocol`),
		match: lazyregexp.Lazy(`"(scope|allow)"\s*:\s*\[[^\]]*"\*\*(?:/\*+)?"`)},

	{rule: luminos.RuleRemotePage, needle: `"dangerousRemoteDomainIpcAccess"`,
		file:  lazyregexp.Lazy(`^tauri(\.\w+)?\.conf\.json5?$`),
		match: lazyregexp.Lazy(`"(dangerousRemoteDomainIpcAccess)"\s*:\s*\[\s*(?:[^\]\s]|$)`)},
	{rule: luminos.RuleRemotePage, needle: "nodeIntegration", file: lazyregexp.Lazy(`\.[cm]?[jt]sx?$`), absent: "file:",
		present: lazyregexp.Lazy(`(?s)loadURL\(\s*['"\x60]https?://(?:[\w-]+\.)+[a-z]` +
			`|[?:=]\s*['"\x60]https://.*loadURL\(\s*\w*(?:url|URL|Url)\s*[,)]`),
		match: lazyregexp.Lazy(`\b(nodeIntegration)['"]?\s*:\s*true\b`)},

	{rule: luminos.RulePublicBucket, needle: `"public-read`, file: lazyregexp.Lazy(`\.tf$`), absent: "website",
		match: lazyregexp.Lazy(`^\s*acl\s*=\s*"(public-read(?:-write)?)"`)},

	{rule: luminos.RuleHostPermissions, needle: `*/*`, file: extension, under: permissions,
		match: lazyregexp.Lazy(`['"]((?:\*|https?)://\*/\*)['"]`)},
	{rule: luminos.RuleHostPermissions, needle: `<all_urls>`, file: extension, under: permissions,
		match: lazyregexp.Lazy(`(?:['"]|-\s+)(<all_urls>)`)},

	// a broker of messages that listens on all interfaces, and pages of measurements
	{rule: luminos.RuleAnonymous, needle: "allow_anonymous", absent: "unauthenticated", file: lazyregexp.Lazy(`\.conf$`),
		present: lazyregexp.Lazy(`(?m)^\s*(?:listener\s+\d+(?:\s+0\.0\.0\.0)?|port\s+\d+)\s*$`),
		match:   lazyregexp.Lazy(`^\s*(allow_anonymous)\s+true\b`)},
	{rule: luminos.RuleAnonymous, needle: "GF_AUTH_ANONYMOUS_ENABLED", file: composition,
		match: lazyregexp.Lazy(`^\s*-?\s*['"]?(GF_AUTH_ANONYMOUS_ENABLED)['"]?\s*[=:]\s*['"]?true\b`)},

	// the first account: a constant of the code that makes it, a record with rights, the proposal of a question
	{rule: luminos.RuleDefaultLogin, needle: "_PASSWORD", present: makesAccount,
		match: lazyregexp.Lazy(`^\s*(?:\w+ ){0,5}_?((?:FIRST|DEFAULT|INITIAL)_(?:\w+_)?PASSWORD)(?::\s*\w+)?` +
			`\s*=\s*['"]([^'"\s.:/{}%$<]{4,40})['"]`)},
	{rule: luminos.RuleDefaultLogin, needle: "assword", near: withRights, present: makesAccount,
		match: lazyregexp.Lazy(`^\s*['"]?([Pp]assword)['"]?\s*(?::|=>|=)\s*['"]([^'"\s|{}%$<]{4,40})['"]`)},
	{rule: luminos.RuleDefaultLogin, needle: "assword", near: administrator, file: startsData, present: madeAdministrator,
		match: lazyregexp.Lazy(`^\s*['"]?([Pp]assword)['"]?\s*(?::|=>)\s*['"]([^'"\s|{}%$<]{3,40})['"]`)},
	// of an account that each installation has from its seeds: ENV['SEED_PASSWORD'].presence || "literal"
	{rule: luminos.RuleDefaultLogin, needle: "_PASSWORD", near: withRights,
		match: lazyregexp.Lazy(`\b((?:[A-Z]+_)*(?:SEED|ADMIN|DEFAULT|INITIAL)_(?:[A-Z]+_)*PASSWORD)['"\])]+\.presence\s*` +
			`\|\|\s*['"]([^'"\s]{3,})['"]`)},
	{rule: luminos.RuleDefaultLogin, needle: "assword", near: administrator, present: makesAccount,
		match: lazyregexp.Lazy(`^\s*['"]?([Pp]assword)['"]?\s*(?::|=>|=)\s*` +
			`[\w:.\\>-]*(?i:hash|make|bcrypt|encode)\w*\(\s*['"]([^'"\s|{}%$<]{4,40})['"]`)},
	{rule: luminos.RuleDefaultLogin, needle: "assword", file: lazyregexp.Lazy(`\.php$`),
		match: lazyregexp.Lazy(`(?:Question|ask)\(\s*['"]([Pp]assword)\??:?\s*['"],\s*['"]([^'"\s]{4,})['"]`)},

	{rule: luminos.RuleUnverifiedTLS, needle: "InsecureSkipVerify", always: true,
		match: lazyregexp.Lazy(`\b(InsecureSkipVerify)\s*[:=]\s*true\b`)},
	{rule: luminos.RuleUnverifiedTLS, needle: "danger_accept_invalid_certs", always: true,
		match: lazyregexp.Lazy(`\.(danger_accept_invalid_certs)\(true\)`)},
	{rule: luminos.RuleUnverifiedTLS, needle: "verify", always: true, file: lazyregexp.Lazy(`\.py$`),
		near:  lazyregexp.Lazy(`\b(?:requests|httpx|session|client)\.\w+\(|\b(?:Async)?Client\(`),
		match: lazyregexp.Lazy(`\b(verify)\s*=\s*False\b`)},
	{rule: luminos.RuleUnverifiedTLS, needle: "rejectUnauthorized", always: true,
		match: lazyregexp.Lazy(`\b(rejectUnauthorized)['"]?\s*:\s*false\b`)},
	{rule: luminos.RuleUnverifiedTLS, needle: "CURLOPT_SSL_VERIFYPEER", always: true,
		match: lazyregexp.Lazy(`\b(CURLOPT_SSL_VERIFYPEER)\s*(?:,|=>)\s*(?:false|0)\b`)},
	{rule: luminos.RuleUnverifiedTLS, needle: "VERIFY_NONE", always: true,
		match: lazyregexp.Lazy(`\bverify_mode\s*=\s*(?:\w+::)*(VERIFY_NONE)\b`)},
	// a script of the internet that runs
	{rule: luminos.RuleUnverifiedTLS, needle: "|", words: []string{"curl"}, always: true,
		match: lazyregexp.Lazy(`\b(curl)\b[^|#]*\s(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure)\b` + toShell)},
	{rule: luminos.RuleUnverifiedTLS, needle: "|", words: []string{"wget"}, always: true,
		match: lazyregexp.Lazy(`\b(wget)\b[^|#]*\s--no-check-certificate\b` + toShell)},
}

var (
	// extension matches the names of the manifests of browser extensions, and of the sources they are made from.
	extension = lazyregexp.Lazy(`^(?:manifest(?:\.\w+)?\.(?:json|ya?ml|[jt]s)|wxt\.config\.[jt]s)$`)
	// permissions matches the beginning of a list in such a manifest.
	permissions = lazyregexp.Lazy(`(?:^|[\s,{])['"]?(\w+)['"]?\s*(?::\s*\[|:\s*$)`)
)

// weak is a pattern for values that are tried first.
const weak = `(?i:change[-_]?(?:me|this|it)\w*|admin(?:istrator)?|pass(?:word|w0rd)?|root|toor|` +
	`(?:not)?secret(?:[-_]?key)?|` +
	`12345\w*|qwerty|letmein|default|insecure|test(?:ing)?)`

// adminPassword is a pattern for the name of a variable with the password of an administrator.
const adminPassword = `(?:[A-Z0-9]+_)*(?:ADMIN|ADMINISTRATOR|SUPERUSER|SUPERADMIN)_(?:[A-Z0-9]+_)*PASS(?:WORD)?`

// databaseName matches the name of a variable with a password of a database, which only other services reach.
var databaseName = lazyregexp.Lazy(`(?:^|_)(?:DB|DATABASE|MYSQL|MARIADB|POSTGRES|PG|PSQL|MONGO\w*|REDIS|SQL)_`)

// instruction matches a value in capitals that orders the reader to set another.
var instruction = lazyregexp.Lazy(`[=:]\s*['"]?(?:[A-Z0-9]+[_-])*(?:REPLACE|INSERT|YOUR|GENERATE)` +
	`[_-][A-Z0-9_-]+['"]?\s*$`)

// exposure is a pattern of a setting that opens a program to others.
type exposure struct {
	rule    luminos.Rule
	needle  string   // a text in every line that counts; it is searched early, in the text and in the line
	secret  bool     // every match contains one of secretWords
	words   []string // every match contains one of them, if it is not nil
	match   func() *regexp.Regexp
	file    func() *regexp.Regexp // the names of the files that count; nil for all
	absent  string                // a text that no file that counts has, if it is not empty
	present func() *regexp.Regexp // the text of every file that counts matches it, if it is not nil
	near    func() *regexp.Regexp // one of the lines near the match has this too, if it is not nil
	under   func() *regexp.Regexp // the list with the match begins so, and its name ends in "permissions", unless nil
	always  bool                  // no condition is around the match
}

// switched matches a setting whose fixed value turns it off or on.
var switched = lazyregexp.Lazy(`(?i)(?:['"\x60]|:?-)` +
	`(?:true|false|null|none|undefined|off|invalid|disabled|unset|required|hashed|string)(?:['"\x60]\)?|\})$`)

// pages matches the names of files with parts of pages. Cookies in them are data of the user.
var pages = lazyregexp.Lazy(`\.(?:vue|svelte|tsx|jsx|html?)$`)

// cookieCall matches the beginning of a call or of options that set cookies.
var cookieCall = lazyregexp.Lazy(`(?i)\.cookie\(|cookies?(?:\(\))?\.set\(|set_?cookie\w*\(|` +
	`session\w*\(\s*\{|cookies?['"]?\s*[:=]\s*\{`)

// declared matches the beginning of the declaration of a function, whose parameters have defaults.
var declared = lazyregexp.Lazy(`\b(?:function|func|def|fn)\s+\w+\s*\(`)

// compared matches a line that compares an address, or explains it to the user of an option.
var compared = lazyregexp.Lazy(`[=!]==?\s*['"\x60]0\.0\.0\.0|['"]\s=\s*['"]?0\.0\.0\.0|` +
	`\bin\s*[(\[{]|\bhelp\s*[=:].*0\.0\.0\.0|\bcase\b`)

// nearLines is the number of lines before and after a match in which the second pattern is searched.
const nearLines = 6

// exposuresMost is the maximum number of exposures of one file.
const exposuresMost = 20

// rejectedMost is the number of matches of a rule in one file that its other conditions reject, after which the rule
// ends there. Each of them can cost a search upward.
const rejectedMost = 100

// exposuresIn returns the exposures of a text by the sort of its file.
func exposuresIn(text luminos.Text, f *luminos.File) []luminos.Exposure {
	switch {
	case exposesSettings(f):
		return findExposures(text)
	case readme().MatchString(string(f.Path)):
		return defaultLogin(text)
	}
	return nil
}

// findExposures returns the lines of a text, at most exposuresMost, that give a secret a fixed value if the environment
// does not set it, such as os.getenv("TOKEN", "abc"), or that open a program to others in another way. It skips
// comments and lines of over 1000 bytes.
func findExposures(text luminos.Text) []luminos.Exposure {
	if composition().MatchString(text.Path.Base()) && saysDevelopment(text) ||
		strings.HasPrefix(text.Path.Base(), ".env") && ofDevelopers().MatchString(text.Content) {
		return nil
	}
	found := slices.Concat(servicesExposed(text), privilegedPods(text), changesRun(text), openAdminPorts(text))
	page := func() bool { return pages().MatchString(text.Path.Base()) }
	var lines []string
	seen := map[int]bool{}
	secret := containsAny(text.Content, secretWords)
	for _, e := range exposures {
		if e.secret && !secret || e.file != nil && !e.file().MatchString(text.Path.Base()) || !e.possible(text.Content) ||
			e.absent != "" && strings.Contains(text.Content, e.absent) ||
			e.present != nil && !e.present().MatchString(text.Content) {
			continue
		}
		if lines == nil {
			lines = text.Lines()
		}
		rejected := 0
		for i, line := range lines {
			if rejected >= rejectedMost {
				break
			}
			if len(line) > 1000 || !e.possible(line) || words.Comment(line) {
				continue
			}
			m := e.match().FindStringSubmatch(line)
			if m == nil || e.rule == luminos.RuleListensAll && compared().MatchString(line) ||
				e.rule == luminos.RuleInsecureCookie && (page() || declared().MatchString(line)) || seen[i] ||
				len(found) >= exposuresMost ||
				e.rule == luminos.RuleFixedSecret &&
					(databaseName().MatchString(m[1]) || instruction().MatchString(m[0])) ||
				strings.Contains(m[0], "your") && ofService().MatchString(m[1]) || switched().MatchString(m[0]) {
				continue
			}
			if !e.fits(lines, i) {
				rejected++
				continue
			}
			seen[i] = true
			cited, cut := citeMasked(text, lines, i+1, secretValues(line, e.match()))
			found = append(found, luminos.Exposure{Rule: e.rule, Path: text.Path, Line: i + 1, Name: m[1],
				Evidence: cited, Cut: cut})
		}
	}
	return found
}

// possible reports whether a text or a line has the needle and one of the words of the pattern. It is much faster than
// the pattern.
func (e *exposure) possible(s string) bool {
	return strings.Contains(s, e.needle) && (e.words == nil || containsAny(s, e.words)) &&
		(!e.secret || containsAny(s, secretWords))
}

// containsAny reports whether s contains one of the texts.
func containsAny(s string, texts []string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(s, t) })
}

// fits reports whether the lines around the line i satisfy the conditions of the pattern.
func (e *exposure) fits(lines []string, i int) bool {
	if e.under != nil {
		for ; i >= 0; i-- {
			if m := e.under().FindStringSubmatch(lines[i]); m != nil {
				return strings.HasSuffix(m[1], "permissions") && !strings.HasPrefix(m[1], "optional_") // asked for when used
			}
		}
		return false
	}
	if e.always && conditional(lines, i) {
		return false
	}
	calls := func(line string) bool { return e.near().MatchString(line) && !declared().MatchString(line) }
	return e.near == nil || slices.ContainsFunc(lines[max(0, i-nearLines):min(len(lines), i+nearLines+1)], calls)
}

// exposesSettings reports whether a file can hold configuration that takes effect: source or configuration of the
// target itself, also if JSON without a schema is taken for data.
func exposesSettings(f *luminos.File) bool {
	return (f.Category == luminos.CategorySource || f.Category == luminos.CategoryConfig ||
		strings.HasSuffix(f.Path.Base(), ".conf.json")) && !f.Vendored && !f.Generated
}

func sortExposures(all []luminos.Exposure) {
	slices.SortStableFunc(all, func(a, b luminos.Exposure) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
}
