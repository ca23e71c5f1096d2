package investigate

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sync"

	"luminos"
	"luminos/internal/redact"
	"luminos/internal/rules"
)

// recorder is a Source that remembers how far each file was read, by whomever.
type recorder struct {
	luminos.Source
	mu   sync.Mutex
	read map[luminos.Path]int64 // up to which byte
	// masked are the places that looked like secrets in what was read.
	masked map[luminos.Path]*masked
}

func newRecorder(src luminos.Source) *recorder {
	r := &recorder{read: map[luminos.Path]int64{}, masked: map[luminos.Path]*masked{}}
	r.Source = redact.NewSource(src, r.secrets)
	return r
}

// Capabilities implements [luminos.Capable].
func (r *recorder) Capabilities() luminos.Capabilities {
	c := luminos.CapabilitiesOf(r.Source)
	if c.Tables != nil {
		c.Tables = recordedTables{c.Tables, r}
	}
	return c
}

// recordedTables records that a described table was read whole.
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

// coverage says of every investigated file how far it was looked at for what it
// tells (Facts.Read). That the scan counted lines, and that all text is searched
// for words that address agents, is measuring. read are the files that a model read.
func (r *recorder) coverage(d *luminos.Dossier, read map[luminos.Path]bool) luminos.Coverage {
	c := luminos.Coverage{Directories: map[luminos.Tier]int{}, Unknown: rules.Unknown(d.Facts)}
	type reason struct{ how, why string }
	counts := map[reason]int{}
	told := make(map[luminos.Path]bool, len(d.Facts.Read))
	for _, p := range d.Facts.Read {
		told[p] = true
	}
	parsed := make(map[luminos.Path]bool, len(d.Facts.Parsed))
	for _, p := range d.Facts.Parsed {
		parsed[p] = true
	}
	tierOf, tiers := d.Plan.Tiers(), map[luminos.Path]luminos.Tier{}
	for _, e := range d.Entries {
		tier := tierOf(e.Path)
		tiers[e.Path] = tier
		c.Directories[tier]++
	}
	for i := range d.Scan.Files {
		f := &d.Scan.Files[i]
		if f.Kind == luminos.KindSymlink {
			continue // links are listed by the scan; there is nothing in them to read
		}
		c.Files++
		upTo, looked := r.read[f.Path], told[f.Path]
		switch {
		case read[f.Path]:
			c.Read++
			counts[reason{"read", "read by the model"}]++
		case parsed[f.Path]:
			c.Read++
			counts[reason{"read", "parsed, for definitions and imports"}]++
		case looked && upTo >= f.Size:
			c.Read++
			counts[reason{"read", "by parsers and patterns, for facts"}]++
		case looked:
			c.Sampled++
			counts[reason{"sampled", "longer than what is read of one file"}]++
		case f.Vendored || f.Generated || tiers[f.Path.Dir()] == luminos.TierSkip:
			c.Skipped++
			counts[reason{"skipped", "vendored, generated, fixtures or build output"}]++
		case !f.Text:
			c.Measured++
			counts[reason{"measured", "not text: known by type, size and first bytes"}]++
		default:
			c.Measured++
			counts[reason{"measured", "text: lines counted, searched for words to agents, not read for facts"}]++
		}
	}
	c.Reasons = make([]luminos.CoverageReason, 0, len(counts))
	for k, n := range counts {
		c.Reasons = append(c.Reasons, luminos.CoverageReason{How: k.how, Reason: k.why, Files: n})
	}
	slices.SortFunc(c.Reasons, func(a, b luminos.CoverageReason) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.How, b.How), cmp.Compare(a.Reason, b.Reason))
	})
	for _, p := range slices.Sorted(maps.Keys(r.masked)) {
		m := r.masked[p]
		c.MaskedPlaces += m.places
		c.Masked = append(c.Masked, m.first[:min(len(m.first), maskedMost-len(c.Masked))]...)
	}
	return c
}
