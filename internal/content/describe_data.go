package content

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// describePDF adds the version and, where it stands in reach, the number of pages.
func describePDF(f format, s *sample) string {
	b := s.head[bytes.Index(s.head, []byte("%PDF-")):]
	words := f.name
	if len(b) >= 8 {
		words += ", version " + printable(b[5:8])
	}
	if n := pdfPages(b); n > 0 {
		return words + ", " + plural(n, "page")
	}
	if n := pdfPages(s.tail(16 << 10)); n > 0 {
		return words + ", " + plural(n, "page")
	}
	return words
}

// pdfPages reads the count in the dictionary of a linearized file, or that of
// the root of the tree of pages, the one without a parent. Most newer files keep
// it in a compressed stream.
func pdfPages(b []byte) int {
	if _, after, ok := bytes.Cut(b[:min(len(b), 1024)], []byte("/Linearized")); ok {
		dict, _, _ := bytes.Cut(after, []byte(">>"))
		if n := pdfNumber(dict, "/N "); n > 0 {
			return n
		}
	}
	for range 64 {
		i := bytes.Index(b, []byte("/Pages"))
		if i < 0 {
			break
		}
		start := bytes.LastIndex(b[max(0, i-512):i], []byte("<<"))
		dict, _, _ := bytes.Cut(b[max(max(0, i-512)+start, 0):min(len(b), i+4096)], []byte("endobj"))
		isTree := bytes.Contains(dict, []byte("/Type /Pages")) || bytes.Contains(dict, []byte("/Type/Pages"))
		if n := pdfNumber(dict, "/Count "); isTree && n > 0 && !bytes.Contains(dict, []byte("/Parent")) {
			return n
		}
		b = b[i+6:]
	}
	return 0
}

func pdfNumber(dict []byte, key string) int {
	_, after, ok := bytes.Cut(dict, []byte(key))
	if !ok {
		return 0
	}
	end := 0
	for end < len(after) && end < 9 && after[end] >= '0' && after[end] <= '9' {
		end++
	}
	n, _ := strconv.Atoi(string(after[:end]))
	return n
}

func describeRTF(f format, s *sample) string {
	words := f.name
	if len(s.head) > 5 && s.head[5] >= '0' && s.head[5] <= '9' {
		words += ", version " + string(s.head[5])
	}
	if bytes.Contains(s.head[:min(len(s.head), 64)], []byte(`\ansi`)) {
		words += ", ANSI"
	}
	return words
}

func describePostScript(f format, s *sample) string {
	line, _, _ := bytes.Cut(s.head[:min(len(s.head), 128)], []byte("\n"))
	_, version, ok := bytes.Cut(line, []byte("%!PS-Adobe-"))
	if !ok {
		return ""
	}
	return f.name + " conforming DSC level " + printable(bytes.TrimSpace(version))
}

func describeSQLite(f format, s *sample) string {
	b := s.head
	if len(b) < 100 {
		return ""
	}
	page := int(be16(b[16:]))
	if page == 1 {
		page = 65536
	}
	words := f.name
	if v := be32(b[96:]); v >= 3000000 {
		words += fmt.Sprintf(", last written using SQLite version %d.%d.%d", v/1000000, v/1000%1000, v%1000)
	}
	words += fmt.Sprintf(", page size %d", page)
	if n := be32(b[28:]); n > 0 {
		words += ", " + plural(int(n), "page")
	}
	if v := be32(b[60:]); v > 0 {
		words += fmt.Sprintf(", user version %d", v)
	}
	return list(words, map[uint32]string{1: "UTF-8", 2: "UTF-16 little endian", 3: "UTF-16 big endian"}[be32(b[56:])])
}

func describeMO(f format, s *sample) string {
	b, u32 := s.head, le32
	if len(b) < 12 {
		return ""
	}
	if b[0] == 0x95 {
		u32 = be32
	}
	revision := u32(b[4:])
	return fmt.Sprintf("%s, revision %d.%d, %s", f.name, revision>>16, revision&0xFFFF, plural(int(u32(b[8:])), "message"))
}

func describeTZif(f format, s *sample) string {
	if len(s.head) < 5 || s.head[4] < '2' {
		return f.name + ", old version"
	}
	return f.name + ", version " + printable(s.head[4:5])
}

// pgpAlgorithms are those of public keys.
var pgpAlgorithms = map[byte]string{1: "RSA", 2: "RSA", 3: "RSA", 16: "ElGamal", 17: "DSA", 18: "ECDH", 19: "ECDSA", 22: "EdDSA"}

// describePGPKey reads the first packet of a key in binary form.
func describePGPKey(f format, s *sample) string {
	at, ok := pgpKeyBody(s.head)
	if !ok {
		return ""
	}
	b := s.head[at:]
	return fmt.Sprintf("OpenPGP Public Key Version 4, Created %s, %s", utcTime(int64(be32(b[1:]))), pgpAlgorithms[b[5]])
}

