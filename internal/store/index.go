package store

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io/fs"
	"slices"

	"luminos"
)

const (
	indexFile  = "index"
	indexMax   = 4 << 30
	indexMagic = "luminos index 1\n"
)

// Digested is the digest of a file and the stamp that the file had then. The
// stamp changes if the file may have changed: see [luminos.File].
type Digested struct {
	Path   luminos.Path
	Stamp  uint64
	Digest luminos.Digest
}

// Index lists the digests of files, sorted by path. It saves reading unchanged
// files again; no result depends on it.
type Index []Digested

// Find returns the stored digest of the file p. It returns false if no digest is stored, or if it was stored with
// another stamp, a number that changes if the file may have changed.
func (x Index) Find(p luminos.Path, stamp uint64) (luminos.Digest, bool) {
	i, ok := slices.BinarySearchFunc(x, p, func(d Digested, p luminos.Path) int { return cmp.Compare(d.Path, p) })
	if !ok || x[i].Stamp != stamp {
		return luminos.Digest{}, false
	}
	return x[i].Digest, true
}

// Index returns the stored digests of the files. If they are missing or damaged, the result is empty.
func (inv *Investigation) Index() Index {
	b, err := inv.read(indexFile, indexMax)
	if err == nil {
		var x Index
		if x, err = decodeIndex(b); err == nil {
			return x
		}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		inv.problem(indexFile, err)
	}
	return nil
}

// PutIndex stores the digests of the files, which the caller has sorted by path.
func (inv *Investigation) PutIndex(x Index) error { return inv.write(indexFile, encodeIndex(x)) }

func encodeIndex(x Index) []byte {
	b := []byte(indexMagic)
	for i := range x {
		d := &x[i]
		b = binary.AppendUvarint(b, uint64(len(d.Path)))
		b = append(b, d.Path...)
		b = binary.LittleEndian.AppendUint64(b, d.Stamp)
		b = append(b, d.Digest[:]...)
	}
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

func decodeIndex(b []byte) (Index, error) {
	body, ok := bytes.CutPrefix(b, []byte(indexMagic))
	end := len(body) - sha256.Size
	if !ok || end < 0 {
		return nil, errBroken
	}
	if sum := sha256.Sum256(b[:len(b)-sha256.Size]); !bytes.Equal(sum[:], body[end:]) {
		return nil, errBroken
	}
	all := string(body[:end]) // paths share one string
	var x Index
	for at := 0; at < end; {
		n, k := binary.Uvarint(body[at:end])
		at += k
		const rest = 8 + len(luminos.Digest{})
		if k < 1 || n > uint64(end) || at+int(n)+rest > end {
			return nil, errBroken
		}
		d := Digested{Path: luminos.Path(all[at : at+int(n)])}
		at += int(n)
		d.Stamp = binary.LittleEndian.Uint64(body[at:])
		copy(d.Digest[:], body[at+8:])
		at += rest
		x = append(x, d)
	}
	if !slices.IsSortedFunc(x, func(a, b Digested) int { return cmp.Compare(a.Path, b.Path) }) {
		return nil, errBroken
	}
	return x, nil
}
