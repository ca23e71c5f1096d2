package hostiletest

import (
	"fmt"
	"net"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"luminos"
)

// links makes symbolic links that lead nowhere, in circles, out of the target, or through a long chain.
func (m *maker) links() {
	d := m.place("links")
	m.link(LinkLoop, "self", path.Join(d, "self"))
	m.link(LinkLoop, "pong", path.Join(d, "ping"))
	m.link(LinkLoop, "ping", path.Join(d, "pong"))
	m.link(LinkLoop, "..", path.Join(d, "parent"))
	m.link(LinkLoop, ".", path.Join(d, "here"))
	m.link(LinkOut, "/etc/passwd", path.Join(d, "passwd.txt"))
	m.link(LinkOut, "/", path.Join(d, "everything"))
	m.link(LinkOut, filepath.Join(m.Outside, "canary.txt"), path.Join(d, "canary.txt"))
	m.link(LinkOut, filepath.Join(m.Outside, "tree"), path.Join(d, "tree"))
	m.link(LinkOut, strings.Repeat("../", 40)+"etc/hostname", path.Join(d, "upwards"))
	m.link(LinkOut, "/proc/self/environ", path.Join(d, "environment.txt"))
	m.link(LinkBroken, "nowhere", path.Join(d, "broken"))
	m.link(LinkBroken, "\x1b[2J\xff/gone", path.Join(d, "broken-escape"))
	m.link(LinkBroken, strings.Repeat("n", 255), path.Join(d, "broken-long"))
	m.text(LinkInside, path.Join(d, "real.txt"), "A file that a link names.\n")
	m.link(LinkInside, "real.txt", path.Join(d, "alias.txt"))
	// A reader that gives up early takes a long chain for a loop.
	for i := range 60 {
		m.link(LinkInside, fmt.Sprintf("chain%02d", i+1), path.Join(d, fmt.Sprintf("chain%02d", i)))
	}
	m.text(LinkInside, path.Join(d, "chain60"), "The end of a chain of links.\n")
}

// specials makes FIFOs, a socket and devices, which hang or act when they are opened.
func (m *maker) specials() {
	d := m.place("special")
	if err := m.mkdir(d); err != nil {
		m.missing(FIFO, d, err.Error())
		return
	}
	for _, name := range []string{"pipe", "pipe.csv"} {
		name = path.Join(d, name)
		m.made(FIFO, luminos.KindFIFO, name, mkfifo(m.native(name)))
	}
	name := path.Join(d, "socket")
	m.made(Socket, luminos.KindSocket, name, mksocket(m.native(name)))
	for _, dev := range []struct {
		name         string
		block        bool
		major, minor uint32
	}{{"null", false, 1, 3}, {"zero.bin", false, 1, 5}, {"loop", true, 7, 0}} {
		name := path.Join(d, dev.name)
		m.made(Device, luminos.KindDevice, name, mkdevice(m.native(name), dev.block, dev.major, dev.minor))
	}
}

// mksocket makes the file of a Unix socket without a listener.
func mksocket(name string) error {
	// Addresses of sockets are short (108 bytes), temporary directories are not:
	// it is made where names are short, and moved.
	short, err := os.MkdirTemp("", "s")
	if err != nil {
		return err
	}
	defer os.RemoveAll(short)
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(short, "s"), Net: "unix"})
	if err != nil {
		return err
	}
	l.SetUnlinkOnClose(false)
	if err := l.Close(); err != nil {
		return err
	}
	return os.Rename(filepath.Join(short, "s"), name)
}

// forbidden makes files and directories whose permissions forbid will remove.
func (m *maker) forbidden() {
	d := m.place("forbidden")
	m.closed = d
	m.text(NoMode, path.Join(d, "file.txt"), "Nobody reads this.\n")
	m.text(NoMode, path.Join(d, "package.json"), `{"name": "forbidden"}`)
	m.text(NoMode, path.Join(d, "directory", "inside.txt"), "Nor this.\n")
	m.text(NoMode, path.Join(d, "list-only", "inside.txt"), "This can be listed, not read.\n")
	m.made(NoMode, luminos.KindDir, path.Join(d, "directory"), nil)
}

// forbid removes the permissions of the entries that forbidden made, and records them as hostile in the way
// [Unreadable] instead of [NoMode]. An entry that this user can still open stays NoMode.
func (m *maker) forbid() {
	d := m.closed
	for name, mode := range map[string]os.FileMode{
		"file.txt": 0, "package.json": 0, "directory": 0, "list-only": 0o444,
	} {
		if err := m.root.Chmod(path.Join(d, name), mode); err != nil {
			m.missing(Unreadable, path.Join(d, name), err.Error())
		}
	}
	for i := range m.Made {
		e := &m.Made[i]
		if e.Trick != NoMode {
			continue
		}
		f, err := m.root.Open(e.Path.OS())
		if err != nil {
			e.Trick = Unreadable
			continue
		}
		f.Close()
		m.missing(Unreadable, e.Path.OS(), "permissions do not bind this user")
	}
}

// sparse makes files that are large and take no disk space.
func (m *maker) sparse() {
	d := m.place("sparse")
	for _, name := range []string{"terabyte.bin", "terabyte.csv", "terabyte.json", "terabyte.txt"} {
		name = path.Join(d, name)
		err := m.writeFile(name, []byte("id,name\n1,one\n"))
		if err == nil {
			err = m.stretch(name)
		}
		m.made(Sparse, luminos.KindFile, name, err)
	}
}

