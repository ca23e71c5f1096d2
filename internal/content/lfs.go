package content

import "bytes"

// lfsPointer is our own name for the small text that git's large file storage
// leaves in the place of a file.
const lfsPointer = "text/x-git-lfs-pointer"

// lfsMax is more than the specification allows a pointer to take.
const lfsMax = 1024

// isLFSPointer reports whether the beginning of a file is such a pointer: its
// first line is the one that the specification demands. A checkout may have
// changed the line ends. What is longer than a pointer only quotes one.
func isLFSPointer(head []byte) bool {
	line, rest, ok := bytes.Cut(head, []byte("\n"))
	return ok && len(head) <= lfsMax && bytes.Contains(rest, []byte("oid sha256:")) &&
		string(bytes.TrimSuffix(line, []byte("\r"))) == "version https://git-lfs.github.com/spec/v1"
}
