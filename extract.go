package luminos

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Extractor reads files whose text is not their bytes: documents, mail, archives, tables, models. Implementations run
// the readers, which decode untrusted files, in a process of their own. It is safe for concurrent use.
type Extractor interface {
	// Extract returns the extraction of each file, in the order of files. It is nil for a file that no reader knows,
	// and has a Problem for a file that could not be read. After an error the results so far are returned with it.
	Extract(ctx context.Context, files []Path, o Extract) ([]*Extraction, error)
}

// Extract bounds extractions.
type Extract struct {
	// Text is the number of bytes of text that are wanted of each file. Numbers count the whole text, also beyond it.
	Text int `json:"text"`
	// Inner is the number of bytes of [Extraction.Inner] that are wanted of each file.
	Inner int `json:"inner,omitempty"`
}

// Extraction holds the findings of a reader in one file. Texts are UTF-8. Lists are in the order of the file unless
// their comment states another order.
type Extraction struct {
	// Reader is the name of the reader with its version, "office 1", which changes with every change of its results.
	Reader string `json:"reader"`
	// Format is the format in words, with its version if the file states one: "Word document", "PDF 1.7".
	Format string `json:"format"`
	// State is the reason why there is no content, or not all. Problem states it in words, without content of the file.
	State   ExtractState `json:"state,omitempty"`
	Problem string       `json:"problem,omitempty"`
	// Again marks a failure that another run may not meet: the machine was busy, or the reader was not there.
	Again bool `json:"again,omitempty"`
	// Limits are the bounds of the reader that the file exceeds, in words: "only the first 100 sheets were read".
	Limits []string `json:"limits,omitempty"`
	// Risks are the dangers of opening the file with its own program: "holds macros", "runs code when it is loaded".
	Risks []string `json:"risks,omitempty"`

	Properties []Property    `json:"properties,omitempty"` // "title", "author", "created"…
	Numbers    []Amount      `json:"numbers,omitempty"`    // "pages", "words"…; to be added up over files
	Period     *Period       `json:"period,omitempty"`     // of the content, such as the dates of messages
	Values     []ValueCounts `json:"values,omitempty"`
	// Keys are the messages of a file of mail, to count over several files: all of them, or none of a large file.
	Keys []MessageKey `json:"keys,omitempty"`

	Parts   []Part      `json:"parts,omitempty"` // pages, sheets, cells, messages, with their text
	Outline []Heading   `json:"outline,omitempty"`
	Tables  []DataTable `json:"tables,omitempty"`
	Columns []Column    `json:"columns,omitempty"` // of a file that is one table
	// Masked are the places in [Extraction.Content] that a source masked because they look like secrets, without evidence.
	Masked  []Masked       `json:"masked,omitempty"`
	Entries []ArchiveEntry `json:"entries,omitempty"` // of an archive, at most 1,000; the number "entries" counts all
	// Inner are texts in the file that [Extraction.Reading] leaves out. InnerLeft counts others, beyond the bounds.
	Inner     []InnerText `json:"inner,omitempty"`
	InnerLeft int         `json:"inner_left,omitempty"`
}

// MessageKey is the Message-ID and the thread of a message by [KeyOf]; a message without one has 0.
type MessageKey [2]uint64

// KeyOf returns a number for a text, the same on every machine, and 0 for "". Texts that are made for it can share one.
func KeyOf(text string) uint64 {
	if text == "" {
		return 0
	}
	h := fnv.New64a()
	_, _ = io.WriteString(h, text) // never fails
	return h.Sum64()
}

// InnerText is a text in a file that its reading leaves out: a file in an archive, the output of a notebook, another
// form or an attachment of a message.
type InnerText struct {
	// Name is the place in words, such as "the output of cell 7", or the path in the archive.
	Name string `json:"name"`
	// Reader is the reader of a file in an archive, whose text a source has under "a.zip!/dir/file", or else "".
	Reader string `json:"reader,omitempty"`
	Text   string `json:"text"`
}

// ExtractState is the reason why a file has no content for its readers, or not all. It is "" for a file that was read.
type ExtractState string

// The states of a file that was not read, or not whole.
const (
	ExtractEncrypted   ExtractState = "encrypted"    // it needs a password
	ExtractDamaged     ExtractState = "damaged"      // it breaks the rules of its format, or is cut off
	ExtractEmpty       ExtractState = "empty"        // it has no bytes
	ExtractTextless    ExtractState = "without text" // its pages are pictures
	ExtractUnsupported ExtractState = "unsupported"  // its reader does not know this variant
	ExtractTooLarge    ExtractState = "too large"    // it exceeds a bound on size, depth or time
)

