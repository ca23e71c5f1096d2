package history

import (
	"bytes"
	"context"
	"encoding/binary"

	"luminos"
	"luminos/internal/lazyregexp"
)

// sparseSetting matches the setting of a repository that its checkout leaves out files.
var sparseSetting = lazyregexp.Lazy(`(?mi)^(?:\s*\[core\])?\s*sparsecheckout\s*(?:$|=\s*"?(?:true|yes|on|1)\b)`)

// Sparse reports whether the checkout leaves out files of head by intent: by a setting, or by a bit of the index.
func Sparse(ctx context.Context, src Reader) bool {
	for _, name := range []luminos.Path{".git/config", ".git/config.worktree"} {
		if text, err := src.Read(ctx, name, 0, maxConfig); err == nil && sparseSetting().Match(text) {
			return true
		}
	}
	head, err := src.Read(ctx, ".git/index", 0, indexHeader)
	if err != nil || !bytes.HasPrefix(head, []byte("DIRC")) || len(head) < indexHeader || head[7] < 3 {
		return false // entries of version 2 have no such bit
	}
	index, err := src.Read(ctx, ".git/index", 0, maxIndex)
	return err == nil && len(index) >= indexHeader && skipsFiles(index)
}

const (
	maxIndex    = 64 << 20 // bytes of the index that are read
	indexHeader = 12       // bytes: "DIRC", the version and the number of entries
	fixedEntry  = 62       // bytes of an entry before its name, or before its further flags
	hasFurther  = 0x40     // bit of the first byte of the flags
	skipsFile   = 0x40     // bit of the first byte of the further flags
)

// skipsFiles reports whether an entry of an index of version 3 or 4 has the bit that its file is not checked out.
func skipsFiles(index []byte) bool {
	count, rest := binary.BigEndian.Uint32(index[8:]), index[indexHeader:]
	for ; count > 0 && len(rest) > fixedEntry+2; count-- {
		name := fixedEntry
		if rest[fixedEntry-2]&hasFurther != 0 {
			if rest[fixedEntry]&skipsFile != 0 {
				return true
			}
			name += 2
		}
		packed := index[7] == 4
		for packed && name < len(rest)-1 && rest[name]&0x80 != 0 {
			name++ // of the number of bytes that the name does not share with the one before
		}
		if packed {
			name++
		}
		n := bytes.IndexByte(rest[name:], 0)
		if n < 0 {
			return false
		}
		end := name + n + 1
		if !packed {
			end = (name + n + 8) &^ 7
		}
		rest = rest[min(end, len(rest)):]
	}
	return false
}
