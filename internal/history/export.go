package history

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// FileKind is the kind of an [Exported] file.
type FileKind uint8

// The kinds.
const (
	RegularFile FileKind = iota
	Program              // a regular file with the right to be executed
	Link                 // its data is its target
	Submodule            // a directory without files; its data is empty
)

// Exported is one file of a commit.
type Exported struct {
	Path string // as git stores it, with slashes
	Kind FileKind
	Data []byte
}

// Export is the result of [ExportCommit]: the commit, and the remarks on files that are not as in a checkout.
type Export struct {
	Commit string
	Notes  []string
}

// Bounds on an export. Each is above the checkout of the largest repositories that a report is useful for.
const (
	maxExported   = 200_000
	maxExportSize = 512 << 20 // bytes of all files
)

// ExportCommit calls write with each file of a revision: a commit, its first characters, a branch or a tag of the
// repository in the directory .git of files. If below is not empty, only the files in this directory are exported, with
// their paths below it. Files that are not as in a checkout are counted in the notes. A revision that is not found is
// an [UnknownRevisionError].
func ExportCommit(
	ctx context.Context, files Files, revision, below string, write func(Exported) error,
) (*Export, error) {
	o, err := openObjects(ctx, files)
	if err != nil {
		return nil, exportError(ctx, files, err)
	}
	defer o.close()
	c, err := resolveRevision(ctx, o, revision)
	if err != nil {
		return nil, exportError(ctx, files, err)
	}
	e := exporter{objects: o, write: write}
	top, err := e.directory(ctx, c.tree, below)
	if err == nil {
		err = e.tree(ctx, top, "")
	}
	if err != nil {
		return nil, exportError(ctx, files, err)
	}
	return &Export{Commit: c.hash.String(), Notes: e.notes()}, nil
}

// exportError returns err with the reason for which objects are missing, if one is known.
func exportError(ctx context.Context, files Files, err error) error {
	if errors.Is(err, errMissing) && borrows(ctx, files) {
		return errElsewhere
	}
	return err
}

// exporter walks the tree of a commit.
type exporter struct {
	*objects
	write func(Exported) error
	files int // and directories
	size  int
	// Counts for the notes.
	large, lost, modules, pointers, refused int
}

// directory returns the tree of the directory called name below another tree.
func (e *exporter) directory(ctx context.Context, tree plumbing.Hash, name string) (plumbing.Hash, error) {
	for name != "" {
		var part string
		part, name, _ = strings.Cut(name, "/")
		data, err := e.get(ctx, tree, plumbing.TreeObject)
		if err != nil {
			return tree, err
		}
		one := entry{}
		for one, data, err = next(data); one.name != nil && (!one.dir || string(one.name) != part); {
			one, data, err = next(data)
		}
		if err != nil {
			return tree, err
		}
		if one.name == nil {
			return tree, errNoDirectory
		}
		tree = one.hash
	}
	return tree, nil
}

// The modes of entries of trees.
const (
	modeProgram = "100755"
	modeLink    = "120000"
	modeModule  = "160000"
)

// tree exports the files of a tree. The path of the tree ends with a slash or is "".
func (e *exporter) tree(ctx context.Context, hash plumbing.Hash, prefix string) error {
	if len(prefix) > maxPath {
		return errBounds
	}
	data, err := e.get(ctx, hash, plumbing.TreeObject)
	if err != nil {
		return err
	}
	for len(data) > 0 {
		mode, _, _ := strings.Cut(string(data[:min(len(data), len(modeLink)+1)]), " ")
		var one entry
		if one, data, err = next(data); err != nil {
			return err
		}
		if e.files++; e.files > maxExported {
			return errTooMuch
		}
		name := string(one.name)
		if name == "." || name == ".." || strings.EqualFold(name, ".git") {
			e.refused++ // git refuses to check them out, too
			continue
		}
		if one.dir {
			err = e.tree(ctx, one.hash, prefix+name+"/")
		} else {
			err = e.file(ctx, one.hash, mode, prefix+name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// file exports one entry that is no directory. A file that is missing or too large is counted and left out.
func (e *exporter) file(ctx context.Context, hash plumbing.Hash, mode, name string) error {
	if mode == modeModule {
		e.modules++
		return e.write(Exported{Path: name, Kind: Submodule})
	}
	data, err := e.get(ctx, hash, plumbing.BlobObject)
	switch {
	case errors.Is(err, errBounds):
		e.large++
		return nil
	case errors.Is(err, errMissing), errors.Is(err, errCorrupt):
		e.lost++
		return nil
	case err != nil:
		return err
	}
	if e.size += len(data); e.size > maxExportSize {
		return errTooMuch
	}
	kind := RegularFile
	switch mode {
	case modeProgram:
		kind = Program
	case modeLink:
		kind = Link
	}
	if kind != Link && strings.HasPrefix(string(data[:min(len(data), len(lfsPointer))]), lfsPointer) {
		e.pointers++
	}
	return e.write(Exported{name, kind, data})
}

// lfsPointer is the beginning of a file in place of a file that is stored elsewhere.
const lfsPointer = "version https://git-lfs.github.com/spec/v1\n"

// notes returns the remarks on files that are not as in a checkout.
func (e *exporter) notes() []string {
	var list []string
	for _, n := range []struct {
		count int
		text  string
	}{
		{e.modules, "submodules are empty"},
		{e.pointers, "files are pointers of Git LFS, whose content is not in the repository"},
		{e.large, fmt.Sprintf("files of more than %d MiB are left out", maxObject>>20)},
		{e.lost, "files are left out, because their objects are missing or damaged"},
		{e.refused, "entries are left out, because their names are not permitted"},
	} {
		if n.count > 0 {
			list = append(list, fmt.Sprintf("%s: %d", n.text, n.count))
		}
	}
	return list
}
