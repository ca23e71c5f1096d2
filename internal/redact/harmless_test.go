package redact

import "testing"

// TestHarmlessValuesAreNotMasked gives each class of harmless values beside a close secret.
func TestHarmlessValuesAreNotMasked(t *testing.T) {
	random := "4zt4VgDWLqbYnJYEwLRxFoaTL2noNrQij0C6E8k3I0V"
	for _, c := range []struct{ harmless, secret string }{
		{`pass_env = ["LC_ALL", "PIP_*", "PYTEST_*"]`, `password = "Xk29!mfPqz"`},
		{`oauth = printf("n,a=%s,\1host=%s\1auth=Bearer %s\1\1",`,
			`oauth = connect("n,a=%s,\1host=x\1auth=Bearer ` + random + `\1\1",`},
		{`#define DEFAULT_PASSWORD "ftp@example.com"`, `#define DEFAULT_PASSWORD "Ftp4@example.com"`},
		{`{"name": "x", "key": "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA` + random + `"}`,
			`{"name": "x", "api_key": "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEA` + random + `"}`},
		{`SLACK_SIGNING_SECRET = "projects/455826092000/secrets/SlackSigning/versions/latest"`,
			`SLACK_SIGNING_SECRET = "projects/455826092000/s3crets/Sl4ckSigning/versions/latest"`},
		{`API_SECRET: arn:aws:secretsmanager:us-east-1:455826092000:secret:zed-Ab3`,
			`API_SECRET: arn-aws-s3cretsmanager:us-east-1:455826092000:secret:zed-Ab3`},
		{`const UpdateForPassword = "update-for-password";`, `const UpdateForPassword = "update-for-Passw0rt";`},
		{`const DeviceAuthKey = "pm-27581-device-auth-key";`, `const DeviceAuthKey = "pm-27581-device-Auth-key";`},
		{`"password-hash": "~1.2.2",`, `"password-hash": "~1.2.2!",`},
		{"api_key:\n  secure: P/UHxq2DEs" + `0GI1SoDXDesHjRVsSVgdywz5vmsnhFQQY5aJgO3kP+QfhwfhXz19Rw`,
			"api_key:\n  value: P/UHxq2DEs" + `0GI1SoDXDesHjRVsSVgdywz5vmsnhFQQY5aJgO3kP+QfhwfhXz19Rw`},
		{`$parameters['password'] = '**masked**';`, `$parameters['password'] = '**m4sked!*';`},
		{`renameKey('access_tokens', 'FK_368A4209A76ED395', 'user');`,
			`renameKey('access_token', 'FX_368A4209A76ED395x!');`},
		{`resource adminPasswordSecret 'Microsoft.KeyVault/vaults/secrets@2022-07-01' = {`,
			`adminPasswordSecret = 'Microsoft.K3y@2022-07-01'`},
		{`headers: {'Authorization': 'Basic YnJvd3Nlcjo='},`,
			`headers: {'Authorization': 'Basic YnJvd3NlcjpUcjB1YjRkb3I='},`},
		{`if ($auth['password'] === 'oauth2') {`, `if ($auth['password'] === 'oauth27') {`},
		{`"encryptionKey": "encryptionKey1024",`, `"encryptionKey": "3ncrypti0nKeyQ1024",`},
		{`"NewDecapsulationKey768": "NewDecapsulationKey1024",`, `"NewDecapsulationKey768": "N3wD3capsul4tionKqyx1024",`},
		{`"signingKey": "signingKey512",`, `"masterPassword": "masterPassword512",`},
		{`"image/png": "iVBORw0KGgo+` + "ci" + `oQ6enpuDHaLi9evGhqRkZ2mBfY7xT3wKp"`,
			`"image/png": "iVBORw0KGgo= ` + "ci" + `oQ6enpuDHaLi9evGhqRkZ2mBfY7xT3wKp"`},
		{`$this->assign('pageClass', 'error-404');`, `jwt.sign({id: 1}, 'x7k2q9vb!d-404');`},
		{`'password' => 'ldap.domains.{DOMAIN}.password',`, `'password' => 'ldap.domains.{d0m4in!.password',`},
		{`explicit X() : z::FunctionPass("SimpleMem2Reg") {}`, `explicit X() : z::SmtpPass("SimpleMem2Reg") {}`},
		{"minisign -x a -P RWnQvWys81vp7hB1dx8PpD5KHXe3PYiGkPAuNaRL63xYKwzEInncIIA3", "minisign -x a -P xWnQvWys81vp7hB1dx8PpD5KHXe3PYiGkPAuNaRL63xYKwzEInncIIA3"},
		{`key = "phc_` + random + `"`, `key = "phx_` + random + `"`},
		{`apiKey: "pk_live_` + random + `"`, `apiKey: "sk_live_` + random + `"`},
		{`clientSecret: '1005568560502-6hm16lef8oh46hr2d98vf2ohlnj4nfhq.apps.googleusercontent.com'`,
			`clientSecret: '1005568560502-6hm16lef8oh46hr2d98vf2ohlnj4nfhq'`},
		{`['-storepass:env', 'KEY_STORE_PASS', '-J-Duser.language=en']`, `['-storepass', 'x7k2q9vb!d']`},
		{"E+=(\n  \"PWD=$PWD\"\n  \"PATH=$PATH\"\n)\n", "PWD='x7k2q9vb!d'\n"},
		{`compadd -X "MicroK8s Addons" $(x)`, `x -x "MicroK8s7Addons"`},
		{`postgres://scott:tiger7@db.x/test`, `postgres://scutt:tiger7@db.x/test`},
		{"Conffiles:\n /etc/pam.d/passwd eaf2ad85b5ccd06cceb19a3e75f40c63\n",
			"x --passwd eaf2ad85b5ccd06cceb19a3e75f40c63\n"},
		{"(flags -w +a-4-42-44-48-50-58-32-60@8 -g)", "(flags -w +a-4-42-Kx48-Qz50@8 -g)"},
		{`token: hash_030013bf566c869ac6443b0c75d1c32b5a350e`, `token: hesh_030013bf566c869ac6443b0c75d1c32b5a350e`},
		{`token = "credentialsJSON:1312c856-0e13-4b04-8c40-ac26d4a5f700"`,
			`token = "credentials:1312c856-0e13-4b04-8c40-ac26d4a5f700"`},
		{"**Pass:  7-0**\n", "**Pass:  7-0x9**\n"},
		{"opensecrets: N00001669\n", "opensecret: N00001669\n"},
		{"  opensecrets: N00001669\n", "  secrets: N00001669\n"},
		{`f(c->need_passphrase ? "PGPPASSFD=0" : "");`, `f(c->need_passphrase "PGPPASSFD=0");`},
		{"- -cookie-secret=ZXhhbXBsZS1jb29raWUtc2VjcmV0enp6\n", "- -cookie-secret=ZXhibXBsZS1jb29raWUtc2VjcmV0enp6\n"},
		{`text://AccountSid:AuthToken@FromPhone`, `text://AccountSid:Auth7oken@FromPhone`},
	} {
		if _, found := Text(c.harmless); len(found) > 0 {
			t.Errorf("%q: %v", c.harmless, found)
		}
		if _, found := Text(c.secret); len(found) == 0 {
			t.Errorf("%q: nothing is found", c.secret)
		}
	}
}

