package integrity

import (
	"context"
	"crypto/md5"  //nolint:gosec // files of checksums state it
	"crypto/sha1" //nolint:gosec // files of checksums state it
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"strings"

	"luminos"
	"luminos/internal/facts/present"
	"luminos/internal/lazyregexp"
)

// Bounds of one run.
const (
	sumsMost  = 50      // files of checksums
	linesMost = 20_000  // of all of them
	textMost  = 2 << 20 // bytes of one of them
	bytesMost = 1 << 30 // that are read to compute checksums
	chunk     = 1 << 20 // bytes of one read
)

// reSums matches the names of files of checksums, in lower case.
var reSums = lazyregexp.Lazy(`^(?:.*[._-])?(?:sha|md)(?:1|5|256|384|512)?[._-]?sums?(?:1|256|512)?(?:\.txt)?$|` +
	`^(?:.*[._-])?checksums?(?:[._-]?(?:md5|sha\d+))?(?:\.txt)?$|` +
	`\.(?:md5|sha1|sha256|sha512)(?:sums?)?(?:\.txt)?$`)

// isSums reports whether a file holds checksums by its name.
func isSums(p luminos.Path) bool { return reSums().MatchString(strings.ToLower(p.Base())) }

var (
	// reLine matches the line of the programs of GNU: a checksum, then a name.
	reLine = lazyregexp.Lazy(`^\\?([0-9a-fA-F]{32,128})(?:[ \t]+[* ]?|\*)(\S.*)$`)
	// reTagged matches the line of the programs of BSD.
	reTagged = lazyregexp.Lazy(`^\\?(?:MD5|SHA1|SHA256|SHA384|SHA512) ?\((.+)\) ?= ?([0-9a-fA-F]{32,128})$`)
	// reAlone matches a checksum without a name.
	reAlone = lazyregexp.Lazy(`^([0-9a-fA-F]{32,128})(?:[ \t]+\*?-)?$`)
)

// hashes are the functions by the length of their results in hexadecimal.
var hashes = map[int]func() hash.Hash{
	32: md5.New, 40: sha1.New, 64: sha256.New, 96: sha512.New384, 128: sha512.New,
}

// sum is one line of a file of checksums.
type sum struct{ name, digest string }

// parseSums returns the lines of a file of checksums. A file with a single checksum and no name is about the file
// with its own name without the extension. A checksum without a name beside others is one of a version of a file, which
// need not be there: then the file has no lines.
func parseSums(text string, own luminos.Path) []sum {
	var out []sum
	alone := 0 // checksums without a name
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		s := sum{}
		if m := reTagged().FindStringSubmatch(line); m != nil {
			s = sum{m[1], m[2]}
		} else if m := reAlone().FindStringSubmatch(line); m != nil {
			alone++
			base := own.Base()
			if i := strings.LastIndexByte(base, '.'); i > 0 {
				s = sum{base[:i], m[1]}
			}
		} else if m := reLine().FindStringSubmatch(line); m != nil {
			if s = (sum{m[2], m[1]}); s.name[0] == '#' { // a remark on a version
				alone++
			}
		}
		if s.digest = strings.ToLower(s.digest); hashes[len(s.digest)] != nil && len(s.name) < 1000 {
			out = append(out, s)
		}
		if len(out) >= linesMost {
			break
		}
	}
	if alone > 0 && len(out) > 1 {
		return nil
	}
	return out
}

// checksums compares a file of checksums with the files that it names. It returns nil for a file without checksums
// of this tree.
func (r *reader) checksums(ctx context.Context, p luminos.Path) *luminos.ChecksumFile {
	c := &luminos.ChecksumFile{Path: p}
	sums := parseSums(r.text(ctx, p, textMost).Content, p)
	if len(sums) == 0 {
		return nil
	}
	elsewhere := true // all are missing, and their names are paths or no names of files: they are of another tree
	for _, s := range sums {
		if r.lines++; r.lines > linesMost || ctx.Err() != nil {
			c.Unchecked++
			elsewhere = false
			continue
		}
		at, state := r.locate(ctx, p.Dir(), s)
		if state == present.Absent && len(sums) == 1 && strings.HasPrefix(p.Base(), s.name+".") {
			at, state = r.stem(ctx, at, s)
		}
		elsewhere = elsewhere && state == present.Absent && strings.ContainsAny(strings.TrimPrefix(s.name, "./"), "/ ")
		switch {
		case state == present.Absent:
			if c.MissingTotal++; len(c.Missing) < listMost {
				c.Missing = append(c.Missing, at)
			}
			continue
		case state == present.Unknown:
			c.Unchecked++
			continue
		}
		switch ok, known := r.verify(ctx, at, s.digest); {
		case !known:
			c.Unchecked++
		case ok:
			c.OK++
		default:
			if c.FailedTotal++; len(c.Failed) < listMost {
				c.Failed = append(c.Failed, at)
			}
		}
	}
	if elsewhere {
		return nil
	}
	return c
}

// stem returns the file beside an absent one that has its name before another extension, and its checksum: "tiny.nc"
// for "tiny".
func (r *reader) stem(ctx context.Context, absent luminos.Path, s sum) (luminos.Path, present.State) {
	for _, ext := range r.extensions[absent] {
		at := absent + luminos.Path(ext)
		if same, _ := r.verify(ctx, at, s.digest); same {
			return at, present.There
		}
	}
	return absent, present.Absent
}

// locate returns the place of a file that a file of checksums in dir names, and whether it is there: in dir, from the
// root of the target, or in dir by its base name. By that alone, a file with another checksum is another file.
func (r *reader) locate(ctx context.Context, dir luminos.Path, s sum) (luminos.Path, present.State) {
	name := s.name
	first, ok := present.Below(dir, name)
	if !ok {
		return "", present.Unknown // outside of the target
	}
	state := present.Absent
	base := name[strings.LastIndexByte(name, '/')+1:]
	for _, c := range []struct {
		dir  luminos.Path
		name string
	}{{dir, name}, {luminos.Root, name}, {dir, base}} {
		at, ok := present.Below(c.dir, c.name)
		if !ok {
			continue
		}
		switch r.present.Has(ctx, at) {
		case present.There:
			if c.name != name {
				if same, known := r.verify(ctx, at, s.digest); known && !same {
					continue
				}
			}
			return at, present.There
		case present.Unknown:
			state = present.Unknown
		}
	}
	return first, state
}

// verify compares the content of a file with a checksum. It returns known = false if the file is not investigated,
// too large, or was not read as it is stored.
func (r *reader) verify(ctx context.Context, p luminos.Path, digest string) (ok, known bool) {
	size, investigated := r.files[p]
	if !investigated || size > r.left {
		return false, false
	}
	r.left -= size
	if len(digest) == hex.EncodedLen(sha256.Size) {
		d, err := r.src.Digest(ctx, p, size+1)
		return err == nil && d.String() == digest, err == nil
	}
	h, own := hashes[len(digest)](), sha256.New()
	for offset := int64(0); offset <= size; {
		b, err := r.src.Read(ctx, p, offset, chunk)
		if err != nil {
			return false, false
		}
		h.Write(b)
		own.Write(b)
		if offset += int64(len(b)); len(b) < chunk {
			break
		}
	}
	if hex.EncodeToString(h.Sum(nil)) == digest {
		return true, true
	}
	// The source masks secrets. Only if these were the stored bytes, the file differs.
	d, err := r.src.Digest(ctx, p, size+1)
	return false, err == nil && d == luminos.Digest(own.Sum(nil))
}
