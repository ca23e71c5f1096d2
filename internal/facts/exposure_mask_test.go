package facts

import (
	"slices"
	"strings"
	"testing"

	"luminos"
)

// TestMaskedValues checks that no quote holds the value of a secret, a password or a first login, in the forms of all
// rules.
func TestMaskedValues(t *testing.T) {
	const value = "kitten-of-Kite1"
	const admin = "create_user()\nUsername: 'admin',\nis_admin: true,\n"
	for _, c := range []struct {
		path luminos.Path
		text string
	}{
		{"a.js", "k = process.env.JWT_SECRET || '~'; s = process.env.APP_SECRET || '~2';\n"},
		{"a.cs", "k = e[\"JWT_SECRET\"] ?? \"~\";\n"},
		{"a.cs", "k = c[\"Jwt:Key\"] ?? \"It's the ~\";\n"},
		{"a.py", "k = os.environ.get('SECRET_KEY') or 'the ~'\n"},
		{"a.py", "k = os.getenv('SECRET_KEY', '~')\n"},
		{"a.rb", "k = ENV.fetch('SECRET_KEY', '~')\n"},
		{"a.sh", "k=${SECRET_KEY:-~}\n"},
		{"a.go", "// signs with JWT\nif c.Secret == \"\" {\n\tc.Secret = \"~\"\n}\n"},
		{"a.ts", "const HARDCODED_SECRET = \"~\";\nreturn HARDCODED_SECRET;\n"},
		{"compose.yaml", "x:\n  restart: always\n  environment:\n    JWT_SECRET: ~\n"},
		{"compose.yaml", "x:\n  environment:\n    JWT_SECRET: ~-default\n"},
		{"Dockerfile", "ENV ADMIN_PASSWORD=~\n"},
		{"a.php", "const FIRST_ADMIN_PASSWORD = '~';\nfirstAdmin();\n"},
		{"a.js", admin + "password: '~',\n"},
		{"a.php", admin + "'password' => Hash::make('~'),\n"},
		{"a.php", "$q = new Question('Password', '~');\n"},
		{"a.js", "session({secret: '~', cookie: {secure: false}})\n"},
		{"README.md", "The default login is `admin:~`.\n"},
		{"README.md", "The default user is `admin`, the password is `~`.\n"},
		{"README.md", "**Default password = `~`**\n"},
		{"README.md", "Default login:\n\n| Email | Password |\n| - | - |\n| a@b.com | ~ |\n"},
		{"README.md", "Default login:\n\n| username | kite |\n| password | ~ |\n"},
	} {
		text := luminos.Text{Path: c.path, Content: strings.ReplaceAll(c.text, "~", value)}
		category := luminos.CategorySource
		if c.path == "README.md" {
			category = luminos.CategoryDocument
		}
		found := exposuresIn(text, &luminos.File{Path: c.path, Category: category})
		if len(found) != 1 {
			t.Errorf("%s %q: %d exposures", c.path, c.text, len(found))
		}
		for _, e := range found {
			if q := e.Evidence.Quote; strings.Contains(q, value) || q == "" || !strings.Contains(text.Content, q) || !e.Cut {
				t.Errorf("%s %q: the quote is %q", c.path, c.text, q)
			}
		}
	}
	secret := []luminos.Rule{luminos.RuleDefaultSecret, luminos.RuleFixedSecret, luminos.RuleDefaultLogin}
	for _, e := range exposures {
		if slices.Contains(secret, e.rule) && e.match().NumSubexp() != 2 {
			t.Errorf("%s has no group for its value: %s", e.rule, e.match())
		}
	}
}

// TestPublicValues checks that quotes show values that all know.
func TestPublicValues(t *testing.T) {
	for _, value := range []string{"change-me", "admin", "your-secret-key", "Please-Change-In-Production-2024", "postgres"} {
		line := "k = process.env.JWT_SECRET || '" + value + "';"
		found := findExposures(luminos.Text{Path: "a.js", Content: line + "\n"})
		if len(found) != 1 || found[0].Evidence.Quote != line || found[0].Cut {
			t.Errorf("%s: got %+v", value, found)
		}
	}
}
