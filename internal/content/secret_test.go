package content_test

import (
	"testing"

	"luminos/internal/content"
)

func TestHoldsPrivateKey(t *testing.T) {
	const line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7"
	for text, want := range map[string]bool{
		"-----BEGIN PRIVATE KEY-----\n" + line + "\n":                                       true,
		"-----BEGIN OPENSSH PRIVATE KEY-----\r\n" + line + "\r\n":                           true,
		"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n":                         true,
		"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQdGBFaBcDeFgHiJ":                         true,
		"-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n":                        true,
		"-----BEGIN CERTIFICATE-----\n" + line + "\n":                                       false,
		"-----BEGIN CERTIFICATE-----\nMII=\n-----BEGIN EC PRIVATE KEY-----\n" + line + "\n": true,
		"tls:\n  key: |\n    -----BEGIN EC PRIVATE KEY-----\n    " + line + "\n":            true,
		"if s == \"-----BEGIN RSA PRIVATE KEY-----\" {\n":                                   false,
		"x = `-----BEGIN RSA PRIVATE KEY-----\n" + line:                                     false,
		"-----BEGIN PRIVATE KEY-----\nYOUR KEY HERE, BETWEEN THE LINES\n":                   false,
		"-----BEGIN PUBLIC KEY-----\n" + line + "\n":                                        false,
		"-----BEGIN -----BEGIN -----BEGIN PRIVATE KEY":                                      false,
	} {
		if got := content.HoldsPrivateKey([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
