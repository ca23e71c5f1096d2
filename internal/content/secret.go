package content

import "bytes"

// HoldsPrivateKey reports whether head, the beginning of a file, holds a private key in PEM,
// OpenSSH or PGP form. The line "-----BEGIN … PRIVATE KEY-----" must stand alone or indented, with
// a line of base64 or a PEM header below. Text that only mentions the mark holds no key. It also
// reports whether the first key is encrypted with a passphrase, as far as the form of the key shows
// that.
func HoldsPrivateKey(head []byte) (found, encrypted bool) {
	for {
		i := bytes.Index(head, []byte("-----BEGIN "))
		if i < 0 {
			return false, false
		}
		before := head[bytes.LastIndexByte(head[:i], '\n')+1 : i]
		label, rest, ended := bytes.Cut(head[i+len("-----BEGIN "):], []byte("-----"))
		if !ended {
			return false, false
		}
		if len(bytes.TrimSpace(before)) == 0 && isKeyLabel(label) && isArmour(rest) {
			return true, isEncrypted(label, bytes.TrimSpace(rest))
		}
		head = head[i+len("-----BEGIN "):]
	}
}

// isEncrypted reports whether a private key is encrypted: by its label (PKCS #8), a header (RFC
// 1421), or the name of the cipher after the magic bytes of OpenSSH, which is "none" without
// encryption (https://cvsweb.openbsd.org/src/usr.bin/ssh/PROTOCOL.key). The constants are base64 of
// "openssh-key-v1", a zero byte and the first three bytes of a length, and of its last byte, 4, and
// "none".
func isEncrypted(label, body []byte) bool {
	if openSSH, ok := bytes.CutPrefix(body, []byte("b3BlbnNzaC1rZXktdjEAAAAA")); ok {
		return !bytes.HasPrefix(openSSH, []byte("BG5vbmU"))
	}
	return bytes.HasPrefix(label, []byte("ENCRYPTED ")) || bytes.HasPrefix(body, []byte("Proc-Type: 4,ENCRYPTED"))
}

func isKeyLabel(label []byte) bool {
	return len(label) < 40 && (bytes.HasSuffix(label, []byte("PRIVATE KEY")) || bytes.Equal(label, []byte("PGP PRIVATE KEY BLOCK")))
}

// isArmour reports whether text, which follows the mark "-----BEGIN …-----", continues as a key
// does: with a line end and then a PEM header or a line of base64.
func isArmour(text []byte) bool {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	if len(bytes.TrimSpace(first)) != 0 {
		return false
	}
	line, rest, _ := bytes.Cut(rest, []byte("\n"))
	if line = bytes.TrimSpace(line); len(line) == 0 { // OpenPGP leaves one free
		line, _, _ = bytes.Cut(rest, []byte("\n"))
		line = bytes.TrimSpace(line)
	}
	for _, header := range []string{"Proc-Type:", "DEK-Info:", "Version:", "Comment:"} {
		if bytes.HasPrefix(line, []byte(header)) {
			return true
		}
	}
	return len(line) >= 16 && !bytes.ContainsFunc(line, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '+' && r != '/' && r != '='
	})
}
