package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"luminos"
)

// A pack holds the entries of many directories that rules made: sealed records, one on each line, and a last line that
// shows that none was cut off. A file for each entry would cost a tenth of the CPU of a run. Packs have numbers as
// names. The entry of a directory is the one in the pack with the highest number.
const (
	packSuffix = ".pack"
	packEnd    = "end\n"
	packSize   = sealedMax // the size at which a pack is full
)

// packsOf returns the names of packs among names, in their order.
func packsOf(names []string) (packs []string) {
	for _, n := range names {
		number, ok := strings.CutSuffix(n, packSuffix)
		if ok && len(number) == 9 && strings.Trim(number, "0123456789") == "" {
			packs = append(packs, n)
		}
	}
	return packs
}

// putPacks writes sealed records to new packs.
func (s entryStore) putPacks(lines [][]byte) error {
	s.packing.Lock()
	defer s.packing.Unlock()
	if s.lastPack == 0 { // a directory of many files takes long to list
		names, err := s.names(dirsDir)
		if err != nil {
			return err
		}
		if packs := packsOf(names); len(packs) > 0 {
			s.lastPack, _ = strconv.Atoi(strings.TrimSuffix(packs[len(packs)-1], packSuffix))
		}
	}
	var files []written
	for len(lines) > 0 {
		n, size := 1, len(lines[0])
		for n < len(lines) && size+len(lines[n]) <= packSize {
			size += len(lines[n])
			n++
		}
		s.lastPack++
		pack := append(bytes.Join(lines[:n], nil), packEnd...)
		files = append(files, written{path.Join(dirsDir, fmt.Sprintf("%09d%s", s.lastPack, packSuffix)), pack})
		lines = lines[n:]
	}
	return s.writeAll(files, false)
}

// readPack returns the lines of the named pack; also with an error, if its end is missing.
func (s entryStore) readPack(name string) (lines [][]byte, err error) {
	b, err := s.read(name, 2*packSize)
	if err != nil {
		return nil, err
	}
	b, whole := bytes.CutSuffix(b, []byte(packEnd))
	if !whole {
		err = errBroken
	}
	return slices.Collect(bytes.Lines(b)), err
}

// packed returns the entries that packs hold of the directories dirs, by path. Lines that cannot be used become
// problems.
func (s entryStore) packed(
	ctx context.Context, packs []string, dirs []luminos.Path,
) (map[luminos.Path]StoredEntry, error) {
	wanted := make(map[luminos.Path]bool, len(dirs))
	for _, p := range dirs {
		wanted[p] = true
	}
	entries := make(map[luminos.Path]StoredEntry, len(dirs))
	for _, pack := range slices.Backward(packs) {
		name := path.Join(dirsDir, pack)
		all, err := s.readPack(name)
		lines := map[luminos.Path][]byte{}
		for _, line := range all {
			p, unknown := pathIn(line)
			if err = cmp.Or(err, unknown); wanted[p] {
				lines[p], wanted[p] = line, false
			}
		}
		if err != nil {
			s.problem(name, fmt.Errorf("reading the stored entries of directories: %w", err))
		}
		some, err := readAll(ctx, slices.Collect(maps.Keys(lines)), func(p luminos.Path) (e StoredEntry, err error) {
			err = unseal(lines[p], &e)
			return e, s.checked(name, p, err, e.Path, e.Fingerprint)
		})
		if err != nil {
			return nil, err
		}
		maps.Copy(entries, some)
	}
	return entries, nil
}

// pathIn returns the path of the entry in a line of a pack, its first field.
func pathIn(line []byte) (p luminos.Path, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	for range 2 {
		if _, err := d.Token(); err != nil {
			return "", errBroken
		}
	}
	if d.Decode(&p) != nil {
		err = errBroken
	}
	return p, err
}

// prunePacks removes from the packs the entries of directories that are not in dirs, and entries that a later pack
// replaces: it writes the others of such a pack to a new one.
func (s entryStore) prunePacks(dirs []luminos.Path) error {
	names, err := s.names(dirsDir)
	wanted := make(map[luminos.Path]bool, len(dirs))
	for _, p := range dirs {
		wanted[p] = true
	}
	var poured [][]byte
	var old []string
	size := 0
	pour := func() {
		if err == nil && len(poured) > 0 {
			err = s.putPacks(poured)
		}
		poured, size = nil, 0
	}
	for _, pack := range slices.Backward(packsOf(names)) {
		name := path.Join(dirsDir, pack)
		lines, damaged := s.readPack(name)
		if damaged != nil && !errors.Is(damaged, errBroken) {
			continue // it cannot be read now
		}
		var live [][]byte
		for _, line := range lines {
			if p, err := pathIn(line); err == nil && wanted[p] {
				wanted[p] = false
				live = append(live, bytes.Clone(line)) // not the whole pack
			}
		}
		if damaged == nil && len(live) == len(lines) {
			continue
		}
		for _, line := range live {
			size += len(line)
		}
		old, poured = append(old, name), append(poured, live...)
		if size >= packSize {
			pour()
		}
	}
	if pour(); err != nil {
		return err
	}
	for _, name := range old {
		err = errors.Join(err, s.root.Remove(name))
	}
	return err
}
