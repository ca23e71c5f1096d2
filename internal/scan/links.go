package scan

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/redact"
)

// hopsMax is the maximum number of links that follow one another. More count as a
// loop. Systems give up after 40; a chain that ends is no loop to a reader.
const hopsMax = 255

// resolveLinks sets the status of each link, such as dangling, and makes its Target a valid path.
// Before, Target is as the system spells it.
func resolveLinks(top directory, links []luminos.Link) {
	for i := range links {
		l := &links[i]
		l.Status = linkStatus(top, l.Path.OS(), l.Target)
		l.Target = redact.Target(string(luminos.PathFromOS(l.Target)))
	}
}

// linkStatus returns the status of a symbolic link, such as broken, from its path name and its target. It
// follows the target element by element, through further links, by reading them; the system follows none.
// An absolute target is outside, even in the scanned directory, because it would be outside a copy.
func linkStatus(top directory, name, target string) luminos.LinkStatus {
	from := strings.Split(name, "/")
	from = from[:len(from)-1]
	at, err := openTrail(top, from)
	defer at.close()
	if err != nil {
		return luminos.LinkBroken
	}
	if path.IsAbs(target) {
		return luminos.LinkOutside
	}
	hops := 0
	for todo := split(target); len(todo) > 0; {
		next := todo[0]
		todo = todo[1:]
		if next == ".." {
			if len(at.names) == 0 {
				return luminos.LinkOutside
			}
			at.up()
			continue
		}
		m, err := at.here().lstat(next)
		switch {
		case errors.Is(err, fs.ErrPermission):
			return luminos.LinkInside // as far as one can see
		case err != nil:
			return luminos.LinkBroken
		case m.kind == luminos.KindDir:
			if err := at.down(next); err != nil {
				return luminos.LinkInside
			}
		case m.kind == luminos.KindSymlink:
			if hops++; hops > hopsMax {
				return luminos.LinkLoop
			}
			if target, err = at.here().readlink(next); err != nil {
				return luminos.LinkBroken
			}
			if path.IsAbs(target) {
				return luminos.LinkOutside
			}
			todo = append(split(target), todo...)
		case len(todo) > 0:
			return luminos.LinkBroken // a file is no directory
		default:
			return luminos.LinkInside
		}
	}
	if len(at.names) <= len(from) && slices.Equal(at.names, from[:len(at.names)]) {
		return luminos.LinkLoop // to a directory that holds the link: following it would never end
	}
	return luminos.LinkInside
}

// split returns the elements of the target of a symbolic link, without empty elements and ".".
func split(target string) []string {
	return slices.DeleteFunc(strings.Split(target, "/"), func(s string) bool { return s == "" || s == "." })
}

// trail is a way down from the root with every directory on it open.
type trail struct {
	top   directory
	names []string
	open  []directory
}

// openTrail opens the directories names, each inside the one before, beginning below top. The
// caller closes the returned trail even after an error.
func openTrail(top directory, names []string) (*trail, error) {
	t := &trail{top: top}
	for _, n := range names {
		if err := t.down(n); err != nil {
			return t, err
		}
	}
	return t, nil
}

func (t *trail) here() directory {
	if len(t.open) == 0 {
		return t.top
	}
	return t.open[len(t.open)-1]
}

func (t *trail) down(name string) error {
	d, err := t.here().openDir(name)
	if err != nil {
		return err
	}
	t.names, t.open = append(t.names, name), append(t.open, d)
	return nil
}

func (t *trail) up() {
	last := len(t.open) - 1
	t.open[last].close()
	t.names, t.open = t.names[:last], t.open[:last]
}

func (t *trail) close() {
	for len(t.open) > 0 {
		t.up()
	}
}