// TestDefaultPasswordsHaveAKind checks which passwords are masked as published defaults.
func TestDefaultPasswordsHaveAKind(t *testing.T) {
	for text, want := range map[string]string{
		"postgres://postgres:postgres@localhost/test":                  defaultPassword,
		"postgres://app:shop7@db/test\n":                               "password-in-url",
		"postgres://shop7:shop7@db/test\n":                             defaultPassword,
		"http://admin:admin@example.net/":                              "password-in-url",
		"postgres://myshop7:shop7@db/test\n":                           "password-in-url",
		`"user=shop7 password=shop7 dbname=x"`:                         defaultPassword,
		`"user=other password=shop7 dbname=x"`:                         "password",
		"user=shop7 \npassword=shop7\n":                                "password",
		"-e POSTGRES_USER=shop7 \\\n  -e POSTGRES_PASSWORD=shop7 db\n": defaultPassword,
		"-e POSTGRES_USER=shop7 \\\n  -e POSTGRES_PASSWORD=shop8 db\n": "password",
		"[insta]\nref = 3078\nsecret = pass:insta # both\n":            defaultPassword,
		"[insta]\nref = 3078\n[b]\nsecret = pass:insta # both\n":       "password-in-command",
		"RUN echo -n 'vagrant:vagrant' | chpasswd":                     defaultPassword,
		"RUN echo -n 'vagrant:vagr4nt!' | chpasswd":                    "password-in-command",
		"docker run -e POSTGRES_PASSWORD=postgres image":               defaultPassword,
		"docker run -e POSTGRES_PASSWORD=postgres7 image":              "password",
		"docker run -e MYSQL_PASSWORD=mariadb#123 image":               defaultPassword,
		"mysql://shop-test:shop-test@db/shop-test":                     defaultPassword,
		"rootPassword: \"1234\",":                                      defaultPassword,
		"adminPassword: \"1234\",":                                     "password",
		"ADMIN_PASSWORD=test123 go run main.go":                        defaultPassword,
		"ADMIN_PASSWORD=latest123 go run main.go":                      "password",
	} {
		_, found := Text(text)
		if len(found) != 1 || found[0].Kind != want {
			t.Errorf("%q: got %v, want %s", text, found, want)
		}
	}
}
