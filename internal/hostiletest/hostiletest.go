// Package hostiletest makes directories that try to harm their reader, and
// checks that readers leave a directory unchanged. It is for tests only: the
// import test fails if the program imports it.
package hostiletest

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"luminos"
)

// Options are the sizes of the expensive tricks. The zero value selects sizes for
// everyday tests, which are smaller under the race detector.
type Options struct {
	// Crowd is the number of files in the largest directory; 0 means 2,000.
	Crowd int
	// Readme is the size of the huge README in bytes; 0 means 1 MiB.
	Readme int64
	// Levels is the number of directories above the deepest file; 0 means 60. The
	// path of the file is longer than PATH_MAX with any number.
	Levels int
	// Outside is the directory that links out of the tree lead to; empty means
	// a sibling of the tree. Two trees with the same seed and the same Outside
	// are equal.
	Outside string
}

// complete returns the options for a tree in dir, with defaults in place of zero values.
func (o Options) complete(dir string) Options {
	if o.Crowd <= 0 {
		o.Crowd = 2000 / Shrink
	}
	if o.Readme <= 0 {
		o.Readme = 1 << 20 / Shrink
	}
	if o.Levels <= 0 {
		o.Levels = 60
	}
	if o.Outside == "" {
		o.Outside = dir + "-outside"
	}
	return o
}

// Trick is the way in which an entry is hostile.
type Trick string

// The tricks, all of which every tree has where the system permits.
const (
	LinkLoop   Trick = "link loop"
	LinkOut    Trick = "link out of the target"
	LinkBroken Trick = "broken link"
	LinkInside Trick = "link inside the target"
	FIFO       Trick = "fifo"
	Socket     Trick = "socket"
	Device     Trick = "device"
	Unreadable Trick = "unreadable"       // really so: not for a superuser
	NoMode     Trick = "mode 000"         // permissions that do not bind this user
	Sparse     Trick = "sparse giant"     // a terabyte of nothing
	Crowd      Trick = "crowd"            // many files in one directory
	Deep       Trick = "deep"             // a path longer than PATH_MAX
	OddName    Trick = "odd name"         // see names.go
	Trap       Trick = "trap"             // a well-known name with other content
	BadFile    Trick = "broken manifest"  // does not parse, or is dangerous to parse
	Astray     Trick = "manifest astray"  // parses, and points out of the target
	BadData    Trick = "broken data"      // CSV that is not
	BadIgnore  Trick = "ignore bomb"      // patterns by the thousand
	BadMagic   Trick = "false header"     // headers that promise absurd things
	Injection  Trick = "prompt injection" // text that instructs an agent
	Escapes    Trick = "terminal escape"  // control sequences in contents
	Huge       Trick = "huge text"
	HardLink   Trick = "hard link"
	Empty      Trick = "empty"
	OddTime    Trick = "odd time"
	OddText    Trick = "odd text" // encodings and line ends
	GitTrap    Trick = "git trap"
)

// Made is one entry that was made.
type Made struct {
	Trick Trick
	Path  luminos.Path
	Kind  luminos.EntryKind
}

// Missing is an entry that this system or this user could not make.
type Missing struct {
	Trick  Trick
	Path   luminos.Path
	Reason string
}

// Manifest lists the contents of a hostile tree, so that tests can look for
// each.
type Manifest struct {
	Dir     string // the target
	Options        // as they were understood
	// Secret occurs in files outside the target. A reader that knows the secret
	// has left the target.
	Secret  string
	Seed    uint64
	Made    []Made
	Missing []Missing
}

// By returns the entries of the tree that are hostile in the way t, such as [LinkLoop], sorted by path.
func (m *Manifest) By(t Trick) []Made {
	var made []Made
	for _, e := range m.Made {
		if e.Trick == t {
			made = append(made, e)
		}
	}
	return made
}

// Make creates dir and fills it with a hostile tree. The seed decides the places, the names, and the order in which the
// directory lists them. The caller removes the tree with [Remove]; [Tree] does both.
func Make(dir string, seed uint64, opts Options) (Manifest, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Manifest{}, err
	}
	opts = opts.complete(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Manifest{}, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Manifest{}, err
	}
	defer root.Close()
	m := &maker{
		Manifest: Manifest{Dir: dir, Options: opts, Seed: seed, Secret: fmt.Sprintf("canary-%016x", seed)},
		root:     root,
		rng:      rand.New(rand.NewPCG(seed, 0x6c756d696e6f73)),
		dirs:     map[string]bool{},
	}
	if err := m.outside(); err != nil {
		return Manifest{}, err
	}
	groups := []func(){
		m.links, m.specials, m.sparse, m.crowd, m.deep, m.names, m.traps, m.manifests, m.astray,
		m.data, m.ignores, m.magic, m.injections, m.escapes, m.readme, m.shapes, m.texts, m.git, m.forbidden,
	}
	// The order of creation is the order of listing on some file systems.
	m.rng.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	for _, make := range groups {
		make()
	}
	m.times()
	m.forbid() // last: nothing can be changed below it afterwards
	slices.SortFunc(m.Made, func(a, b Made) int { return strings.Compare(string(a.Path), string(b.Path)) })
	slices.SortFunc(m.Missing, func(a, b Missing) int { return strings.Compare(string(a.Path), string(b.Path)) })
	return m.Manifest, nil
}

