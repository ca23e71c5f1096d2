package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
)

// A journal is the history of one conversation: a file of lines, each of them
// sealed like a file of ours. The first one names the conversation, the others
// are numbered. What a killed process wrote half is no line, and is cut off.

const (
	historyDir = "history"
	journalMax = 256 << 20
)

// Journal keeps the records of one conversation. It is safe for concurrent use,
// but only one may be open for a conversation.
type Journal struct {
	inv  *Investigation
	name string // of the conversation
	file string

	mu      sync.Mutex
	f       *os.File
	size    int64 // up to here it is good
	count   int   // lines, the first one included
	synced  bool  // its name is on the disk
	records []json.RawMessage
}

// journalLine is a line: Journal in the first one, Record in the others.
type journalLine struct {
	Number  int             `json:"number"`
	Journal string          `json:"journal,omitempty"`
	Record  json.RawMessage `json:"record,omitempty"`
}

// Journal opens the history of a conversation, or begins one. What stands in it
// that is not what was written is dropped, with all that comes after it. The
// caller closes the journal before the investigation.
func (inv *Investigation) Journal(name string) (*Journal, error) {
	if err := inv.root.MkdirAll(historyDir, 0o700); err != nil {
		return nil, fmt.Errorf("making a history: %w", err)
	}
	j := &Journal{inv: inv, name: strings.ToValidUTF8(name, "\uFFFD"), file: journalFile(name)}
	old, err := inv.read(j.file, journalMax)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		// Too long, or a link that leads elsewhere: it is not ours to write to.
		inv.problem(j.file, err)
		if err := inv.root.Remove(j.file); err != nil {
			return nil, fmt.Errorf("removing a history that cannot be used: %w", err)
		}
	}
	if err := j.load(old); err != nil {
		inv.problem(j.file, err)
	}
	j.f, err = inv.root.OpenFile(j.file, os.O_CREATE|os.O_RDWR|noFollow, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening a history: %w", err)
	}
	if int64(len(old)) > j.size {
		if err := j.f.Truncate(j.size); err != nil {
			j.f.Close()
			return nil, fmt.Errorf("cutting off what is broken of a history: %w", err)
		}
	}
	return j, nil
}

func journalFile(name string) string { return path.Join(historyDir, digestName(name)+".jsonl") }

// load takes over the lines that are good, and says what is wrong with the next one.
func (j *Journal) load(b []byte) error {
	for len(b) > 0 {
		end := bytes.IndexByte(b, '\n')
		if end < 0 {
			return nil // a process was killed while it wrote
		}
		var l journalLine
		if err := unseal(b[:end+1], &l); err != nil {
			return err
		}
		first := j.count == 0
		if l.Number != j.count || first != (l.Journal != "") || first && l.Journal != j.title() {
			return errBroken
		}
		if !first {
			j.records = append(j.records, l.Record)
		}
		j.count++
		j.size += int64(end + 1)
		b = b[end+1:]
	}
	return nil
}

// title stands in the first line. It is never empty.
func (j *Journal) title() string { return "conversation " + j.name }

// Records are what was kept before the journal was opened, in order.
func (j *Journal) Records() []json.RawMessage {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.records)
}

// Reset forgets all records.
func (j *Journal) Reset() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.open(); err != nil {
		return err
	}
	if err := j.f.Truncate(0); err != nil {
		return fmt.Errorf("emptying a history: %w", err)
	}
	j.size, j.count, j.records = 0, 0, nil
	return nil
}

// open says whether there is anything to write to. Once the investigation is
// closed others may have it.
func (j *Journal) open() error {
	if j.f == nil {
		return fmt.Errorf("writing a history: %w", fs.ErrClosed)
	}
	if _, err := j.inv.root.Lstat("."); err != nil {
		return fmt.Errorf("writing a history: %w", err)
	}
	return nil
}

// Append keeps one more record; durable waits until the disk has it and all
// before it. After an error the record is not kept.
func (j *Journal) Append(record any, durable bool) error {
	raw, err := json.Marshal(record)
	if err != nil {
		return fmt.Errorf("encoding for a history: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.open(); err != nil {
		return err
	}
	var b []byte
	count := j.count
	if count == 0 {
		if b, err = seal(journalLine{Journal: j.title()}); err != nil {
			return err
		}
		count = 1
	}
	l, err := seal(journalLine{Number: count, Record: raw})
	if err != nil {
		return err
	}
	b = append(b, l...)
	if j.size+int64(len(b)) > journalMax {
		return fmt.Errorf("writing a history: it would be longer than %d bytes", journalMax)
	}
	if err := j.write(b, durable); err != nil {
		// What was written of it is overwritten by the next, or cut off when the
		// journal is opened again.
		return fmt.Errorf("writing a history: %w", errors.Join(err, j.f.Truncate(j.size)))
	}
	j.size, j.count = j.size+int64(len(b)), count+1
	j.inv.wrote(j.file)
	return nil
}

func (j *Journal) write(b []byte, durable bool) error {
	if _, err := j.f.WriteAt(b, j.size); err != nil {
		return err
	}
	if !durable {
		return nil
	}
	if err := j.f.Sync(); err != nil {
		return err
	}
	if j.synced {
		return nil
	}
	for _, dir := range []string{historyDir, "."} {
		if err := j.inv.syncDir(dir); err != nil {
			return err
		}
	}
	j.synced = true
	return nil
}

// Close ends the work with the journal. What was kept stays.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.f == nil {
		return nil
	}
	err := j.f.Close()
	j.f = nil
	return err
}

// PruneHistory removes the histories of all conversations but those named.
func (inv *Investigation) PruneHistory(names []string) error {
	keep := make(map[string]bool, len(names))
	for _, n := range names {
		keep[path.Base(journalFile(n))] = true
	}
	files, err := inv.names(historyDir)
	if err != nil {
		return err
	}
	for _, f := range files {
		if keep[f] {
			continue
		}
		if err := inv.root.Remove(path.Join(historyDir, f)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing an old history: %w", err)
		}
	}
	return nil
}
