package archive

import (
	"io"
	"math"
	"path"
	"strings"
	"time"

	"luminos"
	"luminos/internal/extract/file"
	"luminos/internal/words"
)

const (
	entriesMost   = 1000    // entries that an extraction lists
	nameMost      = 4096    // bytes of a name that is listed whole: PATH_MAX of Linux
	elementMost   = 255     // bytes of a path element that is counted: NAME_MAX of Linux
	extensionMost = 16      // bytes of an extension; longer ones are parts of names
	bombRatio     = 1000    // unpacked bytes for each byte of the file; deflate reaches 1,032, data of people at most 200
	bombLeast     = 1 << 30 // unpacked bytes of a bomb; smaller ones harm no program
)

// entry is one entry of an archive while it is walked.
type entry struct {
	name      string // as stored, with "/"
	size      int64  // unpacked; -1 if unknown
	modified  time.Time
	dir       bool
	encrypted bool
	link      string // the target of a symbolic link, relative to its directory
	hard      string // the target of a hard link
	behind    uint64 // bytes that are unpacked before the content
	// open returns the content of a file. It is called at most once, before the walk goes on.
	open func() (io.Reader, error)
}

// listing collects the entries of an archive. Its memory is bounded for any number of entries.
type listing struct {
	x         *luminos.Extraction
	file      *file.File
	unit      string // of the problem; "entries" if it is empty
	cut       bool   // the file is shorter than it states
	installed bool   // the entries are paths of a system, so absolute ones are right

	sums
	extensions, tops file.Values
	days             file.Days

	// visit, if it is not nil, is called with each entry, which is then not collected. Its error ends the walk.
	visit func(entry) error
}

// sums holds the numbers of a listing.
type sums struct {
	entries, files, encrypted int64
	unpacked                  int64 // bytes
	stored                    int64 // bytes in the file, as the entries state them
}

// add adds an entry, or visits it.
func (l *listing) add(e entry) error {
	if l.visit != nil {
		if e.dir || e.open == nil {
			return nil
		}
		e.name = clean(string(luminos.PathFromOS(e.name)))
		return l.visit(e)
	}
	l.entries++
	day := dayOf(e.modified)
	if day != "" && !isUnset(day) {
		l.days.Add(day)
	}
	if e.encrypted {
		l.encrypted++
	}
	l.risks(e)
	name := e.name
	if len(name) > nameMost {
		name = name[:nameMost]
		l.x.Limit("names of entries are cut after 4,096 bytes")
	}
	escaped := luminos.PathFromOS(name)
	l.count(e, escaped)
	if len(l.x.Entries) == entriesMost {
		l.x.Limit("only the first 1,000 entries are listed")
		return nil
	}
	l.x.Entries = append(l.x.Entries, luminos.ArchiveEntry{
		Name: string(escaped), Size: max(e.size, -1), Modified: day, Dir: e.dir, Encrypted: e.encrypted,
	})
	return nil
}

// count adds the size of an entry, and the parts of its name.
func (l *listing) count(e entry, name luminos.Path) {
	if !e.dir {
		l.files++
		if e.size > 0 {
			l.unpacked += min(e.size, math.MaxInt64-l.unpacked)
		}
		if ext := name.Ext(); len(ext) > 1 && len(ext) <= extensionMost {
			l.extensions.Add(ext)
		}
	}
	top, _, _ := strings.Cut(clean(string(name)), "/")
	if len(top) <= elementMost && top != "." {
		l.tops.Add(top)
	}
}

// clean returns a path without the beginnings and ends that do not distinguish entries: "./a/" is "a".
func clean(name string) string {
	return strings.TrimPrefix(path.Clean("/"+name), "/")
}

// risks records that the entry, or its target, lies outside of the directory into which the archive is unpacked.
func (l *listing) risks(e entry) {
	if l.installed {
		return
	}
	if leads(e.name) {
		l.risk("entries lead out of the archive")
	}
	if e.hard != "" && leads(e.hard) {
		l.risk("links lead out of the archive")
	}
	if e.link != "" && (isAbsolute(e.link) || leads(path.Dir(strings.TrimRight(e.name, "/"))+"/"+e.link)) {
		l.risk("links lead out of the archive")
	}
}

// risk records a danger once.
func (l *listing) risk(text string) {
	for _, r := range l.x.Risks {
		if r == text {
			return
		}
	}
	l.x.Risks = append(l.x.Risks, text)
}

// isAbsolute reports whether a path is absolute on any system: it begins with a separator or a drive.
func isAbsolute(name string) bool {
	return name != "" && (name[0] == '/' || name[0] == '\\') || len(name) > 2 && name[1] == ':' && name[2] == '\\'
}

// leads reports whether a path leads out of the directory that it begins in, on any system.
func leads(name string) bool {
	if isAbsolute(name) {
		return true
	}
	if !strings.Contains(name, "..") {
		return false
	}
	depth := 0
	for element := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '/' || r == '\\' }) {
		switch element {
		case ".":
		case "..":
			depth--
		default:
			depth++
		}
		if depth < 0 {
			return true
		}
	}
	return false
}

// done passes the sums to the extraction. After an error without an entry nothing is known.
func (l *listing) done(f *file.File, err error) {
	if l.unit != "" || err != nil && l.entries == 0 {
		return
	}
	l.x.Add("entries", l.entries)
	l.x.Add("files", l.files)
	l.x.Add("unpacked bytes", l.unpacked)
	if l.encrypted > 0 {
		l.x.Add("encrypted entries", l.encrypted)
	}
	l.extensions.Set(l.x, "extension")
	l.tops.Set(l.x, "top")
	l.days.Set(l.x, "modification times of entries")
	if l.unpacked >= bombLeast && l.unpacked/bombRatio > f.Size {
		l.risk("unpacks to more than 1,000 times its size")
	}
	if l.stored > f.Size {
		l.risk("entries overlap, so it unpacks to more than it holds")
	}
}

// countedEntries returns the number of entries in words: "106 of its entries".
func (l *listing) countedEntries() string {
	if l.unit != "" {
		return words.Plural(l.unpacked, l.unit)
	}
	return words.Count(l.entries) + " of its entries"
}

func (l *listing) encryptedEntries() string {
	if l.encrypted == l.files {
		return "it needs a password"
	}
	return words.Count(l.encrypted) + " of its " + words.Count(l.files) + " files need a password"
}

// dayOf returns a day as YYYY-MM-DD, or "" for a time that no archive means.
func dayOf(t time.Time) string {
	if y := t.Year(); t.IsZero() || y < 1 || y > 9999 {
		return ""
	}
	return t.Format(time.DateOnly)
}

// isUnset reports whether a day is the zero of a clock of archives: of Unix, or of DOS.
func isUnset(day string) bool { return day <= "1970-01-01" || day == "1980-01-01" }
