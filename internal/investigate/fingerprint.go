package investigate

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/store"
)

// trees returns, for each directory of the scan, a digest of the names, kinds and contents of all files and directories
// in its subtree (a Merkle tree). sums are the digests of the files. Times and sizes have influence only through sums.
func trees(scan *luminos.Scan, sums []luminos.Digest) map[luminos.Path]luminos.Digest {
	type child struct {
		name string
		kind luminos.EntryKind
		sum  luminos.Digest
	}
	children := make(map[luminos.Path][]child, len(scan.Dirs))
	for i := range scan.Files {
		f := &scan.Files[i]
		dir := f.Path.Dir()
		children[dir] = append(children[dir], child{f.Path.Base(), cmp.Or(f.Kind, luminos.KindFile), sums[i]})
	}
	tree := make(map[luminos.Path]luminos.Digest, len(scan.Dirs))
	deepestFirst := slices.Clone(scan.Dirs)
	slices.SortStableFunc(deepestFirst, func(a, b luminos.Dir) int { return cmp.Compare(b.Path.Depth(), a.Path.Depth()) })
	for _, d := range deepestFirst {
		list := children[d.Path]
		slices.SortFunc(list, func(a, b child) int { return cmp.Compare(a.name, b.name) })
		h := sha256.New()
		for _, c := range list {
			writeParts(h, c.name, string(c.kind))
			h.Write(c.sum[:])
		}
		tree[d.Path] = luminos.Digest(h.Sum(nil))
		if d.Path != luminos.Root {
			up := d.Path.Dir()
			children[up] = append(children[up], child{d.Path.Base(), luminos.KindDir, tree[d.Path]})
		}
	}
	return tree
}

// fingerprint returns a digest of the version of the engine and the content of the unit u, and a digest of its content
// alone: the contents of the directories, the facts, the child entries, and whether it is skipped. Both are "" if no
// investigation is stored or u cannot be encoded.
func (m *memory) fingerprint(u luminos.Unit, version string) (whole, content string) {
	if m.inv == nil {
		return "", ""
	}
	skipped := u.Tier == luminos.TierSkip
	u.Tier = "" // decided anew each run from the whole tree
	for i := range u.Children {
		if i == 0 {
			u.Children = slices.Clone(u.Children)
		}
		u.Children[i].Tier = ""
	}
	b, err := json.Marshal(u.Basis())
	if err != nil {
		return "", "" // it is investigated anew each time
	}
	h := sha256.New()
	writeParts(h, "entry", fmt.Sprint(skipped), string(b))
	for _, d := range u.Dirs {
		t := m.trees[d.Path]
		h.Write(t[:])
	}
	content = hex.EncodeToString(h.Sum(nil))
	h.Reset()
	writeParts(h, "entry", version, content)
	return hex.EncodeToString(h.Sum(nil)), content
}

// passKey returns the key of the stored result of a pass: a digest of the version of the engine, a space, and a
// digest of everything else on which the result depends, the texts in basis and the paths of the directories. If
// results of other settings are used and there is one, it returns the key of that one. It is "" if no investigation
// is stored.
func (m *memory) passKey(pass luminos.Pass, version string, basis []string, dirs []luminos.Dir) string {
	if m.inv == nil {
		return ""
	}
	h := sha256.New()
	writeParts(h, "pass", string(pass))
	writeParts(h, basis...)
	for i := range dirs {
		writeParts(h, string(dirs[i].Path))
	}
	content := " " + hex.EncodeToString(h.Sum(nil))
	h.Reset()
	writeParts(h, version)
	key := hex.EncodeToString(h.Sum(nil)) + content
	if !m.mixed {
		return key
	}
	stored := m.inv.ResultKeys(pass)
	i := slices.IndexFunc(stored, func(k string) bool { return strings.HasSuffix(k, content) })
	if i < 0 || slices.Contains(stored, key) {
		return key
	}
	return stored[i]
}

// synthesized returns everything on which a synthesis depends: the results so far, and the content of the target,
// which it can read. Times of files do not count.
func (m *memory) synthesized(d *luminos.Dossier) []string {
	g := d.Scan.SurveySignals
	b, err := json.Marshal([]any{
		d.Survey, d.Facts, d.Entries, d.Files, d.Grouping, d.Flags, d.Raised, d.Scan.Languages, g.Files, g.Directories,
		g.Bytes,
	})
	tree := m.trees[luminos.Root]
	if err != nil {
		return []string{store.NewID()} // no other synthesis has this key
	}
	return []string{string(b), string(tree[:])}
}

// reportKey returns a digest of everything on which a report depends: the version of the program's parts, the
// measurements of the scan and the contents of all files.
func (m *memory) reportKey(version string, scan *luminos.Scan, sums []luminos.Digest) (string, error) {
	h := sha256.New()
	writeParts(h, "report", version)
	if err := json.NewEncoder(h).Encode(scan); err != nil {
		return "", fmt.Errorf("computing the key of the stored report from the scan: %w", err)
	}
	var b []byte
	for i := range scan.Files { // the scan as JSON has not all of them
		f := &scan.Files[i]
		b = append(b[:0], f.Path...)
		b = append(b, 0)
		b = binary.LittleEndian.AppendUint64(b, uint64(f.ModTime.UnixNano()))
		b = append(b, boolByte(f.Executable), boolByte(f.Vendored), boolByte(f.Generated))
		b = append(b, sums[i][:]...)
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}
