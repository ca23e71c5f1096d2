package certificate

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"math/big"
	"testing"

	"luminos"
	"luminos/internal/extract/filetest"
)

// TestPairs gives a certificate and its private key one digest in each form of the key, and other keys another one.
func TestPairs(t *testing.T) {
	one, err1 := rsa.GenerateKey(rand.Reader, 1024)
	curve, err2 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	_, edwards, err3 := ed25519.GenerateKey(rand.Reader)
	sec1, err4 := x509.MarshalECPrivateKey(curve)
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
		t.Fatal(err1, err2, err3, err4)
	}
	seen := map[string]bool{}
	for _, c := range []struct {
		key   crypto.Signer
		forms map[string][]byte // in addition to PKCS #8
	}{
		{one, map[string][]byte{"RSA PRIVATE KEY": x509.MarshalPKCS1PrivateKey(one)}},
		{curve, map[string][]byte{"EC PRIVATE KEY": sec1}},
		{edwards, map[string][]byte{}},
	} {
		template := &x509.Certificate{SerialNumber: big.NewInt(1)}
		cert, err := x509.CreateCertificate(rand.Reader, template, template, c.key.Public(), c.key)
		if err != nil {
			t.Fatal(err)
		}
		if c.forms["PRIVATE KEY"], err = x509.MarshalPKCS8PrivateKey(c.key); err != nil {
			t.Fatal(err)
		}
		want := filetest.Good(t, &Reader, "a.crt", []byte(armoured("CERTIFICATE", cert)), 1<<20).Property(luminos.PublicKeyDigest)
		if want == "" || seen[want] {
			t.Errorf("%T: digest %q", c.key, want)
		}
		seen[want] = true
		for kind, b := range c.forms {
			if got := filetest.Good(t, &Reader, "a.key", []byte(armoured(kind, b)), 1<<20).Property(luminos.PublicKeyDigest); got != want {
				t.Errorf("%T, %s: digest %q, want %q", c.key, kind, got, want)
			}
			if got := filetest.Good(t, &Reader, "a.key", b, 1<<20).Property(luminos.PublicKeyDigest); got != want {
				t.Errorf("%T in DER: digest %q, want %q", c.key, got, want)
			}
		}
	}
}
