package history

import (
	"bytes"
	"context"
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// EarlierFile is a file of an earlier revision.
type EarlierFile struct {
	Path   string // as git stores it, with slashes
	Commit string
	Newest bool // the revision is head or one of the few before it
	// Text returns the content, or nil if the caller knows it, if a file before had it, or if it cannot be read.
	// A second call returns nil.
	Text func() []byte
}

// Bounds on the revisions before the present one. A name in a document is mostly younger than the bounds.
const (
	maxFirstParents = 5000
	newestRevisions = 32        // that are all read
	spreadRevisions = 64        // of the others, in equal distances
	maxEarlierFiles = 400_000   // of all revisions
	maxEarlierSize  = 192 << 20 // bytes of all contents
)

// Earlier is the head of a repository and the revisions before it. A caller must close it.
type Earlier struct {
	*objects
	Revisions int  // that were read
	Cut       bool // the bounds were reached, so that older revisions were not read
	log       []commit
	shallow   bool
	newest    bool // see [EarlierFile]
	known     func([hashSize]byte) bool
	see       func(EarlierFile) bool
	seen      map[fileVersion]bool   // files and trees
	texts     map[plumbing.Hash]bool // that were read
	size      int                    // bytes of them
}

// fileVersion is an object at a path.
type fileVersion struct {
	path string
	hash plumbing.Hash
}

// OpenEarlier opens the repository in the directory .git of files.
func OpenEarlier(ctx context.Context, files Files) (*Earlier, error) {
	head, ok := HeadOf(ctx, files)
	if !ok {
		return nil, errNoRepository
	}
	if head.Problem != "" {
		return nil, problem(head.Problem)
	}
	o, err := openObjects(ctx, files)
	if err != nil {
		return nil, exportError(ctx, files, err)
	}
	log, err := firstParents(ctx, o, head)
	if err != nil {
		o.close()
		return nil, exportError(ctx, files, err)
	}
	return &Earlier{objects: o, log: log, shallow: head.Shallow, seen: map[fileVersion]bool{},
		texts: map[plumbing.Hash]bool{}}, nil
}

// Head returns the commit of head.
func (e *Earlier) Head() string { return e.log[0].hash.String() }

// Close closes the files of the repository.
func (e *Earlier) Close() { e.close() }

// errEnd ends a walk.
const errEnd problem = "the end"

// Each calls see with the files of head and of revisions before it, the newest first: a path again only with another
// content. known reports whether the caller knows a content by its hash. see returns false to end.
func (e *Earlier) Each(ctx context.Context, known func(hash [hashSize]byte) bool, see func(EarlierFile) bool) error {
	e.known, e.see = known, see
	step := max(1, (len(e.log)-newestRevisions)/spreadRevisions)
	for i := range e.log {
		if i >= newestRevisions && (i-newestRevisions)%step != 0 && i != len(e.log)-1 {
			continue
		}
		e.newest = i < newestRevisions
		err := e.walk(ctx, e.log[i], e.log[i].tree, "")
		switch {
		case err == errEnd, err == errMissing && e.shallow:
			return nil
		case err == errTooMuch:
			e.Cut = true
			return nil
		case err != nil:
			return err
		}
		e.Revisions++
	}
	return nil
}

// File returns the content of a file at a commit, or nil.
func (e *Earlier) File(ctx context.Context, commit, name string) []byte {
	x := exporter{objects: e.objects}
	data, err := e.get(ctx, plumbing.NewHash(commit), plumbing.CommitObject)
	if err != nil {
		return nil
	}
	c, err := parseCommit(plumbing.NewHash(commit), data)
	if err != nil {
		return nil
	}
	dir, base := path.Split(name)
	tree, err := x.directory(ctx, c.tree, strings.TrimSuffix(dir, "/"))
	if err != nil {
		return nil
	}
	data, err = e.get(ctx, tree, plumbing.TreeObject)
	for len(data) > 0 && err == nil {
		var one entry
		if one, data, err = next(data); err == nil && string(one.name) == base {
			text, _ := e.get(ctx, one.hash, plumbing.BlobObject)
			return text
		}
	}
	return nil
}

const errNoRepository problem = "it is no repository of git"

// firstParents returns head and its first parent, and so on, at most maxFirstParents.
func firstParents(ctx context.Context, o *objects, head Head) ([]commit, error) {
	var log []commit
	for hash := plumbing.NewHash(head.Commit); len(log) < maxFirstParents; {
		data, err := o.get(ctx, hash, plumbing.CommitObject)
		if err == errMissing && head.Shallow {
			break
		}
		if err != nil {
			return nil, err
		}
		c, err := parseCommit(hash, data)
		if err != nil {
			return nil, err
		}
		log = append(log, c)
		if len(c.parents) == 0 {
			break
		}
		hash = c.parents[0]
	}
	return log, nil
}

// walk calls see with the files of a tree whose path ends with a slash or is "".
func (e *Earlier) walk(ctx context.Context, at commit, tree plumbing.Hash, prefix string) error {
	if e.seen[fileVersion{prefix, tree}] {
		return nil
	}
	if e.seen[fileVersion{prefix, tree}] = true; len(prefix) > maxPath {
		return errBounds
	}
	data, err := e.get(ctx, tree, plumbing.TreeObject)
	for len(data) > 0 && err == nil {
		regular := bytes.HasPrefix(data, []byte("10")) // no link, and no submodule
		var one entry
		if one, data, err = next(data); err != nil {
			return err
		}
		name := prefix + string(one.name)
		if one.dir {
			err = e.walk(ctx, at, one.hash, name+"/")
		} else if v := (fileVersion{name, one.hash}); regular && !e.seen[v] {
			e.seen[v] = true
			if !e.see(EarlierFile{name, at.hash.String(), e.newest, func() []byte { return e.text(ctx, one.hash) }}) {
				return errEnd
			}
		}
		if len(e.seen) > maxEarlierFiles || e.size > maxEarlierSize {
			return errTooMuch
		}
	}
	return err
}

// text returns the content of a file that is new to the caller, or nil.
func (e *Earlier) text(ctx context.Context, hash plumbing.Hash) []byte {
	if e.texts[hash] || e.known(hash) {
		return nil
	}
	e.texts[hash] = true
	data, err := e.get(ctx, hash, plumbing.BlobObject)
	if err != nil {
		return nil
	}
	e.size += len(data)
	return data
}
