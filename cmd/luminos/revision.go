package main

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/history"
	"luminos/internal/lazyregexp"
	"luminos/internal/localdir"
	"luminos/internal/mcpclient"
	"luminos/internal/sandbox"
	"luminos/internal/words"
)

// exportCommand is the argument before a revision and a directory that makes this program write the files of the
// directory in the revision of the repository in its working directory as an archive to standard output. Users do not
// call it.
const exportCommand = "__export"

// commitCommand is the argument before the command line of a run on the files of a commit. The repository, which is not
// there, tracks all of them. Users do not call it.
const commitCommand = "__commit"

// The records of the last header of the archive.
const (
	commitRecord = "LUMINOS.commit"
	tagRecord    = "LUMINOS.tag"   // the version in the name of the tag that the revision is
	timeRecord   = "LUMINOS.time"  // of the commit, in seconds of Unix
	noteRecord   = "LUMINOS.note." // and a number
)

// exportRevision confines this process to its working directory, and writes the files of a revision in the directory
// below as a tar archive, with the commit and the remarks in a header at the end. It returns the exit status.
func exportRevision(revision, below string, stdout, stderr io.Writer) int {
	dir, err := localdir.Open(".")
	if err == nil {
		_, err = sandbox.Confine(".", sandbox.Options{})
	}
	if err == nil {
		debug.SetMemoryLimit(memoryLimit)
		err = writeArchive(context.Background(), dir, revision, below, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return statusFailed
	}
	return statusDone
}

// writeArchive writes the files of a revision of the repository in dir, or of the directory below, as a tar archive.
func writeArchive(ctx context.Context, dir *localdir.Dir, revision, below string, w io.Writer) error {
	files := history.Files(dir)
	if _, err := dir.Stat(ctx, ".git"); errors.Is(err, fs.ErrNotExist) {
		files = history.Bare(dir)
	}
	out := tar.NewWriter(w)
	done, err := history.ExportCommit(ctx, files, revision, below, func(f history.Exported) error {
		h := &tar.Header{Name: f.Path, Mode: 0o644, Size: int64(len(f.Data)), Typeflag: tar.TypeReg, Format: tar.FormatPAX}
		switch f.Kind {
		case history.Program:
			h.Mode = 0o755
		case history.Link: // the target as data, which can be longer than a field of the header
			h.Mode, h.PAXRecords = 0, map[string]string{linkRecord: "1"}
		case history.Submodule:
			h.Typeflag, h.Name = tar.TypeDir, f.Path+"/"
		}
		if err := out.WriteHeader(h); err != nil {
			return err
		}
		_, err := out.Write(f.Data)
		return err
	})
	if err != nil {
		return err
	}
	records := map[string]string{commitRecord: done.Commit}
	if v := taggedVersion(ctx, files, revision); below == "" && v != "" { // a directory below has its own versions
		records[tagRecord] = v
	}
	for i, n := range done.Notes {
		records[noteRecord+strconv.Itoa(i)] = n
	}
	end := &tar.Header{Typeflag: tar.TypeXGlobalHeader, Name: "end", PAXRecords: records}
	if err := out.WriteHeader(end); err != nil {
		return err
	}
	return out.Close()
}

// versionTag matches the name of a tag of a version without the name of a package before the version.
var versionTag = lazyregexp.Lazy(`^(?i:[rv]|rel(?:ease)?[-_/]v?)?(\d{1,9}(?:[._]\d{1,9})+(?:[.+-]?[A-Za-z][\w.+-]*)?)$`)

// packedBytes is the maximal number of bytes of packed references in which a tag is looked for.
const packedBytes = 16 << 20

// taggedVersion returns the version that a revision has in its name, or "" if it is no tag of a version.
func taggedVersion(ctx context.Context, files history.Files, revision string) string {
	m := versionTag().FindStringSubmatch(strings.TrimPrefix(revision, "refs/tags/"))
	if m == nil {
		return ""
	}
	name := "refs/tags/" + strings.TrimPrefix(revision, "refs/tags/")
	if _, err := files.Read(ctx, luminos.PathFromOS(".git/"+name), 0, 1); err != nil {
		packed, err := files.Read(ctx, ".git/packed-refs", 0, packedBytes)
		if err != nil || !bytes.Contains(packed, []byte(" "+name+"\n")) {
			return ""
		}
	}
	return strings.ReplaceAll(m[1], "_", ".")
}

// linkRecord marks a file of the archive that is a link; its data is the target.
const linkRecord = "LUMINOS.link"

// checkout is the files of a revision below a temporary directory.
type checkout struct {
	temporary string // has dir, and room for a cache
	dir       string
	commit    string
	version   string // in the name of the tag, or ""
	notes     []string
}

func (c *checkout) remove() { os.RemoveAll(c.temporary) }

// checkOut writes the files of a revision of the directory called name below a new temporary directory. The caller
// removes it. The objects of the repository are read by another process, which is confined to the repository.
func checkOut(ctx context.Context, start mcpclient.Starter, name, revision string) (*checkout, error) {
	top, below, err := repositoryAt(name)
	if err != nil {
		return nil, err
	}
	dir, err := localdir.Open(top)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	temporary, err := os.MkdirTemp("", "luminos-diff-")
	if err != nil {
		return nil, fmt.Errorf("making a temporary directory: %w", err)
	}
	real := localdir.RealPath(name)
	base := strings.TrimSuffix(filepath.Base(real), ".git") // of a repository without a work tree
	if base == "" {
		base = filepath.Base(filepath.Dir(real))
	}
	if !filepath.IsLocal(base) || base == "." {
		base = "target"
	}
	c := &checkout{temporary: temporary, dir: filepath.Join(temporary, base)}
	if localdir.Contains(real, localdir.RealPath(temporary)) {
		c.remove()
		return nil, failed(errors.New("the directory for temporary files is in the target, where nothing is written"),
			"set TMPDIR to another directory")
	}
	if err = os.Mkdir(c.dir, 0o755); err == nil {
		err = c.fill(ctx, start.In(dir.WorkingDir).With(revision, below))
	}
	if err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

// fill writes the files that a confined process reads from the repository.
func (c *checkout) fill(ctx context.Context, start mcpclient.Starter) error {
	root, err := os.OpenRoot(c.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	child, err := start(ctx, exportCommand)
	if err != nil {
		return err
	}
	var said bytes.Buffer
	child.Stderr = &bounded{to: &said, left: 4 << 10}
	out, err := child.StdoutPipe()
	if err == nil {
		err = sandbox.Start(child)
	}
	if err != nil {
		return err
	}
	unpacked := c.unpack(root, out)
	if unpacked != nil {
		stop() // else it waits for a reader of its output
	}
	ended := child.Wait()
	text := strings.TrimSpace(said.String())
	switch {
	case context.Cause(ctx) != nil && unpacked == nil:
		return context.Cause(ctx)
	case text != "":
		return errors.New(text)
	case unpacked != nil:
		return unpacked
	case ended != nil:
		return ended
	case c.commit == "":
		return errors.New("the process that reads the repository ended too early")
	}
	return nil
}

// The bounds of a checkout. The process that writes the archive keeps to them; they hold if it is taken over.
const (
	checkoutFiles = 200_000
	checkoutBytes = 512 << 20
)

// unpack writes the files of an archive below root. Files that the file system refuses, such as names that differ in
// case only, are counted in a note.
func (c *checkout) unpack(root *os.Root, r io.Reader) error {
	archive := tar.NewReader(io.LimitReader(r, 2*checkoutBytes))
	links, refused, size := map[string]string{}, 0, int64(0)
	for files := 0; ; files++ {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("reading the files of the revision: %w", err)
		}
		if size += h.Size; files > checkoutFiles || size > checkoutBytes {
			return errors.New("the revision has more files or bytes than are compared")
		}
		switch {
		case h.Typeflag == tar.TypeXGlobalHeader:
			c.describe(h.PAXRecords)
		case h.PAXRecords[linkRecord] != "":
			to, err := io.ReadAll(io.LimitReader(archive, 4096))
			if err != nil {
				return err
			}
			links[h.Name] = string(to)
		default:
			if err := writeMember(root, h, archive); err != nil {
				refused++
			}
		}
	}
	for name, to := range links { // last, so that no file is written through one
		name = filepath.FromSlash(name)
		if root.MkdirAll(filepath.Dir(name), 0o755) != nil || root.Symlink(to, name) != nil {
			refused++
		}
	}
	if refused > 0 {
		c.notes = append(c.notes, "files that this file system refuses: "+words.Count(refused))
	}
	return nil
}

// describe takes the commit, the version and the remarks from the last header of the archive.
func (c *checkout) describe(records map[string]string) {
	c.commit, c.version = records[commitRecord], records[tagRecord]
	for i := range len(records) {
		if n := records[noteRecord+strconv.Itoa(i)]; n != "" {
			c.notes = append(c.notes, n)
		}
	}
}

// writeMember writes a file or makes a directory.
func writeMember(root *os.Root, h *tar.Header, data io.Reader) error {
	name := filepath.FromSlash(strings.TrimSuffix(h.Name, "/"))
	if h.Typeflag == tar.TypeDir {
		return root.MkdirAll(name, 0o755)
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, os.FileMode(h.Mode)&0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, data)
	return errors.Join(err, f.Close())
}

// notesOf returns the limits of both reports. A remark on the files of both revisions alike is there once.
func notesOf(a, b side) []string {
	notes := slices.Clone(a.notes)
	for _, n := range a.remarks() {
		of := a.shown
		if slices.Contains(b.remarks(), n) {
			of = "both sides"
		}
		notes = append(notes, of+": "+n)
	}
	notes = append(notes, b.notes...)
	for _, n := range b.remarks() {
		if !slices.Contains(a.remarks(), n) {
			notes = append(notes, b.shown+": "+n)
		}
	}
	return notes
}

// remarks returns the remarks on the files of a revision.
func (s *side) remarks() []string {
	if s.files == nil {
		return nil
	}
	return s.files.notes
}

// atRevision splits DIR@REV at the first @ behind the name of a directory. Revisions can have an @, as package@1.0
// does.
func atRevision(arg string) (dir, revision string, ok bool) {
	for i := 1; i < len(arg); i++ {
		if arg[i] != '@' {
			continue
		}
		if info, err := os.Stat(arg[:i]); err == nil && info.IsDir() {
			return arg[:i], arg[i+1:], true
		}
	}
	return "", "", false
}
