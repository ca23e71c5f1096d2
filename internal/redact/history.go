package redact

import (
	"context"
	"slices"

	"luminos"
)

// History returns a copy of a history with the secrets in names of people, branches and files masked; nil for nil.
func History(h *luminos.History) *luminos.History {
	if h == nil {
		return nil
	}
	masked := *h
	masked.Branch = hide(Target(h.Branch), nil)
	if h.Changes == nil {
		return &masked
	}
	c := *h.Changes
	c.Files, c.Pairs, c.Parts = slices.Clone(c.Files), slices.Clone(c.Pairs), slices.Clone(c.Parts)
	c.Directories = slices.Clone(c.Directories)
	for i := range c.Directories {
		c.Directories[i].Path = maskPath(c.Directories[i].Path)
	}
	for i := range c.Files {
		c.Files[i].Path = maskPath(c.Files[i].Path)
	}
	for i := range c.Pairs {
		c.Pairs[i].A, c.Pairs[i].B = maskPath(c.Pairs[i].A), maskPath(c.Pairs[i].B)
	}
	for i := range c.Parts {
		c.Parts[i].Path, c.Parts[i].Most = maskPath(c.Parts[i].Path), slices.Clone(c.Parts[i].Most)
		for j := range c.Parts[i].Most {
			c.Parts[i].Most[j].Name = hide(c.Parts[i].Most[j].Name, nil)
		}
	}
	masked.Changes = &c
	return &masked
}

func maskPath(p luminos.Path) luminos.Path { return luminos.Path(Target(string(p))) }

// historian is a [luminos.Historian] that masks the secrets in the history of another.
type historian struct{ luminos.Historian }

// History implements [luminos.Historian]; it masks secrets in names.
func (h historian) History(ctx context.Context) (*luminos.History, error) {
	found, err := h.Historian.History(ctx)
	return History(found), err
}
