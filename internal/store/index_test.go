package store

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func index() Index {
	return Index{
		{"", 0, luminos.Digest{1}},
		{"a", 1 << 63, luminos.Digest{2}},
		{"a/b\n", 7, sha256.Sum256([]byte("x"))},
	}
}

func TestIndexIsReadBack(t *testing.T) {
	got, err := decodeIndex(encodeIndex(index()))
	if diff := cmp.Diff(index(), got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if d, ok := got.Find("a", 1<<63); !ok || d != (luminos.Digest{2}) {
		t.Errorf("found %v, %v", d, ok)
	}
	if _, ok := got.Find("a", 2); ok {
		t.Error("found a file that has changed")
	}
	if _, ok := got.Find("b", 2); ok {
		t.Error("found a file that the index lacks")
	}
}

// Bytes that are no index are refused, also if their checksum is right.
func TestBrokenIndexIsRefused(t *testing.T) {
	sealed := func(b string) []byte {
		sum := sha256.Sum256([]byte(b))
		return append([]byte(b), sum[:]...)
	}
	record := string(encodeIndex(index()[1:2])[len(indexMagic):][:1+1+8+32])
	room := strings.Repeat("\x00", 100)
	if x, err := decodeIndex(sealed(indexMagic + record)); err != nil || len(x) != 1 {
		t.Errorf("one record: %v, %v", x, err)
	}
	if x, err := decodeIndex(encodeIndex(nil)); err != nil || len(x) != 0 {
		t.Errorf("no record: %v, %v", x, err)
	}
	for name, b := range map[string][]byte{
		"nothing":               nil,
		"no checksum":           []byte(indexMagic + strings.Repeat("x", 31)),
		"another magic":         sealed("luminos index 2\n" + record),
		"half a record":         sealed(indexMagic + record[:len(record)-1]),
		"a record and a half":   sealed(indexMagic + record + record[:8]),
		"a length without end":  sealed(indexMagic + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" + room),
		"an enormous length":    sealed(indexMagic + string(binary.AppendUvarint(nil, 1<<63)) + room),
		"a length over the end": sealed(indexMagic + "\x65" + room),
		"another order":         sealed(indexMagic + record + record[:1] + "A" + record[2:]),
		"a wrong checksum":      append(sealed(indexMagic + record)[1:], 0),
	} {
		if x, err := decodeIndex(b); err == nil {
			t.Errorf("%s: %v", name, x)
		}
	}
}

// FuzzIndex decodes damaged bytes, also with a matching checksum.
func FuzzIndex(f *testing.F) {
	f.Add(encodeIndex(index()), true)
	f.Add([]byte(indexMagic+"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), true)
	f.Add([]byte(""), false)
	f.Fuzz(func(t *testing.T, b []byte, sealed bool) {
		if sealed {
			sum := sha256.Sum256(b)
			b = append(b, sum[:]...)
		}
		x, err := decodeIndex(b)
		if err != nil {
			return
		}
		if again, err := decodeIndex(encodeIndex(x)); err != nil || !cmp.Equal(x, again) {
			t.Errorf("%v became %v, %v", x, again, err)
		}
	})
}

func FuzzUnseal(f *testing.F) {
	good, _ := seal(Meta{ID: "x"})
	f.Add(good)
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var m Meta
		if unseal(b, &m) == nil && string(b) != string(good) && len(b) < 80 {
			t.Errorf("%q was decoded", b)
		}
	})
}
