package facts

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
)

// TestHostControl has services and pods with the rights of their host, and close cases.
func TestHostControl(t *testing.T) {
	const service = "services:\n  web:\n    image: nginx\n    %s: always\n    ports:\n      - %s\n" +
		"    %s\n  db:\n    image: kite\nvolumes:\n"
	const socket = "volumes:\n      - /var/run/docker.sock:/var/run/docker.sock%s"
	const pod = "apiVersion: v1\nkind: %s\nspec:\n  securityContext:\n    %s: true\n  volumes:\n" +
		"    - hostPath:\n        path: %s\n"
	for _, c := range []struct {
		path       luminos.Path
		text, want string
	}{
		{"compose.yaml", fmt.Sprintf(service, "restart", "80:80", fmt.Sprintf(socket, "")), "config.host-control 8 web;"},
		{"compose.yaml", fmt.Sprintf(service, "restart", "80:80", fmt.Sprintf(socket, ":ro")), "config.host-control 8 web;"},
		{"compose.yaml", fmt.Sprintf(service, "restart", "80:80", "privileged: true"), "config.host-control 7 web;"},
		{"compose.yaml", fmt.Sprintf(service, "restart", "host_ip: 127.0.0.1\n        published: 80", "privileged: true"),
			"config.privileged 8 web;"},
		{"compose.yaml", fmt.Sprintf(service, "restart", "target: 80\n        published: 80", "privileged: true"),
			"config.host-control 8 web;"},
		{"compose.yaml", fmt.Sprintf(service, "restart", "127.0.0.1:80:80", "privileged: true"), "config.privileged 7 web;"},
		{"compose.yaml", fmt.Sprintf(service, "restart", "80:80", "privileged: false"), ""},
		{"compose.yaml", fmt.Sprintf(service, "name", "80:80", "privileged: true"),
			"config.privileged 7 web;"}, // for a developer
		{"compose.yaml", fmt.Sprintf(service, "restart", "80:80", "x: y") + "  z:\n    privileged: true\n",
			"config.privileged 12 z;"},
		{"a.yaml", fmt.Sprintf(pod, "DaemonSet", "privileged", "/etc"), "config.privileged 5 privileged;"},
		{"a.yaml", fmt.Sprintf(pod, "DaemonSet", "readOnlyRootFilesystem", "/"), "config.privileged 8 hostPath;"},
		{"a.yaml", fmt.Sprintf(pod, "DaemonSet", "readOnlyRootFilesystem", "/var/run/docker.sock"),
			"config.privileged 8 hostPath;"},
		{"a.yaml", fmt.Sprintf(pod, "PodSecurityPolicy", "privileged", "/etc"), ""}, // a rule for others
		{"a.json", fmt.Sprintf(pod, "DaemonSet", "privileged", "/etc"), ""},
	} {
		wantExposed(t, c.path, c.text, luminos.CategoryConfig, c.want)
	}
}

// TestOpenServices has services that all can use and web views without a policy, and close cases.
func TestOpenServices(t *testing.T) {
	for _, c := range []struct {
		path       luminos.Path
		text, want string
	}{
		{"config/mosquitto.conf", "listener 1883\nallow_anonymous true\n",
			"config.anonymous-access 2 allow_anonymous;"},
		{"config/mosquitto.conf", "# for unauthenticated access\nlistener 1883\nallow_anonymous true\n", ""},
		{"config/mosquitto.conf", "listener 1883\nallow_anonymous false\n", ""},
		{"config/mosquitto.conf", "listener 1883 127.0.0.1\nallow_anonymous true\n", ""},
		{"config/mosquitto.conf", "allow_anonymous true\n", ""}, // only this machine reaches it
		{"compose.yaml", "x:\n  environment:\n    - GF_AUTH_ANONYMOUS_ENABLED=true\n",
			"config.anonymous-access 3 GF_AUTH_ANONYMOUS_ENABLED;"},
		{"compose.yaml", "x:\n  environment:\n    GF_AUTH_ANONYMOUS_ENABLED: \"false\"\n", ""},
		{"tauri.conf.json", "\"security\": {\n\"csp\": null\n}\n", "config.no-content-policy 2 csp;"},
		{"tauri.conf.json", "\"security\": {\n\"csp\": \"default-src 'self'\"\n}\n", ""},
		{"tauri.conf.json", "\"windows\": [],\n\"csp\": null\n", ""}, // it shows no page
		{"a.json", "\"csp\": null\n", ""},
	} {
		wantExposed(t, c.path, c.text, luminos.CategoryConfig, c.want)
	}
}

