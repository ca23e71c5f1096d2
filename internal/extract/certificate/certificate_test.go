package certificate

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/extract/filetest"
)

// made returns a certificate in DER, valid in 2024 and 2025, and its key.
func made(t testing.TB, authority bool, domains ...string) (cert, key []byte) {
	t.Helper()
	private := ed25519.NewKeyFromSeed([]byte(strings.Repeat("s", ed25519.SeedSize)))
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Ann"}, DNSNames: domains, IsCA: authority,
		NotBefore: time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2025, 3, 4, 5, 0, 0, 0, time.UTC),
		BasicConstraintsValid: true,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	if key, err = x509.MarshalPKCS8PrivateKey(private); err != nil {
		t.Fatal(err)
	}
	return cert, key
}

func armoured(kind string, b []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}))
}

func TestCertificates(t *testing.T) {
	leaf, key := made(t, false, "*.Example.org", "localhost", "b.example.org", "not a domain")
	root, _ := made(t, true)
	text := "Certificate:\n  Data:\n" + armoured("CERTIFICATE", leaf) + armoured("CERTIFICATE", root) +
		armoured("PRIVATE KEY", key) + armoured("CERTIFICATE REQUEST", []byte("?")) + armoured("CERTIFICATE", []byte("?"))
	for name, c := range map[string]struct {
		text    string
		numbers map[string]int64
	}{
		"a.pem": {text, map[string]int64{"certificates": 2, "authority certificates": 1, "private keys": 1,
			"certificate requests": 1, "certificates not parsed": 1}},
		"a.cer": {string(leaf), map[string]int64{"certificates": 1, "authority certificates": 0}},
		"a.key": {string(key), map[string]int64{"private keys": 1, "certificates": 0}},
	} {
		x := filetest.Good(t, &Reader, luminos.Path(name), []byte(c.text), 1<<20)
		for number, want := range c.numbers {
			if got := x.Number(number); got != want {
				t.Errorf("%s: %s %d, want %d", name, number, got, want)
			}
		}
		if x.Number("certificates") > 0 && (x.Period.First != "2024-01-02" || x.Period.Last != "2025-03-04" ||
			x.Values[0].Distinct != 2 || !strings.Contains(x.Content(), "for example.org, b.example.org\n")) {
			t.Errorf("%s: %+v\n%s", name, x, x.Content())
		}
		if body := strings.Split(armoured("", key), "\n")[1]; strings.Contains(x.Reading(), body) {
			t.Errorf("%s: the reading has the key", name)
		}
	}
}

// TestOthers leaves files of other formats to other readers, and calls a broken one damaged.
func TestOthers(t *testing.T) {
	for name, text := range map[string]string{
		"a.key": "PK\x03\x04", "a.pem": "notes", "a.txt": "-----BEGIN CERTIFICATE-----",
		"b.key": "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQENBFi\n-----END PGP PUBLIC KEY BLOCK-----\n",
	} {
		if x, _ := filetest.Extract(t, &Reader, luminos.Path(name), []byte(text), 1<<20); x != nil {
			t.Errorf("%s: %+v", name, x)
		}
	}
	for name, text := range map[string]string{
		"a.der": "0\x82\x01\x00\xff\x00", "b.pem": "-----BEGIN CERTIFICATE-----\nAA",
	} {
		if x, err := filetest.Extract(t, &Reader, luminos.Path(name), []byte(text), 1<<20); x == nil || err == nil {
			t.Errorf("%s: %+v, %v", name, x, err)
		}
	}
}

// der returns an element of ASN.1.
func der(tag byte, parts ...string) string {
	s := strings.Join(parts, "")
	length := []byte{tag, byte(len(s))}
	if n := len(s); n > 127 {
		length = []byte{tag, 0x83, byte(n >> 16), byte(n >> 8), byte(n)}
		for length[2] == 0 { // the shortest form only
			length = append([]byte{tag, length[1] - 1}, length[3:]...)
		}
	}
	return string(length) + s
}

// TestKinds counts keys and other content of files in DER and PEM, without a computation on huge numbers.
func TestKinds(t *testing.T) {
	leaf, _ := made(t, false, "example.org")
	zero, one, huge := der(2, "\x00"), der(2, "\x01"), der(2, "\x7f"+strings.Repeat("\xff\x00\x00\x01\x80", 60_000))
	algorithm := der(0x30, der(6, "\x2a\x03"), der(5))
	password := der(0x30, der(6, "\x2a\x86\x48\x86\xf7\x0d\x01\x05\x0d"))
	container := der(6, "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02")
	day, name := der(0x17, "240102000000Z"), der(0x30)
	sealed := func(parts ...string) string { return der(0x30, der(0x30, parts...), algorithm, der(3, "\x00\x01")) }
	locked := strings.Replace(armoured("RSA PRIVATE KEY", []byte("?")), "\n", "\nProc-Type: 4,ENCRYPTED\n\n", 1)
	for text, want := range map[string]string{
		der(0x30, zero, algorithm, der(4, "k")):                     "private keys",
		der(0x30, zero, huge, one, huge, huge, huge, one, one, one): "private keys",
		der(0x30, one, der(4, "k"), der(0xa0, algorithm)):           "private keys",
		der(0x30, zero, huge, huge, one, huge, huge):                "private keys",
		der(0x30, password, der(4, "k")):                            "encrypted private keys",
		der(0x30, algorithm, der(3, "\x00k")):                       "public keys",
		der(0x30, container, der(0xa0, algorithm)):                  "signed containers",
		sealed(zero, name, algorithm, der(0xa0)):                    "certificate requests",
		sealed(one, algorithm, name, day, day):                      "revocation lists",
		sealed(der(0xa0, one), huge, algorithm, name):               "certificates not parsed",
		string(leaf) + "trust":                                      "certificates",
		armoured("TRUSTED CERTIFICATE", []byte(string(leaf)+"0")):   "certificates",
		armoured("ENCRYPTED PRIVATE KEY", []byte("?")):              "encrypted private keys",
		armoured("DH PARAMETERS", []byte("?")):                      "sets of parameters",
		locked:                                                      "encrypted private keys",
		armoured("SSH KEY LIST", []byte("?")):                       "",
		der(0x30, huge, one):                                        "",
		der(0x30, algorithm, der(4, "a digest")):                    "",
	} {
		if text[0] == '0' {
			text += "\x00\xff" // no text
		}
		x, err := filetest.Extract(t, &Reader, "a.key", []byte(text), 1<<20)
		if x == nil || err != nil || want != "" && x.Number(want) != 1 || want == "" && x.State != luminos.ExtractUnsupported {
			t.Errorf("%q: %+v, %v, want one of the %s", text[:min(len(text), 40)], x, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	leaf, _ := made(f, false, "example.org")
	f.Add([]byte(armoured("CERTIFICATE", leaf)))
	f.Add(leaf)
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, name := range []luminos.Path{"a.pem", "a.der"} {
			_, _ = filetest.Extract(t, &Reader, name, b, 1<<10)
		}
	})
}
