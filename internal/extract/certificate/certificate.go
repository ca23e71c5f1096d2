// Package certificate reads certificates, requests for them and keys (X.509 in PEM or DER): their kinds, the domains
// that they name, and the days between which they are valid. It never returns a key.
package certificate

import (
	"bytes"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"io"
	"strings"
	"time"

	"luminos"
	"luminos/internal/extract/file"
	"luminos/internal/words"
)

// Reader reads files of certificates and keys.
var Reader = file.Reader{Name: "certificate", Version: 3, Reads: reads, Read: read}

const (
	most       = 8 << 20 // bytes of a file
	parsedMost = 1 << 16 // bytes of a certificate or a request
	blocksMost = 20_000  // certificates and keys of a file
	namesMost  = 100     // domains of one certificate
)

// armour begins a block of PEM, and pgp one of OpenPGP, which is no such block.
const armour, pgp = "-----BEGIN ", "-----BEGIN PGP "

// extensions are the extensions of certificates and keys. Slides of Keynote are .key, too, and begin otherwise.
var extensions = map[string]bool{
	".pem": true, ".crt": true, ".cer": true, ".der": true, ".csr": true, ".key": true, ".crl": true,
}

func reads(f *file.File) bool {
	const sequence = 0x30 // of DER
	return extensions[f.Path.Ext()] && len(f.Head) > 0 &&
		(f.Head[0] == sequence && !f.ID.Text ||
			f.ID.Text && bytes.Contains(bytes.ReplaceAll(f.Head, []byte(pgp), nil), []byte(armour)))
}

// bundle collects the findings in a file.
type bundle struct {
	x       *luminos.Extraction
	text    *file.Text
	domains file.Values
	expiry  file.Values
	days    file.Days
	other   bool // it has a block of another kind
}

func read(f *file.File, x *luminos.Extraction) error {
	if f.Size > most {
		return file.ErrTooLarge
	}
	b, err := io.ReadAll(f.Reader())
	if err != nil {
		return err
	}
	c := &bundle{x: x, text: file.NewText(f, x)}
	x.Format = "certificates and keys (PEM)"
	if f.ID.Text {
		c.blocks(b)
	} else {
		x.Format = "certificate or key (DER)"
		c.plain(b)
	}
	c.domains.Set(x, "domain")
	c.expiry.Set(x, "last day")
	c.days.Set(x, "validity of certificates")
	c.text.Done()
	switch {
	case len(x.Numbers) > 0:
	case c.other:
		x.Fail(luminos.ExtractUnsupported, "it holds neither a certificate nor a key of a known kind")
	default:
		return errors.New("it holds no certificate and no key")
	}
	return nil
}

// blocks reads the blocks of PEM.
func (c *bundle) blocks(b []byte) {
	for range blocksMost {
		block, rest := pem.Decode(b)
		if block == nil {
			return
		}
		b = rest
		switch kind := block.Type; {
		case kind == "ENCRYPTED PRIVATE KEY" || strings.HasSuffix(block.Headers["Proc-Type"], "ENCRYPTED"):
			c.count("encrypted private keys")
		case strings.HasSuffix(kind, "PRIVATE KEY"):
			c.count("private keys")
			c.pair(publicOfPrivate(block.Bytes))
		case strings.HasSuffix(kind, "PUBLIC KEY"):
			c.count("public keys")
		case strings.HasSuffix(kind, "CERTIFICATE REQUEST"):
			c.count("certificate requests")
		case strings.HasSuffix(kind, "CERTIFICATE"):
			if !c.certificate(block.Bytes) {
				c.count("certificates not parsed")
			}
		case kind == "X509 CRL":
			c.count("revocation lists")
		case kind == "PKCS7":
			c.count("signed containers")
		case strings.HasSuffix(kind, "PARAMETERS"):
			c.count("sets of parameters")
		default:
			c.other = true
		}
	}
	c.x.Limit("only the first " + words.Count(blocksMost) + " certificates and keys were read")
}

// plain reads one certificate or key in DER.
func (c *bundle) plain(b []byte) {
	if c.certificate(b) {
		return
	}
	if kind := kindOf(b); kind != "" {
		c.count(kind)
		if kind == "private keys" {
			c.pair(publicOfPrivate(b))
		}
		return
	}
	c.other = elements(b) != nil
}

// count counts one thing, and lists it in the text.
func (c *bundle) count(name string) {
	c.x.Add(name, 1)
	c.text.Line("one of the " + name)
}

// certificate adds a certificate, and reports whether it is one.
func (c *bundle) certificate(b []byte) bool {
	var first asn1.RawValue // data on trust follows it in a trusted certificate of OpenSSL
	if _, err := asn1.Unmarshal(b, &first); err != nil || len(first.FullBytes) > parsedMost {
		return false
	}
	cert, err := x509.ParseCertificate(first.FullBytes)
	if err != nil {
		return false
	}
	c.x.Add("certificates", 1)
	c.pair(publicOf(cert.RawSubjectPublicKeyInfo))
	if cert.IsCA {
		c.x.Add("authority certificates", 1)
	}
	from, to := cert.NotBefore.UTC().Format(time.DateOnly), cert.NotAfter.UTC().Format(time.DateOnly)
	c.days.Add(from)
	c.days.Add(to)
	c.expiry.Add(to)
	var names []string
	for _, name := range cert.DNSNames[:min(len(cert.DNSNames), namesMost)] {
		if name = strings.ToLower(strings.TrimPrefix(luminos.Fold(name), "*.")); isDomain(name) {
			c.domains.Add(name)
			names = append(names, name)
		}
	}
	c.x.Set("subject", cert.Subject.String())
	c.x.Set("issuer", cert.Issuer.String())
	line := "certificate: " + luminos.Fold(cert.Subject.String()) + "; issued by " + luminos.Fold(cert.Issuer.String()) +
		"; valid " + from + " to " + to
	if len(names) > 0 {
		line += "; for " + strings.Join(names, ", ")
	}
	c.text.Line(line)
	return true
}

// isDomain reports whether a name can be a domain: of at least two labels of letters, digits and hyphens.
func isDomain(name string) bool {
	other := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '.' || r == '_')
	}
	return len(name) <= 253 && strings.Contains(strings.Trim(name, "."), ".") && strings.IndexFunc(name, other) < 0
}