// TestFirstAccounts has code that makes the first account of each installation, and close cases.
func TestFirstAccounts(t *testing.T) {
	const record = "if len(all) == 0 {\n\ta := Account{\n\t\tUsername: \"kite\",\n\t\tPassword: %s,\n\t\t%s,\n\t}\n" +
		"\tCreateAccount(a)\n}\n"
	for _, c := range []struct {
		path       luminos.Path
		text, want string
	}{
		{"a.go", fmt.Sprintf(record, `"kitten"`, "Owner: Ptr(true)"), "config.default-login 4 Password;"},
		{"a.go", fmt.Sprintf(record, `"kitten"`, `Role: "admin"`), "config.default-login 4 Password;"},
		{"a.go", fmt.Sprintf(record, `"kitten"`, `Role: "guest"`), ""},
		{"a.go", fmt.Sprintf(record, `"required"`, "Owner: true"), ""}, // a condition of a form
		{"a.go", fmt.Sprintf(record, `random()`, "Owner: true"), ""},
		{"a.go", strings.Replace(fmt.Sprintf(record, `"kitten"`, "Owner: true"), "CreateAccount", "Show", 1), ""},
		{"init.go", "u = &User{\n\tName: \"admin\",\n\tPassword: \"123\",\n\tIsAdmin: true,\n}\n",
			"config.default-login 3 Password;"},
		{"init.go", "u = &User{\n\tName: \"jo\",\n\tPassword: \"123\",\n\tIsAdmin: true,\n}\n", ""},
		{"Page.js", "u = {\n\t'name': 'admin',\n\t'password': '123',\n\t'isAdmin': true,\n}\n", ""}, // it shows a record
		{"a.rb", "user.password = ENV['SEED_PASSWORD'].presence || 'kitten'\nuser.admin = true\n",
			"config.default-login 1 SEED_PASSWORD;"},
		{"a.rb", "user.password = ENV['SEED_PASSWORD'].presence || random\nuser.admin = true\n", ""},
		{"a.php", "users()->createRow([\n  'username' => 'admin',\n  'password' => password_hash('kite', ARGON)\n]);\n",
			"config.default-login 3 password;"},
		{"a.php", "users()->createRow([\n  'username' => 'admin',\n  'password' => password_hash($kite, ARGON)\n]);\n", ""},
		{"a.php", "User::create([\n  'role' => 'super admin',\n  'password' => 'kitten',\n]);\n",
			"config.default-login 3 password;"},
		{"A.php", "public const string FIRST_ADMIN_PASSWORD = 'KiteIsCool';\nfirstAdmin();\n",
			"config.default-login 1 FIRST_ADMIN_PASSWORD;"},
		{"a.py", "    _DEFAULT_PASSWORD: str = \"MyKite\"\n    # of the first user in the database\n",
			"config.default-login 1 DEFAULT_PASSWORD;"},
		{"A.java", "private static final String DEFAULT_PASSWORD = \"kitten\";\nrepository.save(new KiteUser(NAME));\n",
			"config.default-login 1 DEFAULT_PASSWORD;"},
		{"A.java", "private static final String DEFAULT_PASSWORD = \"guest\";\nconnect(DEFAULT_PASSWORD);\n", ""},
		{"a.py", "DEFAULT_PASSWORD = \"auth.password\"\ncreate_user()\n", ""}, // a path of settings
		{"A.php", "$q = new Question('Password', 'kitten');\n", "config.default-login 1 Password;"},
		{"A.php", "$q = new Question('Password');\n", ""},
	} {
		wantExposed(t, c.path, c.text, luminos.CategorySource, c.want)
	}
}

