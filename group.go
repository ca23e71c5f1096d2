package luminos

// Size is the class of a target by its numbers of directories and files. The input of the synthesis depends on it.
type Size int

// The sizes. A target has the larger of its sizes by directories and by files.
const (
	SizeSmall  Size = iota // fewer than 5 directories and 30 files
	SizeMedium             // at most 30 directories and 300 files
	SizeLarge              // at most 150 directories and 1,500 files
	SizeXLarge
)

func (s Size) String() string { return [...]string{"small", "medium", "large", "very large"}[s] }

// SizeOf returns the size of a target with the given numbers of directories and files.
func SizeOf(directories, files int) Size {
	of := func(n int, bounds ...int) Size {
		for i, b := range bounds {
			if n < b {
				return Size(i)
			}
		}
		return SizeXLarge
	}
	return max(of(directories, 5, 31, 151), of(files, 30, 301, 1501))
}

// Size returns the size of the target.
func (d *Dossier) Size() Size { return SizeOf(len(d.Entries), d.Scan.SurveySignals.Files) }

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
