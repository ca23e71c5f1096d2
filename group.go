package luminos

import (
	"cmp"
	"fmt"
	"strings"
)

// Size is the class of a target by its numbers of directories and files. The input of the synthesis depends on it.
type Size int

// The sizes. A target has the larger of its sizes by directories and by files.
const (
	SizeSmall Size = iota
	SizeMedium
	SizeLarge
	SizeXLarge
)

func (s Size) String() string { return [...]string{"small", "medium", "large", "very large"}[s] }

// Sizes holds the least number of directories and of files of a medium, a large and a very large target.
type Sizes [3]LeastSize

// LeastSize is the least number of directories and of files of a size.
type LeastSize struct{ Directories, Files int }

// DefaultSizes are the sizes of SPEC §4.4.
var DefaultSizes = Sizes{{5, 30}, {31, 301}, {151, 1501}}

// Of returns the size of a target with the given numbers of directories and files.
func (s Sizes) Of(directories, files int) Size {
	size := SizeSmall
	for i, least := range s {
		if directories >= least.Directories || files >= least.Files {
			size = Size(i + 1)
		}
	}
	return size
}

// String returns s as in "5/30,31/301,151/1501".
func (s Sizes) String() string {
	var parts []string
	for _, least := range s {
		parts = append(parts, fmt.Sprintf("%d/%d", least.Directories, least.Files))
	}
	return strings.Join(parts, ",")
}

// ParseSizes returns the sizes of a text as [Sizes.String] returns it. All numbers are from 1 to a billion, and no
// size begins below a smaller size.
func ParseSizes(text string) (Sizes, error) {
	var s Sizes
	_, _ = fmt.Sscanf(text, "%d/%d,%d/%d,%d/%d", &s[0].Directories, &s[0].Files, &s[1].Directories, &s[1].Files,
		&s[2].Directories, &s[2].Files) // text with other characters differs from String
	last := LeastSize{1, 1}
	for _, least := range s {
		falls := least.Directories < last.Directories || least.Files < last.Files
		if s.String() != text || falls || max(least.Directories, least.Files) > 1e9 {
			return Sizes{}, fmt.Errorf("want three rising pairs of directories and files such as %v, got %q", DefaultSizes, text)
		}
		last = least
	}
	return s, nil
}

// Size returns the size of the target.
func (d *Dossier) Size() Size {
	return cmp.Or(d.Sizes, DefaultSizes).Of(len(d.Entries), d.Scan.SurveySignals.Files)
}

// Grouping holds the groups of a large target. Each directory is in exactly one of them.
type Grouping struct {
	Groups []Group `json:"groups"`
	// Domains are groups of Groups, if there are many. Each group is then in exactly one of them.
	Domains []Domain `json:"domains,omitempty"`
	Repairs Repairs  `json:"repairs"`
}

// Group is a subsystem: directories of a target that belong together.
type Group struct {
	Name    string `json:"name"` // no other group has it
	Summary string `json:"summary"`
	Reason  string `json:"reason"` // why its members belong together
	Basis   Basis  `json:"basis"`  // [Judged], or [Derived] if rules grouped the directories by their place in the tree
	Files   int    `json:"files"`  // directly in its members
	Members []Path `json:"members"`
}

// Domain is a domain or a layer of a target: groups that belong together.
type Domain struct {
	Name    string   `json:"name"`
	Summary string   `json:"summary"`
	Reason  string   `json:"reason"`
	Basis   Basis    `json:"basis"`
	Groups  []string `json:"groups"` // their names
}

// Repairs counts the changes to the groups that an engine submitted, by which each item came into exactly one group.
type Repairs struct {
	Missing  int `json:"missing"`  // items in no group; each came into the group of the nearest item above or beside it
	Doubled  int `json:"doubled"`  // items in several groups; each stayed in the first one
	Invented int `json:"invented"` // items that do not exist
	Surplus  int `json:"surplus"`  // groups beyond the permitted number, which were dissolved
}

// Plus returns the sum of r and s.
func (r Repairs) Plus(s Repairs) Repairs {
	return Repairs{r.Missing + s.Missing, r.Doubled + s.Doubled, r.Invented + s.Invented, r.Surplus + s.Surplus}
}

// GroupTask is a list of items that an engine sorts into groups in one conversation.
type GroupTask struct {
	// Unit names the conversation: the first item of a part of the directories, or "" for the domains.
	Unit Path
	// Domains is set if the items are groups of directories; otherwise they are directories.
	Domains bool
	Items   []GroupItem
	// Fewest and Most bound the number of groups.
	Fewest, Most int
	// Part is the number of the part, from 1, if the directories are cut into several Parts.
	Part, Parts int
}

// GroupItem is a part of the target that comes into a group as a whole: a directory, a directory with all below it,
// some neighbouring directories, or a group of directories.
type GroupItem struct {
	Name    string // of a group; "" for directories
	Path    Path   // the nearest directory that holds all Members
	Members []Path // directories, in the order of the tree
	Files   int    // directly in Members
	Summary string
	Imports []int // the indexes of the items that it imports most, at most five
}

// GroupDraft is a group in the answer of an engine.
type GroupDraft struct {
	Name, Summary, Reason string
	Items                 []int // indexes of items
}
