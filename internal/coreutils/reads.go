package coreutils

import (
	"context"
	"slices"

	"luminos"
)

// Reads returns the paths that a run of the program name with the arguments args reads or walks, each once, as the
// parser of the program finds them. ok is false if the program does not accept the arguments.
func Reads(name string, args []string) (paths []luminos.Path, ok bool) {
	for _, kind := range []luminos.EntryKind{luminos.KindFile, luminos.KindDir} { // "src/" is accepted as a directory only
		t := &traced{kind: kind}
		out := Run(context.Background(), t, name, args)
		ok = ok || out.Stderr == ""
		for _, p := range t.paths {
			if !slices.Contains(paths, p) {
				paths = append(paths, p)
			}
		}
	}
	return paths, ok
}

// traced is a source in which each path exists, is of one kind, and is empty. It records the paths that are looked at.
type traced struct {
	kind  luminos.EntryKind
	paths []luminos.Path
}

func (t *traced) Stat(_ context.Context, p luminos.Path) (luminos.Node, error) {
	t.paths = append(t.paths, p)
	return luminos.Node{Path: p, Kind: t.kind, Links: 1}, nil
}

func (t *traced) List(context.Context, luminos.Path) ([]luminos.Node, error) { return nil, nil }

func (t *traced) Read(context.Context, luminos.Path, int64, int) ([]byte, error) { return nil, nil }

func (t *traced) Text(context.Context, luminos.Path, int) (luminos.Text, error) {
	return luminos.Text{}, nil
}

func (t *traced) Digest(ctx context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	return luminos.DigestOf(ctx, p, limit, t.Read)
}
