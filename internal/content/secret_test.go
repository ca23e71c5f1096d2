package content_test

import (
	"testing"

	"luminos/internal/content"
)

func TestHoldsPrivateKey(t *testing.T) {
	const line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7"
	for text, want := range map[string]string{
		"-----BEGIN PRIVATE KEY-----\n" + line + "\n":                                       "plain",
		"-----BEGIN OPENSSH PRIVATE KEY-----\r\n" + line + "\r\n":                           "plain",
		"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n":                         "encrypted",
		"-----BEGIN ENCRYPTED PRIVATE KEY-----\n" + line + "\n":                             "encrypted",
		"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ\n": "plain",
		"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAACmFlczI1Ni1jdHI\n":    "encrypted",
		"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQdGBFaBcDeFgHiJ":                         "plain",
		"-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n":                        "plain",
		"-----BEGIN CERTIFICATE-----\n" + line + "\n":                                       "",
		"-----BEGIN CERTIFICATE-----\nMII=\n-----BEGIN EC PRIVATE KEY-----\n" + line + "\n": "plain",
		"tls:\n  key: |\n    -----BEGIN EC PRIVATE KEY-----\n    " + line + "\n":            "plain",
		"if s == \"-----BEGIN RSA PRIVATE KEY-----\" {\n":                                   "",
		"x = `-----BEGIN RSA PRIVATE KEY-----\n" + line:                                     "",
		"-----BEGIN PRIVATE KEY-----\nYOUR KEY HERE, BETWEEN THE LINES\n":                   "",
		"-----BEGIN PUBLIC KEY-----\n" + line + "\n":                                        "",
		"-----BEGIN -----BEGIN -----BEGIN PRIVATE KEY":                                      "",
	} {
		got := ""
		if found, encrypted := content.HoldsPrivateKey([]byte(text)); encrypted {
			got = "encrypted"
		} else if found {
			got = "plain"
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
