package certificate

import (
	"bytes"
	"encoding/asn1"
	"strings"
)

// Object identifiers in DER, without their last numbers: of signed and other containers (PKCS #7), and of encryption
// by passwords (PKCS #5 and PKCS #12).
var (
	containers = []byte("\x2a\x86\x48\x86\xf7\x0d\x01\x07")
	passwords5 = []byte("\x2a\x86\x48\x86\xf7\x0d\x01\x05")
	passwords0 = []byte("\x2a\x86\x48\x86\xf7\x0d\x01\x0c\x01")
)

// elementsMost is the number of elements of a sequence that are looked at: more than a private key has.
const elementsMost = 12

// kindOf returns the name of a key, a request or a list in DER, or "". It looks at the kinds of the elements only: the
// parsers of keys compute with their numbers, which takes minutes if these are huge.
func kindOf(b []byte) string {
	all := elements(b)
	shape := shapeOf(all)
	has := func(begin string) bool { return strings.HasPrefix(shape, begin) }
	switch {
	case (has("iso") || has("io") || shape == "iiiiii" || has("iiiiiiiii")) && small(all[0]):
		return "private keys"
	case shape == "so" && isEncrypted(all[0]):
		return "encrypted private keys"
	case shape == "sb" && strings.HasPrefix(shapeOf(elements(all[0].FullBytes)), "d"):
		return "public keys"
	case shape == "dc" && bytes.HasPrefix(all[0].Bytes, containers):
		return "signed containers"
	case shape == "ssb":
		return signed(shapeOf(elements(all[0].FullBytes)))
	}
	return ""
}

// signed returns the name of signed content by its shape, or "".
func signed(shape string) string {
	switch {
	case strings.HasPrefix(shape, "ciss"), strings.HasPrefix(shape, "isssss"):
		return "certificates not parsed"
	case shape == "iss", shape == "issc":
		return "certificate requests"
	case strings.HasPrefix(shape, "isst"), strings.HasPrefix(shape, "sst"):
		return "revocation lists"
	}
	return ""
}

// elements returns the first elements of the sequence with which b begins, or nil.
func elements(b []byte) (all []asn1.RawValue) {
	var e asn1.RawValue
	if _, err := asn1.Unmarshal(b, &e); err != nil || e.Class != asn1.ClassUniversal || e.Tag != asn1.TagSequence {
		return nil
	}
	for b = e.Bytes; len(b) > 0 && len(all) < elementsMost; all = append(all, e) {
		var err error
		if b, err = asn1.Unmarshal(b, &e); err != nil {
			return nil
		}
	}
	return all
}

// shapeOf returns a letter for each element: "i" for an integer, "b" and "o" for strings of bits and octets, "d" for an
// object identifier, "s" for a sequence, "t" for a time, "c" for one whose kind depends on the context.
func shapeOf(all []asn1.RawValue) string {
	letters := map[int]byte{asn1.TagInteger: 'i', asn1.TagBitString: 'b', asn1.TagOctetString: 'o', asn1.TagOID: 'd',
		asn1.TagSequence: 's', asn1.TagUTCTime: 't', asn1.TagGeneralizedTime: 't'}
	shape := make([]byte, len(all))
	for i, e := range all {
		switch {
		case e.Class == asn1.ClassContextSpecific:
			shape[i] = 'c'
		case e.Class != asn1.ClassUniversal || letters[e.Tag] == 0:
			shape[i] = '.'
		default:
			shape[i] = letters[e.Tag]
		}
	}
	return string(shape)
}

// small reports whether a number is 0 or 1, a version of private keys.
func small(e asn1.RawValue) bool { return len(e.Bytes) == 1 && e.Bytes[0] <= 1 }

// isEncrypted reports whether an algorithm encrypts by a password.
func isEncrypted(algorithm asn1.RawValue) bool {
	all := elements(algorithm.FullBytes)
	return len(all) > 0 && (bytes.HasPrefix(all[0].Bytes, passwords5) || bytes.HasPrefix(all[0].Bytes, passwords0))
}
