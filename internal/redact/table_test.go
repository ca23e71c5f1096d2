package redact

import (
	"encoding/base64"
	"math/rand/v2"
	"slices"
	"strings"
)

// Examples are made here from a seed: none is real, and no scanner finds one in
// the source.

const (
	low    = "abcdefghijklmnopqrstuvwxyz"
	up     = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	num    = "0123456789"
	hexLow = "0123456789abcdef"
	mix    = num + low + up
)

// lot draws n characters, of which at least one is of each sort that the alphabet has.
func lot(alphabet string, n int) string {
	r := rand.New(rand.NewPCG(uint64(n), uint64(len(alphabet))))
	for {
		var b strings.Builder
		for range n {
			b.WriteByte(alphabet[r.IntN(len(alphabet))])
		}
		s := b.String()
		if n < 4 || (!strings.ContainsAny(alphabet, num) || strings.ContainsAny(s, num)) && (!strings.ContainsAny(alphabet, low) || strings.ContainsAny(s, low)) && (!strings.ContainsAny(alphabet, up) || strings.ContainsAny(s, up)) && s[0] != '-' && s[len(s)-1] != '-' {
			return s
		}
	}
}

func encode(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func encodeURL(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }

// example is a secret in its context. The text has the secret between « and ».
type example struct{ kind, text string }

func token1(kind, prefix, alphabet string, n int) example {
	return example{kind, "«" + prefix + lot(alphabet, n) + "»"}
}

func uuid() string {
	return lot(hexLow, 8) + "-" + lot(hexLow, 4) + "-4" + lot(hexLow, 3) + "-a" + lot(hexLow, 3) + "-" + lot(hexLow, 12)
}

const dash, under = "-", "_"

// formats returns examples of tokens with a format of their own.
func formats() []example {
	return slices.Concat(ofClouds(), ofForges(), ofServices(), ofProtocols())
}

func ofClouds() []example {
	return []example{
		token1("aws-access-key", "AK"+"IA", up+"234567", 16),
		token1("aws-access-key", "AS"+"IA", up+"234567", 16),
		{"aws-secret-key", "id AK" + "IA" + lot(up+"234567", 16) + " and «" + lot(mix+"+/", 40) + "»"},
		token1("google-api-key", "AI"+"za", mix+"_", 35),
		token1("google-oauth-secret", "GOC"+"SPX-", mix+"_", 28),
		token1("google-oauth-token", "ya"+"29.", mix+"_-", 60),
		{"azure-key", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=«" + lot(mix+"+/", 86) + "==»;EndpointSuffix=core.windows.net"},
		{"azure-key", "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«" + lot(mix+"+/", 43) + "=»"},
		{"azure-sas", "https://x.blob.core.windows.net/c?sv=2022-11-02&sp=r&sig=«" + lot(mix, 43) + "%3D»&se=2030"},
		{"azure-client-secret", "«" + lot(mix, 3) + "8Q" + "~" + lot(mix, 34) + "»"},
		token1("digitalocean-token", "dop"+"_v1_", hexLow, 64),
		token1("heroku-key", "HRKU"+dash, mix, 60),
		{"heroku-key", "HEROKU_API_KEY=«" + uuid() + "»"},
		token1("databricks-token", "da"+"pi", hexLow, 32),
		token1("vault-token", "hv"+"s.", mix, 24),
		token1("vault-token", "hv"+"b.", mix+"_-", 140),
		{"terraform-token", "«" + lot(mix, 14) + ".atlas" + "v1." + lot(mix, 67) + "»"},
		token1("fly-token", "fm"+"2_", mix+"+/", 80),
		token1("pulumi-token", "pul"+dash, hexLow, 40),
		token1("planetscale-token", "pscale"+"_tkn_", mix, 43),
		token1("doppler-token", "dp"+".pt.", mix, 43),
		token1("age-secret-key", "AGE-SECRET"+"-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
		{"1password-secret-key", "«A" + "3-" + lot(up+num, 6) + dash + lot(up+num, 6) + dash + lot(up+num, 5) + dash + lot(up+num, 5) + dash + lot(up+num, 5) + dash + lot(up+num, 5) + "»"},
		token1("vault-token", "s"+".", mix, 24),
		token1("openshift-token", "sha"+"256~", mix, 43),
		token1("octopus-key", "AP"+"I-", up+num, 26),
		token1("supabase-key", "sb"+"p_", hexLow, 40),
		{"dynatrace-token", "«dt0" + "c01." + lot(up+num, 24) + "." + lot(up+num, 64) + "»"},
	}
}

func ofForges() []example {
	return []example{
		token1("github-token", "gh"+"p_", mix, 36),
		token1("github-token", "gh"+"o_", mix, 36),
		token1("github-token", "gh"+"u_", mix, 36),
		token1("github-token", "gh"+"s_", mix, 36),
		token1("github-token", "gh"+"r_", mix, 76),
		{"github-token", "«github" + "_pat_" + lot(mix, 22) + under + lot(mix, 59) + "»"},
		token1("gitlab-token", "gl"+"pat-", mix+"_", 20),
		{"gitlab-token", "«gl" + "pat-" + lot(mix, 27) + ".01." + lot(low+num, 9) + "»"},
		token1("gitlab-token", "gl"+"rt-", mix, 20),
		token1("gitlab-token", "gl"+"dt-", mix, 20),
		token1("gitlab-token", "glp"+"tt-", hexLow, 40),
		token1("bitbucket-token", "AT"+"BB", mix, 32),
		token1("atlassian-token", "ATAT"+"T3xFf", mix+"_-", 180),
		token1("npm-token", "np"+"m_", mix, 36),
		token1("pypi-token", "pypi-"+"AgEIcHlwaS5vcmc", mix+"_", 120),
		token1("rubygems-token", "rubygems"+under, hexLow, 48),
		token1("crates-io-token", "ci"+"o", mix, 32),
		token1("docker-token", "dckr"+"_pat_", mix+"_", 27),
		token1("nuget-key", "oy"+"2", low+num, 43),
		token1("anthropic-key", "sk-"+"ant-api03-", mix+"_", 93),
		token1("openai-key", "sk-"+"proj-", mix+"_", 120),
		{"openai-key", "«sk-" + lot(mix, 20) + "T3Blbk" + "FJ" + lot(mix, 20) + "»"},
		token1("huggingface-token", "h"+"f_", low+up, 34),
		token1("groq-key", "gs"+"k_", mix, 52),
		token1("replicate-token", "r"+"8_", mix, 37),
	}
}

func ofServices() []example {
	return []example{
		{"slack-token", "«xox" + "b-" + lot(num, 12) + dash + lot(num, 13) + dash + lot(mix, 24) + "»"},
		{"slack-token", "«xa" + "pp-1-A" + lot(up+num, 10) + dash + lot(num, 13) + dash + lot(hexLow, 64) + "»"},
		{"slack-webhook", "https://hooks.slack" + ".com/services/«T" + lot(up+num, 10) + "/B" + lot(up+num, 10) + "/" + lot(mix, 24) + "»"},
		token1("stripe-key", "sk"+"_live_", mix, 24),
		token1("stripe-key", "rk"+"_live_", mix, 99),
		token1("stripe-key", "sk"+"_test_", mix, 24),
		token1("stripe-webhook-secret", "wh"+"sec_", mix, 32),
		token1("twilio-key", "S"+"K", hexLow, 32),
		{"twilio-token", "twilio_auth_token: «" + lot(hexLow, 32) + "»"},
		{"sendgrid-key", "«S" + "G." + lot(mix, 22) + "." + lot(mix, 43) + "»"},
		token1("mailgun-key", "ke"+"y-", hexLow, 32),
		{"mailchimp-key", "mailchimp «" + lot(hexLow, 32) + "-us12»"},
		token1("shopify-token", "shp"+"at_", hexLow, 32),
		token1("shopify-token", "shp"+"ss_", hexLow, 32),
		token1("square-token", "sq0"+"atp-", mix, 22),
		token1("square-token", "sq0"+"csp-", mix, 43),
		{"telegram-token", "«" + lot("123456789", 10) + ":A" + "A" + lot(mix, 33) + "»"},
		{"discord-token", "discord «M" + lot(mix, 25) + "." + lot(mix, 6) + "." + lot(mix, 38) + "»"},
		{"discord-token", "the bot sends " + strings.Repeat("_", 40) + "\nAuthorization: Bot «M" + lot(mix, 25) + "." + lot(mix, 6) + "." + lot(mix, 38) + "» and text goes on behind it, " + strings.Repeat("more and more ", 20)},
		{"discord-webhook", "https://discord" + ".com/api/webhooks/«" + lot(num, 18) + "/" + lot(mix, 68) + "»"},
		token1("linear-key", "lin"+"_api_", mix, 40),
		token1("notion-token", "nt"+"n_", mix, 46),
		token1("notion-token", "secret"+under, mix, 43),
		{"grafana-token", "«gl" + "sa_" + lot(mix, 32) + under + lot(hexLow, 8) + "»"},
		token1("sentry-token", "sntr"+"yu_", hexLow, 64),
		token1("newrelic-key", "NR"+"AK-", up+num, 27),
		{"postman-key", "«PM" + "AK-" + lot(hexLow, 24) + dash + lot(hexLow, 34) + "»"},
		{"airtable-token", "«pa" + "t" + lot(mix, 14) + "." + lot(hexLow, 64) + "»"},
		token1("tailscale-key", "ts"+"key-auth-", mix, 30),
		{"maxmind-key", "«" + lot(mix, 6) + "_" + lot(mix, 29) + "_" + "mmk»"},
		token1("adobe-secret", "p8"+"e-", mix, 32),
		token1("frameio-token", "fi"+"o-u-", mix, 64),
	}
}

func ofProtocols() []example {
	return []example{
		{"password-in-command", "curl -u app:«" + lot(mix, 9) + "» https://x.org/"},
		{"jwt", "token «" + encode(encodeURL(`{"alg":"HS256","typ":"JWT"}`)+"."+encodeURL(`{"sub":"1234","name":"x"}`)+"."+lot(mix, 43)) + "»"},
		{"jwt", "«" + encodeURL(`{"alg":"HS256","typ":"JWT"}`) + "." + encodeURL(`{"sub":"1234","name":"x"}`) + "." + lot(mix+"_", 43) + "»"},
		{"password-in-url", "postgres://app:«" + lot(mix, 9) + "»@db.internal:5432/app"},
		{"password-in-url", "redis://:«p%40" + lot(low, 6) + "»@cache:6379/0"},
		{"password-in-header", "Authorization: Basic «" + encode("app:"+lot(mix, 9)) + "»"},
		{"token-in-header", "Authorization: Bearer «" + lot(mix, 40) + "»"},
		{"password-hash", "app:«$2" + "y$10$" + lot(mix+"./", 53) + "»"},
		{"password-hash", "app:«$ap" + "r1$" + lot(mix, 8) + "$" + lot(mix, 22) + "»"},
		{"password-hash", "root:«$" + "6$" + lot(mix, 16) + "$" + lot(mix+"./", 86) + "»:19000:0:99999:7:::"},
		{"password-hash", "app:«{S" + "HA}" + lot(mix, 27) + "=»"},
	}
}

// settingExamples returns examples of values that are secret by their name.
func settingExamples() []example {
	weak := "Tr0ub" + "4dor"
	long := lot(mix, 32)
	return []example{
		{"password", "PASSWORD=«hunter" + "2!»"},
		{"password", "export DB_PASSWORD=«" + weak + "»"},
		{"password", "db.password = «" + weak + "»"},
		{"password", "  password: «hunter" + "2»  # of the test"},
		{"password", "- DB_PASSWORD=«" + weak + "»"},
		{"password", "ENV MYSQL_ROOT_PASSWORD=«" + weak + "»"},
		{"password", "docker run -e MYSQL_PASSWORD=«" + weak + "» mysql"},
		{"password", "tool --password «" + weak + "» --quiet"},
		{"password", "tool --password=«" + weak + "» --quiet"},
		{"password", `{"user": "x", "password": "«` + weak + `»"}`},
		{"password", `{\"user\": \"x\", \"password\": \"«` + weak + `»\"}`},
		{"password", `{"text": "a: b\npassword: «` + weak + `»\nc: d"}`},
		{"password", `password = "«pa` + `55»"`},
		{"password", `	password := "«` + weak + `»"`},
		{"password", `const dbPassword: string = '«` + weak + `»';`},
		{"password", `String password = "«` + weak + `»";`},
		{"password", `$config['password'] = '«` + weak + `»';`},
		{"password", `define('DB_PASSWORD', '«` + weak + `»');`},
		{"password", `:password => "«` + weak + `»",`},
		{"password", `<password>«` + weak + `»</password>`},
		{"password", `<user name="x" password="«` + weak + `»"/>`},
		{"password", `<add key="DbPassword" value="«` + weak + `»"/>`},
		{"password", "- name: DB_PASSWORD\n  value: «" + weak + "»"},
		{"password", "Server=db;Database=x;User Id=sa;Password=«" + weak + "»;"},
		{"password", "jdbc:mysql://db/x?user=a&password=«" + weak + "»&ssl=1"},
		{"password", "machine example.org login app password «" + weak + "»"},
		{"password", "machine example.org\n  login app\n  password «" + weak + "»"},
		{"password-in-pgpass", "db.internal:5432:app:app:«" + weak + "»"},
		{"password", "   12\tpassword: «hunter" + "2»"},
		{"password", "12:password: «hunter" + "2»"},
		{"password", "'password': «12" + "3456»"},
		{"password", `{"password":«12345678», "x": 1}`},
		{"password", `{\"db_password\": «87654321»}`},
		{"password", "pin:\n  password: «12" + "3456»"},
		{"password", "- name: DB_PASSWORD\n  value: «123" + "45678»"},
		{"password", `{"text": "PASSWORD\u003d«` + weak + `»"}`},
		{"token", "csrf_token = \"«" + long + "»\""},
		{"password", "conf/a.yml:12:password: «hunter" + "2»"},
		{"password", "conf/a.yml-12-password: «hunter" + "2»"},
		{"password", "conf/a.yml:password: «hunter" + "2»"},
		{"password", "{user: x, password: «hunter" + "2»}"},
		{"password", `password = "«a\"b` + `1!»"`},
		{"password-in-url", "postgres://app:«" + "p@ss" + `w0rd»@db/app`},
		{defaultPassword, "POSTGRES_PASSWORD=«postgres»"},
		{"password", "user=bob password=«12345» priv=x"},
		{"password", "mysql_pwd=«" + weak + "»"},
		{"secret", "client_secret: «" + long + "»"},
		{"secret", `clientSecret: "«` + long + `»",`},
		{"token", "API_KEY=«" + long + "»"},
		{"token", `"apiKey": "«` + long + `»"`},
		{"token", "aws_secret_access_key = «" + lot(mix+"+/", 40) + "»"},
		{"token", "//registry.example.org/:_authToken=«" + long + "»"},
		{"token", `"auth": "«` + encode("app:"+weak) + `»"`},
		{"token", `curl -H "X-Api-Key: «` + long + `»"`},
		{"token", "https://x.org/?access_token=«" + long + "»&a=b"},
		{"token", "APP_KEY=«base64:" + lot(mix+"+/", 43) + "=»"},
		{"token", `['--key' => '«` + lot(mix, 32) + `»']`},
		{"token", `key = "«` + lot(mix, 32) + `»"`},
	}
}

// innocent texts stay as they are.
func innocent() []string {
	return []string{
		"", "\n", "\r\n\r\n", "no secret in here", "the password is asked for", "Password:", "password: ", "password = \"\"",
		"PASSWORD=changeme", "PASSWORD=${DB_PASSWORD}", "PASSWORD=$DB_PASSWORD", "PASSWORD=<your password>", `password: "{{ vault_password }}"`,
		"password: $(cat /run/secrets/x)", `password = "%(password)s"`, "api_key: xxxxxxxxxxxxxxxxxxxxxxxx", "API_KEY=****************", "API_KEY=your-api-key-here",
		"token = \"identifier\"", `token := "access_token"`, "password: null", "password: true", "secret: false", `password = os.environ["DB_PASSWORD1"]`, "password = os.Getenv(\"X1\")",
		"password = getPassword1()", "token: getToken(user1)", "password := user.password1", "let token = tokens[0]", "String password;", "password string `json:\"password\"`",
		"func login(user, password string) error {", "if password == other1 {", "secret_name: my-app-secret-v1", "passwordLength = 12", `tokenType: "Bearer2"`, "password_path: /run/secrets/db1",
		"token_url = \"https://example.org/oauth2/token\"", "secret = \"/etc/app/secret1.key\"", "postgres://user:password@localhost/db", "postgres://user:${PW}@localhost/db", "postgres://user:<password>@localhost/db", "https://example.org:8080/@scope/x",
		"github.com/x/tokens v1.2.3 h1:" + lot(mix+"+/", 43) + "=", `"integrity": "sha512-` + lot(mix+"+/", 86) + `=="`, `checksum = "` + lot(hexLow, 64) + `"`, `"js-tokens": "^4.0.0",`, "commit " + lot(hexLow, 40), "id: " + uuid(), `"request_id": "` + uuid() + `"`,
		"-----BEGIN CERTIFICATE-----\n" + lot(mix+"+/", 64) + "\n-----END CERTIFICATE-----\n", "-----BEGIN PUBLIC KEY-----\n" + lot(mix+"+/", 64) + "\n-----END PUBLIC KEY-----\n", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + lot(mix+"+/", 43) + " me@x",
		"url(data:image/png;base64," + lot(mix+"+/", 400) + ")", "public_key: " + lot(mix, 43) + "=", `cache_key = "` + lot(hexLow, 40) + `"`, ".password-field { color: #a1b2c3; }", `<input type="password" name="password" autocomplete="new-password">`, `<label for="pass1">Password 1</label>`,
		"gh" + "p_" + strings.Repeat("x", 36), "re_reselect__WEBPACK_IMPORTED_MODULE_1__", "secret_key = \"wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY\"", "AK" + "IAIOSFODNN7" + "EXAMPLE", "AK" + "IA" + lot(up+"234567", 20), "sk" + "_test_your_key_here", "gl" + "pat-xxxxxxxxxxxxxxxxxxxx", "eyJ" + "hbGciOi.notajwt.at_all",
		"Authorization: Bearer <token>", "Authorization: Bearer $TOKEN", "Authorization: Basic realm", "bearer authentication-scheme", "the basic authentication", "nextPageToken: \"" + lot(mix, 20) + "\"", "max_tokens: 100000", "tokens = 123456",
		`val usernameAndPassword = "$username:$password"`,
		"const val TOKEN = \"([a-zA-Z0-9-!#$%&'*+.^_`{|}~]+)\"", "[ 'crc-16-buypass', 'Crc16Buypass', 0x18005 ]",
		"passport: \"A1234567\"", "bypass: \"b1!\"", "keyboard = \"qwerty123!\"", "monkey: \"abc123!\"", "compass = \"n1!\"", "author: \"J0hn!\"", "password: (masked)xx", `password = "(masked)xxxx"`, "postgres://u:(masked)xx@h/db",
		"(masked", "(masked)", "password = \"Enter your password 1\"", "errPassword = \"password must have 8 characters!\"", "\x00\xff\xfepassword\x00=\x00", "Password=Password1Field;", "secret: !vault |",
		`password = "(masked)xxxx"`, `app_path("config", "credentials", "KnAM4a_development.yml.enc")`, `password: "Foo::Bar1"`, `password: "getEnv(x1)"`, `password: "lookup(x1)"`, " -BEGIN PRIVATE" + " KEY-----", "password = passwordHash2", "pwd = arg2", "if password = hunter2x", "cfg.secret = tsDNSCfg.Bxq.Zrtpl",
		"a" + "AK" + "IA" + lot(up+"234567", 16),
		"- DB_PASSWORD", "'password:digest' makes one", "<key>IDEDidComputeMac32BitWarning</key>", `publicKeyToken="6595b64144ccf1df"`, `["user", "pass", "token=abc", "x1"]`, "x.imagePullSecrets = cfg.Spec.Nameserver.ImagePullSecrets", `'--password='.$connection['password1']`, `"password" => "required|confirmed"`,
		`{"password": 12345}`, `{"pin": 123, "password": -1.5e10}`, `{"secret": 1234567, "token": 1234567890}`, "{\n  \"name\": \"DB_PASSWORD\",\n  \"value\": 12345678\n}", `csrf_field_token = "` + lot(mix, 32) + `"`,
		"password == hunter2x", "password === hunter2x", "password ||= hunter2x!", "password => hunter2x!",
		"curl -u user:password https://x.org/", "curl -u $USER:$PASS https://x.org/", "s.getLongMethodNameOfClass1", "key: base/pass1", "API-REFERENCE", `"key": "user_session_cache_key_v2"`,
		"DB_PASSWORD_FILE=/run/secrets/db1", "password: \"#/definitions/pass1\"", "\"password\": \"auth.password.v2\"", "-----BEGIN RSA PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n",
	}
}
