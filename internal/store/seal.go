package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// Sealed files are JSON objects whose last field is the SHA-256 of all bytes before
// it, so that truncated and edited files are recognised.

const sealField = `"sha256":"`

// seal returns v, a struct, as JSON with a checksum as the last field.
func seal(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encoding a record for the cache of investigations: %w", err)
	}
	b[len(b)-1] = ','
	sum := sha256.Sum256(b)
	return fmt.Appendf(b, "%s%s\"}\n", sealField, hex.EncodeToString(sum[:])), nil
}

var errBroken = errors.New("the file of the cache is damaged or was edited")

// unseal checks the checksum in b, the output of [seal], and decodes the JSON into v. The error is errBroken if the
// checksum is missing or wrong.
func unseal(b []byte, v any) error {
	const tail = len(sealField) + 2*sha256.Size + len("\"}\n")
	at := len(b) - tail
	if at < 2 || !bytes.HasPrefix(b[at:], []byte(sealField)) || string(b[len(b)-3:]) != "\"}\n" {
		return errBroken
	}
	sum := sha256.Sum256(b[:at])
	if string(b[at+len(sealField):len(b)-3]) != hex.EncodeToString(sum[:]) {
		return errBroken
	}
	text := append(bytes.Clone(b[:at-1]), '}') // without the comma
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields() // entries must not hold contents of files
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("decoding a file of the cache of investigations: %w", err)
	}
	return nil
}