// Property is a named text of a file, such as its title.
type Property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// PublicKeyDigest is the name of the property with a digest of a public key: of the first certificate in a file, or
// belonging to the first private key in it.
const PublicKeyDigest = "digest of the public key"

// Amount is a named number of a file, such as its pages.
type Amount struct {
	Name string `json:"name"`
	N    int64  `json:"n"`
}

// ValueCounts counts the occurrences of each value of one kind, such as the lists of messages.
type ValueCounts struct {
	Name     string    `json:"name"`
	Top      []Counted `json:"top"`      // the most frequent first, at most 200; Files is the number of occurrences
	Distinct int       `json:"distinct"` // of values in all
	Total    int64     `json:"total"`    // of occurrences in all
}

// Part is a part of a file that has a text: a page, a sheet, a cell, a message.
type Part struct {
	Name string `json:"name"` // "page 3", "sheet Budget", "cell 7"
	Text string `json:"text,omitempty"`
}

// Heading is a heading or an entry of the table of contents.
type Heading struct {
	Level int    `json:"level"` // from 1
	Title string `json:"title"`
	Part  int    `json:"part,omitempty"` // the index of its part, from 1; 0 if unknown
}

// ArchiveEntry is one file or directory in an archive.
type ArchiveEntry struct {
	Name      string `json:"name"`               // with "/", escaped as a [Path]; may be absolute or contain ".."
	Size      int64  `json:"size"`               // unpacked; -1 if unknown
	Modified  string `json:"modified,omitempty"` // YYYY-MM-DD
	Dir       bool   `json:"dir,omitempty"`
	Encrypted bool   `json:"encrypted,omitempty"`
}

// IsBook reports whether the file is an e-book.
func (x *Extraction) IsBook() bool {
	return strings.HasPrefix(x.Format, "EPUB") || strings.HasPrefix(x.Format, "FictionBook")
}

// IsLetter reports whether the file is a message of mail, a calendar, contacts, or a track or map of places: its title
// is words of one person, which can name others and where they were.
func (x *Extraction) IsLetter() bool {
	name, _, _ := strings.Cut(x.Reader, " ")
	return name == "mail" || name == "calendar" || strings.HasPrefix(x.Format, "Outlook message")
}

// Number returns the amount with the given name, or 0.
func (x *Extraction) Number(name string) int64 {
	if i := slices.IndexFunc(x.Numbers, func(a Amount) bool { return a.Name == name }); i >= 0 {
		return x.Numbers[i].N
	}
	return 0
}

// Property returns the property with the given name, or "".
func (x *Extraction) Property(name string) string {
	if i := slices.IndexFunc(x.Properties, func(p Property) bool { return p.Name == name }); i >= 0 {
		return x.Properties[i].Value
	}
	return ""
}