// TestUnverifiedServers has connections to servers whose certificates are not verified, and close cases.
func TestUnverifiedServers(t *testing.T) {
	const code = "func %s() {\n\t%s\n\t\tt := &tls.Config{\n\t\t\tInsecureSkipVerify: true,\n\t\t}\n" +
		"\t\tuse(t, %q)\n\t}\n}\n"
	const found = "config.unverified-tls %d %s;"
	for _, c := range []struct {
		path       luminos.Path
		text, want string
	}{
		{"a.go", fmt.Sprintf(code, "update", "for range all {", "kite.org"), fmt.Sprintf(found, 4, "InsecureSkipVerify")},
		{"a.go", fmt.Sprintf(code, "update", "if o.Insecure {", "kite.org"), ""},
		{"a.go", fmt.Sprintf(code, "update", "if o.NeedTLS {", "kite.org"), fmt.Sprintf(found, 4, "InsecureSkipVerify")},
		{"a.go", fmt.Sprintf(code, "update", "if o.TLS {\n\t\tuse(o)\n\t} else {", "kite.org"), ""},
		{"a.go", strings.Replace(fmt.Sprintf(code, "update", "for range all {", "kite.org"), "true,",
			"true, // if needed", 1),
			fmt.Sprintf(found, 4, "InsecureSkipVerify")},
		{"a.go", fmt.Sprintf(code, "insecureTransport", "for range all {", "kite.org"), ""},
		{"a.go", fmt.Sprintf(code, "update", "for range all {", "localhost"), ""},
		{"a.go", strings.Replace(fmt.Sprintf(code, "update", "for range all {", "kite.org"), "use(t",
			"use(c.LocalRootURL", 1), ""},
		{"a.go", strings.Replace(fmt.Sprintf(code, "update", "for range all {", "kite.org"),
			"use(t", "t.VerifyConnection = f(t", 1), ""},
		{"a.rs", "fn new() {\n    let c = Client::builder()\n        .danger_accept_invalid_certs(true)\n",
			fmt.Sprintf(found, 3, "danger_accept_invalid_certs")},
		{"a.rs", "fn new() {\n    if opts.insecure {\n        b = b.danger_accept_invalid_certs(true);\n", ""},
		{"a.py", "def get(url):\n    return requests.get(url, verify=False)\n", fmt.Sprintf(found, 2, "verify")},
		{"a.py", "def get(url):\n    return parse(url, verify=False)\n", ""},
		{"a.py", "def get(url, verify=False):\n    return requests.get(url)\n", ""},
		{"a.js", "const a = new Agent({\n  rejectUnauthorized: false,\n})\n", fmt.Sprintf(found, 2, "rejectUnauthorized")},
		{"a.php", "    if (!$verify) {\n\tcurl_setopt($c, CURLOPT_SSL_VERIFYPEER, 0);\n", ""}, // a tab is deeper
		{"a.php", "curl_setopt($c, CURLOPT_SSL_VERIFYPEER, 0);\nget('https://api:443/a');\n", ""},
		{"a.js", "const a = {\n  tls: false,\n  rejectUnauthorized: false,\n}\n", ""},
		{"a.js", "const a = local ? { rejectUnauthorized: false } : {}\n", ""},
		{"a.php", "curl_setopt($c, CURLOPT_SSL_VERIFYPEER, false);\n", fmt.Sprintf(found, 1, "CURLOPT_SSL_VERIFYPEER")},
		{"a.rb", "http.verify_mode = OpenSSL::SSL::VERIFY_NONE\n", fmt.Sprintf(found, 1, "VERIFY_NONE")},
		{"a.rb", "http.verify_mode = OpenSSL::SSL::VERIFY_NONE if insecure\n", ""},
		{"a.sh", "curl -fsSLk https://kite.org/a.sh | sudo bash\n", fmt.Sprintf(found, 1, "curl")},
		{"a.sh", "wget -qO- --no-check-certificate https://kite.org/a.sh | sh\n", fmt.Sprintf(found, 1, "wget")},
		{"a.sh", "wget -k -qO- https://kite.org/a.sh | sh\n", ""}, // it converts links
		{"a.sh", "curl -fsSL https://kite.org/a.sh | sudo bash\ncurl -k https://kite.org/a | jq .\n", ""},
	} {
		wantExposed(t, c.path, c.text, luminos.CategorySource, c.want)
	}
}

