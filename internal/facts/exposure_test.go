package facts

import (
	"testing"

	"luminos"
)

// TestDefaultSecrets checks which lines give a secret a fixed value.
func TestDefaultSecrets(t *testing.T) {
	for line, want := range map[string]string{
		`const k = process.env.JWT_SECRET || 'your-secret-key';`:    "JWT_SECRET",
		`var k = Environment.Get("API_KEY") ?? "abcdef";`:           "API_KEY",
		`key = os.getenv("SECRET_KEY", "hunter2hunter2")`:           "SECRET_KEY",
		`$k = env('APP_TOKEN', 'abcdef');`:                          "APP_TOKEN",
		`k = ENV.fetch('DB_PASSWORD', 'postgres')`:                  "DB_PASSWORD",
		`k = ENV['DB_PASSWORD'] || 'postgres'`:                      "DB_PASSWORD",
		`      JWT_SECRET_KEY: ${JWT_SECRET_KEY:-change-me-please}`: "JWT_SECRET_KEY",
		`const k = process.env.JWT_SECRET || '';`:                   "",
		`const k = process.env.JWT_SECRET || otherSecret;`:          "",
		`// const k = process.env.JWT_SECRET || 'your-secret-key';`: "",
		`const m = messages.passwordMismatch || 'They differ';`:     "",
		`'passwords' => env('AUTH_PASSWORD_BROKER', 'users'),`:      "",
		`port = os.getenv("PORT", "8080")`:                          "",
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
