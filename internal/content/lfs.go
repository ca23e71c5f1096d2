package content

import "bytes"

// LFSPointer is our own name for the small text that git's large file storage
// leaves in the place of a file.
const LFSPointer = "text/x-git-lfs-pointer"

// lfsMax is more than the specification allows a pointer to take.
const lfsMax = 1024

// isLFSPointer reports whether head is a whole pointer file of Git LFS, with any line ends. It
// returns false for more than lfsMax bytes: such a text only quotes a pointer.
func isLFSPointer(head []byte) bool {
	line, rest, ok := bytes.Cut(head, []byte("\n"))
	return ok && len(head) <= lfsMax && bytes.Contains(rest, []byte("oid sha256:")) &&
		string(bytes.TrimSuffix(line, []byte("\r"))) == "version https://git-lfs.github.com/spec/v1"
}