// pgpKeyBody is where the body of a leading public key packet of version 4 begins.
func pgpKeyBody(b []byte) (int, bool) {
	if len(b) < 12 {
		return 0, false
	}
	at := 0
	switch b[0] {
	case 0x98, 0xC6:
		at = 2
		if b[0] == 0xC6 && b[1] >= 192 {
			at = 3
		}
	case 0x99:
		at = 3
	default:
		return 0, false
	}
	_, known := pgpAlgorithms[b[at+5]]
	return at, b[at] == 4 && known
}

// describeSfnt adds the number of tables, the first of them and the family.
func describeSfnt(f format, s *sample) string {
	b := s.head
	if len(b) < 28 {
		return ""
	}
	n := int(be16(b[4:]))
	words := fmt.Sprintf("%s, %s, 1st %q", f.name, plural(n, "table"), printable(b[12:16]))
	for i := range min(n, 64, (len(b)-12)/16) {
		if e := b[12+16*i:]; string(e[:4]) == "name" {
			if family := fontFamily(s.read(int64(be32(e[8:])), int(min(be32(e[12:]), 16<<10)))); family != "" {
				words += ", family " + quote(family)
			}
			break
		}
	}
	return words
}

// fontFamily is the first name with the identifier of families in a name table.
func fontFamily(b []byte) string {
	const family, macintosh = 1, 1
	if len(b) < 6 {
		return ""
	}
	texts := int(be16(b[4:]))
	for i := range min(int(be16(b[2:])), (len(b)-6)/12) {
		e := b[6+12*i:]
		if be16(e[6:]) != family {
			continue
		}
		from := texts + int(be16(e[10:]))
		to := from + int(be16(e[8:]))
		if to > len(b) {
			return ""
		}
		name := b[from:to]
		if be16(e) != macintosh { // UTF-16: its high bytes are dropped with the unprintable
			name = bytes.ReplaceAll(name, []byte{0}, nil)
		}
		return printable(name)
	}
	return ""
}

func describeWOFF(f format, s *sample) string {
	b := s.head
	at := 20
	if f.mime == "font/woff2" {
		at = 24
	}
	if len(b) < at+4 {
		return ""
	}
	kind := map[string]string{"\x00\x01\x00\x00": "TrueType", "true": "TrueType", "OTTO": "CFF"}[string(b[4:8])]
	return list(f.name, kind, fmt.Sprintf("length %d", be32(b[8:])), fmt.Sprintf("version %d.%d", be16(b[at:]), be16(b[at+2:])))
}

func describeNumPy(f format, s *sample) string {
	b := s.head
	if len(b) < 12 {
		return ""
	}
	at, n := 10, int(le16(b[8:]))
	if b[6] >= 2 {
		at, n = 12, int(min(le32(b[8:]), 4096))
	}
	header, _, _ := bytes.Cut(b[at:min(len(b), at+n)], []byte("}"))
	words := fmt.Sprintf("%s, version %d.%d", f.name, b[6], b[7])
	for _, key := range []string{"descr", "shape"} {
		if _, after, ok := strings.Cut(printable(header), "'"+key+"': "); ok {
			end := ", '"
			value, _, _ := strings.Cut(after, end)
			words += ", " + key + " " + strings.TrimRight(value[:min(len(value), 64)], ", ")
		}
	}
	return words
}

func describePickle(f format, s *sample) string {
	return fmt.Sprintf("%s, protocol %d", f.name, s.head[1])
}

func describeRDB(f format, s *sample) string {
	if len(s.head) < 9 {
		return ""
	}
	return f.name + ", version " + printable(s.head[5:9])
}

func describeGitPack(f format, s *sample) string {
	if len(s.head) < 12 {
		return ""
	}
	return fmt.Sprintf("%s, version %d, %s", f.name, be32(s.head[4:]), plural(int(be32(s.head[8:])), "object"))
}

func describeGGUF(f format, s *sample) string {
	if len(s.head) < 16 {
		return ""
	}
	return fmt.Sprintf("%s, version %d, %d tensors", f.name, le32(s.head[4:]), binary.LittleEndian.Uint64(s.head[8:]))
}

// describeSafetensors counts the tensors when the whole header is in reach.
func describeSafetensors(f format, s *sample) string {
	n := binary.LittleEndian.Uint64(s.head)
	if n > uint64(len(s.head)-8) {
		return ""
	}
	return f.name + ", " + plural(bytes.Count(s.head[8:8+n], []byte(`"dtype"`)), "tensor")
}

// describeONNX reads the version and the producer, the first two fields of the
// message. There is no signature: the extension brought us here.
func describeONNX(b []byte) string {
	words := "ONNX model"
	if len(b) < 4 || b[0] != 0x08 || b[1] >= 0x80 {
		return words
	}
	words += fmt.Sprintf(", IR version %d", b[1])
	if n := int(b[3]); b[2] == 0x12 && n > 0 && n < 0x40 && len(b) >= 4+n {
		words += ", producer " + quote(printable(b[4:4+n]))
	}
	return words
}
