package luminos

import (
	"context"
	"errors"
)

// Capabilities are the abilities that only some sources have. A field is nil if
// the source lacks the ability.
type Capabilities struct {
	Outliner  Outliner
	Extractor Extractor
	Tables    Tables
	Historian Historian
}

// Capable is a [Source] with capabilities. A source that wraps another returns the
// capabilities of the inner source, and treats their results as it treats the
// results of Read: a source that masks secrets masks them there, too.
type Capable interface {
	Source
	Capabilities() Capabilities
}

// CapabilitiesOf returns the capabilities of a source beside reading, such as outlines. They are
// zero for a source that is not [Capable].
func CapabilitiesOf(src Source) Capabilities {
	if c, ok := src.(Capable); ok {
		return c.Capabilities()
	}
	return Capabilities{}
}

// Historian reads the version history of a source. It is safe for concurrent use.
type Historian interface {
	// Head returns a text that differs if the history differs, or "" if the source has no history. It does not read the
	// history.
	Head(ctx context.Context) string
	// History returns the history, or nil for a source without history. A history that cannot be read says so in a field; an
	// error means that ctx ended.
	History(ctx context.Context) (*History, error)
}

// WithHistorian returns a source that reads like src, and has the history of h.
func WithHistorian(src Source, h Historian) Source { return historied{src, h} }

// historied is the source of [WithHistorian].
type historied struct {
	Source
	historian Historian
}

// Capabilities returns the capabilities of the wrapped source, but with the historian of [WithHistorian].
func (h historied) Capabilities() Capabilities {
	c := CapabilitiesOf(h.Source)
	c.Historian = h.historian
	return c
}

// WithOutliner returns a source that reads like src, and makes outlines of its files with o.
func WithOutliner(src Source, o Outliner) Source { return outlined{src, o} }

// outlined is the source of [WithOutliner].
type outlined struct {
	Source
	outliner Outliner
}

// Capabilities returns the capabilities of the wrapped source, but with the outliner of [WithOutliner].
func (o outlined) Capabilities() Capabilities {
	c := CapabilitiesOf(o.Source)
	c.Outliner = o.outliner
	return c
}

// Tables describes the tables of a database. It is safe for concurrent use.
type Tables interface {
	// Table describes the table at p. The error wraps [ErrNotTable] if p exists and
	// is not a table.
	Table(ctx context.Context, p Path) (Table, error)
}

// ErrNotTable is the error of [Tables] for a path that is not a table.
var ErrNotTable = errors.New("not a database table")

// Table is the description of a table or a view of a database.
type Table struct {
	Name    string
	Columns []TableColumn
	Rows    int64 // -1 if they could not be counted
}

// TableColumn is one column of a [Table].
type TableColumn struct {
	Name    string
	Type    string // as declared; "" if none is
	NotNull bool
	Key     int // the position in the primary key, from 1; 0 if it is in no key
}
