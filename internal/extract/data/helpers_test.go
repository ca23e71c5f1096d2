package data

import (
	"encoding/binary"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/extract/file"
	"luminos/internal/extract/filetest"
)

// open returns bytes as a file.
func open(name string, b []byte) *file.File { return filetest.Open(luminos.Path(name), b, 10_000) }

// extract returns the extraction of bytes, or nil if the reader does not read them.
func extract(t *testing.T, name string, b []byte) (*luminos.Extraction, error) {
	t.Helper()
	return filetest.Extract(t, &Reader, luminos.Path(name), b, 10_000)
}

// good returns the extraction of bytes that are read without a problem.
func good(t *testing.T, name string, b []byte) *luminos.Extraction {
	t.Helper()
	return filetest.Good(t, &Reader, luminos.Path(name), b, 10_000)
}

// numbers checks numbers by name.
func numbers(t *testing.T, x *luminos.Extraction, want map[string]int64) {
	t.Helper()
	for name, n := range want {
		if got := x.Number(name); got != n {
			t.Errorf("%s: %d, want %d", name, got, n)
		}
	}
}

func columnWords(x *luminos.Extraction) string {
	var all []string
	for _, c := range x.Columns {
		all = append(all, strings.TrimSpace(c.Name+" "+c.Type))
	}
	return strings.Join(all, ", ")
}

func le16(n int) string              { return string(binary.LittleEndian.AppendUint16(nil, uint16(n))) }
func le32(n int) string              { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
func le64(n int) string              { return string(binary.LittleEndian.AppendUint64(nil, uint64(n))) }
func be32[N int | int64](n N) string { return string(binary.BigEndian.AppendUint32(nil, uint32(n))) }

// zigzag returns a number with its sign in the lowest bit, in base 128.
func zigzag[N int | int64](n N) string { return string(binary.AppendVarint(nil, int64(n))) }
