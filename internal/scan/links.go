package scan

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"

	"luminos"
)

// Where a link leads is told, not followed: first from its words alone, then
// by a look through the root that cannot leave it.
const (
	linkInside  = "inside"
	linkOutside = "outside"
	linkBroken  = "broken"
	linkLoop    = "loop"
)

// resolveLinks fills in the status of links whose Target is still as the system spells it.
func resolveLinks(root *os.Root, links []luminos.Link) {
	for i := range links {
		l := &links[i]
		l.Status = linkStatus(root, l.Path.OS(), l.Target)
		l.Target = string(luminos.PathFromOS(l.Target))
	}
}

// linkStatus says where the link at name leads. An absolute target is outside
// even when it names a place in the target: it stops doing so in a copy.
func linkStatus(root *os.Root, name, target string) string {
	if path.IsAbs(target) {
		return linkOutside
	}
	dir := path.Dir(name)
	to := path.Join(dir, target)
	if to == ".." || strings.HasPrefix(to, "../") {
		return linkOutside
	}
	if to == "." || dir == to || strings.HasPrefix(dir, to+"/") {
		return linkLoop // to a directory that holds the link: following it would never end
	}
	_, err := root.Stat(name)
	switch {
	case err == nil, errors.Is(err, fs.ErrPermission):
		return linkInside
	case isLoop(err):
		return linkLoop
	case isBroken(err):
		return linkBroken
	}
	return linkOutside // the root refuses: a link on the way leads out
}
