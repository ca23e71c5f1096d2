package scan

import (
	"luminos"
	"luminos/internal/ignore"
)

// node is a directory of the target while it is being scanned.
type node struct {
	parent *node
	name   string // as the system spells it
	path   luminos.Path
	depth  int
	meta   meta
	scope  ignore.Scope

	// rule is why the directory is not investigated, "" if it is. Directories
	// below a ruled-out one carry ruledOut and no rule of their own.
	rule     string
	ruledOut bool
	vcs      bool // it is, or lies in, version control internals
	vendored bool
	problem  bool // it could not be read whole

	from *handle // the parent's, if it was kept open for us

	entries []entry // investigated files and links, by path
	dirs    []*node // all directories inside, by path
	leaves  []leaf  // ignored files directly inside an investigated directory, and special files
	other   totals  // all files directly inside, investigated or not
	preread preread // ignore files that were read to know their rules

	usage totals // of the whole subtree, once the walk is done
	files int    // investigated regular files of the subtree
	bytes int64  // their apparent size
}

// inOrder calls visit for each entry in the subtree of n, in the order of paths. In that order, a
// directory sorts as if its name ended in a slash.
func inOrder(n *node, visit func(*entry)) {
	i := 0
	for _, d := range n.dirs {
		for ; i < len(n.entries) && string(n.entries[i].path) < string(d.path)+"/"; i++ {
			visit(&n.entries[i])
		}
		inOrder(d, visit)
	}
	for ; i < len(n.entries); i++ {
		visit(&n.entries[i])
	}
}

// hidden reports whether a name begins with a dot, which hides it in Unix.
func hidden(name string) bool { return len(name) > 0 && name[0] == '.' }

// totals holds the sizes of a part of the tree. The size of a hard link counts once.
type totals struct {
	allocated int64
	apparent  int64
	files     int
	entries   int
}

func (t *totals) add(o totals) {
	t.allocated += o.allocated
	t.apparent += o.apparent
	t.files += o.files
	t.entries += o.entries
}

// entry is one investigated file or link. A million of them must fit into memory,
// so repeated strings are stored as numbers.
type entry struct {
	path      luminos.Path
	size      int64
	allocated int64
	seconds   int64
	stamp     uint64
	// head identifies the first bytes and whole all of them; both are 0 until known.
	head, whole uint64
	sum         *luminos.Digest // of the content; nil if it is not asked for, or if it was not read whole
	nanos       int32
	code        uint32
	comment     uint32
	blank       uint32
	tests       uint32
	language    uint16
	mime        uint16
	category    uint16
	flags       flags
}

type flags uint16

const (
	flagLink flags = 1 << iota
	flagText
	flagExecutable
	flagGenerated
	flagVendored
	flagHashed   // head is set
	flagWhole    // whole is set
	flagLinkedTo // another path of the same inode comes first
	flagMismatch // the extension contradicts the content
	flagPrivateKey
	flagTable     // a table of a database
	flagEncrypted // the private key is encrypted
)

// has reports whether the set of flags s contains any of the flags f.
func (s flags) has(f flags) bool { return s&f != 0 }

// leaf is a file that is listed in the tree and is not an entry.
type leaf struct {
	name string // escaped
	kind luminos.EntryKind
	size int64
	note string
}

// hardlink is one path of a file that has several paths, and so several hard links.
type hardlink struct {
	dev, ino uint64
	names    uint64 // of the file, in the target and outside
	path     luminos.Path
	dir      *node
	entry    int // index into dir.entries, or -1
	totals   totals
}

// preread is the content of up to two ignore files of a directory.
type preread map[string][]byte