// Content returns the text of all parts, each after a line with its name in brackets if there is more than one:
// "[page 2]". Citations count the lines of this text. It is "" for a file without parts.
func (x *Extraction) Content() string {
	var b strings.Builder
	for _, p := range x.Parts {
		if len(x.Parts) > 1 {
			b.WriteString("[" + Fold(p.Name) + "]\n")
		}
		b.WriteString(p.Text)
		if p.Text != "" && !strings.HasSuffix(p.Text, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Overview returns the findings other than text as lines: format, properties, numbers, headings, tables, columns and
// entries. It is the text of a file that has no other one, such as an archive.
func (x *Extraction) Overview() string {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			b.WriteString(name + ": " + Fold(value) + "\n") // a line end would forge lines
		}
	}
	line("format", x.Format)
	if x.State != "" {
		line(string(x.State), x.Problem)
	}
	for _, l := range x.Limits {
		line("limit", l)
	}
	for _, r := range x.Risks {
		line("risk", r)
	}
	for _, p := range x.Properties {
		line(p.Name, p.Value)
	}
	for _, n := range x.Numbers {
		line(n.Name, strconv.FormatInt(n.N, 10))
	}
	if x.Period != nil {
		line("period", x.Period.First+" to "+x.Period.Last+" ("+x.Period.Source+")")
	}
	for _, v := range x.Values {
		var top []string
		for _, c := range v.Top[:min(len(v.Top), 10)] {
			top = append(top, c.Name+" ("+strconv.Itoa(c.Files)+")")
		}
		line(v.Name, strings.Join(top, ", "))
	}
	for _, h := range x.Outline {
		b.WriteString(strings.Repeat("  ", max(h.Level-1, 0)) + Fold(h.Title) + "\n")
	}
	x.inventory(&b)
	return b.String()
}

// inventory writes the tables, columns and entries to b, each as a line.
func (x *Extraction) inventory(b *strings.Builder) {
	for _, t := range x.Tables {
		fmt.Fprintf(b, "table %s: %d rows, %d columns\n", Fold(t.Name), t.Rows, t.Columns)
	}
	for _, c := range x.Columns {
		fmt.Fprintf(b, "column %s: %s", Fold(c.Name), c.Type)
		if c.Min != "" || c.Max != "" {
			fmt.Fprintf(b, ", %s to %s", Fold(c.Min), Fold(c.Max))
		}
		if c.Missing > 0 {
			fmt.Fprintf(b, ", %d missing", c.Missing)
		}
		b.WriteByte('\n')
	}
	for _, e := range x.Entries {
		b.WriteString(Fold(e.Name))
		if !e.Dir && e.Size >= 0 {
			fmt.Fprintf(b, "\t%d bytes", e.Size)
		}
		if e.Modified != "" {
			b.WriteString("\t" + e.Modified)
		}
		if e.Encrypted {
			b.WriteString("\tencrypted")
		}
		b.WriteByte('\n')
	}
}

// Reading returns the text as which the file is read: its content, or else its overview. Citations of the file count
// the lines of this text.
func (x *Extraction) Reading() string {
	if content := x.Content(); content != "" {
		return content
	}
	return x.Overview()
}

// PartAt returns the name of the part that holds a line of [Extraction.Content], counted from 1, or "".
func (x *Extraction) PartAt(line int) string {
	if len(x.Parts) == 1 {
		return x.Parts[0].Name
	}
	at := 1
	for _, p := range x.Parts {
		at += 1 + strings.Count(p.Text, "\n")
		if p.Text != "" && !strings.HasSuffix(p.Text, "\n") {
			at++
		}
		if line < at {
			return p.Name
		}
	}
	return ""
}

// Limit records that a bound of the reader was reached: "only the first 100 sheets were read". It records each limit
// once.
func (x *Extraction) Limit(text string) {
	if !slices.Contains(x.Limits, text) {
		x.Limits = append(x.Limits, text)
	}
}

// Fail records that the file was not read, or not whole. The first failure stays.
func (x *Extraction) Fail(state ExtractState, problem string) {
	if x.State == "" {
		x.State, x.Problem = state, problem
	}
}

// Set sets a property unless the value is empty, or the property is set.
func (x *Extraction) Set(name, value string) {
	if value = Fold(value); value != "" && x.Property(name) == "" {
		x.Properties = append(x.Properties, Property{name, cutAtRune(value, propertyMax)})
	}
}

// propertyMax is the maximal length of the value of a property, in bytes.
const propertyMax = 500

// Add adds to the number with the given name.
func (x *Extraction) Add(name string, n int64) {
	for i := range x.Numbers {
		if x.Numbers[i].Name == name {
			x.Numbers[i].N += n
			return
		}
	}
	x.Numbers = append(x.Numbers, Amount{name, n})
}

// ReaderVersion returns the text that an extraction has as its Reader: "office 1".
func ReaderVersion(name string, version int) string { return name + " " + strconv.Itoa(version) }

// SplitMember returns the archive and the file in it that a path such as "a.zip!/dir/file" names: the part before the
// first "!/" that is a file, and the part after it. ok is false for any other path.
func SplitMember(p Path, isFile func(Path) bool) (archive, member Path, ok bool) {
	const mark = "!/"
	for at := 0; ; {
		i := strings.Index(string(p[at:]), mark)
		if i < 0 {
			return "", "", false
		}
		at += i
		if archive, member = p[:at], p[at+len(mark):]; archive != "" && member != "" && isFile(archive) {
			return archive, member, true
		}
		at += len(mark)
	}
}

// WithExtractor returns a source that reads like src, and extracts from its files with e.
func WithExtractor(src Source, e Extractor) Source { return extracted{src, e} }

// extracted is the source of [WithExtractor].
type extracted struct {
	Source
	extractor Extractor
}

// Capabilities returns the capabilities of the wrapped source, but with the extractor of [WithExtractor].
func (e extracted) Capabilities() Capabilities {
	c := CapabilitiesOf(e.Source)
	c.Extractor = e.extractor
	return c
}