// maker builds one tree through a rooted directory, which confines mistakes to the
// tree and accepts paths of any length.
type maker struct {
	Manifest
	root   *os.Root
	rng    *rand.Rand
	dirs   map[string]bool // directories that were made
	file   []string        // files and links that were made, for their times
	closed string          // the directory of the forbidden entries
}

// epoch is the modification time of the directories. Files without an odd time were
// modified at most 1,000 hours before.
var epoch = time.Date(2024, time.February, 29, 12, 0, 0, 0, time.UTC)

// place returns the path of the directory for a group of entries: it has the name of the group and a random parent.
func (m *maker) place(group string) string {
	parents := []string{"", "alpha", "beta/gamma", "delta"}
	return path.Join(parents[m.rng.IntN(len(parents))], group)
}

// text makes a regular file with the content, and records it with t, the way in which it is hostile.
func (m *maker) text(t Trick, name, content string) {
	m.made(t, luminos.KindFile, name, m.writeFile(name, []byte(content)))
}

// all makes text files, given by name, below the directory d, in an order from the seed, and records them with t.
func (m *maker) all(t Trick, d string, files map[string]string) {
	names := slices.Sorted(maps.Keys(files)) // maps have no order that a seed could shuffle
	m.rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		m.text(t, path.Join(d, name), files[name])
	}
}

func (m *maker) writeFile(name string, content []byte) error {
	if err := m.parent(name); err != nil {
		return err
	}
	// O_EXCL: one trick must not silently replace another.
	f, err := m.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// directory makes an empty directory, and records it with t, the way in which it is hostile.
func (m *maker) directory(t Trick, name string) {
	m.made(t, luminos.KindDir, name, m.mkdir(name))
}

// link makes a symbolic link from name to target, and records it with t, the way in which it is hostile.
func (m *maker) link(t Trick, target, name string) {
	err := m.parent(name)
	if err == nil {
		err = m.root.Symlink(target, name)
	}
	m.made(t, luminos.KindSymlink, name, err)
}

func (m *maker) parent(name string) error {
	if err := representable(name); err != nil {
		return err
	}
	return m.mkdir(path.Dir(name))
}

func (m *maker) mkdir(name string) error {
	if name == "." || m.dirs[name] {
		return nil
	}
	if err := m.root.MkdirAll(name, 0o755); err != nil {
		return err
	}
	for d := name; d != "." && !m.dirs[d]; d = path.Dir(d) {
		m.dirs[d] = true
	}
	return nil
}

// made records an entry with t, the way in which it is hostile, or, if err is not nil, as missing because of err.
func (m *maker) made(t Trick, kind luminos.EntryKind, name string, err error) {
	p := luminos.PathFromOS(name)
	if err != nil {
		m.missing(t, name, err.Error())
		return
	}
	m.Made = append(m.Made, Made{Trick: t, Path: p, Kind: kind})
	if kind != luminos.KindDir {
		m.file = append(m.file, name)
	}
}

func (m *maker) missing(t Trick, name, reason string) {
	m.Missing = append(m.Missing, Missing{Trick: t, Path: luminos.PathFromOS(name), Reason: reason})
}

// native returns the absolute path of an entry in the notation of this system, for system calls.
func (m *maker) native(name string) string { return filepath.Join(m.Dir, filepath.FromSlash(name)) }

// representable returns an error for a name that Windows would take for another name; on other systems nil.
func representable(name string) error {
	if runtime.GOOS != "windows" {
		return nil
	}
	if strings.ContainsAny(name, `\:*?"<>|`) || !filepath.IsLocal(name) || strings.TrimRight(name, " .") != name {
		return fmt.Errorf("no file can have the name %q on this system: %w", name, fs.ErrInvalid)
	}
	return nil
}

// outside makes the files outside of the target to which links lead. The canary and the branch contain the secret.
func (m *maker) outside() error {
	for name, content := range map[string]string{
		"canary.txt":   m.Secret + "\n",
		"git/HEAD":     "ref: refs/heads/" + m.Secret + "\n",
		"git/config":   "[core]\n\tbare = false\n",
		"tree/deep.go": "package " + strings.ReplaceAll(m.Secret, "-", "") + "\n",
	} {
		file := filepath.Join(m.Outside, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}
