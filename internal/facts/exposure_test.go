package facts

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
)

// TestDefaultSecrets checks which lines give a secret a fixed value.
func TestDefaultSecrets(t *testing.T) {
	for line, want := range map[string]string{
		`const k = process.env.JWT_SECRET || 'your-secret-key';`:    "JWT_SECRET",
		`var k = Environment.Get("API_KEY") ?? "abcdef";`:           "API_KEY",
		`key = os.getenv("SECRET_KEY", "hunter2hunter2")`:           "SECRET_KEY",
		`'key' => env('APP_KEY', 'abcdef'),`:                        "APP_KEY",
		`$k = env('APP_TOKEN', 'abcdef');`:                          "APP_TOKEN",
		`k = ENV.fetch('DB_PASSWORD', 'postgres')`:                  "DB_PASSWORD",
		`k = ENV['DB_PASSWORD'] || 'postgres'`:                      "DB_PASSWORD",
		`      JWT_SECRET_KEY: ${JWT_SECRET_KEY:-change-me-please}`: "JWT_SECRET_KEY",
		`    K = os.environ.get('SECRET_KEY') or 'hard to guess'`:   "SECRET_KEY",
		`the SECRET_KEY or 'any words'`:                             "",
		`const k = process.env.JWT_SECRET || '';`:                   "",
		`const k = process.env.JWT_SECRET || otherSecret;`:          "",
		`// const k = process.env.JWT_SECRET || 'your-secret-key';`: "",
		`k = env('STORAGE_S3_SECRET', 'your-secret'),`:              "",
		`k = env('SESSION_SECRET', 'your-secret'),`:                 "SESSION_SECRET",
		`k = env('OPENAI_API_KEY', 'your-key'),`:                    "",
		`k = env('OPENAI_API_KEY', 'abc-key'),`:                     "OPENAI_API_KEY",
		`const m = messages.passwordMismatch || 'They differ';`:     "",
		`'passwords' => env('AUTH_PASSWORD_BROKER', 'users'),`:      "",
		`port = os.getenv("PORT", "8080")`:                          "",
		`API_KEY=${API_KEY:-invalid}`:                               "",
		`TOKEN=${TOKEN:-}`:                                          "",
		`const n = limits.MAX_TOKENS || 'lots';`:                    "",
		`image: ${IMAGE:-postgres:16}`:                              "",
	} {
		got := ""
		if found := findExposures(luminos.Text{Path: "a", Content: "x\n" + line + "\n"}); len(found) > 0 {
			got = found[0].Name
			if found[0].Line != 2 || found[0].Rule != luminos.RuleDefaultSecret {
				t.Errorf("%q: %+v", line, found[0])
			}
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

// TestProgramSecrets has secrets that programs in Go and C# give themselves, and close cases.
func TestProgramSecrets(t *testing.T) {
	const program = "// signs with JWT\nif %s == \"\" {\n\t%s = %s\n}\n"
	for _, c := range []struct {
		path       luminos.Path
		text, want string
	}{
		{"a.go", fmt.Sprintf(program, "secret", "secret", `"kitten-of-kite"`), "config.default-secret 3 secret;"},
		{"a.go", fmt.Sprintf(program, "c.JWTSecret", "c.JWTSecret", `"kitten-of-kite"`),
			"config.default-secret 3 c.JWTSecret;"},
		{"a.go", fmt.Sprintf(program, "secretName", "secretName", `"kitten-of-kite"`), ""},
		{"a.go", fmt.Sprintf(program, "sessionKey", "sessionKey", `"kitten-of-kite"`), ""},
		{"a.go", fmt.Sprintf(program, "c.Key", "c.Key", `"kitten-of-kite"`), ""},
		{"a.go", fmt.Sprintf(program, "secret", "secret", `random()`), ""},
		{"a.go", fmt.Sprintf(program, "x", "secret", `"kitten-of-kite"`), ""}, // no fall-back
		{"a.go", strings.Replace(fmt.Sprintf(program, "secret", "secret", `"kitten-of-kite"`), "JWT", "x", 1), ""},
		{"a.cs", "var k = c[\"Jwt:Key\"] ?? \"Kitten of the kite\";\n", "config.default-secret 1 Jwt:Key;"},
		{"a.cs", "var k = c[\"Jwt:Key\"] ?? throw new Missing(\"no key\");\n", ""},
		{"a.cs", "var k = c[\"Jwt:Issuer\"] ?? \"Kitten of the kite\";\n", ""},
		{"a.cs", "var k = c[\"Google:ClientSecret\"] ?? \"Kitten of the kite\";\n", ""},
	} {
		wantExposed(t, c.path, c.text, luminos.CategorySource, c.want)
	}
}

// TestExposedSettings checks settings that open a program to others, by the name of the file and its lines.
func TestExposedSettings(t *testing.T) {
	const service = "services:\n  web:\n    image: nginx\n    ports:\n      - \"80:80\"\n  db:\n    image: %s\n" +
		"    restart: always\n" +
		"    environment:\n      - POSTGRES_PASSWORD=%s\n    ports:\n      - %s\nvolumes:\n  x:\n"
	const workflow = "on: [pull_request%s]\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with:\n" +
		"          ref: ${{ github.event.pull_request.head.sha }}\n%s      - run: %s\n"
	tauri := "{\"security\": {\n\"assetProtocol\": {\n\"enable\": true,\n\"scope\": [\"**\"]\n}}}\n"
	manifest := "{\n\"host_permissions\": [\n\"http://localhost/*\",\n\"https://*/*\"\n],\n" +
		"\"matches\": [\n\"http://*/*\"\n]}\n"
	for _, c := range []struct {
		path luminos.Path
		text string
		want string // rules, lines and names
	}{
		{"manifest.json", strings.Replace(manifest, "host_perm", "optional_host_perm", 1), ""},
		{"a.js", "res.header('Access-Control-Allow-Origin', '*');\n", "config.open-cors 1 Access-Control-Allow-Origin;"},
		{"a.js", "import cors from 'cors';\napp.use('/a', cors());\n", "config.open-cors 2 cors();"},
		{"a.js", "import cors from './cors';\napp.use(cors());\n", ""},
		{"a.js", "res.header('Access-Control-Allow-Origin', origin);\n", ""},
		{"a.py", "app.add_middleware(CORSMiddleware,\n  allow_origins=[\"*\"],\n)\n", "config.open-cors 2 allow_origins;"},
		{"a.py", "tree.origin = '*'\n", ""},
		{"a.cs", "policy.AllowAnyOrigin()\n", "config.open-cors 1 AllowAnyOrigin;"},
		{"a.py", "uvicorn.run(app, host=\"0.0.0.0\")\n", "config.listens-all 1 host;"},
		{"a.py", "if host in ('0.0.0.0', '::'):\n", ""},
		{"a.py", "add('--host', help='the address, such as \"0.0.0.0\"')\n", ""},
		{"a.py", "add(\"--host\", default=\"0.0.0.0\", help=\"the address\")\n", "config.listens-all 1 host;"},
		{"a.py", "add(\n  \"--host\",\n  default=\"0.0.0.0\",\n)\n", "config.listens-all 3 default;"},
		{"a.py", "add(\n  \"--mask\",\n  default=\"0.0.0.0\",\n)\n", ""},
		{"a.sh", "if [ \"${addr}\" = '0.0.0.0' ]; then\n", ""},
		{"a.js", "if (host === '0.0.0.0') {\n", ""},
		{"a.yaml", "  listening on the default \"0.0.0.0\" address inside a pod\n", ""},
		{"a.py", "    an address family. Using `local_address=\"0.0.0.0\"` will connect\n", ""},
		{"a.py", "mask = \"0.0.0.0\"\n", ""},
		{"a.js", "res.cookie('jwt', token, {\n  httpOnly: true,\n  secure: false,\n});\n", "config.insecure-cookie 3 secure;"},
		{"a.py", "d = {\n  'httponly': None,\n  'secure': False,\n}\n", ""},            // the defaults of a library
		{"a.js", "add({\n  id: 'x',\n  secure: false,\n  httpOnly: false,\n});\n", ""}, // the data of a cookie
		{"a.py", "def set_cookie(\n  name,\n  secure=False,\n):\n  pass\n", ""},        // a parameter
		{"a.vue", "cookies.set({\n  secure: false,\n", ""},
		{"a.js", "x = cookie.secure ? cookie.secure : false;\n", ""},
		{"a.js", "set(cookie, {secure: false})\n", "config.insecure-cookie 1 secure;"},
		{"a.js", "session({\n  cookie: {\n    secure: false,\n", "config.insecure-cookie 3 secure;"},
		{"a.js", "x = process.env.SHARE_TOKEN || 'false';\n", ""},
		{"a.js", "x = process.env.SHARE_TOKEN || 'shared';\n", "config.default-secret 1 SHARE_TOKEN;"},
		{"a.js", "mail({\n  host: 'x',\n  secure: false,\n});\n", ""},
		{"a.py", "SESSION_COOKIE_SECURE = False\n", "config.insecure-cookie 1 SESSION_COOKIE_SECURE;"},
		{"src/tauri.conf.json", tauri, "config.asset-scope 4 scope;"},
		{"src/other.json", tauri, ""},
		{"extension/manifest.json", manifest, "config.host-permissions 4 https://*/*;"},
		{"compose.yaml", fmt.Sprintf(service, "postgres:16", "secret", `"5432:5432"`), "config.published-database 12 db;"},
		{"compose.yaml", fmt.Sprintf(service, "postgres:16", "secret", `"127.0.0.1:5432:5432"`), ""},
		{"compose.yaml", fmt.Sprintf(service, "postgres:16", "${PW}", `"5432:5432"`), ""},
		{"compose.yaml", fmt.Sprintf(service, "postgres:16", "\"true\"", `"5432:5432"`), ""}, // a random one
		{"compose.yaml", strings.Replace(fmt.Sprintf(service, "postgres:16", "secret", `"5432:5432"`),
			"always", `"no"`, 1), ""},
		{"compose.yaml", fmt.Sprintf(service, "postgres:16", "truename", `"5432:5432"`), "config.published-database 12 db;"},
		{"compose.yaml", "x:\n  environment:\n    - JWT_SECRET_KEY=Please-Change-In-Production-2024\n",
			"config.fixed-secret 3 JWT_SECRET_KEY;"},
		{"compose.yaml", "x:\n  environment:\n    SECRET_KEY: \"change-me\"\n", "config.fixed-secret 3 SECRET_KEY;"},
		{"compose.yaml", "x:\n  environment:\n    SECRET_KEY: ${CHANGE_ME}\n    AUTH_SECRET: /run/secrets/default\n", ""},
		{"compose.yaml", "x:\n  restart: always\n  environment:\n    JWT_SECRET: kitten-of-kite1\n",
			"config.fixed-secret 4 JWT_SECRET;"},
		{"compose.yaml", "x:\n  restart: \"no\"\n  environment:\n    JWT_SECRET: kitten-of-kite1\n", ""},
		{"compose.yaml", "x:\n  restart: always\n  environment:\n    JWT_SECRET: ${JWT_SECRET}\n", ""},
		{"a.yaml", "x:\n  environment:\n    SECRET_KEY: \"change-me\"\n", ""},
		{"compose.yaml", fmt.Sprintf(service, "x/app", "secret", `"5432:5432"`), ""},
		{"s3.tf", "resource \"x\" \"y\" {\n  acl = \"public-read\"\n}\n", "config.public-bucket 2 public-read;"},
		{"s3.tf", "acl = \"private\"\n", ""},
		{"s3.tf", "acl = \"public-read\"\nwebsite {\n}\n", ""}, // made for all readers
		{".github/workflows/a.yml", fmt.Sprintf(workflow, "_target", "", "npm ci"),
			"config.target-runs-change 7 pull_request_target;"},
		{".github/workflows/a.yml", fmt.Sprintf(workflow, "", "", "npm ci"), ""},
		{".github/workflows/a.yml", fmt.Sprintf(workflow, "_target", "", "gh pr comment"), ""},
		{".github/workflows/a.yml", fmt.Sprintf(workflow, "_target", "          path: change\n", "npm ci"), ""},
		{".github/workflows/a.yml", fmt.Sprintf(workflow, "_target", "  b:\n", "npm ci"), ""}, // another job
		{".github/workflows/a.yml", "# waits for a label: labeled\n" + fmt.Sprintf(workflow, "_target", "", "npm ci"), ""},
		{"a.yml", fmt.Sprintf(workflow, "_target", "", "npm ci"), ""},
		{"deploy.yaml", fmt.Sprintf(service, "postgres:16", "secret", `"5432:5432"`), ""},
		{"compose.yaml", "# For development only.\n" + fmt.Sprintf(service, "postgres:16", "secret", `"5432:5432"`), ""},
		{"compose.yaml", "# Listens on 80.\n" + fmt.Sprintf(service, "postgres:16", "secret", `"5432:5432"`),
			"config.published-database 13 db;"},
		{"compose.yaml", "x:\n  environment:\n    APP_SECRET: 'REPLACE_WITH_LONG_SECRET'\n", ""},
		{"compose.yaml", "x:\n  environment:\n    APP_SECRET: 'replace_with_long_secret'\n",
			"config.fixed-secret 3 APP_SECRET;"},
		{"compose.yaml", "x:\n  environment:\n    - SECRET_KEY=notsecretkey\n", "config.fixed-secret 3 SECRET_KEY;"},
		{"compose.yaml", "x:\n  environment:\n    - SECRET_KEY=changed-by-start\n    - SECRET_KEY_FILE=secret\n",
			"config.fixed-secret 3 SECRET_KEY;"},
		{"compose.yaml", "x:\n  environment:\n    GF_SECURITY_ADMIN_PASSWORD: admin\n",
			"config.fixed-secret 3 GF_SECURITY_ADMIN_PASSWORD;"},
		{"compose.yaml", "x:\n  environment:\n    ADMIN_PASSWORD: ${PW}\n    MYSQL_PASSWORD: admin\n", ""},
		{".env", "ELASTIC_PASSWORD='changeme'\nVERSION=1\nAPI_PASSWORD=''\nDB_PASSWORD=secret\n",
			"config.fixed-secret 1 ELASTIC_PASSWORD;"},
		{".env", "ENVIRONMENT=local\nSECRET_KEY=changethis\n", ""},
		{".env", "ENVIRONMENT=production\nSECRET_KEY=changethis\n", "config.fixed-secret 2 SECRET_KEY;"},
		{".github/workflows/a.yml", strings.Replace(fmt.Sprintf(workflow, "_target", "", "npm ci"),
			"on:", "on: # x\n    branches: [a]\non:", 1),
			"config.target-runs-change 9 pull_request_target;"},
		{".github/workflows/a.yml", fmt.Sprintf(workflow, "_target", "      - uses: x\n        path: y\n", "npm ci"),
			"config.target-runs-change 7 pull_request_target;"},
		{"Dockerfile", "FROM a\nENV PASSWORD=kite_password\n", "config.fixed-secret 2 PASSWORD;"},
		{"Dockerfile", "ENV ADMIN_PASSWORD kite4\nENV DB_PASSWORD=kite4\nENV PASSWORD=$P\nENV PASSWORD_FILE=/x/y\n",
			"config.fixed-secret 1 ADMIN_PASSWORD;"},
		{"backend.env", "SECRET_KEY=changeme\n", "config.fixed-secret 1 SECRET_KEY;"},
		{"sample.env", "SECRET_KEY=changeme\n", ""},
		{"a.ts", "const HARDCODED_OLD_SECRET = \"kite-auth-secret-1\";\nfunction f() {\n\treturn HARDCODED_OLD_SECRET;\n",
			"config.default-secret 1 HARDCODED_OLD_SECRET;"},
		{"a.ts", "const HARDCODED_SECRET = \"kite-auth-secret-1\";\nrefuse(HARDCODED_SECRET);\n", ""},
		{"a.ts", "const NEXT_SECRET = \"kite-auth-secret-1\";\nreturn NEXT_SECRET;\n", ""},
		{".env.example", "ELASTIC_PASSWORD='changeme'\n", ""},
	} {
		got := ""
		for _, e := range findExposures(luminos.Text{Path: c.path, Content: c.text}) {
			got += fmt.Sprintf("%s %d %s;", e.Rule, e.Line, e.Name)
		}
		if got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.path, c.text, got, c.want)
		}
	}
}