// TestPublishedPorts has the forms in which a composition publishes the port of a database, and close cases.
func TestPublishedPorts(t *testing.T) {
	const service = "services:\n  db:\n    image: postgres:16\n    restart: always\n    environment:\n" +
		"      POSTGRES_PASSWORD: kitten\n    ports:%s\n"
	for ports, want := range map[string]int{
		"\n      - \"5432:5432\"":                                                      8,
		"\n      - \"5432:5432/tcp\"":                                                  8,
		"\n      - \"5432:5432/udp\"":                                                  0,
		"\n      - 5432:5432 # for all":                                                8,
		"\n      - 127.0.0.1:5432:5432 # not 5432:5432":                                0,
		" [\"5432:5432\"]":                                                             7,
		" [ '127.0.0.1:1:1', '5432:5432' ] # for all":                                  7,
		" [\"127.0.0.1:5432:5432\"]":                                                   0,
		"\n      - target: 5432\n        published: \"5432\"":                          9,
		"\n      - published: 5432\n        target: 5432":                              8,
		"\n      - target: 5432":                                                       0,
		"\n      - published: 5432\n      - published: 80\n        host_ip: 127.0.0.1": 8,
		"\n      - host_ip: 127.0.0.1\n        published: 80\n      - published: 5432": 10,
		"\n      - published: 80\n        host_ip: 127.0.0.1\n    restart: always":     0,
		"\n      - target: 5432\n        published: 5432\n        host_ip: 127.0.0.1":  0,
	} {
		wanted := ""
		if want > 0 {
			wanted = fmt.Sprintf("config.published-database %d db;", want)
		}
		if got := exposedAs("compose.yaml", fmt.Sprintf(service, ports), luminos.CategoryConfig); got != wanted {
			t.Errorf("%q: got %q, want %q", ports, got, wanted)
		}
	}
}

// TestPasswordsOfDatabases has the forms in which a composition gives a database a password that all know.
func TestPasswordsOfDatabases(t *testing.T) {
	const service = "services:\n  db:\n    image: %s\n    restart: always\n    %s\n    ports:\n      - 1:2\n"
	const environment = "environment:\n      POSTGRES_PASSWORD: "
	for _, c := range []struct {
		image, line string
		want        bool
	}{
		{"postgres:16", environment + "${POSTGRES_PASSWORD:-kitten}", true},
		{"postgres:16", environment + "${POSTGRES_PASSWORD:-}", false},
		{"postgres:16", environment + "${POSTGRES_PASSWORD:?needed}", false},
		{"pgautoupgrade/pgautoupgrade:18", environment + "kitten", true},
		{"docker.io/clickhouse/clickhouse-server", environment + "kitten", true},
		{"docker.io/clickhouse/clickhouse-keeper", environment + "kitten", false},
		{"redis:7", "command: redis-server --requirepass kitten", true},
		{"redis:7", "command: redis-server --requirepass ${PASS}", false},
	} {
		got := exposedAs("compose.yaml", fmt.Sprintf(service, c.image, c.line), luminos.CategoryConfig)
		if strings.HasPrefix(got, "config.published-database") != c.want {
			t.Errorf("%s %q: got %q", c.image, c.line, got)
		}
	}
}

// TestValuesOfCharts has settings of each installation of a chart, and close cases.
func TestValuesOfCharts(t *testing.T) {
	for _, c := range []struct {
		path       luminos.Path
		text, want string
	}{
		{"helm/values.yaml", "session:\n  password: \"changeme\"\n", "config.fixed-secret 2 password;"},
		{"helm/values.yaml", "db:\n  rootPassword: password # of root\n", "config.fixed-secret 2 rootPassword;"},
		{"helm/values.yaml", "db:\n  password: \"\"\n  secretKeyName: password\n  tokenKey: password\n", ""},
		{"helm/other.yaml", "session:\n  password: \"changeme\"\n", ""},
	} {
		wantExposed(t, c.path, c.text, luminos.CategoryConfig, c.want)
	}
}

// TestDatabasesForTests has two and three databases in a composition: the latter is for tests of drivers, unless it has
// another service.
func TestDatabasesForTests(t *testing.T) {
	const service = "  %s:\n    image: postgres:16\n    restart: always\n    environment:\n" +
		"      POSTGRES_PASSWORD: kitten\n    ports:\n      - \"5432:5432\"\n"
	text := "services:\n"
	for i, want := range []string{"8 a;", "8 a;config.published-database 15 b;", ""} {
		text += fmt.Sprintf(service, string(rune('a'+i)))
		if want != "" {
			want = "config.published-database " + want
		}
		if got := exposedAs("compose.yaml", text, luminos.CategoryConfig); got != want {
			t.Errorf("%d: got %q, want %q", i+1, got, want)
		}
	}
	for other, want := range map[string]int{"  web:\n    build: .\n": 3, "volumes:\n  data:\n    name: a\n": 0} {
		got := exposedAs("compose.yaml", text+other, luminos.CategoryConfig)
		if strings.Count(got, "config.published-database") != want {
			t.Errorf("with %q: got %q, want %d", other, got, want)
		}
	}
}
