// Package historytest writes small git repositories. For tests only.
package historytest

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
	"github.com/go-git/go-git/v5/plumbing/format/objfile"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/storage/memory"
)

// Commit describes one commit.
type Commit struct {
	Name, Address string
	When          time.Time
	Written       time.Time // by the author; zero means When
	// Changes are the new contents of files by path, against the first parent; "" removes a file.
	Changes map[string]string
	// Parents are the numbers of the parents; nil means the commit before.
	Parents []int
}

// Repository is a repository in memory.
type Repository struct {
	Hashes  []plumbing.Hash // of the commits
	storage *memory.Storage
	files   []map[string]string // by commit
}

// New returns the repository with these commits.
func New(commits ...Commit) (*Repository, error) {
	r := &Repository{storage: memory.NewStorage()}
	for i, c := range commits {
		if c.Parents == nil && i > 0 {
			c.Parents = []int{i - 1}
		}
		files := map[string]string{}
		if len(c.Parents) > 0 {
			files = maps.Clone(r.files[c.Parents[0]])
		}
		for p, text := range c.Changes {
			files[p] = text
			if text == "" {
				delete(files, p)
			}
		}
		r.files = append(r.files, files)
		tree, err := r.tree(files)
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		fmt.Fprintf(&b, "tree %s\n", tree)
		for _, p := range c.Parents {
			fmt.Fprintf(&b, "parent %s\n", r.Hashes[p])
		}
		if c.Written.IsZero() {
			c.Written = c.When
		}
		for _, by := range []struct {
			role string
			when time.Time
		}{{"author", c.Written}, {"committer", c.When}} {
			fmt.Fprintf(&b, "%s %s <%s> %d %s\n", by.role, c.Name, c.Address, by.when.Unix(), by.when.Format("-0700"))
		}
		fmt.Fprintf(&b, "\nChange %d\n", i)
		hash, err := r.add(plumbing.CommitObject, b.String())
		if err != nil {
			return nil, err
		}
		r.Hashes = append(r.Hashes, hash)
	}
	return r, nil
}

// add stores an object.
func (r *Repository) add(kind plumbing.ObjectType, data string) (plumbing.Hash, error) {
	o := &plumbing.MemoryObject{}
	o.SetType(kind)
	if _, err := o.Write([]byte(data)); err != nil {
		return plumbing.ZeroHash, err
	}
	return r.storage.SetEncodedObject(o)
}

// tree stores the tree of some files, and returns its hash.
func (r *Repository) tree(files map[string]string) (plumbing.Hash, error) {
	below, entries := map[string]map[string]string{}, map[string]string{}
	for p, text := range files {
		if dir, rest, ok := strings.Cut(p, "/"); ok {
			if below[dir] == nil {
				below[dir] = map[string]string{}
			}
			below[dir][rest] = text
			continue
		}
		hash, err := r.add(plumbing.BlobObject, text)
		if err != nil {
			return hash, err
		}
		entries[p] = "100644 " + p + "\x00" + string(hash[:])
	}
	for dir, files := range below {
		hash, err := r.tree(files)
		if err != nil {
			return hash, err
		}
		entries[dir+"/"] = "40000 " + dir + "\x00" + string(hash[:]) // sorted with the slash
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		b.WriteString(entries[name])
	}
	return r.add(plumbing.TreeObject, b.String())
}

// Files returns the files of the repository by path: below .git the branch main and the objects, in one pack or with a
// file for each, and beside it the files of the newest commit.
func (r *Repository) Files(packed bool) (map[string]string, error) {
	last := len(r.Hashes) - 1
	files := map[string]string{
		".git/HEAD":            "ref: refs/heads/main\n",
		".git/refs/heads/main": r.Hashes[last].String() + "\n",
	}
	for p, text := range r.files[last] {
		files[p] = text
	}
	write := r.loose
	if packed {
		write = r.pack
	}
	return files, write(files)
}

// loose adds the files of all objects to files.
func (r *Repository) loose(files map[string]string) error {
	for hash, o := range r.storage.Objects {
		var b bytes.Buffer
		w := objfile.NewWriter(&b)
		if err := w.WriteHeader(o.Type(), o.Size()); err != nil {
			return err
		}
		in, err := o.Reader()
		if err != nil {
			return err
		}
		var data bytes.Buffer
		if _, err := data.ReadFrom(in); err != nil {
			return err
		}
		if _, err := w.Write(data.Bytes()); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		name := hash.String()
		files[path.Join(".git/objects", name[:2], name[2:])] = b.String()
	}
	return nil
}

// pack adds one pack of all objects, with differences between them, and its index to files.
func (r *Repository) pack(files map[string]string) error {
	hashes := slices.SortedFunc(maps.Keys(r.storage.Objects), func(a, b plumbing.Hash) int {
		return bytes.Compare(a[:], b[:])
	})
	var data, index bytes.Buffer
	sum, err := packfile.NewEncoder(&data, r.storage, false).Encode(hashes, 10)
	if err != nil {
		return err
	}
	w := &idxfile.Writer{}
	parser, err := packfile.NewParser(packfile.NewScanner(bytes.NewReader(data.Bytes())), w)
	if err != nil {
		return err
	}
	if _, err := parser.Parse(); err != nil {
		return err
	}
	x, err := w.Index()
	if err != nil {
		return err
	}
	if _, err := idxfile.NewEncoder(&index).Encode(x); err != nil {
		return err
	}
	base := ".git/objects/pack/pack-" + sum.String()
	files[base+".pack"], files[base+".idx"] = data.String(), index.String()
	return nil
}

// Team returns 28 commits by three people and a bot in the seven months to 2024-07-20, after one of 2021. Ann Lee works
// in a, ben in b and c, and the bot removes a file. Both files of c change together.
func Team() []Commit {
	day := func(n int) time.Time { // noon in Delhi
		return time.Date(2024, 1, n, 12, 0, 0, 0, time.FixedZone("", 5*3600+1800))
	}
	ann, ben, cem := Commit{Name: "Ann Lee"}, Commit{Name: "ben"}, Commit{Name: "Cem"}
	by := func(c Commit, address string, when time.Time, changes map[string]string) Commit {
		c.Address, c.When, c.Changes = address, when, changes
		return c
	}
	first := map[string]string{"a/x.go": "package a\n", "b/y.go": "package b\n"}
	commits := []Commit{by(ann, "ann@example.com", day(-800), first)}
	for i := range 12 {
		text := func(name string) string { return fmt.Sprintf("package %s\n\nconst N = %d\n", name, i) }
		ofBen := map[string]string{"b/y.go": text("b"), "c/one.go": text("c"), "c/two.go": text("c")}
		commits = append(commits,
			by(ann, "ann@work.example.com", day(10*i), map[string]string{"a/x.go": text("a")}),
			by(ben, "Ben@example.com", day(10*i+1), ofBen))
	}
	merge := by(cem, "cem@example.com", day(202), map[string]string{"m": "m"})
	merge.Parents = []int{26, 25}
	return append(commits,
		by(cem, "cem@example.com", day(200), map[string]string{"a/x.go": "package a\n"}),
		by(Commit{Name: "dependabot[bot]"}, "x@example.com", day(201), map[string]string{"a/x.go": "", "go.sum": "1"}), merge)
}
