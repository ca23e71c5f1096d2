// Package archive lists archives, packages and disk images, and reads texts that are compressed.
package archive

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

// Reader reads archives by their beginnings. Zip files that are documents, such as files of office programs,
// belong to readers that come before this one.
var Reader = file.Reader{Name: "archive", Version: 4, Reads: reads, Read: read}

// kind is a format of archives. Its walk passes each entry to the listing, in the order of the file, and sets the
// format and the properties of the extraction.
type kind struct {
	begins func(*file.File) bool
	walk   func(*file.File, *listing) error
}

var kinds = []kind{
	{isZip, walkZip},
	{begin("7z\xbc\xaf\x27\x1c"), walkSevenZip},
	{begin("Rar!\x1a\x07\x00", "Rar!\x1a\x07\x01\x00"), walkRar},
	{func(f *file.File) bool { return isTar(f.Head) || isBlankTar(f) }, walkPlainTar},
	{func(f *file.File) bool { return isAr(f.Head) }, walkAr},
	{func(f *file.File) bool { return cpioForm(f.Head) != nil }, walkPlainCpio},
	{begin("\xed\xab\xee\xdb"), walkRPM},
	{func(f *file.File) bool { return codecOf(f.Head, f.Path) != nil }, walkCompressed},
	{isISO, walkISO},
}

// begin returns a function that reports whether a file begins with one of the signatures.
func begin(signatures ...string) func(*file.File) bool {
	return func(f *file.File) bool {
		return slices.ContainsFunc(signatures, func(s string) bool { return bytes.HasPrefix(f.Head, []byte(s)) })
	}
}

// named are the extensions of files that are archives, and are damaged if they do not begin like one. Extensions that
// files of other formats have too, such as .iso and .a, are not among them.
var named = []string{
	".zip", ".jar", ".apk", ".whl", ".tar", ".tgz", ".gz", ".bz2", ".tbz", ".tbz2", ".xz", ".txz", ".zst", ".lz4", ".7z",
	".rar", ".deb", ".rpm", ".cpio",
}

func reads(f *file.File) bool {
	return kindOf(f) != nil ||
		slices.Contains(named, f.Path.Ext()) && (f.Size == 0 || f.ID.MIME == "application/octet-stream")
}

func kindOf(f *file.File) *kind {
	if f.Size == 0 {
		return nil
	}
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.begins(f) })
	if i < 0 {
		return nil
	}
	return &kinds[i]
}

func read(f *file.File, x *luminos.Extraction) error {
	k := kindOf(f)
	if k == nil {
		x.Fail(luminos.ExtractDamaged, "it does not begin like an archive of its name")
		return nil
	}
	l := &listing{x: x, file: f}
	err := k.walk(f, l)
	l.done(f, err)
	return l.fail(err)
}

var (
	errHidden  = errors.New("the names of the entries are encrypted")
	errVariant = errors.New("this variant of the format is not known")
	errVolume  = errors.New("it is a part of an archive in several files")
	errRules   = errors.New("the archive breaks the rules of its format")
	errFound   = errors.New("the wanted entry is found")
)

// isPart reports whether a file is a part of an archive in several files by its name: "a.7z.001", "a.z01", "a.r00".
func isPart(p luminos.Path) bool {
	ext := p.Ext()
	return len(ext) == 4 && strings.Trim(ext[2:], "0123456789") == "" && strings.Contains("0123456789zrac", ext[1:2])
}

// ended reports whether the time of the reader ended.
func ended(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// fail records the reason why the walk ended early. It returns errors that the caller of the reader describes.
func (l *listing) fail(err error) error {
	counted := l.countedEntries()
	switch {
	case err == nil:
		if l.encrypted > 0 {
			l.x.Fail(luminos.ExtractEncrypted, l.encryptedEntries())
		}
	case errors.Is(err, errHidden):
		l.x.Fail(luminos.ExtractEncrypted, "it needs a password, also for the names of its entries")
	case errors.Is(err, errVariant):
		l.x.Fail(luminos.ExtractUnsupported, errVariant.Error())
	case errors.Is(err, errVolume), isPart(l.file.Path) && !errors.Is(err, file.ErrTooLarge) && !ended(err):
		l.x.Fail(luminos.ExtractUnsupported, errVolume.Error())
	case errors.Is(err, file.ErrTooLarge):
		l.x.Fail(luminos.ExtractTooLarge, "it exceeds the limits of the reader after "+counted)
	case ended(err):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		l.x.Fail(luminos.ExtractDamaged, "it is cut off after "+counted)
	default:
		l.x.Fail(luminos.ExtractDamaged, "it is damaged after "+counted)
	}
	return nil
}
