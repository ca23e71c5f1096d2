package content

import (
	"bytes"
	"fmt"
	"time"
)

// utcTime is a time as the command file writes it, always in UTC.
func utcTime(seconds int64) string {
	return time.Unix(seconds, 0).UTC().Format("Mon Jan _2 15:04:05 2006")
}

// gzipSystems are the systems of a gzip header's OS byte.
var gzipSystems = map[byte]string{0: "FAT filesystem (MS-DOS, OS/2, NT)", 3: "Unix", 7: "MacOS", 10: "NTFS", 11: "NTFS filesystem (NT)"}

func describeGzip(f format, s *sample) string {
	b := s.head
	if len(b) < 18 || b[2] != 8 {
		return ""
	}
	words := f.name
	if name := gzipName(b); name != "" {
		words += ", was " + quote(name)
	}
	if t := le32(b[4:]); t > 0 {
		words += ", last modified: " + utcTime(int64(t))
	}
	switch b[8] {
	case 2:
		words += ", max compression"
	case 4:
		words += ", max speed"
	}
	if system, ok := gzipSystems[b[9]]; ok {
		words += ", from " + system
	}
	if tail := s.tail(4); len(tail) == 4 {
		words += fmt.Sprintf(", original size modulo 2^32 %d", le32(tail))
	}
	return words
}

// gzipName is the name that a gzip header keeps of the file, if any.
func gzipName(b []byte) string {
	const hasExtra, hasName = 4, 8
	at := 10
	if b[3]&hasExtra != 0 {
		at += 2 + int(le16(b[10:]))
	}
	if b[3]&hasName == 0 || at >= len(b) {
		return ""
	}
	name, _, ok := bytes.Cut(b[at:min(len(b), at+256)], []byte{0})
	if !ok {
		return ""
	}
	return printable(name)
}

// zipMethods are the methods of compression that are met.
var zipMethods = map[uint16]string{0: "store", 8: "deflate", 9: "deflate64", 12: "bzip2", 14: "LZMA", 93: "zstd", 95: "xz"}

func describeZip(f format, s *sample) string {
	b := s.head
	if len(b) < 30 || b[2] != 3 {
		return ""
	}
	words := fmt.Sprintf("%s, at least v%d.%d to extract", f.name, b[4]/10, b[4]%10)
	if m, ok := zipMethods[le16(b[8:])]; ok {
		words += ", compression method=" + m
	}
	if le16(b[6:])&1 != 0 {
		words += ", encrypted"
	}
	// The end of the central directory says how many entries there are.
	tail := s.tail(1024)
	if i := bytes.LastIndex(tail, []byte("PK\x05\x06")); i >= 0 && len(tail) >= i+12 {
		if n := le16(tail[i+10:]); n > 0 && n < 0xFFFF {
			if n == 1 {
				return words + ", 1 entry"
			}
			return words + fmt.Sprintf(", %d entries", n)
		}
	}
	return words
}

func describeTar(f format, s *sample) string {
	b := s.head
	words := "tar archive (old)"
	if len(b) >= 265 && string(b[257:262]) == "ustar" {
		words = "POSIX tar archive"
		if string(b[257:265]) == "ustar  \x00" {
			words += " (GNU)"
		}
	}
	if name, _, _ := bytes.Cut(b[:min(len(b), 100)], []byte{0}); len(name) > 0 {
		words += ", first entry " + quote(printable(name))
	}
	return words
}

func describeXZ(f format, s *sample) string {
	if len(s.head) < 8 {
		return ""
	}
	check, ok := map[byte]string{0: "none", 1: "CRC32", 4: "CRC64", 10: "SHA-256"}[s.head[7]&15]
	if !ok {
		return ""
	}
	return f.name + ", checksum " + check
}

func describeBzip2(f format, s *sample) string {
	if len(s.head) < 4 || s.head[3] < '1' || s.head[3] > '9' {
		return ""
	}
	return f.name + ", block size = " + string(s.head[3]) + "00k"
}

func describe7z(f format, s *sample) string {
	if len(s.head) < 8 {
		return ""
	}
	return fmt.Sprintf("%s, version %d.%d", f.name, s.head[6], s.head[7])
}

func describeRAR(f format, s *sample) string {
	switch {
	case len(s.head) >= 8 && s.head[6] == 1 && s.head[7] == 0:
		return f.name + ", v5"
	case len(s.head) >= 7 && s.head[6] == 0:
		return f.name + ", v4"
	}
	return ""
}

func describeDebian(f format, s *sample) string {
	// The first member, "debian-binary", holds the version of the format.
	if b := s.head; len(b) >= 72 {
		version, _, _ := bytes.Cut(b[68:72], []byte("\n"))
		return f.name + " (format " + printable(version) + ")"
	}
	return ""
}
