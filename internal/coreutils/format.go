package coreutils

import (
	"fmt"
	"io/fs"
	"strconv"

	"luminos"
)

// kindLetter returns the letter for the kind of an entry that find -type and ls -l use: f for a
// file, d for a directory.
func kindLetter(k luminos.EntryKind) byte {
	switch k {
	case luminos.KindFile:
		return 'f'
	case luminos.KindDir:
		return 'd'
	case luminos.KindSymlink:
		return 'l'
	case luminos.KindFIFO:
		return 'p'
	case luminos.KindSocket:
		return 's'
	case luminos.KindDevice:
		return 'c' // a Source does not distinguish block devices
	}
	return '?'
}

// kindName returns the kind of an entry in the words of stat and file.
func kindName(n luminos.Node) string {
	switch n.Kind {
	case luminos.KindFile:
		if n.Size == 0 {
			return "regular empty file"
		}
		return "regular file"
	case luminos.KindSymlink:
		return "symbolic link"
	case luminos.KindOther:
		return "unknown"
	}
	return string(n.Kind)
}

// modeString returns the kind and permissions of an entry as ls -l shows them: -rw-r--r--.
func modeString(n luminos.Node) string {
	k := kindLetter(n.Kind)
	if k == 'f' {
		k = '-'
	}
	if n.Links == 0 {
		return string(k) + "?????????"
	}
	return string(k) + fs.FileMode.String(n.Perm & fs.ModePerm)[1:]
}

// orUnknown returns n as text, or "?" if known is false.
func orUnknown(known bool, n int64) string {
	if !known {
		return "?"
	}
	return strconv.FormatInt(n, 10)
}

// timeString returns the modification time of an entry in UTC, formatted by layout, or "?" if it is
// unknown.
func timeString(n luminos.Node, layout string) string {
	if n.ModTime.IsZero() {
		return "?"
	}
	return n.ModTime.UTC().Format(layout)
}

const (
	longTime  = "2006-01-02 15:04:05.000000000 -0700"
	shortTime = "2006-01-02 15:04"
)

// humanSize returns a number of bytes as du -h and ls -h show it: in powers of 1024, rounded up,
// with one decimal below ten.
func humanSize(n int64) string {
	if n < 1024 {
		return strconv.FormatInt(n, 10)
	}
	unit, suffixes := int64(1024), "KMGTPE"
	for (n-1)/unit+1 >= 1024 {
		unit, suffixes = unit*1024, suffixes[1:]
	}
	if tenths := n/unit*10 + (n%unit*10+unit-1)/unit; tenths < 100 {
		return fmt.Sprintf("%d.%d%c", tenths/10, tenths%10, suffixes[0])
	}
	return fmt.Sprintf("%d%c", (n-1)/unit+1, suffixes[0])
}
