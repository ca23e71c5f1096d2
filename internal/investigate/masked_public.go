package investigate

import (
	"crypto/x509"
	"encoding/base64"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// searchLines is the number of lines on either side of a key in which the id of its application is searched.
const searchLines = 3

// searchID matches the id of an application of Algolia, which a page has beside its key for searches
// (https://www.algolia.com/doc/guides/security/api-keys/): the key is public.
var searchID = lazyregexp.Lazy(`(?i)\bapp(?:lication)?_?id['"]?\s*[:=]\s*['"](?-i:[0-9A-Z]{10})['"]`)

// searchKey reports whether the masked place on the line n is the key with which a page searches.
func searchKey(m *luminos.Masked, lines []string, n int) bool {
	return m.Kind == "token" &&
		slices.ContainsFunc(lines[max(0, n-1-searchLines):min(len(lines), n+searchLines)], searchID().MatchString)
}

// keyValue and wordSecret match the key of a client, and a secret that is one word, with the beginning of their names.
var (
	keyValue   = lazyregexp.Lazy(`(?i)(\b\w*)key['"]?\s*:?[:=]\s*['"]\(masked\)`)
	wordSecret = lazyregexp.Lazy(`(?i)(\b\w*)secret['"]?\s*:?[:=]\s*['"](?-i:[a-z]{3,20})['"]`)
)

// paired reports whether a line beside the masked place on the line n gives the secret of the same name as one word: the
// key of such a pair names a client of a service that is open to all of them.
func paired(m *luminos.Masked, lines []string, n int) bool {
	key := keyValue().FindStringSubmatch(lines[n-1])
	return m.Kind == "token" && key != nil && slices.ContainsFunc(lines[max(0, n-2):min(len(lines), n+1)],
		func(line string) bool {
			secret := wordSecret().FindStringSubmatch(line)
			return secret != nil && secret[1] == key[1]
		})
}

const (
	certificateBegin, certificateEnd = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
	certificatesMost                 = 20 // of a text
)

// exampleHosts are the ends of names of machines that authorities do not certify (RFC 2606, RFC 6761).
var exampleHosts = strings.Fields("localhost example.com example.org example.net .example .test .invalid")

// exampleCertificates reports whether a text has certificates and all are for the machine itself or for names of
// examples: a private key beside them opens nothing.
func exampleCertificates(text string) bool {
	text = strings.NewReplacer(`\r`, "", `\n`, "\n").Replace(text)
	found := false
	for range certificatesMost {
		_, rest, ok := strings.Cut(text, certificateBegin)
		body, after, closed := strings.Cut(rest, certificateEnd)
		if !ok || !closed {
			return found
		}
		c, err := x509.ParseCertificate(certificateBytes(body))
		if err != nil {
			return false
		}
		names := c.DNSNames
		if c.Subject.CommonName != "" {
			names = append(names, c.Subject.CommonName)
		}
		if len(names) == 0 || slices.ContainsFunc(names, realHost) {
			return false
		}
		found, text = true, after
	}
	return false
}

// realHost reports whether the name of a certificate is not one of an example.
func realHost(name string) bool {
	return !slices.ContainsFunc(exampleHosts, func(end string) bool {
		return name == end || strings.HasSuffix(name, "."+strings.TrimPrefix(end, "."))
	})
}

// certificateBytes returns the bytes of a certificate from its lines in base64. Each line can be in quotes, as in
// source code. It returns nil for other text.
func certificateBytes(body string) []byte {
	var all strings.Builder
	for line := range strings.Lines(body) {
		longest := ""
		for _, part := range strings.FieldsFunc(line, notBase64) {
			if len(part) > max(len(longest), len("+++")) { // shorter parts are signs between strings
				longest = part
			}
		}
		all.WriteString(longest)
	}
	held, err := base64.StdEncoding.DecodeString(all.String())
	if err != nil {
		return nil
	}
	return held
}

func notBase64(r rune) bool {
	return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '+' && r != '/' && r != '='
}
