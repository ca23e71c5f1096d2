package investigate

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"strings"
	"testing"

	"luminos"
)

// TestSearchKeysOfPages has the key for searches that every reader of a page gets, and keys without an application.
func TestSearchKeysOfPages(t *testing.T) {
	for text, want := range map[string]bool{
		"index: 'docs',\napp_id: 'D1BPLZHGYQ',\napi_key: '(masked)',": true,
		"apiKey: '(masked)',\nindexName: 'a',\nappId: 'D1BPLZHGYQ',":  true,
		"app_id: 'd1bplzhgyq',\napi_key: '(masked)',":                 false,
		"app_id: 'D1BPLZHGYQ',\n\n\n\napi_key: '(masked)',":           false,
	} {
		lines := strings.Split(text, "\n")
		n := 1
		for i, l := range lines {
			if strings.Contains(l, "(masked)") {
				n = i + 1
			}
		}
		if got := searchKey(&luminos.Masked{Kind: "token"}, lines, n); got != want {
			t.Errorf("%q: %t", text, got)
		}
		if searchKey(&luminos.Masked{Kind: "password"}, lines, n) {
			t.Errorf("%q: a password is a key for searches", text)
		}
	}
}

// TestKeysOfClients has keys beside a secret that is one word, and beside other secrets.
func TestKeysOfClients(t *testing.T) {
	for next, want := range map[string]bool{
		`var Secret = "kite"`: true, `var Secret = "(masked)xxx"`: false, `var OtherSecret = "kite"`: false, "": false,
	} {
		lines := []string{"", `var Key = "(masked)xxx"`, next}
		if got := paired(&luminos.Masked{Kind: "token"}, lines, 2); got != want {
			t.Errorf("%q: got %v, want %v", next, got, want)
		}
	}
}

// certificate returns a certificate in PEM for names, the first one its subject.
func certificate(t *testing.T, names ...string) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: names[0]}, DNSNames: names[1:]}
	b, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: b}))
}

// TestCertificatesOfExamples has certificates for names of examples and for others, also in source code.
func TestCertificatesOfExamples(t *testing.T) {
	quoted := func(pem string) string { return `"` + strings.ReplaceAll(pem, "\n", "\\n\" +\n    \"") + `"` }
	local, real := certificate(t, "localhost"), certificate(t, "shop.io")
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"this machine":     {"x\n" + local, true},
		"in code":          {"CERT = " + quoted(certificate(t, "shop.example.com")), true},
		"in one line":      {`"` + strings.ReplaceAll(local, "\n", `\n`) + `"`, true},
		"real host":        {real, false},
		"one of two":       {local + real, false},
		"also a real host": {certificate(t, "localhost", "shop.io"), false},
		"none":             {"localhost", false},
		"damaged":          {strings.Replace(local, "M", "", 1), false},
		"like an example":  {certificate(t, "notexample.com"), false},
	} {
		if got := exampleCertificates(c.text); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
