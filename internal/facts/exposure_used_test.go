package facts

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"testing"

	"luminos/internal/facts/factstest"
)

// TestUsedSettings has a variable that code reads, one that no code reads, and a key that code loads.
func TestUsedSettings(t *testing.T) {
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	b, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	key := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE" + " KEY", Bytes: b}))
	const others = "read('KITE_A'); read('KITE_B'); read('KITE_C');\n"
	const load = "// of the kite\nreadFile('keys/token_key.pem');\n"
	const found = "config.fixed-secret .env 1 KITE_SESSION_SECRET;"
	for name, c := range map[string]struct{ file, code, want string }{
		"read":          {"a.js", others + "read('KITE_SESSION_SECRET');\n", found},
		"not read":      {"a.js", others, ""},
		"few variables": {"a.js", "read('KITE_A'); read('KITE_B');\n", found},
		"others":        {"a.js", "read('KIT_A'); read('KIT_B'); read('KIT_C');\n", found},
		"loaded":        {"a.js", load, found + "secret.private-key a.js 2 keys/token_key.pem;"},
		"beside it": {"keys/a.js", "readFile('token_key.pem');\n",
			found + "secret.private-key keys/a.js 1 keys/token_key.pem;"},
		"an algorithm": {"b.js", "readFile('keys/jwtRS256.key');\n",
			found + "secret.private-key b.js 1 keys/jwtRS256.key;"},
		"same name":      {"a.js", "readFile('token_key.pem');\n", found},
		"loaded by test": {"a.test.js", load, found},
	} {
		src, scan := factstest.Tree(t, map[string]string{".env": "KITE_SESSION_SECRET=changeme\n", c.file: c.code,
			"keys/jwtRS256.key": key, "keys/token_key.pem": key, "keys/server.pem": key})
		texts, _, err := findInjections(t.Context(), src, scan)
		got := ""
		for _, e := range texts.exposures {
			got += fmt.Sprintf("%s %s %d %s;", e.Rule, e.Path, e.Line, e.Name)
		}
		if err != nil || got != c.want {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, c.want)
		}
	}
}
