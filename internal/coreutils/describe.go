package coreutils

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"luminos"
)

// letterOf is the kind of an entry as find -type and ls -l write it.
func letterOf(k luminos.EntryKind) byte {
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
		return 'c' // or a block device: a source does not tell
	}
	return '?'
}

// kindOf is the kind of an entry in the words of stat.
func kindOf(n luminos.Node) string {
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

// modeOf is kind and permissions: -rw-r--r--.
func modeOf(n luminos.Node) string {
	k := letterOf(n.Kind)
	if k == 'f' {
		k = '-'
	}
	if n.Links == 0 {
		return string(k) + "?????????"
	}
	return string(k) + fs.FileMode.String(n.Perm & fs.ModePerm)[1:]
}

// orUnknown is a number that a source may not know.
func orUnknown(known bool, n int64) string {
	if !known {
		return "?"
	}
	return strconv.FormatInt(n, 10)
}

// human writes a number of bytes as du -h and ls -h do: in powers of 1024,
// rounded up, with a digit after the point below ten.
func human(n int64) string {
	if n < 1024 {
		return strconv.FormatInt(n, 10)
	}
	unit := int64(1024)
	for _, suffix := range "KMGTPE" {
		tenths := n / unit * 10
		tenths += (n%unit*10 + unit - 1) / unit
		if tenths < 100 {
			return fmt.Sprintf("%d.%d%c", tenths/10, tenths%10, suffix)
		}
		if whole := (n-1)/unit + 1; whole < 1024 || suffix == 'E' {
			return fmt.Sprintf("%d%c", whole, suffix)
		}
		unit *= 1024
	}
	return strconv.FormatInt(n, 10)
}

// unescape reads the escapes of the formats of stat --printf and find -printf.
func unescape(text string) string {
	return strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\"`, `"`).Replace(text)
}

const (
	fullTime  = "2006-01-02 15:04:05.000000000 -0700"
	shortTime = "2006-01-02 15:04"
)
