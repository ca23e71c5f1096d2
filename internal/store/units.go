package store

import (
	"errors"
	"slices"

	"luminos"
)

// StoredUnit is what the investigation of a unit gave besides its entries.
type StoredUnit struct {
	Dirs  []luminos.Path // all directories of the unit, the first one first
	Files []luminos.Path // those that have entries of their own
	Read  []luminos.Path // those that were read
	Flags []luminos.Flag
	// Turns that were used, and how many of them were borrowed; calls of tools,
	// and how many of them failed.
	Turns, Borrowed, ToolCalls, ToolErrors int
}

// unitRecord is a StoredUnit as it lies on disk.
type unitRecord struct {
	Dirs       []luminos.Path `json:"directories"`
	Files      []luminos.Path `json:"files,omitempty"`
	Read       []luminos.Path `json:"read,omitempty"`
	Flags      []flagRecord   `json:"flags,omitempty"`
	Turns      int            `json:"turns"`
	Borrowed   int            `json:"borrowed_turns"`
	ToolCalls  int            `json:"tool_calls"`
	ToolErrors int            `json:"tool_errors"`
}

type flagRecord struct {
	luminos.Flag
	Claims []claim `json:"claims,omitempty"`
}

func (u *StoredUnit) record() *unitRecord {
	if u == nil {
		return nil
	}
	r := &unitRecord{
		Dirs: u.Dirs, Files: u.Files, Read: u.Read,
		Turns: u.Turns, Borrowed: u.Borrowed, ToolCalls: u.ToolCalls, ToolErrors: u.ToolErrors,
	}
	for _, f := range u.Flags {
		claims := claimsOf(f.Finding, f.Evidence)
		f.Claims = nil // numbers of one report
		r.Flags = append(r.Flags, flagRecord{f, claims})
	}
	return r
}

func (r *unitRecord) unit() *StoredUnit {
	if r == nil {
		return nil
	}
	u := &StoredUnit{
		Dirs: r.Dirs, Files: r.Files, Read: r.Read,
		Turns: r.Turns, Borrowed: r.Borrowed, ToolCalls: r.ToolCalls, ToolErrors: r.ToolErrors,
	}
	for _, f := range r.Flags {
		f.Flag.Evidence = evidenceOf(f.Finding, f.Claims)
		u.Flags = append(u.Flags, f.Flag)
	}
	return u
}

// check refuses a record that is of another directory's unit, or counts nonsense.
func (r *unitRecord) check(dir luminos.Path) error {
	switch {
	case r == nil:
		return nil
	case len(r.Dirs) == 0 || r.Dirs[0] != dir:
		return errors.New("its unit does not begin with it")
	case r.Turns < 0 || r.Borrowed < 0 || r.ToolCalls < 0 || r.ToolErrors < 0:
		return errors.New("its unit used fewer than no turns or tools")
	case slices.ContainsFunc(r.Flags, func(f flagRecord) bool { return f.Path == "" || f.Finding == "" }):
		return errors.New("its unit has a flag that says nothing")
	}
	return nil
}