// stretch extends a file to a terabyte without disk space. It fails on systems where that would fill the disk.
func (m *maker) stretch(name string) error {
	if !sparseFiles {
		return fmt.Errorf("this system has no sparse files")
	}
	f, err := m.root.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Truncate(1 << 40)
}

// crowd makes one directory with very many files.
func (m *maker) crowd() {
	d := m.place("crowd")
	for i := range m.Crowd {
		name := path.Join(d, fmt.Sprintf("%06x", i*7919%(1<<24)))
		if err := m.writeFile(name, nil); err != nil {
			m.missing(Crowd, name, err.Error())
			continue
		}
		m.file = append(m.file, name)
	}
	m.made(Crowd, luminos.KindDir, d, m.mkdir(d))
}

// deep makes a file below many directories, at a path longer than PATH_MAX.
func (m *maker) deep() {
	const pathMax = 4096
	d := path.Join(m.place("deep"), strings.Repeat("de"+strings.Repeat("e", pathMax/m.Levels)+"p/", m.Levels))
	m.text(Deep, path.Join(d, "bottom.txt"), "The bottom.\n")
	m.text(Deep, path.Join(d, "go.mod"), "module bottom\n")
}

// traps makes directories, FIFOs and links with the names of well-known files, such as LICENSE or go.mod.
func (m *maker) traps() {
	d := m.place("traps")
	m.directory(Trap, path.Join(d, "LICENSE"))
	m.directory(Trap, path.Join(d, "Cargo.toml"))
	m.link(Trap, filepath.Join(m.Outside, "canary.txt"), path.Join(d, "README.md"))
	m.link(Trap, "go.mod", path.Join(d, "go.mod"))
	m.link(Trap, "nowhere", path.Join(d, "Dockerfile"))
	for _, name := range []string{"package.json", "Makefile", ".gitignore"} {
		name = path.Join(d, name)
		m.made(Trap, luminos.KindFIFO, name, mkfifo(m.native(name)))
	}
	m.directory(Trap, path.Join(d, ".ignore"))
}

// git makes .git files, links and directories that lead out of the target or hold false branch names. Version control
// internals are not investigated, but the branch and the commit are read.
func (m *maker) git() {
	d := m.place("repositories")
	m.text(GitTrap, ".git", "gitdir: "+filepath.Join(m.Outside, "git")+"\n")
	m.text(GitTrap, path.Join(d, "file", ".git"), strings.Repeat("gitdir: ../../..", 1000))
	m.link(GitTrap, ".git", path.Join(d, "loop", ".git"))
	m.link(GitTrap, filepath.Join(m.Outside, "git"), path.Join(d, "link", ".git"))
	m.text(GitTrap, path.Join(d, "escape", ".git", "HEAD"), "ref: refs/heads/\x1b]0;owned\a\n")
	m.text(GitTrap, path.Join(d, "upwards", ".git", "HEAD"), "ref: ../../../../../../etc/passwd\n")
}

// shapes makes empty files and directories, a file with three hard links, and files that get odd times later.
func (m *maker) shapes() {
	d := m.place("shapes")
	m.directory(Empty, path.Join(d, "empty"))
	m.directory(Empty, path.Join(d, "nested", "empty", "directories"))
	for _, name := range []string{"nothing", "nothing.go", "nothing.json", "nothing.csv", "nothing.png"} {
		m.text(Empty, path.Join(d, name), "")
	}
	first := path.Join(d, "hard-link-1.txt")
	m.text(HardLink, first, strings.Repeat("One file with three names.\n", 400))
	for _, name := range []string{"hard-link-2.txt", "far/hard-link-3.txt"} {
		name = path.Join(d, name)
		err := m.parent(name)
		if err == nil {
			err = m.root.Link(first, name)
		}
		m.made(HardLink, luminos.KindFile, name, err)
	}
	for i := range oddTimes {
		m.text(OddTime, path.Join(d, fmt.Sprintf("time-%d.txt", i)), "When was this?\n")
	}
}

// oddTimes are seconds since 1970: before it, at it, 1901, 2200, and years of
// five digits, which some file systems keep and JSON cannot say.
var oddTimes = []int64{-1, 0, -1 << 31, 7258118400, 568971820800, -93692592000}

// times sets the modification times of all entries, independent of the clock, so that equal seeds make equal trees.
func (m *maker) times() {
	for _, name := range m.file {
		var i int
		if _, err := fmt.Sscanf(path.Base(name), "time-%d.txt", &i); err == nil {
			if err := setTime(m.native(name), oddTimes[i]); err != nil {
				m.missing(OddTime, name, err.Error())
			}
			continue
		}
		m.setTime(name, epoch.Add(-time.Duration(m.rng.IntN(1000))*time.Hour))
	}
	for name := range m.dirs {
		m.setTime(name, epoch)
	}
	m.setTime(".", epoch)
}

func (m *maker) setTime(name string, t time.Time) {
	native := m.native(name)
	if len(native) < 4000 {
		setTime(native, t.Unix()) // some systems cannot for links: that shows in Hash only
		return
	}
	m.root.Chtimes(name, t, t)
}
