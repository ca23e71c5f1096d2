package certificate

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/hex"

	"luminos"
)

// pair sets the digest of a public key: of the modulus of RSA, or of the first coordinate of a point. Both are in the
// file except for Ed25519, whose point is computed from the seed.
func (c *bundle) pair(public []byte) {
	if len(public) > 0 {
		sum := sha256.Sum256(public)
		c.x.Set(luminos.PublicKeyDigest, hex.EncodeToString(sum[:8]))
	}
}

// publicOf returns the number that identifies the public key in DER of a certificate, or nil.
func publicOf(b []byte) []byte {
	all := elements(b)
	if shapeOf(all) != "sb" || len(all[1].Bytes) < 2 {
		return nil
	}
	key := all[1].Bytes[1:] // after the number of bits that are not used
	if rsa := elements(key); shapeOf(rsa) == "ii" {
		return rsa[0].Bytes
	}
	return coordinate(key)
}

// publicOfPrivate returns the number that identifies the public key of a private key in DER, or nil if the file does
// not have it.
func publicOfPrivate(b []byte) []byte {
	const ed25519ID = "\x2b\x65\x70"
	all := elements(b)
	switch shape := shapeOf(all); {
	case len(b) > parsedMost:
		return nil
	case len(shape) >= 9 && shape[:9] == "iiiiiiiii": // PKCS #1
		return all[1].Bytes
	case len(shape) >= 3 && shape[:3] == "iso": // PKCS #8
		algorithm := elements(all[1].FullBytes)
		if len(algorithm) == 0 || string(algorithm[0].Bytes) != ed25519ID {
			if inner := elements(all[2].Bytes); len(inner) > 0 && shapeOf(inner) != "iso" {
				return publicOfPrivate(all[2].Bytes)
			}
			return nil
		}
		var seed asn1.RawValue
		if _, err := asn1.Unmarshal(all[2].Bytes, &seed); err != nil || len(seed.Bytes) != ed25519.SeedSize {
			return nil
		}
		return ed25519.NewKeyFromSeed(seed.Bytes)[ed25519.SeedSize:]
	case len(shape) >= 2 && shape[:2] == "io": // of a curve
		for _, e := range all[2:] {
			var point asn1.RawValue
			if _, err := asn1.Unmarshal(e.Bytes, &point); e.Tag == 1 && err == nil && len(point.Bytes) > 1 {
				return coordinate(point.Bytes[1:])
			}
		}
	}
	return nil
}

// coordinate returns the first coordinate of a point, which can be written in two forms, or the key itself.
func coordinate(point []byte) []byte {
	if n := len(point); n%2 == 1 && point[0] == 4 {
		return point[1 : 1+n/2]
	} else if n%2 == 1 && bytes.IndexByte([]byte{2, 3}, point[0]) >= 0 {
		return point[1:]
	}
	return point
}
