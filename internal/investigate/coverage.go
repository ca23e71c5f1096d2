package investigate

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sync"

	"luminos"
	"luminos/internal/readable"
	"luminos/internal/redact"
	"luminos/internal/rules"
)

// recorder is a Source that records the part of each file that was read and the masked secrets.
type recorder struct {
	luminos.Source
	raw  luminos.Source // without masks: nothing that is read from it is kept
	mu   sync.Mutex
	read map[luminos.Path]int64 // up to which byte
	// masked holds the places in files that look like secrets.
	masked map[luminos.Path]*masked
	// values counts the files of equal secrets; nil before they were counted.
	values map[uint64]valueFiles
}

func newRecorder(src luminos.Source) *recorder {
	r := &recorder{raw: src, read: map[luminos.Path]int64{}, masked: map[luminos.Path]*masked{}}
	r.Source = readable.Texts(redact.NewSource(src, r.secrets))
	return r
}

// Capabilities returns the capabilities of the source that the recorder wraps. Tables that are read with them are
// recorded, too.
func (r *recorder) Capabilities() luminos.Capabilities {
	c := luminos.CapabilitiesOf(r.Source)
	if c.Tables != nil {
		c.Tables = recordedTables{c.Tables, r}
	}
	return c
}

// recordedTables implements [luminos.Tables]. It records a table as read completely if its description was read.
type recordedTables struct {
	luminos.Tables
	r *recorder
}

func (t recordedTables) Table(ctx context.Context, p luminos.Path) (luminos.Table, error) {
	table, err := t.Tables.Table(ctx, p)
	if err == nil {
		t.r.note(p, math.MaxInt64)
	}
	return table, err
}

func (r *recorder) secrets(p luminos.Path, found []redact.Secret) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.masked[p]
	if m == nil {
		m = &masked{}
		r.masked[p] = m
	}
	m.add(p, found)
}

func (r *recorder) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	b, err := r.Source.Read(ctx, p, offset, n)
	if err == nil {
		r.note(p, offset+int64(len(b)))
	}
	return b, err
}

func (r *recorder) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	t, err := r.Source.Text(ctx, p, limit)
	if err == nil {
		r.note(p, int64(limit)) // the decoded length says nothing of the bytes
	}
	return t, err
}

func (r *recorder) note(p luminos.Path, upTo int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.read[p] = max(r.read[p], upTo)
}

// treatment is the use of a file in the run ("read", "sampled", "measured" or "skipped") and the reason.
type treatment struct{ how, why string }

// coverage counts files, except links, by the extent of reading, directories by tier, and masked places. read holds the
// files that a model read. Counting lines and searching for instructions to agents counts as measuring.
func (r *recorder) coverage(d *luminos.Dossier, read map[luminos.Path]bool) luminos.Coverage {
	c := luminos.Coverage{Directories: map[luminos.Tier]int{}, Unknown: rules.Unknown(d.Facts, len(read) > 0)}
	tierOf, tiers := d.Plan.Tiers(), map[luminos.Path]luminos.Tier{}
	for _, e := range d.Entries {
		tier := tierOf(e.Path)
		tiers[e.Path] = tier
		c.Directories[tier]++
	}
	counts := map[treatment]int{}
	extracted := map[luminos.Path]bool{}
	if d.Facts.Inside != nil {
		for i := range d.Facts.Inside.Files {
			x := &d.Facts.Inside.Files[i]
			extracted[x.Path] = x.Whole()
		}
	}
	parsed, forFacts, begun := setOf(d.Facts.Parsed), setOf(d.Facts.Read), setOf(d.Facts.Begun)
	of := func(f *luminos.File) (treatment, bool) {
		switch {
		case f.Kind == luminos.KindSymlink:
			return treatment{}, false // the scan lists links; there is nothing in them to read
		case read[f.Path]:
			return treatment{"read", "read by the model"}, true
		case parsed[f.Path]:
			return treatment{"read", "parsed, for definitions and imports"}, true
		case forFacts[f.Path] && !begun[f.Path] && r.read[f.Path] >= f.Size:
			return treatment{"read", "by parsers and patterns, for facts"}, true
		case extracted[f.Path]:
			return treatment{"read", "by a reader of its format"}, true
		case forFacts[f.Path]:
			return treatment{"sampled", "longer than what is read of one file"}, true
		case f.Vendored || f.Generated || tiers[f.Path.Dir()] == luminos.TierSkip:
			return treatment{"skipped", "vendored, generated, fixtures or build output"}, true
		case !f.Text:
			return treatment{"measured", "not text: known by type, size and first bytes"}, true
		}
		return treatment{"measured", "text: lines counted, searched for words to agents, not read for facts"}, true
	}
	for i := range d.Scan.Files {
		if t, counted := of(&d.Scan.Files[i]); counted {
			c.Files++
			counts[t]++
		}
	}
	c.Reasons = reasons(&c, counts)
	c.Treatments = treatments(d.Scan.Files, c.Reasons, of)
	c.Masked, c.MaskedPlaces = r.secretsFound()
	return c
}

// secretsFound returns the masked places by path, at most maskedMost, and the number of all. If there are more, it takes
// the first place of each file, then the second, so that many places in some files do not displace the others.
func (r *recorder) secretsFound() (list []luminos.Masked, places int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	paths := slices.Sorted(maps.Keys(r.masked))
	for n := range maskedOfFile {
		for _, p := range paths {
			if first := r.masked[p].first; n < len(first) && len(list) < maskedMost {
				list = append(list, first[n])
			}
		}
	}
	for _, p := range paths {
		places += r.masked[p].places
	}
	slices.SortStableFunc(list, func(a, b luminos.Masked) int { return cmp.Compare(a.Path, b.Path) })
	return list, places
}

// reasons adds counts, the numbers of files by treatment (such as "skipped") and reason, to the totals of the
// treatments in c. It also returns counts as a list with the largest number first.
func reasons(c *luminos.Coverage, counts map[treatment]int) []luminos.CoverageReason {
	sum := map[string]*int{"read": &c.Read, "sampled": &c.Sampled, "skipped": &c.Skipped, "measured": &c.Measured}
	list := make([]luminos.CoverageReason, 0, len(counts))
	for k, n := range counts {
		*sum[k.how] += n
		list = append(list, luminos.CoverageReason{How: k.how, Reason: k.why, Files: n})
	}
	slices.SortFunc(list, func(a, b luminos.CoverageReason) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.How, b.How), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}

func setOf(paths []luminos.Path) map[luminos.Path]bool {
	set := make(map[luminos.Path]bool, len(paths))
	for _, p := range paths {
		set[p] = true
	}
	return set
}
