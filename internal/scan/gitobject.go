package scan

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"luminos"
)

const (
	looseMax = 64 << 10 // bytes of a commit, compressed or not
	packsMax = 64       // packs whose index is asked
)

// commitTime reads the committer's date of a commit: from its loose object,
// else through the index of a pack. Nil when it is not found at once.
func commitTime(top directory, commit string) *time.Time {
	data, err := readBelow(top, looseMax, ".git", "objects", commit[:2], commit[2:])
	if err == nil {
		text, err := inflate(bytes.NewReader(data))
		if err != nil {
			return nil
		}
		_, body, ok := strings.Cut(text, "\x00")
		if !ok || !strings.HasPrefix(text, "commit ") {
			return nil
		}
		return committerTime(body)
	}
	return packedCommitTime(top, commit)
}

// inflate decompresses at most looseMax bytes.
func inflate(r io.Reader) (string, error) {
	z, err := zlib.NewReader(r)
	if err != nil {
		return "", err
	}
	defer z.Close()
	text, err := io.ReadAll(io.LimitReader(z, looseMax))
	if len(text) > 0 { // the end may be missing; the header is at the beginning
		err = nil
	}
	return string(text), err
}

// committerTime finds the date in "committer Name <mail> 1700000000 +0100".
func committerTime(body string) *time.Time {
	for line := range strings.Lines(body) {
		if line == "\n" {
			return nil // the message begins
		}
		if !strings.HasPrefix(line, "committer ") {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 3 {
			return nil
		}
		seconds, err := strconv.ParseInt(fields[len(fields)-2], 10, 64)
		if err != nil || seconds < 0 || seconds > 1<<37 {
			return nil
		}
		t := time.Unix(seconds, 0).UTC()
		return &t
	}
	return nil
}

// packedCommitTime asks the index of every pack for the commit.
func packedCommitTime(top directory, commit string) *time.Time {
	id, err := hex.DecodeString(commit)
	if err != nil {
		return nil
	}
	dir, err := openBelow(top, ".git", "objects", "pack")
	if err != nil {
		return nil
	}
	defer dir.close()
	names, err := dir.names()
	if err != nil {
		return nil
	}
	slices.Sort(names)
	asked := 0
	for _, name := range names {
		stem, ok := strings.CutSuffix(name, ".idx")
		if !ok {
			continue
		}
		if asked++; asked > packsMax {
			return nil
		}
		offset, ok := inRegular(dir, name, func(f io.ReaderAt, size int64) (int64, bool) { return packOffset(f, size, id) })
		if !ok {
			continue
		}
		body, ok := inRegular(dir, stem+".pack", func(f io.ReaderAt, size int64) (string, bool) { return packedCommit(f, size, offset, deltasMax) })
		if !ok {
			return nil
		}
		return committerTime(body)
	}
	return nil
}

// openBelow opens a directory that is reached by names, none of which may be a link.
func openBelow(dir directory, names ...string) (directory, error) {
	for i, name := range names {
		next, err := dir.openDir(name)
		if i > 0 {
			dir.close()
		}
		if err != nil {
			return nil, err
		}
		dir = next
	}
	return dir, nil
}

// inRegular asks something of a regular file in dir.
func inRegular[T any](dir directory, name string, ask func(f io.ReaderAt, size int64) (T, bool)) (answer T, ok bool) {
	m, err := dir.lstat(name)
	if err != nil || m.kind != luminos.KindFile {
		return answer, false
	}
	f, err := dir.openFile(name)
	if err != nil {
		return answer, false
	}
	defer f.close()
	now, err := f.stat()
	if err != nil || now.kind != luminos.KindFile {
		return answer, false
	}
	return ask(f, now.size)
}
